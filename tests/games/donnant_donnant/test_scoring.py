"""N23, N26, N27: every kind of evaluation against the slow scorer of `book`, on thousands of random stalls."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from lodge.games.donnant_donnant.rules.scoring import best_way, card_times, score_in
from lodge.kernel import new

from . import book
from .walks import DONNANT, FAST

NAMES = [*book.FACES]
KINDS = [
    "next-to-completed",
    "per-colour",
    "next-to-colour",
    "completed-lines",
    "five-colours",
    "one-colour-lines",
    "different-bonuses",
]


def number_for(objective: book.Objective, cells: list[int], at: int, random: Random) -> int:
    fits = [n for n in range(1, 7) if book.can_be(objective, (*cells[:at], n, *cells[at + 1 :]))]
    return random.choice(fits)


def random_stall(random: Random, *, colours: int) -> book.Player:
    """A stall of up to nine cards, most of them completed, with some that choose a colour, and of few colours if so."""
    player = book.Player()
    names = random.sample(NAMES, len(NAMES))
    if colours < 5:
        allowed = {None, *random.sample(book.COLOURS, colours)}
        names = [name for name in names if book.FACES[name].colour in allowed]
    if random.random() < 0.5:
        names.sort(key=lambda name: book.FACES[name].kind != "choose-a-colour" or random.random() < 0.5)
    for name in names[: random.randint(1, 9)]:
        card = book.Laid(book.FACES[name], *random.choice(sorted(player.free_spots())))
        keep = random.random()
        for at in range(len(card.cells)):
            if keep < 0.7 or random.random() < 0.4:
                card.cells[at] = number_for(card.face.objective, card.cells, at, random)
        player.stall.append(card)
    random.shuffle(player.stall)  # the order of laying does not matter for the score
    return player


def as_state(*players: book.Player) -> Any:
    state = new(DONNANT.rules.State)
    state.seats = len(players)
    for seat, player in enumerate(players):
        state.cards[seat] = len(player.stall)
        for which, card in enumerate(player.stall):
            state.card[seat, which] = NAMES.index(card.face.name)
            state.spot[seat, which] = (card.row - 1) * 5 + card.column - 1
            state.written[seat, which] = sum(number << 3 * at for at, number in enumerate(card.cells))
    return state


@cache
def counted_stalls() -> list[tuple[book.Player, Any]]:
    """Stalls whose score is the book's."""
    random = Random(26)  # noqa: S311
    stalls = [random_stall(random, colours=random.choice([1, 2, 5, 5])) for _ in range(2000)]
    counted = [(player, as_state(player)) for player in stalls]
    for player, state in counted:
        assert FAST.score(state, 0) == player.score()
    return counted


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_counts_as_in_the_book(kind: str) -> None:
    """N26: stalls with a completed card of the kind; the score of all, and of this card alone."""
    random = Random(kind)  # noqa: S311
    points: Counter[int] = Counter()
    for player, state in counted_stalls():
        if not any(card.face.kind == kind and card.completed for card in player.stall):
            continue
        way = best_way(state, 0) if random.random() < 0.01 else 0
        for which, card in enumerate(player.stall):
            if card.face.kind == kind and card.completed:
                brings = book.card_counts(player.stall, card, chosen_colours(player, way))
                assert card.face.points * card_times(state, 0, which, way) == brings
                points[brings] += 1
    assert len(points) > 1, points
    assert sum(count for worth, count in points.items() if worth) > 20


def chosen_colours(player: book.Player, way: int) -> dict[book.Laid, str]:
    chosen = {}
    for card in player.stall:
        if card.completed and card.face.kind == "choose-a-colour":
            chosen[card] = book.COLOURS[way % 5]
            way //= 5
    return chosen


def test_the_best_colours_are_found_exactly() -> None:
    """N23: all choices are tried together; none scores more than the one taken."""
    random = Random(23)  # noqa: S311
    several = 0
    for _ in range(1500):
        player = random_stall(random, colours=5)
        choosing = sum(card.completed and card.face.kind == "choose-a-colour" for card in player.stall)
        several += choosing > 1
        state = as_state(player)
        best = max(book.score_with(player.stall, chosen_colours(player, way)) for way in range(5**choosing))
        assert FAST.score(state, 0) == best
    assert several > 50


def test_a_choice_that_is_not_completed_has_no_colour() -> None:
    """N23."""
    card = book.Laid(book.FACES["e25"], 3, 3)
    card.cells = [2, 2, 2, 2]
    player = book.Player()
    player.stall = [card, *(book.Laid(book.FACES[name], 3, row) for name, row in (("b17", 2), ("b18", 4)))]
    assert FAST.score(as_state(player), 0) == 0
    for choice in player.stall[1:]:
        choice.cells = [4, 1] if choice.face.name == "b17" else [1, 2, 3]
    assert FAST.score(as_state(player), 0) == card.face.points  # both become yellow: a column of one colour


def test_places_by_points_then_by_empty_cells() -> None:
    """N27: most points; fewer empty cells; then shared."""
    random = Random(27)  # noqa: S311
    seen: Counter[str] = Counter()
    for _ in range(600):
        players = [random_stall(random, colours=5) for _ in range(random.randint(2, 4))]
        if random.random() < 0.4:
            players[1] = players[0]
        state = as_state(*players)
        ranks = [(-player.score(), player.empty()) for player in players]
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]
        assert [FAST.place(state, seat) for seat in range(len(players))] == places
        seen["shared"] += len(set(places)) < len(places)
        seen["by cells"] += len({points for points, _ in ranks}) < len(set(ranks))
    assert seen["shared"] > 50
    assert seen["by cells"] > 50


def test_score_in_takes_any_way() -> None:
    """N23: also choices that are not the best are counted rightly."""
    random = Random(5)  # noqa: S311
    for _ in range(300):
        player = random_stall(random, colours=5)
        choosing = sum(card.completed and card.face.kind == "choose-a-colour" for card in player.stall)
        way = random.randrange(5**choosing)
        assert score_in(as_state(player), 0, way) == book.score_with(player.stall, chosen_colours(player, way))
