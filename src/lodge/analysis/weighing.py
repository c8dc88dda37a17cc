"""Weighing a decision: the moves that search thinks most of, and what each is worth by play-outs.

A worth is a chance to win, or alone the points to expect. All moves are played out on the same luck, so the difference
between two of them is known better than either worth; how well, its noise says. One move is called better than another
only where both judges say so: search likes it better, and play-outs show it. Nothing but what the seat knows goes in:
whatever is hidden from it has been dealt anew before anything looks at the position.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from lodge.analysis.budget import LEAST, MOST, SEARCHED
from lodge.analysis.field import Field
from lodge.analysis.numbers import SURE, SURER, difference, noise_of
from lodge.analysis.second_opinion import confirms
from lodge.analysis.ways import ways
from lodge.bots.exact import solve
from lodge.bots.last import last_worths
from lodge.bots.playouts import Endings, Numbers, play_outs
from lodge.bots.search import Search, own_player
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck, bits, copy

OTHERS = "others"  # the line of the score for all that the others get
LEAST_REASON = 0.05  # points: less is no reason
HARDLY = 10  # a loss that is known exactly is told from so small a part of what matters on
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
    """A decision: its choices, the best first, and their actions; then about the move that was asked for.

    `loss` is what the best would have brought more, 0 unless that is clear; `skill` by seat what the move changed by
    that, and its `noise` (95 %). `gain` is how much more it brings than the player of the play-outs would have got, 0
    unless that is clear; `rise` is the same for the best that was found, told sooner, with `rise_noise`. `doubt` is
    what may have been lost, as far as play-outs can tell: 0 where that is exact.
    """

    choices: list[Choice]
    actions: list[int]
    loss: float = 0.0
    skill: tuple[float, ...] = ()
    noise: tuple[float, ...] = ()
    gain: float = 0.0
    rise: float = 0.0
    rise_noise: float = 0.0
    doubt: float = 0.0


class Decision:
    """What a seat could do, in the order in which search likes it, and a field to compare that in."""

    def __init__(self, field: Field, seat: int, ranked: list[int]) -> None:
        self.field = field
        self.seat = seat
        self.ranked = ranked

    def weigh(self, asked: int | None = None, *, compared: bool = True, least: float = 0.0) -> Weighed:
        """Compare the moves by the play-outs that there are; `asked` is one of them.

        It lost more than `least`, as far as play-outs tell, or nothing.
        """
        tried = {action: self.field.after(self.seat, action) for action in self.ranked}
        seat, game, actions = self.seat, self.field.game, list(self.ranked)
        alone = int(self.field.state.seats) == 1  # then search is play-outs, too, and those here are longer
        before = (
            len(actions) if asked is None or alone else max(1, actions.index(asked))
        )  # nothing else is liked better
        results = [tried[action].results[:, seat] for action in actions]
        actions.insert(0, actions.pop(_best(results[:before])))
        best = actions[0]
        choices = [_choice(game, seat, action, tried[action], tried[best]) for action in actions]
        if not compared:
            return Weighed(choices, actions)
        played = best if asked is None else asked
        gaps = tried[played].results - tried[best].results
        edge, noise = -float(gaps[:, seat].mean()), float(noise_of(gaps[:, seat]))
        exact = not noise and self.field.is_exact(seat)  # with others at the table, what they get is not
        clear = edge > (least / HARDLY if exact else max(least, SURE * noise)) and (
            exact or self._confirmed(best, played, alone=edge > SURER * noise)
        )
        usual = self.field.everybody.results[:, seat]
        # What is made of it later counts there.
        gain, unsure = difference(self.field.at_once(seat, played).results[:, seat], usual)
        rise, rise_noise = difference(self.field.at_once(seat, best if clear else played).results[:, seat], usual)
        doubts = [difference(one, tried[played].results[:, seat]) for one in results[:before]]
        return Weighed(
            choices,
            actions,
            loss=edge if clear else 0.0,
            skill=tuple(gaps.mean(0).tolist() if clear else np.zeros(gaps.shape[1]).tolist()),
            noise=tuple(noise_of(gaps).tolist() if clear else np.zeros(gaps.shape[1]).tolist()),
            gain=gain if not clear and gain > SURE * unsure else 0.0,
            rise=rise if rise > rise_noise else 0.0,
            rise_noise=rise_noise if rise > rise_noise else 0.0,
            doubt=max((more + noise for more, noise in doubts if noise), default=0.0),
        )

    def _confirmed(self, better: int, played: int, *, alone: bool) -> bool:
        """Whether search says so, too; where it cannot, whether play-outs do `alone`."""
        field = self.field
        playouts = SEARCHED * field.count
        found = confirms(field.game, field.state, self.seat, better, played, seed=field.seed, playouts=playouts)
        return alone if found is None else found


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
) -> Weighed:
    """Weigh the best `most` moves of a seat as search sees them, and another one; the luck is the caller's own.

    Without `compared`, only the choices are looked at.
    """
    found = decision(game, state, seat, luck, searcher=searcher, playouts=playouts, most=most, also=also)
    return found.weigh(also, compared=compared)


def decision(
    game: Game,
    state: Any,
    seat: int,
    luck: Luck,
    *,
    searcher: Search,
    playouts: int,
    most: int = 3,
    also: int | None = None,
    field: Field | None = None,
    later: Sequence[int] | None = None,
) -> Decision:
    """What is worth a look: the best `most` moves as search sees them, and another one.

    Where it has been worked out what is best, that alone; in a last turn, what is best by all rolls. A `field` of the
    position, if there is one in which the seat could know everything, need not be played again. With the moves that the
    seat made `later`, it is looked how each could be gone on with.
    """
    known = copy(state)
    compiled_rules(game).imagine(known, seat, luck)
    own = own_player(game, int(known.seats))
    certain = own.certain(known, seat) if own else None
    certain = solve(game, state, seat) if certain is None else certain
    if certain is not None:
        ranked = [certain]
    elif worths := last_worths(game, known, seat):
        ranked = sorted(worths, key=lambda action: -worths[action][seat])[:most]
    else:
        ranked = [weight.action for weight in searcher.weigh(game, known, seat, luck)[:most]]
    if also is not None and also not in ranked:
        ranked.append(also)
    field = field or Field(game, known, playouts, seed_from(luck), eye=seat)
    if later is not None and not field.is_exact(seat) and certain is None:
        for action in ranked:
            made = later if action == also else ()
            field.ways[seat, action] = ways(game, known, seat, action, searcher=searcher, seed=field.seed, later=made)
    return Decision(field, seat, ranked)


def affordable(game: Game, state: Any, seconds: float) -> int:
    """How many play-outs from a position take about so long by the clock: from LEAST, whatever they take, to MOST."""
    play_outs(game, state, 1, 0)  # what is loaded first is not on the clock
    start = time.perf_counter()
    play_outs(game, state, TASTE, 0)
    each = (time.perf_counter() - start) / TASTE
    return max(LEAST, min(MOST, int(seconds / each)))


def seed_from(luck: Luck) -> int:
    """A seed for many streams."""
    return bits(luck) << 30 | bits(luck) >> 2


def _best(results: list[Numbers]) -> int:
    """The move that search likes best, unless another is better beyond its noise."""
    best = 0
    for number, one in enumerate(results):
        gain, noise = difference(one, results[best])
        best = number if gain > SURE * noise else best
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
