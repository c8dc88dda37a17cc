"""A learner's seat at many tables, with bots in the other seats: arrays of what it knows in, arrays of actions out.

Bots `random`, `greedy` and `hasty` move within compiled code. All others are asked from here: policies for all tables
at once, bots that search table by table, on several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lodge.bots import Bot, Greedy, Random, bot, decide
from lodge.bots.search import own_player
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.kernel import Luck, array, bits, copy, lucky
from lodge.kernel.compile import native
from lodge.lab.batch import Cores, checked_seed
from lodge.lab.parallel import check_number, threads_or_all
from lodge.lab.policy import policy
from lodge.lab.seated import (
    DISABLED,
    GREEDY,
    HASTY,
    NEXT_STEP,
    OUTSIDE,
    OVER,
    RANDOM,
    SAME_STEP,
    Inside,
    Place,
    Sight,
    Work,
    seated,
)
from lodge.lab.tables import MOST_TABLES, pick

AUTORESET = {"next-step": NEXT_STEP, "same-step": SAME_STEP, "disabled": DISABLED}
Array = npt.NDArray[Any]


@runtime_checkable
class Policy(Protocol):
    """A rival that decides for many tables at once, by what the seat to move at each knows."""

    def act(self, observations: Array, masks: Array) -> Array:
        """A legal action for each row."""


class Saved(NamedTuple):
    """Tables as they stood: the arrays that are shown, and the bytes of what is hidden."""

    sight: dict[str, Array]
    inside: list[bytes]


class Seat:
    """One seat of a game at many tables.

    `rivals` are the others, in the order of the seats: names of bots, `hasty` (nearly as good as `greedy` in a fraction
    of the time), `policy=FILE` for a learned one, or anything that is a `Policy` or a bot. Without any, the seat plays
    alone. A step plays an action at every table and lets the rivals move until it is the seat's turn again. What
    happens at a table whose game is over, `autoreset` says: with
    `same-step` the next begins at once, with `next-step` at the next step, whose action then means nothing, and with
    `disabled` when `begin` is told to. An illegal action loses: last place, and no points count.

    Game `k` of table `i` has the luck of (seed, i, k), whatever happens at other tables.
    """

    def __init__(
        self,
        name: str,
        tables: int = 1024,
        rivals: Sequence[str | Bot | Policy] = ("greedy",),
        *,
        seat: int = 0,
        seed: int = 0,
        options: Sequence[str] = (),
        autoreset: str = "same-step",
        threads: int | None = None,
    ) -> None:
        self.game: Game = game(name)
        if isinstance(rivals, str):
            raise LodgeError(f"Rivals are a list of bots, one for each other seat, like [{rivals!r}].")
        seats = 1 + len(rivals)
        self.game.check_seats(seats)
        if not 0 <= seat < seats:
            raise LodgeError(f"There is no seat {seat}: the seats are 0 to {seats - 1}.")
        check_number("tables", tables, MOST_TABLES)
        self.threads: int = threads_or_all(threads)
        if autoreset not in AUTORESET:
            raise LodgeError(f"There is no autoreset {autoreset!r}; there is: {', '.join(AUTORESET)}.")
        self.tables: int = tables
        self.seats: int = seats
        self.seat: int = seat
        self.options: tuple[str, ...] = tuple(options)
        self.autoreset: str = autoreset
        self.rivals: tuple[str | Bot | Policy, ...] = tuple(rivals)
        bits_ = self.game.option_bits(options)
        self._plan = Place(seat, seats, bits_, 1 / max(1, seats - 1), AUTORESET[autoreset])
        own = own_player(self.game, seats) is not None
        self._cores, self._work = Cores(self.game, self.threads), compiled(self.game, own)
        self._kinds = np.zeros(seats, np.int8)
        self._asked: dict[int, Any] = {}
        for other, rival in zip((each for each in range(seats) if each != seat), rivals, strict=True):
            self._sit(other, rival)
        self._sight, self._inside = self._arrays()
        sight = self._sight
        self.observation: Array = sight.observation  # int16, tables x OBSERVATION: what the seat knows
        self.mask: Array = sight.mask  # bool, tables x ACTIONS: what it may do; nothing where the game is over
        self.ended: Array = sight.ended  # bool: whether the last step ended a game,
        self.lost: Array = sight.lost  # bool: and whether by an illegal action
        # int16: with same-step, what the seat knew at the end of the latest finished game
        self.final: Array = sight.final
        # float32: 0; where a game ended from 1 (first) to -1, or alone the points
        self.rewards: Array = sight.rewards[:, seat]
        self.scores: Array = sight.scores  # int32, tables x seats: the points in the table's latest finished game,
        self.places: Array = sight.places  # int8, tables x seats: and the ranks from 1; 0 before there is one
        self.games: Array = sight.games  # int64: how many are finished
        self.reset(seed)

    def _sit(self, seat: int, rival: str | Bot | Policy) -> None:
        if rival == "hasty":
            self._kinds[seat] = HASTY
            return
        if isinstance(rival, str):
            rival = policy(rival, self.game) or bot(rival)
        if isinstance(rival, Random | Greedy):
            self._kinds[seat] = RANDOM if isinstance(rival, Random) else GREEDY
        else:
            self._kinds[seat], self._asked[seat] = OUTSIDE, rival

    def _arrays(self) -> tuple[Sight, Inside]:
        rules, tables, seats, make = self.game.rules, self.tables, self.seats, self._cores.make
        listed = max(rules.ACTIONS, rules.MOST_CANDIDATES)
        sight = Sight(
            turn=make((tables,), np.int8),
            observation=make((tables, rules.OBSERVATION), np.int16),
            mask=make((tables, rules.ACTIONS), np.bool_),
            listed=make((tables, listed), np.int16),
            counts=make((tables,), np.int16),
            ended=make((tables,), np.bool_),
            lost=make((tables,), np.bool_),
            final=make((tables, rules.OBSERVATION), np.int16),
            rewards=make((tables, seats), np.float32),
            scores=make((tables, seats), np.int32),
            places=make((tables, seats), np.int8),
            games=make((tables,), np.int64),
        )
        for each in sight:
            each[...] = 0
        states, (lucks, whims, minds) = array(rules.State, tables), (array(Luck, tables) for _ in range(3))
        return sight, Inside(states, lucks, whims, minds, np.zeros(tables, np.int64), np.zeros(tables, np.int64))

    # --- playing -----------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begin anew; with a seed, with its luck. With a seed for each table, that of table 0 of each seed."""
        if seed is not None:
            seeds = np.asarray(seed if isinstance(seed, Sequence) else [seed] * self.tables)
            if seeds.shape != (self.tables,):
                raise LodgeError(f"There are {len(seeds)} seeds for {self.tables} tables: give one for each, or one.")
            self._inside.seeds[:] = [checked_seed(int(each)) for each in seeds]
            self._inside.lanes[:] = 0 if isinstance(seed, Sequence) else np.arange(self.tables)
        self._begin(np.ones(self.tables, np.bool_), fresh=True)

    def begin(self, chosen: Array) -> None:
        """Begin the next game at some tables: an array of booleans."""
        self._begin(np.ascontiguousarray(chosen, np.bool_), fresh=False)

    def _begin(self, chosen: Array, *, fresh: bool) -> None:
        self._everywhere(self._work.begin, chosen, fresh)
        self._ask()

    def step(self, actions: Any) -> None:
        """Play one action at every table: an array of whole numbers, as long as there are tables."""
        if self.autoreset == "disabled" and (self._sight.turn == OVER).any():
            table = int(np.flatnonzero(self._sight.turn == OVER)[0])
            raise LodgeError(f"The game at table {table} is over: begin the next one first.")
        self._everywhere(self._work.step, self._cores.take(actions, self.tables))
        self._ask()

    def sample(self) -> Array:
        """A legal action for every table, each as likely; 0 where the game is over."""
        actions = np.zeros(self.tables, np.int64)
        counts = np.maximum(self._sight.counts, 1)  # where nothing is legal, anything may lie in the list

        def work(first: int, end: int) -> None:
            _pick()(self._sight.listed, counts, self._inside.whims[first:end], actions, first, end)

        self._cores.everywhere(work, self.tables)
        actions[self.over] = 0
        return actions

    def advice(self) -> Array:
        """What the best player there is without a search would do at every table: for a learner to begin by imitating.

        That is the one `master` searches with, where the game has it for so many seats, else `greedy`. 0 where the game
        is over.
        """
        actions, out = np.zeros(self.tables, np.int64), np.zeros_like(self._sight.listed)

        def work(first: int, end: int) -> None:
            inside = Inside(*(each[first:end] for each in self._inside))
            self._work.advise(self._sight, inside, self._plan, out, actions, first, end)

        self._cores.everywhere(work, self.tables)
        return actions

    @property
    def over(self) -> Array:
        """At which tables the game is over, and the next has not begun."""
        return np.asarray(self._sight.turn == OVER)

    def observe(self, seat: int) -> Array:
        """What another seat knows at every table."""
        if not 0 <= seat < self.seats:
            raise LodgeError(f"There is no seat {seat}: the seats are 0 to {self.seats - 1}.")
        states = self._inside.states
        out: Array = np.empty_like(self.observation)
        self._cores.everywhere(lambda a, b: self._work.look(states[a:b], seat, out, a, b), self.tables)
        return out

    def state(self, table: int) -> Any:
        """A copy of a table's state, hidden things included: to look at, not for a player."""
        if not 0 <= table < self.tables:
            raise LodgeError(f"There is no table {table}: the tables are 0 to {self.tables - 1}.")
        return copy(self._inside.states[table])

    def _everywhere(self, work: Callable[..., None], *given: Any) -> None:
        def part(first: int, end: int) -> None:
            inside = Inside(*(each[first:end] for each in self._inside))
            work(self._sight, inside, self._plan, self._kinds, *given, first, end)

        self._cores.everywhere(part, self.tables)

    def _ask(self) -> None:
        """Rivals that do not move by themselves are asked until it is the learner's turn everywhere."""
        while self._asked and (self._sight.turn >= 0).any():
            actions = np.zeros(self.tables, np.int64)
            for seat, rival in self._asked.items():
                if len(rows := np.flatnonzero(self._sight.turn == seat)):
                    actions[rows] = self._answers(rival, seat, rows)
            self._everywhere(self._work.answer, actions)

    def _answers(self, rival: Any, seat: int, rows: Array) -> Any:
        if isinstance(rival, Policy):
            return rival.act(self.observation[rows], self.mask[rows])
        own = [lucky(bits(self._inside.minds[row]), bits(self._inside.minds[row])) for row in rows]
        decides = partial(decide, rival, self.game)
        states = [self._inside.states[row] for row in rows]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(decides, states, [seat] * len(rows), own))

    # --- keeping -----------------------------------------------------------------------------------------

    def save(self) -> Saved:
        """All of it as plain arrays: what `restore` takes. The luck to come is in it."""
        return Saved(
            {name: each.copy() for name, each in self._sight._asdict().items()},
            [each.tobytes() for each in self._inside],
        )

    def restore(self, saved: Saved) -> None:
        """Go back to where this (or another one like it) was saved."""
        shapes = {name: each.shape for name, each in self._sight._asdict().items()}
        sizes = [each.nbytes for each in self._inside]
        if shapes != {name: each.shape for name, each in saved.sight.items()} or sizes != list(map(len, saved.inside)):
            raise LodgeError("This was saved from other tables: of another game, or with other tables or seats.")
        for name, each in self._sight._asdict().items():
            each[...] = saved.sight[name]
        for each, kept in zip(self._inside, saved.inside, strict=True):
            each[...] = np.frombuffer(kept, each.dtype)

    def __getstate__(self) -> dict[str, Any]:
        """Pickled as it stands, without its threads and its compiled code."""
        names = ("tables", "rivals", "seat", "options", "autoreset", "threads")
        return {"made": {name: getattr(self, name) for name in names}, "name": self.game.id, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Made anew where it arrives."""
        Seat.__init__(self, state["name"], **state["made"])
        self.restore(state["saved"])


@cache
def compiled(game: Game, master: bool) -> Work:
    """The rules for tables in native code; without Numba, as they are."""
    return Work(*(native(each, game.folder) for each in seated(game, master)))


@cache
def _pick() -> Callable[..., None]:
    return native(pick)
