"""Changed facts: a game as it would be with other numbers in its box.

Facts are frozen into compiled rules. So a changed game is a copy of the game's package, in a folder and under a name of
its own, in which the constants that hold the facts are written anew; all that follows from them follows there too.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from lodge.errors import LodgeError, UnknownName
from lodge.games import Game, game
from lodge.games.study import Fact
from lodge.kernel.compile import cache_root

Value = int | tuple[int, ...]
_making = threading.Lock()


def checked(name: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Changes as they are kept: `FACT=VALUE` each, in the order of the game's facts; LodgeError says what is wrong."""
    which = game(name)
    values: dict[str, Value] = {}
    for text in texts:
        fact, value = _read(which, text)
        if fact.name in values:
            raise LodgeError(f"{fact.name} is set twice.")
        values[fact.name] = value
    return tuple(f"{fact.name}={_written(values[fact.name])}" for fact in facts(which) if fact.name in values)


def facts(game: Game) -> tuple[Fact, ...]:
    """What may be changed in a game."""
    return game.study.FACTS if game.study is not None else ()


def printed(game: Game, fact: Fact) -> Value:
    """What stands in the box."""
    value = getattr(_module(game, fact.module), fact.constant)
    for step in fact.path:
        value = _inside(value, step)
    return int(value) if isinstance(value, str) else value


@cache
def variant(name: str, changes: tuple[str, ...]) -> Game:
    """The game with these changes, which `checked` has seen; without any, the game itself."""
    which = game(name)
    if not changes:
        return which
    with _making:
        package = _package(which, changes)
    return Game(f"{which.id}-{package[-8:]}", which.title, which.seats, which.minutes, package)


# --- reading a change ------------------------------------------------------------------------------------


def _read(game: Game, text: str) -> tuple[Fact, Value]:
    name, equals, value = text.partition("=")
    found = {fact.name: fact for fact in facts(game)}
    if not found:
        raise LodgeError(f"No fact of {game.title} can be set: it has no study.py that names any.")
    if name.strip() not in found or not equals:
        raise UnknownName(f"{text!r} names no fact of {game.title}. What can be set:\n{listed(game)}")
    fact = found[name.strip()]
    now = printed(game, fact)
    numbers = [part.strip() for part in value.split(",")]
    wanted = len(now) if isinstance(now, tuple) else 1
    good = len(numbers) == wanted and all(re.fullmatch(r"-?\d{1,6}", number) for number in numbers)
    if not good or not all(fact.least <= int(number) <= fact.most for number in numbers):
        shape = f"{wanted} numbers" if wanted > 1 else "a number"
        raise LodgeError(
            f"{fact.name} ({fact.meaning}) is {shape} from {fact.least} to {fact.most}, like {_written(now)}; "
            f"not {value.strip() or 'nothing'}."
        )
    return fact, tuple(map(int, numbers)) if isinstance(now, tuple) else int(numbers[0])


def listed(game: Game) -> str:
    """What can be set, a line a fact, as it is printed."""
    lines = [(f"{fact.name}={_written(printed(game, fact))}", fact) for fact in facts(game)]
    width = max((len(text) for text, _ in lines), default=0)
    return "\n".join(f"  {text:{width}}  {fact.meaning} ({fact.least} to {fact.most})" for text, fact in lines)


def _written(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


# --- changing a constant ---------------------------------------------------------------------------------


def _inside(value: Any, step: int | str) -> Any:
    """What stands at a step of a path; text is rows of columns."""
    if isinstance(value, str):
        return next(row for row in _rows(value) if row[0] == step)
    return value[step] if isinstance(step, int) else getattr(value, step)


def _rows(text: str) -> list[list[str]]:
    return [[column.strip() for column in line.split("|")] for line in text.strip().splitlines()]


def _replaced(value: Any, path: Sequence[int | str], new: Value) -> Any:
    """A value with something else at the end of a path."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, str):
        column = int(rest[0])
        rows = [row if row[0] != step else [*row[:column], str(new), *row[column + 1 :]] for row in _rows(value)]
        return "\n".join(" | ".join(row) for row in rows)
    inner = _replaced(_inside(value, step), rest, new)
    if isinstance(step, str):
        return value._replace(**{step: inner})
    return (*value[:step], inner, *value[step + 1 :])


def _rewritten(source: str, constants: dict[str, Any]) -> str:
    """A module's text with other values for some of its constants."""
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in constants:
            name = node.targets[0].id
            lines[node.lineno - 1 : node.end_lineno] = [f"{name} = {constants[name]!r}\n"]
    return "".join(lines)


# --- the copy --------------------------------------------------------------------------------------------


def _package(game: Game, changes: tuple[str, ...]) -> str:
    """Make the changed package, if it is not there yet, and the name under which it can be imported."""
    constants = _constants(game, changes)
    digest = hashlib.sha256("\n".join(changes).encode())
    for path in sorted(game.folder.rglob("*.py")):
        digest.update(path.relative_to(game.folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    name = f"lodge_{game.folder.name}_{digest.hexdigest()[:8]}"
    folder = cache_root() / "variants" / name
    if not folder.exists():
        try:
            _copy(game, constants, folder, name)
        except OSError as error:
            raise LodgeError(
                f"The changed rules cannot be kept in {folder.parent}: {error.strerror}. "
                "Let LODGE_CACHE name a folder that can be written."
            ) from None
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def _constants(game: Game, changes: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """By module, the constants that hold changed facts, with the changes in them."""
    constants: dict[str, dict[str, Any]] = {}
    for text in changes:
        fact, new = _read(game, text)
        kept = constants.setdefault(fact.module, {})
        value = kept.get(fact.constant, getattr(_module(game, fact.module), fact.constant))
        kept[fact.constant] = _replaced(value, fact.path, new)
    return constants


def _copy(game: Game, constants: dict[str, dict[str, Any]], folder: Path, name: str) -> None:
    """Write the package; whole or not at all, whoever else is writing it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix="draft-"))
    ours = re.compile(rf"\b{re.escape(game.package)}\b")
    for path in game.folder.rglob("*.py"):
        within = path.relative_to(game.folder)
        text = _rewritten(path.read_text(), constants.get(".".join(within.with_suffix("").parts), {}))
        (draft / within).parent.mkdir(parents=True, exist_ok=True)
        (draft / within).write_text(ours.sub(name, text))
    with suppress(OSError):  # another program was quicker
        draft.rename(folder)
    shutil.rmtree(draft, ignore_errors=True)


def _module(game: Game, name: str) -> Any:
    return importlib.import_module(f"{game.package}.{name}")
