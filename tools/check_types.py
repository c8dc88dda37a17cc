"""What a type checker makes of the package from outside: `make types`.

`pyright --verifytypes` says which public names have types that are not known; then a game of one's own, as `lodge
new-game` writes it, is checked by pyright and by mypy with the plugin.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from lodge.scaffold import new_game

ROOT = Path(__file__).parent.parent
KNOWN = 0.93  # of the public names: to be raised with it, until it is all of them
PYRIGHT = ROOT / ".venv" / "pyright"


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A tool, with what `make types` installed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    there = os.environ | {"PYTHONPATH": str(PYRIGHT), "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=there)  # noqa: S603


def main() -> None:
    """Check, and fail where something is not known."""
    done = run("pyright", "--verifytypes", "lodge", "--ignoreexternal", "--outputjson", cwd=ROOT)
    found = json.loads(done.stdout)["typeCompleteness"]
    for symbol in found["symbols"]:
        if symbol["isExported"] and not symbol["isTypeKnown"]:
            print(symbol["name"], *(one["message"].splitlines()[0] for one in symbol["diagnostics"][:1]), sep=": ")
    print(f"types of public names that are known: {found['completenessScore']:.1%}")
    failed = found["completenessScore"] < KNOWN
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
