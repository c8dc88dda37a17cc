"""Learn to play Amik alone by imitation, with a net that looks at each hex and what lies around it, with PyTorch.

    pip install 'lodge-games[lab]' torch
    python examples/amik_policy.py --minutes 9 --to amik.npz

Two layers over all numbers of an observation hardly learn what a landscape comes to (examples/ppo.py). Here the same
few weights look at every hex and its six neighbours, layer after layer, as nets for Go do, and a place is worth what
its four hexes are worth under the shape. At each table the learner or its teacher plays, and the learner is told
what the teacher would do there: the player that `master` searches with (`Seat.advice`). In the end all becomes plain
layers, the format of every policy: a convolution is a matrix in which the same weights stand many times.
docs/learning.md tells what came out.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
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
KINDS = 9  # of what a hex may hold
HEXES, PLACES, SHAPES = facts.HEX_COUNT, arrays.PLACE_COUNT, facts.FACES
# What a hex is judged for: being each of the four hexes of each shape, a cut, an upgrade, a forest, an animal.
CUT, UPGRADE, FOREST, ANIMAL, WAYS = (4 * SHAPES + extra for extra in range(5))
OTHERS = state.CUT - state.CHANGE  # change a die, a pond roll, stop, done
KIND_OF = torch.tensor(  # of each action: those of a kind share what speaks for them at this moment
    [0] * facts.FORESTS
    + [1] * len(facts.MIDDLES)
    + list(range(2, 2 + OTHERS))
    + [2 + OTHERS] * HEXES
    + [3 + OTHERS] * HEXES
    + (4 + OTHERS + arrays.PLACE_SHAPE.astype(int)).tolist()
)
AROUND = torch.tensor(  # for each way to look, from each hex: itself and its neighbours; HEXES where the landscape ends
    [[facts.NUMBER.get((q + dq, r + dr), HEXES) for q, r in facts.HEXES] for dq, dr in ((0, 0), *facts.AROUND)]
)
OTHER_SIDE = [0, 4, 5, 6, 1, 2, 3]  # of each of these ways


def sums() -> torch.Tensor:
    """A matrix, nearly all of it 0, that makes wishes of what hexes are judged for: a place's is that of its hexes."""
    asked = [[WAYS * one + FOREST for one in section] for section in arrays.SECTION_HEX.astype(int)]
    asked += [[WAYS * one + ANIMAL] for one in arrays.MIDDLE_HEX.astype(int)]
    asked += [[] for _ in range(OTHERS)]
    asked += [[WAYS * one + way] for way in (CUT, UPGRADE) for one in range(HEXES)]
    shapes = arrays.PLACE_SHAPE.astype(int)
    asked += [
        [WAYS * one + 4 * shape + corner for corner, one in enumerate(hexes)]
        for shape, hexes in zip(shapes, arrays.PLACE_HEX.astype(int), strict=True)
    ]
    rows = torch.tensor([row for row, columns in enumerate(asked) for _ in columns])
    columns = torch.tensor([column for columns in asked for column in columns])
    size = len(asked), HEXES * WAYS
    return torch.sparse_coo_tensor(torch.stack([rows, columns]), torch.ones(len(rows)), size, check_invariants=True)


SUMS = sums()


class Around(torch.autograd.Function):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """Beside what is on each hex what is on its neighbours: (hex, table, channel) becomes seven times as wide."""

    @staticmethod
    def forward(_: Any, board: torch.Tensor) -> torch.Tensor:
        """Whoever is on one side."""
        wider = functional.pad(board, (0, 0, 0, 0, 0, 1))
        return torch.cat([wider.index_select(0, side) for side in AROUND], 2)

    @staticmethod
    def backward(_: Any, gradient: torch.Tensor) -> torch.Tensor:
        """Is looked at from the other: PyTorch does not know, and would take twice as long for all of it."""
        parts = functional.pad(gradient, (0, 0, 0, 0, 0, 1)).chunk(len(AROUND), 2)
        return sum(part.index_select(0, side) for part, side in zip(parts, AROUND[OTHER_SIDE], strict=True))


class Landscape(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """A few channels for each hex and some numbers beside them, in layers; then a wish for each action.

    What is known of hexes lies as (hex, table, channel): to look at all neighbours on one side is to take other blocks.
    """

    def __init__(self, channels: int, beside: int, deep: int) -> None:
        super().__init__()
        fields = encoder("amik").names
        self.channels, self.beside = channels, beside
        hexes = 7 + 7 + 2  # where the own sheet's hexes begin: after the round, both dice and the landscape
        end = hexes + HEXES * KINDS
        self.hexes, self.numbers = slice(hexes, end), [*range(hexes), *range(end, end + 32)]  # the sheet's numbers
        if not (fields[hexes].startswith("sheet 1 hex 1") and fields[end + 32].startswith("sheet 2 hex 1")):
            raise SystemExit("What is observed of Amik has changed: this script must be told where the sheet is now.")
        sizes, more = [KINDS] + [channels] * deep, [len(self.numbers)] + [beside] * deep
        self.look = nn.ModuleList([nn.Linear(len(AROUND) * a, channels) for a in sizes[:-1]])
        self.where = nn.ParameterList([nn.Parameter(torch.zeros(HEXES, 1, channels)) for _ in range(deep)])
        self.told = nn.ModuleList([nn.Linear(b, channels, bias=False) for b in more[:-1]])
        self.count = nn.ModuleList([nn.Linear(b, beside) for b in more[:-1]])
        self.sum = nn.ModuleList([nn.Linear(a, beside, bias=False) for a in sizes[:-1]])
        self.ways = nn.Linear(channels, WAYS, bias=False)
        self.kinds = nn.Linear(beside, int(KIND_OF.max()) + 1)
        self.pooled = nn.Linear(channels, int(KIND_OF.max()) + 1, bias=False)

    def begin(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The features of hexes, and the numbers."""
        board = features[:, self.hexes].view(-1, HEXES, KINDS)
        return board.transpose(0, 1).contiguous(), features[:, self.numbers]

    def layer(self, number: int, board: torch.Tensor, beside: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What comes next, before what is below nothing is cut off."""
        seen = self.look[number](Around.apply(board))
        counted = self.count[number](beside) + self.sum[number](board.mean(0))
        return seen + self.where[number] + self.told[number](beside), counted

    def wishes(self, board: torch.Tensor, beside: torch.Tensor) -> torch.Tensor:
        """Of each action, from the last layer."""
        judged = self.ways(board).transpose(1, 2).reshape(HEXES * WAYS, -1)
        kinds = self.kinds(beside) + self.pooled(board.mean(0))
        return torch.sparse.mm(SUMS, judged).t() + kinds[:, KIND_OF]

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """All of it."""
        there = self.begin(features)
        for number in range(len(self.look)):
            board, beside = self.layer(number, *there)
            there = torch.relu(board), torch.relu(beside)
        return self.wishes(*there)

    def layers(self) -> list[tuple[Any, Any]]:
        """The same as matrices: what each step makes of a 1 in each place, beside what it makes of nothing."""
        size = HEXES * self.channels

        def step(number: int, rows: torch.Tensor) -> torch.Tensor:
            board = rows[:, :size].view(len(rows), self.channels, -1).permute(2, 0, 1) if number else rows
            there = (board, rows[:, size:]) if number else self.begin(rows)
            if number == len(self.look):
                return self.wishes(*there)
            board, beside = self.layer(number, *there)
            return torch.cat([board.permute(1, 2, 0).flatten(1), beside], 1)

        found = []
        with torch.no_grad():
            for number in range(len(self.look) + 1):
                ones = torch.eye(size + self.beside if number else encoder("amik").size)
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
        self.threads = options.threads
        self.pool = ThreadPoolExecutor(options.threads, "lesson", torch.set_num_threads, (1,))
        self.rng = np.random.default_rng(options.seed)
        self.taught = np.arange(options.tables) < options.taught * options.tables
        self.seconds, self.decisions, self.games, self.agreed, self.best = 0.0, 0, 0, 0.0, -np.inf

    def keep(self, policy: Path) -> None:
        """Beside the policy, so that it can go on another time."""
        numbers = [self.seconds, self.decisions, self.games, self.agreed, self.best]
        state = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict(), "numbers": numbers}
        torch.save(state, policy.with_suffix(".state.pt"))

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there, at tables of its own."""
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seconds, self.decisions, self.games, self.agreed, self.best = state["numbers"]
        self.seat.reset(self.decisions)

    def gradient(self, known: torch.Tensor, mask: torch.Tensor, choice: torch.Tensor, advice: torch.Tensor) -> Any:
        """What the net would do at some tables, and how it should change."""
        wishes = self.net(known).masked_fill(~mask, NEVER)
        loss = functional.cross_entropy(wishes[choice], advice[choice], reduction="sum")
        return wishes.argmax(1), torch.autograd.grad(loss, list(self.net.parameters()))

    def step(self, rate: float) -> None:
        """A decision at every table: what the teacher would do is imitated, wherever there was a choice."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        seat, advice = self.seat, torch.from_numpy(self.seat.advice())
        mask = torch.from_numpy(seat.mask.copy())
        choice = mask.sum(1) > 1
        parts = (each.chunk(self.threads) for each in (self.features.tensor(seat.observation), mask, choice, advice))
        chosen, pushes = zip(*self.pool.map(self.gradient, *parts), strict=True)
        for weights, *push in zip(self.net.parameters(), *pushes, strict=True):
            weights.grad = sum(push) / max(1, int(choice.sum()))
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        own = torch.cat(chosen)
        if choice.any():
            self.agreed += 0.01 * (float((own == advice)[choice].float().mean()) - self.agreed)
        self.decisions += int(choice.sum())
        slips = self.rng.random(len(own)) < SLIPS
        seat.step(np.where(slips, seat.sample(), np.where(self.taught, advice.numpy(), own.numpy())))
        self.games += int(seat.ended.sum())


def run(lesson: Lesson, options: argparse.Namespace) -> None:
    """Learn until the time is over, judging now and then."""
    whole, curve = 60 * options.minutes, options.to.with_suffix(".csv")
    begun, judged = time.monotonic() - lesson.seconds, -np.inf
    if not options.resume:
        curve.write_text("seconds,decisions,games,agreed,points,error\n", encoding="utf-8")
    while True:
        lesson.seconds = time.monotonic() - begun
        if lesson.seconds >= whole or lesson.seconds - judged >= options.judge_every:
            judged = lesson.seconds
            points, error = judge(lesson.net, options.judged)
            told = (f"{lesson.agreed:.3f}", f"{points:.1f}", f"{error:.1f}")
            row = [f"{lesson.seconds:.0f}", str(lesson.decisions), str(lesson.games), *told]
            with curve.open("a", encoding="utf-8") as file:
                print(*row, sep=",", file=file)
            if points > lesson.best:
                lesson.best = points
                save(options.to, game("amik"), lesson.net.layers(), small=True)
            lesson.keep(options.to)
            print("{} s, {} decisions, {} games: agreed {}, {} points ({})".format(*row), flush=True)
        if lesson.seconds >= whole:
            return
        lesson.step(options.rate * max(0.02, 1 - lesson.seconds / whole))


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=9.0, help="in all, with those before --resume")
    parser.add_argument("--to", type=Path, default=Path("amik.npz"))
    parser.add_argument("--resume", action="store_true", help="go on from where it was")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--channels", type=int, default=24)
    parser.add_argument("--beside", type=int, default=32)
    parser.add_argument("--deep", type=int, default=5)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--taught", type=float, default=0.5, help="the share of tables at which the teacher plays")
    parser.add_argument("--judge-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--judged", type=int, default=96, help="games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # each of our threads works on tables of its own
    lesson = Lesson(Landscape(options.channels, options.beside, options.deep), options)
    if options.resume:
        lesson.restore(torch.load(options.to.with_suffix(".state.pt")))
    try:
        run(lesson, options)
    except KeyboardInterrupt:
        lesson.keep(options.to)
        print(f"{options.to} has the best policy so far; the same command with --resume goes on.")


if __name__ == "__main__":
    main()
