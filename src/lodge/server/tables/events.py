"""What happens at a table, as it is stored: a table is the list of its events, as a match is that of its moves."""

from __future__ import annotations

from typing import Literal

import msgspec


class Event(msgspec.Struct, tag_field="row", tag=str.lower, omit_defaults=True):
    """What happened; the field `row` of its JSON says what kind of thing."""


class SeatData(msgspec.Struct, omit_defaults=True):
    """A seat as it was opened."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    host: bool = False


class Opened(Event):
    """The first event: a table is there; `level`: its match counts for the player."""

    game: str
    host: str
    seats: list[SeatData]
    options: list[str] = []
    clock: int | None = None
    level: int | None = None
    need: int | None = None
    campaign: bool = False


class Sat(Event):
    """Somebody took a seat: a person (owner) or a bot (level)."""

    seat: int
    name: str
    owner: str | None = None
    level: str | None = None
    host: bool = False


class Emptied(Event):
    """Somebody left a seat in the lobby, or was sent away."""

    seat: int


class Chosen(Event):
    """Options and clock were set."""

    options: list[str]
    clock: int | None = None


class Started(Event):
    """The match begins with these of the lobby's seats."""

    seed: str
    seats: list[int]


class Moved(Event):
    """A move, in the game's text form; `time_up`: a bot made it because the person's time was up."""

    seat: int
    move: str
    time_up: bool = False


class Undone(Event):
    """A seat's latest move was taken back: number `move` of the match (in old events 0: the last)."""

    seat: int
    move: int = 0


class Voted(Event):
    """Some seats voted for a bot to play for another."""

    seat: int
    by: list[int]


class Replaced(Event):
    """A bot plays for a person."""

    seat: int
    level: str


class Returned(Event):
    """The person plays again."""

    seat: int


class Spoke(Event):
    """A line of chat."""

    seat: int | None
    name: str
    text: str


class Continued(Event):
    """The rematch is at another table, and these seats want it."""

    next: str
    by: list[int] = []


AnyEvent = Opened | Sat | Emptied | Chosen | Started | Moved | Undone | Voted | Replaced | Returned | Spoke | Continued


class Row(msgspec.Struct, frozen=True):
    """An event with its number at the table (from 1) and its time."""

    number: int
    at: float
    event: AnyEvent


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> str:
    """An event as the database holds it."""
    return _encoder.encode(event).decode()


def decode(text: str) -> AnyEvent:
    """An event from the database."""
    return _decoder.decode(text)
