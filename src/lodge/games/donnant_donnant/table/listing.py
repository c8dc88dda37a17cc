"""Donnant Donnant: all cards in a list, with what each pays and how hard it is."""

from __future__ import annotations

from typing import Any

from lodge.games.donnant_donnant.rules.deck import DECK, Card
from lodge.games.donnant_donnant.rules.facts import BONUSES, COLOURS, EVALUATIONS
from lodge.games.donnant_donnant.table.difficulty import chance, difficulty


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
