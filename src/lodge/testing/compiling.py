"""Every rule of a game compiled alone: what the compiler says of it, in one line, with the line that it is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from lodge.games import Game
from lodge.games.validate import Problem
from lodge.kernel.backend import go_native
from lodge.kernel.compile import have_native, quiet
from lodge.modules import compile_natively, entries

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_RECORD = re.compile(r"(?:unaligned )?Record\([^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*\)")
_WHY = (  # what Numba says, from the most telling on
    re.compile(r"Field '(?P<what>\w+)' was not found in (?P<owner>record)"),
    re.compile(r"Unknown attribute '(?P<what>\w+)'"),
    re.compile(r"Use of unsupported opcode \((?P<what>\w+)\)"),
    re.compile(r"No implementation of function .+? found for signature:\s*>>> (?P<call>.+)"),
    re.compile(r"Cannot unify (?P<what>.+)"),
    re.compile(r"(?P<what>NameError: .+)"),
    re.compile(r"(?P<what>Untyped global name '\w+'.*)"),
)


def compile_rules(game: Game, told: Callable[[str], None] = lambda _: None) -> list[Problem]:
    """Compile everything that is called of a game; what cannot be, and why. Nothing where there is no compiler."""
    if not have_native():
        return []
    quiet(game.folder)
    found: list[Problem] = []
    for one in entries(game):  # what a game says itself first: there an error is nearest to its cause
        told(one.entry.name)
        try:
            one.load()
        except Exception as error:  # noqa: BLE001 - compilers have many
            problem = shortened(error, game.folder, one.entry.name)
            if (problem.file, problem.line) not in {(other.file, other.line) for other in found}:
                found.append(problem)  # others that fail there call this one
    if not found:
        compile_natively(game)
        go_native(game.folder)
    return found


def shortened(error: BaseException, folder: Path, name: str) -> Problem:
    """A compiler's error: the first place in the game that it names, and the reason."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    places = [(Path(file), int(line)) for file, line in _PLACE.findall(text)]
    ours = [(file, line) for file, line in places if file.is_absolute() and file.is_relative_to(folder)]
    ours += [(folder / found, line) for file, line in places for found in [_within(file, folder)] if found]
    file, line = ours[-1] if ours else (None, None)
    return Problem(f"{name} does not compile: {_reason(text)}.", file, line)


def _within(file: Path, folder: Path) -> Path | None:
    """A path of Numba's, relative to wherever it is run: the file of the game that it means."""
    parts = file.parts
    for start in range(len(parts)):
        if not file.is_absolute() and (folder / Path(*parts[start:])).is_file():
            return Path(*parts[start:])
    return None


def _reason(text: str) -> str:
    for pattern in _WHY:
        if found := pattern.search(text):
            call = found.groupdict().get("call")
            return f"there is no {_RECORD.sub('a struct', call.strip())}" if call else found[0].strip().rstrip(".")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    plain = [line for line in lines if not line.startswith(("File ", "Failed in", "<source", "During:", "Traceback"))]
    return (plain[-1] if plain else lines[0] if lines else "no reason was given").rstrip(".")[:200]


def interpreted_only() -> str:
    """What is said where nothing could be compiled."""
    return "" if have_native() else "Numba is not installed: nothing was compiled (pip install 'lodge-games[lab]')."
