"""Learn the policy of Beaver Gang's master, and count how cards lie: `python tools/beaver_policy.py`, some ten minutes.

First games of the bot `search` are watched: a policy is fitted to what it thought of every action, so that it plays
like it, and the cards that a player did not know are counted, as `beliefs.py` has them. Then a policy is found that
does well against that one. In their games every action of many positions is played on a few times, by the same policy
and with the cards as they really lie, and a new policy is fitted to what came of it; a few times over. Their mean,
which is better than each, goes into `policy.npy`, where the first ones are taken from; the counts are printed.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.bots import Bot
from lodge.bots.search import Search
from lodge.games import Game, game
from lodge.games.beaver_gang import rules
from lodge.games.beaver_gang.players import greedy
from lodge.games.beaver_gang.players.master import beliefs, policy
from lodge.games.beaver_gang.rules.facts import KINDS, NUMBERS, PEEK, ROW, TWICE
from lodge.games.beaver_gang.rules.knowledge import knows
from lodge.games.beaver_gang.rules.multiset import number_of, one
from lodge.games.playout import first_seat
from lodge.games.worth import UNIT
from lodge.kernel import Luck, array, below, bits, sow
from lodge.kernel.compile import native
from lodge.lab.arena import play_deal

GANG = game("beaver-gang")
FILE = GANG.folder / "players" / "master" / "policy.npy"
WATCHED = 800  # games
TIMES = 5  # that the policy is learned anew
ROWS = 600_000  # actions that are played on, each time
TRIES = 8  # how often
EVERY = 4  # one in so many decisions
ODD = 40  # of a thousand moves, those that are any
PASSES = 8
SURE = 60  # visits that make search sure of an action
SCALE = 100_000

Weights = npt.NDArray[np.int32]


class Lessons(NamedTuple):
    """Actions: their features, what came of them, how sure that is, and of which decision they are."""

    features: Any
    worth: Any
    sure: Any
    decision: Any


# --- fitting ----------------------------------------------------------------------------------------------


def go_through(lessons: Lessons, weights: Any, squares: Any, rate: float) -> None:
    """One pass of Adagrad: what counts is how far an action is above or below the others of its decision."""
    features, worth, sure, decision = lessons
    start = 0
    while start < len(worth):
        end, total, told, said = start, 0.0, 0.0, 0.0
        while end < len(worth) and decision[end] == decision[start]:
            total += sure[end]
            told += sure[end] * worth[end]
            for f in range(features.shape[1]):
                said += sure[end] * weights[features[end, f]]
            end += 1
        for n in range(start, end):
            error = (told - said) / total - worth[n]
            for f in range(features.shape[1]):
                error += weights[features[n, f]]
            for f in range(features.shape[1]):
                at = features[n, f]
                if at:
                    squares[at] += (error * sure[n]) ** 2
                    weights[at] -= rate * error * sure[n] / (squares[at] ** 0.5 + 1e-6)
        start = end


def fit(lessons: Lessons) -> Weights:
    run, weights = native(go_through), np.zeros(policy.SIZE)
    for turn in range(PASSES):
        run(lessons, weights, np.full(policy.SIZE, 1e-4), 0.02 * (1 - turn / PASSES) + 0.001)
    return np.rint(weights * SCALE).astype(np.int32)


# --- watching search --------------------------------------------------------------------------------------


class Watch:
    """Sits beside the games of searching bots and writes down what they think, and how cards lie."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, float, float, int]] = []
        self.decisions = 0
        self.lay, self.even = np.zeros((2, len(beliefs.LIKELY), KINDS))

    def count(self, state: Any, seat: int) -> None:
        """Count what the cards that a seat does not know are, beside what they would be if all were as likely."""
        spots = [
            (owner, at)
            for owner in range(int(state.seats))
            for at in range(ROW)
            if not knows(state, seat, owner, at) and int(state.source[owner, at]) >> 1 == int(state.filling)
        ]
        bag = int(state.stack) + sum(one(int(state.card[spot])) for spot in spots)
        chances = np.array([number_of(bag, kind) for kind in range(KINDS)], float)
        for owner, at in spots:
            case = beliefs.case_of(state, seat, owner, at)
            these = chances * (np.arange(KINDS) < (NUMBERS if int(state.source[owner, at]) & 1 else KINDS))
            self.lay[case, int(state.card[owner, at])] += 1
            self.even[case] += these / these.sum()

    def lessons(self) -> Lessons:
        features, worth, sure, decision = zip(*self.rows, strict=True)
        return Lessons(np.array(features, np.int32), np.array(worth), np.array(sure), np.array(decision))

    def likely(self) -> Any:
        """The table of `beliefs.py`."""
        return np.clip(np.rint(32 * (self.lay + 5) / (self.even + 5)), 1, 255).astype(int)


class Watched(Search):
    """A searching bot that says what it thinks."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(playouts=400)
        object.__setattr__(self, "watch", watch)

    def weigh(self, game: Game, state: Any, seat: int, luck: Luck, future: Any = ()) -> Any:
        """As search does."""
        found = super().weigh(game, state, seat, luck, future)
        watch: Watch = self.watch  # type: ignore[attr-defined]
        if int(state.held) not in (TWICE, PEEK) or int(state.first):
            it = policy.sense(state, seat)
            for one_found in found:
                these = policy.features(state, seat, one_found.action, it)
                watch.rows.append((these, one_found.value, min(1.0, one_found.visits / SURE), watch.decisions))
            watch.decisions += 1
        return found


def watch_search(seed: int) -> Watch:
    """Games of search against itself."""
    watch = Watch()
    bots: list[Bot] = [Watched(watch), Watched(watch)]
    for deal in range(WATCHED):
        play_deal(GANG, bots, 0, seed, deal, 0, lambda before, seat, _action, _after: watch.count(before, seat))
    return watch


# --- learning against it ----------------------------------------------------------------------------------


def play_on(states: Any, lucks: Any, out: Any, ours: Any, theirs: Any, seed: int, lessons: Lessons) -> int:
    """Games in which each seat has one of the policies; actions of ours are played on until there is no more room."""
    state, trial, luck, own, later = states[0], states[1], lucks[0], lucks[1], lucks[2]
    rows = index = decision = 0
    while rows + len(out) < len(lessons.worth):
        sow(luck, seed, 2 * index)
        sow(own, seed, 2 * index + 1)
        index += 1
        rules.deal(state, 2, 0, luck)
        who = below(own, 4)  # who plays by our policy
        waiting = rules.pending(state)
        while waiting:
            seat = first_seat(waiting)
            count = rules.candidates(state, seat, out)
            plain = int(state.held) == TWICE or (int(state.held) == PEEK and int(state.first) == 0)
            if count > 1 and not plain and below(own, EVERY) == 0 and rows + count < len(lessons.worth):
                it, key = policy.sense(state, seat), bits(own)
                for i in range(count):
                    action, total = int(out[i]), 0
                    for number in range(TRIES):
                        sow(later, key, number)
                        states[1] = states[0]
                        rules.play(trial, seat, action, later)
                        moving = rules.pending(trial)
                        while moving and not greedy.resting(trial):
                            mover = first_seat(moving)
                            rules.play(
                                trial, mover, policy.decide(trial, mover, ours if who >> mover & 1 else theirs), later
                            )
                            moving = rules.pending(trial)
                        total += greedy.worth(trial, seat)
                    a, b, c, d, e, f = policy.features(state, seat, action, it)
                    lessons.features[rows, 0], lessons.features[rows, 1], lessons.features[rows, 2] = a, b, c
                    lessons.features[rows, 3], lessons.features[rows, 4], lessons.features[rows, 5] = d, e, f
                    lessons.worth[rows], lessons.decision[rows] = total / (TRIES * UNIT), decision
                    rows += 1
                decision += 1
            action = int(out[below(own, count)])
            if below(own, 1000) >= ODD:
                action = policy.decide(state, seat, ours if who >> seat & 1 else theirs)
            rules.play(state, seat, action, luck)
            waiting = rules.pending(state)
    return rows


def learn(ours: Weights, theirs: Weights, seed: int) -> Weights:
    """A better policy against theirs."""
    lessons = Lessons(np.zeros((ROWS, 6), np.int32), np.zeros(ROWS), np.ones(ROWS), np.zeros(ROWS, np.int64))
    out = np.zeros(rules.MOST_CANDIDATES, np.int16)
    rows = native(play_on, GANG.folder)(array(rules.State, 2), array(Luck, 3), out, ours, theirs, seed, lessons)
    return fit(Lessons(*(part[:rows] for part in lessons)))


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    watch = watch_search(seed)
    ours, theirs, learned = np.load(FILE)[0], fit(watch.lessons()), []
    print(watch.likely().tolist())
    for turn in range(TIMES):
        learned.append(learn(ours, theirs, seed + turn))
        ours = np.rint(np.mean(learned, axis=0)).astype(np.int32)
        np.save(FILE, np.stack([ours, theirs]))


if __name__ == "__main__":
    main()
