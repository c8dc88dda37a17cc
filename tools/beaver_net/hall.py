"""A hall of lanes in which a net plays: against itself, against the imitation of search, and against greedy."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from tools.beaver_net import gpu, lanes
from tools.beaver_net.lanes import GAME, GREEDY, IMITATION, LEARNER, SCORES, Sheet
from tools.beaver_net.nets import DEVICE, NEVER, judge, opened

from lodge.games.beaver_gang.players.master.net import Net
from lodge.games.beaver_gang.rules.facts import FEWEST_SEATS, MOST_SEATS

COMPANIES = (LEARNER, IMITATION, GREEDY)  # who else plays in a lane
NOISE = 0.003  # in what the imitation thinks, so that it is not always the same player
TRIAL = (0.0, 0.5, 0.5)
TRIAL_STEPS = 400  # decisions in each lane


def cast(count: int, more: bool, shares: tuple[float, ...]) -> tuple[Any, Any, Any]:
    """How many play in each lane, who has which seat, and in what company; so large a share of lanes for each.

    In company the net has any of the seats, but never all: neighbouring lanes have each way to share them once.
    """
    cuts = [0, *np.cumsum([int(count * share) for share in shares[:-1]]), count]
    companies = np.repeat(COMPANIES, np.diff(cuts))
    number = np.arange(count)
    sizes = MOST_SEATS - FEWEST_SEATS if more else 1
    players = FEWEST_SEATS + more + number % sizes
    rivals = 1 + number // sizes % (2**players - 2)
    roles = np.where(rivals[:, None] >> np.arange(MOST_SEATS) & 1, companies[:, None], LEARNER)
    return players, roles, companies


class Hall:
    """The lanes, and who decides there."""

    def __init__(
        self, count: int, more: bool, shares: tuple[float, ...], imitation: Net, seed: int, first: int = 0
    ) -> None:
        players, roles, companies = cast(count, more, shares)
        self.lanes = (gpu if DEVICE == "cuda" else lanes).Lanes(players, roles, seed, first)
        self.sheet = Sheet(*(torch.as_tensor(part, device=DEVICE) for part in self.lanes.sheet))
        self.imitation = imitation
        self.imitated = slice(*np.searchsorted(companies, (IMITATION, IMITATION + 1)).tolist())
        self.companies = torch.as_tensor(companies, device=DEVICE)

    def theirs(self) -> Any:
        """In which lanes the imitation is to decide."""
        return self.sheet.roles.gather(1, self.sheet.seats[:, None].long())[:, 0] == IMITATION

    def step(self, slots: Any) -> Any:
        """Play these slots, or what the imitation chooses where it decides; the slots that were played."""
        there = self.imitated
        said, _ = judge(self.imitation, self.sheet.seen[there])
        likes = said - said.mean(1, keepdim=True) + NOISE * torch.randn_like(said)
        chosen = likes.masked_fill(~opened(self.sheet.open[there]), NEVER).argmax(1)
        slots = slots.clone()
        slots[there] = torch.where(self.theirs()[there], chosen, slots[there])
        self.lanes.step(slots.to(torch.int8))
        return slots

    def won(self) -> tuple[Any, Any]:
        """By lane: of the learner's seats against each of the others, how many stand better, and of how many."""
        scores = self.sheet.ends[SCORES:].T.float()
        there = torch.arange(MOST_SEATS, device=DEVICE) < self.sheet.players[:, None]
        ours = (self.sheet.roles == LEARNER) & there
        pairs = ours[:, :, None] & (there & ~ours)[:, None, :]
        better = (torch.sign(scores[:, None, :] - scores[:, :, None]) + 1) / 2
        return (better * pairs).sum((1, 2)), pairs.sum((1, 2))


def trial(net: Net, imitation: Net, count: int, more: bool, seed: int) -> tuple[float, float]:
    """How often a net is before the imitation, and before greedy, if it always does what it likes best."""
    hall = Hall(count, more, TRIAL, imitation, seed)
    won, games = torch.zeros(2, len(COMPANIES), device=DEVICE)
    with torch.no_grad():
        for _ in range(TRIAL_STEPS):
            said, _ = judge(net, hall.sheet.seen)
            hall.step(said.masked_fill(~opened(hall.sheet.open), NEVER).argmax(1))
            over = hall.sheet.ends[0] == GAME
            better, pairs = hall.won()
            won.index_add_(0, hall.companies[over], better[over])
            games.index_add_(0, hall.companies[over], pairs[over].float())
    against_imitation, against_greedy = (won / games.clamp(min=1))[[IMITATION, GREEDY]].tolist()
    return against_imitation, against_greedy
