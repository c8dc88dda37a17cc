"""Random games on a CUDA GPU: a million tables at once, one a thread, each playing game after game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from lodge.games import Game
from lodge.kernel import Luck, dtype_of
from lodge.kernel.cuda import cuda
from lodge.lab.playouts import TALLY, Tally, fingerprint, random_game

TABLES = 1 << 20
BLOCK = 256


@cache
def _kernel(game: Game) -> Any:
    """The kernel for a game: table t of all tables plays games first + t, first + t + TABLES, ..."""
    play_random_game = random_game(game)
    module = cuda()  # after the line above, which made a rule
    state_type, luck_type, most = dtype_of(game.rules.State), dtype_of(Luck), game.rules.MOST_CANDIDATES

    def play_tables(
        states: Any, memory: Any, total: Any, seed: int, first: int, count: int, seats: int, options: int
    ) -> None:
        table = module.grid(1)
        # The state lives in thread-local memory, which the hardware lays out so that neighbours' words are neighbours.
        state = module.local.array(1, state_type)
        luck = module.local.array(1, luck_type)
        out = module.local.array(most, np.int16)
        tally = module.local.array(TALLY, np.int64)
        for i in range(TALLY):
            tally[i] = 0
        state[0] = states[table]
        for index in range(table, count, module.gridsize(1)):
            play_random_game(state[0], luck[0], out, tally, seed, first + index, seats, options)
            states[table] = state[0]
            fingerprint(memory[table], tally)
        for i in range(TALLY):
            module.atomic.add(total, i, tally[i])

    return module.jit(play_tables)


def gpu_runner(game: Game, seats: int, options: int, seed: int) -> Callable[[int, int], Tally]:
    """A function that plays games `first` to `first + count - 1` on the GPU."""
    kernel = _kernel(game)
    module = cuda()
    state_type = dtype_of(game.rules.State)
    states = module.to_device(np.zeros(TABLES, state_type))
    memory = states.view(np.int64).reshape(TABLES, state_type.itemsize // 8)

    def run(first: int, count: int) -> Tally:
        total = module.to_device(np.zeros(TALLY, np.int64))
        kernel[TABLES // BLOCK, BLOCK](states, memory, total, seed, first, count, seats, options)
        result: Tally = total.copy_to_host()
        return result

    return run
