"""The pictures of printed pages in the documentation are those of today's pages."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from lodge.paper import written

from .printed import GAMES, pages_of

FOLDER = Path(__file__).parents[2] / "docs" / "paper"


def test_the_pictures_are_new() -> None:
    found = {game: hashlib.sha256(written(pages_of(game), "svg")).hexdigest() for game in GAMES}
    known = json.loads((FOLDER / "pages.json").read_text())
    assert found == known, "pages have changed: run python tools/paper_pictures.py"
    assert {path.stem for path in FOLDER.glob("*.png")} == set(GAMES)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 1_500_000
