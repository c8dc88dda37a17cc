"""For people who study games: simulation, arenas, and tables by the thousand for learners."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lodge.lab.batch import Batch
    from lodge.lab.parallel import Interrupted

__all__ = ["Batch", "Interrupted"]

_HOMES = {"Batch": "lodge.lab.batch", "Interrupted": "lodge.lab.parallel"}


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for: most of the lab needs no batch."""
    if name not in _HOMES:
        raise AttributeError(f"module 'lodge.lab' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
