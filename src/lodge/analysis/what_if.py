"""What if: bots play on from a position of a finished match, after another move than the one that was made.

As in an analysis, a seat that nobody can disturb goes on as `master` would, or as it did in the match, until luck
falls; from there on quick bots play.
"""

from __future__ import annotations

from functools import partial

import msgspec
import numpy as np

from lodge.analysis.field import Field, undisturbed
from lodge.analysis.judging import MOST_PLAYOUTS, check_over
from lodge.analysis.numbers import difference
from lodge.analysis.ways import ways
from lodge.analysis.weighing import affordable, seed_from
from lodge.bots.playouts import Endings
from lodge.bots.search import Master
from lodge.errors import IllegalMove, LodgeError
from lodge.fairness import luck_for
from lodge.lab.parallel import check_number
from lodge.match import Match

SETS = 2  # sets of play-outs: both moves are played on,
UNDISTURBED = 9  # and where `master` goes on, it thinks as well, and every way to go on is played


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may come to: its chance to win (alone always 1), its points on average, and 80 % of them."""

    chance: float
    points: float
    low: int
    high: int


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A position played on many times, with another move and with the one that was made.

    `number` moves had been made. `gain` is what the other move brings its maker, give or take `noise` (95 %): a share
    of the win; alone, points.
    """

    number: int
    seat: int
    move: str
    played: str
    games: int
    instead: list[Outlook]
    as_played: list[Outlook]
    gain: float
    noise: float


def possible(match: Match, number: int) -> list[int]:
    """The actions that were possible after `number` moves of a finished match, for who moved then."""
    check_over(match)
    if not 0 <= number < match.number:
        raise LodgeError(f"There is no decision after {number} moves: the record has {match.number}.")
    seat, _ = match.action_at(number + 1)
    out = np.zeros(match.rules.ACTIONS, np.int16)
    listed: list[int] = out[: match.rules.legal(match.state_at(number), seat, out)].tolist()
    return listed


def what_if(
    match: Match, number: int, move: str, *, games: int = 1000, seconds: float | None = None, seed: int = 0
) -> WhatIf:
    """Play on `games` times from the position after `number` moves: cards as they lie there, luck anew.

    With `seconds`, as often as that takes about so long by the clock.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed=7)
        >>> while match.pending:
        ...     seat = match.pending[0]
        ...     match.play(seat, match.legal_actions(seat)[0])
        >>> found = what_if(match, 0, "take 2", games=20)
        >>> f"{found.move} instead of {found.played}: {len(found.instead)} players, {found.games} games"
        'take 2 instead of take 1: 2 players, 20 games'
    """
    check_number("games", games, MOST_PLAYOUTS)
    actions, action = possible(match, number), match.game.moves.parse(move)
    state = match.state_at(number)
    seat, made = match.action_at(number + 1)
    if action not in actions:
        raise IllegalMove(f"{match.game.moves.text(action)} was not possible after {number} moves.")
    stream = seed_from(luck_for(f"what if {seed}", number))
    alone = undisturbed(match.game, state, seat) is not None
    if seconds is not None:
        games = affordable(match.game, state, seconds / (UNDISTURBED if alone else SETS))
    field = Field(match.game, state, games, stream)
    if alone and not field.is_exact(seat):
        moves = [match.action_at(one) for one in range(number + 2, match.number + 1)]
        later = [one for mover, one in moves if mover == seat]
        how = partial(ways, match.game, state, seat, searcher=Master(playouts=games, milliseconds=None), seed=stream)
        field.ways[seat, action] = how(action, later=())
        field.ways[seat, made] = how(made, later=later)
    one, other = field.after(seat, action), field.after(seat, made)
    gain, noise = difference(one.results[:, seat], other.results[:, seat])
    return WhatIf(
        number=number,
        seat=seat,
        move=match.game.moves.text(action),
        played=match.game.moves.text(made),
        games=games,
        instead=_outlooks(one),
        as_played=_outlooks(other),
        gain=gain,
        noise=noise,
    )


def _outlooks(endings: Endings) -> list[Outlook]:
    low, high = np.percentile(endings.scores, (10, 90), axis=0, method="nearest")
    return [
        Outlook(
            chance=float(endings.shares[:, seat].mean()),
            points=float(endings.scores[:, seat].mean()),
            low=int(low[seat]),
            high=int(high[seat]),
        )
        for seat in range(endings.scores.shape[1])
    ]
