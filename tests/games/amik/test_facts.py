"""The sheet, typed in once more from the rules page, and what is computed from it."""

from __future__ import annotations

from collections import Counter

from lodge.games import game
from lodge.games.amik import rules
from lodge.games.amik.rules import arrays, facts
from lodge.games.amik.rules.scoring import title_of
from lodge.games.amik.rules.sets import crowd, group, near, size
from lodge.games.amik.table.moves import Lay
from lodge.match import Match

from . import book


def test_81_hexes_13_sections_3_middles() -> None:
    """A1, A2."""
    assert facts.HEX_COUNT == len(set(facts.HEXES)) == 81
    assert list(facts.HEXES) == book.BOARD
    assert [list(section) for section in facts.SECTION_HEXES] == list(book.SECTION.values())
    assert [facts.HEXES[middle] for middle in facts.MIDDLES] == book.MIDDLE
    assert tuple(map(book.name, book.BOARD)) == facts.NAMES
    assert game("amik").minutes == facts.MINUTES


def test_every_section_is_a_closed_walk_and_three_lie_around_a_middle() -> None:
    for section in facts.SECTION_NUMBERS:
        for one, other in zip(section, section[1:] + section[:1], strict=True):
            assert other in arrays.NEIGHBOURS[one]
    for middle in facts.MIDDLES:
        assert any(set(arrays.NEIGHBOURS[middle]) == set(section) for section in facts.SECTION_NUMBERS)


def test_the_landscape_has_30_edge_hexes_and_no_holes() -> None:
    assert len(arrays.EDGE) == 30
    assert {facts.HEXES[one] for one in arrays.EDGE} == {h for h in book.BOARD if book.on_edge(h)}
    q, r = zip(*facts.HEXES, strict=True)
    outside = {(a, b) for a in range(min(q) - 1, max(q) + 2) for b in range(min(r) - 1, max(r) + 2)} - set(facts.HEXES)
    seen, waiting = set(), [(min(q) - 1, min(r) - 1)]
    while waiting:
        one = waiting.pop()
        if one in outside and one not in seen:
            seen.add(one)
            waiting += [(one[0] + a, one[1] + b) for a, b in facts.AROUND]
    assert seen == outside


def test_2250_places_of_six_shapes() -> None:
    assert tuple(name for name, _ in book.SHAPES.values()) == facts.SHAPE_NAMES
    counts = Counter(int(shape) for shape in arrays.PLACE_SHAPE)
    assert [counts[shape] for shape in range(6)] == [144, 612, 312, 330, 672, 180]
    assert arrays.PLACE_COUNT == len(arrays.PLACE_NUMBER) == 2250
    for die in range(1, 7):
        mine = {
            frozenset(facts.HEXES[one] for one in hexes)
            for hexes, shape in zip(arrays.PLACES, arrays.PLACE_SHAPE, strict=True)
            if shape == die - 1
        }
        assert mine == set(book.places(die))
    assert rules.MOST_CANDIDATES >= 672


def test_sets_of_hexes_are_two_words_and_shifts_find_neighbours() -> None:
    """Nothing that runs over the end of a row lands on the landscape again."""
    for number in range(81):
        low, high = arrays.set_of([number])
        assert 0 <= low < 2**55
        assert 0 <= high < 2**55
        assert (low, high) == (arrays.HEX_LOW[number], arrays.HEX_HIGH[number])
        assert arrays.numbers_of(*near(low, high)) == sorted(arrays.NEIGHBOURS[number])
        assert size(low, high) == 1
    assert size(arrays.BOARD_LOW, arrays.BOARD_HIGH) == 81
    assert group(*arrays.set_of([0]), arrays.BOARD_LOW, arrays.BOARD_HIGH) == (arrays.BOARD_LOW, arrays.BOARD_HIGH)
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(arrays.BOARD_LOW, arrays.BOARD_HIGH)
    for number in range(81):
        low, high = arrays.set_of([number])
        bits = [bool(low & a | high & b) for a, b in ((ones, ones_high), (twos, twos_high), (fours, fours_high))]
        assert sum(bit << n for n, bit in enumerate(bits)) == len(arrays.NEIGHBOURS[number])


def test_a19_titles() -> None:
    for points in range(-50, 130):
        assert facts.TITLE_NAMES[title_of(points)] == book.title(points)


def test_what_is_drawn_is_what_the_rules_draw() -> None:
    """A4, A5: the table for boards, against whole games."""
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for seed in range(3):
        match = Match.new("amik", seats=1, seed=seed)
        while match.pending:
            before = match.view(0)["players"][0]
            move = match.legal(0)[seed * 31 % len(match.legal(0))]
            match.play(0, move)
            after = match.view(0)["players"][0]["hexes"]
            if not before["laid"] or not isinstance(move, Lay):
                continue
            one, other = (set(map(facts.NUMBER_OF_NAME.__getitem__, on.split())) for on in (before["laid"], move.on))
            for hexes, how in ((one & other, "both"), (one ^ other, "one")):
                becomes = seen.setdefault(("pond" if before["pond"] else "river", how), {})
                for number in hexes:
                    assert becomes.setdefault(before["hexes"][number], after[number]) == after[number]
    assert {roll: {how: seen[roll, how] for how in ("one", "both")} for roll in ("pond", "river")} == facts.DRAWN
