"""How well the bots play Amik alone: the distribution of their points over seeded games, and how long a roll takes.

    python benchmarks/amik.py [--bots greedy search:500ms] [--games 200] [--threads 2] [--json FILE]
    python benchmarks/amik.py --bots search master --roll 2 --threads 16 --json FILE

And how long the bonus river (A17) takes on the landscapes that they end with. With `--roll`, a bot has so many seconds
for all its decisions of one roll together. The file is written after every game.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from lodge.bots import Bot, bot, decide
from lodge.games import game
from lodge.games.amik.facts import TITLES, title
from lodge.games.amik.state import DONE, POND_ROUND
from lodge.games.native import native_rules
from lodge.kernel import lucky, new
from lodge.lab.work import in_order

AMIK = game("amik")
SHARES = 3  # a decision takes a third of the time that is left for its roll,
LEAST_MILLISECONDS = 10  # but not less


@dataclass(frozen=True)
class Played:
    """A game alone: its points, the rolls it took, the slowest and the mean roll, and the time of the last score."""

    points: int
    rolls: int
    mean_roll: float
    slowest_roll: float
    river: float


def hurried(name: str, left: float) -> Bot:
    """A bot with its share of the seconds that are left for a roll: of many decisions, the first weigh most."""
    return bot(f"{name}:{max(LEAST_MILLISECONDS, int(1000 * left / SHARES))}ms")


def solo(spec: str, roll: float, seed: int, number: int) -> Played:
    """Game number `number` of a seed."""
    rules, player = native_rules(AMIK), bot(spec)
    luck, own = lucky(seed, 2 * number), lucky(seed, 2 * number + 1)
    state: Any = new(AMIK.rules.State)
    rules.deal(state, 1, 0, luck)
    rolls, began = [], perf_counter()
    while rules.pending(state):
        before = int(state.round)
        if roll:
            player = hurried(spec, roll - (perf_counter() - began))
        action = decide(player, AMIK, state, 0, own)
        if action == DONE and before >= POND_ROUND:
            rolls.append(perf_counter() - began)
        rules.play(state, 0, action, luck)
        if int(state.round) != before:
            began = perf_counter()
    scored = perf_counter()
    points = int(rules.score(state, 0))
    return Played(points, len(rolls), statistics.mean(rolls), max(rolls), perf_counter() - scored)


def tell(name: str, played: list[Played]) -> None:
    """Print what came out."""
    points = sorted(one.points for one in played)
    spread = statistics.stdev(points) if len(points) > 1 else 0.0
    print(
        f"{name}: mean {statistics.mean(points):.1f} (standard error {spread / len(points) ** 0.5:.1f}), "
        f"{points[0]} to {points[-1]}, quartiles {points[len(points) // 4]} {points[len(points) // 2]} "
        f"{points[3 * len(points) // 4]}; "
        + ", ".join(f"{name} {sum(title(one) == name for one in points)}" for _, name in reversed(TITLES)),
    )
    rolls, rivers = [one.mean_roll for one in played], sorted(one.river for one in played)
    print(
        f"  {statistics.mean(one.rolls for one in played):.1f} rolls, {statistics.mean(rolls):.3f} s each; the "
        f"last score took {1000 * rivers[len(rivers) // 2]:.2f} ms (median), {1000 * rivers[-1]:.0f} ms (longest)",
        flush=True,
    )


def main() -> None:
    """Play, and print a few lines for each bot."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", nargs="*", default=["random", "greedy"])
    parser.add_argument("--roll", type=float, default=0.0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    results: dict[str, list[dict[str, Any]]] = {}
    for spec in arguments.bots:
        name = f"{spec}, {arguments.roll:g} s a roll" if arguments.roll else spec
        solo(f"{spec}:1" if arguments.roll else spec, 0.0, arguments.seed, 0)  # compiles
        numbers = ((number,) for number in range(arguments.games))
        played: list[Played] = []
        for one in in_order(partial(solo, spec, arguments.roll, arguments.seed), numbers, arguments.threads):
            played.append(one)
            results[name] = [asdict(one) for one in played]
            if arguments.json:
                arguments.json.write_text(json.dumps(results, indent=1))
        tell(name, played)


if __name__ == "__main__":
    main()
