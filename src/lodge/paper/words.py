"""The words on sheets, in five languages: a `words.json` for all games here, and one in each game's `table/paper`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from lodge.games import game as find
from lodge.games.terms import names


@cache
def read_words(path: Path) -> dict[str, dict[str, str]]:
    """The words in a file, by language."""
    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


WORDS = read_words(Path(__file__).with_suffix(".json"))


def spoken(game: str, language: str) -> dict[str, str]:
    """All words for a game's sheets: those of every game, what things are called in this one, and its own."""
    which = find(game)
    own = read_words(which.folder / "table" / "paper" / "words.json")
    return WORDS[language] | names(which, language) | own[language]
