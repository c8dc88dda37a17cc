"""Learning by playing: proximal policy optimisation (Schulman and others, 2017).

The net plays some steps in all lanes, and chooses every action as often as it thinks right. Then actions of which more
came than it had expected are made likelier, others less likely, but not by much before it plays again. What came is
known at the end of each round: what the leads are worth, by how many rounds are left. At first it is paid for being
undecided, so that it tries enough. What is shipped is the mean of the nets it was lately, which is better than each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import torch
from tools.beaver_net.hall import Hall
from tools.beaver_net.lanes import NOTHING, SCORES
from tools.beaver_net.nets import DEVICE, NEVER, fresh, judge, opened

from lodge.games.beaver_gang.players.master.net import Net, Size
from lodge.games.beaver_gang.rules.facts import MOST_SEATS

SHARES = ((0.3, 0.6, 0.1), (0.25, 0.4, 0.35))  # of lanes, for each company in `hall.py`; with two players, with more
STEPS = 64  # in each lane, before it learns
EPOCHS = 2  # how often it goes through them
RATE, LAST_RATE = 1e-3, 2e-5
UNDECIDED, LAST_UNDECIDED = 0.08, 0.003  # what being undecided is worth, at first and at last
VALUE = 5.0  # what it matters to know how well one stands
CLIP = 0.2  # an action may become likelier by so much, as a part
TRUST = 0.95  # how much of what comes later counts for a decision (lambda of generalised advantages)
SPREAD = 11.0  # points by which leads change in a round
MEMORY, SOON = 0.99, 10  # of the mean: what is kept of it at each time, and of how few it is a plain mean


class Steps(NamedTuple):
    """What happened, a row for each step, a column for each lane."""

    seen: Any
    open: Any
    seats: Any
    ours: Any  # whether the net decided
    slots: Any
    likely: Any  # how likely the net was to choose that, as a logarithm
    values: Any  # how well it thought that it stands
    ends: Any


class Lesson(NamedTuple):
    """Decisions to learn from."""

    seen: Any
    open: Any
    slots: Any
    likely: Any
    gains: Any  # how much more came than was expected
    results: Any  # what came


def room(lanes: int, size: Size) -> Steps:
    """Steps to be written."""

    def make(kind: Any, *more: int) -> Any:
        return torch.zeros(STEPS, *more, dtype=kind, device=DEVICE)

    return Steps(
        make(torch.int16, lanes, size.features),
        make(torch.int64, lanes),
        make(torch.int64, lanes),
        make(torch.bool, lanes),
        make(torch.int64, lanes),
        make(torch.float32, lanes),
        make(torch.float32, lanes),
        make(torch.int16, SCORES + MOST_SEATS, lanes),
    )


def likelihoods(said: Any, may: Any) -> Any:
    """Logarithms of how likely each slot is to be chosen."""
    return torch.log_softmax(said.masked_fill(~may, NEVER), 1)


def play(net: Net, hall: Hall, steps: Steps) -> None:
    """Play, and write down what happens."""
    sheet = hall.sheet
    for k in range(STEPS):
        said, value = judge(net, sheet.seen)
        likely = likelihoods(said, opened(sheet.open))
        chance = torch.rand_like(likely).clamp(1e-9, 1 - 1e-7)
        slots = (likely - torch.log(-torch.log(chance))).argmax(1)  # each as often as it is likely
        steps.seen[k], steps.open[k], steps.seats[k] = sheet.seen, sheet.open, sheet.seats
        steps.ours[k], steps.values[k] = ~hall.theirs(), value
        steps.likely[k] = likely.gather(1, slots[:, None])[:, 0]
        steps.slots[k] = hall.step(slots)
        steps.ends[k] = sheet.ends


def worths(scores: Any, left: Any, players: Any) -> Any:
    """By seat: how likely it is to win, and to be before any other, by half, if luck alone decides what is left."""
    lead = (scores[None] - scores[:, None]).float()  # of the first before the second
    likely = torch.special.ndtr(lead / (SPREAD * torch.sqrt(left.clamp(min=1).float())))
    likely = torch.where(left > 0, likely, (torch.sign(lead) + 1) / 2)
    seats = torch.arange(MOST_SEATS, device=DEVICE)
    there = seats[:, None] < players
    pairs = there[:, None] & there[None] & (seats[:, None, None] != seats[None, :, None])
    before_any = (likely * pairs).sum(1) / (players - 1)
    before_all = torch.where(pairs, likely, 1.0).prod(1) * there
    return (before_any + before_all / before_all.sum(0)) / 2


def learn_from(steps: Steps, players: Any) -> Lesson:
    """What came of every decision, backwards from the ends of rounds; left out where that is not known yet."""
    lanes = torch.arange(steps.seats.shape[1], device=DEVICE)
    after, gain, known = (torch.zeros(MOST_SEATS, len(lanes), device=DEVICE) for _ in range(3))
    gains, usable = torch.zeros_like(steps.values), steps.ours.clone()
    for k in reversed(range(STEPS)):
        ended, left = steps.ends[k, 0] != NOTHING, steps.ends[k, 1]
        after = torch.where(ended, worths(steps.ends[k, SCORES:], left, players), after)
        gain, known = torch.where(ended, 0.0, gain), torch.where(ended, 1.0, known)
        here = steps.seats[k], lanes
        gains[k] = after[here] - steps.values[k] + TRUST * gain[here]
        usable[k] &= known[here] > 0
        after[here], gain[here], known[here] = steps.values[k], gains[k], 1.0
    rows = usable.flatten().nonzero()[:, 0]
    results = gains + steps.values
    seen, there, slots, likely, gained, came = (
        part.flatten(0, 1)[rows] for part in (steps.seen, steps.open, steps.slots, steps.likely, gains, results)
    )
    return Lesson(seen, there, slots, likely, (gained - gained.mean()) / gained.std(), came)


class Learner:
    """A net that learns, with all that it needs to go on another day."""

    def __init__(self, size: Size) -> None:
        self.net = fresh(size.rows, size.wide, size.narrow)
        self.mean = Net(*(part.detach().clone() for part in self.net))
        self.adam = torch.optim.Adam(list(self.net), RATE, betas=(0.9, 0.98))
        self.times, self.decisions, self.seconds = 0, 0, 0.0
        self.value_error: Any = 0.0  # these two of the last batch, left where they are: to look would be to wait
        self.entropy: Any = 0.0

    def improve(self, lesson: Lesson, batch: int, part: float) -> None:
        """Learn from what happened, when so large a part of the time is over."""
        self.adam.param_groups[0]["lr"] = RATE * (1 - part) + LAST_RATE
        undecided = UNDECIDED * (LAST_UNDECIDED / UNDECIDED) ** part
        for _ in range(EPOCHS):
            mixed = torch.randperm(len(lesson.slots), device=DEVICE)
            for start in range(0, len(mixed) - batch + 1, batch):
                rows = mixed[start : start + batch]
                self._nudge(Lesson(*(part[rows] for part in lesson)), undecided)
        self.times += 1
        self.decisions += len(lesson.slots)
        kept = min(MEMORY, self.times / (self.times + SOON))
        with torch.no_grad():
            for mean, now in zip(self.mean, self.net, strict=True):
                mean.lerp_(now, 1 - kept)

    def _nudge(self, lesson: Lesson, undecided: float) -> None:
        """One step of Adam."""
        said, value = judge(self.net, lesson.seen)
        may = opened(lesson.open)
        likely = likelihoods(said, may)
        ratio = torch.exp(likely.gather(1, lesson.slots[:, None])[:, 0] - lesson.likely)
        gained = torch.min(ratio * lesson.gains, ratio.clamp(1 - CLIP, 1 + CLIP) * lesson.gains).mean()
        value_error = ((value - lesson.results) ** 2).mean()
        entropy = -(likely.exp() * likely.masked_fill(~may, 0)).sum(1).mean()
        self.adam.zero_grad()
        (VALUE * value_error - gained - undecided * entropy).backward()
        torch.nn.utils.clip_grad_norm_(list(self.net), 1.0)
        self.adam.step()
        self.value_error, self.entropy = value_error.detach(), entropy.detach()

    def save(self, file: Path) -> None:
        """Keep all of it, in one go: an interrupted call leaves what was there."""
        new = file.with_suffix(".new")
        counts = {"times": self.times, "decisions": self.decisions, "seconds": self.seconds}
        nets = {"net": [part.detach() for part in self.net], "mean": list(self.mean)}
        torch.save({"adam": self.adam.state_dict(), **nets, **counts}, new)
        new.replace(file)

    def load(self, file: Path) -> None:
        kept = torch.load(file, map_location=DEVICE, weights_only=True)
        with torch.no_grad():
            for ours, theirs in zip((*self.net, *self.mean), (*kept["net"], *kept["mean"]), strict=True):
                ours.copy_(theirs)
        self.adam.load_state_dict(kept["adam"])
        self.times, self.decisions, self.seconds = kept["times"], kept["decisions"], kept["seconds"]
