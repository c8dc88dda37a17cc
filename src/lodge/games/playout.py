"""Playing on at random: a rule made for each game."""

from collections.abc import Callable
from functools import cache
from typing import Any

from lodge.games import Game
from lodge.kernel import Luck, Out, below, rule

SHARES = 840  # a win's shares: divisible by every number of winners up to 8


@rule
def first_seat(seats: int) -> int:
    """The lowest seat in a bit mask."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@cache
def play_on(game: Game) -> Callable[..., Any]:
    """A rule that plays random candidates until the game is over, and returns how many moves that took."""
    pending, candidates, play = game.rules.pending, game.rules.candidates, game.rules.play

    def play_to_the_end(state: Any, luck: Luck, out: Out) -> int:
        moves = 0
        waiting = pending(state)
        while waiting:
            seat = first_seat(waiting)
            count = candidates(state, seat, out)
            play(state, seat, int(out[below(luck, count)]), luck)
            moves += 1
            waiting = pending(state)
        return moves

    return rule(play_to_the_end)
