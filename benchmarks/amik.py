"""How well the bots play Amik alone: the distribution of their points over seeded games, and how long a roll takes.

    python benchmarks/amik.py [--bots greedy search:500ms] [--games 200] [--first 0] [--threads 2] [--json FILE]
    python benchmarks/amik.py --bots search master --roll 2 --threads 16 --json FILE

And how long the bonus river (A17) takes on the landscapes that they end with. With `--roll`, a bot has so many seconds
for all its decisions of one roll together; several bots are then compared at equal time, on the same dice. Games are
seeded by their number: with `--first` they begin elsewhere. The file is written after every game, and games that it
holds already are not played again, so that a run may be stopped at any time and goes on when it is started again.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from lodge.bots import Bot, bot, decide
from lodge.games import game
from lodge.games.amik.rules.facts import TITLE_NAMES
from lodge.games.amik.rules.scoring import title_of
from lodge.games.amik.rules.state import DONE, POND_ROUND
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky, new
from lodge.lab.parallel import in_order

AMIK = game("amik")
SHARES = 3  # a decision takes a third of the time that is left for its roll,
LEAST_MILLISECONDS = 10  # but not less
NORMAL = 1.96  # standard errors that 95 % lie within


@dataclass(frozen=True)
class Played:
    """A game alone: its points, the rolls it took, the slowest and the mean roll, and the time of the last score."""

    number: int
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
    rules, player = compiled_rules(AMIK), bot(spec)
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
    return Played(number, points, len(rolls), statistics.mean(rolls), max(rolls), perf_counter() - scored)


def warm(spec: str) -> None:
    """Play a game with the least budget: all is compiled before anything is timed, and before there are threads."""
    name, *_ = spec.split(":")
    solo(f"{name}:1" if name in ("search", "master") else name, 0.0, 0, 0)


def mean_and_error(numbers: list[int]) -> tuple[float, float]:
    """The mean, and its standard error."""
    spread = statistics.stdev(numbers) if len(numbers) > 1 else 0.0
    return statistics.mean(numbers), spread / len(numbers) ** 0.5


def interval(numbers: list[int]) -> str:
    """The mean with its standard error and its 95 % interval, in words."""
    mean, error = mean_and_error(numbers)
    reach = NORMAL * error
    return f"mean {mean:.1f} (standard error {error:.1f}, 95 % {mean - reach:.1f} to {mean + reach:.1f})"


def tell(name: str, played: list[Played]) -> None:
    points = sorted(one.points for one in played)
    print(
        f"{name}: {len(points)} games, {interval(points)}, "
        f"{points[0]} to {points[-1]}, quartiles {points[len(points) // 4]} {points[len(points) // 2]} "
        f"{points[3 * len(points) // 4]}; "
        + ", ".join(
            f"{name} {sum(TITLE_NAMES[title_of(one)] == name for one in points)}" for name in TITLE_NAMES[::-1]
        ),
    )
    tens = Counter(one // 10 * 10 for one in points)
    print("  by tens: " + ", ".join(f"{ten} {tens[ten]}" for ten in sorted(tens)))
    rolls, rivers = [one.mean_roll for one in played], sorted(one.river for one in played)
    print(
        f"  {statistics.mean(one.rolls for one in played):.1f} rolls, {statistics.mean(rolls):.3f} s each; the "
        f"last score took {1000 * rivers[len(rivers) // 2]:.2f} ms (median), {1000 * rivers[-1]:.0f} ms (longest)",
        flush=True,
    )


def tell_difference(one: str, other: str, results: dict[str, list[Played]]) -> None:
    """Print how much more the other made with the same dice."""
    before = {played.number: played.points for played in results[one]}
    more = [played.points - before[played.number] for played in results[other] if played.number in before]
    if more:
        print(f"{other} against {one}, {len(more)} games with the same dice: {interval(more)} more")


def read(path: Path | None) -> dict[str, list[Played]]:
    """The games that a file holds, by the bot's name."""
    if path is None or not path.exists():
        return {}
    return {name: [Played(**one) for one in played] for name, played in json.loads(path.read_text()).items()}


def main() -> None:
    """Play, and print a few lines for each bot."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", nargs="*", default=["random", "greedy"])
    parser.add_argument("--roll", type=float, default=0.0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    results = read(arguments.json)
    names = [f"{spec}, {arguments.roll:g} s a roll" if arguments.roll else spec for spec in arguments.bots]
    for spec, name in zip(arguments.bots, names, strict=True):
        played = results.setdefault(name, [])
        known = {one.number for one in played}
        numbers = [(one,) for one in range(arguments.first, arguments.first + arguments.games) if one not in known]
        if numbers:
            warm(spec)
        for one in in_order(partial(solo, spec, arguments.roll, arguments.seed), numbers, arguments.threads):
            played.append(one)
            if arguments.json:
                games = {name: [asdict(one) for one in played] for name, played in results.items()}
                arguments.json.write_text(json.dumps(games, indent=1))
        tell(name, played)
    for name in names[1:]:
        tell_difference(names[0], name, results)


if __name__ == "__main__":
    main()
