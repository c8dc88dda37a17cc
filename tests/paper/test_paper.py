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
from lodge.games.amik.facts import HEX_COUNT, LANDSCAPES
from lodge.paper import SHEETS, sheet, written
from lodge.paper.drawing import PAPERS, Circle, Page, Point, Words
from lodge.paper.words import AMIK, LANGUAGES

PAGES = list(product(SHEETS, LANGUAGES, PAPERS))
SVG = "{http://www.w3.org/2000/svg}"


def reach(page: Page) -> list[Point]:
    """The outermost points of everything."""
    found: list[Point] = []
    for item in page.items:
        if isinstance(item, Words):
            x, y = item.at
            wide = 0.56 * item.size * len(item.text)
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[item.align]
            found += [(left, y - item.size), (left + wide, y)]
        elif isinstance(item, Circle):
            found += [(item.centre[0] + sign * item.radius, item.centre[1] + sign * item.radius) for sign in (-1, 1)]
        else:
            found += item.points
    return found


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_everything_lies_on_the_paper(game: str, language: str, paper: str) -> None:
    page = sheet(game, language, paper)
    assert (page.width, page.height) == PAPERS[paper]
    for x, y in reach(page):
        assert 5 <= x <= page.width - 5
        assert 5 <= y <= page.height - 5


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_svg_and_pdf_are_well_formed_and_always_the_same(game: str, language: str, paper: str) -> None:
    page = sheet(game, language, paper)
    root = ET.fromstring(written(page, "svg"))  # noqa: S314 - our own
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts == [item.text for item in page.items if isinstance(item, Words)]
    assert len(list(root.iter(f"{SVG}path"))) + len(list(root.iter(f"{SVG}circle"))) == len(page.items) - len(texts)
    pdf = written(page, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert box is not None
    assert [round(float(side) / 72 * 25.4, 1) for side in box.groups()] == [page.width, page.height]
    assert pdf == written(sheet(game, language, paper), "pdf")


def test_every_language_has_all_words_and_they_are_on_the_sheet() -> None:
    for language in LANGUAGES:
        assert AMIK[language].keys() == AMIK["en"].keys()
        texts = {item.text for item in sheet("amik", language).items if isinstance(item, Words)}
        for key, words in AMIK[language].items():
            assert words.format(1) in texts, key
        for text in texts:
            text.encode("cp1252")  # what the standard fonts can show


def test_the_amik_sheet_has_three_landscapes() -> None:
    page = sheet("amik")
    hexes = [item for item in page.items if getattr(item, "closed", False) and len(getattr(item, "points", ())) == 6]
    assert len(hexes) == LANDSCAPES * HEX_COUNT + 6 * 4 + 7
    numbers = [item.text for item in page.items if isinstance(item, Words) and item.text.isdigit()]
    assert len(numbers) == LANDSCAPES * 78


def test_the_command_writes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["print", "amik"]).exit_code == 0
    assert Path("amik.pdf").read_bytes() == written(sheet("amik"), "pdf")
    assert (
        CliRunner().invoke(app, ["print", "amik", "--language", "nl", "--paper", "letter", "--to", "x.svg"]).exit_code
        == 0
    )
    assert Path("x.svg").read_bytes() == written(sheet("amik", "nl", "letter"), "svg")
    nowhere = CliRunner().invoke(app, ["print", "amik", "--to", "no/such/folder.pdf"])
    assert "cannot be written" in str(nowhere.exception)


@pytest.mark.parametrize(
    ("arguments", "words"), [(("chess",), "amik"), (("amik", "la"), "en, de"), (("amik", "en", "a5"), "a4, letter")]
)
def test_what_there_is_is_told(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        sheet(*arguments)
    with pytest.raises(UnknownName, match="pdf, svg"):
        written(sheet("amik"), "gif")
