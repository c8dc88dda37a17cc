"""Daily deals: for each game one deal a day, the same for everybody. docs/daily.md says how anybody can compute it."""

from __future__ import annotations

import hmac
from datetime import date

from lodge.errors import LodgeError
from lodge.games import Daily, Game
from lodge.kernel import Luck, luck_from_bytes
from lodge.match import Match

KEY = b"lodge daily"


def set_up(game: Game) -> Daily:
    """How a game's deal of the day is played."""
    if game.daily is None:
        raise LodgeError(f"{game.title} has no deal of the day.")
    return game.daily


def daily_seed(game: Game, day: date) -> str:
    """The seed of a game's deal of a day: public, because everybody can compute it.

    Examples:
        >>> from lodge.games import game
        >>> daily_seed(game("dam-it"), date(2026, 11, 18))[:16]
        '3b574dfcb4cb7903'
    """
    text = f"{game.id} {game.rules.VERSION} {day.isoformat()}"
    return hmac.digest(KEY, text.encode(), "sha256").hex()


def daily_match(game: Game, day: date, names: tuple[str, ...] | None = None) -> Match:
    """The deal of a day, before its first move: the person has seat 0."""
    deal = set_up(game)
    return Match.new(game.id, deal.seats, seed=daily_seed(game, day), options=deal.options, names=names)


def bot_luck(seed: str, seat: int, number: int) -> Luck:
    """By what a bot decides on a move of a daily deal: `number` is the move's, from 1."""
    return luck_from_bytes(hmac.digest(seed.encode(), b"lodge bot %d move %d" % (seat, number), "sha256"))
