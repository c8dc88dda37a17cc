"""Random play-outs of the games beside OpenSpiel's crazy_eights driven from Python, and search, in one run.

    pip install -e '.[bench]'
    python benchmarks/cpu.py [GAME ...] [--json FILE]

All play at random to the end, game after game, on one core, with as many players as the game takes (crazy_eights:
four). A move is a player's decision on both sides; OpenSpiel deals and draws cards by actions of their own, which are
counted apart (Lodge draws within a move).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

from lodge.games import games
from lodge.lab.bench import bench


def open_spiel_rates(seconds: float) -> tuple[float, float]:
    """Moves per second of crazy_eights, and actions per second with chance included."""
    import pyspiel

    game: Any = pyspiel.load_game("crazy_eights(players=4)")
    rng = random.Random(0)  # noqa: S311
    moves = actions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            actions += 1
            state.apply_action(rng.choice(state.legal_actions()))
    passed = time.perf_counter() - start
    return moves / passed, actions / passed


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The medians of what several runs measured."""
    return {name: sorted(run[name] for run in runs)[len(runs) // 2] for name in runs[0]}


def main() -> None:
    """Measure all, three times by turns, and print the medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[game.id for game in games()])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    ours: dict[str, list[dict[str, Any]]] = {name: [] for name in arguments.games}
    theirs: list[tuple[float, float]] = []
    for _ in range(3):
        for name in arguments.games:
            ours[name].append(bench(name, arguments.seconds))
        theirs.append(open_spiel_rates(arguments.seconds))
    moves, actions = sorted(theirs)[1]
    result: dict[str, Any] = {"crazy_eights": {"moves_per_second": moves, "actions_per_second": actions}}
    for name, runs in ours.items():
        result[name] = median(runs)
        result[name]["native_to_crazy_eights"] = result[name]["native_moves_per_second"] / moves
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
