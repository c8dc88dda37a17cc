"""Games of like kind in other libraries and ours in PettingZoo's loop, played at random on one core: moves a second.

    pip install -e '.[bench]'
    python -m benchmarks.peers [--seconds S]

Each library that is installed is driven from Python as its documentation shows, game after game. A move is a player's
decision; what a library does by actions of its own (dealing in OpenSpiel) is not counted.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.gpu import pgx_rate

from lodge.games import games

RLCARD = ("uno", "gin-rummy", "mahjong")
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3", "connect_four_v3 raw")
PGX_BATCH = 256  # on a CPU larger ones are not faster


def rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Moves a second of this core's time, the best of five runs, of a function that plays a game and counts them."""
    rng = random.Random(0)  # noqa: S311
    play(rng)
    best = 0.0
    for _ in range(5):
        moves, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / 5:
            moves += play(rng)
        best = max(best, moves / spent)
    return best


def open_spiel_game(name: str) -> Callable[[random.Random], int]:
    game: Any = importlib.import_module("pyspiel").load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return moves

    return play


def rlcard_game(name: str) -> Callable[[random.Random], int]:
    """A game of RLCard, with the observations that it makes at every step."""
    env: Any = importlib.import_module("rlcard").make(name)

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def pettingzoo_game(name: str) -> Callable[[random.Random], int]:
    """A classic game of PettingZoo, by its agent loop; `raw`: without the wrappers that check what its users do."""
    which, _, raw = name.partition(" ")
    module: Any = importlib.import_module(f"pettingzoo.classic.{which}")
    return agent_loop(module.raw_env() if raw else module.env())


def lodge_game(name: str) -> Callable[[random.Random], int]:
    """One of our games in the same loop."""
    from lodge.adapters.pettingzoo import LodgeAECEnv

    return agent_loop(LodgeAECEnv(name))


def agent_loop(env: Any) -> Callable[[random.Random], int]:
    """A game of PettingZoo, as its documentation plays one."""

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.randrange(1 << 30))
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else rng.choice(observation["action_mask"].nonzero()[0]))
            moves += not over
        return moves

    return play


def peers() -> dict[str, Callable[[float], float]]:
    """By library and game, for those that are installed: moves per second, measured for so many seconds."""
    found: dict[str, Callable[[float], float]] = {}
    for library, names, make in (
        ("pyspiel", ("crazy_eights(players=4)",), open_spiel_game),
        ("rlcard", RLCARD, rlcard_game),
        ("pettingzoo", PETTINGZOO, pettingzoo_game),
        ("lodge", tuple(game.id for game in games()), lodge_game),
    ):
        if importlib.util.find_spec(library):
            found |= {f"{library} {name}": partial(rate, make(name)) for name in names}
    if importlib.util.find_spec("pgx"):
        found["pgx sparrow_mahjong"] = lambda _: pgx_rate(PGX_BATCH, 200)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    warnings.simplefilter("ignore")  # what other libraries warn of is theirs
    for name, measure in peers().items():
        print(json.dumps({name: round(measure(seconds))}), flush=True)


if __name__ == "__main__":
    main()
