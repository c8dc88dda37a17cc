"""Beaver Gang: what a seat imagines is uniform over all it cannot tell apart.

What a seat may know is worked out by brute force with the slow rules of `book`: every way the unseen cards may have
lain at the start is played through, every card that may have been drawn is tried, and what would have looked different
to the viewer is crossed out. What is left, with its weight, is what `imagine` must give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from scipy import stats

from lodge import Match
from lodge.kernel import copy, lucky, same

from . import book
from .book import SPECTATOR, row
from .walks import FAST, GANG, Plan, states

CERTAIN = 1e-6
NAMES = [*book.NUMBERS, "swap", "peek", "twice"]

Hidden = tuple[Any, ...]
Script = list[tuple[int, str, str | None]]  # seat, move, and the card that came from the stack


# --- by brute force ---------------------------------------------------------------------------------------


def orders(cards: Counter[str], places: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every way to lay some of the cards into places, and how many ways of single cards it is."""
    if places == 0:
        yield (), 1
        return
    for face in list(cards):
        number = cards[face]
        if number:
            cards[face] -= 1
            for rest, ways in orders(cards, places - 1):
                yield (face, *rest), ways * number
            cards[face] += 1


def worlds_at_the_start(position: dict[str, Any], viewer: int) -> Iterator[tuple[book.Table, int]]:
    """Every table that looks like this position to the viewer."""
    spots = []
    unseen = Counter(book.COPIES)
    unseen.subtract(position["discard"])
    for player in position["players"]:
        for card in player["cards"]:
            if card.get("public") or viewer in card.get("known", []):
                unseen[card["card"]] -= 1
            else:
                spots.append(card)
    for faces, ways in orders(+unseen, len(spots)):
        for card, face in zip(spots, faces, strict=True):
            card["card"] = face
        yield book.lay_out(position), ways


def glimpse(table: book.Table, viewer: int) -> Hidden:
    """What a viewer with perfect memory can tell about a table now, but for how it came about."""
    rows = [[card.face if viewer in card.seen_by else None for card in row] for row in table.rows]
    held = table.held.face if table.held and viewer in table.held.seen_by else None
    pile = sorted(card.face for card in table.discard)
    top = table.discard[-1].face if table.discard else None
    return (table.phase, rows, held, pile, top, len(table.stack), len(table.in_use))


def hidden(table: book.Table) -> Hidden:
    """All that there is."""
    rows = tuple(tuple(card.face for card in row) for row in table.rows)
    return rows, table.held.face if table.held else None


def after(world: book.Table, seat: int, move: str) -> Iterator[tuple[book.Table, int]]:
    """What a move may lead to in one world: nothing, where it is not legal there."""
    if move not in world.moves(seat):
        return
    tried: list[str] = []
    for _ in NAMES:
        then = world.copy()
        drawn: list[tuple[str, int]] = []

        def pick(stack: list[book.Card], drawn: list[tuple[str, int]] = drawn) -> book.Card:
            left = [card for card in stack if card.face not in tried]
            if not left:
                raise book.NotThatCard
            drawn.append((left[0].face, sum(card.face == left[0].face for card in stack)))
            return left[0]

        try:
            then.play(seat, move, pick)
        except book.NotThatCard:
            return
        yield then, drawn[0][1] if drawn else 1
        if not drawn:
            return
        tried.append(drawn[0][0])


def all_it_could_be(position: dict[str, Any], viewer: int, script: Script) -> Counter[Hidden]:
    """Every way the cards may lie after the script, as far as the viewer can tell, with its weight."""
    truth = book.lay_out(position)
    possible: dict[Hidden, tuple[book.Table, int]] = {}
    for world, ways in worlds_at_the_start(deepcopy(position), viewer):
        possible[hidden(world)] = (world, ways)
    for seat, move, card in script:
        truth.play(seat, move, book.told([card] if card else []))
        seen = glimpse(truth, viewer)
        left: dict[Hidden, tuple[book.Table, int]] = {}
        for world, weight in possible.values():
            for then, ways in after(world, seat, move):
                if glimpse(then, viewer) == seen:
                    key = hidden(then)
                    left[key] = (then, left.get(key, (then, 0))[1] + weight * ways)
        possible = left
    assert hidden(truth) in possible, "the truth must be possible"
    return Counter({key: weight for key, (_, weight) in possible.items()})


# --- by the program ---------------------------------------------------------------------------------------


def led(match: Match, script: Script) -> Any:
    """The program's state after the script; luck is tried until the card of the script comes."""
    state = match.state
    for seat, move, card in script:
        for index in range(5000):
            then = copy(state)
            FAST.play(then, seat, GANG.moves.parse(move), lucky(77, index))
            if card is None or NAMES[int(then.held)] == card:
                break
        else:
            pytest.fail(f"{card} does not come")
        state = then
    return state


def lies(state: Any) -> Hidden:
    rows = tuple(tuple(NAMES[kind] for kind in row) for row in state.card[: int(state.seats)].tolist())
    return rows, NAMES[int(state.held)] if state.held >= 0 else None


def imagined(state: Any, viewer: int, draws: int) -> Counter[Hidden]:
    """What comes of imagining often."""
    found: dict[bytes, tuple[Any, int]] = {}
    luck = lucky(5, viewer + 1)
    for _ in range(draws):
        other = copy(state)
        FAST.imagine(other, viewer, luck)
        key = other.tobytes()
        found[key] = (other, found.get(key, (other, 0))[1] + 1)
    seen: Counter[Hidden] = Counter()
    for other, number in found.values():
        seen[lies(other)] += number
    return seen


def check(state: Any, viewer: int, expected: Counter[Hidden], draws: int = 10_000) -> None:
    """Imagined often, every way comes as often as its weight says, and no other ever."""
    seen = imagined(state, viewer, draws)
    assert set(seen) <= set(expected), f"impossible: {set(seen) - set(expected)}"
    share = draws / expected.total()
    often = [key for key in expected if expected[key] * share >= 5]
    seldom = [key for key in expected if expected[key] * share < 5]
    found = [seen[key] for key in often] + [sum(seen[key] for key in seldom)]
    wanted = [expected[key] * share for key in often] + [sum(expected[key] for key in seldom) * share]
    if not seldom:
        found.pop(), wanted.pop()
    if len(found) > 1:
        assert stats.chisquare(found, wanted).pvalue > CERTAIN


START = book.match(row("6! swap 2 9!"), row("0! peek 7! 3", known={4: [1]}), dealer=1, stack="4 8", top="5")
FIRST: Script = [(0, "draw", "8"), (0, "keep 2", None)]
EMPTY: Script = [*FIRST, (1, "draw", "4"), (1, "keep 2", None), (1, "pass", None)]
REFILLED: Script = [*EMPTY, (0, "draw", "9"), (0, "discard", None), (0, "pass", None)]
KEPT: Script = [*REFILLED, (1, "draw", "1"), (1, "keep 3", None), (1, "pass", None)]
SWAPPED: Script = [*KEPT, (0, "draw", "swap"), (0, "swap 3 with 3 of seat 1", None), (0, "pass", None)]
HELD: Script = [*SWAPPED, (1, "draw", "twice"), (1, "again", "peek"), (1, "discard", "0")]


@pytest.mark.parametrize(
    ("viewer", "script"),
    [
        *(pytest.param(viewer, FIRST[:1], id=f"a card is held, {viewer}") for viewer in (SPECTATOR, 0, 1)),
        *(pytest.param(viewer, EMPTY, id=f"the stack is empty, {viewer}") for viewer in (SPECTATOR, 0, 1)),
        *(pytest.param(viewer, KEPT, id=f"kept from the new stack, {viewer}") for viewer in (SPECTATOR, 0, 1)),
        pytest.param(SPECTATOR, SWAPPED, id=f"swapped, {SPECTATOR}"),
        *(pytest.param(viewer, HELD, id=f"swapped, drawing twice, held, {viewer}") for viewer in (0, 1)),
    ],
)
def test_what_is_imagined_is_uniform_over_all_that_could_be(viewer: int, script: Script) -> None:
    """Every way that looks the same comes as often as it should: B6 (kept: a number), B7, B9, B10 (fillings)."""
    expected = all_it_could_be(START.position(), viewer, script)
    if viewer == 0 and script in (HELD, KEPT):
        assert len(expected) > 5
    check(led(START, script), viewer, expected)


def test_a_hidden_card_from_an_older_stack_is_none_of_the_new_one() -> None:
    """B10: all discards were seen, so what lay hidden through a reshuffle is known as a set."""
    state = led(START, [*EMPTY, (0, "draw", "9")])
    for index in range(300):
        other = copy(state)
        FAST.imagine(other, 0, lucky(1, index))
        rows, _ = lies(other)
        assert sorted([rows[0][2], rows[1][1], rows[1][3]]) == ["2", "3", "4"]


def test_kept_cards_are_numbers_and_others_need_not_be() -> None:
    """B6."""
    match = book.match(row("1 2 3 4"), row("5+ 6 7 8"), dealer=1, stack="swap swap swap peek peek peek 9")
    seen: Counter[bool] = Counter()
    for index in range(500):
        other = match.state
        FAST.imagine(other, 0, lucky(1, index))
        rows, _ = lies(other)
        assert rows[1][0] in book.NUMBERS
        seen["swap" in rows[1][1:] or "peek" in rows[1][1:]] += 1
    assert min(seen.values()) > 50


def test_what_another_holds_may_be_any_card_of_the_stack() -> None:
    """B6: what I hold myself stays."""
    match = book.match(row("1! 2! 3! 4!"), row("5! 6! 7! 8!"), dealer=1, phase="hold", held="0", stack="swap 9 9")
    seen: Counter[str] = Counter()
    for index in range(1000):
        other = match.state
        FAST.imagine(other, 1, lucky(1, index))
        seen[NAMES[int(other.held)]] += 1
        FAST.imagine(other := match.state, 0, lucky(1, index))
        assert NAMES[int(other.held)] == "0"
    assert stats.chisquare([seen["0"], seen["swap"], seen["9"]], [250, 250, 500]).pvalue > CERTAIN
    assert set(seen) == {"0", "swap", "9"}


def test_nothing_is_imagined_of_what_is_known_and_no_luck_is_drawn_where_all_is_b13() -> None:
    """B13: when all cards are turned up."""
    for state in states(Plan(3, 5, "any")):
        if int(state.phase) == 5:
            for seat in (SPECTATOR, 0, 1, 2):
                other = copy(state)
                luck = lucky(1)
                FAST.imagine(other, seat, luck)
                assert same(other, state)
