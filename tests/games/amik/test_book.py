"""Random and sensible games of Amik, every step compared with the slow rules of `book`.

`LODGE_BOOK_GAMES=2000 pytest tests/games/amik/test_book.py` plays more of them.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge import Match
from lodge.games import game
from lodge.games.amik.rules.arrays import set_of
from lodge.games.amik.rules.facts import MIDDLES, NAMES
from lodge.games.amik.rules.order import FACTS
from lodge.games.amik.rules.river import found_room, longest, longest_noted, rows_room
from lodge.games.amik.table.views import Player, show_river
from lodge.games.compiled import LUCK, compiled, state_of
from lodge.kernel import INT, NUMBERS, Luck, below, lucky
from lodge.kernel.view import blanks, decode

from . import book

AMIK = game("amik")
GAMES = int(os.environ.get("LODGE_BOOK_GAMES", "24"))
RIVERS = int(os.environ.get("LODGE_BOOK_RIVERS", "500"))
PATIENCE = 3000
HARD = Path(__file__).with_name("rivers.txt")
choose = compiled(AMIK, "greedy.choose", AMIK.greedy.choose, state_of(AMIK), INT, NUMBERS, LUCK)


def whole(position: book.Position) -> book.Position:
    """Nothing left out that the book reads."""
    return {"roll": [], "round": 15, **position}


def pick(match: Match, seat: int, luck: Luck, style: int) -> int:
    """A move: any at all (style 0), a sensible one, or now and then one of the other kind."""
    legal = match.legal_actions(seat)
    if style == 0 or (style == 1 and below(luck, 4) == 0) or (style == 2 and below(luck, 25) == 0):
        return legal[below(luck, len(legal))]
    return int(choose(match.state, seat, np.zeros(AMIK.rules.MOST_CANDIDATES, np.int16), luck))


def check_views(match: Match, position: book.Position) -> None:
    """The live breakdown is what the book counts."""
    for player, seen in zip(position["players"], match.view()["players"], strict=True):
        land = book.land_of(player)
        told = {key: seen["score"][key] for key in ("lodges", "blank", "dead_ends")}
        assert told == book.breakdown(player)
        assert seen["score"]["total"] == sum(told.values()) + seen["score"]["river"]
        with suppress(book.TooLong):
            assert seen["score"]["river"] == book.bonus_river(player, PATIENCE)
        assert set(seen["dead_ends"]) == {book.name(h) for h in book.dead_ends(land)}
        assert seen["animal_complete"] == book.animal_complete(player)
        assert len(seen["lodge_hexes"]) == book.lodge_count(land)
        cuts = {book.name(h): book.cuttable(land, h) for h in book.BOARD if book.cuttable(land, h)}
        assert seen["cuts"] == cuts
        check_river(seen["river"], land, player)


def check_river(river: list[list[str]], land: book.Land, player: dict[str, Any]) -> None:
    """A17: what is shown is a river: pieces side by side, each once, from edge to edge, through the animal."""
    if not river:
        return
    pieces = [[book.named(name) for name in piece] for piece in river]
    hexes = [h for piece in pieces for h in piece]
    assert len(set(hexes)) == len(hexes)
    assert book.named(player["animal"]) in hexes
    groups = book.pond_groups(land)
    for piece in pieces:
        assert all(land[h] in book.WATER for h in piece)
        assert set(piece) in groups if land[piece[0]] == "pond" else len(piece) == 1
    for one, two in pairwise(pieces):
        assert any(n in two for h in one for n in book.around(h))
    ends = [h for h in pieces[0] if book.on_edge(h)], [h for h in pieces[-1] if book.on_edge(h)]
    assert all(ends)
    assert len({*ends[0], *ends[1]}) > 1


@pytest.mark.parametrize("number", range(GAMES))
def test_every_step_is_as_in_the_book(number: int) -> None:
    """A1-A19, move by move: what may be done, what it leads to, how it counts."""
    seats, style = 1 + number % 3 % 2, number % 4
    match = Match.new("amik", seats, seed=f"book {number}")
    luck = lucky(number, 1)
    while match.pending:
        before = whole(match.position())
        seat = match.pending[below(luck, len(match.pending))]
        assert match.pending == [
            one for one, player in enumerate(before["players"]) if player.get("step", "first") not in ("wait", "out")
        ]
        legal = {AMIK.moves.text(action) for action in match.legal_actions(seat)}
        assert legal == book.moves(before, seat)
        action = pick(match, seat, luck, style)
        match.play(seat, action)
        expected = book.after(before, seat, AMIK.moves.text(action))
        after = whole(match.position())
        if book.everybody_done(expected) and not match.over:
            expected = whole(book.next_round(expected, after["roll"]))
            assert len(after["roll"]) == (1 if after["round"] < 13 else 0 if after["round"] == 13 else 2)
        assert after == expected
        if match.number % 9 == 0 or match.over:
            check_views(match, after)
    rivers = [player["score"]["river"] for player in match.view()["players"]]
    points = [sum(book.breakdown(player).values()) for player in match.position()["players"]]
    points = [mine + river for mine, river in zip(points, rivers, strict=True)]
    assert match.scores == points
    assert match.places == [1 + sum(other > mine for other in points) for mine in points]
    assert [player["title"] for player in match.view()["players"]] == [book.title(mine) for mine in points]


def grown(luck: Luck) -> tuple[set[int], set[int], int]:
    """Some water around an animal hex, more or less crowded, some of it ponds."""
    neighbours = {n: [NAMES.index(book.name(o)) for o in book.around(book.named(NAMES[n]))] for n in range(len(NAMES))}
    animal = MIDDLES[below(luck, 3)]
    water = {animal}
    room = 8 + below(luck, 18)
    for _ in range(60 + below(luck, 200)):
        one = sorted(water)[below(luck, len(water))]
        other = neighbours[one][below(luck, len(neighbours[one]))]
        if sum(n in water for n in neighbours[other]) <= (1, 1, 2, 3)[below(luck, 4)] and len(water) < room:
            water.add(other)
    part = below(luck, 4)
    return water, {one for one in water if below(luck, 10) < (0, 1, 3, 5)[part]}, animal


def river_shown(wet: int, wet_high: int, pond: int, pond_high: int, animal: int) -> list[list[str]]:
    seen = blanks(Player, 1)[0]
    show_river(wet, wet_high, pond, pond_high, animal, seen.river)
    river: list[list[str]] = decode(Player, seen)["river"]
    return river


def test_a17_rivers_that_are_hard_to_find() -> None:
    """Landscapes at the end of games, each with its water, its animal hex and a length that a complete search found."""
    lines = HARD.read_text().splitlines()
    assert len(lines) > 30
    for line in lines:
        letters, animal, length = line.split()
        land = {h: {"r": "river", "p": "pond", ".": "forest"}[one] for h, one in zip(book.BOARD, letters, strict=True)}
        water, ponds = ([number for number, one in enumerate(letters) if one in some] for some in ("rp", "p"))
        arguments = (*set_of(water), *set_of(ponds))
        number = NAMES.index(animal)
        assert longest(*arguments, *set_of([number])) == int(length), line
        shown = river_shown(*arguments, number)
        assert sum(map(len, shown)) == int(length)
        check_river(shown, land, {"animal": animal})


def interpreted_as_compiled(arguments: tuple[int, ...]) -> int:
    """The length of the longest river, which both find in the same way."""
    finders: list[Any] = [longest_noted, vars(longest_noted)["__wrapped__"]]
    plans, rivers = [rows_room(), rows_room()], [found_room(), found_room()]
    lengths = {find(*arguments, *notes) for find, *notes in zip(finders, plans, rivers, strict=True)}
    assert len(lengths) == 1
    end = list(rivers[0]).index(-1)
    assert np.array_equal(rivers[0][: end + 1], rivers[1][: end + 1])
    assert np.array_equal(plans[0][: FACTS * end], plans[1][: FACTS * end])
    return int(lengths.pop())


def test_a17_the_longest_river_is_the_one_that_a_slow_search_finds() -> None:
    """A17, with its details: groups of ponds once and whole, two edge hexes, through the animal."""
    luck = lucky(17)
    compared = rivers = 0
    for number in range(RIVERS):
        water, ponds, animal = grown(luck)
        wet, deep = ({book.named(NAMES[one]) for one in some} for some in (water, ponds))
        try:
            slow = book.longest_river(wet, deep, book.named(NAMES[animal]), PATIENCE)
        except book.TooLong:
            continue
        arguments = (*set_of(sorted(water)), *set_of(sorted(ponds)), *set_of([animal]))
        found = longest(*arguments)
        assert found == slow, (sorted(water), sorted(ponds), animal)
        if number % 50 == 0:
            assert interpreted_as_compiled(arguments) == slow
        shown = river_shown(*arguments[:4], animal)
        assert sum(map(len, shown)) == slow
        compared += 1
        rivers += slow > 0
    assert compared > RIVERS / 2
    assert rivers > RIVERS / 4
