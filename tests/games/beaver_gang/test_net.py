"""What Beaver Gang's master thinks at once: features that say only what is known, slots that are actions, a net."""

from __future__ import annotations

import numpy as np
import pytest

from lodge.games.beaver_gang.players import greedy
from lodge.games.beaver_gang.players.master import features, features_more, slots
from lodge.games.beaver_gang.players.master import net as nets
from lodge.games.beaver_gang.rules import ACTIONS
from lodge.games.beaver_gang.rules.facts import KINDS, MOST_SEATS
from lodge.games.beaver_gang.rules.state import NONE, SWAP_FOR, SWAPS_EACH
from lodge.kernel import same
from lodge.kernel.compile import native
from tests.unmeasured import unmeasured

from . import book
from .book import row
from .test_secrets import twins
from .walks import GANG, TEXTS, Plan, actions, states, waiting

MOST_BYTES = 2_000_000
PLANS = [Plan(2, seed, style) for seed, style in enumerate(("user", "seldom", "thrower", "any"))]
PLANS += [Plan(3, 4, "user"), Plan(4, 5, "any"), Plan(6, 6, "user")]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_every_feature_has_a_row_of_its_own(plan: Plan) -> None:
    size = nets.size_for(plan.seats)
    starts = np.array([*features.STARTS, *features_more.STARTS, features_more.ROWS])[: size.features + 1]
    starts, ends = starts[:-1], starts[1:]
    assert ends[-1] == size.rows
    seen = np.zeros(size.features, np.int16)
    for state in states(plan):
        for seat in waiting(state):
            seen[:] = -1
            features_more.see(state, seat, seen)
            assert (starts <= seen).all()
            assert (seen < ends).all()


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_slots_are_all_there_is_to_choose_from(plan: Plan) -> None:
    """Each open slot is a legal action, each but one. With two players what is listed has a slot, if there is a choice.

    With more, exchanges for other cards than the others' four best have none.
    """
    out, seen = np.zeros(ACTIONS, np.int16), np.zeros(features_more.FEATURES, np.int16)
    for state in states(plan):
        for seat in waiting(state):
            listed = out[: slots.listed(state, seat, out)].tolist()
            slotted = out[: slots.slotted(state, seat, out)].tolist()
            assert set(listed) <= set(actions(state, seat, "candidates"))
            if slots.forced(state, seat) != NONE:
                assert listed == slotted == [slots.forced(state, seat)]
                continue
            orders = features_more.see(state, seat, seen)
            there = slots.open_slots(state, seat, orders)
            opened = [slot for slot in range(slots.SLOTS) if there >> slot & 1]
            found = [slots.action_of(state, seat, orders, slot) for slot in opened]
            assert slotted == found
            assert [slots.slot_of(state, seat, orders, action) for action in found] == opened
            assert len(set(found)) == len(found) > 1 or TEXTS[found[0]].startswith("peek")
            assert set(found) <= set(actions(state, seat))
            assert {action for action in listed if plan.seats == 2 or action < SWAP_FOR} <= set(found)


def test_exchanges_are_for_the_best_cards_whoever_has_them() -> None:
    """B7: of three others, the four cards that count least by what I know, the next player's first if alike."""
    known = {at: [0] for at in range(1, 5)}
    rows = [row("9 8 7 6", known=known), row("5 1 9 9", known=known), row("0 9 9 9", known=known)]
    match = book.match(*rows, row("9 9 9 1", known=known), dealer=3, held="swap", phase="hold", turns=4)
    state, out = match.state, np.zeros(ACTIONS, np.int16)
    theirs = [0] * SWAPS_EACH
    for action in out[: slots.slotted(state, 0, out)].tolist():
        if action >= SWAP_FOR:
            theirs[(action - SWAP_FOR) % SWAPS_EACH] += 1
    assert [at for at, ways in enumerate(theirs) if ways] == [4, 5, 8, 15]
    assert set(theirs) == {0, 4}
    orders = features_more.see(state, 0, np.zeros(features_more.FEATURES, np.int16))
    first = slots.action_of(state, 0, orders, slots.SWAPS)
    assert TEXTS[first] == TEXTS[greedy.act(state, 0)] == TEXTS[SWAP_FOR + 8]


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_hidden_changes_nothing(seats: int) -> None:
    """Neither what is seen, nor what is thought of it, nor what is listed."""
    different, size = 0, nets.size_for(seats)
    run, mind = nets.weigh, nets.mind(size)
    for viewer, state, twin in twins(Plan(seats, 5, "user"), every=4):
        if viewer < 0 or viewer not in waiting(state):
            continue
        different += not same(state, twin)
        thought = []
        for one in (state, twin):
            out, opinions = np.zeros(ACTIONS, np.int16), np.zeros(ACTIONS + 1, np.int32)
            run(one, viewer, nets.shipped(size), mind, opinions)
            listed, slotted = (out[: some(one, viewer, out)].tolist() for some in (slots.listed, slots.slotted))
            thought.append((mind.seen.tolist(), opinions.tolist(), listed, slotted))
        assert thought[0] == thought[1]
    assert different > 20


@pytest.mark.parametrize(("seats", "every"), [(2, 8), (5, 40)])
@unmeasured()
def test_it_says_the_same_interpreted_and_compiled(seats: int, every: int) -> None:
    size, compared = nets.size_for(seats), 0
    fast, net = native(nets.decide, GANG.folder), nets.shipped(size)
    for number, state in enumerate(states(Plan(seats, 3, "user"))):
        for seat in waiting(state) if number % every == 0 else []:
            compared += 1
            assert nets.decide(state, seat, net, nets.mind(size)) == fast(state, seat, net, nets.mind(size))
    assert compared > 10


@pytest.mark.parametrize("seats", [2, MOST_SEATS])
def test_no_sum_of_the_net_leaves_32_bits(seats: int) -> None:
    size = nets.size_for(seats)
    net = nets.shipped(size)
    assert net.table.shape == (size.rows, size.wide)
    wide = np.abs(net.table.astype(np.int64)).max(0) * size.features + np.abs(net.bias)
    narrow = np.abs(net.mix.astype(np.int64)).sum(0) * (nets.CAP * nets.ONE >> nets.WIDE_BITS)
    assert max(wide.max(), (narrow + np.abs(net.mix_bias)).max()) < 2**31


def test_the_weights_are_small() -> None:
    kept = (file for pattern in ("*.npz", "*.npy") for file in GANG.folder.rglob(pattern))
    assert sum(file.stat().st_size for file in kept) < MOST_BYTES


def test_weights_become_whole_numbers() -> None:
    net = nets.quantise({name: np.array([0.5, 1000.0]) for name in nets.Net._fields})
    assert net.table.tolist() == [512, 2**15 - 1]
    assert net.mix_bias[0] == nets.MIXED // 2


def decision(hand: str, *, top: str = "twice", held: str | None = None, phase: str = "turn", turns: int = 2) -> str:
    """What the net does with a row that it knows, against one that it does not know."""
    mine = row(hand, known={at: [0] for at in range(1, 5)})
    match = book.match(mine, row("5 5 6 6"), dealer=1, top=top, held=held, phase=phase, turns=turns)
    return TEXTS[nets.decide(match.state, 0, nets.shipped(nets.FOR_TWO), nets.mind(nets.FOR_TWO))]


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
    seen = np.zeros(features.FEATURES, np.int16)
    features.see(match.state, 0, seen)
    counts = [int(seen[features.FIRST_UNSEEN + kind]) - features.START_UNSEEN - 10 * kind for kind in range(KINDS)]
    assert sum(counts) == 66 - 1 - int(match.position()["discard"][match.position()["top"]])
