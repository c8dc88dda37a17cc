"""Batches: the same games as single states, the same on every device, and nothing an action could break."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from lodge.adapters.common import payoffs
from lodge.errors import IllegalMove, LodgeError, UnknownName
from lodge.kernel import lucky, new, same
from lodge.kernel.dlpack import CPU, _lent, lend
from lodge.lab import Batch, batch
from lodge.lab.batch import Compiled
from lodge.lab.tables import check, pick, tables
from tests.simulated import simulated


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches made from now on run as they are written."""
    monkeypatch.setattr(batch, "compiled", lambda game: Compiled(tables(game).begin, check, tables(game).step, pick))


def assert_like_single_tables(many: Batch, seed: int, steps: int) -> int:
    """Play at random beside single states, each played by the rules; how many games ended."""
    rules, seats = many.game.rules, many.seats
    out, seen = np.zeros(rules.ACTIONS, np.int16), np.zeros(rules.OBSERVATION, np.int16)
    states, ended = [new(rules.State) for _ in range(many.tables)], [0] * many.tables
    lucks = [lucky(seed, table << 32) for table in range(many.tables)]
    for state, luck in zip(states, lucks, strict=True):
        rules.deal(state, seats, 0, luck)
    for _ in range(steps):
        for table, state in enumerate(states):
            seat = (rules.pending(state) & -rules.pending(state)).bit_length() - 1
            assert same(many.state(table), state)
            assert many.seat[table] == seat
            rules.observe(state, seat, seen)
            assert np.array_equal(many.observe()[table], seen)
            legal = out[: rules.legal(state, seat, out)]
            assert np.array_equal(np.flatnonzero(many.mask[table]), np.sort(legal))
        actions = many.sample().copy()
        movers = many.seat.copy()
        many.step(actions)
        for table, state in enumerate(states):
            rules.play(state, int(movers[table]), int(actions[table]), lucks[table])
            over = rules.over(state)
            assert many.done[table] == over
            if not over:
                assert not many.rewards[table].any()
                continue
            assert many.scores[table].tolist() == [rules.score(state, seat) for seat in range(seats)]
            assert many.places[table].tolist() == [rules.place(state, seat) for seat in range(seats)]
            assert many.rewards[table].tolist() == pytest.approx(payoffs(rules, state)), "as in the adapters"
            ended[table] += 1
            lucks[table] = lucky(seed, table << 32 | ended[table])
            rules.deal(state, seats, 0, lucks[table])
    assert many.games.tolist() == ended
    return sum(ended)


def test_a_batch_plays_as_single_tables_do() -> None:
    assert assert_like_single_tables(Batch("dam-it", 5, 3, seed=4), 4, 130) >= 5


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "seats", "steps"), [("beaver-gang", 3, 40), ("donnant", 2, 40), ("amik", 1, 90)])
def test_so_does_every_game(name: str, seats: int, steps: int) -> None:
    ended = assert_like_single_tables(Batch(name, 2, seats, seed=4, threads=1), 4, steps)
    assert ended or seats > 1, "alone in Amik it goes quickly, and the points are the reward"


def digests(many: Batch, steps: int = 90) -> list[str]:
    """The digest now and then while playing at random."""
    seen = []
    for step in range(steps):
        many.step(many.sample())
        if step % 30 == 29:
            seen.append(many.digest())
    return seen


def test_threads_and_resets_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = digests(Batch("dam-it", 40, 4, seed=9, threads=1))
    monkeypatch.setattr(batch, "FEWEST_A_THREAD", 7)
    many = Batch("dam-it", 40, 4, seed=9, threads=3)
    assert digests(many) == expected
    assert many.games.min() > 0
    many.reset()
    assert digests(many) == expected


def test_a_table_knows_nothing_of_the_others() -> None:
    few, many = Batch("dam-it", 3, 2, seed=1), Batch("dam-it", 30, 2, seed=1)
    for _ in range(120):
        few.step(few.sample())
        many.step(many.sample())
    assert few.games.min() > 0
    assert all(same(few.state(table), many.state(table)) for table in range(3))
    assert not same(many.state(0), many.state(1))


def test_rewards_are_by_places() -> None:
    many = Batch("dam-it", 200, 4, seed=2)
    for _ in range(80):
        many.step(many.sample())
        ended = many.done
        assert np.all(many.rewards.sum(axis=1)[ended] == pytest.approx(0, abs=1e-6))
        alone = ended & (np.count_nonzero(many.places == 1, axis=1) == 1)
        assert np.all(many.rewards[alone].max(axis=1) == 1)
        assert not many.rewards[~ended].any()
    assert many.games.min() > 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (999, "Table 2, seat [01], action 999: .* is not possible: .* No table has moved"),
        (-1, "Table 2, .* actions are 0 to 1289. No table has moved"),
        (1 << 32, "actions are 0 to"),
    ],
)
def test_an_illegal_action_is_told_and_nothing_moves(wrong: int, words: str) -> None:
    many = Batch("dam-it", 4, 2)
    before = many.digest()
    actions = many.sample().copy()
    actions[2] = wrong
    told = many.digest()
    with pytest.raises(IllegalMove, match=words):
        many.step(actions)
    assert many.digest() == told
    assert before != told, "only the luck that chooses actions has gone on"


@pytest.mark.parametrize("actions", [[0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], [True, True, True]])
def test_a_step_takes_one_whole_number_a_table(actions: list[Any]) -> None:
    with pytest.raises(LodgeError, match="3 whole numbers, one for each table"):
        Batch("dam-it", 3, 2).step(actions)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"tables": 0}, "number of tables"),
        ({"seats": 5}, "2 to 4"),
        ({"threads": 0}, "number of threads"),
        ({"seed": -1}, "seed"),
        ({"options": ("blind",)}, "open-hands"),
        ({"device": "abacus"}, "cpu, cuda"),
    ],
)
def test_bad_input_is_told(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises((LodgeError, UnknownName), match=words):
        Batch("dam-it", **arguments)
    with pytest.raises(LodgeError, match="no table 3"):
        Batch("dam-it", 3).state(3)


def test_arrays_are_lent_without_copying() -> None:
    many = Batch("dam-it", 5, 2)
    for array in (many.observe(), many.mask, many.seat, many.rewards, many.sample()):
        assert np.shares_memory(np.from_dlpack(array), array)
        assert array.ctypes.data % 64 == 0, "JAX would copy it"


class Lender:
    """As an array on a GPU lends itself, but on this machine."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        array = self.array
        return lend(array.ctypes.data, array.shape, array.dtype, (CPU, 0), array)


def test_a_loan_ends_when_nobody_needs_it() -> None:
    for dtype in ("bool", "int8", "int16", "int32", "int64", "float32"):
        array = np.arange(15).reshape(3, 5).astype(dtype)
        taken = np.from_dlpack(Lender(array))
        assert taken.dtype == array.dtype
        assert np.array_equal(taken, array)
        assert np.shares_memory(taken, array)
        row = taken[1]
        del taken
        assert len(_lent) == 1, "a part of it is still in use"
        del row
        assert not _lent
    Lender(array).__dlpack__()
    assert not _lent, "nobody took it"


CUDA = """
import numpy as np
import lodge.lab.batch_gpu as gpu
from lodge.lab import Batch
gpu.BLOCK = 4
many = Batch("dam-it", 3, 2, seed=3, device="cuda")
for _ in range(40):
    many.step(many.sample())
print(many.digest())
wrong = np.asarray(many.sample()).copy()
before = np.array(many.state(1)).tobytes()
wrong[1] = -1
many.step(wrong)
print(np.asarray(many.refused).tolist(), many.state(1).tobytes() == before, repr(many.mask), len(many.seat))
"""


def test_the_cuda_kernels_do_the_same_in_the_simulator() -> None:
    """The kernels as Numba's CUDA simulator runs them; benchmarks/batch.py compares on a real GPU."""
    printed = simulated(CUDA)
    digest, refused = printed.splitlines()
    many = Batch("dam-it", 3, 2, seed=3)
    for _ in range(40):
        many.step(many.sample())
    assert digest == many.digest()
    assert refused == "[0, 1, 0] True <3x1290 bool on the GPU> 3"


# --- keeping ----------------------------------------------------------------------------------------------


def test_a_batch_is_saved_restored_and_pickled() -> None:
    many = Batch("dam-it", 300, 3, seed=8, options=["open-hands"], threads=2)
    for _ in range(100):
        many.step(many.sample())
    saved, twin = many.save(), pickle.loads(pickle.dumps(many))  # noqa: S301
    assert twin.digest() == many.digest()
    assert repr(twin) == repr(many) == f"<Batch of Dam It!: 300 tables for 3 on cpu; {many.games.sum()} games over>"
    for each in (many, twin):
        for _ in range(30):
            each.step(each.sample())
    after = many.digest()
    assert twin.digest() == after
    many.restore(saved)
    assert many.digest() != after
    for _ in range(30):
        many.step(many.sample())
    assert many.digest() == after
    for other in (Batch("dam-it", 299, 3), Batch("dam-it", 300, 2), Batch("beaver-gang", 300, 3)):
        with pytest.raises(LodgeError, match="saved from another batch"):
            other.restore(saved)


def test_a_batch_begins_anew_with_another_seed() -> None:
    many, other = Batch("dam-it", 4, seed=1), Batch("dam-it", 4, seed=2)
    many.step(many.sample())
    many.reset(seed=2)
    assert many.digest() == other.digest()
    with pytest.raises(LodgeError, match="A seed is a number"):
        many.reset(seed=-1)
