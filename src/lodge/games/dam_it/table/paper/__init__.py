"""Dam It! to print and play: the rules, a score sheet, all cards with their backs, chips in place of the cubes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lodge.games.dam_it.rules.facts import CARDS, CUBES_FOR_A_POINT, DAMS, GARBAGE_LOSS, MOST_SEATS
from lodge.games.dam_it.table.paper.cards import LOSS, chips, dams, river
from lodge.paper.cards import SMALL, card_pages
from lodge.paper.drawing import Page
from lodge.paper.prose import prose_pages, read_rules
from lodge.paper.scores import Row, score_page
from lodge.paper.words import spoken

TITLE = "Dam It!"
RULES = Path(__file__).parent / "rules"
FACTS: dict[str, Any] = {
    "river": CARDS,
    "dams": DAMS,
    "loss": LOSS,
    "counts": ", ".join(str(number) for number in range(1, len(GARBAGE_LOSS))),
    "worst": GARBAGE_LOSS[-1],
}


def sheets(language: str, paper: str) -> list[Page]:
    """The pages in a language, for a paper: rules with the score sheet behind them, then the cards."""
    words = spoken("dam-it", language)
    garbage = words["garbage"][0].upper() + words["garbage"][1:]
    rows = [
        Row(words["dams"]),
        Row(words["cubes"], words["cubes_note"].format(CUBES_FOR_A_POINT)),
        Row(garbage, words["garbage_note"].format(LOSS)),
        Row(words["total"], total=True),
        Row(words["trees"], words["trees_note"]),
    ]
    return [
        *prose_pages(TITLE, language, paper, read_rules(RULES, language), FACTS, 1),
        score_page(TITLE, words["scores"], language, paper, rows, MOST_SEATS, 4),
        *card_pages(f"{TITLE} - {words['cards']}", language, paper, SMALL, river(words) + dams(words) + chips()),
    ]
