"""The suite: checks, and what each is tried with."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lodge.games import Game
from lodge.games.validate import broken
from lodge.kernel.compile import have_native
from lodge.kernel.module import described

MANY = 6  # numbers of players: then options are tried with the fewest and the most only
Check = Callable[..., str | None]
CHECKS: list[Check] = []


@dataclass(frozen=True)
class Case:
    """One check of a game: with so many players and these options, where that matters, and in a world."""

    game: Game
    check: Check
    given: dict[str, Any] = field(default_factory=dict)

    def run(self) -> str | None:
        """Broken, or another error, where the game does not do what it must; perhaps a note on how it was tried."""
        return self.check(self.game, **self.given)

    @property
    def promise(self) -> str:
        """What is promised, in a sentence."""
        return (inspect.getdoc(self.check) or "").partition("\n")[0]

    def __str__(self) -> str:
        given = [("+".join(one) or "plain") if isinstance(one, tuple) else str(one) for one in self.given.values()]
        return "-".join([self.check.__name__, self.game.id, *given])


class Failure:
    """A check that failed, in words: what was promised, what was found, and where in the game that happened."""

    def __init__(self, case: Case, error: BaseException) -> None:
        self.case = case
        self.error = error

    def __str__(self) -> str:
        given = [f"{self.case.given['seats']} players"] if "seats" in self.case.given else []
        given += self.case.given.get("options", ())
        return f"{self.case.promise}\n  {', '.join(given)}{': ' if given else ''}{self.words}"

    @property
    def words(self) -> str:
        """What was found, and where."""
        told = isinstance(self.error, AssertionError)
        return str(self.error) + _places(self.case.game, str(self.error)) if told else self._raised()

    def _raised(self) -> str:
        problem = broken(self.error, self.case.game.folder)
        return str(problem._replace(file=short(problem.file)) if problem.file else problem)


def _places(game: Game, words: str) -> str:
    """Where the function of the game stands that a message names first."""
    for name in re.findall(r"\w+", words):
        for module in (game.rules, game.moves.CONTRACT, game.moves, game.greedy):
            code = getattr(getattr(module, name, None), "__code__", None)
            if code is not None and Path(code.co_filename).is_relative_to(game.folder):
                return f" ({name}: {short(Path(code.co_filename))}:{code.co_firstlineno})"
    return ""


def short(path: Path) -> Path:
    """A path as it is told: from the folder that one is in."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def check(function: Check) -> Check:
    """Add a check to the suite; what it takes besides the game says what it is tried with."""
    CHECKS.append(function)
    return function


def tables(game: Game) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Numbers of players and options."""
    fewest, most = game.seats
    for seats in range(fewest, most + 1):
        for options in game.option_sets(seats):
            if not options or seats in game.seats or most - fewest < MANY:
                yield seats, options


def cases(game: Game) -> list[Case]:
    """All checks of a game."""
    found = []
    for one in CHECKS:
        takes = list(inspect.signature(one).parameters)
        if "seats" not in takes:
            found.append(Case(game, one))
            continue
        worlds = [{"backend": world} for world in _worlds(game)] if "backend" in takes else [{}]
        for seats, options in tables(game):
            found += [Case(game, one, {"seats": seats, "options": options, **world}) for world in worlds]
    return found


def _worlds(game: Game) -> list[str]:
    """The worlds that the interpreter is compared with, of those that are here."""
    return ["native"] * have_native() + ["wasm"] * (described(game.folder) is not None)
