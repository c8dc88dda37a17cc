"""Vector environments with rivals, beside PGX's and Gymnasium's own, all in one run and on one core.

    pip install -e '.[adapters,bench,lab]'
    python -m benchmarks.vector [GAME ...] [--seconds S]

A step is one action of the learner at one table with all that follows: the rivals' moves, the next observation and
mask, a new game where one has ended. In PGX's sparrow_mahjong every action of any player counts as a step. Gymnasium's
CartPole is its own vector environment, in NumPy, and `sync` is our game for one table, many times side by side.
Compiling is not timed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium

from lodge.adapters.vector import LodgeVectorEnv
from lodge.games import game, games

TABLES, PGX_BATCH, CARTS = 1024, 256, 1024
RIVALS = ("random", "hasty", "greedy")


def rate(step: Callable[[], Any], tables: int, seconds: float) -> float:
    """Steps a second of this core's time, the best of three runs: what else runs on the machine is not counted."""
    step()
    best = 0.0
    for _ in range(3):
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            step()
            steps += 1
        best = max(best, tables * steps / spent)
    return best


def lodge_rate(name: str, rival: str, seconds: float) -> float:
    """One of our games, random legal actions against bots."""
    others = max(2, game(name).seats[0]) - 1
    envs = LodgeVectorEnv(name, TABLES, rivals=[rival] * others, seed=1)
    return rate(lambda: envs.step(envs.sample()), TABLES, seconds)


def cart_rate(seconds: float) -> float:
    """Gymnasium's own vector environment."""
    envs: Any = gymnasium.make_vec("CartPole-v1", CARTS, vectorization_mode="vector_entry_point")
    envs.reset(seed=1)
    actions = envs.action_space.sample()
    return rate(lambda: envs.step(actions), CARTS, seconds)


def sync_rate(seconds: float) -> float:
    """Our game for one table, sixteen times side by side."""
    envs: Any = gymnasium.make_vec(f"lodge/{games()[0].id}-v1", 16, vectorization_mode="sync", rivals=["random"])
    _, infos = envs.reset(seed=1)

    def step() -> None:
        nonlocal infos
        *_, infos = envs.step(infos["action_mask"].argmax(1))

    return rate(step, 16, seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[one.id for one in games()])
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    warnings.simplefilter("ignore")
    importlib.import_module("lodge.adapters.gymnasium")
    pgx = 0.0
    if importlib.util.find_spec("pgx"):
        from benchmarks.gpu import pgx_rate

        pgx = max(pgx_rate(PGX_BATCH, 200, time.process_time) for _ in range(3))
        print(json.dumps({"pgx sparrow_mahjong": round(pgx)}), flush=True)
    print(json.dumps({"gymnasium CartPole": round(cart_rate(arguments.seconds))}), flush=True)
    print(json.dumps({"sync": round(sync_rate(arguments.seconds))}), flush=True)
    for name in arguments.games:
        for rival in RIVALS:
            found = lodge_rate(name, rival, arguments.seconds)
            told = {f"{name} against {rival}": round(found)} | ({"times PGX": round(found / pgx, 1)} if pgx else {})
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
