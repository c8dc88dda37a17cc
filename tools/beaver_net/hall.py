"""A hall of lanes in which a net plays: against itself, against the imitation of search, and against greedy."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from tools.beaver_net import gpu, lanes
from tools.beaver_net.lanes import GAME, Sheet
from tools.beaver_net.nets import DEVICE, NEVER, judge, opened

from lodge.games.beaver_gang.instinct import Net
from lodge.games.beaver_gang.state import NONE

# Who else plays in a lane: the net itself, the imitation on one seat or the other, greedy on one seat or the other.
ITSELF, IMITATION_1, IMITATION_0, GREEDY_1, GREEDY_0 = KINDS = range(5)
NOISE = 0.003  # in what the imitation thinks, so that it is not always the same player
TRIAL = (0.0, 0.25, 0.25, 0.25, 0.25)
TRIAL_STEPS = 400  # decisions in each lane


class Hall:
    """The lanes, with so large a share of them for each kind of company."""

    def __init__(self, count: int, shares: tuple[float, ...], imitation: Net, seed: int, first: int = 0) -> None:
        cuts = [0, *np.cumsum([int(count * share) for share in shares[:-1]]), count]
        kinds = np.repeat(KINDS, np.diff(cuts))
        greedy_seats = np.select([kinds == GREEDY_1, kinds == GREEDY_0], [1, 0], NONE)
        rival_seats = np.select([kinds == IMITATION_1, kinds == IMITATION_0], [1, 0], NONE)
        self.lanes = (gpu if DEVICE == "cuda" else lanes).Lanes(greedy_seats, seed, first)
        self.sheet = Sheet(*(torch.as_tensor(part, device=DEVICE) for part in self.lanes.sheet))
        self.imitation = imitation
        self.imitated = slice(int(cuts[IMITATION_1]), int(cuts[GREEDY_1]))
        self.kinds, self.rivals = (torch.as_tensor(part, device=DEVICE) for part in (kinds, rival_seats))

    def theirs(self) -> Any:
        """In which lanes the imitation is to decide."""
        return self.sheet.seats == self.rivals

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


def trial(net: Net, imitation: Net, count: int, seed: int) -> tuple[float, float]:
    """How much a net wins against the imitation, and against greedy, if it always does what it likes best."""
    hall = Hall(count, TRIAL, imitation, seed)
    net_is_first = (hall.kinds == IMITATION_1) | (hall.kinds == GREEDY_1)
    won, games = torch.zeros(2, len(KINDS), device=DEVICE)
    with torch.no_grad():
        for _ in range(TRIAL_STEPS):
            said, _ = judge(net, hall.sheet.seen)
            hall.step(said.masked_fill(~opened(hall.sheet.open), NEVER).argmax(1))
            over = hall.sheet.ends[0] == GAME
            first_won = (torch.sign(hall.sheet.ends[1].float()) + 1) / 2
            shares = torch.where(net_is_first, first_won, 1 - first_won)
            won.index_add_(0, hall.kinds[over], shares[over])
            games.index_add_(0, hall.kinds[over], torch.ones_like(shares[over]))
    pairs = (IMITATION_1, IMITATION_0), (GREEDY_1, GREEDY_0)
    against_imitation, against_greedy = (
        (sum(won[kind] for kind in pair) / sum(games[kind] for kind in pair).clamp(min=1)).item() for pair in pairs
    )
    return against_imitation, against_greedy
