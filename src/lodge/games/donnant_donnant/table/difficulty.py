"""Donnant Donnant: how hard each card is, computed exactly.

The chance that a player who wants only this card, empty and without bonuses, completes it in one active turn of three
rolls with best play (N5-N8). Every roll of the five dice is a cell of a 6 x 6 x 6 x 6 x 6 block; the worth of keeping
some dice is the mean over the others.
"""

from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.games.donnant_donnant.rules.deck import DECK, EQUAL, EXACT, RISING, SUM, WHITE, Card
from lodge.games.donnant_donnant.rules.facts import BONUSES, COLOURS, DICE, EVALUATIONS, FACES, ROLLS

Block = npt.NDArray[np.float64]


def completing(card: Card) -> Block:
    """By roll: 1 where it completes the empty card, else 0 (N12, N13)."""
    found: Any = np.zeros((FACES,) * DICE, bool)
    faces = np.indices((FACES,) * DICE) + 1
    for dice in permutations(range(DICE), len(card.cells)):
        if all(cell.colour in {WHITE, die + 1} for cell, die in zip(card.cells, dice, strict=True)):
            found |= _fulfilled(card, [faces[die] for die in dice])
    return np.asarray(found, np.float64)


def _fulfilled(card: Card, numbers: list[Any]) -> Any:
    """N12: where numbers, one a cell, fulfil the objective."""
    if card.family == SUM:
        return sum(numbers) >= card.need
    good: Any = np.ones((FACES,) * DICE, bool)
    for at, cell in enumerate(card.cells):
        if card.family == EXACT:
            good = good & (numbers[at] == cell.number)
        elif cell.joined and card.family == EQUAL:
            good = good & (numbers[at] == numbers[at - 1])
        elif cell.joined and card.family == RISING:
            good = good & (numbers[at] > numbers[at - 1])
    return good


@cache
def chance(card: Card) -> float:
    """The exact chance; 0 for cards of more cells than there are dice."""
    if len(card.cells) > DICE:
        return 0.0
    worth = completing(card)
    for _ in range(1, ROLLS):
        best = worth
        for size in range(1, DICE + 1):
            for rolled in combinations(range(DICE), size):
                best = np.maximum(best, worth.mean(axis=rolled, keepdims=True))
        worth = best
    return float(worth.mean())


def difficulty(card: Card) -> tuple[int, float]:
    """What sorts cards from easy to hard: passive writes needed first, then how likely one turn fails."""
    return max(0, len(card.cells) - DICE), 1.0 - chance(card)


# --- all cards in a list --------------------------------------------------------------------------------


def listed() -> list[dict[str, Any]]:
    """Every card, kind by kind, from easy to hard."""
    return [_row(card) for card in sorted(DECK, key=lambda card: (card.bonus, card.kind, difficulty(card)))]


def _row(card: Card) -> dict[str, Any]:
    """`prepare`: how many cells must have been written as a passive player before one turn can complete the card."""
    kind = BONUSES[card.kind] if card.bonus else EVALUATIONS[card.kind]
    return {
        "card": card.name,
        "colour": COLOURS[card.colour] if card.colour >= 0 else "",
        "objective": card.objective,
        "kind": kind + (f" {COLOURS[card.aim]}" if card.aim >= 0 else ""),
        "points": card.points or "",
        "prepare": difficulty(card)[0],
        "chance": chance(card),
    }


def told_chance(row: dict[str, Any]) -> str:
    """The chance in words."""
    return f"{row['chance']:.2%}" if row["chance"] else f"{row['prepare']} to prepare"


def markdown_table() -> str:
    """The list for the documentation."""
    lines = ["| card | colour | objective | kind | points | chance in one turn |", "|---|---|---|---|---|---|"]
    for row in listed():
        told = (row["card"], row["colour"], f"`{row['objective']}`", row["kind"], row["points"], told_chance(row))
        lines.append("| " + " | ".join(map(str, told)) + " |")
    return "\n".join(lines)
