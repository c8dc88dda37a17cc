"""What happens at a table, as it is stored: a table is the list of its events, as a match is that of its moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from lodge.record import Ending
from lodge.server.ws.protocol import Hints

FORMAT = 1  # of the events below: another cannot be read


What: TypeAlias = Literal["draw", "stop", "undo", "bot"]  # can be offered


class Event(msgspec.Struct, tag_field="row", tag=str.lower, omit_defaults=True):
    """What happened; the field `row` of its JSON says what kind of thing."""


class SeatData(msgspec.Struct, omit_defaults=True):
    """A seat as it was opened."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    host: bool = False
    character: str = ""
    seal: str = ""
    wins: int = 0  # in the series so far
    colour: str = ""


class Opened(Event):
    """The first event: a table is there; `level`: its match counts for the player.

    `series` are the tables of earlier matches of the same people.
    """

    game: str
    host: str
    seats: list[SeatData]
    options: list[str] = []
    clock: int | None = None
    level: int | None = None
    need: int | None = None
    campaign: bool = False
    total: int | None = None
    increment: int = 0
    vacation: int = 0
    hints: Hints | None = None
    series: list[str] = []


class Sat(Event):
    """Somebody took a seat: a person (owner) or a bot (level)."""

    seat: int
    name: str
    owner: str | None = None
    level: str | None = None
    host: bool = False
    character: str = ""
    colour: str = ""


class Picked(Event):
    """Somebody picked another character, or another colour; what is empty stays as it is."""

    seat: int
    character: str = ""
    colour: str = ""


class Renamed(Event):
    """Somebody took another name in the lobby."""

    seat: int
    name: str


class Emptied(Event):
    """Somebody left a seat in the lobby, or was sent away."""

    seat: int


class Chosen(Event):
    """Options and clock were set."""

    options: list[str]
    clock: int | None = None
    total: int | None = None
    increment: int = 0
    vacation: int = 0


class Rested(Event):
    """A seat's clock stands still from now on, or runs again: its owner is on vacation, or back."""

    seat: int
    on: bool


class Allowed(Event):
    """The host has said who may have hints."""

    hints: Hints


class Hinted(Event):
    """A seat was given a hint."""

    seat: int


class Sealed(Event):
    """Whoever plays at a seat (for a bot: the host) has sealed a nonce, as a share in the luck."""

    seat: int
    seal: str


class Committed(Event):
    """The match is to begin with these of the lobby's seats and this seed; now the nonces are revealed."""

    seed: str
    seats: list[int]


class Revealed(Event):
    """The nonce that a seat has sealed."""

    seat: int
    nonce: str


class Started(Event):
    """The match begins with these of the lobby's seats, by this version of the game's rules."""

    seed: str
    seats: list[int]
    rules: int = 1  # as all were before it was written down


class Moved(Event):
    """A move, in the game's text form; `time_up`: a bot made it because the person's time was up."""

    seat: int
    move: str
    time_up: bool = False


class Undone(Event):
    """A seat's latest move was taken back: number `move` of the match (in old events 0: the last).

    `agreed`: the others have allowed it, and all moves since are taken back, too.
    """

    seat: int
    move: int = 0
    agreed: bool = False


class Voted(Event):
    """Some seats voted for a bot to play for another: written before there were offers."""

    seat: int
    by: list[int]


class Offered(Event):
    """Something is offered by seats (a bot: for another one); `move` is the one that is to be taken back."""

    what: What
    seat: int
    by: list[int]
    move: int = 0


class Answered(Event):
    """Some seats agree to what is offered, or refuse it."""

    by: list[int]
    yes: bool


class Ended(Event):
    """The match ended before its rules end it; `seat` is who did or offered that."""

    how: Ending
    seat: int


class Replaced(Event):
    """A bot plays for a person. `why` is empty in old events, and where it did so before the match came here."""

    seat: int
    level: str
    why: Literal["", "left", "replaced", "resigned"] = ""


class Returned(Event):
    """The person plays again."""

    seat: int


class Spoke(Event):
    """A line of chat."""

    seat: int | None
    name: str
    text: str


class Reported(Event):
    """Somebody tells whoever runs the server of a line of chat: who said what, and who says so."""

    line: int
    name: str
    text: str
    by: str


class Barred(Event):
    """The host has had enough of somebody, who may speak no more, sit down no more, or be there no more."""

    kind: Literal["muted", "kicked", "away"]
    name: str
    marks: list[str]


class Pardoned(Event):
    """All who were barred may come back."""


class Continued(Event):
    """These seats want a rematch; `next`: the table where it is, once it is there; `seals` for it, by seat."""

    next: str | None = None
    by: list[int] = []
    seals: list[str] = []


AnyEvent = (
    Opened
    | Sat
    | Picked
    | Renamed
    | Emptied
    | Chosen
    | Rested
    | Allowed
    | Hinted
    | Sealed
    | Committed
    | Revealed
    | Started
    | Moved
    | Undone
    | Voted
    | Offered
    | Answered
    | Ended
    | Replaced
    | Returned
    | Spoke
    | Reported
    | Barred
    | Pardoned
    | Continued
)


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
