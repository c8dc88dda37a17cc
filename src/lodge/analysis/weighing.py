"""Weighing a decision: the moves that search thinks most of, and what each is worth by play-outs.

A worth is a chance to win, or alone the points to expect. All moves are played out on the same luck, so the difference
between two of them is known better than either worth; how well, its noise says. Nothing but what the seat knows goes
in: whatever is hidden from it has been dealt anew before anything looks at the position.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
import numpy as np

from lodge.analysis.budget import LEAST, MOST
from lodge.analysis.field import Field
from lodge.bots.playouts import Endings, Numbers, play_outs
from lodge.bots.search import Search, own_player
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck, bits, copy

OTHERS = "others"  # the line of the score for all that the others get
Z95 = 1.96
LEAST_REASON = 0.05  # points: less is no reason
TASTE = 8  # play-outs that tell how long one takes


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """What speaks most for the best move against another: points more (or less) on a line of the score.

    The line is the mover's, or "others": what the others get together, on average.
    """

    line: str
    points: float


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was weighed.

    `results` are by seat what it leads to on average: shares of the win, or alone the points. `edge` is how much better
    the best move is for the mover, give or take `noise` (95 %); `why` is what makes the difference.
    """

    move: dict[str, Any]
    text: str
    results: list[float]
    edge: float
    noise: float
    why: Reason | None


class Weighed(NamedTuple):
    """A decision: its choices, the best first, and their actions.

    By seat: what was to be expected of a quick bot, and the noise (95 %) of how the move that was asked for differs.
    """

    choices: list[Choice]
    actions: list[int]
    expected: list[float]
    noise: list[float]


def weigh(
    game: Game,
    state: Any,
    seat: int,
    luck: Luck,
    *,
    searcher: Search,
    playouts: int,
    most: int = 3,
    also: int | None = None,
    compared: bool = True,
    field: Field | None = None,
) -> Weighed:
    """Weigh the best `most` moves of a seat as search sees them, and another one; the luck is the caller's own.

    Where the game's own player has worked out what is best, that alone.

    Without `compared`, what a quick bot would get is not looked at. A `field` of the position, if there is one in which
    the seat could know everything, need not be played again.
    """
    known = copy(state)
    compiled_rules(game).imagine(known, seat, luck)
    own = own_player(game, int(known.seats))
    certain = own.certain(known, seat) if own else None
    weights = searcher.weigh(game, known, seat, luck) if certain is None else []
    actions = [weight.action for weight in weights[:most]] if certain is None else [certain]
    if also is not None and also not in actions:
        actions.append(also)
    field = field or Field(game, known, playouts, seed_from(luck), eye=seat)
    tried = {action: field.after(seat, action) for action in actions}
    best = _best([tried[action].results[:, seat] for action in actions])
    actions.insert(0, actions.pop(best))
    choices = [_choice(game, seat, action, tried[action], tried[actions[0]]) for action in actions]
    if not compared:
        return Weighed(choices, actions, [], [])
    expected = field.everybody.results
    gaps = tried[actions[0] if also is None else also].results - expected
    return Weighed(choices, actions, expected.mean(0).tolist(), noise_of(gaps).tolist())


def affordable(game: Game, state: Any, seconds: float) -> int:
    """How many play-outs from a position take about so long by the clock: from LEAST, whatever they take, to MOST."""
    play_outs(game, state, 1, 0)  # compiles, so that the clock does not see it
    start = time.perf_counter()
    play_outs(game, state, TASTE, 0)
    each = (time.perf_counter() - start) / TASTE
    return max(LEAST, min(MOST, int(seconds / each)))


def seed_from(luck: Luck) -> int:
    """A seed for many streams."""
    return bits(luck) << 30 | bits(luck) >> 2


def difference(one: Numbers, other: Numbers) -> tuple[float, float]:
    """How much better one set of play-outs is than another on the same luck, and the noise of that."""
    gaps = one - other
    return float(gaps.mean()), float(noise_of(gaps))


def noise_of(results: Numbers) -> Any:
    """How far the mean of play-outs may be off (95 %), by column."""
    return Z95 * results.std(0) / np.sqrt(len(results))


def _best(results: list[Numbers]) -> int:
    """The move that search likes best, unless another is better beyond its noise."""
    best = 0
    for number, one in enumerate(results):
        gain, noise = difference(one, results[best])
        best = number if gain > noise else best
    return best


def _choice(game: Game, seat: int, action: int, tried: Endings, best: Endings) -> Choice:
    edge, noise = difference(best.results[:, seat], tried.results[:, seat])
    return Choice(
        move=msgspec.to_builtins(game.moves.to_move(action)),
        text=game.moves.text(action),
        results=tried.results.mean(0).tolist(),
        edge=edge,
        noise=noise,
        why=_reason(game, seat, tried, best),
    )


def _reason(game: Game, seat: int, tried: Endings, best: Endings) -> Reason | None:
    """The line of the score that differs most in favour of the best."""
    gains = best.lines - tried.lines
    own = dict(zip(game.lines.LINES, gains[seat].tolist(), strict=True))
    others = float(gains.sum() - gains[seat].sum()) / max(1, len(gains) - 1)
    sign = 1 if game.lines.MORE_IS_BETTER else -1
    worth = {line: sign * points for line, points in own.items()} | {OTHERS: -sign * others}
    line = max(worth, key=lambda name: worth[name])
    if worth[line] < LEAST_REASON:
        return None
    return Reason(line=line, points=own.get(line, others))
