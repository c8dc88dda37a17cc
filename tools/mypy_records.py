"""A mypy plugin: `hand: i8[SEATS, KINDS]` in a record is an array of integers, `to_move: i8` an integer."""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny

FIELDS = {f"lodge.kernel.record.i{bits}" for bits in (8, 16, 32, 64)}


def field_type(context: AnalyzeTypeContext) -> Type:
    """The type that interpreted code sees when it reads the field."""
    if not context.type.args:
        return context.api.named_type("builtins.int", [])
    shape = AnyType(TypeOfAny.explicit)
    return context.api.named_type("numpy.ndarray", [shape, AnyType(TypeOfAny.explicit)])


class RecordPlugin(Plugin):
    """Knows the field types of `lodge.kernel.record`."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """Take over where a field type is named."""
        return field_type if fullname in FIELDS else None


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for."""
    del version
    return RecordPlugin
