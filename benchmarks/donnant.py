"""How well a bot plays Donnant Donnant alone: its points and how often it passes each level, and whole campaigns.

    python benchmarks/donnant.py [--bot search:80ms] [--games 200] [--threads 16] [--seconds 570] [--json FILE]
                                [--backend native]

Game number n of every level makes campaign number n (N35). Games are played level by level, number by number; when the
time is over, or the program is stopped, the file holds all that were finished. The 1,400 games of the default take ten
minutes on 16 cores.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from lodge.bots import bot, decide
from lodge.games import Game, game
from lodge.games.compiled import compiled_rules
from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST, LEVELS, Level
from lodge.kernel import lucky, new
from lodge.lab.parallel import BACKENDS, in_order, on_backend


class Played(NamedTuple):
    """A game alone."""

    number: int
    level: int
    points: int
    decisions: int
    seconds: float


def solo(which: Game, spec: str, seed: int, number: int, level: int) -> Played:
    """Game number `number` of a seed at a level, from 1."""
    rules, player = compiled_rules(which), bot(spec)
    stream = 2 * (number * len(LEVELS) + level)
    luck, own = lucky(seed, stream), lucky(seed, stream + 1)
    state: Any = new(which.rules.State)
    rules.deal(state, 1, which.option_bits((f"level-{level}",) if level > 1 else ()), luck)
    decisions, began = 0, monotonic()
    while rules.pending(state):
        rules.play(state, 0, decide(player, which, state, 0, own), luck)
        decisions += 1
    return Played(number, level, int(rules.score(state, 0)), decisions, monotonic() - began)


def campaign(points: list[int], levels: tuple[Level, ...] = LEVELS) -> int | None:
    """N35: the campaign points after level 7, or None if it was over before."""
    total = 0
    for number, (scored, level) in enumerate(zip(points, levels, strict=True)):
        total += scored - level.points
        if total < 0 or (number == 0 and scored < level.points):
            return None
    return total


def numbers_until(games: int, deadline: float) -> Iterator[tuple[int, int]]:
    """Every level of game 0, of game 1, ..., as long as there is time."""
    for number in range(games):
        for level in range(1, len(LEVELS) + 1):
            if monotonic() > deadline:
                return
            yield number, level


def report(played: list[Played]) -> None:
    """A line for each level, and one for the campaigns."""
    for level in range(1, len(LEVELS) + 1):
        points = sorted(one.points for one in played if one.level == level)
        if not points:
            continue
        need = LEVELS[level - 1].points
        passed = sum(one >= need for one in points) / len(points)
        shares = ", ".join(f"{share} % {points[int(len(points) * (1 - share / 100))]}" for share in range(95, 45, -5))
        print(f"level {level}: {len(points)} games, mean {statistics.mean(points):.1f}, {need} reached by {passed:.1%}")
        print(f"  reached by {shares}")
    games: dict[int, list[int]] = {}
    for one in sorted(played):
        games.setdefault(one.number, []).append(one.points)
    ends = [campaign(points) for points in games.values() if len(points) == len(LEVELS)]
    won = [end for end in ends if end is not None]
    boasts = sum(end >= CAMPAIGN_BOAST for end in won)
    print(f"campaigns: {len(ends)}, level 7 passed {len(won)}, with {CAMPAIGN_BOAST} points or more {boasts}")
    pace = sum(one.seconds for one in played) / max(1, sum(one.decisions for one in played))
    print(f"{1000 * pace:.1f} ms a decision", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", default="search:80ms")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=570.0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--backend", choices=BACKENDS, default="auto")
    arguments = parser.parse_args()
    which = on_backend(game("donnant"), arguments.backend)
    solo(which, arguments.bot, arguments.seed, 0, len(LEVELS))  # compiles
    deadline = monotonic() + arguments.seconds
    played: list[Played] = []
    numbers = numbers_until(arguments.games, deadline)
    for one in in_order(partial(solo, which, arguments.bot, arguments.seed), numbers, arguments.threads):
        played.append(one)
        if arguments.json:
            values = {"bot": arguments.bot, "games": [other._asdict() for other in played]}
            arguments.json.write_text(json.dumps(values))
    report(played)


if __name__ == "__main__":
    main()
