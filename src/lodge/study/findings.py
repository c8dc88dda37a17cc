"""Findings: what the rows of a study say, as numbers with intervals under names that people read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.games import game
from lodge.games.study import Group
from lodge.study.plan import Lineup, Settings, step_lineups
from lodge.study.play import NOBODY, TENTHS, Row
from lodge.study.statistics import Estimate, Measure, Split, mean, ratio, share, split

Column = npt.NDArray[np.int64]
Unit = Literal["share", "number"]

ORDER, LENGTH, POINTS, DECISION, LEADERS = "order of play", "length", "points", "decision", "leaders"
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
CLOSE = (1, 5)  # points


class Finding(NamedTuple):
    """A number that was found, what it was found in, and what it would be if nothing mattered."""

    section: str
    name: str
    unit: Unit
    measure: Measure
    fair: float | None = None
    winners: Measure | None = None  # which share of it was the winners' doing
    each: bool = False  # counted for each player


@dataclass(frozen=True)
class Sample:
    """Games of a line-up as columns."""

    lineup: Lineup
    columns: Mapping[str, Column]

    @classmethod
    def of(cls, lineup: Lineup, rows: Sequence[Row]) -> Sample:
        """Rows as columns; what did not happen in a game is 0 there."""
        names = dict.fromkeys(name for row in rows for name in row)
        return cls(lineup, {name: np.array([row.get(name, 0) for row in rows], np.int64) for name in names})

    def __getitem__(self, name: str) -> Column:
        return self.columns[name] if name in self.columns else np.zeros(self.games, np.int64)

    @property
    def games(self) -> int:
        """How many."""
        return len(self.columns["deal"])

    @property
    def seats(self) -> int:
        """How many played."""
        return self.lineup.seats

    @property
    def scores(self) -> Column:
        """By game and player."""
        return np.stack([self[f"score_{number}"] for number in range(self.seats)], axis=1)

    @property
    def places(self) -> Column:
        """By game and player."""
        return np.stack([self[f"place_{number}"] for number in range(self.seats)], axis=1)

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """By game and player: the share of the win."""
        first = self.places == 1
        shares: npt.NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
        return shares

    @property
    def sign(self) -> int:
        """1 where more points are better, -1 where fewer are."""
        first = self.places == 1
        last = ~first if not first.all() else first
        return 1 if self.scores[first].mean() >= self.scores[last].mean() else -1

    @property
    def ranked(self) -> Column:
        """Every game's points, the winner's first."""
        order = np.lexsort((-self.sign * self.scores, self.places), axis=1)
        return np.take_along_axis(self.scores, order, axis=1)

    @property
    def margins(self) -> Column:
        """By how many points each game was won."""
        ranked = self.ranked
        ahead: Column = np.abs(ranked[:, 0] - ranked[:, 1])
        return ahead


def findings(name: str, samples: Sequence[Sample]) -> list[list[Finding]]:
    """Of each sample all that can be said of games in which all players were the same bot."""
    study = game(name).study
    groups = study.COUNTED if study else _events(samples)
    shares = {title for title, group in groups.items() if all(_are_shares(one, title, group) for one in samples)}
    found = []
    for sample in samples:
        said = [*_length(sample, study.ROUNDS if study else ""), *_points(sample)]
        if sample.seats > 1:
            said = [*_order(sample), *said, *_decision(sample), *_leaders(sample)]
        found.append([*said, *_counts(sample, groups, shares)])
    return found


def _events(samples: Sequence[Sample]) -> dict[str, Group]:
    """Whatever happened, where the game does not say what to count."""
    names = sorted({name for sample in samples for name in sample.columns if name.startswith("count: events: ")})
    return {"events": Group(tuple(name.removeprefix("count: events: ") for name in names))}


def _order(sample: Sample) -> Iterator[Finding]:
    """How often each place in the order of play wins; where all play at once, each seat."""
    begins = sample["first"]
    ordered = bool((begins != NOBODY).all())
    for nth in range(sample.seats):
        seat = (begins + nth) % sample.seats if ordered else np.full(sample.games, nth)
        won = np.take_along_axis(sample.wins, seat[:, None], axis=1)[:, 0]
        name = f"{NTH[nth]} to play" if ordered else f"seat {nth + 1}"
        yield Finding(ORDER, name, "share", share(won), fair=1 / sample.seats)


def _length(sample: Sample, rounds: str) -> Iterator[Finding]:
    yield Finding(LENGTH, "moves", "number", mean(sample["moves"]))
    if rounds:
        yield Finding(LENGTH, rounds, "number", mean(sample["rounds"]))
    yield Finding(LENGTH, "decisions of a player", "number", mean(sample["decisions"] / sample.seats))
    yield Finding(LENGTH, "choices in a decision", "number", ratio(sample["choices"], sample["decisions"]))


def _points(sample: Sample) -> Iterator[Finding]:
    scores = sample.scores
    yield Finding(POINTS, "of a player", "number", mean(scores.mean(axis=1)))
    if sample.seats > 1:
        yield Finding(POINTS, "of the winner", "number", mean(sample.ranked[:, 0]))
        yield Finding(POINTS, "of the last", "number", mean(sample.ranked[:, -1]))


def _decision(sample: Sample) -> Iterator[Finding]:
    margins = sample.margins
    shared = (sample.places == 1).sum(axis=1) > 1
    yield Finding(DECISION, "points between first and second", "number", mean(margins))
    for most in CLOSE:
        words = "1 point" if most == 1 else f"{most} points"
        yield Finding(DECISION, f"won by {words} or less", "share", share(margins <= most))
    yield Finding(DECISION, "equal points, won by a tie-break", "share", share((margins == 0) & ~shared))
    yield Finding(DECISION, "the win was shared", "share", share(shared))


def _leaders(sample: Sample) -> Iterator[Finding]:
    """Who led alone after each tenth, and whether they won."""
    for tenth in TENTHS:
        leader = sample[f"leader_{tenth}"]
        leads = leader != NOBODY
        place = np.take_along_axis(sample.places, np.maximum(leader, 0)[:, None], axis=1)[:, 0]
        yield Finding(LEADERS, f"leads after {10 * tenth} %, wins", "share", share(place == 1, leads))
        if tenth == 5:
            yield Finding(LEADERS, "leads half-way, does not win", "share", share(place != 1, leads))
            yield Finding(LEADERS, "nobody leads alone half-way", "share", share(~leads))


def _counts(sample: Sample, groups: Mapping[str, Group], shares: Collection[str]) -> Iterator[Finding]:
    """How often each thing happened, and which share of it was the winners' doing."""
    for title, group in groups.items():
        unit: Unit = "share" if title in shares else "number"
        for item in group.items:
            count, name = sample[f"count: {title}: {item}"], f"won: {title}: {item}"
            once = unit == "share" and not group.each
            measure = share(count) if once else mean(count / (sample.seats if group.each else 1))
            theirs = ratio(sample[name], count) if sample.seats > 1 and name in sample.columns else None
            yield Finding(title, item, unit, measure, winners=theirs, each=group.each)


def _are_shares(sample: Sample, title: str, group: Group) -> bool:
    """Whether the counts say in which share of games something happened, or to which share of players one of all."""
    counts = [sample[f"count: {title}: {item}"] for item in group.items]
    if not counts or min(int(count.min()) for count in counts) < 0:
        return False
    if group.each:
        return bool((np.sum(counts, axis=0) == sample.seats).all())
    return max(int(count.max()) for count in counts) <= 1


# --- the ladder ------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What one better player makes of it among weaker ones, at the same deals from every seat."""

    changes: tuple[str, ...]
    seats: int
    weaker: str
    stronger: str
    deals: int
    wins: Estimate  # of the stronger; alone: more points than the weaker with the same deal
    fair: float
    lead: Estimate  # in points, over the mean of the others
    split: Split


def steps(settings: Settings, samples: Mapping[Lineup, Sample]) -> list[Step]:
    """All steps of the ladder that were played."""
    return [
        _step(settings, [samples[one] for one in step_lineups(changes, seats, weaker, stronger)], weaker, stronger)
        for seats in settings.seats
        for changes in settings.rules
        for weaker, stronger in settings.steps
    ]


def _step(settings: Settings, played: Sequence[Sample], weaker: str, stronger: str) -> Step:
    sample = played[0]
    seats, deals = sample.seats, settings.deals
    if seats > 1:
        scores = sample.sign * sample.scores.reshape(deals, seats, seats)  # deal, turn, bot
        won = sample.wins[:, 0].reshape(deals, seats).mean(axis=1)
        outcome, strong = _by_seat(scores - scores.mean(axis=2, keepdims=True))
    else:
        pair = np.stack([one.scores[:, 0] for one in played], axis=1)  # deal, bot
        won = (pair[:, 0] > pair[:, 1]) + (pair[:, 0] == pair[:, 1]) / 2
        scores = pair[:, None, :]
        outcome = scores.astype(np.float64)
        strong = np.broadcast_to(np.array([True, False]), outcome.shape)
    lead = (scores[:, :, 0] - scores[:, :, 1:].mean(axis=2)).mean(axis=1)
    return Step(
        changes=sample.lineup.changes,
        seats=seats,
        weaker=weaker,
        stronger=stronger,
        deals=deals,
        wins=share(won).estimate,  # a deal counts as one game: its turns are not independent
        fair=1 / max(2, seats),
        lead=mean(lead).estimate,
        split=split(outcome, strong),
    )


def _by_seat(outcome: Any) -> tuple[Any, npt.NDArray[np.bool_]]:
    """Outcomes [deal, turn, bot] as [deal, seat, turn], and where bot 0 sat: bot b has seat b + turn, around."""
    deals, seats, _ = outcome.shape
    seen = np.empty((deals, seats, seats), np.float64)
    strong = np.zeros((deals, seats, seats), bool)
    for turn in range(seats):
        for bot in range(seats):
            seen[:, (bot + turn) % seats, turn] = outcome[:, turn, bot]
        strong[:, turn % seats, turn] = True
    return seen, strong
