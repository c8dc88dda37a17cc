"""Numbers with intervals, against answers that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lodge.study.statistics import Estimate, difference, mean, ratio, share, split


def test_a_share_has_wilson_s_interval() -> None:
    """The worked example of Newcombe (1998): 81 of 263."""
    estimate = share([1] * 81 + [0] * 182).estimate
    assert estimate == pytest.approx((0.3080, 0.2553, 0.3662), abs=5e-5)
    assert share([0] * 10).estimate.low == 0
    assert share([0, 1, 1, 0], of=[0, 1, 1, 0]).estimate.value == 1
    nothing = share([0, 0], of=[0, 0])
    assert math.isnan(nothing.estimate.value)
    assert nothing.games == 0


def test_a_mean_has_the_usual_interval() -> None:
    """1 to 9: mean 5, deviation sqrt(7.5)."""
    half = 1.959964 * math.sqrt(7.5 / 9)
    assert mean(range(1, 10)).estimate == pytest.approx((5, 5 - half, 5 + half))


def test_what_never_came_may_come() -> None:
    """Of 100 games none: at most 3.7 of 100 are to be expected, by Poisson's law; and never fewer than none."""
    assert mean([0] * 100).estimate == pytest.approx((0, 0, -math.log(0.025) / 100), abs=1e-5)
    assert mean([0] * 99 + [1]).estimate.low == 0
    assert mean([0] * 99 + [-1]).estimate.low < -0.02


def test_a_ratio_is_of_sums_and_does_not_widen_where_both_go_together() -> None:
    sure = ratio([2, 4, 6], [1, 2, 3]).estimate
    assert sure == pytest.approx((2, 2, 2))
    assert ratio([1, 0, 5], [1, 2, 3]).estimate.value == 1
    assert math.isnan(ratio([0], [0]).estimate.value)


def test_intervals_hold_the_truth_nineteen_times_of_twenty() -> None:
    rng = np.random.default_rng(3)
    held = {"share": 0, "mean": 0, "ratio": 0, "difference": 0}
    for _ in range(1000):
        a, b = rng.poisson(3, 200), rng.poisson(4, 200)
        held["share"] += share(a == 0).estimate.holds(math.exp(-3))
        held["mean"] += mean(a).estimate.holds(3)
        held["ratio"] += ratio(a, b).estimate.holds(0.75)
        held["difference"] += difference(mean(a), mean(a + b)).holds(4)
    for name, times in held.items():
        assert 930 <= times <= 970, name


def test_a_difference_is_taken_deal_by_deal() -> None:
    """What both have in common makes the numbers uncertain, not their difference."""
    luck = np.array([0.0, 50.0, 100.0, 150.0])
    estimate = difference(mean(luck), mean(luck + np.array([1, 2, 1, 2])))
    assert estimate.value == 1.5
    assert estimate.high < 3
    same = share([1, 0, 1])
    assert difference(same, same) == (0, 0, 0)


@pytest.mark.parametrize(
    ("skill", "deal", "rest", "turns"), [(4.0, 3.0, 2.0, 2), (0.0, 2.0, 1.0, 3), (3.0, 0.0, 2.0, 3)]
)
def test_variance_is_split_as_it_was_made(skill: float, deal: float, rest: float, turns: int) -> None:
    """Outcomes put together from a known edge of the stronger, a known worth of each seat, and noise."""
    rng = np.random.default_rng(1)
    deals, seats = 600, turns
    stronger = np.broadcast_to(np.eye(turns, dtype=bool), (deals, seats, turns))
    part = 1 / turns
    edge = math.sqrt(skill / (part * (1 - part)))
    outcome = edge * stronger + math.sqrt(deal) * rng.standard_normal((deals, seats, 1))
    outcome = outcome + math.sqrt(rest) * rng.standard_normal((deals, seats, turns))
    found = split(outcome, stronger)
    total = skill + deal + rest
    truth = (skill / total, deal / total, rest / total)
    assert [one.value for one in found] == pytest.approx(truth, abs=0.06)
    for one, real in zip(found, truth, strict=True):
        assert one.low - 0.02 <= real <= one.high + 0.02
    assert sum(one.value for one in found) == pytest.approx(1)


def test_a_game_without_any_difference_splits_into_nothing() -> None:
    stronger = np.broadcast_to(np.eye(2, dtype=bool), (5, 2, 2))
    assert split(np.zeros((5, 2, 2)), stronger).rest == Estimate(0, 0, 0)
