"""A mypy plugin: `hand: i8[SEATS, KINDS]` in a struct is an array of integers, `to_move: i8` an integer.

In a view, names and flags are integers, too, a list is a `Room`, and what is optional has the type of what it is.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny

STRUCT, VIEW = "lodge.kernel.struct.", "lodge.kernel.view."
FIELDS = {f"{STRUCT}i{bits}" for bits in (8, 16, 32, 64)} | {VIEW + name for name in ("flag", "mark")}
NUMBERS = {VIEW + name for name in ("Named", "Subset")}
ARRAYS = {VIEW + name for name in ("Text", "Words", "Counted", "Tally", "Each")}
PARTS = {VIEW + name: VIEW + seen for name, seen in (("UpTo", "Room"), ("Map", "Pairs"), ("Groups", "Grouped"))}
OPTIONAL = VIEW + "Optional"


def number(context: AnalyzeTypeContext) -> Type:
    """What interpreted code sees when it reads a number."""
    return context.api.named_type("builtins.int", [])


def array(context: AnalyzeTypeContext) -> Type:
    """The same for several of them."""
    shape = AnyType(TypeOfAny.explicit)
    return context.api.named_type("numpy.ndarray", [shape, AnyType(TypeOfAny.explicit)])


def field(context: AnalyzeTypeContext) -> Type:
    """An integer, or with a shape an array."""
    return array(context) if context.type.args else number(context)


def optional(context: AnalyzeTypeContext) -> Type:
    """What it is when it is written."""
    return context.api.analyze_type(context.type.args[0])


class StructPlugin(Plugin):
    """Knows the field types of `lodge.kernel.struct` and `lodge.kernel.view`."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """Take over where a field type is named; without what it is of, the name is that of a class."""
        if fullname in FIELDS:
            return field
        if fullname in PARTS:
            found = self._part(PARTS[fullname])
        elif fullname in NUMBERS | ARRAYS:
            found = number if fullname in NUMBERS else array
        elif fullname == OPTIONAL:
            found = optional
        else:
            return None
        itself = self._part(fullname)
        return lambda context: found(context) if context.type.args else itself(context)

    @staticmethod
    def _part(fullname: str) -> Callable[[AnalyzeTypeContext], Type]:
        return lambda context: context.api.named_type(fullname, [])


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for."""
    del version
    return StructPlugin
