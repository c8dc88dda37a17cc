"""All seats at many tables; those who may act at once do so. Arrays of what every seat knows, actions of every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game, game
from lodge.kernel import Luck, array, rule, sow
from lodge.kernel.compile import native
from lodge.lab.batch import Cores, checked_seed
from lodge.lab.parallel import check_number, threads_or_all
from lodge.lab.tables import MOST_TABLES, allowed, rank

Array = npt.NDArray[Any]


class Sights(NamedTuple):
    """What is shown of the tables: a row each, and in it one for each seat."""

    observation: Any
    mask: Any  # the last action is to wait
    listed: Any
    counts: Any
    ended: Any
    rewards: Any
    scores: Any
    places: Any
    games: Any


class Plan(NamedTuple):
    """Which games are played."""

    seed: int
    seats: int
    options: int
    step: float


class Work(NamedTuple):
    """What can be done at tables `first` to `end - 1`."""

    begin: Callable[..., None]
    check: Callable[..., int]
    step: Callable[..., None]


@cache
def _show(game: Game) -> Callable[..., None]:
    pending, legal, observe = game.rules.pending, game.rules.legal, game.rules.observe
    wait = game.rules.ACTIONS

    def show(state: Any, sights: Sights, plan: Plan, table: int) -> None:
        """Tell every seat what it knows and may do; who has nothing to do waits."""
        observation, mask, listed = sights.observation[table], sights.mask[table], sights.listed[table]
        counts, waiting = sights.counts[table], pending(state)
        for seat in range(plan.seats):
            observe(state, seat, observation[seat])
            for i in range(int(counts[seat])):
                mask[seat, int(listed[seat, i])] = False
            count = 0
            if waiting >> seat & 1:
                count = legal(state, seat, listed[seat])
            mask[seat, wait] = count == 0
            for i in range(count):
                mask[seat, int(listed[seat, i])] = True
            counts[seat] = count

    return rule(show)


@cache
def _settle(game: Game) -> Callable[..., None]:
    score, place = game.rules.score, game.rules.place

    def settle(state: Any, seats: int, step: float, scores: Any, places: Any, rewards: Any) -> None:
        """The game is over: points, ranks and rewards; alone, the points are the reward."""
        for seat in range(seats):
            scores[seat] = score(state, seat)
            places[seat] = place(state, seat)
        if seats > 1:
            rank(places, rewards, step)
        else:
            rewards[0] = scores[0]

    return rule(settle)


@cache
def _check(game: Game) -> Callable[..., int]:
    wait = game.rules.ACTIONS

    def check(sights: Sights, plan: Plan, actions: Any, first: int, end: int) -> int:
        """The first table at which a seat's action is not legal; `end` if there is none."""
        for table in range(first, end):
            for seat in range(plan.seats):
                count, action = int(sights.counts[table, seat]), int(actions[table, seat])
                if action != wait if count == 0 else not allowed(sights.listed[table, seat], count, action):
                    return table
        return end

    return rule(check)


@cache
def together(game: Game) -> Work:
    """The rules for a game's tables."""
    deal, pending, play, show, settle = game.rules.deal, game.rules.pending, game.rules.play, _show(game), _settle(game)

    def begin(sights: Sights, states: Any, lucks: Any, plan: Plan, first: int, end: int) -> None:
        """Begin the first game at every table."""
        for table in range(first, end):
            state, luck = states[table - first], lucks[table - first]
            sights.games[table] = 0
            sights.ended[table] = False
            sow(luck, plan.seed, table << 32)
            deal(state, plan.seats, plan.options, luck)
            show(state, sights, plan, table)

    def step(sights: Sights, states: Any, lucks: Any, plan: Plan, actions: Any, first: int, end: int) -> None:
        """Play the actions of all who may act, the lowest seat first; where that ends the game, begin the next."""
        for table in range(first, end):
            state, luck = states[table - first], lucks[table - first]
            movers = pending(state)
            for seat in range(plan.seats):
                sights.rewards[table, seat] = 0
                if movers >> seat & 1:
                    play(state, seat, int(actions[table, seat]), luck)
            sights.ended[table] = pending(state) == 0
            if sights.ended[table]:
                settle(state, plan.seats, plan.step, sights.scores[table], sights.places[table], sights.rewards[table])
                sights.games[table] += 1
                sow(luck, plan.seed, table << 32 | int(sights.games[table]))
                deal(state, plan.seats, plan.options, luck)
            show(state, sights, plan, table)

    return Work(rule(begin), _check(game), rule(step))


@cache
def compiled(game: Game) -> Work:
    """The rules for tables in native code; without Numba, as they are."""
    return Work(*(native(each, game.folder) for each in together(game)))


class Together:
    """All seats of a game at many tables. A table whose game ends begins the next in the same step.

    Game `k` of table `i` has the luck of (seed, i, k), as in `lodge.lab.Batch`.
    """

    def __init__(
        self,
        name: str,
        tables: int = 1024,
        seats: int = 2,
        *,
        seed: int = 0,
        options: Sequence[str] = (),
        threads: int | None = None,
    ) -> None:
        self.game: Game = game(name)
        self.game.check_seats(seats)
        check_number("tables", tables, MOST_TABLES)
        self.threads: int = threads_or_all(threads)
        self.tables: int = tables
        self.seats: int = seats
        self.options: tuple[str, ...] = tuple(options)
        self.wait: int = self.game.rules.ACTIONS  # the action of those who have nothing to do
        self._plan = Plan(checked_seed(seed), seats, self.game.option_bits(options), 1 / max(1, seats - 1))
        self._cores, self._work = Cores(self.game, self.threads), compiled(self.game)
        rules, make = self.game.rules, self._cores.make
        self._sights = sights = Sights(
            observation=make((tables, seats, rules.OBSERVATION), np.int16),
            mask=make((tables, seats, rules.ACTIONS + 1), np.bool_),
            listed=make((tables, seats, rules.ACTIONS), np.int16),
            counts=make((tables, seats), np.int16),
            ended=make((tables,), np.bool_),
            rewards=make((tables, seats), np.float32),
            scores=make((tables, seats), np.int32),
            places=make((tables, seats), np.int8),
            games=make((tables,), np.int64),
        )
        for each in sights:
            each[...] = 0
        self._states, self._lucks = array(rules.State, tables), array(Luck, tables)
        self.observation: Array = sights.observation  # int16, tables x seats x OBSERVATION: what each seat knows
        self.mask: Array = sights.mask  # bool, tables x seats x (ACTIONS + 1): what it may do; the last is to wait
        self.ended: Array = sights.ended  # bool: whether the last step ended a game, and began the next
        # float32, tables x seats: 0; where a game ended from 1 (first) to -1 (last)
        self.rewards: Array = sights.rewards
        self.scores: Array = sights.scores  # int32, tables x seats: the points in the table's latest finished game,
        self.places: Array = sights.places  # int8, tables x seats: and the ranks from 1
        self.games: Array = sights.games  # int64: how many are finished
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; with another seed, if one is given."""
        if seed is not None:
            self._plan = self._plan._replace(seed=checked_seed(seed))
        self._everywhere(lambda a, b: self._work.begin(self._sights, *self._part(a, b), self._plan, a, b))

    def step(self, actions: Any) -> None:
        """Play an action of every seat at every table: whole numbers, tables x seats.

        An illegal one raises IllegalMove, and no table has moved.
        """
        given = np.asarray(actions)
        if given.shape != (self.tables, self.seats) or given.dtype.kind not in "iu":
            raise LodgeError(
                f"A step takes {self.tables} x {self.seats} whole numbers, one for each seat of each table."
            )
        given = np.ascontiguousarray(given, np.int64)

        def look(first: int, end: int) -> None:
            if (wrong := self._work.check(self._sights, self._plan, given, first, end)) < end:
                raise IllegalMove(f"Table {wrong}: {given[wrong].tolist()} are not all legal. No table has moved.")

        self._everywhere(look)
        self._everywhere(lambda a, b: self._work.step(self._sights, *self._part(a, b), self._plan, given, a, b))

    def _part(self, first: int, end: int) -> tuple[Any, Any]:
        return self._states[first:end], self._lucks[first:end]

    def _everywhere(self, work: Callable[[int, int], None]) -> None:
        self._cores.everywhere(work, self.tables)

    def __getstate__(self) -> dict[str, Any]:
        """Pickled as it stands, without its threads and its compiled code."""
        made = {name: getattr(self, name) for name in ("tables", "seats", "options", "threads")}
        kept = {
            "sights": [each.copy() for each in self._sights],
            "hidden": [self._states.tobytes(), self._lucks.tobytes()],
        }
        return {"name": self.game.id, "made": made | {"seed": self._plan.seed}, **kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Made anew where it arrives."""
        Together.__init__(self, state["name"], **state["made"])
        for each, kept in zip(self._sights, state["sights"], strict=True):
            each[...] = kept
        for structs, kept in zip((self._states, self._lucks), state["hidden"], strict=True):
            structs[...] = np.frombuffer(kept, structs.dtype)
