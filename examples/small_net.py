"""A net for games, small and quick on plain processor cores: of thousands of features and actions few matter at a time.

What a seat knows has thousands of features, of which some hundred are not 0, and of a game's thousands of actions some
dozen are legal. So the first and the last layer touch only the rows of their matrices that are needed, in a few loops
that Numba compiles; what lies between is a matrix like any other. Threads can work side by side, each with rows of its
own, because neither NumPy nor compiled loops hold Python's lock. `examples/ppo.py` learns with it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numba
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def quick(function: Callable[..., None]) -> Callable[..., None]:
    """Compiled, without Python's lock, and kept for the next time."""
    compiled: Callable[..., None] = numba.njit(cache=True, nogil=True, fastmath=True)(function)
    return compiled


@quick
def pack(matrix: Any, counts: Any, places: Any, values: Any) -> None:
    """What is not 0, row after row."""
    found = 0
    for i in range(len(matrix)):
        row, before = matrix[i], found
        for j in range(len(row)):
            if row[j]:
                places[found], values[found] = j, row[j]
                found += 1
        counts[i] = found - before


@quick
def weigh(places: Any, values: Any, starts: Any, rows: Any, weights: Any, out: Any) -> None:
    """Sparse rows times a matrix, onto what is there already."""
    for i in range(len(rows)):
        there = out[i]
        for j in range(starts[rows[i]], starts[rows[i] + 1]):
            value, row = values[j], weights[places[j]]
            for k in range(len(there)):
                there[k] += value * row[k]


@quick
def unweigh(places: Any, values: Any, starts: Any, rows: Any, push: Any, weights: Any) -> None:
    """The other way: by how much each weight should grow."""
    for i in range(len(rows)):
        there = push[i]
        for j in range(starts[rows[i]], starts[rows[i] + 1]):
            value, row = values[j], weights[places[j]]
            for k in range(len(there)):
                row[k] += value * there[k]


@quick
def wish(there: Any, places: Any, starts: Any, weights: Any, bias: Any, out: Any) -> None:
    """How likely each of the legal actions is, row by row."""
    for i in range(len(there)):
        own, most = there[i], np.float32(-1e30)
        for j in range(starts[i], starts[i + 1]):
            row, total = weights[places[j]], bias[places[j]]
            for k in range(len(own)):
                total += own[k] * row[k]
            out[j] = total
            most = max(most, total)
        whole = np.float32(0)
        for j in range(starts[i], starts[i + 1]):
            out[j] = np.exp(out[j] - most)
            whole += out[j]
        for j in range(starts[i], starts[i + 1]):
            out[j] /= whole


@quick
def unwish(there: Any, places: Any, starts: Any, push: Any, weights: Any, back: Any, grown: Any, bias: Any) -> None:
    """The other way: by how much what was there should grow, and each weight."""
    for i in range(len(there)):
        own, into = there[i], back[i]
        for j in range(starts[i], starts[i + 1]):
            row, up, by = weights[places[j]], grown[places[j]], push[j]
            bias[places[j]] += by
            for k in range(len(own)):
                into[k] += by * row[k]
                up[k] += by * own[k]


@quick
def draw(chances: Any, starts: Any, luck: Any, at: Any) -> None:
    """In each row the place of one, by chance."""
    for i in range(len(luck)):
        left, j = luck[i], starts[i]
        while j + 1 < starts[i + 1] and left >= chances[j]:
            left -= chances[j]
            j += 1
        at[i] = j


@quick
def climb(weights: Any, push: Any, mean: Any, square: Any, rate: float, steps: int) -> None:
    """A step of Adam (Kingma and Ba, 2015), upwards."""
    first, second = 1 - 0.9**steps, 1 - 0.999**steps
    size, tiny = np.float32(rate / first * np.sqrt(second)), np.float32(1e-5 * np.sqrt(second))
    slow, slower = np.float32(0.1), np.float32(0.001)
    for i in range(len(weights)):
        mean[i] += slow * (push[i] - mean[i])
        square[i] += slower * (push[i] * push[i] - square[i])
        weights[i] += size * mean[i] / (np.sqrt(square[i]) + tiny)


@dataclass(frozen=True, eq=False)
class Sparse:
    """The numbers of a matrix that are not 0: how many there are in each row, in which columns, and what they are."""

    counts: Array
    places: Array
    values: Array

    @classmethod
    def of(cls, matrix: Array) -> Self:
        """From a whole matrix."""
        counts = np.empty(len(matrix), np.int64)
        places, values = np.empty(matrix.size, np.int16), np.empty(matrix.size, np.float32)
        pack(matrix, counts, places, values)
        found = counts.sum()
        return cls(counts, places[:found].copy(), values[:found].copy())

    @classmethod
    def joined(cls, parts: Sequence[Sparse]) -> Self:
        """One below the other."""
        columns = zip(*((part.counts, part.places, part.values) for part in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    @cached_property
    def starts(self) -> Array:
        """Where each row begins, and at last where the last one ends."""
        return np.concatenate([[0], np.cumsum(self.counts)])

    def rows(self, chosen: Array) -> Sparse:
        """Some rows of it."""
        counts = self.counts[chosen]
        ends = np.cumsum(counts)
        at = np.arange(ends[-1]) + np.repeat(self.starts[chosen] - ends + counts, counts)
        return Sparse(counts, self.places[at], self.values[at])


class Net:
    """Two layers and two heads: a wish for each action, and how well one stands. All weights lie in one row."""

    def __init__(self, features: int, wide: int, actions: int, known: int, seed: int) -> None:
        self.shapes = [(features, wide), (wide,), (wide, wide), (wide,), (actions, wide), (actions,), (wide, 1), (1,)]
        self.weights = np.zeros(sum(int(np.prod(shape)) for shape in self.shapes), np.float32)
        rng = np.random.default_rng(seed)
        spreads = [known**-0.5, 0, (2 / wide) ** 0.5, 0, 0.1 * wide**-0.5, 0, wide**-0.5, 0]
        for part, spread in zip(self.parts(self.weights), spreads, strict=True):
            part[...] = spread * rng.standard_normal(part.shape)

    def copy(self, weights: Array) -> Net:
        """The same with other weights."""
        other = copy.copy(self)
        other.weights = weights
        return other

    def parts(self, weights: Array) -> list[Array]:
        """A row of weights (or of pushes to them) as matrices and biases."""
        ends = np.cumsum([np.prod(shape) for shape in self.shapes])
        return [part.reshape(shape) for part, shape in zip(np.split(weights, ends[:-1]), self.shapes, strict=True)]

    def look(self, known: Sparse, rows: Array | None = None) -> list[Array]:
        """What the layers make of what is known, in some rows or all."""
        inwards, bias, between, second, *_ = self.parts(self.weights)
        rows = np.arange(len(known.counts)) if rows is None else rows
        first = np.tile(bias, (len(rows), 1))
        weigh(known.places, known.values, known.starts, rows, inwards, first)
        np.maximum(first, 0, out=first)
        return [first, np.maximum(first @ between + second, 0)]

    def worth(self, there: Array) -> Array:
        """How well one stands, by the last layer."""
        *_, weights, bias = self.parts(self.weights)
        return (there @ weights + bias)[:, 0]

    def chances(self, there: Array, legal: Sparse) -> Array:
        """How likely each legal action is, row after row."""
        *_, weights, bias, _, _ = self.parts(self.weights)
        chances = np.empty(len(legal.places), np.float32)
        wish(there, legal.places, legal.starts, weights, bias, chances)
        return chances

    def choose(self, there: Array, legal: Sparse, rng: np.random.Generator) -> tuple[Array, Array]:
        """A legal action for each row, by chance as they are wished, and how likely it was (the logarithm)."""
        chances, at = self.chances(there, legal), np.empty(len(there), np.int64)
        draw(chances, legal.starts, rng.random(len(there), np.float32), at)
        return legal.places[at], np.log(chances[at] + 1e-12)

    def gradient(
        self, known: Sparse, rows: Array, layers: Sequence[Array], legal: Sparse, wishes: Array, worth: Array
    ) -> Array:
        """By how much each weight should grow, for wishes of legal actions and worths that should grow by so much."""
        (first, there), push = layers, np.zeros_like(self.weights)
        _, _, between, _, outwards, _, judge, _ = self.parts(self.weights)
        up_in, up_first, up_between, up_second, up_out, up_wish, up_judge, up_worth = self.parts(push)
        up_judge[...], up_worth[...] = there.T @ worth[:, None], worth.sum()
        back = worth[:, None] * judge.T
        unwish(there, legal.places, legal.starts, wishes, outwards, back, up_out, up_wish)
        back *= there > 0
        up_between[...], up_second[...] = first.T @ back, back.sum(0)
        back = (back @ between.T) * (first > 0)
        up_first[...] = back.sum(0)
        unweigh(known.places, known.values, known.starts, rows, back, up_in)
        return push

    def layers(self, weights: Array) -> list[tuple[Array, Array]]:
        """What a file of a policy holds."""
        inwards, first, between, second, outwards, wishes, *_ = self.parts(weights)
        return [(inwards, first), (between, second), (outwards.T, wishes)]


class Adam:
    """Steps upwards, none too large."""

    def __init__(self, net: Net) -> None:
        self.net, self.steps = net, 0
        self.mean, self.square = np.zeros_like(net.weights), np.zeros_like(net.weights)

    def step(self, push: Array, rate: float) -> None:
        """One of them."""
        self.steps += 1
        push *= min(1, 0.5 / (1e-6 + float(np.linalg.norm(push))))
        climb(self.net.weights, push, self.mean, self.square, rate, self.steps)
