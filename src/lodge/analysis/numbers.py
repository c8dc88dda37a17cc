"""How sure numbers are that come from play-outs."""

from __future__ import annotations

from typing import Any

import numpy as np

from lodge.bots.playouts import Numbers

Z95 = 1.96
SURE = 2.0  # times the noise: with less, one in twenty of hundreds of moves would be a mistake by chance
SURER = 3.0  # where nobody is asked for a second opinion


def difference(one: Numbers, other: Numbers) -> tuple[float, float]:
    """How much better one set of play-outs is than another on the same luck, and the noise of that."""
    gaps = one - other
    return float(gaps.mean()), float(noise_of(gaps))


def noise_of(results: Numbers) -> Any:
    """How far the mean of play-outs may be off (95 %), by column; nothing where all are the same."""
    return np.where(np.ptp(results, axis=0) > 0, Z95 * results.std(0) / np.sqrt(len(results)), 0.0)
