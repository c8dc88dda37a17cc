"""For people who study games: simulation, arenas, and tables by the thousand for learners."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lodge.lab.batch import Batch

__all__ = ["Batch"]


def __getattr__(name: str) -> Any:
    """Import the batch when it is asked for: most of the lab needs none."""
    if name != "Batch":
        raise AttributeError(f"module 'lodge.lab' has no attribute {name!r}")
    return importlib.import_module("lodge.lab.batch").Batch
