"""What Beaver Gang's master searches with: a policy that weighs what it chooses, beliefs that fit what is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from lodge.games.beaver_gang.players import master
from lodge.games.beaver_gang.players.master.policy import SIZE, seems_worth
from lodge.games.beaver_gang.rules.facts import PEEK, TWICE
from lodge.games.beaver_gang.rules.state import TURNED_UP
from lodge.kernel import copy, lucky, same

from . import book
from .book import row
from .test_secrets import twins
from .walks import GANG, Plan, actions, states, waiting


def test_the_policy_chooses_what_it_weighs_most() -> None:
    """Whatever `decide` compares, it finds what one would by weighing every action."""
    compared = 0
    for state in states(Plan(2, 3, "user")):
        for seat in waiting(state):
            found = actions(state, seat)
            if len(found) == 1 or int(state.held) in (PEEK, TWICE):
                continue
            compared += 1
            weights = {action: seems_worth(state, seat, action, master.OURS) for action in found}
            chosen = master.hasty(state, seat, lucky(1))
            assert seems_worth(state, seat, chosen, master.OURS) == max(weights.values())
    assert compared > 20
    assert len(master.OURS) == len(master.THEIRS) == SIZE


def test_policy_and_beliefs_hang_on_what_the_seat_knows() -> None:
    different = 0
    for viewer, state, twin in twins(Plan(2, 5, "user"), every=4):
        if viewer < 0 or int(state.phase) == TURNED_UP:
            continue
        different += not same(state, twin)
        dreams = [copy(state), copy(twin)]
        for dream in dreams:
            master.believe(dream, viewer, lucky(4))
        assert same(*dreams)
        GANG.moves.from_position(GANG.moves.to_position(dreams[0]), 0)
        if viewer in waiting(state):
            for play in (master.hasty, master.rival):
                assert play(state, viewer, lucky(1)) == play(twin, viewer, lucky(1))
    assert different > 20


def imagined_row(state: Any, seat: int, owner: int) -> float:
    """What the numbers of a row count on average, as a seat believes."""
    numbers: list[int] = []
    for number in range(200):
        dream = copy(state)
        master.believe(dream, seat, lucky(7, number))
        numbers += [int(kind) for kind in dream.card[owner] if kind < 10]
    return float(np.mean(numbers))


def test_who_knocks_is_believed_to_have_little() -> None:
    """The cards that the knocker has looked at; what a player has kept before a knock may be anything."""
    match = book.match(row("9 9 9 9"), row("1 2 3 4"), dealer=1, stack="7 8 9 5 4 3 2 1 0 0")
    state = match.state
    state.known[1] = 1 << 1
    state.turns = 4
    before = imagined_row(state, 0, 1)
    state.knocker = 1
    assert imagined_row(state, 0, 1) < before - 0.7
