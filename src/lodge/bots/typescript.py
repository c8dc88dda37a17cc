"""What the page's engine must know of a game besides its module: moves and their texts, levels, how `master` plays.

Also which points win, and how long play-outs take: analyses need that; and the solo levels, where it has such.

`python -m lodge.bots.typescript web/src/games` writes a file for each game into its folder there. The page loads it
with the game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lodge.bots.last import Reckoner
from lodge.bots.levels import LEVELS, Level, Tuned
from lodge.bots.net import has_net
from lodge.bots.search import Master
from lodge.games import Game, games
from lodge.games.api import Adviser, Horizon
from lodge.games.movelist import move_list

FILE = "engine.json"

Json = dict[str, Any]


def engine_data(game: Game) -> Json:
    """All of it, in plain values."""
    return {
        "game": game.id,
        "rules": game.rules.VERSION,
        "oneOf": sorted(game.one_of),
        "allSee": game.moves.ALL_SEE,
        "alike": game.moves.CONTRACT.alike,
        "mostEvents": game.moves.CONTRACT.most_events,
        "moreIsBetter": game.lines.MORE_IS_BETTER,
        "microseconds": game.tuning.microseconds,
        "levels": {
            name: _level(level.of(game) if isinstance(level, Tuned) else level) for name, level in LEVELS.items()
        },
        "net": f"{game.id}.npz" if has_net(game) else None,
        "master": _master(game),
        "campaign": _campaign(game),
        "moves": move_list(game),
    }


def _level(level: Level | Master) -> Json:
    """Its budget, and how content it is; without slack it is as `master`."""
    search = level.search if isinstance(level, Level) else level
    slack = level.slack if isinstance(level, Level) else None
    return {"playouts": search.playouts, "milliseconds": search.milliseconds, "slack": slack}


def _master(game: Game) -> Json | None:
    """For how many the game's own player is, from how many on it looks far, how it tells a last turn, and its nets."""
    own = game.master
    if own is None:
        return None
    advice = own.ADVICE if isinstance(own, Adviser) else ()
    return {
        "seats": list(own.SEATS),
        "deep": list(own.DEEP) if isinstance(own, Horizon) else None,
        "last": {"rows": own.ROWS, "parts": own.PARTS} if isinstance(own, Reckoner) else None,
        "advice": [{"seats": list(one.seats), "file": one.file, "features": one.features} for one in advice],
    }


def _campaign(game: Game) -> Json | None:
    """The solo levels, and what is worth a boast; which are open and what a campaign comes to, says the module."""
    if game.campaign is None:
        return None
    return {"levels": [level._asdict() for level in game.campaign.LEVELS], "boast": game.campaign.BOAST}


def text(game: Game) -> str:
    """The file."""
    return json.dumps(engine_data(game), ensure_ascii=False, separators=(",", ":")) + "\n"


def main(folder: str) -> None:
    """Write it for all games that have a folder there."""
    for game in games():
        if (Path(folder) / game.id).is_dir():
            (Path(folder) / game.id / FILE).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
