"""The lanes, and watching, on a CUDA GPU: a thread for each lane, and for each game that is watched.

Arrays stay there: PyTorch takes them as they are, by their `__cuda_array_interface__`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from tools.beaver_net import lanes, watching
from tools.beaver_net.lanes import Sheet, begin_lane, step_lane
from tools.beaver_net.watching import EACH, PLAYOUTS, Notes, watch_game

from lodge.games.beaver_gang.rules import MOST_CANDIDATES
from lodge.games.beaver_gang.rules.state import State
from lodge.kernel import Luck, dtype_of
from lodge.kernel.cuda import cuda
from lodge.kernel.struct import WORD
from lodge.lab.batch_gpu import fetch, keep

BLOCK = 64
STATE, LUCK = dtype_of(State), dtype_of(Luck)
STATE_WORDS, LUCK_WORDS = STATE.itemsize // WORD, LUCK.itemsize // WORD
gpu: Any = None  # numba.cuda once it is needed; global, because its simulator looks for it among the globals


class Kernels(NamedTuple):
    """What is done by many threads."""

    begin: Any
    step: Any
    watch: Any


def begin_lanes(states: Any, lucks: Any, seed: int, first: int, sheet: Sheet) -> None:
    """As `lanes.begin_all`."""
    lane = gpu.grid(1)
    if lane < len(sheet.seats):
        state = gpu.local.array(STATE_WORDS, np.int64)
        luck = gpu.local.array(LUCK_WORDS, np.int64)
        fetch(states, lane, state)  # deal does not write what no rule reads
        begin_lane(state.view(STATE)[0], luck.view(LUCK)[0], seed, first, sheet, lane)
        keep(state, states, lane)
        keep(luck, lucks, lane)


def step_lanes(states: Any, lucks: Any, sheet: Sheet, slots: Any) -> None:
    """As `lanes.step_all`."""
    lane = gpu.grid(1)
    if lane < len(slots):
        state = gpu.local.array(STATE_WORDS, np.int64)
        luck = gpu.local.array(LUCK_WORDS, np.int64)
        fetch(states, lane, state)
        fetch(lucks, lane, luck)
        step_lane(state.view(STATE)[0], luck.view(LUCK)[0], sheet, lane, int(slots[lane]))
        keep(state, states, lane)
        keep(luck, lucks, lane)


def watch_games(more: int, seed: int, playouts: int, notes: Notes) -> None:
    """As `watching.watch_all`."""
    number = gpu.grid(1)
    if number < len(notes.kept):
        states = gpu.local.array(2, STATE)
        lucks = gpu.local.array(3, LUCK)
        out = gpu.local.array(MOST_CANDIDATES, np.int16)
        watch_game(states, lucks, out, more, seed, number, playouts, notes)


@cache
def kernels() -> Kernels:
    """Made when they are first needed."""
    global gpu  # noqa: PLW0603
    gpu = cuda()
    return Kernels(*(gpu.jit(each) for each in (begin_lanes, step_lanes, watch_games)))


class Lanes:
    """As `lanes.Lanes`; structs lie there word by word, the same word of all lanes together."""

    def __init__(self, players: Any, roles: Any, seed: int, first: int = 0) -> None:
        self._kernels = kernels()
        self.sheet = Sheet(*(gpu.to_device(part) for part in lanes.blank(players, roles)))
        count = len(players)
        self.states, self.lucks = (
            gpu.to_device(np.zeros((size, count), np.int64)) for size in (STATE_WORDS, LUCK_WORDS)
        )
        self._kernels.begin[blocks(count), BLOCK](self.states, self.lucks, seed, first, self.sheet)

    def step(self, slots: Any) -> None:
        """Play a slot that is open in every lane (int8), up to the next decision."""
        there = gpu.as_cuda_array(slots) if hasattr(slots, "__cuda_array_interface__") else gpu.to_device(slots)
        self._kernels.step[blocks(len(there)), BLOCK](self.states, self.lucks, self.sheet, there)


def watch(more: bool, games: int, seed: int, playouts: int = 0, each: int = EACH) -> tuple[Any, Any, Any]:
    """As `watching.watch`."""
    kernel = kernels().watch
    notes = Notes(*(gpu.to_device(part) for part in watching.blank(more, games, each)))
    kernel[blocks(games), BLOCK](int(more), seed, playouts or PLAYOUTS[more], notes)
    return watching.rows_of(Notes(*(part.copy_to_host() for part in notes)))


def blocks(threads: int) -> int:
    """Blocks for so many threads."""
    return -(-threads // BLOCK)
