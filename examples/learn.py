"""Learn to play Dam It! against a random player by policy gradients: NumPy alone, some seconds.

    python examples/learn.py [--generations 12]

The policy is one layer: what the seat knows times weights is how much it wishes each legal action, and the softmax of
the wishes is its chance. In each generation the learner plays some 500 games at 256 tables at once. Then every
action that it chose becomes likelier or less likely, as its game ended better or worse than the others (REINFORCE).
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from lodge.lab import Batch

TABLES = 256
STEPS = 160  # a generation: at every table two games or three
RATE = 0.02  # how far a weight moves, at most, in a generation
LEARNER = 0  # its seat


def features(observation: Any) -> Any:
    """The numbers of an observation, made small, and a 1."""
    small = np.log1p(np.maximum(observation, 0), dtype=np.float32)
    return np.concatenate([small, np.ones((len(small), 1), np.float32)], axis=1)


def choose(known: Any, mask: Any, weights: Any, rng: np.random.Generator) -> tuple[Any, Any, Any, Any]:
    """Choose for each row: row, action and chance of all that are legal (few of a thousand), and which are chosen."""
    row, action = np.nonzero(mask)
    first = np.flatnonzero(np.diff(row, prepend=-1))
    wish = np.einsum("ij,ij->i", known[row], weights[action])
    chance = np.exp(wish - np.maximum.reduceat(wish, first)[row])
    chance /= np.add.reduceat(chance, first)[row]
    pick = np.searchsorted(np.cumsum(chance, dtype=np.float64), np.arange(len(mask)) + rng.random(len(mask)))
    return row, action, chance, np.clip(pick, first, np.append(first[1:], len(row)) - 1)


def play(batch: Batch, weights: Any, rng: np.random.Generator) -> tuple[Any, float]:
    """Play a generation: which way the weights should go, and how many of the games were won."""
    told = []
    before, results = batch.games.copy(), np.full((TABLES, STEPS), np.nan, np.float32)
    for _ in range(STEPS):
        ours = np.flatnonzero(batch.seat == LEARNER)
        known = features(batch.observe()[ours])
        row, action, chance, pick = choose(known, batch.mask[ours], weights, rng)
        actions = batch.sample()  # what the other player does
        actions[ours] = action[pick]
        pull = -chance
        pull[pick] += 1  # the gradient of the logarithm of the chosen action's chance, by wishes
        game = batch.games - before
        told.append((known[row], action, pull, ours[row], game[ours[row]]))
        batch.step(actions)
        results[batch.done, game[batch.done]] = batch.rewards[batch.done, LEARNER]
    known, action, pull, table, game = (np.concatenate(column) for column in zip(*told, strict=True))
    better = np.nan_to_num(results - np.nanmean(results))  # nothing is known of games that have not ended
    way = np.zeros_like(weights)
    np.add.at(way, action, known * (pull * better[table, game])[:, None])
    return way, float(np.mean(results[~np.isnan(results)] > 0))


def main() -> None:
    """Learn, and tell how often it won."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--generations", type=int, default=12)
    batch, rng = Batch("dam-it", TABLES, seats=2, seed=1), np.random.default_rng(1)
    weights = np.zeros((batch.mask.shape[1], batch.observe().shape[1] + 1), np.float32)
    size = np.zeros_like(weights)
    for generation in range(parser.parse_args().generations):
        way, won = play(batch, weights, rng)
        print(f"generation {generation}: {won:.0%} won")
        size = 0.9 * size + 0.1 * way**2
        weights += RATE * way / np.sqrt(size + 1)


if __name__ == "__main__":
    main()
