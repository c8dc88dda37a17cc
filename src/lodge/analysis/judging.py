"""Analysis of a finished match: how it stood after every move, what each decision cost, and what was luck.

How it stands is what play-outs from the position lead to, all cards as they lie. A decision is judged by what its
maker knew: what hidden cards made of it later is luck. There is one yardstick, the best move that was found: what a
player lost by it is the player's own play, and accuracy follows from the same losses. See docs/analysis.md for what
the numbers mean, and why start, luck, own play and others' play add up to the result exactly.

Every decision gets the same number of play-outs first; then those get more for which that did not tell whether
something was lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import chain
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from lodge.analysis.budget import FEWEST, LEAST, SEARCHED, playouts_for
from lodge.analysis.field import Field, apart
from lodge.analysis.numbers import SURER, Z95, noise_of
from lodge.analysis.weighing import Choice, Decision, Weighed, decision, seed_from
from lodge.bots.playouts import Numbers
from lodge.bots.search import Master, Search
from lodge.errors import LodgeError
from lodge.fairness import luck_for
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.lab.parallel import MOST_THREADS, Progress, check_number, in_order, silent
from lodge.match import Match

STRICTNESS = 6.0  # of the accuracy: how fast it falls with what is lost
TURNING_POINTS = 5  # at most
LEAST_SWING = 0.2  # of the spread of results: less is no turning point
MATTERS = 0.1  # of the spread: what costs less is no mistake, unless it is exact;
ALONE = 0.3  # for one player, whose spread is all luck
CLOSER = 8  # times as many play-outs for that, and at most one decision in so many;
CLOSEST = 64  # and so many where something seems lost, but is not clear yet
FALSE = 0.05  # of the analyses: how many may tell of a turning point that is none
DECIDED = 0.02  # a chance to win nearer to 0 or 1 than this: nothing is at stake any more
FIRST, ROUGHLY = 400, 24  # play-outs from the start at least: all is measured by them; in a first picture fewer
MOST_PLAYOUTS = 1_000_000


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A move: what it led to, and what it cost.

    All lists are by seat. `stands` is how it stood after the move; `loss` is what the best move would have brought the
    mover more, none where play-outs cannot tell; `skill` is what that changed for everybody (minus the loss for the
    mover), give or take `noise` (95 %), `luck` the rest of what the move changed. `gain` is how much more the move
    brought than most would have found. `choices` has the best move first and the one `played`; it is empty where there
    was nothing to decide.
    """

    number: int
    seat: int
    move: dict[str, Any]
    text: str
    stands: list[float]
    skill: list[float]
    noise: list[float]
    luck: list[float]
    loss: float
    gain: float
    choices: list[Choice]
    played: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's match: `start` + `luck` + `own` + `others` is the `result`.

    `own` is what the player's decisions lost (never above 0), `others` what those of the others gave away, or took;
    how far luck and play may be off (95 %) is their noise. `loss` is the mean of all `decisions` with something at
    stake, `accuracy` (0 to 100) follows from it: it is 100 exactly where `own` is 0.
    """

    start: float
    luck: float
    own: float
    others: float
    result: float
    luck_noise: float
    own_noise: float
    others_noise: float
    decisions: int
    loss: float
    accuracy: float


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match: worths are chances to win, or for one player alone points.

    `playouts` is how many each move was given, by the median; `noise` is how far a worth of the curve may be off at
    most (95 %); `spread` is the standard deviation of results at the start; `turning` are the moves that changed most,
    the greatest first.
    """

    game: str
    unit: Literal["chance", "points"]
    names: list[str]
    playouts: int
    noise: float
    start: list[float]
    spread: float
    moves: list[Judged]
    standings: list[Standing]
    turning: list[int]


class _Look(NamedTuple):
    """What was found out about a position: how it stands, and the decision made in it."""

    playouts: int
    stands: Numbers
    noise: Numbers  # of that, 95 %
    decision: Decision | None
    weighed: Weighed | None


def analyse(
    match: Match,
    *,
    searcher: Search | None = None,
    playouts: int = 1000,
    seconds: float | None = None,
    rough: bool = False,
    seed: int = 0,
    threads: int = 1,
    progress: Progress = silent,
) -> Analysis:
    """Analyse a finished match. The same settings give the same, if the searcher counts play-outs, too.

    With `seconds`, moves get as many play-outs as one thread of an ordinary machine plays in about so long, but never
    few (lodge.analysis.budget). `rough` is for a first picture. `progress` is called for every move.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed=7)
        >>> while match.pending:
        ...     seat = match.pending[0]
        ...     match.play(seat, match.legal_actions(seat)[0])
        >>> found = analyse(match, playouts=20)
        >>> len(found.moves) == match.number
        True
        >>> [abs(one.start + one.luck + one.own + one.others - one.result) < 1e-9 for one in found.standings]
        [True, True]
    """
    steps = analysing(
        match, searcher=searcher, playouts=playouts, seconds=seconds, rough=rough, seed=seed, threads=threads
    )
    left = match.number
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Analysis = end.value
            return found
        if left:  # closer looks come after that
            progress(1)
            left -= 1


def analysing(
    match: Match,
    *,
    searcher: Search | None = None,
    playouts: int = 1000,
    seconds: float | None = None,
    rough: bool = False,
    seed: int = 0,
    threads: int = 1,
) -> Generator[None, None, Analysis]:
    """The same bit by bit: yields after every move, returns the analysis."""
    check_over(match)
    check_number("playouts", playouts, MOST_PLAYOUTS)
    check_number("threads", threads, MOST_THREADS)
    decides = True
    if seconds is not None:
        playouts = playouts_for(match, seconds, least=1 if rough else LEAST)
        decides, playouts = playouts >= FEWEST, max(playouts, FEWEST)  # with fewer, a curve is all there is
    first = Field(match.game, match.state_at(0), max(playouts, ROUGHLY if rough else FIRST), _stream(seed, 0))
    start = first.everybody.results
    spread = float(start.std(0).mean()) or 1.0
    least = spread * (ALONE if match.seats == 1 else MATTERS)
    look = partial(_looks, match, searcher, playouts, seed, least if decides else None, rough)
    stretches = [*_stretches(match)]
    looks: list[_Look] = []
    for one in chain.from_iterable(in_order(look if threads == 1 else partial(_listed, look), stretches, threads)):
        looks.append(one)
        yield
    doubtful = [] if rough else _doubtful(looks, least)
    groups = [[n for n in doubtful if n in stretch] for (stretch,) in stretches]
    closer = partial(_closer, match, looks, playouts, least)
    for group in in_order(closer, [(group,) for group in groups if group], threads):
        for number, weighed in group:
            looks[number] = looks[number]._replace(weighed=weighed)
            yield
    return _analysis(match, looks, start, spread)


def _analysis(match: Match, looks: list[_Look], start: Numbers, spread: float) -> Analysis:
    """What was found out, put together."""
    curve = [start.mean(0), *(one.stands for one in looks[1:]), results_of(match)]
    start_noise = noise_of(start)
    if match.seats == 1:  # nobody is there to find as much: what a good player was to find is to be expected
        start_noise = _raise(curve, looks, start_noise)
    moves = [_judge(match, number, looks[number - 1], curve) for number in range(1, match.number + 1)]
    return Analysis(
        game=match.game.id,
        unit="points" if match.seats == 1 else "chance",
        names=list(match.names),
        playouts=looks[0].playouts,
        noise=max(float(one.noise.max()) for one in looks),
        start=curve[0].tolist(),
        spread=spread,
        moves=moves,
        standings=[_standing(seat, curve, float(start_noise[seat]), moves, spread) for seat in range(match.seats)],
        turning=turning_points(
            curve,
            [noise_of(start), *(one.noise for one in looks[1:]), np.zeros(match.seats)],
            [len(start), *(one.playouts for one in looks[1:]), math.inf],
            spread,
        ),
    )


def _raise(curve: list[Numbers], looks: list[_Look], noise: Numbers) -> Numbers:
    """Add to each position of a curve what better moves than those of the play-outs bring from there on."""
    rise = 0.0
    for number in reversed(range(len(looks))):
        weighed = looks[number].weighed
        if weighed is not None:
            rise, noise = rise + weighed.rise, np.hypot(noise, weighed.rise_noise)
        curve[number] = curve[number] + rise
    return noise


def _doubtful(looks: list[_Look], least: float) -> list[int]:
    """The decisions that may have lost something that matters, those that may have lost most."""
    doubts = {
        n: round(one.weighed.doubt, 9) for n, one in enumerate(looks) if one.weighed is not None
    }  # equals are equal
    found = sorted((n for n in doubts if doubts[n] > least), key=lambda n: (-doubts[n], n))
    return found[: -(-len(looks) // CLOSER)]


def _closer(
    match: Match, looks: list[_Look], playouts: int, least: float, numbers: list[int]
) -> list[tuple[int, Weighed]]:
    """Look at some decisions again, with more play-outs; with ever more while something seems lost."""
    found = []
    for number in numbers:
        made, action = looks[number].decision, match.action_at(number + 1)[1]
        if made is None:
            continue
        times, seems = CLOSER, True
        while seems and times <= CLOSEST:
            made.field.grow(times * playouts)
            weighed = made.weigh(action, least=least)
            told = weighed.choices[weighed.actions.index(action)]
            seems = not weighed.loss and max(least, told.noise) < told.edge <= SURER * told.noise
            times *= 2
        found.append((number, weighed))
    return found


def check_over(match: Match) -> None:
    """Refuse to look into a match that goes on, that was over before it began, or that was not played to its end."""
    if not match.over or not match.number or match.ended:
        raise LodgeError("Only a match that was played to its end can be analysed.")


def results_of(match: Match) -> Numbers:
    """By seat, how the match ended: shares of the win; alone, the points."""
    if match.seats == 1:
        return np.array(match.scores, np.float64)
    return np.array([(seat in match.winners) / len(match.winners) for seat in range(match.seats)])


def accuracy(loss: float, spread: float) -> float:
    """100 for losing nothing, falling towards 0 as the mean loss grows; 50 at about 12 % of the spread."""
    return 100 * math.exp(-STRICTNESS * loss / spread)


def decision_at(
    match: Match,
    number: int,
    *,
    searcher: Search | None,
    playouts: int,
    seed: int = 0,
    field: Field | None = None,
    rough: bool = False,
) -> Decision | None:
    """The decision made by move `number` of a finished match (from 1); None: there was nothing to decide."""
    check_over(match)
    seat, action = match.action_at(number)
    state, luck = match.state_at(number - 1), luck_for(f"analysis {seed}", number)
    if not _had_a_choice(match.game, state, seat, action):
        return None
    searcher = searcher or Master(playouts=SEARCHED * playouts, milliseconds=None)
    moves = [match.action_at(number) for number in range(number + 1, match.number + 1)]
    later = None if rough else [made for one, made in moves if one == seat]
    return decision(
        match.game, state, seat, luck, searcher=searcher, playouts=playouts, also=action, field=field, later=later
    )


def _stretches(match: Match) -> Iterator[tuple[range]]:
    """The moves (from 0) that are looked at together: where seats are apart, all from one luck to the next."""
    together, first = apart(match.game, match.state_at(0)), 0
    for number in range(1, match.number + 1):
        if not (together and match.free_at(number)):
            yield (range(first, number),)
            first = number


def _listed(look: Callable[[range], Iterator[_Look]], stretch: range) -> list[_Look]:
    return list(look(stretch))


def _looks(
    match: Match, searcher: Search | None, playouts: int, seed: int, least: float | None, rough: bool, stretch: range
) -> Iterator[_Look]:
    """Look at the positions of a stretch, and at the decisions that were made in them, if `least` says what matters."""
    together = apart(match.game, match.state_at(0))
    field = Field(match.game, match.state_at(stretch.start), playouts, _stream(seed, stretch.start))
    for number in stretch:
        results, shared = field.everybody.results, field if together else None
        seat, action = match.action_at(number + 1)
        made, weighed = None, None
        if least is not None:
            made = decision_at(
                match, number + 1, searcher=searcher, playouts=playouts, seed=seed, field=shared, rough=rough
            )
        if made is not None and least is not None:
            weighed = made.weigh(action, least=least)
        yield _Look(playouts, results.mean(0), noise_of(results), made, weighed)
        if number + 1 in stretch:  # where nothing was to decide, the play-outs do the same
            had_a_choice = _had_a_choice(match.game, match.state_at(number), seat, action)
            before = field, (seat, action) if had_a_choice else None
            state, stream = match.state_at(number + 1), _stream(seed, stretch.start)
            field = Field(match.game, state, playouts, stream, before=before)


def _stream(seed: int, number: int) -> int:
    return seed_from(luck_for(f"standing {seed}", number))


def _had_a_choice(game: Game, state: Any, seat: int, action: int) -> bool:
    """Whether anything but this was worth considering."""
    out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
    return bool(compiled_rules(game).candidates(state, seat, out) > 1 or int(out[0]) != action)


def _judge(match: Match, number: int, look: _Look, curve: list[Numbers]) -> Judged:
    seat, action = match.action_at(number)
    change = curve[number] - curve[number - 1]
    weighed = look.weighed
    skill = np.array(weighed.skill) if weighed else np.zeros(match.seats)
    return Judged(
        number=number,
        seat=seat,
        move=msgspec.to_builtins(match.game.moves.to_move(action)),
        text=match.game.moves.text(action),
        stands=curve[number].tolist(),
        skill=skill.tolist(),
        noise=list(weighed.noise) if weighed else [0.0] * match.seats,
        luck=(change - skill).tolist(),
        loss=weighed.loss if weighed else 0.0,
        gain=weighed.gain if weighed else 0.0,
        choices=weighed.choices if weighed else [],
        played=weighed.actions.index(action) if weighed else 0,
    )


def _standing(seat: int, curve: list[Numbers], start: float, moves: list[Judged], spread: float) -> Standing:
    """A seat's match; `start` is the noise of what was to be expected there: the end is known, luck is the rest."""
    own, others = (
        math.hypot(*(one.noise[seat] for one in moves if (one.seat == seat) is mine)) for mine in (True, False)
    )
    made = [one for one in moves if one.seat == seat and _at_stake(one, alone=len(curve[0]) == 1)]
    loss = sum(one.loss for one in made) / max(1, len(made))
    return Standing(
        start=float(curve[0][seat]),
        luck=sum(one.luck[seat] for one in moves),
        own=sum(one.skill[seat] for one in moves if one.seat == seat),
        others=sum(one.skill[seat] for one in moves if one.seat != seat),
        result=float(curve[-1][seat]),
        luck_noise=math.hypot(start, own, others),
        own_noise=own,
        others_noise=others,
        decisions=len(made),
        loss=loss,
        accuracy=accuracy(loss, spread),
    )


def _at_stake(one: Judged, *, alone: bool) -> bool:
    """Whether a decision mattered: who has lost already, or wins whatever happens, can hardly make a mistake."""
    if alone or one.loss or not one.choices:
        return bool(one.choices)
    best, played = (one.choices[which].results[one.seat] for which in (0, one.played))
    return best > DECIDED and played < 1 - DECIDED


def turning_points(curve: list[Numbers], noise: list[Numbers], playouts: list[float], spread: float) -> list[int]:
    """The moves that changed most how it stands, beyond what noise does somewhere among so many moves and seats.

    Had nothing changed, both positions would be worth what they come to on average, and their play-outs would scatter
    about that: few that happen to agree are no proof.
    """
    swings, sure = {}, NormalDist().inv_cdf(1 - FALSE / 2 / (len(curve) * len(curve[0])))
    for number in range(1, len(curve)):
        now, before = number, number - 1
        swing = np.abs(curve[now] - curve[before])
        apart = swing**2 / 4 * (1 / playouts[now] + 1 / playouts[before])
        least = sure * np.sqrt((noise[now] ** 2 + noise[before] ** 2) / Z95**2 + apart)
        swings[number] = float((swing * (swing >= np.maximum(LEAST_SWING * spread, least))).max())
    return sorted((one for one in swings if swings[one]), key=lambda one: -swings[one])[:TURNING_POINTS]
