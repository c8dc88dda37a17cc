"""Self-play on a CUDA GPU: many tables at once, one a thread, each playing game after game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from lodge.bots.net import NARROW, WIDE, Mind, Net, mind
from lodge.games import Game
from lodge.kernel import Luck, dtype_of
from lodge.kernel.cuda import cuda
from lodge.lab.selfplay import KEPT, Plan, Runner, Samples, Scratch, room, self_play

CHUNK = 1 << 16  # games at a time
BLOCK = 64
gpu: Any = None  # numba.cuda once it is needed; global, because its simulator looks for it among the globals


@cache
def _kernel(game: Game) -> Any:
    """The kernel for a game: table t of all tables plays games first + t, first + t + the tables, ..."""
    global gpu  # noqa: PLW0603
    play_itself = self_play(game)
    gpu = cuda()  # after the line above, which made a rule
    state_type, luck_type = dtype_of(game.rules.State), dtype_of(Luck)
    most, observation = game.rules.MOST_CANDIDATES, game.rules.OBSERVATION

    def play_tables(net: Net, sums_at_first: Any, plan: Plan, first: int, count: int, rows: Any, worths: Any) -> None:
        states = gpu.local.array(3, state_type)
        lucks = gpu.local.array(3, luck_type)
        out = gpu.local.array(most, np.int16)
        sums = gpu.local.array(most, np.int64)
        seen = gpu.local.array(observation, np.int16)
        shown = gpu.local.array((1, observation), np.uint8)
        wide = gpu.local.array((1, WIDE), np.int32)
        narrow = gpu.local.array(NARROW, np.int32)
        owners = gpu.local.array(KEPT, np.int8)
        for i in range(observation):
            shown[0, i] = 0
        for h in range(WIDE):
            wide[0, h] = sums_at_first[h]
        scratch = Scratch(states, lucks, out, sums, Mind(seen, shown, wide, narrow), owners)
        for i in range(gpu.grid(1), count, gpu.gridsize(1)):
            start, end = i * KEPT, (i + 1) * KEPT
            play_itself(scratch, net, plan, first + i, rows[start:end], worths[start:end])

    return gpu.jit(play_tables)


def gpu_runner(game: Game, net: Net, plan: Plan) -> Runner:
    """As `lodge.lab.selfplay.runner`, on the GPU."""
    kernel = _kernel(game)
    there = Net(*(gpu.to_device(part) for part in net))
    sums_at_first = gpu.to_device(mind(net, 1).wide[0])

    def run(first: int, count: int) -> Samples:
        rows, worths = (gpu.to_device(part) for part in room(game, count))
        kernel[-(-count // BLOCK), BLOCK](there, sums_at_first, plan, first, count, rows, worths)
        return Samples(rows.copy_to_host(), worths.copy_to_host())

    return run
