"""Random play-outs of Dam It! beside OpenSpiel's crazy_eights driven from Python, and search, in one run.

    pip install -e '.[bench]'
    python benchmarks/cpu.py [--json FILE]

Both play four players at random to the end, game after game, on one core. A move is a player's decision on both
sides; OpenSpiel deals and draws cards by actions of their own, which are counted apart (Lodge draws within a move).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

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


def main() -> None:
    """Measure both, three times by turns, and print the medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    ours: list[dict[str, Any]] = []
    theirs: list[tuple[float, float]] = []
    for _ in range(3):
        ours.append(bench("dam-it", arguments.seconds))
        theirs.append(open_spiel_rates(arguments.seconds))
    result: dict[str, Any] = {
        name: sorted(run[name] for run in ours)[1] for name, value in ours[0].items() if isinstance(value, float)
    }
    result["crazy_eights_moves_per_second"], result["crazy_eights_actions_per_second"] = sorted(theirs)[1]
    result["native_to_crazy_eights"] = result["native_moves_per_second"] / result["crazy_eights_moves_per_second"]
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
