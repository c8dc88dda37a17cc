"""What can be played, as the start page lists it.

`python -m lodge.server.http.catalogue web/src/lib/catalogue.json` writes it for the page, which has it at once and
without a server; a server tells what only it knows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from lodge.bots import BOTS
from lodge.bots.levels import LEVELS
from lodge.games import Game, games
from lodge.server.http import schemas
from lodge.server.limits import CHAT_LENGTH, NAME_LENGTH

CLOCKS = [30, 60, 120, 86400, 3 * 86400, 7 * 86400]  # what the page offers, in seconds a move

TOTALS = [[600, 10], [1800, 30], [3 * 86400, 12 * 3600], [7 * 86400, 86400]]  # in seconds, and for each move
VACATIONS = [2, 7, 14]  # days


def catalogue(levels: Iterable[tuple[str, str]]) -> schemas.Catalogue:
    """Games, bots of these levels, and what can be chosen for a table."""
    listed = [
        schemas.GameInfo(
            id=game.id,
            title=game.title,
            seats=list(game.seats),
            minutes=game.minutes,
            options=list(game.rules.OPTIONS),
            alone=[option for level in alone for option in level.options],
            levels=len(alone),
            more_is_better=game.lines.MORE_IS_BETTER,
            daily=_daily(game),
        )
        for game in games()
        for alone in [game.campaign.LEVELS if game.campaign else ()]
    ]
    return schemas.Catalogue(
        games=listed,
        bots=[schemas.BotInfo(level=level, about=BOTS[spec.partition(":")[0]]) for level, spec in levels],
        clocks=CLOCKS,
        totals=TOTALS,
        vacations=VACATIONS,
        name_length=NAME_LENGTH,
        chat_length=CHAT_LENGTH,
    )


def _daily(game: Game) -> schemas.DailyInfo | None:
    daily = game.daily
    if daily is None:
        return None
    return schemas.DailyInfo(
        rules=game.rules.VERSION,
        seats=daily.seats,
        options=list(daily.options),
        bots=daily.bots,
        master=daily.master,
    )


def text() -> str:
    """The page's file."""
    told = catalogue((level, level) for level in LEVELS)
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
