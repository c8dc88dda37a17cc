"""Sheets and cards to print: described once, in millimetres, and written as SVG or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lodge.errors import UnknownName
from lodge.paper import amik, donnant
from lodge.paper.drawing import PAPERS, Page
from lodge.paper.words import LANGUAGES

SHEETS: dict[str, Callable[[str, str], list[Page]]] = {"amik": amik.sheets, "donnant": donnant.sheets}
FORMATS = ("pdf", "svg")


def sheets(game: str, language: str = "en", paper: str = "a4") -> list[Page]:
    """What a game has to print, page by page; UnknownName says what there is."""
    for what, name, known in (
        ("paper to print for", game, SHEETS),
        ("language", language, LANGUAGES),
        ("paper", paper, PAPERS),
    ):
        if name not in known:
            raise UnknownName(f"There is no {what} {name!r}: choose from {', '.join(known)}.")
    return SHEETS[game](language, paper)


def written(pages: Sequence[Page], form: str) -> bytes:
    """Pages as a file of a format; in an SVG they follow below each other."""
    if form == "svg":
        from lodge.paper.svg import to_svg

        return to_svg(pages).encode()
    if form == "pdf":
        from lodge.paper.pdf import to_pdf

        return to_pdf(pages)
    raise UnknownName(f"There is no format {form!r}: choose from {', '.join(FORMATS)}.")
