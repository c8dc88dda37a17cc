"""Donnant Donnant: what is printed on the cards, for the page.

`python -m lodge.games.donnant_donnant.table.faces web/src/games/donnant/deck.json` writes it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from lodge.games.donnant_donnant.rules.deck import DECK, FAMILIES, Card, Cell
from lodge.games.donnant_donnant.rules.facts import BONUSES, COLOURS, EVALUATIONS


def faces() -> str:
    """All cards by name, one a line."""
    lines = [f"{json.dumps(card.name)}: {json.dumps(_face(card))}" for card in DECK]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _face(card: Card) -> dict[str, Any]:
    return {
        "colour": COLOURS[card.colour] if card.colour >= 0 else None,
        "family": FAMILIES[card.family],
        "need": card.need,
        "cells": [_cell(cell) for cell in card.cells],
        "kind": BONUSES[card.kind] if card.bonus else EVALUATIONS[card.kind],
        "aim": COLOURS[card.aim] if card.aim >= 0 else None,
        "points": card.points,
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "colour": COLOURS[cell.colour - 1] if cell.colour else None,
        "number": cell.number,
        "joined": cell.joined,
    }


def main(path: str) -> None:
    """Write the faces to a file."""
    Path(path).write_text(faces(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
