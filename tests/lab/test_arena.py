"""Arenas and benchmarks."""

from __future__ import annotations

import pytest

from lodge.errors import LodgeError, UnknownName
from lodge.lab.arena import arena, wilson
from lodge.lab.bench import bench


def test_greedy_beats_random() -> None:
    results = arena("dam-it", ["greedy", "random"], games=100, seed=1)
    greedy, random = results.bots
    assert results.games == 100
    assert greedy.wins >= 99
    assert greedy.wins + random.wins == 100
    assert greedy.mean_score > random.mean_score
    assert greedy.mean_place < random.mean_place


def test_search_beats_greedy_more_often_than_not() -> None:
    """A small version of what benchmarks/strength.py measures with a hundred games."""
    search, _ = arena("dam-it", ["search:2000", "greedy"], games=20, seed=5, threads=2).bots
    assert search.wins > 10


def test_in_beaver_gang_search_has_fewer_points_than_greedy() -> None:
    """Here the fewest points win, and luck is large: what a hundred games show is in benchmarks/RESULTS.md."""
    search, greedy = arena("beaver-gang", ["search:400", "greedy"], games=80, seed=5, threads=2).bots
    assert search.mean_score < greedy.mean_score
    assert search.mean_place < greedy.mean_place


def test_equal_bots_get_equal_shares_because_seats_rotate_with_the_same_luck() -> None:
    """Greedy decides by lot only between equals, so mirrored games are (nearly) each other's mirror."""
    first, second = arena("dam-it", ["greedy", "greedy"], games=60, seed=2).bots
    assert abs(first.win_rate - second.win_rate) < 0.3
    assert first.wins + second.wins == 60


def test_the_result_depends_on_the_seed_alone() -> None:
    runs = [arena("dam-it", ["greedy", "random", "random"], games=12, seed=9, threads=threads) for threads in (1, 2)]
    assert runs[0].bots == runs[1].bots
    assert arena("dam-it", ["greedy", "random", "random"], games=12, seed=8).bots != runs[0].bots


def test_games_are_rounded_up_to_whole_rotations() -> None:
    done: list[int] = []
    results = arena("dam-it", ["random", "random", "random"], games=4, progress=done.append)
    assert results.games == 6 == sum(done)
    assert results.to_dict()["bots"][0]["bot"] == "random"


def test_wilson_s_interval() -> None:
    low, high = wilson(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1
    assert wilson(10, 10)[0] == pytest.approx(0.7225, abs=1e-3)


def test_bad_input_is_told() -> None:
    with pytest.raises(UnknownName, match="random, greedy, gentle"):
        arena("dam-it", ["deep-blue", "random"])
    with pytest.raises(LodgeError, match="2 to 4"):
        arena("dam-it", ["random"])
    for games, threads in ((0, 1), (10**12, 1), (1, 0)):
        with pytest.raises(LodgeError, match="must be from 1 to"):
            arena("dam-it", ["random", "random"], games=games, threads=threads)
    for seconds in (0.0, -1.0, float("nan")):
        with pytest.raises(LodgeError, match="seconds"):
            bench("dam-it", seconds)


def test_bench_measures_everything() -> None:
    results = bench("dam-it", seconds=0.05)
    assert results["native_moves_per_second"] > results["python_moves_per_second"] > 0
    assert results["search_playouts_per_second"] > 0
