"""What things are called in the five languages: one table a game, and one for what all games share.

Page, paper, terminal and docs say these words and no others. `terms.json` in a game's `table` folder has for each thing
its name in every language, and, where there is something to say:

- `page`: the messages of the page that are just this name,
- `book`: the languages in which it is the rulebook's own word,
- `not`: words that somebody might say instead and that nobody should; a star at the end stands for any ending,
- `why`: what is worth knowing about the choice.

`python tools/terms.py` writes docs/terms.md from them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lodge.games import Game

LANGUAGES = ("en", "de", "fr", "it", "nl")


@dataclass(frozen=True)
class Term:
    """A thing and its names."""

    names: dict[str, str]
    page: tuple[str, ...] = ()
    book: tuple[str, ...] = ()
    unwanted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    why: str = ""

    def strays(self, text: str, language: str) -> list[str]:
        """The words in a text that stand beside the table."""
        return [found[0] for word in self.unwanted.get(language, ()) for found in _pattern(word).finditer(text)]


def _pattern(word: str) -> re.Pattern[str]:
    ending = r"\w*" if word.endswith("*") else ""
    return re.compile(rf"(?<!\w){re.escape(word.rstrip('*'))}{ending}(?!\w)", re.IGNORECASE)


def _read(path: Path) -> dict[str, Term]:
    return {
        name: Term(
            names={language: entry[language] for language in LANGUAGES},
            page=tuple(entry.get("page", ())),
            book=tuple(entry.get("book", ())),
            unwanted={language: tuple(words) for language, words in entry.get("not", {}).items()},
            why=entry.get("why", ""),
        )
        for name, entry in json.loads(path.read_text(encoding="utf-8")).items()
    }


@cache
def terms(game: Game | None = None) -> dict[str, Term]:
    """The table of a game, or the one that all games share.

    Examples:
        >>> from lodge.games import game
        >>> terms(game("amik"))["wetland"].names["de"]
        'Sumpf'
        >>> terms()["match"].names["it"]
        'partita'
    """
    path = game.folder / "table" / "terms.json" if game else Path(__file__).with_name("terms.json")
    return _read(path) if path.exists() else {}  # a game from elsewhere need not have one


def names(game: Game | None, language: str) -> dict[str, str]:
    """What everything in a game is called in a language."""
    return {name: term.names[language] for name, term in terms(game).items()}
