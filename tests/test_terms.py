"""One vocabulary: page, paper, terminal and docs call a thing as the table of terms does."""

from __future__ import annotations

import ast
import json
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from lodge.games import Game, game, games
from lodge.games.terms import LANGUAGES, Term, terms
from lodge.paper import sheets
from lodge.paper.drawing import Words

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "web" / "src"
ALL = list(games())


def messages(folder: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def on_page(which: Game | None, language: str) -> Iterator[tuple[str, str]]:
    """What the page says: of a game, or everywhere."""
    for english in sorted((PAGE / "games" / which.id if which else PAGE).rglob("en.json")):
        folder = english.parent
        for key, text in messages(folder, language).items():
            yield f"{folder.relative_to(PAGE)}: {key}", text


def on_paper(which: Game, language: str) -> Iterator[tuple[str, str]]:
    """What is printed, page by page, as it is read."""
    for number, page in enumerate(sheets(which.id, language), 1):
        yield f"page {number}", " ".join(item.text for item in page.items if isinstance(item, Words))


def in_terminal(which: Game) -> Iterator[tuple[str, str]]:
    """What the terminal says of a game, in English."""
    for path in sorted((which.folder / "table").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{path.name}:{node.lineno}", node.value


def in_docs(which: Game) -> Iterator[tuple[str, str]]:
    """What its page of the docs says."""
    name = which.folder.name.replace("_", "-")
    for number, line in enumerate((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").splitlines(), 1):
        yield f"docs/{name}.md:{number}", line


def strays(found: dict[str, Term], language: str, texts: Iterator[tuple[str, str]]) -> list[str]:
    return [
        f"{where}: {stray!r} should be {term.names[language]!r}"
        for where, text in texts
        for term in found.values()
        for stray in term.strays(text, language)
    ]


def test_the_page_of_the_docs_is_as_the_tables_are() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "terms.py"))["page"](ALL)
    assert (ROOT / "docs" / "terms.md").read_text(encoding="utf-8") == page, "it is old: run python tools/terms.py"


@pytest.mark.parametrize("which", [None, *ALL], ids=lambda which: which.id if which else "all")
def test_no_name_is_unwanted_itself(which: Game | None) -> None:
    for name, term in terms(which).items():
        for language in LANGUAGES:
            assert term.names[language].strip(), name
            assert not strays(terms(which), language, iter([(name, term.names[language])]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", [None, *ALL], ids=lambda which: which.id if which else "all")
def test_the_page_says_the_words(which: Game | None, language: str) -> None:
    assert strays(terms(which), language, on_page(which, language)) == []
    folder = PAGE / "games" / which.id / "messages" if which else PAGE / "messages"
    said = messages(folder, language)
    for name, term in terms(which).items():
        for key in term.page:
            assert said[key].replace("{colour}", "{}").casefold() == term.names[language].casefold(), (name, key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", [one for one in ALL if one.paper], ids=lambda which: which.id)
def test_paper_says_the_words(which: Game, language: str) -> None:
    texts = list(on_paper(which, language))
    assert texts, "nothing is printed in this language?"
    assert strays(terms(which) | terms(), language, iter(texts)) == []


@pytest.mark.parametrize("which", ALL, ids=lambda which: which.id)
def test_terminal_and_docs_say_the_words(which: Game) -> None:
    assert strays(terms(which), "en", in_terminal(which)) == []
    assert strays(terms(which), "en", in_docs(which)) == []


def test_a_stray_is_found() -> None:
    amik = terms(game("amik"))
    assert strays(amik, "de", iter([("here", "Zwei Feuchtgebiete")])) == ["here: 'Feuchtgebiete' should be 'Sumpf'"]
    assert strays(amik, "nl", iter([("here", "De Vlijtige Bever")])) == [
        "here: 'Vlijtige Bever' should be 'Bezige bever'"
    ]
    assert strays(amik, "de", iter([("here", "Fleißiger Biber im Sumpf")])) == []
