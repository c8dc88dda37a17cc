"""The games, by name. Looking at the list imports none of them.

A game is a package. What the rest of the program asks of it stands in these modules of it (lodge.games.api):
`rules` and `table.moves`; where the game has them, `table.lines`, `players.greedy`, `players.master`, `table.campaign`,
`table.study`, `table.paper`, `table.paper.scene` and `tuning`. Each may be a module or a package. What has a sensible
default need not be said (lodge.games.defaults). Games of other packages are found by themselves (lodge.games.outside).
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from operator import index
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from lodge.errors import LodgeError, UnknownName
from lodge.games.campaign import OneOf
from lodge.games.tuning import Tuning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lodge.games.api import Greedy, Lines, Master, Moves, Paper, Rules
    from lodge.games.campaign import Campaign
    from lodge.games.picture import Picture
    from lodge.games.study import Study


@dataclass(frozen=True)
class Daily:
    """How a game's deal of the day is played: by how many players, the first of whom is a person (docs/daily.md).

    Bots and `master` have a budget of play-outs and no clock: so everybody meets the same ones on any machine.
    """

    seats: int
    master: str  # whose result one's own is compared with
    bots: str | None = None  # who sits in the other seats, if there are any
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game: what a list shows of it, and its modules, imported when first asked for.

    Examples:
        >>> dam_it = game("dam-it")
        >>> dam_it.title, dam_it.seats, dam_it.minutes
        ('Dam It!', (2, 4), 15)
        >>> dam_it.rules.OPTIONS
        ('open-hands',)
    """

    id: str
    title: str
    seats: tuple[int, int]
    minutes: int
    package: str
    backend: str = "auto"  # the world that it runs in: lodge.kernel.backend
    daily: Daily | None = None  # a game without one has no deal of the day

    def __hash__(self) -> int:
        """By the name alone: games are keys of many caches."""
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Game], tuple[object, ...]]:
        """Pickled without its modules, which are imported again where it arrives."""
        return Game, (self.id, self.title, self.seats, self.minutes, self.package, self.backend, self.daily)

    def on(self, backend: str) -> Game:
        """The same game in another world: `auto`, `python`, `native` or `wasm`."""
        return replace(self, backend=backend)

    @cached_property
    def rules(self) -> Rules:
        """The compiled side of the game."""
        from lodge.games import defaults

        return cast("Rules", defaults.rules(self, self._module("rules")))

    @cached_property
    def moves(self) -> Moves:
        """The side that people see."""
        from lodge.games import plain

        return cast("Moves", plain.moves(self, self._module("table.moves")))

    @cached_property
    def greedy(self) -> Greedy:
        """The hand-written player."""
        from lodge.games import defaults

        return cast("Greedy", defaults.greedy(self, self._optional("players.greedy")))

    @cached_property
    def lines(self) -> Lines:
        """The score line by line."""
        from lodge.games import defaults

        return cast("Lines", defaults.lines(self, self._optional("table.lines")))

    @cached_property
    def master(self) -> Master | None:
        """What the bot `master` plays with in place of the hand-written player, if there is anything."""
        return cast("Master", self._module("players.master")) if self._has("players.master") else None

    @cached_property
    def campaign(self) -> Campaign | None:
        """The levels that one player alone goes through, if there are any."""
        return cast("Campaign", self._module("table.campaign")) if self._has("table.campaign") else None

    @cached_property
    def study(self) -> Study | None:
        """What those who study the game may ask, if it says so."""
        return cast("Study", self._module("table.study")) if self._has("table.study") else None

    @cached_property
    def tuning(self) -> Tuning:
        """What was measured of the game; defaults where nothing was."""
        return cast("Tuning", self._module("tuning").TUNING) if self._has("tuning") else Tuning()

    @cached_property
    def paper(self) -> Paper | None:
        """What of the game can be printed, if anything."""
        return cast("Paper", self._module("table.paper")) if self._has("table.paper") else None

    @cached_property
    def picture(self) -> Picture | None:
        """How a position is drawn, if the game says so."""
        return cast("Picture", self._module("table.paper.scene")) if self._has("table.paper.scene") else None

    @cached_property
    def folder(self) -> Path:
        """Where the sources lie."""
        return Path(importlib.import_module(self.package).__path__[0])

    def _has(self, name: str) -> bool:
        parent = name.rpartition(".")[0]
        if parent and not self._has(parent):
            return False
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def _optional(self, name: str) -> ModuleType | None:
        return self._module(name) if self._has(name) else None

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players that the game is not for."""
        fewest, most = self.seats
        try:
            index(seats)
        except TypeError:
            raise LodgeError(f"The number of seats is a whole number, like {fewest}, not {seats!r}.") from None
        if not fewest <= seats <= most:
            raise LodgeError(f"{self.title} is for {fewest} to {most} players, not {seats}.")

    def option_bits(self, options: Iterable[str]) -> int:
        """Options as the bit mask that `deal` takes."""
        bits = 0
        for name in options:
            if name not in self.rules.OPTIONS:
                known = ", ".join(self.rules.OPTIONS) or "none"
                raise UnknownName(f"{self.title} has no option {name!r}; it has: {known}.")
            bits |= 1 << self.rules.OPTIONS.index(name)
        one_of = self.one_of
        if len(one_of & set(options)) > 1:
            raise LodgeError(f"{self.title} takes only one of the options {', '.join(sorted(one_of))}.")
        return bits

    @cached_property
    def one_of(self) -> frozenset[str]:
        """Options of which only one can be chosen, if there are any."""
        return frozenset(self.rules.ONE_OF if isinstance(self.rules, OneOf) else ())

    def option_sets(self, seats: int) -> Iterator[tuple[str, ...]]:
        """Every choice of options that makes a difference with so many players."""
        alone = self.one_of if seats == 1 else frozenset()
        others = [name for name in self.rules.OPTIONS if name not in self.one_of]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                yield chosen
                yield from ((*chosen, one) for one in sorted(alone))


_games: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game; from then on everything works with it: matches, bots, simulation, the server.

    What it lacks is told at once: LodgeError says where, and what to do.
    """
    if game.id not in _games:
        from lodge.games.validate import validate

        validate(game)
    _add(game)


def _add(game: Game) -> None:
    if _games.setdefault(game.id, game) != game:
        raise LodgeError(f"There is a game {game.id!r} already.")


def games() -> list[Game]:
    """All games: those that come with Lodge, those of other packages, and those registered by hand.

    Examples:
        >>> [game.id for game in games()][:4]
        ['dam-it', 'beaver-gang', 'amik', 'donnant']
    """
    _find_outside()
    return list(_games.values())


def game(name: str) -> Game:
    """A game by its id.

    Examples:
        >>> game("chess")
        Traceback (most recent call last):
        lodge.errors.UnknownName: There is no game 'chess'. The games are: dam-it, beaver-gang, amik, donnant...
    """
    if name not in _games:
        _find_outside()
    if name not in _games:
        from lodge.games.outside import why_not_there

        raise UnknownName(f"There is no game {name!r}. The games are: {', '.join(_games)}.{why_not_there(name)}")
    return _games[name]


def _find_outside() -> None:
    """Add the games of other packages, once."""
    if not _looked:
        from lodge.games.outside import found

        _looked.append(True)
        for one in found():
            _games.setdefault(one.id, one)


_looked: list[bool] = []

_add(
    Game(
        "dam-it",
        "Dam It!",
        (2, 4),
        15,
        "lodge.games.dam_it",
        daily=Daily(seats=3, master="master:8000", bots="steady:400"),
    )
)
_add(
    Game(
        "beaver-gang",
        "Beaver Gang",
        (2, 6),
        20,
        "lodge.games.beaver_gang",
        daily=Daily(seats=3, master="master:8000", bots="steady:80"),
    )
)
_add(Game("amik", "Amik", (1, 8), 30, "lodge.games.amik", daily=Daily(seats=1, master="master:200")))
_add(
    Game(
        "donnant",
        "Donnant Donnant",
        (1, 4),
        45,
        "lodge.games.donnant_donnant",
        daily=Daily(seats=2, master="master:1500", bots="steady:120"),
    )
)
