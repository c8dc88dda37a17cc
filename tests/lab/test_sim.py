"""Simulation: the same result on every backend and any number of threads; bad input is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge.errors import LodgeError, UnknownName
from lodge.games import game, games
from lodge.kernel import array
from lodge.lab import sim
from lodge.lab.playouts import DIGEST, TALLY, fingerprint
from lodge.lab.sim import simulate
from tests.simulated import simulated

RESULTS = ("games", "moves", "mean_scores", "win_shares", "digest")


def outcome(**arguments: Any) -> list[Any]:
    summary = simulate("dam-it", **arguments)
    return [getattr(summary, name) for name in RESULTS]


def test_threads_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = outcome(games=1000, seats=4, seed=3)
    monkeypatch.setattr(sim, "CHUNK", 64)
    for threads in (1, 2, 5):
        assert outcome(games=1000, seats=4, seed=3, threads=threads) == expected


def test_all_backends_agree() -> None:
    found = [outcome(games=70, seats=3, seed=1, backend=backend) for backend in ("auto", "python", "native", "wasm")]
    assert found == found[:1] * 4


def test_options_reach_the_deal() -> None:
    assert outcome(games=50, options=("open-hands",))[:4] == outcome(games=50)[:4]
    assert outcome(games=50, options=("open-hands",)) != outcome(games=50), "the option is part of the final state"


def test_another_seed_is_another_result() -> None:
    assert simulate("dam-it", games=50, seed=1).digest != simulate("dam-it", games=50, seed=2).digest


def test_shares_add_up() -> None:
    summary = simulate("dam-it", games=500, seats=3)
    assert sum(summary.win_shares) == pytest.approx(1)
    assert summary.games == 500
    assert summary.to_dict()["moves_per_second"] == summary.moves / summary.seconds


def test_progress_counts_every_game() -> None:
    done: list[int] = []
    simulate("dam-it", games=40_000, threads=2, progress=done.append)
    assert sum(done) == 40_000
    assert len(done) > 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": 0}, "number of games"),
        ({"threads": 0}, "number of threads"),
        ({"seats": 1}, "2 to 4"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"options": ("blind",)}, "open-hands"),
    ],
)
def test_bad_input_is_told(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(LodgeError, match=words):
        simulate("dam-it", **arguments)
    with pytest.raises(UnknownName, match="auto, python, native, wasm, cuda"):
        simulate("dam-it", backend="abacus")


def test_the_digest_sees_every_byte() -> None:
    """A state that differs in one bit anywhere has another fingerprint."""
    from lodge.kernel import words

    states = array(game("dam-it").rules.State, 1)
    memory = words(states)
    seen = set()
    for bit in range(64 * memory.shape[1]):
        memory[0, :] = 0
        memory[0, bit // 64] = np.array(1 << bit % 64, np.uint64).astype(np.int64)
        tally = np.zeros(TALLY, np.int64)
        fingerprint(memory[0], tally)
        seen.add((int(tally[DIGEST]), int(tally[DIGEST + 1])))
    assert len(seen) == 64 * memory.shape[1]


def test_every_run_has_arrays_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trap: threads that write neighbouring records share cache lines."""
    made: list[Any] = []

    def array_kept(kind: type[Any], count: int) -> Any:
        made.append(array(kind, count))
        return made[-1]

    monkeypatch.setattr(sim, "array", array_kept)
    simulate("dam-it", games=40_000, threads=2)
    addresses = [each.ctypes.data for each in made]
    assert len(addresses) >= 2 * 3
    assert len(set(addresses)) == len(addresses)


CUDA = """
import sys
import lodge.lab.gpu as gpu
from lodge.games import game
from lodge.games.tuning import Launch, Tuning
from lodge.lab.sim import simulate
gpu.TABLES = 4
vars(game(sys.argv[1]))["tuning"] = Tuning(launch=Launch(block=2, games=2))
print(simulate(sys.argv[1], games=9, seats=3, seed=3, backend="cuda").digest)
"""


@pytest.mark.parametrize("name", [game.id for game in games()])
def test_the_cuda_kernel_gives_the_same_digest_in_the_simulator(name: str) -> None:
    """The kernel as Numba's CUDA simulator runs it; benchmarks/RESULTS.md has the run on a real GPU."""
    printed = simulated(CUDA, name)
    assert printed == simulate(name, games=9, seats=3, seed=3).digest


def test_without_a_gpu_the_cuda_backend_says_what_is_missing() -> None:
    """On a machine with a GPU it works instead, with the same digest."""
    try:
        told = simulate("dam-it", games=9, backend="cuda").digest
    except LodgeError as error:
        told = str(error)
    wanted = (simulate("dam-it", games=9).digest, "The CUDA backend needs numba-cuda", "No CUDA GPU was found")
    assert told.startswith(wanted)
