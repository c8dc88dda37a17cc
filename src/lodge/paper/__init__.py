"""Sheets and cards to print: described once, in millimetres, and written as SVG or PDF."""

from __future__ import annotations

from collections.abc import Sequence

from lodge.errors import UnknownName
from lodge.games import games
from lodge.paper.drawing import PAPERS, Page

LANGUAGES = ("en", "de", "fr", "it", "nl")
FORMATS = ("pdf", "svg")


def sheets(game: str, language: str = "en", paper: str = "a4") -> list[Page]:
    """What a game has to print, page by page; UnknownName says what there is."""
    printed = {one.id: one.paper for one in games() if one.paper is not None}
    for what, name, known in (
        ("paper to print for", game, printed),
        ("language", language, LANGUAGES),
        ("paper", paper, PAPERS),
    ):
        if name not in known:
            raise UnknownName(f"There is no {what} {name!r}: choose from {', '.join(known)}.")
    return printed[game].sheets(language, paper)


def written(pages: Sequence[Page], form: str) -> bytes:
    """Pages as a file of a format; in an SVG they follow below each other."""
    if form == "svg":
        from lodge.paper.svg import to_svg

        return to_svg(pages).encode()
    if form == "pdf":
        from lodge.paper.pdf import to_pdf

        return to_pdf(pages)
    raise UnknownName(f"There is no format {form!r}: choose from {', '.join(FORMATS)}.")
