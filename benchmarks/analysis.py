"""Whether the analysis is right: a planted blunder is found and named, and `master` against itself makes no mistakes.

    python -m benchmarks.analysis                      # every game, 100 matches of each kind
    python -m benchmarks.analysis dam-it --matches 20 --processes 2

A blunder is planted once in a match of `master`: the first decision from a random move on in which the worst move costs
at least LEAST of the spread of results is answered with that move. What it costs is judged apart from the analysis: by
many play-outs of it and of the best moves, on luck that neither the choice of these moves nor the analysis has seen,
and where `master` grows a tree by a long search of both moves as well. The blunder is
found if it is the costliest decision of the player who made it, and named if a better move is told.
A clean match is one of `master` against itself; it is wrong to find any mistake in it.

With `--json FILE` every result is written down as soon as it is known. With `--keep FOLDER` matches are kept there once
they are played; with `--play` that is all. So matches can be played before, and judged again.
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
    Kind("dam-it", 2, 5000, 1000),
    Kind("beaver-gang", 3, 3000, 1000),
    Kind("donnant", 1, 2000, 400),
    Kind("amik", 1, 600, 200),
)
LENGTHS = {"dam-it": 70, "beaver-gang": 150, "donnant": 90, "amik": 90}  # of a match, about
SECONDS = 20.0  # of an analysis, as the page and the server have it
LEAST = 0.5  # of the spread of results: a blunder
FIRST_LOOK = 8  # part of the play-outs that tell which moves are best and worst
RIVALS = 3  # the best moves, as far as a first look tells
CLEAN = 50_000  # what seeds of clean matches begin with
NEXT = 100_000  # the next seed, where there was no blunder to plant


class Asked(NamedTuple):
    """One match to be judged."""

    kind: Kind
    what: str
    seed: int


class Played(NamedTuple):
    """A match that was played for this, its seed, and the number of the blunder; 0: none."""

    match: Match
    seed: int
    planted: int


def play(kind: Kind, seed: int, *, plant: bool) -> Played:
    """A match of `master`, with a blunder or without; where there was none to plant, the next seed is tried."""
    match = Match.new(kind.game, kind.seats, seed=f"analysis {seed}")
    player = Master(playouts=kind.thinks, milliseconds=None)
    spread = float(play_outs(match.game, match.state, 200, seed).results.std(0).mean())
    after, planted = int(np.random.default_rng(seed).integers(2, LENGTHS[kind.game] * 2 // 3)), 0
    while match.pending:
        seat = match.pending[0]
        action = None
        if plant and not planted and match.number >= after:
            action = blunder(kind, match, seat, seed, LEAST * spread)
            planted = match.number + 1 if action is not None else 0
        if action is None:
            action = decide(player, match.game, match.state, seat, lucky(seed << 20 | match.number))
        match.play(seat, action)
    return Played(match, seed, planted) if planted or not plant else play(kind, seed + NEXT, plant=True)


def blunder(kind: Kind, match: Match, seat: int, seed: int, least: float) -> int | None:
    """The worst candidate, if it costs so much by what the seat knows."""
    out = np.zeros(match.rules.MOST_CANDIDATES, np.int16)
    actions = out[: compiled_rules(match.game).candidates(match.state, seat, out)].tolist()
    if len(actions) < 2:
        return None
    tried = partial(play_outs, match.game, match.state, eye=seat, seat=seat)
    means = {one: tried(kind.judged // FIRST_LOOK, seed, action=one).results[:, seat].mean() for one in actions}
    *rivals, worst = sorted(actions, key=lambda one: -float(means[one]))
    if means[rivals[0]] - means[worst] < least / 2:
        return None
    judged = {one: tried(kind.judged, seed + 1, action=one).results[:, seat] for one in [*rivals[:RIVALS], worst]}
    best = max(rivals[:RIVALS], key=lambda one: float(judged[one].mean()))
    cost, noise = difference(judged[best], judged[worst])
    if cost - noise < least:
        return None
    # What only hasty players cannot make good is no blunder.
    agreed = confirms(match.game, match.state, seat, best, worst, seed=seed + 2, playouts=kind.thinks)
    return None if agreed is False else int(worst)


def played(asked: Asked, keep: Path | None) -> Played:
    """The match that is asked for, from the folder where it is kept, or played now and kept there."""
    kind, what, seed = asked
    path = keep / f"{kind.game}-{what}-{seed}.json" if keep else None
    if path is not None and path.exists():
        first, planted, actions = json.loads(path.read_text())
        match = Match.new(kind.game, kind.seats, seed=f"analysis {first}")
        for seat, action in actions:
            match.play(seat, action)
        return Played(match, first, planted)
    found = play(kind, seed if what == "planted" else CLEAN + seed, plant=what == "planted")
    if path is not None:
        actions = [found.match.action_at(number) for number in range(1, found.match.number + 1)]
        path.write_text(json.dumps([found.seed, found.planted, actions]))
    return found


def check_planted(found: Analysis, planted: int) -> tuple[bool, str]:
    """Whether the blunder of a match is found and named."""
    made = found.moves[planted - 1]
    worst = max((one for one in found.moves if one.seat == made.seat), key=lambda one: one.loss)
    good = made.loss > 0 and worst.number == planted and made.choices[0].text != made.text
    return good, f"{told(found, planted)}; costliest {told(found, worst.number)}"


def check_clean(found: Analysis, _planted: int) -> tuple[bool, str]:
    """Whether no mistake is found in a match of `master`."""
    worst = max(found.moves, key=lambda one: one.loss)
    return worst.loss == 0, told(found, worst.number)


def told(found: Analysis, number: int) -> str:
    """A decision in a line."""
    one = found.moves[number - 1]
    if not one.choices:
        return f"{number} nothing to decide"
    made, best = one.choices[one.played], one.choices[0]
    return f"{number} {one.text} lost {one.loss:.3f} (edge {made.edge:.3f} ± {made.noise:.3f}) against {best.text}"


CHECKS = {"planted": check_planted, "clean": check_clean}


class Told(NamedTuple):
    """Whether a match was judged right, what was said of it, and how long it took to play it, and to analyse it."""

    good: bool
    words: str
    playing: float = 0.0
    judging: float = 0.0


def judge(asked: Asked, args: argparse.Namespace) -> Told:
    """Play a match, and analyse it."""
    times = [time.process_time()]
    match, _, planted = played(asked, args.keep)
    times.append(time.process_time())
    if args.play:
        return Told(good=True, words="", playing=times[1] - times[0])
    found = analyse(match, seconds=args.seconds)
    times.append(time.process_time())
    good, words = CHECKS[asked.what](found, planted)
    words = f"seed {asked.seed}: {words} (spread {found.spread:.3f})"
    return Told(good, words, times[1] - times[0], times[2] - times[1])


def measure(asked: list[Asked], args: argparse.Namespace) -> dict[Asked, Told]:
    """All of them, or those that are judged within the limit."""
    found = {}
    with ProcessPoolExecutor(args.processes) as pool:
        jobs = {pool.submit(judge, one, args): one for one in asked}
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


def tell(found: dict[Asked, Told], kind: Kind, what: str) -> None:
    """One line of the table; what went wrong below it."""
    here = {asked.seed: told for asked, told in found.items() if (asked.kind, asked.what) == (kind, what)}
    if here:
        right = sum(one.good for one in here.values())
        playing = sum(one.playing for one in here.values()) / len(here)
        judging = sum(one.judging for one in here.values()) / len(here)
        print(f"{kind.game} for {kind.seats}, {what}: {right} of {len(here)} ", end="")
        print(f"({playing:.1f} s to play one, {judging:.1f} s to analyse)")
    for _, one in sorted(here.items()):
        if not one.good:
            print(f"    {one.words}")


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
    parser.add_argument("--keep", type=Path, help="a folder for matches: those that are there are not played again")
    parser.add_argument("--play", action="store_true", help="only play matches")
    parser.add_argument("--json", type=Path, help="write all results into this file, all along")
    args = parser.parse_args()
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    kinds = [kind for kind in KINDS if not args.games or kind.game in args.games]
    what = [args.only] if args.only else list(CHECKS)
    seeds = range(args.first, args.first + args.matches)
    found = measure([Asked(kind, one, seed) for seed in seeds for kind in kinds for one in what], args)
    for kind in kinds:
        for one in what:
            tell(found, kind, one)


if __name__ == "__main__":
    main()
