"""Learn to play any of the games by PPO, over compiled tables, with PyTorch.

    pip install 'lodge-games[lab]' torch
    python examples/ppo.py dam-it --minutes 30 --to dam-it.npz

The learner sits at every seat in turn, against the bots of `--rivals`; `self` is itself as it is now. With `--lessons`
it first imitates, for some minutes, what the game's own player would do in its place (`Seat.advice`). Every few
iterations it plays, without chance in its choices, against `greedy`; the file gets the policy that did best there, and
the file beside it (`.csv`) the curve. `lodge arena dam-it --bots policy=dam-it.npz,greedy` says how good it is.
docs/learning.md walks through it.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from lodge.games import game
from lodge.lab.policy import save
from lodge.lab.rivals import Seat
from lodge.observations import encoder

CLIP, GAMMA_LAMBDA, ENTROPY, VALUE = 0.2, 0.95, 0.01, 0.5
NEVER = -1e9


class Actor(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """A net with two heads: a wish for each action, and how well one stands."""

    def __init__(self, features: int, actions: int, wide: int) -> None:
        super().__init__()
        self.body = nn.ModuleList([nn.Linear(features, wide), nn.Linear(wide, wide)])
        self.wish = nn.Linear(wide, actions)
        self.worth = nn.Linear(wide, 1)
        nn.init.orthogonal_(self.wish.weight, 0.01)
        nn.init.orthogonal_(self.worth.weight, 1.0)

    def forward(self, known: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Wishes (illegal actions not at all), and the worth."""
        for layer in self.body:
            known = torch.relu(layer(known))
        return self.wish(known).masked_fill(~legal, NEVER), self.worth(known)[:, 0]

    def layers(self) -> list[tuple[Any, Any]]:
        """What a file of a policy holds."""
        parts = [*self.body, self.wish]
        return [(part.weight.detach().cpu().numpy().T, part.bias.detach().cpu().numpy()) for part in parts]


class Learner:
    """The net, and how it is given what tables say."""

    def __init__(self, name: str, wide: int, device: str) -> None:
        rules = game(name).rules
        self.encoder, self.device = encoder(name), torch.device(device)
        self.net = Actor(self.encoder.size, rules.ACTIONS, wide).to(self.device)

    def look(self, seen: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Observations and masks as tensors."""
        known = self.encoder.tensor(seen).to(self.device, non_blocking=True)
        return known, torch.from_numpy(np.ascontiguousarray(masks)).to(self.device, non_blocking=True)

    def act(self, observations: Any, masks: Any) -> Any:
        """As a rival: by chance, as it wishes."""
        with torch.no_grad():
            wishes, _ = self.net(*self.look(observations, masks))
            return torch.distributions.Categorical(logits=wishes).sample().cpu().numpy()

    def best(self, observations: Any, masks: Any) -> Any:
        """What it wishes most."""
        with torch.no_grad():
            return self.net(*self.look(observations, masks))[0].argmax(1).cpu().numpy()


class Rollouts:
    """Tables against every rival from every seat, side by side."""

    def __init__(self, learner: Learner, options: argparse.Namespace) -> None:
        name, seats = options.game, options.seats
        groups = options.rivals.split(",") if seats > 1 else ["nobody"]
        each = max(1, options.tables // (len(groups) * seats))
        self.seats = [
            Seat(
                name,
                each,
                [learner if rival == "self" else rival] * (seats - 1),
                seat=seat,
                seed=options.seed * 1000 + number * 10 + seat,
                threads=options.threads,
            )
            for number, rival in enumerate(groups)
            for seat in range(seats)
        ]
        self.learner, self.steps = learner, options.steps
        self.alone, self.sign = seats == 1, 1 if game(name).lines.MORE_IS_BETTER else -1
        self.points = np.array([0.0, 0.0, 0.0])  # of games alone: how many, their sum, their squares
        self.games = 0

    def play(self, *, lesson: bool = False) -> tuple[torch.Tensor, ...]:
        """Some steps at every table: what was known, legal and done (in a lesson: advised), how likely, what came."""
        rows: list[tuple[Any, ...]] = []
        for _ in range(self.steps):
            known, legal = self.learner.look(
                np.concatenate([one.observation for one in self.seats]),
                np.concatenate([one.mask for one in self.seats]),
            )
            with torch.no_grad():
                wishes, worth = self.learner.net(known, legal)
                chances = torch.distributions.Categorical(logits=wishes)
                actions = chances.sample()
                log = chances.log_prob(actions)
            chosen, at = actions.cpu().numpy(), 0
            if lesson:
                actions = torch.from_numpy(np.concatenate([one.advice() for one in self.seats])).to(actions)
            for one in self.seats:
                one.step(chosen[at : at + one.tables])
                at += one.tables
            ended = np.concatenate([one.ended for one in self.seats])
            rewards = np.concatenate([self.rewards(one) for one in self.seats])
            self.games += int(ended.sum())
            rows.append((known, legal, actions, log, worth, *(torch.from_numpy(x).to(worth) for x in (rewards, ended))))
        *told, rewards, ended = (torch.stack(column) for column in zip(*rows, strict=True))
        known, legal, actions, log, worth = told
        with torch.no_grad():
            last = self.learner.net(
                *self.learner.look(
                    np.concatenate([one.observation for one in self.seats]),
                    np.concatenate([one.mask for one in self.seats]),
                )
            )[1]
        gains, gain = torch.zeros_like(worth), torch.zeros_like(last)
        for step in reversed(range(self.steps)):
            after = last if step + 1 == self.steps else worth[step + 1]
            surprise = rewards[step] + after * (1 - ended[step]) - worth[step]
            gain = surprise + GAMMA_LAMBDA * (1 - ended[step]) * gain
            gains[step] = gain
        return tuple(each.flatten(0, 1) for each in (known, legal, actions, log, gains, gains + worth))

    def rewards(self, tables: Seat) -> Any:
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


def learn(
    learner: Learner,
    optimiser: torch.optim.Optimizer,
    told: tuple[torch.Tensor, ...],
    epochs: int,
    size: int,
    *,
    lesson: bool = False,
) -> None:
    """PPO: follow what turned out better than expected, never far from how one played. In a lesson: do as advised."""
    known, legal, actions, log, gains, worth = told
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(epochs):
        for rows in torch.randperm(len(actions), device=actions.device).split(size):
            wishes, judged = learner.net(known[rows], legal[rows])
            chances = torch.distributions.Categorical(logits=wishes)
            likely, gain = chances.log_prob(actions[rows]), gains[rows]
            ratio = (likely - log[rows]).exp()
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain) + ENTROPY * chances.entropy()
            loss = VALUE * (judged - worth[rows]).square().mean() - (likely if lesson else better).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learner.net.parameters(), 0.5)
            optimiser.step()


def judge(learner: Learner, options: argparse.Namespace, rival: str) -> float:
    """How the learner does without chance in its choices: the share of games won, or points alone."""
    found: list[float] = []
    for seat in range(options.seats):
        tables = Seat(
            options.game,
            options.judged,
            [rival] * (options.seats - 1),
            seat=seat,
            seed=987654321,
            threads=options.threads,
        )
        while (tables.games == 0).any():
            tables.step(learner.best(tables.observation, tables.mask))
            first = tables.ended & (tables.games == 1)
            found += (
                tables.scores[first, 0].tolist()
                if options.seats == 1
                else [
                    float(place == 1) / (row == 1).sum()
                    for place, row in zip(tables.places[first, seat], tables.places[first], strict=True)
                ]
            )
    return float(np.mean(found))


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--rivals", default="random,greedy,self")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--lessons", type=float, default=0.0, help="minutes of them in which it imitates")
    parser.add_argument("--to", type=Path, default=Path("policy.npz"))
    parser.add_argument("--tables", type=int, default=768)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--wide", type=int, default=256)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--judge-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--judged", type=int, default=200, help="games from each seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    options.seats = options.seats or max(1, game(options.game).seats[0])
    torch.manual_seed(options.seed)
    learner = Learner(options.game, options.wide, options.device)
    optimiser = torch.optim.Adam(learner.net.parameters(), options.rate, eps=1e-5)
    rollouts = Rollouts(learner, options)
    begun, judged, samples, best = time.monotonic(), 0.0, 0, -np.inf
    with options.to.with_suffix(".csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["seconds", "decisions", "games", "greedy", "random"])
        while (seconds := time.monotonic() - begun) < 60 * options.minutes or judged < seconds:
            done = seconds >= 60 * options.minutes
            if done or seconds - judged >= options.judge_every or samples == 0:
                judged = seconds
                against = [judge(learner, options, rival) for rival in ("greedy", "random")]
                curve.writerow([f"{seconds:.0f}", samples, rollouts.games, *(f"{each:.4g}" for each in against)])
                file.flush()
                print(f"{seconds:5.0f} s, {samples:,} decisions, {rollouts.games:,} games:", *against, flush=True)
                if against[0] > best:
                    best = against[0]
                    save(options.to, game(options.game), learner.net.layers())
                if done:
                    break
            for group in optimiser.param_groups:
                group["lr"] = options.rate * max(0.05, 1 - seconds / (60 * options.minutes))
            lesson = seconds < 60 * options.lessons
            told = rollouts.play(lesson=lesson)
            samples += len(told[2])
            learn(learner, optimiser, told, options.epochs, options.batch, lesson=lesson)


if __name__ == "__main__":
    main()
