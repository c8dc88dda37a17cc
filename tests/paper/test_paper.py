"""Sheets to print: everything on them, on the page, in every language, the same as SVG and PDF."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.errors import UnknownName
from lodge.games.amik.rules.facts import HEX_COUNT, LANDSCAPES
from lodge.games.amik.table.paper.words import WORDS as AMIK
from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.donnant_donnant.rules.facts import CIRCLES, LEVELS
from lodge.games.donnant_donnant.table.paper.words import WORDS as DONNANT
from lodge.paper import LANGUAGES, sheets, written
from lodge.paper.drawing import PAPERS, Circle, Page, Point, Words
from lodge.paper.text import width_of

PAGES = list(product(("amik", "donnant"), LANGUAGES, PAPERS))
SVG = "{http://www.w3.org/2000/svg}"


def reach(page: Page) -> list[Point]:
    """The outermost points of everything."""
    found: list[Point] = []
    for item in page.items:
        if isinstance(item, Words):
            x, y = item.at
            wide = width_of(item.text, item.size, bold=item.bold)
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[item.align]
            found += [(left, y - item.size), (left + wide, y)]
        elif isinstance(item, Circle):
            found += [(item.centre[0] + sign * item.radius, item.centre[1] + sign * item.radius) for sign in (-1, 1)]
        else:
            found += item.points
    return found


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_everything_lies_on_the_paper(game: str, language: str, paper: str) -> None:
    for page in sheets(game, language, paper):
        assert (page.width, page.height) == PAPERS[paper]
        for x, y in reach(page):
            assert 5 <= x <= page.width - 5
            assert 5 <= y <= page.height - 5


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_svg_and_pdf_are_well_formed_and_always_the_same(game: str, language: str, paper: str) -> None:
    pages = sheets(game, language, paper)
    items = [item for page in pages for item in page.items]
    root = ET.fromstring(written(pages, "svg"))  # noqa: S314 - our own
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts == [item.text for item in items if isinstance(item, Words)]
    assert len(list(root.iter(f"{SVG}path"))) + len(list(root.iter(f"{SVG}circle"))) == len(items) - len(texts)
    pdf = written(pages, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    sides = [tuple(round(float(side) / 72 * 25.4, 1) for side in box) for box in boxes]
    assert sides == [(page.width, page.height) for page in pages]
    assert pdf == written(sheets(game, language, paper), "pdf")


def test_every_language_has_all_words_and_they_are_on_the_sheets() -> None:
    for language in LANGUAGES:
        assert AMIK[language].keys() == AMIK["en"].keys()
        (page,) = sheets("amik", language)
        texts = {item.text for item in page.items if isinstance(item, Words)}
        for key, words in AMIK[language].items():
            assert words.format(1) in texts, key
        for text in texts:
            text.encode("cp1252")  # what the standard fonts can show


def test_the_amik_sheet_has_three_landscapes() -> None:
    (page,) = sheets("amik")
    hexes = [item for item in page.items if getattr(item, "closed", False) and len(getattr(item, "points", ())) == 6]
    assert len(hexes) == LANDSCAPES * HEX_COUNT + 6 * 4 + 7
    numbers = [item.text for item in page.items if isinstance(item, Words) and item.text.isdigit()]
    assert len(numbers) == LANDSCAPES * 78


def texts_of(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Words)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_are_on_paper_with_their_words(language: str) -> None:
    assert DONNANT[language].keys() == DONNANT["en"].keys()
    pages = sheets("donnant", language)
    texts = [text for page in pages for text in texts_of(page)]
    assert [text for text in texts if re.fullmatch(r"[eb]\d+", text)] == [card.name for card in DECK]
    together = " ".join(texts)
    for key, words in DONNANT[language].items():
        if key != "cards":  # the title
            assert words.partition("{")[0].split()[0] in together, key
    for text in texts:
        text.encode("cp1252")
    for card in DECK:
        assert not card.need or DONNANT[language]["sum"].format(card.need) in texts
    levels = [str(value) for number, level in enumerate(LEVELS, 1) for value in (number, *level)]
    assert texts_of(pages[-1])[-len(levels) :] == levels


def test_cards_have_their_cells_and_circles() -> None:
    """N13, N19: as many squares to write in as cells, three circles a bonus that has uses, the points of the others."""
    items = [item for page in sheets("donnant") for item in page.items]
    circles = [item for item in items if isinstance(item, Circle) and item.radius == 4.2]
    assert len(circles) == CIRCLES * 16
    square = [item for item in items if getattr(item, "closed", False) and len(getattr(item, "points", ())) == 4]
    cells = [item for item in square if round(item.points[1][0] - item.points[0][0], 1) == 9.2]  # type: ignore[union-attr]
    assert len(cells) == sum(len(card.cells) for card in DECK)
    big = [item.text for item in items if isinstance(item, Words) and item.size == 9]
    assert big == [str(card.points) for card in DECK if not card.bonus]


def test_the_command_writes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["print", "amik"]).exit_code == 0
    assert Path("amik.pdf").read_bytes() == written(sheets("amik"), "pdf")
    assert (
        CliRunner().invoke(app, ["print", "amik", "--language", "nl", "--paper", "letter", "--to", "x.svg"]).exit_code
        == 0
    )
    assert Path("x.svg").read_bytes() == written(sheets("amik", "nl", "letter"), "svg")
    assert CliRunner().invoke(app, ["donnant", "cards", "--pdf", "cards.pdf"]).exit_code == 0
    assert Path("cards.pdf").read_bytes() == written(sheets("donnant"), "pdf")
    nowhere = CliRunner().invoke(app, ["print", "amik", "--to", "no/such/folder.pdf"])
    assert "cannot be written" in str(nowhere.exception)


@pytest.mark.parametrize(
    ("arguments", "words"), [(("chess",), "amik"), (("amik", "la"), "en, de"), (("amik", "en", "a5"), "a4, letter")]
)
def test_what_there_is_is_told(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        sheets(*arguments)
    with pytest.raises(UnknownName, match="pdf, svg"):
        written(sheets("amik"), "gif")
