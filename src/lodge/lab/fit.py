"""Fitting a net to positions, by least squares: Adam (Kingma and Ba, 2015) in compiled code, without a framework.

A batch is always cut into the same slices, each with luck and sums of its own, and the sums are added up in the same
order: how many threads work changes nothing, and the same seed gives the same net to the bit. Only rows of the table
that the positions use are worked on; what was never seen weighs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from lodge.bots.net import MOST, NARROW, ROWS, WIDE, Net, shapes
from lodge.games.worth import UNIT
from lodge.kernel import Luck, array, below, rule, sow
from lodge.kernel.compile import native
from lodge.lab.parallel import Progress, silent
from lodge.lab.selfplay import Samples

BATCH = 1 << 14
SMALL = 64  # a batch has at most one in so many of all positions
SLICES = 16
RATE = 0.002  # at first; it falls to nothing
FADES, SQUARES_FADE = 0.9, 0.999
TINY = 1e-8
HELD = 20  # one in so many positions is held back, to test with


class Work(NamedTuple):
    """What one slice works on: the numbers behind each layer, the slopes there, and the mix turned about."""

    wide: Any
    narrow: Any
    wide_slope: Any
    narrow_slope: Any
    turned: Any
    luck: Any


class Fit(NamedTuple):
    """A net in floats, and how well it fits positions that it was not fitted to."""

    net: Net
    error: float  # squared, mean
    explained: float  # what part of the spread of worths that leaves unexplained is missing from 1


def fresh(observation: int, seed: int) -> Net:
    """A net in floats to begin with."""
    luck = np.random.default_rng(seed)
    table, bias, mix, mix_bias, out, out_bias = shapes(observation)
    return Net(
        luck.normal(0, 0.05, table).astype(np.float32),
        np.full(bias, 0.3, np.float32),
        luck.normal(0, 0.1, mix).astype(np.float32),
        np.zeros(mix_bias, np.float32),
        luck.normal(0, 0.2, out).astype(np.float32),
        np.zeros(out_bias, np.float32),
    )


# --- what is compiled -------------------------------------------------------------------------------------


@rule
def mark(rows: Any, seen: Any) -> None:
    """Mark the rows of the table that are used."""
    for n in range(len(rows)):
        for i in range(rows.shape[1]):
            seen[i, rows[n, i]] = 1


@rule
def forward(net: Net, index: Any, row: Any, work: Work) -> float:
    """What the net says of a position, before it is squashed."""
    table, mix, wide, narrow = net.table, net.mix, work.wide, work.narrow
    for h in range(WIDE):
        wide[h] = net.bias[h]
    for i in range(len(row)):
        at = index[i, row[i]]
        for h in range(WIDE):
            wide[h] += table[at, h]
    for k in range(NARROW):
        narrow[k] = net.mix_bias[k]
    for h in range(WIDE):
        much = min(max(wide[h], np.float32(0)), np.float32(1))
        for k in range(NARROW):
            narrow[k] += much * mix[h, k]
    total = net.out_bias[0]
    for k in range(NARROW):
        total += min(max(narrow[k], np.float32(0)), np.float32(MOST)) * net.out[k]
    return float(total)


@rule
def squash(total: float) -> float:
    """0 to 1, as the net in whole numbers does it."""
    return 0.5 + 0.5 * total / (1.0 + abs(total))


@rule
def backward(net: Net, slope: Net, index: Any, row: Any, work: Work, steep: Any) -> None:
    """Add what each weight does to the error, which changes `steep` times as fast as what the net says."""
    wide, narrow, wide_slope, narrow_slope = work.wide, work.narrow, work.wide_slope, work.narrow_slope
    slope.out_bias[0] += steep
    for k in range(NARROW):
        slope.out[k] += steep * min(max(narrow[k], np.float32(0)), np.float32(MOST))
        bent = narrow[k] <= 0 or narrow[k] >= MOST
        narrow_slope[k] = np.float32(0) if bent else steep * net.out[k]
        slope.mix_bias[k] += narrow_slope[k]
    for h in range(WIDE):
        wide_slope[h] = 0
    for k in range(NARROW):
        for h in range(WIDE):
            wide_slope[h] += work.turned[k, h] * narrow_slope[k]
    for h in range(WIDE):
        much = min(max(wide[h], np.float32(0)), np.float32(1))
        for k in range(NARROW):
            slope.mix[h, k] += much * narrow_slope[k]
        wide_slope[h] = wide_slope[h] if 0 < wide[h] < 1 else np.float32(0)
        slope.bias[h] += wide_slope[h]
    table = slope.table
    for i in range(len(row)):
        at = index[i, row[i]]
        for h in range(WIDE):
            table[at, h] += wide_slope[h]


@rule
def learn_slice(
    net: Net, slope: Net, work: Work, index: Any, rows: Any, worths: Any, held: int, seed: int, stream: int, count: int
) -> None:
    """Add up the slopes of `count` positions chosen by luck."""
    sow(work.luck[0], seed, stream)
    for h in range(WIDE):
        for k in range(NARROW):
            work.turned[k, h] = net.mix[h, k]
    for _ in range(count):
        n = held + below(work.luck[0], len(rows) - held)
        total = forward(net, index, rows[n], work)
        error = squash(total) - int(worths[n]) / UNIT
        steep = np.float32(error / ((1.0 + abs(total)) * (1.0 + abs(total)) * count))
        backward(net, slope, index, rows[n], work, steep)


@rule
def adapt(weights: Any, slopes: Any, means: Any, squares: Any, start: int, end: int, step: int, rate: float) -> None:
    """Add up the slices' slopes, which are zero again then, and take a step with the weights from `start` to `end`."""
    even = math.sqrt(1.0 - SQUARES_FADE**step) / (1.0 - FADES**step)
    pace = np.float32(rate * even)
    for i in range(start, end):
        slope = np.float32(0)
        for part in range(SLICES):
            slope += slopes[part, i]
            slopes[part, i] = 0
        slope /= np.float32(SLICES)
        means[i] += np.float32(1 - FADES) * (slope - means[i])
        squares[i] += np.float32(1 - SQUARES_FADE) * (slope * slope - squares[i])
        weights[i] -= pace * means[i] / (np.float32(math.sqrt(squares[i])) + np.float32(TINY))


@rule
def errors(net: Net, work: Work, index: Any, rows: Any, worths: Any, held: int) -> float:
    """The squared errors on the positions held back, added up."""
    total = 0.0
    for n in range(held):
        error = squash(forward(net, index, rows[n], work)) - int(worths[n]) / UNIT
        total += error * error
    return total


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return native(function)


# --- what runs it -----------------------------------------------------------------------------------------


def fit(
    start: Net, samples: Samples, *, seed: int, passes: float = 8, threads: int = 1, progress: Progress = silent
) -> Fit:
    """Fit a net in floats to positions, going through them about `passes` times."""
    rows, worths = samples
    held = len(rows) // HELD
    seen = np.zeros((rows.shape[1], ROWS), np.uint8)
    _compiled(mark)(rows, seen)
    index = np.zeros(seen.shape, np.int32)
    index[seen == 1] = np.arange(int(seen.sum()))
    parts = Net(start.table[seen == 1], *start[1:])
    weights = np.concatenate([part.ravel() for part in parts])
    slopes = np.zeros((SLICES, len(weights)), np.float32)
    means, squares = np.zeros((2, len(weights)), np.float32)
    net = _views(weights, parts)
    slices = [(_views(slope, parts), _work()) for slope in slopes]
    count = max(1, min(BATCH, len(rows) // SMALL) // SLICES)
    steps = max(1, round(passes * len(rows) / (count * SLICES)))

    def learn(step: int, first: int, last: int) -> None:
        for part in range(first, last):
            slope, work = slices[part]
            stream = step * SLICES + part
            _compiled(learn_slice)(net, slope, work, index, rows, worths, held, seed, stream, count)

    def take_step(step: int, first: int, last: int) -> None:
        rate = RATE * (1 - step / steps)
        _compiled(adapt)(weights, slopes, means, squares, first, last, step + 1, rate)

    with ThreadPoolExecutor(threads) as pool:
        shares = list(pairwise(SLICES * i // threads for i in range(threads + 1)))
        ranges = list(pairwise(len(weights) * i // threads for i in range(threads + 1)))
        for step in range(steps):
            list(pool.map(lambda share, now=step: learn(now, *share), shares))
            list(pool.map(lambda part, now=step: take_step(now, *part), ranges))
            progress(count * SLICES)
    error = _compiled(errors)(net, slices[0][1], index, rows, worths, held) / max(1, held)
    table = np.zeros_like(start.table)
    table[seen == 1] = net.table
    spread = float(np.var(worths[:held] / UNIT)) if held else 0.0
    return Fit(Net(table, *net[1:]), error, 1 - error / spread if spread else 0.0)


def _work() -> Work:
    wide, narrow = np.zeros((2, WIDE), np.float32), np.zeros((2, NARROW), np.float32)
    return Work(wide[0], narrow[0], wide[1], narrow[1], np.zeros((NARROW, WIDE), np.float32), array(Luck, 1))


def _views(flat: Any, parts: Net) -> Net:
    """The parts of a net as they lie one behind the other in a flat array."""
    ends = np.cumsum([part.size for part in parts])
    pieces = zip(np.split(flat, ends[:-1]), parts, strict=True)
    return Net(*(piece.reshape(part.shape) for piece, part in pieces))
