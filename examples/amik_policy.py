"""Learn to play Amik alone by imitation, with a net that looks at each hex and what lies around it, with PyTorch.

    pip install 'lodge-games[lab]' torch
    python examples/amik_policy.py --minutes 60 --to amik.npz

Two layers over all numbers of an observation hardly learn what a landscape comes to (examples/ppo.py). Here the same
few weights look at every hex and its six neighbours, layer after layer, as nets for Go do, and a place is worth what
its four hexes are worth under the shape. At each table the learner or its teacher plays, and the learner is told
what the teacher would do there: the player that `master` searches with (`Seat.advice`). In the end all becomes plain
layers, the format of every policy: a convolution is a matrix in which the same weights stand many times.
docs/learning.md tells what came out.
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
from torch.nn import functional

from lodge.games import game
from lodge.games.amik.rules import arrays, facts, state
from lodge.lab.policy import save
from lodge.lab.rivals import Seat
from lodge.observations import encoder

NEVER = -1e9
SLIPS = 0.03  # of the moves are chance, so that games differ and mistakes are seen
SIDE = 11  # the landscape in a square: rows by `q`
KINDS = 9  # of what a hex may hold
CELLS = torch.tensor([SIDE * r + q for q, r in facts.HEXES])
HEXES, PLACES, SHAPES = facts.HEX_COUNT, arrays.PLACE_COUNT, facts.FACES
CUTS, UPGRADES, SECTIONS, ANIMALS = (
    4 * SHAPES,
    4 * SHAPES + 1,
    4 * SHAPES + 2,
    4 * SHAPES + 3,
)  # what a hex is judged for
WAYS = ANIMALS + 1
OTHERS = state.CUT - state.CHANGE  # change a die, a pond roll, stop, done
KIND_OF = torch.tensor(  # of each action: those of a kind share what speaks for them at this moment
    [0] * facts.FORESTS
    + [1] * len(facts.MIDDLES)
    + list(range(2, 2 + OTHERS))
    + [2 + OTHERS] * HEXES
    + [3 + OTHERS] * HEXES
    + (4 + OTHERS + arrays.PLACE_SHAPE.astype(int)).tolist()
)


class Landscape(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """A few channels for each hex and some numbers beside them, in layers; then a wish for each action."""

    def __init__(self, channels: int, beside: int, deep: int) -> None:
        super().__init__()
        fields = encoder("amik").names
        self.channels, self.beside = channels, beside
        hexes = 7 + 7 + 2  # where the own sheet's hexes begin: after the round, both dice and the landscape
        self.hexes = hexes + torch.arange(HEXES * KINDS)
        end = hexes + HEXES * KINDS
        self.numbers = torch.cat(
            [torch.arange(hexes), torch.arange(end, end + 32)]
        )  # the round, and the sheet's numbers
        if not (fields[hexes].startswith("sheet 1 hex 1") and fields[end + 32].startswith("sheet 2 hex 1")):
            raise SystemExit("What is observed of Amik has changed: this script must be told where the sheet is now.")
        sizes = [KINDS] + [channels] * deep
        more = [len(self.numbers)] + [beside] * deep
        around = torch.ones(3, 3)
        around[0, 0] = around[2, 2] = 0  # a square of nine less two corners is a hex and its neighbours
        self.register_buffer("around", around)
        board = torch.zeros(SIDE * SIDE)
        board[CELLS] = 1
        self.register_buffer("board", board.view(1, 1, SIDE, SIDE))
        self.look = nn.ModuleList([nn.Conv2d(a, channels, 3, padding=1) for a in sizes[:-1]])
        self.where = nn.ParameterList([nn.Parameter(torch.zeros(channels, SIDE, SIDE)) for _ in range(deep)])
        self.told = nn.ModuleList([nn.Linear(b, channels, bias=False) for b in more[:-1]])
        self.count = nn.ModuleList([nn.Linear(b, beside) for b in more[:-1]])
        self.sum = nn.ModuleList([nn.Linear(a, beside, bias=False) for a in sizes[:-1]])
        self.ways = nn.Conv2d(channels, WAYS, 1, bias=False)
        self.kinds = nn.Linear(beside, int(KIND_OF.max()) + 1)
        self.pooled = nn.Linear(channels, int(KIND_OF.max()) + 1, bias=False)
        where = [list(range(4)) for _ in range(PLACES)]
        place = torch.tensor(arrays.PLACE_HEX.astype(int))
        shape = torch.tensor(arrays.PLACE_SHAPE.astype(int))[:, None]
        self.register_buffer("place", (4 * shape + torch.tensor(where)) * SIDE * SIDE + CELLS[place])
        sections = torch.tensor(arrays.SECTION_HEX.astype(int))
        self.register_buffer("section", SECTIONS * SIDE * SIDE + CELLS[sections])
        self.register_buffer("animal", ANIMALS * SIDE * SIDE + CELLS[torch.tensor(arrays.MIDDLE_HEX.astype(int))])

    def begin(self, features: torch.Tensor) -> torch.Tensor:
        """The features as channels of hexes, one after the other, and the numbers."""
        hexes = features[:, self.hexes].view(-1, HEXES, KINDS)
        board = features.new_zeros(len(features), KINDS, SIDE * SIDE)
        board[:, :, CELLS] = hexes.transpose(1, 2)
        return torch.cat([board.flatten(1), features[:, self.numbers]], 1)

    def layer(self, number: int, there: torch.Tensor) -> torch.Tensor:
        """What comes next, before what is below nothing is cut off."""
        channels = KINDS if number == 0 else self.channels
        board, beside = (
            there[:, : channels * SIDE * SIDE].view(-1, channels, SIDE, SIDE),
            there[:, channels * SIDE * SIDE :],
        )
        look = self.look[number]
        seen = functional.conv2d(board, look.weight * self.around, look.bias, padding=1)
        seen = (seen + self.where[number] + self.told[number](beside)[:, :, None, None]) * self.board
        counted = self.count[number](beside) + self.sum[number](board.sum((2, 3)) / HEXES)
        return torch.cat([seen.flatten(1), counted], 1)

    def wishes(self, there: torch.Tensor) -> torch.Tensor:
        """Of each action, from the last layer."""
        size = self.channels * SIDE * SIDE
        board, beside = there[:, :size].view(-1, self.channels, SIDE, SIDE), there[:, size:]
        judged = self.ways(board).flatten(1)
        columns = judged.t()
        hexes = judged.view(-1, WAYS, SIDE * SIDE)[:, :, CELLS]
        found = [
            columns.index_select(0, self.section.flatten()).view(facts.FORESTS, SHAPES, -1).sum(1).t(),
            judged[:, self.animal],
            judged.new_zeros(len(there), OTHERS),
            hexes[:, CUTS],
            hexes[:, UPGRADES],
            columns.index_select(0, self.place.flatten()).view(PLACES, 4, -1).sum(1).t(),
        ]
        kinds = self.kinds(beside) + self.pooled(board.sum((2, 3)) / HEXES)
        return torch.cat(found, 1) + kinds[:, KIND_OF]

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """All of it."""
        there = self.begin(features)
        for number in range(len(self.look)):
            there = torch.relu(self.layer(number, there))
        return self.wishes(there)

    def layers(self) -> list[tuple[Any, Any]]:
        """The same as matrices: what each step makes of a 1 in each place, beside what it makes of nothing."""
        size = self.channels * SIDE * SIDE
        hexes = torch.arange(self.channels)[:, None] * SIDE * SIDE + CELLS
        kept = torch.cat([hexes.flatten(), size + torch.arange(self.beside)])  # corners of the square are no hexes

        def step(number: int, rows: torch.Tensor) -> torch.Tensor:
            there = self.begin(rows) if number == 0 else rows.new_zeros(len(rows), size + self.beside)
            if number > 0:
                there[:, kept] = rows
            return self.wishes(there) if number == len(self.look) else self.layer(number, there)[:, kept]

        found = []
        with torch.no_grad():
            for number in range(len(self.look) + 1):
                ones = torch.eye(encoder("amik").size if number == 0 else len(kept))
                bias = step(number, torch.zeros(1, len(ones)))
                made = torch.cat([step(number, part) - bias for part in ones.split(256)])
                found.append((made.numpy(), bias[0].numpy()))
        return found


def judge(net: Landscape, tables: int) -> tuple[float, float]:
    """The points of games alone without chance in the choices, and the standard error."""
    seat, found = Seat("amik", tables, [], seed=987654321, threads=1), []
    features = encoder("amik")
    while (seat.games == 0).any():
        with torch.no_grad():
            wishes = net(features.tensor(seat.observation)).masked_fill(~torch.from_numpy(seat.mask.copy()), NEVER)
        seat.step(wishes.argmax(1).numpy())
        found += seat.scores[seat.ended & (seat.games == 1), 0].tolist()
    return float(np.mean(found)), float(np.std(found) / len(found) ** 0.5)


class Lesson:
    """Many tables, at some of which the teacher plays, at the others the learner."""

    def __init__(self, net: Landscape, options: argparse.Namespace) -> None:
        self.net, self.features = net, encoder("amik")
        self.optimiser = torch.optim.Adam(net.parameters(), options.rate)
        self.seat = Seat("amik", options.tables, [], seed=options.seed, threads=options.threads)
        self.rng = np.random.default_rng(options.seed)
        self.taught = np.arange(options.tables) < options.taught * options.tables
        self.decisions, self.agreed = 0, 0.0

    def step(self, rate: float) -> None:
        """A decision at every table: what the teacher would do is imitated, wherever there was a choice."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        seat, advice = self.seat, torch.from_numpy(self.seat.advice())
        mask = torch.from_numpy(seat.mask.copy())
        choice = mask.sum(1) > 1
        if not choice.any():
            seat.step(advice.numpy())
            return
        wishes = self.net(self.features.tensor(seat.observation)).masked_fill(~mask, NEVER)
        loss = functional.cross_entropy(wishes[choice], advice[choice])
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        own = wishes.argmax(1)
        self.agreed += 0.01 * (float((own == advice)[choice].float().mean()) - self.agreed)
        self.decisions += int(choice.sum())
        slips = self.rng.random(len(own)) < SLIPS
        seat.step(np.where(slips, seat.sample(), np.where(self.taught, advice.numpy(), own.numpy())))


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--to", type=Path, default=Path("amik.npz"))
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--channels", type=int, default=24)
    parser.add_argument("--beside", type=int, default=32)
    parser.add_argument("--deep", type=int, default=5)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--taught", type=float, default=0.5, help="the share of tables at which the teacher plays")
    parser.add_argument("--judge-every", type=float, default=150.0, help="seconds")
    parser.add_argument("--judged", type=int, default=48, help="games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    lesson = Lesson(Landscape(options.channels, options.beside, options.deep), options)
    begun, judged, best, whole = time.monotonic(), -1e9, -np.inf, 60 * options.minutes
    with options.to.with_suffix(".csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["seconds", "decisions", "games", "agreed", "points", "error"])
        while True:
            seconds = time.monotonic() - begun
            if seconds >= whole or seconds - judged >= options.judge_every:
                judged = seconds
                points, error = judge(lesson.net, options.judged)
                told = (f"{lesson.agreed:.3f}", f"{points:.1f}", f"{error:.1f}")
                row = [f"{seconds:.0f}", lesson.decisions, int(lesson.seat.games.sum()), *told]
                curve.writerow(row)
                file.flush()
                print("{} s, {} decisions, {} games: agreed {}, {} points ({})".format(*row), flush=True)
                if points > best:
                    best = points
                    save(options.to, game("amik"), lesson.net.layers(), small=True)
            if seconds >= whole:
                break
            lesson.step(options.rate * max(0.02, 1 - seconds / whole))


if __name__ == "__main__":
    main()
