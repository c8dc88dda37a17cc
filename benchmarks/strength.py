"""How strong the bots are: the games behind the claims, with seats rotated and the same luck each way.

python benchmarks/strength.py [GAME ...] [--games 100] [--threads 2] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from lodge.lab.arena import arena

PAIRS = {
    "dam-it": (
        ("greedy", "random"),
        ("search:2000", "greedy"),
        ("search:2000", "greedy", "greedy"),
        ("search:2000", "greedy", "greedy", "greedy"),
    ),
    "beaver-gang": (
        ("greedy", "random"),
        ("search:1000", "greedy"),
        ("search:1000", "greedy", "greedy", "greedy"),
    ),
    "donnant": (
        ("greedy", "random"),
        ("search:300", "greedy"),
        ("search:300", "greedy", "greedy", "greedy"),
    ),
}


def main() -> None:
    """Play every pairing and print one line for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*", default=list(PAIRS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    results = []
    for name, bots in ((which, bots) for which in arguments.game for bots in PAIRS[which]):
        result = arena(name, list(bots), games=arguments.games, seed=arguments.seed, threads=arguments.threads)
        first = result.bots[0]
        low, high = first.interval
        print(
            f"{name}: {first.bot} against {', '.join(bots[1:])}: {first.wins:g} of {result.games} "
            f"({first.win_rate:.0%}, {low:.0%} to {high:.0%}), points {first.mean_score:.1f} "
            f"against {result.bots[1].mean_score:.1f}, {result.seconds:.0f} s",
            flush=True,
        )
        results.append(result.to_dict())
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
