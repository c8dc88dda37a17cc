"""What is kept of a table: an append-only list of what happened. A table is its rows, as a match is its moves."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Literal

import msgspec

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0, 1, i, l, o: they are mixed up when read aloud
ID_LENGTH = 11


def new_id() -> str:
    """A table's id: whoever knows it may watch, and join while seats are open."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_token() -> str:
    """A secret that a seat, or being the host, belongs to."""
    return secrets.token_urlsafe(24)


def owner_of(token: str) -> str:
    """What is kept of a token: a hash, so that the database does not give seats away."""
    return hashlib.sha256(b"lodge token\0" + token.encode()).hexdigest()[:32]


def derived(secret: str, table: str, what: str) -> str:
    """A player's token at a table that counts for them: whoever has the secret can make it again."""
    made = hmac.digest(secret.encode(), f"lodge {what}\0{table}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


class Data(msgspec.Struct, tag_field="row", tag=str.lower, omit_defaults=True):
    """What happened."""


class SeatData(msgspec.Struct, omit_defaults=True):
    """A seat as it was opened."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    host: bool = False


class Opened(Data):
    """The first row: a table is there; `level`: its match counts for the player."""

    game: str
    host: str
    seats: list[SeatData]
    options: list[str] = []
    clock: int | None = None
    level: int | None = None
    need: int | None = None
    campaign: bool = False


class Sat(Data):
    """Somebody took a seat: a person (owner) or a bot (level)."""

    seat: int
    name: str
    owner: str | None = None
    level: str | None = None
    host: bool = False


class Emptied(Data):
    """Somebody left a seat in the lobby, or was sent away."""

    seat: int


class Chosen(Data):
    """Options and clock were set."""

    options: list[str]
    clock: int | None = None


class Started(Data):
    """The match begins with these of the lobby's seats."""

    seed: str
    seats: list[int]


class Moved(Data):
    """A move, in the game's text form; `time_up`: a bot made it because the person's time was up."""

    seat: int
    move: str
    time_up: bool = False


class Undone(Data):
    """A seat's latest move was taken back: number `move` of the match (in old rows 0: the last)."""

    seat: int
    move: int = 0


class Voted(Data):
    """Some seats voted for a bot to play for another."""

    seat: int
    by: list[int]


class Replaced(Data):
    """A bot plays for a person."""

    seat: int
    level: str


class Returned(Data):
    """The person plays again."""

    seat: int


class Spoke(Data):
    """A line of chat."""

    seat: int | None
    name: str
    text: str


class Continued(Data):
    """The rematch is at another table, and these seats want it."""

    next: str
    by: list[int] = []


AnyRow = Opened | Sat | Emptied | Chosen | Started | Moved | Undone | Voted | Replaced | Returned | Spoke | Continued


class Row(msgspec.Struct, frozen=True):
    """A row with its number (from 1) and its time."""

    number: int
    at: float
    data: AnyRow


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyRow] = msgspec.json.Decoder(AnyRow)


def encode(data: AnyRow) -> str:
    """A row's content as the database holds it."""
    return _encoder.encode(data).decode()


def decode(text: str) -> AnyRow:
    """A row's content from the database."""
    return _decoder.decode(text)
