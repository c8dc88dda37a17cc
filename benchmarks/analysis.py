"""Whether the analysis is right: a planted blunder is found and named, and `master` against itself makes no mistakes.

    python -m benchmarks.analysis                      # every game, 100 matches of each kind
    python -m benchmarks.analysis dam-it --matches 20 --processes 2 --keep results.jsonl

A clean match is one of `master` against itself; it is wrong to find any mistake in it. A blunder is planted once in a
match of `master`: the first decision from a random move on in which the worst move costs at least LEAST of the spread
of results is answered with that move, and `master` plays on. Until then it is the clean match of the same seed, which
need not be played twice. What a blunder costs is judged apart from the analysis: by many play-outs of it and of what
`master` did there, on luck that neither the choice of the blunder nor the analysis has seen. Alone the better of two
ways to go on until luck falls counts, that of `master` and that of the quick players, because what can still be made
good before that costs nothing. Where `master` grows a tree, a search of both moves must agree, LONGER than the one that
it plays by. The blunder is named if a better move is told, and found if no decision of the player who made it is told
to have cost more, but for one that did.

`master` makes mistakes. One that is told of a clean match is judged in the same way, and where that agrees, the match
was not clean: such matches are counted apart.

With `--keep FILE` every result is added to that file as soon as it is known, one a line, with the moves of its match;
what is there is not judged again. So it can be ended at any time, and go on later.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lodge.analysis import Analysis, Judged, analyse
from lodge.analysis.numbers import Z95, difference
from lodge.analysis.second_opinion import confirms
from lodge.analysis.ways import go_on
from lodge.bots import decide
from lodge.bots.playouts import Numbers, play_outs
from lodge.bots.search import Master
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky
from lodge.match import Match


class Kind(NamedTuple):
    """What is played: the play-outs that `master` thinks for, those that judge a blunder, the budget of an analysis."""

    game: str
    seats: int
    thinks: int
    judged: int
    seconds: float


KINDS = (
    Kind("dam-it", 2, 5000, 1000, 2.0),
    Kind("beaver-gang", 3, 3000, 1000, 2.0),
    Kind("donnant", 1, 2000, 400, 10.0),
    Kind("amik", 1, 600, 200, 20.0),
)
LENGTHS = {"dam-it": 70, "beaver-gang": 150, "donnant": 90, "amik": 90}  # of a match, about
LEAST = 0.5  # of the spread of results: a blunder
FIRST_LOOK = 8  # part of the play-outs that tell which move is worst
LONGER = 4  # times as long as `master` thinks: a search that judges it
NEXT = 100_000  # the next seed, where there was no blunder to plant
CLEAN, PLANTED = WHATS = ("clean", "planted")


class Asked(NamedTuple):
    """The matches of a seed, to be judged: one without a blunder, one with, or both."""

    kind: Kind
    seed: int
    what: tuple[str, ...] = WHATS


class Played(NamedTuple):
    """A match that was played for this, its seed, and the number of the blunder; 0: none."""

    match: Match
    seed: int
    planted: int = 0


def play(kind: Kind, seed: int) -> Played:
    return Played(_play_on(kind, Match.new(kind.game, kind.seats, seed=f"analysis {seed}"), seed), seed)


def plant(kind: Kind, clean: Played) -> Played:
    """The same with a blunder, and what `master` makes of it; where there was none to plant, the next seed is tried."""
    seed, match = clean.seed, Match.new(kind.game, kind.seats, seed=f"analysis {clean.seed}")
    spread = float(play_outs(match.game, match.state, 200, seed).results.std(0).mean())
    after = int(np.random.default_rng(seed).integers(2, LENGTHS[kind.game] * 2 // 3))
    for number in range(1, clean.match.number + 1):
        seat, action = clean.match.action_at(number)
        worst = blunder(kind, match, seat, action, seed, LEAST * spread) if number > after else None
        match.play(seat, action if worst is None else worst)
        if worst is not None:
            return Played(_play_on(kind, match, seed), seed, number)
    return plant(kind, play(kind, seed + NEXT))


def _play_on(kind: Kind, match: Match, seed: int) -> Match:
    """The match, played to its end by `master`."""
    player = Master(playouts=kind.thinks, milliseconds=None)
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(player, match.game, match.state, seat, lucky(seed << 20 | match.number)))
    return match


def blunder(kind: Kind, match: Match, seat: int, chosen: int, seed: int, least: float) -> int | None:
    """The worst candidate, if it costs so much against what `master` has chosen, by what the seat knows."""
    out = np.zeros(match.rules.MOST_CANDIDATES, np.int16)
    actions = out[: compiled_rules(match.game).candidates(match.state, seat, out)].tolist()
    tried = partial(play_outs, match.game, match.state, kind.judged // FIRST_LOOK, seed, eye=seat, seat=seat)
    means = {one: tried(action=one).results[:, seat].mean() for one in {*actions, chosen}}
    worst = min(actions, key=lambda one: float(means[one]))
    if means[chosen] - means[worst] < least / 2:
        return None
    judged = partial(results_after, kind, match.game, match.state, seat, count=kind.judged, seed=seed + 1)
    cost, noise = difference(judged(chosen), judged(worst))
    if cost - noise < least:
        return None
    # What only hasty players cannot make good is not a blunder.
    return worst if agrees(kind, match, seat, chosen, worst, seed + 2) else None


def results_after(kind: Kind, game: Game, state: Any, seat: int, action: int, count: int, seed: int) -> Numbers:
    """What an action of a seat leads to, by play-outs.

    Alone it counts how `master` goes on until luck falls, if that is better than what quick players make of it at once:
    what can still be made good before luck falls costs nothing.
    """
    found = play_outs(game, state, count, seed, eye=seat, seat=seat, action=action).results[:, seat]
    if int(state.seats) > 1:
        return found
    player = Master(playouts=kind.thinks, milliseconds=None)
    way = go_on(game, state, seat, action, lambda then: decide(player, game, then, seat, lucky(seed, 1)))
    thought = play_outs(game, way.state, count, seed, eye=seat, seat=seat, action=way.action).results[:, seat]
    return max(found, thought, key=np.mean)


def agrees(kind: Kind, match: Match, seat: int, better: int, worse: int, seed: int, number: int | None = None) -> bool:
    """Whether a long search finds one move better than another, too; where there is none, yes."""
    state = match.state if number is None else match.state_at(number - 1)
    return confirms(match.game, state, seat, better, worse, seed=seed, playouts=LONGER * kind.thinks) is not False


def erred(kind: Kind, match: Match, worst: Judged, seed: int) -> bool:
    """Whether a decision that is told to be the costliest was a mistake: by luck that the analysis has not seen."""
    best, made = (match.game.moves.parse(text) for text in (worst.choices[0].text, worst.text))
    state, seat = match.state_at(worst.number - 1), worst.seat
    count = LONGER * kind.judged
    cost, noise = difference(
        *(results_after(kind, match.game, state, seat, one, count, seed + 3) for one in (best, made))
    )
    return cost > noise and agrees(kind, match, seat, best, made, seed + 4, worst.number)


class Checked(NamedTuple):
    """Whether a match was judged right, what was said of it, and whether it was `master` who erred."""

    good: bool
    words: str
    erred: bool = False


def check_planted(kind: Kind, one: Played, found: Analysis) -> Checked:
    """Whether the blunder of a match is found and named."""
    made = found.moves[one.planted - 1]
    worst = max((move for move in found.moves if move.seat == made.seat), key=lambda move: move.loss)
    named = made.loss > 0 and made.choices[0].text != made.text
    good = named and (worst is made or erred(kind, one.match, worst, one.seed))
    return Checked(good, f"{told(found, made.number)}; costliest {told(found, worst.number)}")


def check_clean(kind: Kind, one: Played, found: Analysis) -> Checked:
    """Whether no mistake is found in a match of `master`."""
    worst = max(found.moves, key=lambda move: move.loss)
    mistaken = worst.loss > 0 and erred(kind, one.match, worst, one.seed)
    return Checked(worst.loss == 0, told(found, worst.number), mistaken)


def told(found: Analysis, number: int) -> str:
    """A decision in a line."""
    one = found.moves[number - 1]
    if not one.choices:
        return f"{number} nothing to decide"
    made, best = one.choices[one.played], one.choices[0]
    return f"{number} {one.text} lost {one.loss:.3f} (edge {made.edge:.3f} ± {made.noise:.3f}) against {best.text}"


CHECKS = {CLEAN: check_clean, PLANTED: check_planted}


class Told(NamedTuple):
    """Whether a match was judged right, what was said of it, and how long it took to play it, and to analyse it.

    In a clean match `master` may have `erred`: then it was not one.
    """

    good: bool
    words: str
    playing: float
    judging: float
    erred: bool = False


def judge(asked: Asked) -> list[dict[str, Any]]:
    """Play the matches of a seed and analyse them: their results, as they are kept."""
    kind, seed, what = asked
    found, started = [], time.process_time()
    one = play(kind, seed)
    for name in what:
        one = plant(kind, one) if name == PLANTED else one
        played = time.process_time()
        analysis = analyse(one.match, seconds=kind.seconds)
        ended = time.process_time()
        good, words, mistaken = CHECKS[name](kind, one, analysis)
        words = f"seed {seed}: {words} (spread {analysis.spread:.3f})"
        told = Told(good, words, played - started, ended - played, mistaken)
        actions = [one.match.action_at(number) for number in range(1, one.match.number + 1)]
        moves = {"played": one.seed, "planted": one.planted, "actions": actions}
        found.append({"kind": kind, "what": name, "seed": seed, **told._asdict(), **moves})
        started = ended
    return found


Results = dict[tuple[Kind, str, int], Told]


def kept(path: Path | None) -> Results:
    """What is known already; what was measured otherwise than now does not count."""
    lines = path.read_text().splitlines() if path is not None and path.exists() else []
    found = {}
    for line in map(json.loads, lines):
        told = Told(**{name: line[name] for name in Told._fields})
        found[Kind(*line["kind"]), line["what"], line["seed"]] = told
    return found


def measure(asked: list[Asked], args: argparse.Namespace) -> Results:
    """All of them, or those that are judged within the limit."""
    found = kept(args.keep)
    left = [
        Asked(kind, seed, tuple(one for one in what if (kind, one, seed) not in found)) for kind, seed, what in asked
    ]
    with ProcessPoolExecutor(args.processes) as pool:
        jobs = [pool.submit(judge, one) for one in left if one.what]
        with suppress(TimeoutError):
            for job in as_completed(jobs, args.limit):
                for line in job.result():
                    found[line["kind"], line["what"], line["seed"]] = Told(
                        **{name: line[name] for name in Told._fields}
                    )
                    if args.keep is not None:
                        with args.keep.open("a") as file:
                            file.write(json.dumps(line) + "\n")
        working = list((pool._processes or {}).values())  # a pool that is shut down has forgotten them
        pool.shutdown(wait=False, cancel_futures=True)
        for process in working:
            process.terminate()
    return found


def interval(right: int, count: int) -> tuple[float, float]:
    """How large the share may be of which so many of so many are a sample (95 %, Wilson)."""
    share, square = right / count, Z95**2 / count
    middle = share + square / 2
    half = Z95 * math.sqrt(share * (1 - share) / count + square / count / 4)
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def tell(found: Results, kind: Kind, what: str, seeds: range) -> Iterator[str]:
    """One line of the table; what went wrong below it."""
    there = [found[kind, what, seed] for seed in seeds if (kind, what, seed) in found]
    here = [one for one in there if not one.erred]
    if here:
        right = sum(one.good for one in here)
        low, high = interval(right, len(here))
        playing, judging = (
            sum(times) / len(here) for times in ([one.playing for one in here], [one.judging for one in here])
        )
        yield (
            f"{kind.game} for {kind.seats}, {what}: {right} of {len(here)} "
            f"({100 * low:.0f} to {100 * high:.0f} %; {playing:.1f} s to play one, {judging:.1f} s to analyse)"
        )
    if len(there) > len(here):
        yield f"    {len(there) - len(here)} more in which master erred"
    yield from (f"    {'erred: ' if one.erred else ''}{one.words}" for one in there if not one.good)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="dam-it, beaver-gang, donnant, amik; all without any")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", choices=WHATS)
    parser.add_argument("--limit", type=float, help="end after so many seconds, and tell what is known by then")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add results to it; what it has is not judged again")
    args = parser.parse_args()
    kinds = [kind for kind in KINDS if not args.games or kind.game in args.games]
    seeds = range(args.first, args.first + args.matches)
    what = (args.only,) if args.only else WHATS
    found = measure([Asked(kind, seed, what) for seed in seeds for kind in kinds], args)
    for kind in kinds:
        for one in what:
            print(*tell(found, kind, one, seeds), sep="\n")


if __name__ == "__main__":
    main()
