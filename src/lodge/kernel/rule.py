"""Rules: plain functions over records that also compile.

`@rule` returns the function itself, so plain Python calls it as it is. Numba learns of it only when
something is compiled: programs that never compile never import Numba, and work without it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_rules: list[Callable[..., Any]] = []
_heavy: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
_known: dict[str, int] = {}


def rule(function: F) -> F:
    """Mark a function as a rule: callable from Python, and compiled where compiled code calls it."""
    _rules.append(function)
    return function


def heavy(function: F) -> F:
    """Mark a rule that is too slow to interpret: plain Python calls it compiled, too, wherever there is a compiler."""

    @cache
    def compiled() -> Callable[..., Any]:
        from lodge.kernel.compile import native

        return native(function)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return compiled()(*arguments)

    _heavy.append((call, rule(function)))
    return cast("F", call)


def teach(world: str, register: Callable[..., Any], overload: Callable[..., Any]) -> None:
    """Register every rule with a compiler that has not met it yet (`world` names the compiler).

    For a heavy one, `overload` makes compiled code call the rule itself where it says the name that Python calls.
    """
    start = _known.get(world, 0)
    _known[world] = len(_rules)
    new = _rules[start:]
    for function in new:
        register(function)
    for call, function in _heavy:
        if function in new:
            overload(call, strict=False)(_body(function))


def _body(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_, **__: function
