"""Write docs/terms.md: what things are called in the five languages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lodge.games import Game, games
from lodge.games.terms import LANGUAGES, Term, terms

PAGE = Path(__file__).parent.parent / "docs" / "terms.md"
OPENING = """\
# What things are called

Page, paper, terminal and docs call a thing by one name in each language. Where the rulebook exists in a language, its
own word is taken: those are **bold**. Below each table stand words that somebody might say instead, and that the tests
do not let through. All of it is made by `python tools/terms.py` from `terms.json` in each game's `table` folder and in
`src/lodge/games`: change a name there.
"""


def cell(term: Term, language: str) -> str:
    """A name, and whether it is the rulebook's."""
    return f"**{term.names[language]}**" if language in term.book else term.names[language]


def note(name: str, term: Term) -> str:
    """What is not said, and why."""
    unwanted = "; ".join(f"{one}: {', '.join(term.unwanted[one])}" for one in LANGUAGES if one in term.unwanted)
    said = [f"not {unwanted.replace('*', '…')}." if unwanted else "", term.why]
    return f"- {name}: {' '.join(part for part in said if part)}"


def table(title: str, found: dict[str, Term]) -> str:
    """A section with a table, and below it what is not said."""
    head = f"| | {' | '.join(LANGUAGES)} |\n|---|{'---|' * len(LANGUAGES)}"
    rows = [f"| {name} | {' | '.join(cell(term, one) for one in LANGUAGES)} |" for name, term in found.items()]
    notes = [note(name, term) for name, term in found.items() if term.unwanted or term.why]
    return "\n".join([f"\n## {title}\n", head, *rows, "", *notes]) + "\n"


def page(which: Iterable[Game]) -> str:
    return OPENING + table("All games", terms()) + "".join(table(game.title, terms(game)) for game in which)


if __name__ == "__main__":
    PAGE.write_text(page(games()), encoding="utf-8")
