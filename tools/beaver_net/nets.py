"""The nets in PyTorch: as `net.py` has them, but in floating point, so that they can learn."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lodge.games.beaver_gang.players.master.net import CAP, Net
from lodge.games.beaver_gang.players.master.slots import SLOTS

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
QUICK = torch.bfloat16 if DEVICE == "cuda" else torch.float32  # what large products are made in
NEVER = -1e9  # what is said of a slot that is not open


def fresh(rows: int, wide: int, narrow: int) -> Net:
    """A net that knows nothing: a number for each slot, and one for how well the seat stands."""

    def spread(*shape: int, by: float) -> Any:
        return (torch.randn(*shape, device=DEVICE) * by).requires_grad_()

    def level(size: int, number: float) -> Any:
        return torch.full((size,), number, device=DEVICE, requires_grad=True)

    heads = SLOTS + 1
    return Net(
        spread(rows, wide, by=0.08),
        level(wide, 0.2),
        spread(wide, narrow, by=math.sqrt(2 / wide)),
        level(narrow, 0.1),
        spread(narrow, heads, by=0.02),
        level(heads, 0.0),
    )


def judge(net: Net, seen: Any) -> tuple[Any, Any]:
    """What the net says of every slot, and of how well the seat stands, 0 to 1."""
    wide = (add_rows(net.table.to(QUICK), seen).float() + net.bias).clamp(0, CAP)
    narrow = ((wide.to(QUICK) @ net.mix.to(QUICK)).float() + net.mix_bias).clamp(0, CAP)
    told = narrow @ net.out + net.out_bias
    return told[:, :SLOTS], told[:, SLOTS] + 0.5


def add_rows(table: Any, seen: Any) -> Any:
    """The rows of what is seen, added up; to learn, as a product, whose slope is found many times sooner."""
    if not torch.is_grad_enabled():
        return torch.nn.functional.embedding_bag(seen.int(), table, mode="sum")
    picked = torch.zeros(len(seen), len(table), dtype=table.dtype, device=DEVICE)
    picked.scatter_(1, seen.long(), 1.0)
    return picked @ table


def opened(there: Any) -> Any:
    """Bit masks of slots, a column for each slot."""
    return (there[:, None] >> torch.arange(SLOTS, device=DEVICE) & 1).bool()


def arrays(net: Net) -> dict[str, Any]:
    """The weights by name, for NumPy."""
    return {name: part.detach().float().cpu().numpy() for name, part in net._asdict().items()}


def load(file: Path) -> Net:
    with np.load(file) as kept:
        return Net(*(torch.as_tensor(kept[name], device=DEVICE) for name in Net._fields))
