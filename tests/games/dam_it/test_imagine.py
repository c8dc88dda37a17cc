"""Dam It!: what a seat imagines is uniform over all it cannot tell apart."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

from scipy import stats

import lodge
from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky

CERTAIN = 1e-6
DEAL = compiled_rules(game("dam-it"))

# Nearly everything lies where seat 0 sees it: only eight cards are somewhere else.
HAND = {"birch": 4, "willow": 5, "pine": 6, "alder": 6, "maple": 6, "oak": 5, "acacia": 5, "disposal": 10}


def position() -> Any:
    base: dict[str, Any] = {
        "players": [
            {"cubes": 4, "hand": HAND, "garbage": 6},
            {"cubes": 4, "hand": {"birch": 1, "disposal": 1}, "garbage": 1, "dams": ["3/5"]},
            {"cubes": 4, "garbage": 1, "dams": ["5/7"]},
        ],
        "river": [{"card": "garbage"}, {"card": "birch"}, {"card": "willow"}, {"card": "oak"}],
        "top": "acacia",
        "discard": {"disposal": 1},
    }
    return lodge.Match.from_position("dam-it", base).state


def hidden(state: Any) -> tuple[Any, ...]:
    """Everything that seat 0 cannot see."""
    return (
        tuple(state.hand[1].tolist()),
        tuple(state.hand[2].tolist()),
        tuple(state.garbage.tolist()),
        tuple(state.dams.tolist()),
        tuple(state.pile.tolist()),
    )


def alternatives(state: Any) -> Counter[tuple[Any, ...]]:
    """Every way to lay the unseen cards into the hidden places, by brute force over single cards.

    River cards: seat 1's two hand cards and the one discarded card are picked in every order from the unseen cards
    that are not in others' dam piles; the rest is the draw pile. Dam piles: two dams and two garbage cards lie in
    two piles of two.
    """
    unseen = ["birch", "disposal", "disposal"] + ["garbage"] * 3
    found: Counter[tuple[Any, ...]] = Counter()
    for order in permutations(range(len(unseen)), 3):
        cards = [unseen[i] for i in order]
        if "garbage" in cards[:2]:
            continue
        hand = [cards[:2].count(name) for name in rules_names()]
        pile = [unseen.count(name) - cards.count(name) for name in all_names()]
        for piles in product((1, 2), repeat=4):  # where dam 3/5, dam 5/7 and the two garbage cards lie
            if piles.count(1) == 2:
                dams = [0, 0, 0, 0]
                dams[piles[0]] |= int(state.dams[1])
                dams[piles[1]] |= int(state.dams[2])
                garbage = (6, piles[2:].count(1), piles[2:].count(2), 0)
                found[tuple(hand), (0,) * 8, garbage, tuple(dams), tuple(pile)] += 1
    return found


def all_names() -> list[str]:
    return ["birch", "willow", "pine", "alder", "maple", "oak", "acacia", "disposal", "garbage"]


def rules_names() -> list[str]:
    return all_names()[:8]


def test_every_alternative_is_as_likely_as_it_should_be() -> None:
    state = position()
    expected = alternatives(state)
    total = sum(expected.values())
    draws = 40_000
    seen: Counter[tuple[Any, ...]] = Counter()
    luck = lucky(2)
    for _ in range(draws):
        other = copy(state)
        DEAL.imagine(other, 0, luck)
        seen[hidden(other)] += 1
    assert set(seen) <= set(expected), "something impossible was imagined"
    assert hidden(state) in expected, "the truth must be possible"
    keys = sorted(expected)
    result = stats.chisquare([seen[key] for key in keys], [expected[key] * draws / total for key in keys])
    assert len(keys) > 10
    assert result.pvalue > CERTAIN
