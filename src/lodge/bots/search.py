"""`search` and `master`: bots that grow a tree of moves within a budget of play-outs or time, on several threads."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lodge.bots.exact import solve
from lodge.bots.growth import Kind, growth, name_of
from lodge.bots.halving import Halving
from lodge.bots.net import Net, has_net, load, shipped
from lodge.bots.tree import CHUNK, Tree
from lodge.games import Game
from lodge.games.api import Adviser, Horizon
from lodge.games.api import Master as MasterPlayer
from lodge.games.compiled import compiled, compiled_rules, state_of
from lodge.games.worth import UNIT
from lodge.kernel import INT, NUMBERS, Luck, bits
from lodge.kernel.backend import Compiled

MOST_NODES = 1 << 21  # room in a tree, at most
DEEP_PLAYOUTS, DEEP_MILLISECONDS = 2000, 200  # from which on halving has time for play-outs to the end
LOOKS = 16  # whether all is settled: often enough to stop in time, seldom enough to cost nothing
NODES_A_MILLISECOND = 64  # room in the tree, several times what was seen; when full, the search goes on without growing


class Weight(NamedTuple):
    """What the search found out about an action."""

    action: int
    visits: int
    value: float  # mean reward, 0 to 1


def weights(trees: Sequence[Tree | Halving]) -> list[Weight]:
    """The actions that were tried, the most visited first."""
    visits: Counter[int] = Counter()
    values: Counter[int] = Counter()
    for action, count, value in chain.from_iterable(tree.answers() for tree in trees):
        visits[action] += count
        values[action] += value
    found = [Weight(action, count, values[action] / count / UNIT) for action, count in visits.items()]
    return sorted(found, key=lambda weight: (-weight.visits, -weight.value, weight.action))


def settled(trees: Sequence[Tree | Halving], seconds: float, left: float) -> bool:
    """Whether the most visited action stays that in what is left of the time, even if all of it went to the next."""
    visits = [weight.visits for weight in weights(trees)] + [0]
    return visits[0] - visits[1] > sum(visits) * left / seconds


@dataclass(frozen=True)
class Search:
    """The bot. A budget in play-outs gives the same move for the same luck; one in milliseconds need not."""

    playouts: int | None = 2000
    milliseconds: int | None = None
    threads: int = 1

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """The action that was looked at most; where there is no choice, none is looked at."""
        out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
        if compiled_rules(game).candidates(state, seat, out) == 1:
            return int(out[0])
        return self.best(game, state, seat, luck)

    def best(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """The action that was looked at most."""
        return weights(self.grown(game, state, seat, luck, settle=True))[0].action

    def weigh(self, game: Game, state: Any, seat: int, luck: Luck, future: Any = ()) -> list[Weight]:
        """The actions that were tried, the most visited first; `future` is the luck to come, for who sees it."""
        return weights(self.grown(game, state, seat, luck, future))

    def grown(
        self, game: Game, state: Any, seat: int, luck: Luck, future: Any = (), *, settle: bool = False
    ) -> list[Tree | Halving]:
        """What each thread found out within the budget; with `settle`, only until it is clear what is visited most."""
        seed = bits(luck) << 31 | bits(luck) >> 1
        deadline = math.inf if self.milliseconds is None else time.monotonic() + self.milliseconds / 1000
        trees = [self.tree(game, state, seat, seed, number, future) for number in range(self.threads)]
        began, ends = time.monotonic(), [deadline]
        if settle and self.playouts is None and all(isinstance(tree, Tree) for tree in trees):
            ends = np.linspace((began + deadline) / 2, deadline, LOOKS).tolist()  # before half of it nothing is settled
        with ThreadPoolExecutor(self.threads) as pool:
            for end in ends:
                for thread in [pool.submit(tree.grow, end) for tree in trees]:
                    thread.result()
                now = time.monotonic()
                if end < deadline and settled(trees, now - began, deadline - now):
                    break
        return trees

    def tree(self, game: Game, state: Any, seat: int, seed: int, number: int, future: Any) -> Tree | Halving:
        """What thread `number` works on."""
        run, net = growth(self.kind(game, int(state.seats))), self.net(game)
        return Tree(game, run.workspace(), net, state, seat, seed, number, self._share(number), future)

    def kind(self, game: Game, seats: int) -> Kind:  # noqa: ARG002 - masters have players for some
        """What its tree is like."""
        return Kind(game, game.greedy)

    def net(self, game: Game) -> Net | None:  # noqa: ARG002 - masters have one for each game
        """What judges where the tree is left; None: the end of the game does, played hastily."""
        return None

    def _share(self, number: int) -> tuple[float, int]:
        """The play-outs of thread `number`, and room for its tree: no play-out adds more than one node."""
        if self.playouts is None:
            return math.inf, min(MOST_NODES, NODES_A_MILLISECOND * int(self.milliseconds or 0) + CHUNK)
        share = self.playouts * (number + 1) // self.threads - self.playouts * number // self.threads
        return share, min(MOST_NODES, share + 2)


@dataclass(frozen=True)
class Master(Search):
    """The best there is for each game: search with a net, with a player of its own, with exact answers at the end.

    The net is the one that is shipped for the game, or one from a file; not every game has one.
    """

    playouts: int | None = None
    milliseconds: int | None = 500
    file: Path | None = None
    packed: bytes | None = field(default=None, init=False, repr=False)  # the file itself, once it has travelled

    def __getstate__(self) -> dict[str, Any]:
        """Pickled with its net: where it arrives the file need not be."""
        packed = self.file.read_bytes() if self.file is not None and self.file.exists() else self.packed
        return self.__dict__ | {"packed": packed}

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """Where nothing is left to chance, the best action; elsewhere, the one that was looked at most."""
        few, own = np.zeros(game.rules.ACTIONS, np.int16), own_player(game, int(state.seats))
        if _shortlist(game, own is not None)(state, seat, few) == 1:
            return int(few[0])
        action = own.certain(state, seat) if own else None
        if action is None:
            action = solve(game, state, seat)
        return self.best(game, state, seat, luck) if action is None else action

    def tree(self, game: Game, state: Any, seat: int, seed: int, number: int, future: Any) -> Tree | Halving:
        """Where the game's own player says how far play-outs need to go, there is no tree; it may also advise one."""
        own = own_player(game, int(state.seats)) if self.net(game) is None and len(future) == 0 else None
        if isinstance(own, Horizon):
            fewest, most = own.DEEP
            deep = (self.playouts or 0) >= DEEP_PLAYOUTS or (self.milliseconds or 0) >= DEEP_MILLISECONDS
            deep = deep and fewest <= int(state.seats) <= most
            return Halving(game, state, seat, seed, number, self._share(number)[0], deep)
        tree = super().tree(game, state, seat, seed, number, future)
        if isinstance(own, Adviser) and isinstance(tree, Tree):
            own.advise(state, seat, tree.memory.notes.opinions)
        return tree

    def kind(self, game: Game, seats: int) -> Kind:
        """With a net where there is one, and with the game's own player, unless that one needs no tree."""
        own = own_player(game, seats)
        player = game.greedy if own is None or isinstance(own, Horizon) else own
        return Kind(game, player, learned=self.net(game) is not None)

    def net(self, game: Game) -> Net | None:
        """The net, which is read again only when its file has changed."""
        if self.file is None:
            return shipped(game) if has_net(game) else None
        if self.packed is not None:
            return _unpacked(self.file, self.packed, game)
        return _kept(self.file, self.file.stat().st_mtime_ns if self.file.exists() else 0, game)


def own_player(game: Game, seats: int) -> MasterPlayer | None:
    """The player that a game has for `master`, if it is for so many at the table."""
    own = game.master
    return own if own is not None and own.SEATS[0] <= seats <= own.SEATS[1] else None


@cache
def _shortlist(game: Game, own: bool) -> Compiled:
    player = game.master if own and game.master else game.greedy
    return compiled(game, f"{name_of(player)}.shortlist", player.shortlist, state_of(game), INT, NUMBERS)


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled, but for ceilings: they belong to the lab."""
    yield _shortlist(game, own=False)
    if game.master is not None:
        yield _shortlist(game, own=True)
    seats = range(game.seats[0], game.seats[1] + 1)
    yield from map(growth, dict.fromkeys(bot.kind(game, count) for count in seats for bot in (Search(), Master())))


@lru_cache(maxsize=8)
def _kept(path: Path, changed: int, game: Game) -> Net:
    del changed
    return load(path, game)


@lru_cache(maxsize=8)
def _unpacked(path: Path, packed: bytes, game: Game) -> Net:
    return load(path, game, packed)
