"""Sheets to print: the same as SVG and PDF, from the library and the command line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.errors import UnknownName
from lodge.games import games
from lodge.paper import LANGUAGES, sheets, written
from lodge.paper.drawing import PAPERS, Words
from lodge.paper.picture import outlines

from .printed import GAMES, PAGES, pages_of, texts_of

SVG = "{http://www.w3.org/2000/svg}"


def test_every_game_can_be_printed() -> None:
    assert [game.id for game in games()] == GAMES


@pytest.mark.parametrize(("game", "language", "paper"), [*PAGES[::7], PAGES[-1]])  # some of each
def test_svg_and_pdf_are_well_formed_and_always_the_same(game: str, language: str, paper: str) -> None:
    pages = pages_of(game, language, paper)
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
    assert all(sorted(side) == sorted(PAPERS[paper]) for side in sides)


def test_the_same_pages_give_the_same_bytes() -> None:
    assert written(sheets("beaver-gang"), "pdf") == written(sheets("beaver-gang"), "pdf")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_letter_can_be_printed(game: str, language: str) -> None:
    text = "\n".join(text for page in pages_of(game, language) for text in texts_of(page))
    text.encode("cp1252")  # what the standard fonts can show
    assert "{" not in text


def test_the_command_writes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["print", "dam-it"]).exit_code == 0
    assert Path("dam-it.pdf").read_bytes() == written(pages_of("dam-it", "en", "a4"), "pdf")
    wishes = ["--language", "nl", "--paper", "letter", "--to", "x.svg"]
    assert CliRunner().invoke(app, ["print", "amik", *wishes]).exit_code == 0
    assert Path("x.svg").read_bytes() == written(pages_of("amik", "nl", "letter"), "svg")
    assert CliRunner().invoke(app, ["donnant", "cards", "--pdf", "cards.pdf"]).exit_code == 0
    assert Path("cards.pdf").read_bytes() == written(pages_of("donnant", "en", "a4"), "pdf")
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


def test_path_data_becomes_curves() -> None:
    assert outlines("M1 2h3v4z") == [
        [(1, 2), (1, 2), (4, 2), (4, 2), (4, 2), (4, 6), (4, 6), (4, 6), (1, 2), (1, 2)],
    ]
    assert outlines("M0 0C1 1 2 2 3 3s4 4 5 5")[0][3:] == [(3, 3), (4, 4), (7, 7), (8, 8)]
    assert outlines("M0 0q3 3 6 0")[0][1:] == [(2, 2), (4, 2), (6, 0)]
    assert outlines("m1 1 2 0M5 5l-.5-.5") == [
        [(1, 1), (1, 1), (3, 1), (3, 1)],
        [(5, 5), (5, 5), (4.5, 4.5), (4.5, 4.5)],
    ]
    with pytest.raises(ValueError, match="'A'"):
        outlines("M0 0A1 1 0 0 1 2 2")
