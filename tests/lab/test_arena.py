"""Arenas and benchmarks."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lodge.errors import LodgeError, UnknownName
from lodge.lab.arena import arena, wilson
from lodge.lab.bench import bench
from lodge.lab.ladder import ladder
from lodge.lab.parallel import Interrupted


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


# --- Ctrl-C -----------------------------------------------------------------------------------------------


def stop_after(games: int) -> Callable[[int], None]:
    """A progress bar that presses Ctrl-C."""
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        if done >= games:
            raise KeyboardInterrupt

    return tick


@pytest.mark.parametrize("threads", [1, 2])
def test_an_arena_that_was_stopped_goes_on(threads: int, tmp_path: Path) -> None:
    whole = arena("dam-it", ["greedy", "random"], games=12, seed=3)
    file = tmp_path / "games.jsonl"
    with pytest.raises(Interrupted) as stop:
        arena("dam-it", ["greedy", "random"], games=12, seed=3, threads=threads, kept=file, progress=stop_after(5))
    assert (stop.value.done, stop.value.total, stop.value.results.games) == (5, 12, 5)
    before = file.read_text()
    assert before.count("\n") == 6
    again = arena("dam-it", ["greedy", "random"], games=12, seed=3, kept=file)
    assert again.bots == whole.bots
    assert file.read_text().startswith(before)
    for other in ({"seed": 4}, {"options": ("open-hands",)}):
        with pytest.raises(LodgeError, match="holds other games"):
            arena("dam-it", ["greedy", "random"], games=12, **{"seed": 3, "kept": file} | other)  # type: ignore[arg-type]


def test_a_ladder_that_was_stopped_goes_on(tmp_path: Path) -> None:
    bots = ["random", "greedy", "search:5"]
    whole = ladder("dam-it", bots, games=12, seed=3)
    with pytest.raises(Interrupted) as early:
        ladder("dam-it", bots, games=12, seed=3, progress=stop_after(2))
    assert early.value.results is None  # not everybody has played
    with pytest.raises(Interrupted) as stop:
        ladder("dam-it", bots, games=12, seed=3, progress=stop_after(8))
    assert stop.value.results.games == 8
    assert stop.value.keep is not None
    stop.value.keep(tmp_path / "games.jsonl")
    again = ladder("dam-it", bots, games=12, seed=3, kept=tmp_path / "games.jsonl")
    for one, other in zip(again.rungs, whole.rungs, strict=True):
        assert (one.bot, one.rating, one.mean_score) == (other.bot, other.rating, other.mean_score)


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize(
    "words", [["arena", "dam-it", "--bots", "greedy,random"], ["study", "dam-it", "--ladder", "", "--to", "study"]]
)
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(words: list[str], tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("lodge")), *words, "--games", "1000000", "--threads", "2"]
    kept = tmp_path / ("study/games.jsonl" if "study" in words else "kept.jsonl")
    command += [] if "study" in words else ["--keep", str(kept)]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") > 1):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        try:
            out, told = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130, told
    assert "of 1000000 games" in told
    assert "the same command goes on from there" in told
    assert "Traceback" not in out + told
