"""Notices: what a server process tells the others. Nothing in them is needed to get a table right.

What happens at a table is in the database alone; a notice says where to look. So a notice that is lost costs time and
nothing else, and none holds a move, a seed or a line of chat.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

LONGEST = 7900  # bytes of a message: PostgreSQL takes less than 8000


class _Notice(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Of several notices with the same topic that wait to be sent only the last one matters."""

    @property
    def topic(self) -> Hashable:
        """What it is about; None: it counts by itself."""
        return type(self)


class Wrote(_Notice, frozen=True, array_like=True, tag=True):
    """A table has so many events now."""

    table: str
    number: int

    @property
    def topic(self) -> Hashable:
        """The table."""
        return Wrote, self.table


class Present(_Notice, frozen=True, array_like=True, tag=True):
    """Who is at a table by way of this process: seats, each with the marks of whoever holds it, and how many others."""

    table: str
    seats: dict[int, list[str]]
    watchers: int

    @property
    def topic(self) -> Hashable:
        """The table."""
        return Present, self.table


class Felt(_Notice, frozen=True, array_like=True, tag=True):
    """Somebody at a table shows how they feel; that passes, so it is in no database."""

    table: str
    seat: int
    what: str

    @property
    def topic(self) -> Hashable:
        """Each counts by itself."""
        return None


class SpokenBy(_Notice, frozen=True, array_like=True, tag=True):
    """By what whoever said a line of chat is known, should the host want to mute them."""

    table: str
    line: int
    marks: list[str]

    @property
    def topic(self) -> Hashable:
        """The line."""
        return SpokenBy, self.table, self.line


class Connections(_Notice, frozen=True, array_like=True, tag=True):
    """How many websockets an address (by its hash) has at this process."""

    address: str
    count: int

    @property
    def topic(self) -> Hashable:
        """The address."""
        return Connections, self.address


class Counted(_Notice, frozen=True, array_like=True, tag=True):
    """An address (by its hash) has done something that it may not do too often."""

    what: Literal["table", "line"]
    address: str

    @property
    def topic(self) -> None:
        """Each one counts."""


class Arrived(_Notice, frozen=True, array_like=True, tag=True):
    """This process is new, or may have missed something: the others say again who is where."""


class Alive(_Notice, frozen=True, array_like=True, tag=True):
    """This process is still there."""


class Gone(_Notice, frozen=True, array_like=True, tag=True):
    """This process ends."""


Notice: TypeAlias = Wrote | Present | Felt | SpokenBy | Connections | Counted | Arrived | Alive | Gone

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, list[Notice]]).decode


def pack(sender: str, notices: Iterable[Notice]) -> Iterator[str]:
    """Notices as messages, as many in each as it holds."""
    part, size = list[bytes](), 0
    for notice in notices:
        text = _encode(notice)
        if part and size + len(text) > LONGEST - 100:
            yield _message(sender, part)
            part, size = [], 0
        part.append(text)
        size += len(text) + 1
    if part:
        yield _message(sender, part)


def _message(sender: str, part: list[bytes]) -> str:
    return f'["{sender}",[{b",".join(part).decode()}]]'


def unpack(message: str) -> tuple[str, list[Notice]]:
    """Who sent a message, and what; nothing where it is not understood: another version may have sent it."""
    try:
        return _decode(message)
    except msgspec.DecodeError:
        return "", []
