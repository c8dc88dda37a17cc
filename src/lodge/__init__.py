"""Lodge: a digital table for four games, and the same rules as a library for people who study them.

>>> import lodge
>>> match = lodge.Match.new("dam-it", seats=3, seed=7)
>>> match.play(match.pending[0], "take 1")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lodge.errors import BadPosition, BadRecord, CannotUndo, IllegalMove, LodgeError, UnknownName
    from lodge.match import Match
    from lodge.record import Record, load
    from lodge.replaying import Verdict, replay, verify

__version__ = "0.1.0"

_HOMES = {
    "lodge.errors": ("BadPosition", "BadRecord", "CannotUndo", "IllegalMove", "LodgeError", "UnknownName"),
    "lodge.match": ("Match",),
    "lodge.record": ("Record", "load"),
    "lodge.replaying": ("Verdict", "replay", "verify"),
}
_WHERE = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BadPosition",
    "BadRecord",
    "CannotUndo",
    "IllegalMove",
    "LodgeError",
    "Match",
    "Record",
    "UnknownName",
    "Verdict",
    "load",
    "replay",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for: `import lodge` alone stays quick."""
    if name not in _WHERE:
        raise AttributeError(f"module 'lodge' has no attribute {name!r}")
    return getattr(importlib.import_module(_WHERE[name]), name)
