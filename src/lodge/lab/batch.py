"""Many tables at once for learners: arrays of what seats know and may do in, arrays of actions out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import prod
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lodge.errors import IllegalMove, LodgeError, UnknownName
from lodge.games import Game, game
from lodge.kernel import Luck, array, copy, dtype_of
from lodge.kernel.compile import native
from lodge.lab.parallel import check_number, threads_or_all
from lodge.lab.sim import MOST_SEED
from lodge.lab.tables import MOST_TABLES, Hidden, Plan, Shown, check, pick, tables

DEVICES = ("cpu", "cuda")
FEWEST_A_THREAD = 256  # tables for which waking a thread pays
ALIGNED = 64  # bytes: JAX takes nothing less without copying


class Device(Protocol):
    """Where the tables are."""

    def make(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array for compiled code, not cleared."""

    def lend(self, memory: Any) -> Any:
        """The same memory as something that other libraries understand."""

    def hide(self, tables: int, kind: type[Any]) -> Any:
        """A struct of zeros for every table, in whatever order suits the device."""

    def look(self, structs: Any, kind: type[Any]) -> Any:
        """The same as an array of structs for NumPy."""

    def put(self, memory: Any, kept: Any) -> None:
        """Overwrite an array that `make` made."""

    def put_structs(self, structs: Any, kept: Any) -> None:
        """Overwrite structs that `hide` made."""

    def begin(self, shown: Shown, hidden: Hidden, plan: Plan) -> None:
        """Begin the first game at every table."""

    def take(self, actions: Any, count: int) -> Any:
        """Actions from outside, so many, as an array that `step` takes."""

    def step(self, shown: Shown, hidden: Hidden, plan: Plan, actions: Any) -> None:
        """Play an action at every table."""

    def pick(self, shown: Shown, hidden: Hidden, actions: Any) -> None:
        """Write a random legal action for every table."""


class Saved(NamedTuple):
    """A batch as it stood: what is shown of it, and the bytes of what is hidden."""

    seed: int
    shown: dict[str, Any]
    hidden: list[bytes]


class Batch:
    """Tables of one game, all played by arrays. Whoever is to move at a table is told what they know and may do.

    A step plays one action at every table. A table whose game ends begins the next at once: game `k` of table `i` has
    the luck of (seed, i, k) on every device, whatever happens at other tables. The arrays stay where they are and every
    step changes them: read them, never write. They are NumPy's on the CPU; DLPack lends them to any other library.
    """

    def __init__(
        self,
        name: str,
        tables: int = 1024,
        seats: int = 2,
        *,
        seed: int = 0,
        options: Sequence[str] = (),
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        """Begin a game at every table. `threads` is for the CPU: all cores, if not said otherwise."""
        self.game: Game = game(name)
        self.game.check_seats(seats)
        check_number("tables", tables, MOST_TABLES)
        threads = threads_or_all(threads)
        checked_seed(seed)
        self.tables: int = tables
        self.seats: int = seats
        self.device: str = device
        self.seed: int = seed
        self.options: tuple[str, ...] = tuple(options)
        self._threads = threads
        self._plan = Plan(seed, seats, self.game.option_bits(options), 1 / max(1, seats - 1))
        self._where = _device(self.game, device, threads)
        self._shown = _shown(self.game, tables, seats, self._where)
        self._hidden = Hidden(*(self._where.hide(tables, kind) for kind in self._kinds))
        self._actions = self._where.make((tables,), np.int64)
        self._sampled = self._where.lend(self._actions)
        self._lent = lent = Shown(*map(self._where.lend, self._shown))
        self.seat: Any = lent.seat  # int8: who is to move; where several may act at once, the lowest
        self.mask: Any = lent.mask  # bool, tables x ACTIONS: what that seat may do
        self.done: Any = lent.done  # bool: whether the last step ended a game, and began the next
        self.rewards: Any = (
            lent.rewards
        )  # float32, tables x seats: 0, but where a game ended from 1 (first) to -1 (last)
        self.scores: Any = lent.scores  # int32, tables x seats: the points in the table's latest finished game,
        self.places: Any = lent.places  # int8, tables x seats: and the ranks from 1; 0 before there is one
        self.games: Any = lent.games  # int64: how many are finished
        self.refused: Any = lent.refused  # int64: how many actions were illegal; never any on the CPU
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, as if the batch had just been made; with another seed, if one is given."""
        if seed is not None:
            self.seed = checked_seed(seed)
            self._plan = self._plan._replace(seed=self.seed)
        self._where.begin(self._shown, self._hidden, self._plan)

    def save(self) -> Saved:
        """All of it as plain arrays: what `restore` takes, on any device. The luck to come is in it."""
        shown = {name: np.array(each) for name, each in self._lent._asdict().items()}
        hidden = [self._where.look(each, kind).tobytes() for each, kind in zip(self._hidden, self._kinds, strict=True)]
        return Saved(self.seed, shown, hidden)

    def restore(self, saved: Saved) -> None:
        """Go back to where the batch (or another of the same game, tables, seats and options) was saved."""
        sizes = [len(each) // dtype_of(kind).itemsize for each, kind in zip(saved.hidden, self._kinds, strict=True)]
        fits = {name: np.shape(each) for name, each in self._lent._asdict().items()}
        if sizes != [self.tables] * 3 or fits != {name: each.shape for name, each in saved.shown.items()}:
            raise LodgeError("This was saved from another batch: of another game, or with other tables or seats.")
        self.seed = saved.seed
        self._plan = self._plan._replace(seed=saved.seed)
        for name, each in self._shown._asdict().items():
            self._where.put(each, saved.shown[name])
        for each, kind, kept in zip(self._hidden, self._kinds, saved.hidden, strict=True):
            self._where.put_structs(each, np.frombuffer(kept, dtype_of(kind)))

    def __getstate__(self) -> dict[str, Any]:
        """Pickled as it stands, without its threads and its compiled code."""
        made = {name: getattr(self, name) for name in ("tables", "seats", "seed", "options", "device")}
        return {"name": self.game.id, "made": made | {"threads": self._threads}, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Made anew where it arrives."""
        Batch.__init__(self, state["name"], **state["made"])
        self.restore(state["saved"])

    def __repr__(self) -> str:
        games = int(np.asarray(self.games).sum())
        return (
            f"<Batch of {self.game.title}: {self.tables} tables for {self.seats} on {self.device}; {games} games over>"
        )

    def observe(self) -> Any:
        """What the seat to move at each table knows: int16, tables x OBSERVATION, as the game's `observe` writes it."""
        return self._lent.observation

    def step(self, actions: Any) -> None:
        """Play one action at every table: an array of whole numbers, as long as there are tables.

        On the CPU an illegal action raises IllegalMove, and nothing is played. A GPU is not waited for: the table
        stands still, with no reward, and `refused` counts it.
        """
        taken = self._actions if actions is self._sampled else self._where.take(actions, self.tables)
        self._where.step(self._shown, self._hidden, self._plan, taken)

    def sample(self) -> Any:
        """A legal action for every table, each as likely; the array is used again by the next call."""
        self._where.pick(self._shown, self._hidden, self._actions)
        return self._sampled

    def state(self, table: int) -> Any:
        """A copy of a table's state, hidden things included: to look at, not for a player."""
        if not 0 <= table < self.tables:
            raise LodgeError(f"There is no table {table}: the tables are 0 to {self.tables - 1}.")
        return copy(self._where.look(self._hidden.states, self.game.rules.State)[table])

    def digest(self) -> str:
        """A hash over everything that can be seen and everything that will be: equal on all devices."""
        told = hashlib.blake2b(digest_size=8)
        for name, each in self._lent._asdict().items():
            if name != "listed":  # the mask says the same; behind those that count, anything may lie
                told.update(np.asarray(each).tobytes())
        for structs, kind in zip(self._hidden, self._kinds, strict=True):
            told.update(self._where.look(structs, kind).tobytes())
        return told.hexdigest()

    @property
    def _kinds(self) -> tuple[type[Any], ...]:
        return self.game.rules.State, Luck, Luck


def checked_seed(seed: int) -> int:
    """A seed, if it can be one."""
    if not 0 <= seed <= MOST_SEED:
        raise LodgeError(f"A seed is a number from 0 to 2**63 - 1, not {seed}.")
    return seed


def _shown(game: Game, tables: int, seats: int, where: Device) -> Shown:
    """Arrays for so many tables."""
    rules = game.rules
    return Shown(
        seat=where.make((tables,), np.int8),
        observation=where.make((tables, rules.OBSERVATION), np.int16),
        mask=where.make((tables, rules.ACTIONS), np.bool_),
        done=where.make((tables,), np.bool_),
        rewards=where.make((tables, seats), np.float32),
        scores=where.make((tables, seats), np.int32),
        places=where.make((tables, seats), np.int8),
        games=where.make((tables,), np.int64),
        refused=where.make((tables,), np.int64),
        listed=where.make((tables, rules.ACTIONS), np.int16),
        counts=where.make((tables,), np.int16),
    )


def _device(game: Game, name: str, threads: int) -> Device:
    if name not in DEVICES:
        raise UnknownName(f"There is no device {name!r}. The devices are: {', '.join(DEVICES)}.")
    if name == "cuda":
        from lodge.lab.batch_gpu import Gpu

        return Gpu(game)
    return Cores(game, threads)


class Cores:
    """The cores of this machine, each with a stretch of the tables."""

    def __init__(self, game: Game, threads: int) -> None:
        self._game = game
        self._run = compiled(game)
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def make(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array that begins where JAX wants it."""
        size = prod(shape) * np.dtype(dtype).itemsize
        memory = np.empty(size + ALIGNED, np.uint8)
        start = -memory.ctypes.data % ALIGNED
        return memory[start : start + size].view(dtype).reshape(shape)

    def lend(self, memory: Any) -> Any:
        """NumPy's arrays are understood everywhere."""
        return memory

    def hide(self, tables: int, kind: type[Any]) -> Any:
        """An array of structs."""
        return array(kind, tables)

    def look(self, structs: Any, kind: type[Any]) -> Any:  # noqa: ARG002
        """They are what NumPy has already."""
        return structs

    def put(self, memory: Any, kept: Any) -> None:
        """Overwrite an array."""
        memory[...] = kept

    def put_structs(self, structs: Any, kept: Any) -> None:
        """Overwrite structs."""
        structs[...] = kept

    def begin(self, shown: Shown, hidden: Hidden, plan: Plan) -> None:
        """Begin the first game at every table."""

        def work(first: int, end: int) -> None:
            self._run.begin(shown, Hidden(*(each[first:end] for each in hidden)), plan, first, end)

        self.everywhere(work, len(shown.seat))

    def take(self, actions: Any, count: int) -> npt.NDArray[np.int64]:
        """Any array or list of whole numbers."""
        given = np.asarray(actions)
        check_actions(given, count)
        return np.ascontiguousarray(given, np.int64)

    def step(self, shown: Shown, hidden: Hidden, plan: Plan, actions: npt.NDArray[np.int64]) -> None:
        """Play an action at every table, if all are legal."""

        def look(first: int, end: int) -> None:
            wrong = self._run.check(shown.listed, shown.counts, actions, first, end)
            if wrong < end:
                self._refuse(hidden.states[wrong], wrong, int(shown.seat[wrong]), int(actions[wrong]))

        def work(first: int, end: int) -> None:
            self._run.step(shown, hidden.states[first:end], hidden.lucks[first:end], plan, actions, first, end)

        self.everywhere(look, len(actions))
        self.everywhere(work, len(actions))

    def pick(self, shown: Shown, hidden: Hidden, actions: Any) -> None:
        """Write a random legal action for every table."""

        def work(first: int, end: int) -> None:
            self._run.pick(shown.listed, shown.counts, hidden.whims[first:end], actions, first, end)

        self.everywhere(work, len(actions))

    def everywhere(self, work: Callable[[int, int], None], tables: int) -> None:
        """Do it at all tables, every thread at a stretch of them: neighbours share cache lines."""
        parts = min(self._threads, -(-tables // FEWEST_A_THREAD))
        if self._pool is None or parts == 1:
            work(0, tables)
            return
        bounds = [tables * part // parts for part in range(parts + 1)]
        list(self._pool.map(work, bounds[:-1], bounds[1:]))  # a list: errors of all are told

    def _refuse(self, state: Any, table: int, seat: int, action: int) -> None:
        moves = self._game.moves
        if 0 <= action < self._game.rules.ACTIONS:
            why = f"{moves.text(action)!r} is not possible: {moves.why_not(state, seat, action)}"
        else:
            why = f"actions are 0 to {self._game.rules.ACTIONS - 1}."
        raise IllegalMove(f"Table {table}, seat {seat}, action {action}: {why} No table has moved.")


def check_actions(actions: Any, count: int) -> None:
    """Refuse what is not one whole number for each table."""
    if tuple(actions.shape) != (count,) or np.dtype(actions.dtype).kind not in "iu":
        shape = "x".join(str(size) for size in actions.shape)
        raise LodgeError(f"A step takes {count} whole numbers, one for each table, not {shape} of {actions.dtype}.")


class Compiled(NamedTuple):
    """What is done at a stretch of tables."""

    begin: Callable[..., None]
    check: Callable[..., int]
    step: Callable[..., None]
    pick: Callable[..., None]


@cache
def compiled(game: Game) -> Compiled:
    """The rules for tables in native code; without Numba, as they are."""
    rules = tables(game)
    return Compiled(*(native(each, game.folder) for each in (rules.begin, check, rules.step, pick)))
