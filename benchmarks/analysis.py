"""Whether the analysis is right: a planted blunder is found and named, and `master` against itself makes no mistakes.

    python -m benchmarks.analysis                      # every game, 100 matches of each kind
    python -m benchmarks.analysis dam-it --matches 20 --processes 2

A blunder is planted once in a match of `master`: the first decision from a random move on in which some move costs at
least LEAST of the spread of results is answered with the worst. What it costs is told by play-outs of all moves, and
where `master` grows a tree by a long search as well, both with other luck than the analysis has. It is found if it is
the costliest decision of the player who made it, and named if a better move is told.
A clean match is one of `master` against itself; it is wrong to find any mistake in it.
With `--json FILE` every result is written down as soon as it is known.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lodge.analysis import Analysis, analyse
from lodge.analysis.numbers import difference
from lodge.analysis.second_opinion import confirms
from lodge.bots import decide
from lodge.bots.playouts import play_outs
from lodge.bots.search import Master
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky
from lodge.match import Match


class Kind(NamedTuple):
    """What is played: how many play-outs `master` thinks for, and how many judge moves when a blunder is planted."""

    game: str
    seats: int
    thinks: int
    judged: int


KINDS = (
    Kind("dam-it", 2, 10_000, 1000),
    Kind("beaver-gang", 3, 5000, 1000),
    Kind("donnant", 1, 2000, 300),
    Kind("amik", 1, 300, 40),
)
SECONDS = 20.0  # of an analysis, as the page and the server have it
LEAST = 0.4  # of the spread of results: a blunder
CLEAR = 3.0  # times its noise


class Played(NamedTuple):
    """A match that was played for this, and the number of the blunder; 0: none."""

    match: Match
    planted: int


def play(kind: Kind, seed: int, *, plant: bool) -> Played:
    """A match of `master`, with a blunder or without."""
    match = Match.new(kind.game, kind.seats, seed=f"analysis {seed}")
    player = Master(playouts=kind.thinks, milliseconds=None)
    spread = float(play_outs(match.game, match.state, 200, seed).results.std(0).mean())
    length = {"dam-it": 70, "beaver-gang": 150, "donnant": 90, "amik": 90}[kind.game]
    after, planted = int(np.random.default_rng(seed).integers(2, length * 2 // 3)), 0
    while match.pending:
        seat = match.pending[0]
        action = None
        if plant and not planted and match.number >= after:
            action = blunder(kind, match, seat, seed, LEAST * spread)
            planted = match.number + 1 if action is not None else 0
        if action is None:
            action = decide(player, match.game, match.state, seat, lucky(seed << 20 | match.number))
        match.play(seat, action)
    return Played(match, planted)


def blunder(kind: Kind, match: Match, seat: int, seed: int, least: float) -> int | None:
    """The worst candidate, if it costs so much by what the seat knows."""
    out = np.zeros(match.rules.MOST_CANDIDATES, np.int16)
    actions = out[: compiled_rules(match.game).candidates(match.state, seat, out)].tolist()
    if len(actions) < 2:
        return None
    tried = partial(play_outs, match.game, match.state, kind.judged, seed, eye=seat, seat=seat)
    results = {action: tried(action=action).results[:, seat] for action in actions}
    ranked = sorted(actions, key=lambda action: float(results[action].mean()))
    cost, noise = difference(results[ranked[-1]], results[ranked[0]])
    if cost < max(least, CLEAR * noise):
        return None
    # What only hasty players cannot make good is no blunder.
    agreed = confirms(match.game, match.state, seat, ranked[-1], ranked[0], seed=seed + 1, playouts=kind.thinks)
    return None if agreed is False else int(ranked[0])


def check_planted(kind: Kind, seconds: float, seed: int) -> tuple[bool, str]:
    """Whether the blunder of a match is found and named; where there was none to plant, the next seed is tried."""
    match, planted = play(kind, seed, plant=True)
    if not planted:
        return check_planted(kind, seconds, seed + 100_000)
    found = analyse(match, seconds=seconds)
    made = found.moves[planted - 1]
    worst = max((one for one in found.moves if one.seat == made.seat), key=lambda one: one.loss)
    good = made.loss > 0 and worst.number == planted and made.choices[0].text != made.text
    return (
        good,
        f"seed {seed}: move {planted} {made.text}: {told(found, planted)}; costliest {told(found, worst.number)}",
    )


def check_clean(kind: Kind, seconds: float, seed: int) -> tuple[bool, str]:
    """Whether no mistake is found in a match of `master`."""
    found = analyse(play(kind, seed + 50_000, plant=False).match, seconds=seconds)
    worst = max(found.moves, key=lambda one: one.loss)
    return worst.loss == 0, f"seed {seed}: {told(found, worst.number)}"


def told(found: Analysis, number: int) -> str:
    """A decision in a line."""
    one = found.moves[number - 1]
    if not one.choices:
        return f"{number} nothing to decide"
    played, best = one.choices[one.played], one.choices[0]
    return f"{number} {one.text} lost {one.loss:.3f} (edge {played.edge:.3f} ± {played.noise:.3f}) against {best.text}"


CHECKS = {"planted": check_planted, "clean": check_clean}


class Asked(NamedTuple):
    """One match to be judged."""

    kind: Kind
    what: str
    seed: int


def judge(asked: Asked, seconds: float) -> tuple[bool, str, float]:
    """Whether it was judged right, what was said, and how long that took."""
    start = time.perf_counter()
    good, words = CHECKS[asked.what](asked.kind, seconds, asked.seed)
    return good, words, time.perf_counter() - start


def measure(asked: list[Asked], args: argparse.Namespace) -> dict[Asked, tuple[bool, str, float]]:
    """All of them, or those that are judged within the limit."""
    found = {}
    with ProcessPoolExecutor(args.processes) as pool:
        jobs = {pool.submit(judge, one, args.seconds): one for one in asked}
        with suppress(TimeoutError):
            for job in as_completed(jobs, args.limit):
                found[jobs[job]] = job.result()
                if args.json:
                    lines = [[*one.kind[:2], one.what, one.seed, *told] for one, told in found.items()]
                    args.json.write_text(json.dumps(lines))
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((pool._processes or {}).values()):  # those at work would go on
            process.terminate()
    return found


def tell(found: dict[Asked, tuple[bool, str, float]], kind: Kind, what: str) -> None:
    """One line of the table; what went wrong below it."""
    here = {asked.seed: told for asked, told in found.items() if (asked.kind, asked.what) == (kind, what)}
    if here:
        right, took = sum(good for good, _, _ in here.values()), sum(seconds for _, _, seconds in here.values())
        print(f"{kind.game} for {kind.seats}, {what}: {right} of {len(here)} ({took / len(here):.0f} s each)")
    for _, (good, words, _) in sorted(here.items()):
        if not good:
            print(f"    {words}")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="dam-it, beaver-gang, donnant, amik; all without any")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", choices=list(CHECKS))
    parser.add_argument("--limit", type=float, help="end after so many seconds, and tell what is known by then")
    parser.add_argument("--json", type=Path, help="write all results into this file, all along")
    args = parser.parse_args()
    kinds = [kind for kind in KINDS if not args.games or kind.game in args.games]
    what = [args.only] if args.only else list(CHECKS)
    seeds = range(args.first, args.first + args.matches)
    found = measure([Asked(kind, one, seed) for seed in seeds for kind in kinds for one in what], args)
    for kind in kinds:
        for one in what:
            tell(found, kind, one)


if __name__ == "__main__":
    main()
