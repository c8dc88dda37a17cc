"""Games of like kind in other libraries, played at random on one core: moves a second, where the library is installed.

    pip install -e '.[bench]'
    python -m benchmarks.peers [--seconds S]

Each is driven from Python as its documentation shows, game after game. A move is a player's decision; what a library
does by actions of its own (dealing in OpenSpiel) is not counted.
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

RLCARD = ("uno", "gin-rummy", "mahjong")
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3")
PGX_BATCH = 256  # on a CPU larger ones are not faster


def rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Moves per second of a function that plays a game and returns how many moves it took."""
    rng = random.Random(0)  # noqa: S311
    play(rng)
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        moves += play(rng)
    return moves / (time.perf_counter() - start)


def open_spiel_game(name: str) -> Callable[[random.Random], int]:
    """A game of OpenSpiel."""
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
    """A classic game of PettingZoo, by its agent loop."""
    env: Any = importlib.import_module(f"pettingzoo.classic.{name}").env()

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
    for library, games, make in (
        ("pyspiel", ("crazy_eights(players=4)",), open_spiel_game),
        ("rlcard", RLCARD, rlcard_game),
        ("pettingzoo", PETTINGZOO, pettingzoo_game),
    ):
        if importlib.util.find_spec(library):
            found |= {f"{library} {name}": partial(rate, make(name)) for name in games}
    if importlib.util.find_spec("pgx"):
        found["pgx sparrow_mahjong"] = lambda _: pgx_rate(PGX_BATCH, 200)
    return found


def main() -> None:
    """Measure each once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    warnings.simplefilter("ignore")  # what other libraries warn of is theirs
    for name, measure in peers().items():
        print(json.dumps({name: round(measure(seconds))}), flush=True)


if __name__ == "__main__":
    main()
