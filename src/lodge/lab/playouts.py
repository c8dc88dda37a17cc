"""Random games as a rule, made for each game: what simulation runs on every backend."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.games import Game
from lodge.games.playout import SHARES, play_on
from lodge.kernel import Luck, Out, rule, sow
from lodge.kernel.luck import MASK, turn

MOST_SEATS = 8

# What a batch of games adds up to; whole numbers only, so that the order of adding does not matter.
GAMES, MOVES, DIGEST, SCORES, WINS = 0, 1, 2, 4, 4 + MOST_SEATS
TALLY = WINS + MOST_SEATS

Tally = npt.NDArray[np.int64]


@rule
def fingerprint(memory: Tally, tally: Tally) -> None:
    """Add the hash of a state's memory to the two lanes of the digest."""
    a = 0x9E3779B9
    b = 0x7F4A7C15
    for i in range(len(memory)):
        word = int(memory[i])
        a = (turn(a ^ (word & MASK), 13) * 0x2C1B3C6D + b) & MASK  # factors below 2**31: no product leaves 63 bits
        b = (turn(b ^ (word >> 32 & MASK), 17) * 0x297A2D39 + a) & MASK
    for _ in range(2):
        a = (turn(a ^ (a >> 15), 11) * 0x2C1B3C6D + b) & MASK
        b = (turn(b ^ (b >> 13), 19) * 0x297A2D39 + a) & MASK
    tally[DIGEST] += a
    tally[DIGEST + 1] += b


@cache
def random_game(game: Game) -> Callable[..., Any]:
    """A rule that plays game number `index` of a seed at random and adds its result to a tally."""
    deal, score, standing, play_to_the_end = game.rules.deal, game.rules.score, game.rules.standing, play_on(game)

    def play_random_game(
        state: Any, luck: Luck, out: Out, tally: Tally, seed: int, index: int, seats: int, options: int
    ) -> None:
        sow(luck, seed, index)
        deal(state, seats, options, luck)
        tally[MOVES] += play_to_the_end(state, luck, out)
        tally[GAMES] += 1
        best = 0
        winners = 0
        first = 0  # who they are, as bits
        for seat in range(seats):
            points = score(state, seat)  # once: counting can take long
            tally[SCORES + seat] += points
            rank = standing(state, seat, points)
            if winners == 0 or rank > best:
                best, winners, first = rank, 0, 0
            if rank == best:
                winners += 1
                first |= 1 << seat
        for seat in range(seats):
            tally[WINS + seat] += (first >> seat & 1) * (SHARES // winners)

    return rule(play_random_game)
