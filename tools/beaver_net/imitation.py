"""A net that imitates search: it says of every action what search thinks of it, but at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from tools.beaver_net.nets import DEVICE, NEVER, fresh, judge, opened

from lodge.games.beaver_gang.players.master.net import Net, Size

WIDE, NARROW = 512, 128  # it is not shipped: it may be large
PASSES = 14
HELD = 20  # one row in so many is not learned from
RATE, LAST_RATE = 2e-3, 1e-5


@dataclass(frozen=True)
class Fit:
    """How good it is, on rows that it has not learned from."""

    rows: int
    agreement: float  # how often it would do what search would
    regret: float  # what that costs, by what search thinks
    regret_of_any: float  # what any action would cost


def imitate(size: Size, seen: Any, there: Any, values: Any, batch: int) -> tuple[Net, Fit]:
    """Fit a net to what search thought: what counts is how far an action is above or below the others."""
    seen, there, values = (torch.as_tensor(part, device=DEVICE) for part in (seen, there, values))
    net = fresh(size.rows, WIDE, NARROW)
    adam = torch.optim.Adam(list(net), RATE)
    held = max(1, len(seen) // HELD)
    steps = max(1, int(PASSES * (len(seen) - held) / batch))
    for step in range(steps):
        adam.param_groups[0]["lr"] = RATE * (1 - step / steps) + LAST_RATE
        rows = torch.randint(held, len(seen), (batch,), device=DEVICE)
        said, _ = judge(net, seen[rows])
        may = opened(there[rows]).float()
        error = 100 * ((apart(said, may) - apart(values[rows], may)) ** 2 * may).sum(1).mean()
        adam.zero_grad()
        error.backward()
        adam.step()
    with torch.no_grad():
        return net, Fit(len(seen), *compare(net, seen[:held], opened(there[:held]), values[:held]))


def apart(values: Any, may: Any) -> Any:
    """How far each is from the mean of those that are open."""
    return values - (values * may).sum(1, keepdim=True) / may.sum(1, keepdim=True)


def compare(net: Net, seen: Any, may: Any, values: Any) -> tuple[float, float, float]:
    """Agreement, regret, and the regret of any action."""
    chosen = judge(net, seen)[0].masked_fill(~may, NEVER).argmax(1, keepdim=True)
    best, its_slot = values.masked_fill(~may, NEVER).max(1)
    mean = values.masked_fill(~may, 0).sum(1) / may.sum(1)
    agreement = (chosen[:, 0] == its_slot).float().mean().item()
    regret = (best - values.gather(1, chosen)[:, 0]).mean().item()
    return agreement, regret, (best - mean).mean().item()
