from __future__ import annotations

from typing import Any

import pytest

from lodge.kernel import i8, i16, rule
from lodge.kernel.compile import native
from lodge.kernel.view import (
    NULL,
    Counted,
    Each,
    Groups,
    Map,
    Named,
    Optional,
    Subset,
    Tally,
    Text,
    UpTo,
    Words,
    add,
    blanks,
    decode,
    flag,
    mark,
    schema,
    union,
    view,
)

TREES = ("oak", "birch", "pine")
SEATS = (0, 1, 2)
LETTERS = "ab"


@view
class Leaf:
    """A small struct."""

    seat: i16
    with_: Optional[Named[TREES]]


@view
class Large:
    """One of many numbers, which is decoded apart."""

    numbers: i16[2, 4]
    few: UpTo[3, Leaf]


@view
class Everything:
    """Every kind of field."""

    number: i16
    yes: flag
    set_: mark
    tree: Named[TREES]
    some: Subset[TREES]
    seats: Subset[SEATS]
    text: Text[4, LETTERS]
    words: Optional[Words[2, TREES]]
    counts: Optional[Counted[TREES]]
    tally: Tally[TREES]
    each: Each[2, Leaf]
    many: UpTo[5, Large]
    by_name: Map[3, Named[TREES], i16]
    groups: Groups[5, i16]
    leaf: Optional[Leaf]
    maybe: Optional[UpTo[2, i16]]


@rule
def fill(seen: Everything) -> None:
    seen.number = -300
    seen.yes = 1
    seen.set_ = 1
    seen.tree = 2
    seen.some = 0b101
    seen.seats = 0b110
    seen.text[3] = 1
    for at in range(2):
        seen.words[at] = 2 * at
    seen.counts[0] = 0
    seen.counts[2] = 4
    seen.tally[1] = 7
    seen.each[1].seat = 3
    seen.each[1].with_ = 1
    seen.many.count = 2
    seen.many.items[1].numbers[1, 3] = 8
    seen.many.items[1].few.count = 1
    seen.many.items[1].few.items[0].seat = 5
    seen.by_name.count = 2
    seen.by_name.keys[0] = 1
    seen.by_name.values[0] = 6
    seen.groups.count = 3
    for at in range(3):
        seen.groups.items[at] = at
        seen.groups.group[at] = at // 2
    seen.leaf.seat = 0
    seen.maybe.count = 0
    add(seen.maybe, 9)


def filled(function: Any) -> Any:
    seen = blanks(Everything, 1)
    function(seen[0])
    return seen[0]


def test_a_view_becomes_json_values() -> None:
    zeros = [[0, 0, 0, 0], [0, 0, 0, 0]]
    assert decode(Everything, filled(fill)) == {
        "number": -300,
        "yes": True,
        "set": True,
        "tree": "pine",
        "some": ["oak", "pine"],
        "seats": [1, 2],
        "text": "aaab",
        "words": "oak pine",
        "counts": {"pine": 4},
        "tally": {"oak": 0, "birch": 7, "pine": 0},
        "each": [{"seat": 0, "with": None}, {"seat": 3, "with": "birch"}],
        "many": [
            {"numbers": zeros, "few": []},
            {"numbers": [[0, 0, 0, 0], [0, 0, 0, 8]], "few": [{"seat": 5, "with": None}]},
        ],
        "by_name": {"birch": 6, "oak": 0},
        "groups": [[0, 1], [2]],
        "leaf": {"seat": 0, "with": None},
        "maybe": [9],
    }


def test_what_was_not_written_is_null_or_nothing() -> None:
    seen = decode(Everything, blanks(Everything, 1)[0])
    assert [key for key, value in seen.items() if value is None] == ["words", "counts", "leaf", "maybe"]
    assert "set" not in seen
    assert seen["many"] == seen["groups"] == seen["some"] == []
    assert seen["by_name"] == {}


def test_compiled_code_writes_the_same_bytes() -> None:
    assert filled(native(fill)).tobytes() == filled(fill).tobytes()


@view
class Took:
    """A case with fields."""

    seat: i16
    fades: mark


@union("event", "-")
class Event:
    """One of three."""

    took_all: Took
    leaf: Leaf
    end: flag


def test_a_union_is_the_case_that_was_written() -> None:
    events = blanks(Event, 3)
    events[0].took_all.seat = 4
    events[1].leaf.seat = 0
    events[2].end = 1
    assert [decode(Event, event) for event in events] == [
        {"event": "took-all", "seat": 4},
        {"event": "leaf", "seat": 0, "with": None},
        {"event": "end"},
    ]


def test_a_view_describes_itself() -> None:
    described = schema(Large)
    leaf = {
        "kind": "record",
        "name": "Leaf",
        "fields": {
            "seat": {"kind": "number"},
            "with": {"kind": "optional", "of": {"kind": "named", "names": ["oak", "birch", "pine"]}},
        },
    }
    assert described["fields"]["few"] == {"kind": "upto", "most": 3, "items": leaf}
    assert list(schema(Event)["cases"]) == ["took-all", "leaf", "end"]


def test_only_what_has_a_meaning_is_a_field() -> None:
    with pytest.raises(TypeError, match="not <"):
        view(type("Wrong", (), {"__annotations__": {"small": i8}}))
    with pytest.raises(TypeError, match="at most 15"):
        Subset(range(16))
    assert blanks(Leaf, 1)[0].with_ == NULL
