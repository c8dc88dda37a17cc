"""Random play of the games beside games of like kind in other libraries, and search, in one run on this machine.

    pip install -e '.[bench]'
    python -m benchmarks.cpu [GAME ...] [--seconds S] [--json FILE] [--gpu FILE]

All play at random to the end, game after game, with as many players as the game takes; the others on one core (see
`benchmarks/peers.py`; those that are not installed are left out). A move is a player's decision on all sides. What
`python benchmarks/gpu.py --json FILE` measured on a GPU goes into the table by `--gpu FILE`.
"""

from __future__ import annotations

import argparse
import json
import warnings
from pathlib import Path
from typing import Any

from benchmarks.peers import peers

from lodge.games import game, games
from lodge.lab.bench import bench

RUNS = 3
ROWS = {
    "python_moves_per_second": "interpreted",
    "native_moves_per_second": "one core",
    "all_cores_moves_per_second": "all cores",
    "search_playouts_per_second": "play-outs of search, one core",
}


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The medians of what several runs measured."""
    return {name: sorted(run[name] for run in runs)[len(runs) // 2] for name in runs[0]}


def measure(names: list[str], seconds: float) -> dict[str, Any]:
    """All of ours and of theirs, by turns."""
    others = peers()
    ours: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    theirs: list[dict[str, float]] = []
    for _ in range(RUNS):
        for name in names:
            ours[name].append(bench(name, seconds))
        theirs.append({name: rate(seconds) for name, rate in others.items()})
    return {"games": {name: median(runs) for name, runs in ours.items()}, "peers": median(theirs)}


def table(result: dict[str, Any], gpu: dict[str, Any]) -> str:
    """The results as a table for people, in thousands a second."""
    found, others = result["games"], result["peers"]
    one_core = [rates["native_moves_per_second"] for rates in found.values()]
    rows = {row: [f"{rates[key] / 1000:,.0f}" for rates in found.values()] for key, row in ROWS.items()}
    for name, rate in others.items():
        rows[f"one core, times {name} ({rate / 1000:,.1f})"] = [f"{mine / rate:,.0f}" for mine in one_core]
    if gpu:
        fastest = [max(r["cuda_moves_per_second"] for r in gpu[name]["by_seats"].values()) for name in found]
        rows["GPU"] = [f"{rate / 1000:,.0f}" for rate in fastest]
        pgx = max(gpu["pgx_steps_per_second"].values(), default=0)
        if pgx:
            rows[f"GPU, times PGX on it ({pgx / 1000:,.0f})"] = [f"{rate / pgx:,.0f}" for rate in fastest]
    head = ["", *(game(name).title for name in found)]
    lines = [head, ["---"] * len(head), *([row, *cells] for row, cells in rows.items())]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    """Measure all, three times by turns, and print the medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[one.id for one in games()])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--gpu", type=Path)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # what other libraries warn of is theirs
    result = measure(arguments.games, arguments.seconds)
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1))
    gpu = json.loads(arguments.gpu.read_text()) if arguments.gpu else {}
    print(json.dumps(result, indent=1), table(result, gpu), sep="\n\n")


if __name__ == "__main__":
    main()
