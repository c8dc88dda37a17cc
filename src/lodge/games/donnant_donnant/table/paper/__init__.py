"""Donnant Donnant to print and play: the rules, all cards with their backs, score cards, the solo card, the market."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST, MOST_SEATS, PATIENCE, PRICES
from lodge.games.donnant_donnant.table.paper.cards import deck
from lodge.games.donnant_donnant.table.paper.market import market_page
from lodge.games.donnant_donnant.table.paper.scores import rounds_card, score_card, solo_card
from lodge.paper.cards import LARGE, Card, card_pages
from lodge.paper.drawing import Page
from lodge.paper.prose import prose_pages, read_rules
from lodge.paper.words import spoken

TITLE = "Donnant Donnant"
RULES = Path(__file__).parent / "rules"
FACTS: dict[str, Any] = {
    "cards": len(DECK),
    "evaluations": sum(not card.bonus for card in DECK),
    "bonuses": sum(card.bonus for card in DECK),
    "prices": ", ".join(map(str, PRICES)),
    "dear": max(PRICES),
    "cheap": min(PRICES),
    "patience": PATIENCE,
    "boast": CAMPAIGN_BOAST,
}


def sheets(language: str, paper: str) -> list[Page]:
    """The pages in a language, for a paper: a sheet of rules, then sheets of cards, then the market."""
    words = spoken("donnant", language)
    score = partial(score_card, words)
    solo = Card(partial(solo_card, words), partial(rounds_card, words))
    cards = [*deck(words), solo, *[Card(score, score)] * MOST_SEATS]
    return [
        *prose_pages(TITLE, language, paper, read_rules(RULES, language), FACTS, 2),
        *card_pages(f"{TITLE} - {words['cards']}", language, paper, LARGE, cards),
        market_page(f"{TITLE} - {words['market']}", words, language, paper),
    ]
