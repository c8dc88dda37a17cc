"""Sheets and cards to print: described once, in millimetres, and written as SVG or PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lodge.errors import UnknownName
from lodge.extras import missing_extra
from lodge.games import Game, games
from lodge.games.terms import LANGUAGES
from lodge.paper.drawing import PAPERS, Page

FORMATS = ("pdf", "svg")
COLUMNS = 100  # of what the terminal shows
__all__ = ["FORMATS", "LANGUAGES", "PAPERS", "drawn", "printed", "sheets", "written"]


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


def drawn(game: Game, view: dict[str, Any], seat: int, names: Sequence[str]) -> Page:
    """A seat's view (-1: a spectator's) as a picture; that of a game which draws none is what the terminal shows."""
    try:
        if game.picture is not None:
            page: Page = game.picture.picture(view, seat, names)
            return page
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from None
    from rich.console import Console

    from lodge.paper.scene import scene, title_line, words

    console = Console(width=COLUMNS, record=True, file=io.StringIO())
    console.print(game.moves.show(view, seat, list(names)))
    lines = console.export_text().splitlines()
    page = scene(game.title, 24.0 + 5 * len(lines))
    page.items += title_line(game.title)
    page.items += [words(8, 22 + 5 * number, line, 3.4) for number, line in enumerate(lines)]
    return page


def written(pages: Sequence[Page], form: str) -> bytes:
    """Pages as a file of a format; in an SVG they follow below each other."""
    if form == "svg":
        from lodge.paper.svg import to_svg

        return to_svg(pages).encode()
    if form == "pdf":
        from lodge.paper.pdf import to_pdf

        return to_pdf(pages)
    raise UnknownName(f"There is no format {form!r}: choose from {', '.join(FORMATS)}.")


@lru_cache(maxsize=16)  # a second or two each, and always the same
def printed(game: str, language: str, paper: str, form: str) -> bytes:
    """A game to print and play, as a file."""
    return written(sheets(game, language, paper), form)
