"""What of Lodge needs packages that do not come with it by themselves, and how to get them."""

from __future__ import annotations

from lodge.errors import LodgeError

PROJECT = "lodge-games"  # what is installed; what is imported is `lodge`

# By extra, as in pyproject.toml: what it is for, and what is imported of it.
EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "server": (
        "Tables with friends",
        ("aiosqlite", "alembic", "prometheus_client", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets"),
    ),
    "paper": ("Print and play, and pictures", ("reportlab", "PIL")),
    "lab": ("Native code", ("numba", "llvmlite")),
    "gpu": ("A GPU", ("numba_cuda",)),
    "wasm": ("Making modules", ("ziglang",)),
    "postgres": ("PostgreSQL", ("asyncpg",)),
    "cluster": ("A cluster", ("ray",)),
    "study": ("A study", ("matplotlib", "openskill", "pyarrow")),
    "adapters": ("An adapter", ("gymnasium", "open_spiel", "pettingzoo", "pyspiel")),
}


class MissingExtra(LodgeError):
    """Something was asked for that needs a package which is not installed."""


def missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """What to tell of a package that was not found; None if it belongs to no extra."""
    name = str(error.name).partition(".")[0]
    for extra, (use, packages) in EXTRAS.items():
        if name in packages:
            return MissingExtra(f"{use}: this needs {name}, which is not installed: pip install '{PROJECT}[{extra}]'.")
    return None
