"""Structs: game states as small structures of integers, of fixed size.

A struct is declared as a class whose annotations are integer fields::

    @struct
    class State:
        to_move: i8
        hand: i8[SEATS, KINDS]

Interpreted code sees a NumPy record, compiled code a C structure: the same bytes. The layout has no
holes (fields ordered by width, padded to whole words by a field that stays zero), so two equal states
are equal byte by byte and can be hashed as they lie in memory.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

R = TypeVar("R")
WORD = 8
Out = npt.NDArray[np.int16]  # where rules write action numbers and observations


class Field:
    """An integer field type; `i8[4, 9]` is a 4 by 9 block of them."""

    def __init__(self, code: str, shape: tuple[int, ...] = ()) -> None:
        self.code = code
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> Field:
        if self.shape:
            raise TypeError("a field has one shape: write i8[4, 9], not i8[4][9]")
        sizes = shape if isinstance(shape, tuple) else (shape,)
        if min(sizes, default=0) < 1:
            raise TypeError(f"a field's shape is made of positive integers, not {shape!r}")
        return Field(self.code, sizes)

    @property
    def width(self) -> int:
        """Bytes of one integer."""
        return np.dtype(self.code).itemsize


i8 = Field("i1")
i16 = Field("i2")
i32 = Field("i4")
i64 = Field("i8")


def struct(cls: type[R]) -> type[R]:
    """Turn a class of annotated fields into a struct."""
    fields = inspect.get_annotations(cls, eval_str=True)
    if not fields:
        raise TypeError(f"{cls.__name__} has no fields")
    for name, field in fields.items():
        if not isinstance(field, Field):
            raise TypeError(f"{cls.__name__}.{name} must be i8, i16, i32 or i64, not {field!r}")
    ordered = sorted(fields.items(), key=lambda item: -item[1].width)
    layout: list[tuple[str, str, tuple[int, ...]]] = [(n, f.code, f.shape) for n, f in ordered]
    hole = -np.dtype(layout).itemsize % WORD
    if hole:
        layout.append(("padding", "i1", (hole,)))
    cls.dtype = with_attributes(cls.__name__, np.dtype(layout, align=True))  # type: ignore[attr-defined]
    return cls


def with_attributes(name: str, layout: np.dtype[Any]) -> np.dtype[Any]:
    """A layout whose elements have attributes: what NumPy's own `np.record` does, but many times quicker to read."""

    def field(key: str) -> property:
        def write(self: Any, value: Any) -> None:
            self[key] = value

        return property(itemgetter(key), write)

    scalar = type(name, (np.void,), {key: field(key) for key in layout.names or ()})
    return np.dtype((scalar, layout))


def dtype_of(cls: type[R]) -> np.dtype[Any]:
    """The NumPy type of a struct."""
    return cast("np.dtype[Any]", cls.dtype)  # type: ignore[attr-defined]


def array(cls: type[R], count: int) -> Any:
    """`count` zeroed structs; typed loosely because compiled code takes it as it is."""
    return np.zeros(count, dtype_of(cls))


def new(cls: type[R]) -> R:
    """One zeroed struct."""
    return cast("R", array(cls, 1)[0])


def copy(state: R) -> R:
    """An independent copy of a struct."""
    void = cast("Any", state)
    twin = np.zeros(1, void.dtype)
    twin[0] = void
    return cast("R", twin[0])


def same(a: object, b: object) -> bool:
    """Whether two structs are equal, byte by byte."""
    return bool(cast("Any", a).tobytes() == cast("Any", b).tobytes())


def words(states: Any) -> npt.NDArray[np.int64]:
    """The memory of an array of structs as whole words, one row a struct (no copy)."""
    return cast("npt.NDArray[np.int64]", states.view(np.int64).reshape(len(states), -1))


def differences(a: object, b: object) -> Iterator[str]:
    """The numbers in which two structs differ, for messages people read."""
    first, second = cast("Any", a), cast("Any", b)
    for name in first.dtype.names:
        if not first.dtype[name].shape:
            if first[name] != second[name]:
                yield f"{name}: {first[name]} / {second[name]}"
            continue
        for at in zip(*np.nonzero(first[name] != second[name]), strict=True):
            yield f"{name}{[int(one) for one in at]}: {first[name][at]} / {second[name][at]}"
