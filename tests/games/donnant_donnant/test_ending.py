"""The last turn: what it is told to come to is what comes when everything is tried, roll by roll and move by move."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from lodge.bots import bot, decide
from lodge.bots.last import last_worths
from lodge.games.donnant_donnant.players import ending
from lodge.games.donnant_donnant.players.ending import is_last
from lodge.games.donnant_donnant.rules.deck import CARDS, EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, ROLLS
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    COUNT,
    JOKER_DRAWS,
    LAYS,
    OVER,
    PASSIVE,
    REROLL,
    SECOND,
    SOLO,
)
from lodge.kernel import array, copy, lucky, new
from tests.unmeasured import unmeasured

from .walks import DONNANT, FAST

MANY = 40  # rolls: more are left to other tests


@cache
def last_turn(seats: int, seed: int) -> tuple[tuple[Any, int], ...]:
    """The positions of a last turn between quick players, each with who moves."""
    state, number, found = new(DONNANT.rules.State), 0, []
    FAST.deal(state, seats, 0, lucky(seed))
    while waiting := FAST.pending(state):
        seat = (waiting & -waiting).bit_length() - 1
        if is_last(state):
            found.append((copy(state), seat))
        FAST.play(state, seat, decide(bot("greedy"), DONNANT, state, seat, lucky(seed, number)), lucky(seed, number))
        number += 1
    return tuple(found)


def actions(state: Any, seat: int) -> list[int]:
    out = np.zeros(DONNANT.rules.MOST_CANDIDATES, np.int16)
    return [int(action) for action in out[: FAST.candidates(state, seat, out)]]


def played(state: Any, seat: int, action: int) -> Any:
    state = copy(state)
    FAST.play(state, seat, action, lucky(1))
    return state


def with_dice(state: Any, which: int, numbers: tuple[int, ...]) -> Any:
    state, left = copy(state), list(numbers)
    for die in range(DICE):
        if which >> die & 1:
            state.dice = int(state.dice) & ~(7 << 3 * die) | left.pop() << 3 * die
    return state


def rolls_of(which: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, FACES + 1), repeat=which.bit_count())


def written(state: Any) -> int:
    """The most points of a passive turn alone, every way tried."""
    if int(state.phase) != SOLO:
        assert int(state.phase) == COUNT
        return FAST.score(state, 0)
    return max(written(played(state, 0, action)) for action in actions(state, 0))


def shares(state: Any) -> list[float]:
    won = [FAST.place(state, seat) == 1 for seat in range(int(state.seats))]
    return [one / sum(won) for one in won]


def best(state: Any) -> tuple[float, ...]:
    """What a position brings each seat, as it is told of the best move of whoever moves."""
    waiting = FAST.pending(state)
    if not waiting:
        return tuple(shares(state))
    seat = (waiting & -waiting).bit_length() - 1
    worths = last_worths(DONNANT, state, seat)
    return max(worths.values(), key=lambda one: one[seat])


def unseen(state: Any, seat: int, action: int) -> list[Any]:
    """The position with each card that a pile may have on top; the seat has put cards under it and knows those."""
    drawn = played(state, seat, action)
    assert int(drawn.phase) == BLIND
    pool = [int(drawn.held)]
    pile = action - JOKER_DRAWS
    pool += [card for card in range(CARDS) if int(drawn.rest) >> card & 1 and (card >= EVALUATION_COUNT) == (pile == 1)]
    for at in range(int(drawn.under_size[pile])):
        entry = int(drawn.under[pile, at])
        pool += [] if entry >> 6 >> seat & 1 else [entry & 63]
    found = []
    for card in pool:
        one = copy(drawn)
        one.held = card
        found.append(one)
    return found


def mean_of(states: list[Any]) -> list[float]:
    return [float(one) for one in np.mean([best(state) for state in states], axis=0)]


def tried(state: Any, seat: int, action: int) -> list[float] | None:
    """What an action comes to, by what is told of the positions after it; None: too much to try here."""
    if REROLL < action < LAYS:
        which = action - REROLL
        if FACES ** which.bit_count() > MANY:
            return None
        after = played(state, seat, action)
        return mean_of([with_dice(after, which, numbers) for numbers in rolls_of(which)])
    if JOKER_DRAWS <= action < JOKER_DRAWS + 2:
        return mean_of(unseen(state, seat, action))
    after = played(state, seat, action)
    if int(state.level) == 0 or int(after.phase) != SOLO or int(state.phase) == SOLO:
        return list(best(after)) if int(after.phase) != OVER or int(state.level) == 0 else [FAST.score(state, 0)]
    return None  # the passive roll: below


@pytest.mark.parametrize(("seats", "seed"), [(1, 9), (1, 13), (2, 4), (2, 9), (2, 11)])
def test_a_move_is_worth_what_comes_after_it(seats: int, seed: int) -> None:
    compared, rerolls, told = 0, 0, set()
    for state, seat in last_turn(seats, seed):
        for action, worth in last_worths(DONNANT, state, seat).items():
            found = tried(state, seat, action)
            if found is not None:
                assert worth == pytest.approx(found, abs=2e-4), DONNANT.moves.text(action)
                compared, rerolls = compared + 1, rerolls + (REROLL < action < LAYS)
                told.add(worth[seat])
    assert compared > rerolls > 0
    assert len(told) > 1


@pytest.mark.parametrize("circles", [0, 1])
@unmeasured()
def test_the_passive_roll_is_tried_in_every_way(circles: int) -> None:
    """Alone, at the end of the last active turn: all 6 ** 5 rolls, each used as well as can be; N21 lets write more."""
    state = copy(next(state for state, _ in last_turn(1, 0) if int(state.rolls) == ROLLS))
    state.circles[0, SECOND] = circles
    after = played(state, 0, 0)
    assert int(after.phase) == SOLO
    points = [written(with_dice(after, 2**DICE - 1, numbers)) for numbers in rolls_of(2**DICE - 1)]
    assert min(points) < np.mean(points)
    assert last_worths(DONNANT, state, 0, 0)[0] == pytest.approx([np.mean(points)], abs=1e-4)


@pytest.mark.parametrize(
    ("seats", "seed", "nth"), [(1, 6, 2), (1, 7, 0), (2, 0, 1), (2, 5, 3), (3, 0, 0), (3, 1, 1), (3, 7, 3)]
)
def test_interpreted_it_says_the_same(seats: int, seed: int, nth: int) -> None:
    """Where little is left to try."""
    state, seat = last_turn(seats, seed)[nth]

    def told(worths_of: Any) -> tuple[int, list[int], list[int]]:
        states, listed = array(DONNANT.rules.State, ending.ROWS), np.zeros(DONNANT.rules.ACTIONS, np.int16)
        worths = np.zeros(DONNANT.rules.MOST_CANDIDATES * DONNANT.seats[1], np.int64)
        states[0] = state
        count = worths_of(states, seat, -1, lucky(0), listed, worths)
        return count, listed.tolist(), worths.tolist()

    found = told(ending.last_worths)
    assert found[0]
    assert told(inspect.unwrap(ending.last_worths)) == found


def test_before_the_last_turn_nothing_is_told() -> None:
    state = new(DONNANT.rules.State)
    FAST.deal(state, 2, 0, lucky(1))
    assert not last_worths(DONNANT, state, 0)
    for state, _ in last_turn(2, 0):
        assert int(state.phase) != PASSIVE or int(state.rolls) == ROLLS
