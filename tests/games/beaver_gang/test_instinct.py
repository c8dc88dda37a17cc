"""What Beaver Gang's master thinks at once: features that say only what is known, slots that are actions, a net."""

from __future__ import annotations

import numpy as np
import pytest

from lodge.games.beaver_gang import instinct, sight
from lodge.games.beaver_gang.facts import KINDS
from lodge.games.beaver_gang.rules import ACTIONS
from lodge.games.beaver_gang.state import NONE
from lodge.kernel import same
from lodge.kernel.compile import native

from . import book
from .book import row
from .test_secrets import twins
from .walks import GANG, TEXTS, Plan, actions, states, waiting

MOST_BYTES = 2_000_000
PLANS = [Plan(2, seed, style) for seed, style in enumerate(("user", "seldom", "thrower", "any"))]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_every_feature_has_a_row_of_its_own(plan: Plan) -> None:
    starts, ends = np.array(sight.STARTS), np.array([*sight.STARTS[1:], sight.ROWS])
    seen = np.zeros(sight.FEATURES, np.int16)
    for state in states(plan):
        for seat in waiting(state):
            sight.see(state, seat, seen)
            assert (starts <= seen).all()
            assert (seen < ends).all()


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_slots_are_all_there_is_to_choose_from(plan: Plan) -> None:
    """Each open slot is a legal action, each but one, and what is listed has a slot, unless there is no choice."""
    out, seen = np.zeros(ACTIONS, np.int16), np.zeros(sight.FEATURES, np.int16)
    for state in states(plan):
        for seat in waiting(state):
            listed = out[: sight.listed(state, seat, out)].tolist()
            assert set(listed) <= set(actions(state, seat, "candidates"))
            if sight.forced(state, seat) != NONE:
                assert listed == [sight.forced(state, seat)]
                continue
            orders = sight.see(state, seat, seen)
            there = sight.open_slots(state, seat, orders)
            slots = [slot for slot in range(sight.SLOTS) if there >> slot & 1]
            found = [sight.action_of(state, seat, orders, slot) for slot in slots]
            assert len(set(found)) == len(found) > 1 or TEXTS[found[0]].startswith("peek")
            assert set(listed) <= set(found) <= set(actions(state, seat))


def test_what_is_hidden_changes_nothing() -> None:
    """Neither what is seen, nor what is thought of it, nor what is listed."""
    different = 0
    run, mind = native(instinct.weigh, GANG.folder), instinct.mind()
    for viewer, state, twin in twins(Plan(2, 5, "user"), every=4):
        if viewer < 0 or viewer not in waiting(state):
            continue
        different += not same(state, twin)
        thought = []
        for one in (state, twin):
            out, opinions = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS + 1, np.int32)
            run(one, viewer, instinct.shipped(), mind, opinions)
            thought.append((mind.seen.tolist(), opinions.tolist(), out[: sight.listed(one, viewer, out)].tolist()))
        assert thought[0] == thought[1]
    assert different > 20


def test_it_says_the_same_interpreted_and_compiled() -> None:
    fast, net, compared = native(instinct.decide, GANG.folder), instinct.shipped(), 0
    for number, state in enumerate(states(Plan(2, 3, "user"))):
        for seat in waiting(state) if number % 8 == 0 else []:
            compared += 1
            assert instinct.decide(state, seat, net, instinct.mind()) == fast(state, seat, net, instinct.mind())
    assert compared > 10


def test_no_sum_of_the_net_leaves_32_bits() -> None:
    net = instinct.shipped()
    assert net.table.shape == (sight.ROWS, instinct.WIDE)
    wide = np.abs(net.table.astype(np.int64)).max(0) * sight.FEATURES + np.abs(net.bias)
    narrow = np.abs(net.mix.astype(np.int64)).sum(0) * (instinct.CAP * instinct.ONE >> instinct.WIDE_BITS)
    assert max(wide.max(), (narrow + np.abs(net.mix_bias)).max()) < 2**31
    assert instinct.FILE.stat().st_size < MOST_BYTES


def test_weights_become_whole_numbers() -> None:
    net = instinct.quantise({name: np.array([0.5, 1000.0]) for name in instinct.Net._fields})
    assert net.table.tolist() == [512, 2**15 - 1]
    assert net.mix_bias[0] == instinct.MIXED // 2


def decision(hand: str, *, top: str = "twice", held: str | None = None, phase: str = "turn", turns: int = 2) -> str:
    """What the net does with a row that it knows, against one that it does not know."""
    mine = row(hand, known={at: [0] for at in range(1, 5)})
    match = book.match(mine, row("5 5 6 6"), dealer=1, top=top, held=held, phase=phase, turns=turns)
    return TEXTS[instinct.decide(match.state, 0, instinct.shipped(), instinct.mind())]


def test_it_plays_sensibly() -> None:
    """B5, B6, B11: low numbers for high ones, nothing high, and a knock when there is hardly anything left to gain."""
    assert decision("9 1 2 1", top="0") == "take 1"
    assert decision("1 2 9 1", top="9") == "draw"
    assert decision("1 8 2 1", held="0", phase="hold") == "keep 2"
    assert decision("4 3 5 4", held="9", phase="hold") == "discard"
    assert decision("0 0 1 0", phase="knock") == "knock"
    assert decision("9 8 9 9", phase="knock") == "pass"


def test_unseen_cards_are_counted() -> None:
    match = book.match(row("1 2 3 4", known={1: [0]}), row("5 5 6 6"), dealer=1)
    seen = np.zeros(sight.FEATURES, np.int16)
    sight.see(match.state, 0, seen)
    counts = [int(seen[sight.FIRST_UNSEEN + kind]) - sight.START_UNSEEN - 10 * kind for kind in range(KINDS)]
    assert sum(counts) == 66 - 1 - int(match.position()["discard"][match.position()["top"]])
