"""The deck: counts, what is refused, and exact difficulties."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest

from lodge.games.donnant_donnant.rules.deck import (
    BONUS_TABLE,
    DECK,
    EVALUATION_TABLE,
    FAMILIES,
    BadDeck,
    Card,
    Cell,
    read_deck,
)
from lodge.games.donnant_donnant.rules.facts import COLOURS, EVALUATIONS, LEVELS
from lodge.games.donnant_donnant.table import faces
from lodge.games.donnant_donnant.table.difficulty import chance, completing, difficulty, markdown_table

from . import book

CARDS = {card.name: card for card in DECK}
PAGE = Path(__file__).parents[3] / "web/src/games/donnant/deck.json"
DOCS = Path(__file__).parents[3] / "docs/donnant-donnant.md"


def test_the_deck_is_complete() -> None:
    assert len(DECK) == 49
    assert sum(not card.bonus for card in DECK) == 29
    for colour in range(5):
        assert sum(card.colour == colour for card in DECK) == 9
    assert sum(card.colour == -1 for card in DECK) == 4


def test_the_deck_has_the_objectives_that_the_book_describes() -> None:
    """N12, book: one of each family, told by its cells: (colour, number), and where a relation joins two of them."""
    yellow, orange, green = (COLOURS.index(colour) + 1 for colour in ("yellow", "orange", "green"))
    exact, rising, equal, total = ([card for card in DECK if card.family == number] for number in range(len(FAMILIES)))
    assert any(Cell(yellow, 3, joined=False) in card.cells for card in exact)
    assert [0, 0, orange, 0, 0] in [[cell.colour for cell in card.cells] for card in rising]
    assert ((0, orange), (0, 0, green)) in [tuple(sorted(map(sorted_colours, groups(card)), key=len)) for card in equal]
    assert any(card.need == 40 and any(cell.colour for cell in card.cells) for card in total)


def groups(card: Card) -> list[list[Cell]]:
    """Cells that must show the same number."""
    found: list[list[Cell]] = []
    for cell in card.cells:
        found = [*found[:-1], [*found[-1], cell]] if cell.joined else [*found, [cell]]
    return found


def sorted_colours(cells: list[Cell]) -> tuple[int, ...]:
    return tuple(sorted(cell.colour for cell in cells))


def test_no_two_cards_have_the_same_objective() -> None:
    assert len({card.objective for card in DECK}) == len(DECK)


def test_every_family_comes_easy_and_hard() -> None:
    """N12: all four families, two cells to eight."""
    for family in range(len(FAMILIES)):
        sizes = [len(card.cells) for card in DECK if card.family == family]
        assert min(sizes) <= 3
        assert max(sizes) >= 6, FAMILIES[family]


@pytest.mark.parametrize("kind", range(len(EVALUATIONS)), ids=EVALUATIONS)
def test_a_harder_card_pays_at_least_as_much(kind: int) -> None:
    """N26, book: what a card pays more is for its objective."""
    cards = sorted((card for card in DECK if not card.bonus and card.kind == kind), key=difficulty)
    assert all(easy.points <= hard.points for easy, hard in pairwise(cards))
    assert cards[0].points < cards[-1].points


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("_ = _ = _ = g_ ", "_ = _ = x_ ", "'x_' is no cell"),
        ("2 b4 5 5", "2 b7 5 5", "'b7' is no cell"),
        ("2 b4 5 5", "2", "1 cells"),
        (">= 24       |", ">= 37       |", "cannot be asked for a sum of 37"),
        ("_ < g_ < _ < _ < _ < _ ", "_ < g_ < _ < _ < _ < _ < _", "7 numbers cannot rise"),
        ("_ < o_ < _ < _ ", "_ < o_, _ < _ ", "only equal cells have groups"),
        ("e1  | yellow", "e1  | red", "there is no colour 'red'"),
        ("e1  | yellow", "e1  | orange", "8 yellow cards"),
        ("e2 ", "e1 ", "2 cards have the name 'e1'"),
        ("4 b4 4 ", "g1 1 1 ", "2 cards have the objective 'g1 1 1'"),
        ("next-to-completed |        | 3", "five-colours |        | 3", "3 cards 'next-to-completed'"),
        ("next-to-completed |        | 3", "nothing |        | 3", "there is no evaluation 'nothing'"),
        ("| 3\n", "| many\n", "points are 1 to 20"),
        ("| per-colour        | yellow", "| per-colour        |       ", "must name it"),
        ("| per-colour        | yellow", "| per-colour        | orange", "each colour once"),
        ("e1  | yellow |", "e1  |", "5 columns, not 6"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    assert old in EVALUATION_TABLE
    with pytest.raises(BadDeck, match=reason):
        read_deck(EVALUATION_TABLE.replace(old, new, 1), BONUS_TABLE)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("plus-or-minus-one", "minus-two", "there is no bonus 'minus-two'"),
        ("b17 |        |", "b17 | yellow |", "those have none"),
        ("b1  | yellow |", "b1  |        |", "have a colour"),
    ],
)
def test_bonus_cards_that_cannot_be_are_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadDeck, match=reason):
        read_deck(EVALUATION_TABLE, BONUS_TABLE.replace(old, new, 1))


@pytest.mark.parametrize("name", ["e8", "e13", "b8", "e10", "e29"])
def test_which_rolls_complete_a_card(name: str) -> None:
    """N12, N13: every one of the 7776 rolls, against the slow rules."""
    block = completing(CARDS[name])
    objective = book.FACES[name].objective
    for roll in product(range(1, 7), repeat=5):
        dice = tuple(zip(book.COLOURS, roll, strict=True))
        slow = book.can_complete(objective, (0,) * len(objective.colours), dice, 0, 0)
        assert block[tuple(number - 1 for number in roll)] == slow


def test_a_chance_that_can_be_worked_out_by_hand() -> None:
    """N5: `y6 6`: the yellow six, and of the four others one; worked out as a chain of three rolls."""

    def wanted(rolls: int, yellow: bool, other: bool) -> float:
        if yellow and other:
            return 1.0
        if rolls == 0:
            return 0.0
        y = 1.0 if yellow else 1 / 6
        o = 1.0 if other else 1 - (5 / 6) ** 4
        return (
            y * o * wanted(rolls - 1, True, True)  # noqa: FBT003
            + y * (1 - o) * wanted(rolls - 1, True, False)  # noqa: FBT003
            + (1 - y) * o * wanted(rolls - 1, False, True)  # noqa: FBT003
            + (1 - y) * (1 - o) * wanted(rolls - 1, False, False)  # noqa: FBT003
        )

    assert chance(CARDS["e10"]) == pytest.approx(wanted(3, False, False))  # noqa: FBT003


def test_cards_of_six_and_more_cells_must_be_prepared() -> None:
    """N8: five dice cannot fill six cells; who needs more passive writes is harder."""
    assert chance(CARDS["e4"]) == 0
    assert difficulty(CARDS["e18"]) < difficulty(CARDS["e19"]) < difficulty(CARDS["e26"])


def test_levels_get_harder() -> None:
    """N40: seven levels, each with fewer rounds than the one before, or as many and more points."""
    assert len(LEVELS) == 7
    assert all((-a.rounds, a.points) < (-b.rounds, b.points) for a, b in pairwise(LEVELS))


def test_the_docs_show_this_deck() -> None:
    assert markdown_table() in DOCS.read_text(encoding="utf-8"), (
        "put what `lodge donnant cards --markdown` prints there"
    )


def test_the_page_draws_this_deck(tmp_path: Path) -> None:
    faces.main(str(tmp_path / "deck.json"))
    written = (tmp_path / "deck.json").read_text(encoding="utf-8")
    assert written == PAGE.read_text(encoding="utf-8"), f"run: python -m lodge.games.donnant_donnant.table.faces {PAGE}"
