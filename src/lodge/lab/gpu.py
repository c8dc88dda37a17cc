"""Random games on a CUDA GPU: one table a thread, each playing many games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from lodge.games import Game
from lodge.kernel import Luck, dtype_of
from lodge.kernel.cuda import cuda
from lodge.lab.playouts import TALLY, Tally, random_game

THREADS_IN_BLOCK = 128


@cache
def _kernel(game: Game) -> Any:
    """The kernel for a game: table `t` of `tables` plays games first + t, first + t + tables, ..."""
    module = cuda()
    play_random_game = random_game(game)
    module_rules = cuda()  # the line above made a new rule
    state_words = dtype_of(game.rules.State).itemsize // 8
    luck_type = dtype_of(Luck)
    most = game.rules.MOST_CANDIDATES
    del module_rules

    def play_tables(
        states: Any, memory: Any, total: Tally, seed: int, first: int, count: int, seats: int, options: int
    ) -> None:
        table = module.grid(1)
        tables = module.gridsize(1)
        lucks = module.local.array(1, luck_type)
        out = module.local.array(most, np.int16)
        tally = module.local.array(TALLY, np.int64)
        for i in range(TALLY):
            tally[i] = 0
        for index in range(table, count, tables):
            play_random_game(states[table], memory[table], lucks[0], out, tally, seed, first + index, seats, options)
        for i in range(TALLY):
            module.atomic.add(total, i, tally[i])

    _ = state_words
    return module.jit(play_tables)
