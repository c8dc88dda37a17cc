"""A game's rules compiled one by one: the same functions for a caller in Python, only faster."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from lodge.kernel.compile import have_native, native

if TYPE_CHECKING:
    from lodge.games import Game
    from lodge.games.contract import Contract
    from lodge.games.protocol import Rules

FUNCTIONS = (
    "deal",
    "pending",
    "legal",
    "candidates",
    "play",
    "over",
    "score",
    "standing",
    "place",
    "imagine",
    "observe",
)
CONSTANTS = (
    "VERSION",
    "SEATS",
    "OPTIONS",
    "SECRETS",
    "APART",
    "ACTIONS",
    "MOST_CANDIDATES",
    "MOST_MOVES",
    "OBSERVATION",
    "State",
)


@cache
def native_rules(game: Game) -> Rules:
    """The rules, each function compiled when first called; without Numba, the rules as they are."""
    rules = game.rules
    if not have_native():
        return rules
    names: dict[str, object] = {name: getattr(rules, name) for name in CONSTANTS}
    names |= {name: native(getattr(rules, name), game.folder) for name in FUNCTIONS}
    return cast("Rules", SimpleNamespace(**names))


@cache
def native_contract(game: Game) -> Contract:
    """The game's views and events, written by compiled rules."""
    return game.moves.CONTRACT.compiled(game.folder)
