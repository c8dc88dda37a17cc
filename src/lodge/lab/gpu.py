"""Random games on a CUDA GPU: a million tables at once, one a thread."""

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
REGISTERS = 1 << 16  # of one multiprocessor, for all threads that run on it at a time
gpu: Any = None  # numba.cuda once it is needed; global, because its simulator looks for it among the globals


@cache
def _kernel(game: Game, registers: int | None) -> Any:
    """The kernel for a game: table t of all tables plays games first + t, first + t + the tables, ..."""
    global gpu  # noqa: PLW0603
    play_random_game = random_game(game)
    gpu = cuda()  # after the line above, which made a rule
    state_type, luck_type, most = dtype_of(game.rules.State), dtype_of(Luck), game.rules.MOST_CANDIDATES

    def play_tables(
        states: Any, memory: Any, total: Any, seed: int, first: int, count: int, seats: int, options: int
    ) -> None:
        table = gpu.grid(1)
        # The state lives in thread-local memory, which the hardware lays out so that neighbours' words are neighbours.
        state = gpu.local.array(1, state_type)
        luck = gpu.local.array(1, luck_type)
        out = gpu.local.array(most, np.int16)
        tally = gpu.local.array(TALLY, np.int64)
        for i in range(TALLY):
            tally[i] = 0
        if table < count:
            state[0] = states[table]
        for index in range(table, count, gpu.gridsize(1)):
            play_random_game(state[0], luck[0], out, tally, seed, first + index, seats, options)
            states[table] = state[0]
            fingerprint(memory[table], tally)
        for i in range(TALLY):
            gpu.atomic.add(total, i, tally[i])

    limits = {} if registers is None else {"max_registers": registers}
    return gpu.jit(**limits)(play_tables)


def gpu_runner(game: Game, seats: int, options: int, seed: int) -> Callable[[int, int], Tally]:
    """A function that plays games `first` to `first + count - 1` on the GPU."""
    launch = game.tuning.launch
    kernel = _kernel(game, launch.registers)
    state_type = dtype_of(game.rules.State)
    states = gpu.to_device(np.zeros(TABLES, state_type))
    memory = states.view(np.int64).reshape(TABLES, state_type.itemsize // 8)

    def run(first: int, count: int) -> Tally:
        total = gpu.to_device(np.zeros(TALLY, np.int64))
        for start in range(0, count, TABLES * launch.games):
            games = min(TABLES * launch.games, count - start)
            grid = -(-min(games, TABLES) // launch.block), launch.block
            kernel[grid](states, memory, total, seed, first + start, games, seats, options)
        result: Tally = total.copy_to_host()
        return result

    return run
