"""Luck: the same numbers everywhere, fair, and aware of having been drawn from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from lodge.kernel import Luck, array, below, bits, luck_from_bytes, lucky, new, same, sow
from lodge.kernel.compile import native
from lodge.kernel.luck import MASK

CERTAIN = 1e-6  # a fair generator fails such a test once in a million; the seeds are fixed, so never by chance


def reference_bits(lanes: list[int]) -> int:
    """xoshiro128++ as its authors' page describes it, written again over plain unsigned numbers."""

    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) % 2**32

    s0, s1, s2, s3 = lanes
    result = (rotl((s0 + s3) % 2**32, 7) + s0) % 2**32
    t = (s1 << 9) % 2**32
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = rotl(s3, 11)
    lanes[:] = [s0, s1, s2, s3]
    return result


def draw_many(lucks: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = below(lucks[0], n)


def draw_bits(lucks: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = bits(lucks[0])


def sown(seed: int, index: int = 0) -> Any:
    lucks = array(Luck, 1)
    sow(lucks[0], seed, index)
    return lucks


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    luck = lucky(5)
    lanes = [int(lane) for lane in luck.lane]
    assert [bits(luck) for _ in range(1000)] == [reference_bits(lanes) for _ in range(1000)]


def test_compiled_and_interpreted_draw_the_same() -> None:
    """Also the trap of mixed signedness: everything stays a whole number below 2**32."""
    compiled, interpreted = np.zeros(20_000, np.int64), np.zeros(20_000, np.int64)
    first, second = sown(2**62 + 12345, 2**40 + 7), sown(2**62 + 12345, 2**40 + 7)
    native(draw_bits)(first, compiled)
    draw_bits(second, interpreted)
    assert (compiled == interpreted).all()
    assert same(first[0], second[0])
    assert compiled.min() >= 0
    assert compiled.max() <= MASK
    native(draw_many)(first, 2**31 - 1, compiled)
    draw_many(second, 2**31 - 1, interpreted)
    assert (compiled == interpreted).all()


@pytest.mark.parametrize("n", range(2, 151))
def test_below_is_fair_for_every_number_of_choices_that_games_use(n: int) -> None:
    counts = np.zeros(200 * n, np.int64)
    native(draw_many)(sown(n), n, counts)
    seen = np.bincount(counts, minlength=n)
    assert len(seen) == n
    assert stats.chisquare(seen).pvalue > CERTAIN


def test_below_is_exactly_fair_where_rejection_matters() -> None:
    """Three quarters of 2**32: plain multiply-and-shift would give every third number twice the weight."""
    n = 3 * 2**29
    numbers = np.zeros(300_000, np.int64)
    native(draw_many)(sown(1), n, numbers)
    assert numbers.max() < n
    assert stats.chisquare(np.bincount(numbers % 3, minlength=3)).pvalue > CERTAIN
    assert stats.kstest(numbers / n, "uniform").pvalue > CERTAIN


def test_bits_are_fair_one_by_one_and_in_pairs() -> None:
    numbers = np.zeros(200_000, np.int64)
    native(draw_bits)(sown(9), numbers)
    for bit in range(32):
        ones = int((numbers >> bit & 1).sum())
        assert stats.binomtest(ones, len(numbers)).pvalue > CERTAIN
    pairs = (numbers[:-1] >> 28) * 16 + (numbers[1:] >> 28)
    assert stats.chisquare(np.bincount(pairs[::2], minlength=256)).pvalue > CERTAIN


def test_first_numbers_of_neighbouring_streams_are_independent() -> None:
    """Games of one seed are neighbours: their first draws must look like one fair stream."""
    firsts = np.array([bits(lucky(3, index)) for index in range(20_000)])
    assert stats.chisquare(np.bincount(firsts >> 26, minlength=64)).pvalue > CERTAIN
    pairs = (firsts[:-1] >> 28) * 16 + (firsts[1:] >> 28)
    assert stats.chisquare(np.bincount(pairs[::2], minlength=256)).pvalue > CERTAIN


def test_one_changed_bit_of_the_seed_changes_half_of_the_lanes() -> None:
    base = lucky(0, 0)
    for other in [lucky(1 << bit, 0) for bit in range(63)] + [lucky(0, 1 << bit) for bit in range(63)]:
        changed = sum(int(a ^ b).bit_count() for a, b in zip(base.lane, other.lane, strict=True))
        assert 32 <= changed <= 96


def test_different_seeds_and_indices_give_different_streams() -> None:
    lanes = {tuple(lucky(seed, index).lane.tolist()) for seed in range(100) for index in range(100)}
    assert len(lanes) == 10_000


def test_a_stream_knows_whether_it_was_drawn_from() -> None:
    luck = lucky(1)
    assert luck.drawn == 0
    assert below(luck, 1) == 0
    assert luck.drawn == 0, "certainty draws nothing"
    below(luck, 2)
    assert luck.drawn >= 1


def test_lanes_from_bytes_and_the_dead_state() -> None:
    luck = luck_from_bytes(bytes(range(16)))
    assert luck.lane.tolist() == [0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C]
    dead = luck_from_bytes(bytes(16))
    assert len({bits(dead) for _ in range(10)}) > 1


def test_sowing_forgets_everything_before() -> None:
    luck = new(Luck)
    sow(luck, 1, 2)
    bits(luck)
    sow(luck, 1, 2)
    assert same(luck, lucky(1, 2))
