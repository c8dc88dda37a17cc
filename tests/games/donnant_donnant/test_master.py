"""The player of `master`: what it does is legal and leaves positions alone, and what it expects is what comes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from lodge.games.donnant_donnant.players.common import LONG, rounds_later
from lodge.games.donnant_donnant.players.greedy import dice as hand_written
from lodge.games.donnant_donnant.players.master import ALONE, HORIZON, TURNS, WITH_OTHERS, far, policy, turns, worth
from lodge.games.donnant_donnant.players.master.policy import act
from lodge.games.donnant_donnant.players.master.tuned import TELLS, WEIGHTS
from lodge.games.donnant_donnant.players.master.value import PARTS, promise, prospect
from lodge.games.donnant_donnant.players.master.weights import TIMES
from lodge.games.donnant_donnant.rules.arrays import FAMILY
from lodge.games.donnant_donnant.rules.deck import CARDS, EQUAL
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.state import BUY, WRITE
from lodge.games.worth import UNIT
from lodge.kernel import copy, lucky, new, same

from .walks import DONNANT, FAST, GREEDY


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_it_plays_by_the_rules_and_leaves_the_position_as_it_is(seats: int) -> None:
    state, luck = new(DONNANT.rules.State), lucky(3, seats)
    FAST.deal(state, seats, 0, luck)
    out = np.zeros(DONNANT.rules.ACTIONS, np.int16)
    for _ in range(150):
        if not (waiting := FAST.pending(state)):
            break
        seat = waiting.bit_length() - 1
        before = copy(state)
        action = act(state, seat, WEIGHTS[ALONE if seats == 1 else WITH_OTHERS])
        assert same(before, state)
        assert action in out[: FAST.legal(state, seat, out)]
        FAST.play(state, seat, action, luck)


def finished() -> list[dict[str, Any]]:
    """Nine cards, all completed."""
    cards = ["e2", "e7", "e16", "e20", "e27", "b1", "b5", "b9", "b13"]
    spots = [f"{column}{row}" for row in "345" for column in "cde"]
    numbers = [[5] * 4, [1] * 3, [3, 4, 5, 6], [5] * 3, [1, 2, 3], [1, 6], [2, 5], [2, 3], [3, 6, 6]]
    return [{"card": card, "at": at, "written": row} for card, at, row in zip(cards, spots, numbers, strict=True)]


def test_a_finished_stall_promises_its_score() -> None:
    """With all cards laid and completed, nothing is left to guess."""
    state = DONNANT.moves.from_position(
        {"players": [{"cards": finished()}], "dice": [1, 2, 3, 4, 5], "rolls": 1, "round": 13}, 0
    )
    assert FAST.score(state, 0) > 0
    assert promise(state, 0, WEIGHTS[ALONE]) == 100 * FAST.score(state, 0)
    tells = np.zeros((TIMES, PARTS), np.int64)
    tells[:, 1:8] = 1000
    assert prospect(state, 0, WEIGHTS[ALONE], tells) == 100 * FAST.score(state, 0)


def test_what_is_expected_of_a_position_is_what_comes() -> None:
    """Games that the player plays to the end, judged at the start of their eighth round."""
    expected: list[float] = []
    scored: list[int] = []
    for number in range(24):
        state, luck = new(DONNANT.rules.State), lucky(8, number)
        FAST.deal(state, 1, 0, luck)
        start = copy(state)
        while FAST.pending(state):
            assert far(start, state) == (int(state.round) >= HORIZON)
            if int(state.round) == 7 and len(expected) == number:
                expected.append(prospect(state, 0, WEIGHTS[ALONE], TELLS[ALONE]) / 100)
                assert 0 < worth(state, 0) < 10_000
            FAST.play(state, 0, act(state, 0, WEIGHTS[ALONE]), luck)
        scored.append(FAST.score(state, 0))
    assert np.mean(expected) == pytest.approx(np.mean(scored), abs=9)
    assert np.corrcoef(expected, scored)[0, 1] > 0.3


@pytest.mark.parametrize("leads", [True, False])
def test_who_leads_lays_the_ninth_card_and_who_does_not_waits(leads: bool) -> None:
    """N25. Both stalls have eight cards; one is completed, of the other nothing is written."""
    others = ["e3", "e8", "e17", "e21", "e28", "b2", "b6", "b10"]
    ahead: dict[str, Any] = {"cards": finished()[:8]}
    behind = {"cards": [{"card": card, "at": one["at"]} for card, one in zip(others, finished(), strict=False)]}
    position = {
        "players": [ahead, behind],
        "active": 0 if leads else 1,
        "dice": [3, 3, 3, 6, 1],
        "rolls": 3,
        "round": 8,
        "evaluation": [None, None, None, "e12"],
    }
    state, seat = DONNANT.moves.from_position(position, 0), 0 if leads else 1
    assert worth(state, seat) > 5_000 if leads else worth(state, seat) < 5_000
    assert worth(state, 0) + worth(state, 1) == pytest.approx(10_000, abs=2)
    assert (BUY <= act(state, seat, WEIGHTS[WITH_OTHERS]) < WRITE) == leads


def test_with_others_play_outs_go_on_for_some_turns_and_from_the_ninth_card_to_the_end() -> None:
    state, luck = new(DONNANT.rules.State), lucky(9)
    FAST.deal(state, 3, 0, luck)
    start = copy(state)
    while waiting := FAST.pending(state):
        assert far(start, state) == (turns(state) >= TURNS and int(state.ending) == 0)
        seat = waiting.bit_length() - 1
        FAST.play(state, seat, GREEDY.choose(DONNANT, copy(state), seat, luck), luck)
    assert turns(state) == 3 * int(state.round) > TURNS


def test_useful_dice_are_those_of_the_hand_written_player() -> None:
    random = Random(1)  # noqa: S311
    for _ in range(1500):
        card, written = random.randrange(CARDS), 0
        for _ in range(random.randrange(3)):
            die, number = random.randrange(5), random.randint(1, 6)
            at = hand_written.cell_for(card, written, die, number)
            written |= number << 3 * at if at < 8 else 0
        dice = sum(random.randint(1, 6) << 3 * die for die in range(5))
        quick, slow = policy.useful_dice(card, written, dice), hand_written.useful_dice(card, written, dice)
        if FAMILY[card] == EQUAL:  # of numbers that serve equally well, another may be taken
            assert ones(quick) == ones(slow)
        else:
            assert quick == slow


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up_is_judged_within_the_tables(seats: int) -> None:
    """Interpreted, where an index beyond a table is an error: with empty stalls the end seems far away."""
    state, luck = new(DONNANT.rules.State), lucky(3)
    DONNANT.rules.deal(state, seats, 0, luck)
    assert rounds_later(state) <= LONG
    for _ in range(12):
        waiting = DONNANT.rules.pending(state)
        seat = (waiting & -waiting).bit_length() - 1
        assert 0 <= worth(state, seat) <= UNIT
        DONNANT.rules.play(state, seat, int(DONNANT.greedy.hasty(state, seat, luck)), luck)
