"""Donnant Donnant: the deck, 49 cards.

**Rebuilt**: the box's cards are not public, these were designed anew to the rulebook's description. Edit them by hand:
a line a card, and whatever cannot be is refused with the line's name when the program starts.

An objective (N12) is written as it looks on the card; `_` is an empty cell, a letter before a cell is its colour (y, o,
g, b, p), none means white:

    1 y3 3              exact: these numbers
    _ < o_ < _          rising: each greater than the one left of it
    _ = o_, g_ = _ = _  equal: the same number within a group
    _ + b_ + _ >= 14    sum: at least so much
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from lodge.errors import LodgeError
from lodge.games.donnant_donnant.rules.facts import (
    AIMED,
    BONUS_CARDS,
    BONUSES,
    CHOICE,
    COLOUR_CARDS,
    COLOURS,
    EVALUATION_CARDS,
    EVALUATIONS,
    FACES,
    MOST_CELLS,
)

# name | colour | objective | evaluation | colour that it counts | points
EVALUATION_TABLE = """
e1  | yellow | _ < o_ < _ < _                      | next-to-completed |        | 3
e2  | orange | _ = _ = _ = g_                      | next-to-completed |        | 3
e3  | green  | 2 b4 5 5                            | next-to-completed |        | 4
e4  | blue   | _ + y_ + _ + _ + _ + p_ >= 24       | next-to-completed |        | 4
e5  | purple | y_ = _ = _                          | per-colour        | yellow | 2
e6  | yellow | _ < _ < _ < b_                      | per-colour        | orange | 2
e7  | orange | g1 1 1                              | per-colour        | green  | 3
e8  | green  | _ = o_, g_ = _ = _                  | per-colour        | blue   | 3
e9  | blue   | _ + _ + p_ + _ + y_ + _ + _ >= 30   | per-colour        | purple | 4
e10 | purple | y6 6                                | next-to-colour    | yellow | 4
e11 | yellow | 1 3 o5                              | next-to-colour    | orange | 4
e12 | orange | _ + g_ + _ + _ >= 20                | next-to-colour    | green  | 3
e13 | green  | _ < _ < o_ < _ < _                  | next-to-colour    | blue   | 5
e14 | blue   | p2 2 3 3 4 4                        | next-to-colour    | purple | 6
e15 | purple | _ = p_, _ = _                       | completed-lines   |        | 2
e16 | yellow | y3 4 5 6                            | completed-lines   |        | 3
e17 | orange | _ = _ = o_ = _ = _                  | completed-lines   |        | 4
e18 | green  | _ < g_ < _ < _ < _ < _              | completed-lines   |        | 4
e19 | blue   | 1 1 2 b2 3 3 4                      | completed-lines   |        | 5
e20 | yellow | _ + y_ + _ >= 15                    | five-colours      |        | 6
e21 | orange | 5 o5 6                              | five-colours      |        | 8
e22 | green  | g_ = y_ = _ = _                     | five-colours      |        | 9
e23 | blue   | _ = _, b_ = _, _ = p_               | five-colours      |        | 10
e24 | green  | _ = _ = p_ = _, _ = o_ = _          | one-colour-lines  |        | 9
e25 | yellow | 2 o2 2 2                            | one-colour-lines  |        | 8
e26 | purple | _ + _ + _ + o_ + _ + g_ + _ + _ >= 40 | one-colour-lines |       | 10
e27 | orange | _ < _ < p_                          | different-bonuses |        | 3
e28 | blue   | 4 b4 4                              | different-bonuses |        | 5
e29 | purple | _ + o_ + _ + _ + y_ >= 24           | different-bonuses |        | 4
"""

# name | colour | objective | bonus
BONUS_TABLE = """
b1  | yellow | 1 y6                  | plus-or-minus-one
b2  | green  | _ < _ < g_            | plus-or-minus-one
b3  | blue   | _ = b_ = _            | plus-or-minus-one
b4  | purple | _ + _ + p_ >= 14      | plus-or-minus-one
b5  | orange | 2 o5                  | other-colour
b6  | blue   | _ < b_ < _            | other-colour
b7  | yellow | y_ = o_               | other-colour
b8  | purple | _ + p_ >= 10          | other-colour
b9  | green  | g2 3                  | second-die
b10 | yellow | y_ < _ < _            | second-die
b11 | orange | _ = p_                | second-die
b12 | purple | _ + y_ + b_ >= 13     | second-die
b13 | blue   | 3 b6 6                | one-die-less
b14 | green  | _ < _ < o_ < _        | one-die-less
b15 | orange | _ = o_, _ = _         | one-die-less
b16 | purple | _ + g_ + _ + _ >= 18  | one-die-less
b17 |        | 4 o1                  | choose-a-colour
b18 |        | g_ < _ < y_           | choose-a-colour
b19 |        | _ = g_                | choose-a-colour
b20 |        | _ + b_ + o_ >= 14     | choose-a-colour
"""

EVALUATION, BONUS = range(2)
FAMILIES = ("exact", "rising", "equal", "sum")
EXACT, RISING, EQUAL, SUM = range(4)
WHITE = 0  # a cell's colour; else 1 + the colour's number
LETTERS = "yogbp"


class BadDeck(LodgeError):
    """The deck's table cannot be."""


class Cell(NamedTuple):
    """N12, N13: a cell: its colour (0: white), its number if exact, whether `<` or `=` joins it to the one before."""

    colour: int
    number: int
    joined: bool


class Card(NamedTuple):
    """A card. A bonus card has no points; what a kind counts or does, N19-N26 say."""

    name: str
    colour: int  # number, -1: none
    objective: str
    family: int
    cells: tuple[Cell, ...]
    need: int  # what a sum must reach
    bonus: int  # 1: a bonus card
    kind: int  # number among the evaluations, or among the bonuses
    aim: int  # the colour that the evaluation counts, -1: none
    points: int


def read_deck(evaluations: str = EVALUATION_TABLE, bonuses: str = BONUS_TABLE) -> tuple[Card, ...]:
    """All cards, evaluation cards first; BadDeck says what is wrong with the tables."""
    cards = [_evaluation(line) for line in evaluations.strip().splitlines()]
    cards += [_bonus(line) for line in bonuses.strip().splitlines()]
    _check_counts(cards)
    return tuple(cards)


def _columns(line: str, count: int) -> list[str]:
    columns = [" ".join(column.split()) for column in line.split("|")]
    if len(columns) != count:
        raise BadDeck(f"Card {columns[0]!r}: the line has {len(columns)} columns, not {count}.")
    return columns


def _evaluation(line: str) -> Card:
    name, colour, objective, kind, aim, points = _columns(line, 6)
    if kind not in EVALUATIONS:
        raise BadDeck(f"Card {name!r}: there is no evaluation {kind!r}; there are {', '.join(EVALUATIONS)}.")
    if (kind in AIMED) != bool(aim):
        raise BadDeck(f"Card {name!r}: only {' and '.join(AIMED)} count a colour, and they must name it.")
    if not points.isdecimal() or not 1 <= int(points) <= 20:
        raise BadDeck(f"Card {name!r}: points are 1 to 20, not {points!r}.")
    counted = _colour(name, aim) if aim else -1
    number = EVALUATIONS.index(kind)
    return Card(name, _colour(name, colour), *_objective(name, objective), EVALUATION, number, counted, int(points))


def _bonus(line: str) -> Card:
    name, colour, objective, kind = _columns(line, 4)
    if kind not in BONUSES:
        raise BadDeck(f"Card {name!r}: there is no bonus {kind!r}; there are {', '.join(BONUSES)}.")
    number = BONUSES.index(kind)
    if (number == CHOICE) == bool(colour):
        raise BadDeck(f"Card {name!r}: all cards but {BONUSES[CHOICE]} have a colour, and those have none.")
    return Card(name, _colour(name, colour) if colour else -1, *_objective(name, objective), BONUS, number, -1, 0)


def _colour(name: str, colour: str) -> int:
    if colour not in COLOURS:
        raise BadDeck(f"Card {name!r}: there is no colour {colour!r}; there are {', '.join(COLOURS)}.")
    return COLOURS.index(colour)


def _objective(name: str, text: str) -> tuple[str, int, tuple[Cell, ...], int]:
    """N12: the objective as written, its family, its cells and the sum that it needs."""
    left, _, need = text.partition(">=")
    family = SUM if "+" in text else RISING if "<" in text else EQUAL if "=" in left else EXACT
    sign = (" ", "<", "=", "+")[family]
    cells = []
    for group in left.strip().split(","):
        for at, cell in enumerate(group.strip().split(sign)):
            cells.append(_cell(name, cell.strip(), family, family in {RISING, EQUAL} and at > 0))
    total = int(need) if need.strip().isdecimal() else 0
    if not 2 <= len(cells) <= MOST_CELLS:
        raise BadDeck(f"Card {name!r}: {len(cells)} cells; a card has 2 to {MOST_CELLS}.")
    if (family == SUM) != bool(total) or total > FACES * len(cells):
        raise BadDeck(f"Card {name!r}: {len(cells)} cells cannot be asked for a sum of {need.strip() or 'nothing'}.")
    if family == RISING and len(cells) > FACES:
        raise BadDeck(f"Card {name!r}: {len(cells)} numbers cannot rise from 1 to {FACES}.")
    if "," in left and family != EQUAL:
        raise BadDeck(f"Card {name!r}: only equal cells have groups.")
    return text, family, tuple(cells), total


def _cell(name: str, text: str, family: int, joined: bool) -> Cell:
    colour = LETTERS.find(text[:1]) + 1 if text else 0
    number = text[1:] if colour else text
    if number == "_" and family != EXACT:
        return Cell(colour, 0, joined)
    if family == EXACT and number.isdecimal() and 1 <= int(number) <= FACES:
        return Cell(colour, int(number), joined)
    raise BadDeck(f"Card {name!r}: {text!r} is no cell of an objective that is {FAMILIES[family]}.")


def _check_counts(cards: list[Card]) -> None:
    """The counts of the box: how many of each kind and colour; no name and no objective twice."""
    for numbers, kinds, bonus in ((EVALUATION_CARDS, EVALUATIONS, EVALUATION), (BONUS_CARDS, BONUSES, BONUS)):
        for number, (kind, wanted) in enumerate(zip(kinds, numbers, strict=True)):
            found = [card for card in cards if card.bonus == bonus and card.kind == number]
            if len(found) != wanted:
                raise BadDeck(f"There are {len(found)} cards {kind!r}, not {wanted}.")
            if kind in AIMED and {card.aim for card in found} != set(range(len(COLOURS))):
                raise BadDeck(f"The cards {kind!r} must count each colour once.")
    for number, colour in enumerate(COLOURS):
        found = [card for card in cards if card.colour == number]
        if len(found) != COLOUR_CARDS:
            raise BadDeck(f"There are {len(found)} {colour} cards, not {COLOUR_CARDS}.")
    for words in ("name", "objective"):
        value, count = Counter(getattr(card, words) for card in cards).most_common(1)[0]
        if count > 1:
            raise BadDeck(f"{count} cards have the {words} {value!r}.")


DECK = read_deck()
CARDS = len(DECK)
EVALUATION_COUNT = sum(EVALUATION_CARDS)  # cards from this number on are bonus cards
NAMES = tuple(card.name for card in DECK)
