"""What a type checker makes of the package from outside: `make types`.

`pyright --verifytypes` says which public names have types that are not known: there may be none. Then a game of one's
own, as `lodge new-game` writes it, is checked by pyright and by mypy with the plugin.

Two libraries whose classes the adapters extend do not say that they have types, and `--verifytypes` then knows nothing
of them. An editor reads their code all the same; so here, they are laid beside it: PettingZoo with a mark that it has
types, OpenSpiel as stubs of what is compiled in it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from lodge.scaffold import new_game

ROOT = Path(__file__).parent.parent
PYRIGHT = ROOT / ".venv" / "pyright"
BESIDE = ROOT / ".venv" / "typed"


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A tool, with what `make types` installed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = os.pathsep.join(map(str, (BESIDE, PYRIGHT)))
    there = os.environ | {"PYTHONPATH": found, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=there)  # noqa: S603


def lay_beside() -> None:
    """Libraries without types, as an editor sees them."""
    shutil.rmtree(BESIDE, ignore_errors=True)
    shutil.copytree(Path(sysconfig.get_path("purelib")) / "pettingzoo", BESIDE / "pettingzoo")
    (BESIDE / "pettingzoo" / "py.typed").touch()
    stubgen = Path(sys.executable).parent / "stubgen"
    subprocess.run([stubgen, "--quiet", "-m", "pyspiel", "-o", BESIDE / "pyspiel-stubs"], check=True)  # noqa: S603
    (BESIDE / "pyspiel-stubs" / "pyspiel.pyi").rename(BESIDE / "pyspiel-stubs" / "__init__.pyi")


def main() -> None:
    """Check, and fail where something is not known."""
    lay_beside()
    done = run("pyright", "--verifytypes", "lodge", "--ignoreexternal", "--outputjson", cwd=ROOT)
    found = json.loads(done.stdout)["typeCompleteness"]
    for symbol in found["symbols"]:
        if symbol["isExported"] and not symbol["isTypeKnown"]:
            print(symbol["name"], *(one["message"].splitlines()[0] for one in symbol["diagnostics"][:1]), sep=": ")
    print(f"types of public names that are known: {found['completenessScore']:.1%}")
    failed = found["completenessScore"] < 1
    with tempfile.TemporaryDirectory() as place:
        new_game("checked-game", Path(place))
        for tool, *words in (("pyright",), ("mypy", "src")):
            done = run(tool, *words, cwd=Path(place) / "checked-game")
            print(f"{tool} of a new game: {done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr}")
            if done.returncode:
                print(done.stdout)
            failed |= bool(done.returncode)
    raise SystemExit(int(failed))


if __name__ == "__main__":
    main()
