"""Beaver Gang to print and play: the rules, a score pad, all cards with their backs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lodge.games.beaver_gang.rules.facts import CARDS, DECK, MOST_ROUNDS, MOST_SEATS, PATIENCE, SPECIALS, Card
from lodge.paper import cards
from lodge.paper.cards import SMALL, Face, card_pages
from lodge.paper.drawing import INK, Item, Page, Style, Words, line
from lodge.paper.picture import picture, read_pictures
from lodge.paper.prose import prose_pages, read_rules
from lodge.paper.scores import Row, score_page
from lodge.paper.text import fitting, width_of, wrapped
from lodge.paper.words import spoken

TITLE = "Beaver Gang"
RULES = Path(__file__).parent / "rules"
PICTURES = read_pictures(Path(__file__).with_name("pictures.json"))
FACTS = {"cards": CARDS, "numbers": CARDS - SPECIALS, "specials": SPECIALS, "patience": PATIENCE}
WIDTH, HEIGHT = SMALL.width, SMALL.height
EDGE = 2.0
INNER = WIDTH - 2 * EDGE - 4
LINE = "#8d6a4c"
TINTS = {"glad": "#dcebcf", "calm": "#f6ebc9", "cross": "#f4d8c8"}
TERMS = {"twice": "draw twice"}  # what `terms.json` calls a card, where that is something else


def sheets(language: str, paper: str) -> list[Page]:
    """The pages in a language, for a paper: rules with the score pad behind them, then the cards."""
    words = spoken("beaver-gang", language)
    rows = [Row(words["round_number"].format(number)) for number in range(1, MOST_ROUNDS + 1)]
    rows.append(Row(words["total"], total=True))
    deck = [cards.Card(partial(front, card, words), back) for card in DECK for _ in range(card.copies)]
    return [
        *prose_pages(TITLE, language, paper, read_rules(RULES, language), FACTS, 1),
        score_page(TITLE, words["score pad"].capitalize(), language, paper, rows, MOST_SEATS, 3),
        *card_pages(f"{TITLE} - {words['cards']}", language, paper, SMALL, deck),
    ]


def front(card: Card, words: dict[str, str], face: Face) -> Iterator[Item]:
    """A card's face."""
    yield from _special(card.name, words, face) if card.value is None else _number(card.value, face)


def _number(value: int, face: Face) -> Iterator[Item]:
    """A large number over one of the gang, glad or cross; in grey and upside down it can be read, too."""
    mood = "glad" if value < 4 else "calm" if value < 7 else "cross"
    yield face.rounded(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, 3, Style(TINTS[mood], LINE, 0.5))
    yield Words(face.at(WIDTH / 2, 33), str(value), 30, "middle", bold=True, colour=INK)
    wide = width_of(str(value), 30, bold=True)
    if value in (6, 9):
        start = (WIDTH - wide) / 2
        yield line(face.at(start, 36.5), face.at(start + wide, 36.5), Style(line=INK, width=1.2))
    side = 24.0
    yield from picture(PICTURES[mood], *face.at((WIDTH - side) / 2, HEIGHT - EDGE - 22), side / 100)


def _special(name: str, words: dict[str, str], face: Face) -> Iterator[Item]:
    """B7-B9: its sign, its name, and what it does."""
    yield face.rounded(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, 3, Style("#ffffff", INK, 1.4))
    side = 23.0
    yield from picture(PICTURES[name], *face.at((WIDTH - side) / 2, 8), side / 100)
    text = words[TERMS.get(name, name)]
    size = fitting(text, 5.4, INNER, bold=True)
    yield Words(face.at(WIDTH / 2, 39), text, size, "middle", bold=True, colour=INK)
    for number, part in enumerate(wrapped(words[f"{name}_does"], 3.0, INNER)):
        yield Words(face.at(WIDTH / 2, 44 + number * 3.7), part, 3.0, "middle", colour=INK)


def back(face: Face) -> Iterator[Item]:
    """The same for all cards."""
    yield from cards.woven(face, TITLE, _head)


def _head(face: Face) -> Iterator[Item]:
    side = 18.0
    yield from picture(PICTURES["calm"], *face.at((face.width - side) / 2, 0.5), side / 100)
