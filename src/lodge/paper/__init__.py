"""Sheets to print: described once, in millimetres, and written as SVG or PDF."""

from __future__ import annotations

from collections.abc import Callable

from lodge.errors import UnknownName
from lodge.paper.amik import sheet as amik_sheet
from lodge.paper.drawing import PAPERS, Page
from lodge.paper.words import LANGUAGES

SHEETS: dict[str, Callable[[str, str], Page]] = {"amik": amik_sheet}
FORMATS = ("pdf", "svg")


def sheet(game: str, language: str = "en", paper: str = "a4") -> Page:
    """The sheet of a game; UnknownName says what there is."""
    for what, name, known in (
        ("sheet to print for", game, SHEETS),
        ("language", language, LANGUAGES),
        ("paper", paper, PAPERS),
    ):
        if name not in known:
            raise UnknownName(f"There is no {what} {name!r}: choose from {', '.join(known)}.")
    return SHEETS[game](language, paper)


def written(page: Page, form: str) -> bytes:
    """A page as a file of a format."""
    if form == "svg":
        from lodge.paper.svg import to_svg

        return to_svg(page).encode()
    if form == "pdf":
        from lodge.paper.pdf import to_pdf

        return to_pdf(page)
    raise UnknownName(f"There is no format {form!r}: choose from {', '.join(FORMATS)}.")
