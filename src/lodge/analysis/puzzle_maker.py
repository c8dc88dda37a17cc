"""Finding puzzles: `master` looks over the hand-written player's shoulder, and notes where that player errs.

A position becomes a puzzle if search and play-outs agree on a move that is not the hand-written player's, and if every
other move is clearly worse. A quick look sorts out most positions; what is left is looked at ever closer.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from typing import Any

import numpy as np
from msgspec.structs import replace

from lodge.analysis.field import Field
from lodge.analysis.numbers import SURE, difference
from lodge.analysis.puzzles import Puzzle
from lodge.analysis.second_opinion import confirms
from lodge.bots import bot, decide
from lodge.bots.playouts import play_outs
from lodge.bots.search import Master, Search
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky
from lodge.match import Match

EFFORTS = (10, 30, 100, 300, 1000)  # play-outs of a search that may find the move: the more, the harder it is
TRIES = 3  # of each
CLEAR, ALONE = 0.1, 0.05  # of the spread of results: what the next best move costs, at least
LOOKS = (0.125, 0.5, 2.0)  # of the play-outs: a quick look, a closer one, a thorough one
GRADES = 3
FEWEST = 3  # moves to choose from
FROM_A_MATCH = 3  # at most: so that they differ
AHEAD = 4  # matches that are begun for each process, before the first is needed


def find(
    game: Game,
    *,
    count: int,
    playouts: int,
    processes: int = 1,
    seed: int = 0,
    seconds: float = float("inf"),
    tick: Callable[[int], object] = lambda _found: None,
) -> list[Puzzle]:
    """So many puzzles, or those that are found in about so long; `playouts` compare two moves, about.

    The same seed gives the same puzzles, on however many processes.
    """
    found: list[Puzzle] = []
    began, pool = time.monotonic(), ProcessPoolExecutor(processes)
    try:
        for here in _matches(pool, AHEAD * processes, (game, playouts, seed)):
            some = here[: count - len(found)]
            found += some
            tick(len(some))
            if len(found) == count or time.monotonic() - began > seconds:
                break
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # what is under way is of no use any more
    return graded(found)


def _matches(pool: ProcessPoolExecutor, ahead: int, asked: tuple[Game, int, int]) -> Iterator[list[Puzzle]]:
    """What is in one match after the other, without end."""
    waiting = deque(pool.submit(in_match, *asked, number) for number in range(ahead))
    for number in count(ahead):
        yield waiting.popleft().result()
        waiting.append(pool.submit(in_match, *asked, number))


def in_match(game: Game, playouts: int, seed: int, number: int) -> list[Puzzle]:
    """The puzzles in one match of the hand-written player."""
    match = Match.new(game.id, game.seats[0], seed=f"puzzles {seed} {number}")
    spread = float(play_outs(game, match.state, 100, 1).results.std(0).mean())
    least = spread * (CLEAR if match.seats > 1 else ALONE)
    chance, found = np.random.default_rng((seed, number)), list[Puzzle]()
    while match.pending and len(found) < FROM_A_MATCH:
        seat = match.pending[0]
        usual = decide(bot("greedy"), game, match.state, seat, lucky(match.number))
        if chance.random() < 1 / 2:
            one = _puzzle(game, match.state, seat, usual, playouts, least, seed=number << 16 | match.number)
            found += [] if one is None else [one]
        match.play(seat, usual)
    return found


def _puzzle(game: Game, state: Any, seat: int, usual: int, playouts: int, least: float, *, seed: int) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    known, luck, rules = copy(state), lucky(seed), compiled_rules(game)
    rules.imagine(known, seat, luck)
    out = np.zeros(rules.MOST_CANDIDATES, np.int16)
    candidates = out[: rules.candidates(known, seat, out)].tolist()
    if len(candidates) < FEWEST:
        return None
    master = Master(playouts=2 * playouts, milliseconds=None)
    ranked = [weight.action for weight in master.weigh(game, known, seat, luck)]
    best = ranked[0]
    if len(ranked) < 2 or best == usual:
        return None
    field = Field(game, known, 16, seed, eye=seat)
    # The rivals first: most positions fail here, before much has been played out.
    costs = _costs(field, seat, best, dict.fromkeys([usual, *ranked[1:3]]), playouts, least)
    rest = [
        action for action in dict.fromkeys([*ranked, *candidates]) if action != best and action not in (costs or {})
    ]
    others = None if costs is None else _costs(field, seat, best, rest, playouts, least)
    if costs is None or others is None:
        return None
    costs |= others
    second = min(costs, key=lambda action: costs[action])
    if confirms(game, known, seat, best, second, seed=seed, playouts=2 * playouts) is False:
        return None
    order = sorted(costs, key=lambda action: costs[action])
    effort = _effort(game, known, seat, best)
    return Puzzle(
        state=known.tobytes(), seat=seat, grade=effort, costs={best: 0.0} | {one: costs[one] for one in order}
    )


def _costs(field: Field, seat: int, best: int, rivals: Any, playouts: int, least: float) -> dict[int, float] | None:
    """What these moves cost; None, if one of them may be as good as the best. Who is far off is not looked at again."""
    found: dict[int, float] = {}
    close = list(rivals)
    for part in LOOKS:
        field.grow(max(16, int(part * playouts)))
        results = field.after(seat, best).results[:, seat]
        told = {action: difference(results, field.after(seat, action).results[:, seat]) for action in close}
        later = SURE * math.sqrt(part / LOOKS[-1])  # times this noise is that which must be exceeded in the end
        if any(cost + noise < max(least, later * noise) for cost, noise in told.values()):
            return None
        found |= {action: cost for action, (cost, _) in told.items()}
        close = [action for action, (cost, noise) in told.items() if cost < least + 2 * SURE * noise]
    clear = all(told[action][0] >= max(least, SURE * told[action][1]) for action in close)
    return found if clear else None


def _effort(game: Game, known: Any, seat: int, best: int) -> int:
    """How many play-outs a search needs that finds it; more than all of these, if none does."""
    for playouts in EFFORTS:
        answers = [Search(playouts=playouts).choose(game, known, seat, lucky(one)) for one in range(TRIES)]
        if answers.count(best) * 2 > TRIES:
            return playouts
    return 2 * EFFORTS[-1]


def graded(found: list[Puzzle]) -> list[Puzzle]:
    """Puzzles in three grades of the same size: those that are found with the least effort first."""
    order = sorted(found, key=lambda one: (one.grade, -sorted(one.costs.values())[1]))
    return [replace(one, grade=1 + GRADES * number // len(order)) for number, one in enumerate(order)]
