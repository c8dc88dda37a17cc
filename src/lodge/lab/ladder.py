"""Ladders: many bots against each other, seats rotated and luck shared, and how strong each is."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from lodge.bots import Bot
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.lab.arena import MOST_GAMES, Z95, Ending, game_journal, play_deal
from lodge.lab.ceiling import player
from lodge.lab.parallel import MOST_THREADS, Interrupted, Progress, check_number, on_backend, silent

ELO = 400 / math.log(10)  # rating points for each natural unit of strength
DRAWN = 0.5  # every two bots are taken to have drawn so many games more than they played: nobody is infinitely strong
RESAMPLES = 200
ROUNDS = 100  # of fitting: the ratings stand still long before

Part = tuple[int, tuple[int, ...]]  # a deal, and who plays it
Comparison = tuple[int, int, float]  # two bots, and what the first had of the win: 1, a half or 0


@dataclass(frozen=True)
class Rung:
    """How one bot did. `rating` is Elo-like, its mean over all bots 0; both intervals hold 95 %."""

    bot: str
    games: int
    rating: float
    interval: tuple[float, float]
    skill: float  # openskill's mu
    doubt: float  # and its sigma
    mean_score: float
    score_interval: tuple[float, float]
    seconds: float  # that it thinks a move, on average


@dataclass(frozen=True)
class Ladder:
    """What came out of a ladder, the strongest first."""

    game: str
    seats: int
    games: int
    seed: int
    options: tuple[str, ...]
    rungs: list[Rung]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class _Deal:
    """A deal, played once from each seat: who played, and how each game ended."""

    bots: tuple[int, ...]
    endings: list[Ending]


def ladder(
    name: str,
    specs: Sequence[str],
    *,
    seats: int = 2,
    games: int = 100,
    seed: int = 0,
    threads: int = 1,
    options: tuple[str, ...] = (),
    backend: str = "auto",
    kept: Path | None = None,
    progress: Progress = silent,
) -> Ladder:
    """Let every bot play at least `games` games: every set of bots that fits the seats in turn.

    `kept` names a file to keep the games in as they are played: a ladder that was stopped goes on from it. Ctrl-C
    raises `lodge.lab.Interrupted`, which has the ratings so far, once everybody has played.

    Examples:
        >>> found = ladder("dam-it", ["random", "greedy"], games=4)
        >>> [rung.bot for rung in found.rungs]
        ['greedy', 'random']
    """
    which = on_backend(game(name), backend)
    which.check_seats(seats)
    check_number("games", games, MOST_GAMES)
    check_number("threads", threads, MOST_THREADS)
    if len(set(specs)) < max(2, seats):
        raise LodgeError(f"A ladder with {seats} seats needs at least {max(2, seats)} different bots.")
    bots = [player(spec) for spec in specs]
    play = partial(_play, which, bots, which.option_bits(options), seed)
    parts = list(tables(len(specs), seats, games))
    deals: list[_Deal] = []

    def results() -> Ladder:
        rated = side_by_side(deals, len(specs)) if seats == 1 else deals
        rungs = _rungs(specs, rated)
        return Ladder(which.id, seats, sum(rung.games for rung in rungs) // seats, seed, options, rungs)

    with game_journal("ladder", which, specs, bots, seed, options, kept, Part) as journal:
        try:
            for (_, who), endings in journal.fill(play, parts, threads):
                deals.append(_Deal(tuple(who), endings))
                progress(seats)
        except KeyboardInterrupt:
            everybody = len(deals) >= math.comb(len(specs), seats)
            done, total = len(deals) * seats, len(parts) * seats
            raise Interrupted(done, total, kept, results() if everybody else None, journal.save) from None
    return results()


def _play(game: Game, bots: Sequence[Bot], options: int, seed: int, number: int, who: tuple[int, ...]) -> list[Ending]:
    """Deal number `number`, by these of the bots: how each game ended."""
    players = [bots[one] for one in who]
    return [play_deal(game, players, options, seed, number, turn) for turn in range(len(who))]


def tables(bots: int, seats: int, games: int) -> Iterator[Part]:
    """Deals, and who plays them: each is played by all sets of bots, until everybody has played enough games."""
    sets = list(combinations(range(bots), seats))
    each = math.comb(bots - 1, seats - 1) * seats  # games of each bot with a deal
    return ((deal, who) for deal in range(-(-games // each)) for who in sets)


def side_by_side(deals: Sequence[_Deal], bots: int) -> list[_Deal]:
    """Games alone, as if those who played the same deal had been rivals for the most points."""
    merged = []
    for first in range(0, len(deals) - bots + 1, bots):
        alone = [deal.endings[0] for deal in deals[first : first + bots]]
        scores = [end.scores[0] for end in alone]
        places = [1 + sum(other > score for other in scores) for score in scores]
        shares = [(place == 1) / places.count(1) for place in places]
        merged.append(_Deal(tuple(range(bots)), [Ending(shares, scores, places, [end.seconds[0] for end in alone])]))
    return merged


def _rungs(specs: Sequence[str], deals: Sequence[_Deal]) -> list[Rung]:
    ratings = fit(len(specs), [one for deal in deals for one in _compared(deal)])
    rng = random.Random(0)  # noqa: S311 - the same intervals every time
    again = [
        fit(len(specs), [one for deal in rng.choices(deals, k=len(deals)) for one in _compared(deal)])
        for _ in range(RESAMPLES)
    ]
    skills = _skills(len(specs), deals)
    rungs = []
    for number, spec in enumerate(specs):
        played = [(deal, deal.bots.index(number)) for deal in deals if number in deal.bots]
        scores = [sum(end.scores[at] for end in deal.endings) / len(deal.endings) for deal, at in played]
        seconds = [end.seconds[at] for deal, at in played for end in deal.endings]
        spread = sorted(one[number] for one in again)
        rungs.append(
            Rung(
                bot=spec,
                games=sum(len(deal.endings) for deal, _ in played),
                rating=ratings[number],
                interval=(spread[RESAMPLES // 40], spread[-1 - RESAMPLES // 40]),
                skill=skills[number][0],
                doubt=skills[number][1],
                mean_score=sum(scores) / len(scores),
                score_interval=_mean_interval(scores),
                seconds=sum(seconds) / len(seconds),
            )
        )
    return sorted(rungs, key=lambda rung: -rung.rating)


def _compared(deal: _Deal) -> Iterator[Comparison]:
    """Every two bots at a table are compared by their places, whoever else was there."""
    for ending in deal.endings:
        for (a, first), (b, second) in combinations(zip(deal.bots, ending.places, strict=True), 2):
            yield a, b, 0.5 if first == second else float(first < second)


def fit(bots: int, compared: Sequence[Comparison]) -> list[float]:
    """Ratings whose differences explain best who beat whom (Bradley and Terry's model, by Hunter's MM steps)."""
    met = [[DRAWN if a != b else 0.0 for b in range(bots)] for a in range(bots)]
    won = [DRAWN / 2 * (bots - 1)] * bots
    for a, b, share in compared:
        met[a][b] += 1
        met[b][a] += 1
        won[a] += share
        won[b] += 1 - share
    strength = [1.0] * bots
    for _ in range(ROUNDS):
        strength = [
            won[a] / sum(met[a][b] / (strength[a] + strength[b]) for b in range(bots) if b != a) for a in range(bots)
        ]
        middle = math.exp(sum(map(math.log, strength)) / bots)
        strength = [one / middle for one in strength]
    return [ELO * math.log(one) for one in strength]


def _skills(bots: int, deals: Sequence[_Deal]) -> list[tuple[float, float]]:
    """What openskill makes of the same games, one after the other."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise LodgeError("Ladders need openskill and Matplotlib: pip install 'lodge-games[study]'.") from None
    model = PlackettLuce()
    skills = [model.rating() for _ in range(bots)]
    for deal in deals:
        for ending in deal.endings:
            rated = model.rate([[skills[one]] for one in deal.bots], ranks=[float(place) for place in ending.places])
            for one, [skill] in zip(deal.bots, rated, strict=True):
                skills[one] = skill
    return [(skill.mu, skill.sigma) for skill in skills]


def _mean_interval(numbers: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval for a mean."""
    mean = sum(numbers) / len(numbers)
    spread = math.sqrt(sum((one - mean) ** 2 for one in numbers) / max(1, len(numbers) - 1) / len(numbers))
    return mean - Z95 * spread, mean + Z95 * spread
