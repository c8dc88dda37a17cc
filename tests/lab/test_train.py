"""Training: the same positions on every backend, a fit that learns, a folder that a later run goes on with."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge.bots.net import floats, load, quantise
from lodge.errors import LodgeError, UnknownName
from lodge.games import Game, game, games
from lodge.games.worth import UNIT
from lodge.lab.fit import fit, fresh
from lodge.lab.selfplay import KEPT, NEVER, Plan, Samples, generate, runner
from lodge.lab.train import CURVE, Generation, Settings, net_file, train
from tests.simulated import simulated
from tests.unmeasured import unmeasured

DAM_IT = game("dam-it")
SMALL = Settings("dam-it", (2, 4), games=30, passes=2, seed=3, rivals=0)


def some_net(which: Game) -> Any:
    return quantise(fresh(which.rules.OBSERVATION, 1))


def plan(which: Game, learned: int) -> Plan:
    return Plan(7, *which.seats, 0, learned)


# --- self-play --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learned", [0, 1])
def test_interpreted_and_compiled_play_the_same_games(learned: int) -> None:
    run = [runner(DAM_IT, some_net(DAM_IT), plan(DAM_IT, learned), interpreted=how) for how in (True, False)]
    one, other = (each(5, 2) for each in run)
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.worths, other.worths)


def test_threads_and_chunks_change_nothing() -> None:
    run = runner(DAM_IT, some_net(DAM_IT), plan(DAM_IT, 1))
    one, other = generate(run, 4, 20), generate(run, 4, 20, chunk=3, threads=3)
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.worths, other.worths)
    assert not np.array_equal(one.worths, generate(run, 5, 20).worths)


def test_every_seat_and_number_of_seats_is_seen() -> None:
    samples = generate(runner(DAM_IT, some_net(DAM_IT), plan(DAM_IT, 0)), 0, 60)
    assert len(samples.worths) == 60 * KEPT
    assert {1 + seats for seats in (2, 3, 4)} == set(samples.rows[:, 0]), "the first number observed is how many play"
    assert (samples.worths >= 0).all()
    assert (samples.worths <= UNIT).all()
    assert len(set(samples.worths)) > 20


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
@unmeasured()
def test_every_game_teaches(which: Game) -> None:
    """With the fewest players, interpreted: that is done sooner than compiling, if coverage does not look on."""
    seats = which.seats[0]
    samples = runner(which, some_net(which), Plan(7, seats, seats, 0, 0), interpreted=True)(0, 1)
    there = samples.worths != NEVER
    assert there.any()
    assert (samples.worths[there] >= 0).all()
    assert samples.rows[there].any()


CUDA = """
import hashlib, sys
from lodge.games import game
from lodge.lab import selfplay_gpu
from lodge.lab.fit import fresh
from lodge.bots.net import quantise
from lodge.lab.selfplay import Plan
selfplay_gpu.BLOCK = 2
which = game("dam-it")
run = selfplay_gpu.gpu_runner(which, quantise(fresh(which.rules.OBSERVATION, 1)), Plan(7, 2, 4, 0, 1))
samples = run(5, 2)
print(hashlib.sha256(samples.rows.tobytes() + samples.worths.tobytes()).hexdigest())
"""


def test_the_cuda_kernel_plays_the_same_games_in_the_simulator() -> None:
    printed = simulated(CUDA)
    samples = runner(DAM_IT, some_net(DAM_IT), plan(DAM_IT, 1))(5, 2)
    assert printed == hashlib.sha256(samples.rows.tobytes() + samples.worths.tobytes()).hexdigest()


# --- fitting ----------------------------------------------------------------------------------------------


def known_function(count: int) -> Samples:
    """What two numbers are worth together, among others that say nothing; not a sum of what each is worth."""
    rows = np.random.default_rng(4).integers(0, 6, (count, 5)).astype(np.uint8)
    same = (rows[:, 1] > 2) == (rows[:, 3] > 2)
    return Samples(rows, np.where(same, 8000, 1500).astype(np.int16))


def test_learns_what_no_sum_can_say() -> None:
    found = fit(fresh(5, 0), known_function(20_000), seed=1, passes=10, threads=2)
    assert found.explained > 0.95
    assert found.error < 0.01


def test_threads_change_no_bit_and_the_seed_does() -> None:
    one, three = (fit(fresh(5, 0), known_function(3000), seed=1, passes=1, threads=threads) for threads in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one.net, three.net, strict=True))
    assert not np.array_equal(one.net.mix, fit(fresh(5, 0), known_function(3000), seed=2, passes=1).net.mix)


def test_what_was_never_seen_weighs_nothing() -> None:
    found = fit(fresh(5, 0), known_function(3000), seed=1, passes=1)
    assert found.net.table[:, :6].all()
    assert not found.net.table[:, 6:].any()


# --- generations ------------------------------------------------------------------------------------------


def test_a_training_that_was_interrupted_comes_to_the_same_nets(tmp_path: Path) -> None:
    at_once = train(SMALL, tmp_path / "at once", generations=3)
    told: list[Generation] = []
    for generations in (1, 2, 2, 3):
        later = train(SMALL, tmp_path / "later", generations=generations, threads=2, tell=told.append)
    assert [one.number for one in told] == [0, 1, 2]
    assert later.name == at_once.name == "net-2.npz"
    assert later.read_bytes() == at_once.read_bytes()
    assert later.read_bytes() != net_file(tmp_path / "later", 1).read_bytes()
    assert floats(load(later, DAM_IT)).table.any()


def test_another_training_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    train(SMALL, tmp_path, generations=1)
    before = net_file(tmp_path, 0).read_bytes()
    with pytest.raises(LodgeError, match="other settings"):
        train(replace(SMALL, games=31), tmp_path)
    (tmp_path / CURVE).write_text("{")
    with pytest.raises(LodgeError, match="cannot be read"):
        train(SMALL, tmp_path)
    assert net_file(tmp_path, 0).read_bytes() == before


def test_bad_input_is_told(tmp_path: Path) -> None:
    for settings, words in (
        (replace(SMALL, seats=(1, 2)), "2 to 4"),
        (replace(SMALL, games=0), "number of games"),
        (replace(SMALL, passes=0), "passes"),
        (replace(SMALL, seed=-1), "seed"),
        (replace(SMALL, options=("blind",)), "open-hands"),
        (replace(SMALL, game="chess"), "no game"),
    ):
        with pytest.raises(LodgeError, match=words):
            train(settings, tmp_path / "none")
    with pytest.raises(UnknownName, match="auto, python, native, wasm, cuda"):
        train(SMALL, tmp_path / "none", backend="abacus")
    with pytest.raises(LodgeError, match="generations"):
        train(SMALL, tmp_path / "none", generations=0)
    assert not (tmp_path / "none").exists()


def test_the_curve_says_how_it_went(tmp_path: Path) -> None:
    """Against search, too: with 500 play-outs a move and hardly any training, only that it is played."""
    done: list[str] = []

    @contextmanager
    def stage(words: str, total: int) -> Any:
        counted: list[int] = []
        yield counted.append
        done.append(words)
        assert sum(counted) >= total * 0.9

    train(replace(SMALL, seats=(2, 2), rivals=2), tmp_path, generations=1, threads=2, stage=stage)
    curve = json.loads((tmp_path / CURVE).read_text())
    assert curve["settings"]["game"] == "dam-it"
    assert curve["generations"][0]["positions"] == 30 * KEPT
    assert 0 <= curve["generations"][0]["win_rate"] <= 1
    assert [words.partition(": ")[2] for words in done] == ["playing", "fitting", "against search"]
