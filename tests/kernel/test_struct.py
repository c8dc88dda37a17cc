"""Structs: layout, copies, equality."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge.kernel import array, copy, differences, dtype_of, i8, i16, i32, i64, new, same, struct, words


@struct
class Mixed:
    small: i8
    wide: i64
    grid: i8[2, 3]
    middle: i16[3]
    four: i32


def test_fields_have_the_declared_types_and_shapes() -> None:
    state = new(Mixed)
    state.wide = 1 << 40
    state.grid[1, 2] = -5
    state.middle[0] = 300
    assert (state.wide, state.grid[1, 2], state.middle[0], state.small) == (1 << 40, -5, 300, 0)
    assert state.grid.shape == (2, 3)


def test_the_layout_has_no_holes_and_fills_whole_words() -> None:
    dtype = dtype_of(Mixed)
    assert dtype.itemsize % 8 == 0
    fields: Any = dtype.fields
    covered = sum(fields[name][0].itemsize for name in dtype.names or ())
    assert covered == dtype.itemsize
    for name in dtype.names or ():
        base, offset = fields[name][0].base, fields[name][1]
        assert offset % base.itemsize == 0, f"{name} is not aligned"


def test_a_record_that_fills_its_words_gets_no_padding() -> None:
    @struct
    class Full:
        wide: i64

    assert dtype_of(Full).names == ("wide",)


def test_copies_are_independent_and_equal() -> None:
    state = new(Mixed)
    state.grid[0, 0] = 7
    twin = copy(state)
    assert same(state, twin)
    twin.grid[0, 0] = 8
    twin.four = -1
    assert not same(state, twin)
    assert state.grid[0, 0] == 7
    assert list(differences(state, twin)) == ["four: 0 / -1", "grid[0, 0]: 7 / 8"]


def test_words_see_every_byte_without_copying() -> None:
    states = array(Mixed, 3)
    memory = words(states)
    assert memory.shape == (3, dtype_of(Mixed).itemsize // 8)
    states[1].grid[1, 1] = 1
    assert memory[1].any()
    assert not memory[0].any()


def test_a_record_in_an_array_is_the_array() -> None:
    states = array(Mixed, 2)
    states[1].small = 3
    assert states["small"].tolist() == [0, 3]


@pytest.mark.parametrize("shape", [0, -1, (2, 0), ()])
def test_a_bad_shape_is_refused(shape: Any) -> None:
    with pytest.raises(TypeError, match="positive"):
        i8[shape]


def test_a_field_has_one_shape() -> None:
    with pytest.raises(TypeError, match="one shape"):
        i8[2][3]


def test_only_integer_fields_make_a_record() -> None:
    with pytest.raises(TypeError, match="must be i8"):

        @struct
        class Wrong:
            name: str

    with pytest.raises(TypeError, match="no fields"):

        @struct
        class Empty:
            pass


def test_reading_narrow_fields_must_widen() -> None:
    """The trap: interpreted, int8 arithmetic wraps at its own width and warns; `int()` makes it exact."""
    state = new(Mixed)
    state.grid[0, 0] = 100
    with pytest.warns(RuntimeWarning, match="overflow"):
        wrapped = state.grid[0, 0] * np.int8(10)
    assert wrapped != 1000
    assert int(state.grid[0, 0]) * 10 == 1000
