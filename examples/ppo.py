"""Learn to play any of the games by PPO, over compiled tables, on plain processor cores.

    pip install 'lodge-games[lab]'
    python examples/ppo.py dam-it --minutes 9 --to dam-it.npz

The learner sits at every seat in turn, against the bots of `--rivals`; `self` is itself as it is now. With `--lessons`
it first imitates, for some minutes, what the game's own player would do in its place (`Seat.advice`). Now and then it
plays, without chance in its choices, against `greedy`; the file gets the policy that did best there, the file beside it
(`.csv`) the curve. Ctrl-C ends it early, and `--resume` goes on from where it was. The net is in `small_net.py`.
docs/learning.md walks through it, and `lodge arena dam-it --bots policy=dam-it.npz,greedy` says how good it is.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is there: each of our threads works on matrices of its own

import numpy as np

from lodge.games import game
from lodge.lab.policy import save
from lodge.lab.rivals import Seat
from lodge.observations import encoder
from small_net import Adam, Array, Net, Sparse

CLIP, GAMMA_LAMBDA, UNDECIDED, VALUE = 0.2, 0.95, 0.01, 0.5


class Told(NamedTuple):
    """Decisions to learn from: a row for each."""

    known: Sparse  # features
    legal: Sparse  # the actions that were allowed,
    actions: Array  # the one that was chosen; in a lesson, advised
    log: Array  # how likely it was,
    gains: Array  # how much more came than was expected
    worth: Array  # what came


class Rollouts:
    """Tables against every rival from every seat, side by side: as many as one thread plays."""

    def __init__(self, net: Net, options: argparse.Namespace, thread: int) -> None:
        name, seats = options.game, options.seats
        groups = options.rivals.split(",") if seats > 1 else ["nobody"]
        each = max(1, options.tables // (len(groups) * seats * options.threads))
        self.net, self.steps, self.encoder = net, options.steps, encoder(name)
        self.rng = np.random.default_rng([options.seed, thread, options.samples])
        self.seats = [
            Seat(
                name,
                each,
                [self if rival == "self" else rival] * (seats - 1),
                seat=seat,
                seed=int(self.rng.integers(1 << 40)),
                threads=1,
            )
            for rival in groups
            for seat in range(seats)
        ]
        self.alone, self.sign = seats == 1, 1 if game(name).lines.MORE_IS_BETTER else -1
        self.points = np.array([0.0, 0.0, 0.0])  # of games alone: how many, their sum, their squares
        self.games = 0

    def act(self, observations: Array, masks: Array) -> Array:
        """As a rival: by chance, as it wishes."""
        known, legal = Sparse.of(self.encoder.encode(observations)), Sparse.of(masks)
        return self.net.choose(self.net.look(known)[-1], legal, self.rng)[0]

    def look(self) -> tuple[Sparse, Sparse, Array]:
        """What is known and legal at all tables, and what the net makes of it."""
        known = Sparse.of(self.encoder.encode(np.concatenate([one.observation for one in self.seats])))
        return known, Sparse.of(np.concatenate([one.mask for one in self.seats])), self.net.look(known)[-1]

    def play(self, *, lesson: bool) -> Told:
        """Some steps at every table: what was known, legal and done (in a lesson: advised), how likely, what came."""
        rows: list[tuple[Any, ...]] = []
        for _ in range(self.steps):
            seen, may, there = self.look()
            chosen, log = self.net.choose(there, may, self.rng)
            actions = np.concatenate([one.advice() for one in self.seats]) if lesson else chosen
            for one, part in zip(self.seats, np.split(chosen, len(self.seats)), strict=True):
                one.step(part)
            over = np.concatenate([one.ended for one in self.seats])
            came = np.concatenate([self.rewards(one) for one in self.seats])
            self.games += int(over.sum())
            rows.append((seen, may, actions, log, self.net.worth(there), came, over))
        known, legal, *told, worth, rewards, ended = zip(*rows, strict=True)
        gains, after = np.zeros_like(worth), self.net.worth(self.look()[-1])
        gain = np.zeros_like(after)
        for step in reversed(range(self.steps)):
            surprise = rewards[step] + after * ~ended[step] - worth[step]
            gains[step] = gain = surprise + GAMMA_LAMBDA * ~ended[step] * gain
            after = worth[step]
        came = (gains + np.stack(worth)).ravel()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        self.points *= 0.9  # what is usual changes while it learns
        actions, log = (np.concatenate(each) for each in told)
        return Told(Sparse.joined(known), Sparse.joined(legal), actions, log, gains.ravel(), came)

    def rewards(self, tables: Seat) -> Array:
        """Half for the place, half for the points ahead of the best other; alone, for points beside what is usual."""
        if self.alone:
            alone = tables.scores[:, 0].astype(np.float64)
            ended = alone[tables.ended]
            self.points += [len(ended), ended.sum(), (ended**2).sum()]
            count, total, squares = self.points
            usual = total / max(1, count)
            spread = np.sqrt(max(1.0, squares / max(1, count) - usual**2))
            return np.where(tables.ended, (alone - usual) / spread, 0).astype(np.float32)
        points = self.sign * tables.scores.astype(np.float32)
        others = np.delete(points, tables.seat, axis=1).max(1)
        ahead = np.tanh((points[:, tables.seat] - others) / 15)
        return np.where(tables.ended, 0.5 * tables.rewards + 0.5 * ahead, 0).astype(np.float32)


def gradient(net: Net, told: Told, rows: Array, undecided: float, *, lesson: bool) -> Array:
    """PPO: follow what turned out better than expected, never far from how one played. In a lesson: do as advised."""
    layers, legal, actions = net.look(told.known, rows), told.legal.rows(rows), told.actions[rows]
    chances, chosen = net.chances(layers[-1], legal), legal.places == np.repeat(actions, legal.counts)
    gains, ratio = told.gains[rows], chances[chosen] / np.exp(told.log[rows])
    far = np.where(gains > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.ones_like(gains) if lesson else np.where(far, 0, ratio * gains)
    wishes = -chances * np.repeat(pull, legal.counts)  # by how much each wish should grow
    wishes[chosen] += pull
    if not lesson:
        logs = np.log(chances + 1e-12)
        mean = np.add.reduceat(chances * logs, legal.starts[:-1])
        wishes -= undecided * chances * (logs - np.repeat(mean, legal.counts))
    worth = 2 * VALUE * (told.worth[rows] - net.worth(layers[-1]))
    return net.gradient(told.known, rows, layers, legal, wishes / len(rows), worth / len(rows))


def judge(net: Net, options: argparse.Namespace, rival: str, seat: int) -> list[float]:
    """How the net does without chance in its choices: of each game what share was won, or the points alone."""
    found: list[float] = []
    rivals, features = [rival] * (options.seats - 1), encoder(options.game)
    tables = Seat(options.game, options.judged, rivals, seat=seat, seed=987654321, threads=1)
    while (tables.games == 0).any():
        legal = Sparse.of(tables.mask)
        chances = net.chances(net.look(Sparse.of(features.encode(tables.observation)))[-1], legal)
        best = [row.argmax() for row in np.split(chances, legal.starts[1:-1])]
        tables.step(legal.places[legal.starts[:-1] + best].astype(np.int64))
        for table in np.flatnonzero(tables.ended & (tables.games == 1)):
            places = tables.places[table]
            alone = float(tables.scores[table, 0])
            found.append(alone if options.seats == 1 else float(places[seat] == 1) / (places == 1).sum())
    return found


class Course:
    """All that goes on from one hour to the next: the net, its steps, what was judged; kept beside the policy."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, rules, features = options, game(options.game).rules, encoder(options.game)
        self.net = Net(features.size, options.wide, rules.ACTIONS, len(features.fields), options.seed)
        self.adam, self.mean = Adam(self.net), self.net.weights.copy()
        self.seconds, self.samples, self.games, self.best = 0.0, 0, 0, -np.inf
        self.file = options.to.with_suffix(".state.npz")
        if options.resume:
            with np.load(self.file) as kept:
                for name, array in self.arrays().items():
                    array[...] = kept[name]
                self.seconds, self.best = (float(each) for each in kept["numbers"][:2])
                self.samples, self.games, self.adam.steps = (int(each) for each in kept["numbers"][2:])
        options.samples = self.samples
        self.rollouts = [Rollouts(self.net, options, thread) for thread in range(options.threads)]
        self.rollouts[0].games = self.games
        self.rng, self.pool = np.random.default_rng([options.seed, self.samples]), ThreadPoolExecutor(options.threads)

    def arrays(self) -> dict[str, Any]:
        """What is kept of it besides numbers."""
        return {"weights": self.net.weights, "mean": self.mean, "m": self.adam.mean, "v": self.adam.square}

    def keep(self) -> None:
        """So that it can go on another time."""
        numbers = np.array([self.seconds, self.best, self.samples, self.games, self.adam.steps])
        np.savez(self.file, numbers=numbers, **self.arrays())

    def learn(self, left: float, *, lesson: bool) -> None:
        """Play some steps at all tables, then learn from them: every thread at tables of its own."""
        options = self.options
        played = list(self.pool.map(lambda one: one.play(lesson=lesson), self.rollouts))
        self.samples += sum(len(told.actions) for told in played)
        self.games = sum(one.games for one in self.rollouts)
        rate = left * (options.lesson_rate if lesson else options.rate)
        for _ in range(options.lesson_epochs if lesson else options.epochs):
            orders = [self.rng.permutation(np.flatnonzero(told.legal.counts > 1)) for told in played]
            parts = max(1, sum(map(len, orders)) // options.batch)
            for rows in zip(*(np.array_split(order, parts) for order in orders), strict=True):
                pushes = self.pool.map(
                    lambda told, some: gradient(self.net, told, some, left * UNDECIDED, lesson=lesson), played, rows
                )
                self.adam.step(np.mean(list(pushes), axis=0), rate)
            self.mean += 0.05 * (self.net.weights - self.mean)

    def judge(self) -> list[float]:
        """How good the mean of the nets of late is, which is better than each of them; the best is written."""
        options = self.options
        rivals = ["greedy", "random"] if options.seats > 1 else ["nobody"]
        jobs = [(self.net.copy(self.mean), options, rival, seat) for rival in rivals for seat in range(options.seats)]
        found = list(self.pool.map(lambda job: judge(*job), jobs))
        against: list[float] = np.array(found).reshape(len(rivals), -1).mean(1).tolist()
        if against[0] > self.best:
            self.best = against[0]
            save(options.to, game(options.game), self.net.layers(self.mean), small=True)
        self.keep()
        return against


def run(course: Course, options: argparse.Namespace) -> None:
    """Learn until the time is over, judging now and then."""
    whole, curve = 60 * options.minutes, options.to.with_suffix(".csv")
    begun = judged = time.monotonic() - course.seconds
    if not options.resume:
        names = ["greedy", "random"] if options.seats > 1 else ["points"]
        curve.write_text(",".join(["seconds", "decisions", "games", *names]) + "\n", encoding="utf-8")
    while True:
        now = time.monotonic()
        course.seconds = now - begun
        if course.seconds >= whole or now - judged >= options.judge_every or course.samples == 0:
            judged, against = now, [f"{each:.4g}" for each in course.judge()]
            with curve.open("a", encoding="utf-8") as file:
                print(f"{course.seconds:.0f}", course.samples, course.games, *against, sep=",", file=file)
            told = f"{course.seconds:5.0f} s, {course.samples:,} decisions, {course.games:,} games:"
            print(told, *against, flush=True)
            if course.seconds >= whole:
                return
        lesson = course.seconds < 60 * options.lessons
        course.learn(max(0.02, 1 - course.seconds / whole), lesson=lesson)


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--rivals", default="random,greedy,self")
    parser.add_argument("--minutes", type=float, default=9.0, help="in all, with those before --resume")
    parser.add_argument("--lessons", type=float, default=0.0, help="minutes of them in which it imitates")
    parser.add_argument("--to", type=Path, default=Path("policy.npz"))
    parser.add_argument("--resume", action="store_true", help="go on from where it was")
    parser.add_argument("--tables", type=int, default=768)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lesson-epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--wide", type=int, default=256)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--lesson-rate", type=float, default=2e-3)
    parser.add_argument("--judge-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--judged", type=int, default=200, help="games from each seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.seats = options.seats or max(1, game(options.game).seats[0])
    course = Course(options)
    try:
        run(course, options)
    except KeyboardInterrupt:
        course.keep()
        print(f"{options.to} has the best policy so far; the same command with --resume goes on.")


if __name__ == "__main__":
    main()
