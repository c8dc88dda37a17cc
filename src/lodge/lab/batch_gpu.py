"""A batch on a CUDA GPU: a thread for every table, and the arrays lent by DLPack."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lodge.games import Game
from lodge.kernel import Luck, dtype_of, rule
from lodge.kernel.cuda import cuda
from lodge.kernel.dlpack import CUDA, lend
from lodge.kernel.struct import WORD
from lodge.lab.batch import check_actions
from lodge.lab.tables import Hidden, Plan, Shown, pick, tables

BLOCK = 128
OURS = (None, 1, -1)  # streams for which the default stream's work is done in time: itself, and callers that do not ask
gpu: Any = None  # numba.cuda once it is needed; global, because its simulator looks for it among the globals


class OnGpu:
    """An array on the GPU: for PyTorch, JAX and CuPy without copying, for NumPy as a copy."""

    def __init__(self, there: Any) -> None:
        self._there = there
        self.shape: tuple[int, ...] = there.shape
        self.dtype: np.dtype[Any] = there.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        description: dict[str, Any] = self._there.__cuda_array_interface__
        return description

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, int(gpu.current_context().device.id)

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        """Lend the memory. Whoever reads it on a stream of their own finds all steps done that were asked for."""
        if stream not in OURS:
            gpu.synchronize()
        address = self.__cuda_array_interface__["data"][0]
        return lend(address, self.shape, self.dtype, self.__dlpack_device__(), self._there)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("An array on the GPU is copied when NumPy asks for it.")
        return np.asarray(self._there.copy_to_host(), dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{'x'.join(map(str, self.shape))} {self.dtype} on the GPU>"


class Kernels(NamedTuple):
    """What is done at all tables."""

    begin: Any
    step: Any
    pick: Any
    widen: Any


@rule
def fetch(there: Any, table: int, here: Any) -> None:
    """Copy a table's struct into the thread's memory, word by word: each lies beside the neighbours' same word."""
    for i in range(len(here)):
        here[i] = there[i, table]


@rule
def keep(here: Any, there: Any, table: int) -> None:
    """And back."""
    for i in range(len(here)):
        there[i, table] = here[i]


@cache
def kernels(game: Game) -> Kernels:
    """The kernels of a game: a thread plays at one table, on copies of its structs.

    They are given no array that they do not use: every one makes launching slower.
    """
    global gpu  # noqa: PLW0603
    begin, step = tables(game)
    gpu = cuda()  # after the line above, which made rules
    state_type, luck_type = dtype_of(game.rules.State), dtype_of(Luck)
    state_words, luck_words = state_type.itemsize // WORD, luck_type.itemsize // WORD

    def begin_tables(shown: Shown, hidden: Hidden, plan: Plan) -> None:
        table = gpu.grid(1)
        if table < len(shown.seat):
            state = gpu.local.array(state_words, np.int64)
            luck = gpu.local.array(luck_words, np.int64)
            whim = gpu.local.array(luck_words, np.int64)
            fetch(hidden.states, table, state)  # deal does not write what no rule reads
            ours = Hidden(state.view(state_type), luck.view(luck_type), whim.view(luck_type))
            begin(shown, ours, plan, table, table + 1)
            keep(state, hidden.states, table)
            keep(luck, hidden.lucks, table)
            keep(whim, hidden.whims, table)

    def step_tables(shown: Shown, states: Any, lucks: Any, plan: Plan, actions: Any) -> None:
        table = gpu.grid(1)
        if table < len(actions):
            state = gpu.local.array(state_words, np.int64)
            luck = gpu.local.array(luck_words, np.int64)
            fetch(states, table, state)
            fetch(lucks, table, luck)
            step(shown, state.view(state_type), luck.view(luck_type), plan, actions, table, table + 1)
            keep(state, states, table)
            keep(luck, lucks, table)

    def pick_tables(listed: Any, counts: Any, whims: Any, actions: Any) -> None:
        table = gpu.grid(1)
        if table < len(actions):
            whim = gpu.local.array(luck_words, np.int64)
            fetch(whims, table, whim)
            pick(listed, counts, whim.view(luck_type), actions, table, table + 1)
            keep(whim, whims, table)

    def widen_actions(given: Any, actions: Any) -> None:
        table = gpu.grid(1)
        if table < len(actions):
            actions[table] = given[table]

    return Kernels(*(gpu.jit(each) for each in (begin_tables, step_tables, pick_tables, widen_actions)))


class Gpu:
    """The GPU. Structs lie there word by word: first that of every table, then the second of every table, ..."""

    def __init__(self, game: Game) -> None:
        self._kernels = kernels(game)

    def make(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array."""
        return gpu.device_array(shape, dtype)

    def lend(self, memory: Any) -> OnGpu:
        """As PyTorch, JAX and CuPy take it."""
        return OnGpu(memory)

    def hide(self, tables: int, kind: type[Any]) -> Any:
        """Structs for so many tables."""
        return gpu.to_device(np.zeros((dtype_of(kind).itemsize // WORD, tables), np.int64))

    def look(self, structs: Any, kind: type[Any]) -> Any:
        """Structs as NumPy has them."""
        return np.ascontiguousarray(structs.copy_to_host().T).view(dtype_of(kind))[:, 0]

    def put(self, memory: Any, kept: Any) -> None:
        """Overwrite an array."""
        memory.copy_to_device(np.ascontiguousarray(kept))

    def put_structs(self, structs: Any, kept: Any) -> None:
        """Overwrite structs."""
        words = np.frombuffer(kept.tobytes(), np.int64).reshape(len(kept), -1)
        structs.copy_to_device(np.ascontiguousarray(words.T))

    def begin(self, shown: Shown, hidden: Hidden, plan: Plan) -> None:
        """Begin the first game at every table."""
        self._kernels.begin[_grid(shown.seat)](shown, hidden, plan)

    def take(self, actions: Any, count: int) -> Any:
        """Whole numbers on the GPU or from this machine's memory; kernels are made for one type, others are copied."""
        if hasattr(actions, "block_until_ready"):
            actions.block_until_ready()  # JAX works on a stream of its own
        if hasattr(actions, "__cuda_array_interface__"):
            given = gpu.as_cuda_array(actions)
            check_actions(given, count)
            if given.dtype == np.int64 and given.is_c_contiguous():
                return given
            wide = gpu.device_array(count, np.int64)
            self._kernels.widen[_grid(wide)](given, wide)
            return wide
        here = np.asarray(actions)
        check_actions(here, count)
        return gpu.to_device(np.ascontiguousarray(here, np.int64))

    def step(self, shown: Shown, hidden: Hidden, plan: Plan, actions: Any) -> None:
        """Play an action at every table where it is legal."""
        self._kernels.step[_grid(actions)](shown, hidden.states, hidden.lucks, plan, actions)

    def pick(self, shown: Shown, hidden: Hidden, actions: Any) -> None:
        """Write a random legal action for every table."""
        self._kernels.pick[_grid(actions)](shown.listed, shown.counts, hidden.whims, actions)


def _grid(tables: Any) -> tuple[int, int]:
    """Blocks, and threads in each."""
    return -(-len(tables) // BLOCK), BLOCK
