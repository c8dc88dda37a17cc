"""A new game to begin with: a project of its own that plays at once (`lodge new-game`)."""

from __future__ import annotations

import importlib.util
import keyword
import sys
from pathlib import Path

from lodge.errors import LodgeError
from lodge.games import games
from lodge.games.validate import ID

PROJECT = Path(__file__).parent / "project"
SUFFIX = ".txt"  # of every file of it, so that nothing takes them for a part of this package
NAMES = ("template-game", "template_game", "Template Game")


def new_game(name: str, into: Path) -> list[Path]:
    """Write a project for a game into a new folder of that name; the files."""
    package = name.replace("-", "_")
    if not ID.fullmatch(name):
        raise LodgeError(f"{name!r} cannot be a game's name: use small letters, digits and hyphens, as in 'red-fox'.")
    if name in {one.id for one in games()}:
        raise LodgeError(f"There is already a game {name!r}: choose another name.")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or importlib.util.find_spec(package):
        raise LodgeError(f"Python already has something called {package!r}: choose another name.")
    folder = into / name
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LodgeError(f"{folder} already exists: choose another name, or another place.")
    written = []
    for source in sorted(path for path in PROJECT.rglob(f"*{SUFFIX}")):
        target = folder / _renamed(str(source.relative_to(PROJECT).with_suffix("")), name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
        written.append(target)
    return written


def _renamed(text: str, name: str) -> str:
    for old, new in zip(NAMES, (name, name.replace("-", "_"), name.replace("-", " ").title()), strict=True):
        text = text.replace(old, new)
    return text
