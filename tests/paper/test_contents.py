"""What is printed can be played: every card of the box as often as it is there, and all that goes with it."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from lodge.games import game
from lodge.games.amik.rules.facts import HEX_COUNT, LANDSCAPES, MIDDLES, MOST_SEATS, SECTION_NUMBERS
from lodge.games.amik.table.paper import ANIMALS
from lodge.games.amik.table.paper.landscape import FAINT, TINTS, neighbours, section_tints
from lodge.games.beaver_gang.rules import facts as beaver_gang
from lodge.games.dam_it.rules import facts as dam_it
from lodge.games.donnant_donnant.rules import facts as donnant
from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.terms import names
from lodge.paper import LANGUAGES
from lodge.paper.cards import LARGE
from lodge.paper.drawing import Circle, Curve, Page, Shape, Words
from lodge.paper.prose import blocks, read_rules
from lodge.paper.words import WORDS, read_words, spoken

from .printed import GAMES, pages_of, texts_of

RULES = json.loads((Path(__file__).parents[1] / "games" / "rules.json").read_text())  # of the rules pages


def sided(which: str, language: str, side: str) -> list[Page]:
    """A game's pages of fronts, or of backs."""
    return [page for page in pages_of(which, language) if WORDS[language][side] in texts_of(page)]


def counted(pages: list[Page]) -> Counter[str]:
    return Counter(text for page in pages for text in texts_of(page))


@pytest.mark.parametrize("which", GAMES)
def test_the_rules_tell_every_rule_in_every_language(which: str) -> None:
    folder = Path(game(which).folder) / "table" / "paper" / "rules"
    english = blocks(read_rules(folder, "en"))
    for language in LANGUAGES:
        found = blocks(read_rules(folder, language))
        assert {rule for block in found for rule in block.told} == set(RULES[which]), language
        assert [(block.kind, block.told) for block in found] == [(block.kind, block.told) for block in english], (
            language
        )
        for one, two in zip(found, english, strict=True):  # a number is a rule: it is the same everywhere
            assert sorted(re.findall(r"\d+", one.text)) == sorted(re.findall(r"\d+", two.text)), (language, one)
        printed = " ".join(text for page in pages_of(which, language) for text in texts_of(page))
        for block in found:
            first = re.split(r"[{*]", block.text)[0].split()
            assert not first or first[0] in printed


@pytest.mark.parametrize("which", GAMES)
def test_every_language_has_all_words(which: str) -> None:
    own = read_words(game(which).folder / "table" / "paper" / "words.json")
    assert set(own) == set(WORDS) == set(LANGUAGES)
    for language in LANGUAGES:
        assert own[language].keys() == own["en"].keys()
        assert WORDS[language].keys() == WORDS["en"].keys()
        assert all(spoken(which, language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_dam_it_is_complete(language: str) -> None:
    """D1-D3: all cards as often as in the box, all dams, a chip for every cube."""
    fronts, words = sided("dam-it", language, "front"), names(game("dam-it"), language)
    texts = counted(fronts)
    for card in dam_it.RIVER_CARDS:
        name = words["disposal card" if card.name == "disposal" else card.name]
        assert texts[name[0].upper() + name[1:]] == card.copies
    large = Counter(
        int(item.text) for page in fronts for item in page.items if isinstance(item, Words) and item.size == 20
    )
    assert large == Counter(dam_it.DAM_POINTS)
    costs = Counter(
        {cost: texts[text] for cost in dam_it.COSTS for text in texts if re.fullmatch(rf"\D+ {cost}", text)}
    )
    assert costs == Counter(dict(zip(dam_it.COSTS, dam_it.PILE_SIZES, strict=True)))
    backs = sided("dam-it", language, "back")
    assert counted(backs)["Dam It!"] == dam_it.CARDS + dam_it.DAMS
    for pages in (fronts, backs):
        tops = [
            item for page in pages for item in page.items if isinstance(item, Curve) and item.style.fill == "#edc48d"
        ]
        assert len(tops) == dam_it.MOST_SEATS * dam_it.CUBES_EACH


@pytest.mark.parametrize("language", LANGUAGES)
def test_beaver_gang_is_complete(language: str) -> None:
    fronts, words = sided("beaver-gang", language, "front"), names(game("beaver-gang"), language)
    texts = counted(fronts)
    for card in beaver_gang.DECK:
        name = words["draw twice" if card.name == "twice" else card.name] if card.value is None else card.name
        assert texts[name] == card.copies
    assert counted(sided("beaver-gang", language, "back"))["Beaver Gang"] == beaver_gang.CARDS
    pad = texts_of(pages_of("beaver-gang", language)[1])
    assert pad.count(WORDS[language]["round_number"].format(beaver_gang.MOST_ROUNDS)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_donnant_donnant_has_every_card_once(language: str) -> None:
    texts = [text for page in sided("donnant", language, "front") for text in texts_of(page)]
    assert [text for text in texts if re.fullmatch(r"[eb]\d+", text)] == [card.name for card in DECK]
    words = spoken("donnant", language)
    for card in DECK:
        assert not card.need or words["sum"].format(card.need) in texts
        kind = donnant.BONUSES[card.kind] if card.bonus else donnant.EVALUATIONS[card.kind]
        assert words[kind].format(words[donnant.COLOURS[card.aim]]) in texts


def test_cards_of_donnant_have_their_cells_and_circles() -> None:
    """N13, N19: as many squares to write in as cells, three circles a bonus that has uses, the points of the others."""
    items = [item for page in sided("donnant", "en", "front") for item in page.items]
    circles = [item for item in items if isinstance(item, Circle) and item.radius == 4.2]
    assert len(circles) == donnant.CIRCLES * sum(card.bonus and card.kind != donnant.CHOICE for card in DECK)
    squares = [item for item in items if isinstance(item, Shape) and item.closed and len(item.points) == 4]
    cells = [item for item in squares if round(item.points[1][0] - item.points[0][0], 1) == 9.2]
    assert len(cells) == sum(len(card.cells) for card in DECK)
    big = [item.text for item in items if isinstance(item, Words) and item.size == 9]
    assert big == [str(card.points) for card in DECK if not card.bonus]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_of_donnant_are_those_of_the_cards_before_them(paper: str) -> None:
    """N1: two piles. Seen through the paper, a bonus card has the back of a bonus card."""
    pages = pages_of("donnant", "de", paper)
    labels = {"Punkte": "e", "Bonus": "b"}
    checked = 0
    for front, back in pairwise(pages):
        if WORDS["de"]["front"] not in texts_of(front):
            continue
        piles = {
            place(item, back, mirrored=True): labels[item.text]
            for item in back.items
            if isinstance(item, Words) and item.text in labels
        }
        found = {
            place(item, front): item.text[0]
            for item in front.items
            if isinstance(item, Words) and re.fullmatch(r"[eb]\d+", item.text)
        }
        assert piles == found
        checked += len(found)
    assert checked == len(DECK)


def place(item: Words, page: Page, *, mirrored: bool = False) -> tuple[int, int]:
    """The column and row of the card that words are on."""
    x = page.width - item.at[0] if mirrored else item.at[0]
    left, top = (page.width - LARGE.across * LARGE.width) / 2, (page.height - LARGE.down * LARGE.height) / 2
    return int((x - left) // LARGE.width), int((item.at[1] - top) // LARGE.height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_donnant_donnant_has_its_market_scores_and_levels(language: str) -> None:
    """N9, N16: prices and an arrow; a score card for everybody, for two games; N33-N35: boxes to tick."""
    words = spoken("donnant", language)
    market = pages_of("donnant", language)[-1]
    prices = sorted(
        (item.at, item.text)
        for item in market.items
        if isinstance(item, Words) and any(item.text == words["price"].format(price) for price in donnant.PRICES)
    )
    assert [text for _, text in prices] == [words["price"].format(price) for price in donnant.PRICES]
    (arrow,) = [
        item for item in market.items if isinstance(item, Shape) and len(item.points) == 7 and item.points[2][0] > 200
    ]
    tip = max(arrow.points)
    assert sum(point[0] == tip[0] for point in arrow.points) == 1  # it points to the right, as cards drift
    assert words["drift"] in texts_of(market)
    fronts, backs = sided("donnant", language, "front"), sided("donnant", language, "back")
    for pages in (fronts, backs):
        assert counted(pages)[words["score"]] == donnant.MOST_SEATS
    levels = [str(value) for number, level in enumerate(donnant.LEVELS, 1) for value in (number, *level)]
    last = texts_of(fronts[-1])
    start = last.index(words["campaign"]) + 1
    assert last[start : start + len(levels)] == levels
    boxes = [
        item
        for item in backs[-1].items
        if isinstance(item, Shape) and round(item.points[1][0] - item.points[0][0], 1) == 3.1
    ]
    assert len(boxes) == sum(level.rounds for level in donnant.LEVELS)


def test_amik_has_a_sheet_for_each_animal() -> None:
    """A2: as many animals as players; on its sheet it looks out of every hex that it may choose."""
    assert len(ANIMALS) == MOST_SEATS
    words = spoken("amik", "en")
    sheets = pages_of("amik")[1:]
    assert [page.title for page in sheets] == [f"Amik - {words[animal]}" for animal in ANIMALS]
    for page, animal in zip(sheets, ANIMALS, strict=True):
        assert words[animal] in texts_of(page)
        hexes = [item for item in page.items if isinstance(item, Shape) and item.closed and len(item.points) == 6]
        assert len(hexes) == LANDSCAPES * HEX_COUNT + 6 * 4 + 7
        numbers = [text for text in texts_of(page) if text.isdigit()]
        assert len(numbers) == LANDSCAPES * sum(map(len, SECTION_NUMBERS))
        rings = [item for item in page.items if isinstance(item, Circle) and item.style.dashes]
        drawn = [item for item in page.items if isinstance(item, Curve) and item.style.line == FAINT]
        assert len(rings) == LANDSCAPES * len(MIDDLES)
        assert drawn
        assert len(drawn) % (LANDSCAPES * len(MIDDLES)) == 0


def grey(colour: str) -> float:
    """How light a colour is on a printer without colours, from 0 to 100."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 100 * (0.299 * red + 0.587 * green + 0.114 * blue)


def test_neighbouring_sections_differ_in_grey() -> None:
    section = {one: number for number, hexes in enumerate(SECTION_NUMBERS) for one in hexes}
    light = [grey(TINTS[tint]) for tint in section_tints()]
    pairs = {(section[one], section[two]) for one in section for two in neighbours(one) if two in section}
    for one, two in pairs:
        assert one == two or abs(light[one] - light[two]) > 7
    for middle in MIDDLES:
        assert all(light[section[one]] < 93 for one in neighbours(middle))
    assert {one for one, two in pairs if one != two} == set(range(len(SECTION_NUMBERS)))


def test_the_docs_say_the_prices_and_the_arrow() -> None:
    page = (Path(__file__).parents[2] / "docs" / "donnant-donnant.md").read_text(encoding="utf-8")
    assert f"costs {', '.join(map(str, donnant.PRICES))} equal dice" in " ".join(page.split())
    assert "drifts to the right" in page
