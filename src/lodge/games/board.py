"""What a page must know to show a game that it has no board for: how views are made, words, perhaps a board.

Beside its rules a game may bring, in the folder `table` of its package,

- `words.json`: by language (`en`, `de`, `fr`, `it`, `nl`), words for the page; English where a language is missing,
- `board.js`: an ES module with a board of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lodge.kernel.module import described

if TYPE_CHECKING:
    from lodge.games import Game

FILE = "board.json"
BOARD = "board.js"
WORDS = "words.json"


def board_file(game: Game) -> Path | None:
    """The board that a game brings, if it does."""
    path = game.folder / "table" / BOARD
    return path if path.is_file() else None


def words(game: Game) -> dict[str, dict[str, str]]:
    """What a game says on the page, by language."""
    path = game.folder / "table" / WORDS
    found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    usual = {"tagline": "", "rules": ""} | {f"option_{name}": name.replace("-", " ") for name in game.rules.OPTIONS}
    return {**found, "en": usual | found.get("en", {})}


def board_data(game: Game) -> dict[str, Any]:
    """All of it, in plain values."""
    return {
        "id": game.id,
        "title": game.title,
        "secrets": game.rules.SECRETS,
        "lines": list(game.lines.LINES),
        "schema": game.moves.CONTRACT.schema(),
        "words": words(game),
        "board": board_file(game) is not None,
        "module": described(game.folder) is not None,
    }
