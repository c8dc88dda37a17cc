"""Views: what a rule shows of a position, as a struct that says how it looks from outside.

A view is declared like a state, but its fields have meanings::

    @view
    class Player:
        cubes: i16                          # a number
        ready: flag                         # true or false
        card: Named[NAMES]                  # the number of a name inside, the name outside
        hand: Optional[Counted[NAMES]]      # {"oak": 2}; null where it was not written
        dams: UpTo[MOST_DAMS, Dam]          # a list: `count` says how many of its `items` there are

A rule fills it, so it can be compiled and taken wherever the rules go; `decode` makes the JSON values of its bytes,
and `schema` tells others, in JSON, how to do the same. Everything lies in numbers of 16 bits, in the order in which
it is declared. What a rule leaves alone is null, or zero: nothing is shown by mistake, and two views that show the
same are equal byte by byte.
"""

from __future__ import annotations

import inspect
from array import array
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any, TypeVar, cast

import numpy as np

from lodge.kernel.rule import rule
from lodge.kernel.struct import Field, dtype_of, i16, with_attributes

R = TypeVar("R")
Schema = dict[str, Any]

NULL = -(1 << 15)  # the first number of what is null
NUMBER = np.dtype("i2")
MOST_NAMES = 15  # in a subset: it is one number, and not negative
KEPT = 1024  # large structs as they were decoded: between two positions most are the same
LARGE = 8  # numbers


class Source:
    """Where the decoder of a view is written: an expression of `numbers` and the `data` that they lie in.

    Such a decoder is several times as quick as one that asks each field how it is read, and a server makes a view for
    every player after every move.
    """

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"NULL": NULL}
        self.depth = 0

    def name(self, value: Any) -> str:
        """A name for a value that the expression needs."""
        name = f"value{len(self.names)}"
        self.names[name] = value
        return name

    def listed(self, of: Kind, start: str, count: str) -> str:
        """A list of so many of a kind."""
        if isinstance(of, Number):
            return f"numbers[{start}:{start} + {count}].tolist()"
        self.depth += 1
        at = f"at{self.depth}"
        item = self.part(of, at)
        self.depth -= 1
        return f"[{item} for {at} in range({start}, {start} + {of.size} * ({count}), {of.size})]"

    def part(self, of: Kind, at: str) -> str:
        """A part of a view; one of many numbers is decoded apart, because it is often the same as before."""
        if of.size < LARGE:
            return of.source(at, self)
        return f"{self.name(of.kept)}(data[2 * ({at}):2 * ({at} + {of.size})])"


class Kind:
    """What a field means: how many numbers it takes, and which JSON value they make."""

    size = 1
    dtype: np.dtype[Any] = NUMBER

    def blank(self) -> list[int]:
        """Its numbers before anything is written."""
        return [0] * self.size

    @cached_property
    def blank_bytes(self) -> bytes:
        """The same as they lie in memory."""
        return array("h", self.blank()).tobytes()

    @cached_property
    def decoder(self) -> Callable[[bytes], Any]:
        """A function that makes the value of some bytes; large parts that look the same are the same."""
        code = Source()
        read = eval(f"lambda data, numbers: {self.source('0', code)}", code.names)  # noqa: S307 - our own words
        return lambda data: read(data, array("h", data))

    @cached_property
    def kept(self) -> Callable[[bytes], Any]:
        """The same with a memory: what the same bytes give is the same, and not to be changed."""
        return lru_cache(KEPT)(self.decoder)

    def source(self, at: str, code: Source) -> str:
        """An expression that decodes the numbers from `at` on."""
        raise NotImplementedError

    def schema(self) -> Schema:
        """It in words, for decoders in other languages."""
        return {"kind": type(self).__name__.lower()}


class Number(Kind):
    """A number: `i16`."""

    def source(self, at: str, code: Source) -> str:
        """The number itself."""
        del code
        return f"numbers[{at}]"


class Flag(Kind):
    """True or false: `flag`."""

    def source(self, at: str, code: Source) -> str:
        """Anything but zero is true."""
        del code
        return f"numbers[{at}] != 0"


class Mark(Flag):
    """True, or left out of the struct: `mark`."""


flag = Flag()
mark = Mark()


class Named(Kind):
    """`Named[NAMES]`: one of some names (or numbers)."""

    def __init__(self, names: Sequence[str | int]) -> None:
        self.names = tuple(names)

    def __class_getitem__(cls, names: Sequence[str | int]) -> Named:
        return cls(names)

    def source(self, at: str, code: Source) -> str:
        """The name."""
        return f"{code.name(self.names)}[numbers[{at}]]"

    def schema(self) -> Schema:
        """All names."""
        return {**super().schema(), "names": list(self.names)}


class Subset(Named):
    """`Subset[NAMES]`: some of a few names (or numbers), a bit each; outside a list."""

    def __init__(self, names: Sequence[str | int]) -> None:
        if len(names) > MOST_NAMES:
            raise TypeError(f"a subset is of at most {MOST_NAMES} names, not {len(names)}")
        super().__init__(names)

    def source(self, at: str, code: Source) -> str:
        """The names whose bits are set."""

        @cache
        def listed(bits: int) -> list[str | int]:
            return [name for number, name in enumerate(self.names) if bits >> number & 1]

        return f"{code.name(listed)}(numbers[{at}])"


class Text(Kind):
    """`Text[LENGTH, LETTERS]`: names one after another, as one string."""

    between = ""

    def __init__(self, length: int, names: Sequence[str]) -> None:
        self.size = length
        self.names = tuple(names)
        self.dtype = np.dtype((NUMBER, (length,)))

    def __class_getitem__(cls, of: tuple[int, Sequence[str]]) -> Text:
        return cls(*of)

    def source(self, at: str, code: Source) -> str:
        """The string."""
        return f"{self.between!r}.join({code.listed(Named(self.names), at, str(self.size))})"

    def schema(self) -> Schema:
        """How many, of which names, and what is written between them."""
        return {"kind": "text", "length": self.size, "names": list(self.names), "between": self.between}


class Words(Text):
    """`Words[LENGTH, NAMES]`: the same with spaces between them."""

    between = " "


class Counted(Kind):
    """`Counted[NAMES]`: how many there are of each, without those of which there are none."""

    zeros = False

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.size = len(names)
        self.dtype = np.dtype((NUMBER, (self.size,)))

    def __class_getitem__(cls, names: Sequence[str]) -> Counted:
        return cls(names)

    def source(self, at: str, code: Source) -> str:
        """The counts by name."""
        pairs = f"zip({code.name(self.names)}, numbers[{at}:{at} + {self.size}])"
        return f"dict({pairs})" if self.zeros else f"{{name: count for name, count in {pairs} if count}}"

    def schema(self) -> Schema:
        """All names, and whether zeros are told."""
        return {"kind": "counted", "names": list(self.names), "zeros": self.zeros}


class Tally(Counted):
    """`Tally[NAMES]`: the same with zeros."""

    zeros = True


class Each(Kind):
    """`Each[COUNT, Kind]`: always so many, one after another."""

    def __init__(self, count: int, of: Any) -> None:
        self.count = count
        self.of = kind_of(of)
        self.size = count * self.of.size
        self.dtype = np.dtype((self.of.dtype, (count,)))

    def __class_getitem__(cls, of: tuple[int, Any]) -> Each:
        return cls(*of)

    def blank(self) -> list[int]:
        """All of them blank."""
        return self.of.blank() * self.count

    def source(self, at: str, code: Source) -> str:
        """A list."""
        return code.listed(self.of, at, str(self.count))

    def schema(self) -> Schema:
        """How many of what."""
        return {**super().schema(), "count": self.count, "of": self.of.schema()}


class Room:
    """What a rule sees of a list: how many there are, and the room for them."""

    count: int
    items: Any


class Pairs:
    """What a rule sees of a map."""

    count: int
    keys: Any
    values: Any


class Grouped(Room):
    """What a rule sees of groups: all items one after another, and the group of each, counted from 0."""

    group: Any


class Several(Kind):
    """Columns of equal length of which only the first `count` entries are told."""

    def __init__(self, most: int, columns: dict[str, Any]) -> None:
        self.most = most
        self.columns = {name: kind_of(of) for name, of in columns.items()}
        self.size = 1 + most * sum(of.size for of in self.columns.values())
        fields: list[tuple[str, Any]] = [("count", NUMBER)]
        fields += [(name, np.dtype((of.dtype, (most,)))) for name, of in self.columns.items()]
        self.dtype = with_attributes(type(self).__name__, np.dtype(fields))

    def blank(self) -> list[int]:
        """None of them."""
        return [0, *(number for of in self.columns.values() for number in of.blank() * self.most)]

    def schema(self) -> Schema:
        """How many at most, and of what."""
        columns = {name: of.schema() for name, of in self.columns.items()}
        return {**super().schema(), "most": self.most, **columns}

    def lists(self, at: str, code: Source) -> list[str]:
        """For each column an expression that decodes it."""
        start, found = 1, []
        for of in self.columns.values():
            found.append(code.listed(of, f"{at} + {start}", f"numbers[{at}]"))
            start += of.size * self.most
        return found


class UpTo(Several):
    """`UpTo[MOST, Kind]`: a list of at most so many."""

    def __class_getitem__(cls, of: tuple[int, Any]) -> UpTo:
        return cls(of[0], {"items": of[1]})

    def source(self, at: str, code: Source) -> str:
        """A list."""
        return self.lists(at, code)[0]


class Map(Several):
    """`Map[MOST, Key, Value]`: values by name, in the order in which they were written."""

    def __class_getitem__(cls, of: tuple[int, Any, Any]) -> Map:
        return cls(of[0], {"keys": of[1], "values": of[2]})

    def source(self, at: str, code: Source) -> str:
        """An object."""
        keys, values = self.lists(at, code)
        return f"dict(zip({keys}, {values}))"


class Groups(Several):
    """`Groups[MOST, Kind]`: a list of lists with at most so many entries in all."""

    def __class_getitem__(cls, of: tuple[int, Any]) -> Groups:
        return cls(of[0], {"items": of[1], "group": i16})

    def source(self, at: str, code: Source) -> str:
        """A list of lists."""
        items, groups = self.lists(at, code)
        return f"{code.name(_grouped)}({items}, {groups})"


def _grouped(items: list[Any], groups: list[int]) -> list[list[Any]]:
    found: list[list[Any]] = []
    for item, group in zip(items, groups, strict=True):
        if group == len(found):
            found.append([])
        found[group].append(item)
    return found


class Optional(Kind):
    """`Optional[Kind]`: null where the first of its numbers has not been written."""

    def __init__(self, of: Any) -> None:
        self.of = kind_of(of)
        self.size = self.of.size
        self.dtype = self.of.dtype

    def __class_getitem__(cls, of: Any) -> Optional:
        return cls(of)

    def blank(self) -> list[int]:
        """Null."""
        return [NULL, *self.of.blank()[1:]]

    def source(self, at: str, code: Source) -> str:
        """None, or the value."""
        return f"(None if numbers[{at}] == NULL else {code.part(self.of, at)})"

    def schema(self) -> Schema:
        """What it is where it is not null."""
        return {**super().schema(), "of": self.of.schema()}


class Struct(Kind):
    """Fields by name: what `view` makes of a class."""

    def __init__(self, name: str, fields: dict[str, Any], doc: str = "") -> None:
        self.name = name
        self.doc = doc
        self.fields = {key: kind_of(of) for key, of in fields.items()}
        self.size = sum(of.size for of in self.fields.values())
        self.dtype = with_attributes(name, np.dtype([(key, of.dtype) for key, of in self.fields.items()]))

    def blank(self) -> list[int]:
        """All fields blank."""
        return [number for of in self.fields.values() for number in of.blank()]

    def placed(self) -> list[tuple[str, int, Kind]]:
        """The fields as they are called outside (`with_` is "with"), and where they begin."""
        found, at = [], 0
        for key, of in self.fields.items():
            found.append((key.rstrip("_"), at, of))
            at += of.size
        return found

    def source(self, at: str, code: Source) -> str:
        """All fields by name; marks only where they are set."""
        placed = [(key, of, code.part(of, f"{at} + {start}")) for key, start, of in self.placed()]
        plain = ", ".join(f"{key!r}: {value}" for key, of, value in placed if not isinstance(of, Mark))
        marks = [f"**({{{key!r}: True}} if {value} else {{}})" for key, of, value in placed if isinstance(of, Mark)]
        return f"{{{', '.join([plain, *marks])}}}"

    def schema(self) -> Schema:
        """The fields in their order."""
        fields = {key: of.schema() for key, _, of in self.placed()}
        return {"kind": "record", "name": self.name, "fields": fields}


class Union(Struct):
    """Several structs of which one is written: what `union` makes of a class."""

    def __init__(self, name: str, fields: dict[str, Any], doc: str, tag: str, between: str) -> None:
        super().__init__(name, {key: Optional(of) for key, of in fields.items()}, doc)
        self.tag = tag
        self.between = between

    def cases(self) -> list[tuple[str, int, Kind]]:
        """The structs as they are called outside, and where they begin."""
        placed = [(key, at, cast("Optional", of).of) for key, at, of in self.placed()]
        return [(key.replace("_", self.between), at, of) for key, at, of in placed]

    def source(self, at: str, code: Source) -> str:
        """The one that was written, with its name as a tag; where it has no fields, the tag alone."""
        found = "None"
        for name, start, of in reversed(self.cases()):
            fields = f", **{of.source(f'{at} + {start}', code)}" if isinstance(of, Struct) else ""
            value = f"{{{self.tag!r}: {name!r}{fields}}}"
            found = f"{value} if numbers[{at} + {start}] != NULL else {found}"
        return f"({found})"

    def schema(self) -> Schema:
        """The structs in their order, by the names that the tag can have."""
        cases = {name: of.schema() for name, _, of in self.cases()}
        return {"kind": "union", "tag": self.tag, "cases": cases}


def kind_of(annotation: Any) -> Kind:
    """The meaning of a field as it is written down: `i16`, `i16[3]`, `flag`, `Named[...]`, another view."""
    if isinstance(annotation, Kind):
        return annotation
    if isinstance(annotation, Field) and annotation.code == i16.code:
        found: Kind = Number()
        for count in reversed(annotation.shape):
            found = Each(count, found)
        return found
    if isinstance(described := getattr(annotation, "kind", None), Kind):
        return described
    raise TypeError(f"a view has fields like i16, flag or Named[...], not {annotation!r}")


def view(cls: type[R]) -> type[R]:
    """Turn a class of annotated fields into a view."""
    return _described(cls, Struct(cls.__name__, inspect.get_annotations(cls, eval_str=True), cls.__doc__ or ""))


def union(tag: str, between: str = "_") -> Callable[[type[R]], type[R]]:
    """Turn a class whose fields are views into one of them at a time; outside, its name is what the tag says.

    The case without fields is a `flag`. The words of a name are joined by an underscore, or by what `between` says.
    """

    def make(cls: type[R]) -> type[R]:
        fields = inspect.get_annotations(cls, eval_str=True)
        return _described(cls, Union(cls.__name__, fields, cls.__doc__ or "", tag, between))

    return make


def _described(cls: type[R], kind: Struct) -> type[R]:
    cls.kind = kind  # type: ignore[attr-defined]
    cls.dtype = kind.dtype  # type: ignore[attr-defined]
    return cls


def blanks(cls: type[R], count: int) -> Any:
    """An array of views in which nothing has been written."""
    return np.frombuffer(bytearray(kind_of(cls).blank_bytes * count), dtype_of(cls))


def decoder(cls: type[R]) -> Callable[[bytes], Any]:
    """A function that makes the JSON value of a view's bytes. Values may share parts: change none."""
    return kind_of(cls).decoder


def decode(cls: type[R], seen: R) -> Any:
    """The JSON value of a view."""
    return decoder(cls)(cast("Any", seen).tobytes())


def schema(cls: type[Any]) -> Schema:
    """A view described in JSON values: what a decoder in another language needs to know."""
    return kind_of(cls).schema()


@rule
def add(room: Room, item: int) -> None:
    """Write one more number, name or the like at the end of a list; one that was null begins with it."""
    count = max(0, int(room.count))
    room.items[count] = item
    room.count = count + 1
