"""Whether a game offers what is asked of it: told when it registers, in words that say where and what to do."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import traceback
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from lodge.errors import LodgeError
from lodge.games.defaults import said

if TYPE_CHECKING:
    from lodge.games import Game

REQUIRED: dict[
    str, tuple[str, ...]
] = {  # what has no default, by module: see lodge.games.defaults and lodge.games.plain
    "rules": ("State", "ACTIONS", "MOST_MOVES", "OBSERVATION", "deal", "pending", "legal", "play", "score", "observe"),
    "table.moves": ("Move", "CONTRACT", "to_move"),
}
OPTIONAL = ("players.greedy", "table.lines")
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Problem(NamedTuple):
    """Something that is wrong, and where."""

    text: str
    file: Path | None = None
    line: int | None = None

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return where + self.text


def validate(game: Game) -> None:
    """LodgeError where a game cannot be used."""
    if found := problems(game):
        more = f" (and {len(found) - 1} more: lodge check {game.id})" if len(found) > 1 else ""
        raise LodgeError(f"{found[0]}{more}")


def problems(game: Game) -> list[Problem]:
    """All that is missing or wrong."""
    found = [Problem(text) for text in _of_the_list(game)]
    try:
        package = importlib.import_module(game.package)
    except Exception as error:  # noqa: BLE001 - whatever somebody's module does
        return [*found, broken(error)]
    if not hasattr(package, "__path__"):
        return [*found, Problem(f"{game.package} must be a package: a folder with __init__.py, rules.py and table/.")]
    for name in (*REQUIRED, *OPTIONAL):
        found += [one for one in _of_module(game, Path(package.__path__[0]), name) if one not in found]
    return found or _of_the_whole(game)


def _of_the_list(game: Game) -> list[str]:
    """What is wrong with the line that stands in the list of games."""
    wrong = []
    if not ID.fullmatch(game.id):
        wrong.append(f"{game.id!r} cannot be a game's name: use small letters, digits and hyphens, as in 'dam-it'.")
    fewest, most = game.seats
    if not 1 <= fewest <= most <= 8:
        wrong.append(f"{game.id} is for {fewest} to {most} players: it must be from 1 to 8, fewest first.")
    return wrong


def _of_module(game: Game, folder: Path, name: str) -> list[Problem]:
    """What is wrong with a module of it."""
    path = folder.joinpath(*name.split("."))
    try:
        if importlib.util.find_spec(f"{game.package}.{name}") is None:
            raise ModuleNotFoundError(name=f"{game.package}.{name}")
        module = importlib.import_module(f"{game.package}.{name}")
    except ModuleNotFoundError as error:
        if error.name and f"{game.package}.{name}.".startswith(f"{error.name}."):
            missing = Problem(f"There is no {path.relative_to(folder)}.py: it has {', '.join(REQUIRED.get(name, ()))}.")
            return [missing] if name in REQUIRED else []
        return [broken(error, folder)]
    except Exception as error:  # noqa: BLE001 - whatever somebody's module does
        return [broken(error, folder)]
    return [*_missing(module, name), *_wrong_arguments(module, name)]


def _missing(module: ModuleType, name: str) -> list[Problem]:
    file = Path(str(module.__file__))
    return [
        Problem(f"{one}{_arguments(_asked(name, one))} is missing: {_meaning(_asked(name, one))}", file)
        for one in REQUIRED.get(name, ())
        if one not in said(module)
    ]


def _wrong_arguments(module: ModuleType, name: str) -> list[Problem]:
    """Functions that are called with other arguments than they take."""
    found = []
    for one, function in said(module).items():
        asked = _asked(name, one)
        if not inspect.isfunction(asked) or not inspect.isfunction(function):
            continue
        wanted, taken = (list(inspect.signature(each).parameters) for each in (asked, function))
        wanted = wanted[1:]  # without self
        if len(wanted) != len(taken):
            takes = f"{len(taken)} arguments"
        elif wanted != taken and sorted(wanted) == sorted(taken):
            takes = f"({', '.join(taken)})"
        else:
            continue
        words = f"{one} is called as {one}{_arguments(asked)}, but takes {takes}."
        found.append(Problem(words, Path(function.__code__.co_filename), function.__code__.co_firstlineno))
    return found


def _of_the_whole(game: Game) -> list[Problem]:
    """What only shows when all is there: sizes, types."""
    rules = Path(str(importlib.import_module(f"{game.package}.rules").__file__))
    found = []
    if getattr(game.rules.State, "dtype", None) is None:
        return [Problem("State must be a struct: write @struct above the class.", rules)]
    if "seats" not in game.rules.State.dtype.names:
        found.append(Problem("State must have a field `seats: i8`, which `deal` sets: how many play.", rules))
    if game.seats != game.rules.SEATS:
        found.append(Problem(f"SEATS is {game.rules.SEATS}, but the list of games says {game.seats}.", rules))
    if not 0 < game.rules.MOST_CANDIDATES <= game.rules.ACTIONS < 1 << 15:
        found.append(Problem("ACTIONS must be from 1 to 32767, and MOST_CANDIDATES at most as many.", rules))
    return found


def _asked(name: str, one: str) -> Any:
    """What the protocol says of a name."""
    from lodge.games import api

    protocol = {"rules": api.Rules, "table.moves": api.Moves, "table.lines": api.Lines, "players.greedy": api.Greedy}
    return inspect.getattr_static(protocol[name], one, None)


def _arguments(asked: Any) -> str:
    if not inspect.isfunction(asked):
        return ""
    return f"({', '.join(list(inspect.signature(asked).parameters)[1:])})"


def _meaning(asked: Any) -> str:
    return (inspect.getdoc(asked) or "").partition("\n")[0]


def failure(error: BaseException) -> str:
    """Why a module could not be imported, in a line."""
    return str(broken(error))


def broken(error: BaseException, folder: Path | None = None) -> Problem:
    """An error of somebody's module, with the place in it where it happened."""
    if isinstance(error, SyntaxError):
        return Problem(f"{error.msg}.", Path(str(error.filename)), error.lineno)
    frames = traceback.extract_tb(error.__traceback__)
    inside = [one for one in frames if _is_theirs(one.filename, folder)]
    words = f"{type(error).__name__}: {error}"
    return Problem(words, Path(inside[-1].filename), inside[-1].lineno) if inside else Problem(words)


def _is_theirs(file: str, folder: Path | None) -> bool:
    if folder is not None:
        return Path(file).is_relative_to(folder)
    ours = Path(__file__).parent.parent
    return not file.startswith("<") and "importlib" not in file and not Path(file).is_relative_to(ours)
