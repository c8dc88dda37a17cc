"""The same call in several worlds: entries of a game with arguments from real play, and what comes of it, as bytes."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lodge.bots.growth import Kind, growth
from lodge.bots.halving import Halving
from lodge.bots.search import Master, Search
from lodge.bots.tree import Tree
from lodge.games import Game, games
from lodge.games.compiled import compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, below, copy, lucky, new, words
from lodge.kernel.backend import Compiled
from lodge.kernel.entry import Entry, Number, Rows
from lodge.kernel.module import _flat
from lodge.lab.playouts import TALLY
from lodge.lab.sim import entries as sim_entries

SEED = (1 << 62) + 12345


def budget(game: Game) -> int:
    """Play-outs that take about the same time in all games."""
    return {"amik": 15, "donnant": 60}.get(game.id, 150)


class Deal(NamedTuple):
    """A game, its number of players and its options."""

    game: Game
    seats: int
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.seats), *self.options])


def deals() -> list[Deal]:
    """Every game, number of seats and choice of options."""
    return [
        Deal(game, seats, options)
        for game in games()
        for seats in range(game.seats[0], game.seats[1] + 1)
        for options in game.option_sets(seats)
    ]


class Call(NamedTuple):
    """An entry and what it is called with."""

    entry: Entry
    arguments: tuple[Any, ...]

    def again(self) -> Call:
        """The same, untouched by who calls it."""
        return Call(self.entry, _copied(self.arguments))

    def on(self, backend: str) -> list[Any]:
        """What is returned, and all that was handed over, after a call on a backend."""
        twin = self.again()
        returned = Compiled(twin.entry, backend)(*twin.arguments)
        return [int(returned or 0), *twin.leaves()]

    def leaves(self) -> list[Any]:
        """All that is handed over: numbers, and the bytes of everything else."""
        flat = _flat(self.entry.takes, self.arguments)
        kinds = [kind for _, kind in self.entry.leaves()]
        return [int(one) if isinstance(kind, Number) else one.tobytes() for kind, one in zip(kinds, flat, strict=True)]

    def plain(self) -> dict[str, Any]:
        """The call in plain values, for another language: a number, or bytes (and the lengths of an array)."""
        flat = _flat(self.entry.takes, self.arguments)
        kinds = [kind for _, kind in self.entry.leaves()]
        shapes = [list(one.shape) if isinstance(kind, Rows) else [] for kind, one in zip(kinds, flat, strict=True)]
        places = [one.ctypes.data if isinstance(one, np.ndarray) else object() for one in flat]
        leaves = [
            str(one)
            if isinstance(one, int)
            else {"bytes": b64encode(one).decode(), "shape": shape, "same": places.index(place)}
            for one, shape, place in zip(self.leaves(), shapes, places, strict=True)
        ]
        return {"name": self.entry.name, "leaves": leaves}


def hashed(found: list[Any]) -> list[Any]:
    """What a call gave, in short: what it returned, and a hash over the bytes of all that was handed over."""
    returned, *leaves = found
    return [returned, hashlib.sha256(b"".join(one for one in leaves if isinstance(one, bytes))).hexdigest()]


def _copied(thing: Any, made: dict[int, Any] | None = None) -> Any:
    """A copy; what lies in the same memory does so again."""
    made = {} if made is None else made
    if isinstance(thing, tuple):
        parts = [_copied(part, made) for part in thing]
        return type(thing)(*parts) if hasattr(thing, "_fields") else tuple(parts)
    if isinstance(thing, np.void):
        return copy(thing)
    if not isinstance(thing, np.ndarray):
        return thing
    if thing.ctypes.data in made:
        twin: Any = made[thing.ctypes.data].view(thing.dtype).reshape(thing.shape)
        return twin
    made[thing.ctypes.data] = thing.copy()
    return made[thing.ctypes.data]


@cache
def walk(deal: Deal, moves: int) -> tuple[Any, int]:
    """A position of random play with a seat that has a choice: the first after so many moves, or from the end on."""
    rules, luck, found = compiled_rules(deal.game), lucky(7), []
    state, out = new(rules.State), np.zeros(rules.MOST_CANDIDATES, np.int16)
    rules.deal(state, deal.seats, deal.game.option_bits(deal.options), luck)
    while waiting := rules.pending(state):
        seat = first_seat(waiting)
        count = rules.candidates(state, seat, out)
        if count > 1:
            found.append((copy(state), seat))
            if len(found) > moves >= 0:
                break
        rules.play(state, seat, int(out[below(luck, count)]), luck)
    return found[moves]


def simulation(deal: Deal, count: int) -> Call:
    """A batch of random games."""
    [batch] = sim_entries(deal.game)
    states = array(deal.game.rules.State, 1)
    room, tally = np.zeros(deal.game.rules.MOST_CANDIDATES, np.int16), np.zeros(TALLY, np.int64)
    numbers = (SEED, 3, count, deal.seats, deal.game.option_bits(deal.options))
    return Call(batch.entry, (states, words(states), array(Luck, 1), room, tally, *numbers))


def thoughts(deal: Deal, moves: int, playouts: int) -> Iterator[Call]:
    """What `search` and `master` do to decide on a move."""
    state, seat = walk(deal, moves)
    interpreted = deal.game.on("python")  # its arrays are plain ones
    for bot in (Search(playouts=playouts), Master(playouts=playouts, milliseconds=None)):
        made = bot.tree(interpreted, state, seat, SEED, 0, ())
        if isinstance(made, Halving):
            yield _halving(interpreted, made, playouts)
        elif isinstance(made, Tree):
            kind: Kind = bot.kind(interpreted, deal.seats)
            yield Call(growth(kind).entry, (made.memory, *made.who, playouts))


def _halving(game: Game, made: Halving, playouts: int) -> Call:
    from lodge.bots.halving import _try_out

    found = made.actions, made.visits, made.values
    return Call(_try_out(game).entry, (made.states, made.luck, *found, len(made.actions), *made.who, playouts, 0))
