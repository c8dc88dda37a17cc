"""Numbers with intervals: shares, means, ratios, differences, and how much of an outcome is skill.

All intervals hold 95 %. A number keeps what every game contributes to it, so that the same deals played with two sets
of rules can be compared deal by deal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.lab.arena import Z95, wilson

Numbers = npt.NDArray[np.float64]
RESAMPLES = 400
NEVER = 3.689  # what is expected so often is missed once in forty times


class Estimate(NamedTuple):
    """A number and its interval."""

    value: float
    low: float
    high: float

    def holds(self, number: float) -> bool:
        """Whether a number lies in the interval."""
        return self.low <= number <= self.high


@dataclass(frozen=True)
class Measure:
    """An estimate, and what each game adds to it: the mean of `parts` is its value."""

    estimate: Estimate
    parts: Numbers
    games: int  # that it is made of


def mean(values: npt.ArrayLike) -> Measure:
    """The mean of a number a game. Counts are not below zero, and what never came may still come (Poisson's law)."""
    numbers = np.asarray(values, np.float64)
    value, low, high = _around(float(numbers.mean()), numbers)
    if not numbers.any():
        high = NEVER / len(numbers)
    return Measure(Estimate(value, max(0.0, low) if numbers.min() >= 0 else low, high), numbers, len(numbers))


def share(hits: npt.ArrayLike, of: npt.ArrayLike | None = None) -> Measure:
    """The share of games that something holds for, each 0 to 1, of those that `of` marks; the interval is Wilson's."""
    won = np.asarray(hits, np.float64)
    asked = np.ones_like(won) if of is None else np.asarray(of, np.float64)
    games = int(asked.sum())
    if games == 0:
        return Measure(Estimate(math.nan, 0.0, 1.0), np.full_like(won, math.nan), 0)
    wins = float((won * asked).sum())
    low, high = wilson(wins, games)
    return Measure(Estimate(wins / games, low, high), _linear(won * asked, asked), games)


def ratio(these: npt.ArrayLike, those: npt.ArrayLike) -> Measure:
    """How many of these there are for one of those, both counted in each game."""
    above, below = np.asarray(these, np.float64), np.asarray(those, np.float64)
    if not below.any():
        return Measure(Estimate(math.nan, -math.inf, math.inf), np.full_like(above, math.nan), 0)
    parts = _linear(above, below)
    return Measure(_around(float(above.sum() / below.sum()), parts), parts, len(above))


def difference(one: Measure, other: Measure) -> Estimate:
    """How much more the other is; deal by deal, where both are made of the same deals."""
    value = other.estimate.value - one.estimate.value
    return _around(value, other.parts - one.parts)


def _linear(above: Numbers, below: Numbers) -> Numbers:
    """What each game adds to a ratio of sums, to first order."""
    quotient = above.sum() / below.sum()
    parts: Numbers = quotient + (above - quotient * below) / below.mean()
    return parts


def _around(value: float, parts: Numbers) -> Estimate:
    spread = Z95 * float(parts.std(ddof=1)) / math.sqrt(len(parts)) if len(parts) > 1 else math.inf
    return Estimate(value, value - spread, value + spread)


# --- skill and luck --------------------------------------------------------------------------------------


class Split(NamedTuple):
    """The variance of an outcome, in shares that add up to 1."""

    skill: Estimate  # who plays better
    deal: Estimate  # what a seat gets with the deal, whoever sits there
    rest: Estimate  # later luck, and how what the players do meets


def split(outcome: Numbers, stronger: npt.NDArray[np.bool_]) -> Split:
    """Split the variance of outcomes [deal, seat, turn], where `stronger` says who sat there that time.

    A seat of a deal meets the same luck in every turn. So what the stronger player makes more of a seat than the
    weaker is skill; what seats differ in, beyond what chance explains, is the deal; and what is left within a seat is
    the rest. The interval comes from deals drawn anew.
    """
    rng = np.random.default_rng(0)  # the same intervals every time
    deals = len(outcome)
    seen = _shares(outcome, stronger)
    again = [_shares(outcome[pick], stronger[pick]) for pick in rng.integers(0, deals, (RESAMPLES, deals))]
    low, high = np.quantile(again, (0.025, 0.975), axis=0)
    skill, deal, rest = (Estimate(float(v), float(a), float(b)) for v, a, b in zip(seen, low, high, strict=True))
    return Split(skill, deal, rest)


def _shares(outcome: Numbers, stronger: npt.NDArray[np.bool_]) -> Numbers:
    deals, seats, turns = outcome.shape
    part = float(stronger.mean())
    better: Any = (outcome * stronger).sum(axis=2) / stronger.sum(axis=2)
    worse: Any = (outcome * ~stronger).sum(axis=2) / (~stronger).sum(axis=2)
    more = (better - worse).mean(axis=1)  # by deal: seats of one deal are not independent
    edge = float(more.mean())
    skill = max(0.0, edge**2 - float(more.var(ddof=1)) / deals) * part * (1 - part)
    plain = outcome - edge * (stronger - part)
    middles = plain.mean(axis=2)
    within = float(((plain - middles[:, :, None]) ** 2).sum() / (deals * seats * (turns - 1)))
    between = float(middles.var(ddof=1))
    deal = max(0.0, between - within / turns)
    total = skill + deal + within
    return np.array([skill, deal, within]) / total if total else np.zeros(3)
