"""Rules: plain functions over records that also compile.

`@rule` returns the function itself, so plain Python calls it as it is. Numba learns of it only when
something is compiled: programs that never compile never import Numba, and work without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_rules: list[Callable[..., Any]] = []
_known: dict[str, int] = {}


def rule(function: F) -> F:
    """Mark a function as a rule: callable from Python, and compiled where compiled code calls it."""
    _rules.append(function)
    return function


def teach(world: str, register: Callable[[Callable[..., Any]], Any]) -> None:
    """Register every rule with a compiler that has not met it yet (`world` names the compiler)."""
    start = _known.get(world, 0)
    _known[world] = len(_rules)
    for function in _rules[start:]:
        register(function)
