"""What the checks play: random games, position by position, and whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lodge.bots import bot, decide
from lodge.games import Game
from lodge.games.api import SPECTATOR, Rules
from lodge.games.compiled import compiled_contract, compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import below, copy, lucky, new
from lodge.match import Match

LONG = 70  # moves: of longer games not every position is looked at


class Broken(AssertionError):
    """A promise that a game does not keep."""


def promise(kept: object, words: str) -> None:
    """Broken where it is not kept; the words say what was found."""
    if not kept:
        raise Broken(words)


def outs(rules: Rules) -> tuple[Any, Any]:
    """Room for all actions, and for candidates."""
    return np.zeros(rules.ACTIONS, np.int16), np.zeros(rules.MOST_CANDIDATES, np.int16)


def random_game(game: Game, seats: int, options: tuple[str, ...], seed: int) -> Iterator[Any]:
    """A random game, position by position: always the same state, which goes on."""
    rules = compiled_rules(game)
    luck = lucky(seed)
    state = new(rules.State)
    rules.deal(state, seats, game.option_bits(options), luck)
    _, out = outs(rules)
    yield state
    for _ in range(rules.MOST_MOVES):
        waiting = rules.pending(state)
        if not waiting:
            return
        seat = first_seat(waiting)
        count = rules.candidates(state, seat, out)
        promise(count > 0, f"seat {seat} is to act but has no candidate: pending and candidates do not fit")
        rules.play(state, seat, int(out[below(luck, count)]), luck)
        yield state
    promise(not rules.pending(state), f"a random game goes on after MOST_MOVES = {rules.MOST_MOVES} moves")


def random_moves(game: Game, seats: int, options: tuple[str, ...], seed: int) -> int:
    """How long the random game is of which `positions` tells."""
    return sum(1 for _ in random_game(game, seats, options, seed)) - 1


def positions(game: Game, seats: int, options: tuple[str, ...], seed: int, every: int = 1) -> Iterator[Any]:
    """The positions of a random game; the last one is over."""
    moves = random_moves(game, seats, options, seed)
    every *= 1 + moves // LONG
    for number, state in enumerate(random_game(game, seats, options, seed)):
        if number % every == 0 or number == moves:
            yield copy(state)


def random_match(game: Game, seats: int, options: tuple[str, ...], seed: int, moves: int | None = None) -> Match:
    """A match that random players play, to the end or for so many moves."""
    match = Match.new(game.id, seats, seed=seed, options=options)
    luck = lucky(seed, 1)
    while match.pending and (moves is None or match.number < moves):
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), game, match.state, seat, luck))
    return match


def seats_of(mask: int) -> list[int]:
    """The seats in a bit mask."""
    return [seat for seat in range(int(mask).bit_length()) if int(mask) >> seat & 1]


def actions(call: Any, state: Any, seat: int, out: Any) -> list[int]:
    """What a rule writes."""
    return [int(action) for action in out[: call(state, seat, out)]]


def everything_seen(game: Game, state: Any, seat: int) -> Any:
    """All that a seat is ever told of a position: view, observation, legal moves, candidates."""
    rules = compiled_rules(game)
    shown = compiled_contract(game)
    told: list[Any] = [shown.view(state, seat)]
    both = shown.views(state, [seat, SPECTATOR])
    promise(both == [told[0], shown.view(state, SPECTATOR)], "several views at once are not those one by one")
    if seat != SPECTATOR:
        numbers = np.zeros(rules.OBSERVATION, np.int16)
        rules.observe(state, seat, numbers)
        told.append(numbers.tolist())
        if rules.pending(state) >> seat & 1:
            for name, out in zip(("legal", "candidates"), outs(rules), strict=True):
                told.append(actions(getattr(rules, name), state, seat, out))
    return told
