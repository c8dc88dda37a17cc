"""What goes over HTTP, as types: asked for and answered."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from lodge.server.ws.protocol import JSON, Part


class Wish(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of what a client sends: what has a default may be left out."""


class BotInfo(Part):
    """A bot that can be put on a seat."""

    level: str
    about: str


class GameInfo(Part):
    """A game of the start page. `seats` is fewest and most.

    `levels` is how many there are for one player alone; `alone` are the options that choose one of them, from
    level 2 on.
    """

    id: str
    title: str
    seats: list[int]
    minutes: int
    options: list[str]
    alone: list[str]
    levels: int


class Catalogue(Part):
    """GET /api/games. `address` is where others in the network reach this server, if it listens there."""

    games: list[GameInfo]
    bots: list[BotInfo]
    clocks: list[int]
    name_length: int
    chat_length: int
    address: str | None


class SeatWish(Wish):
    """A seat of a new table: mine (several: hot seat), a bot's or open."""

    kind: Literal["mine", "bot", "open"]
    name: str = ""
    level: str = ""


class NewTable(Wish):
    """POST /api/tables. Seats not named are open; `start` begins at once (open seats are dropped)."""

    game: str
    seats: list[SeatWish]
    options: list[str] = []
    clock: int | None = None
    start: bool = False


class HandOver(Wish):
    """POST /api/tables/hand-over: a match that was begun in a browser goes on here, so that others can join.

    `record` is the match so far, with its seed; `seats` say who plays (`mine` or `bot`, in the record's order). Every
    seat gets a secret: whoever has a bot's can take its place.
    """

    record: dict[str, Any]
    seats: list[SeatWish]


class NewSeat(Part):
    """One of my seats at the new table and its secret."""

    seat: int
    token: str


class TableMade(Part):
    """The answer: keep `host` and the seats' tokens, and put all of them into Hello."""

    table: str
    host: str
    seats: list[NewSeat]


class SummarySeat(Part):
    """A seat of such a list; `level` is the bot's."""

    seat: int
    name: str
    level: str | None


class Summary(Part):
    """GET /api/tables/{id}: for a list of tables."""

    id: str
    game: str
    status: Literal["lobby", "playing", "over"]
    seats: list[SummarySeat]
    pending: list[int]
    number: int
    next: str | None


class Frame(Part):
    """A position of a finished match: the move that led to it (none for the first), what was seen, how it looked."""

    number: int
    seat: int | None
    text: str
    events: list[JSON]
    view: JSON


class Replay(Part):
    """GET /api/tables/{id}/replay.json: a finished match. Nothing is hidden in it."""

    game: str
    names: list[str]
    frames: list[Frame]


class PossibleMove(Part):
    """A move, and its text for PlayOn."""

    move: JSON
    text: str


class Possible(Part):
    """GET /api/tables/{id}/possible/{number}.json: what could be played then, in a finished match."""

    number: int
    seat: int
    moves: list[PossibleMove]


class Verified(Part):
    """POST /api/verify with a record as body: whether it is a fair, finished match, and why not."""

    fair: bool
    finished: bool
    message: str
    moves: int
    commitment: str


# --- levels --------------------------------------------------------------------------------------------------


class AskProgress(Wish):
    """POST /api/progress. `player` is the player's secret: a token that the browser made and keeps."""

    game: str
    player: str


class NewPlay(Wish):
    """POST /api/progress/tables: play a level; without `level`, the campaign's next.

    A match of it that is not over is gone on with; a level (not a campaign) can be begun `again`.
    """

    game: str
    player: str
    name: str
    level: int | None = None
    again: bool = False


class LevelInfo(Part):
    """A level: `best` points so far, finished `tries`, and whether a match of it is `running`."""

    level: int
    rounds: int
    need: int
    open: bool
    passed: bool
    best: int | None
    tries: int
    running: bool


class LedgerLine(Part):
    """A level of a campaign: points made, their `surplus` over the need (or below), campaign points after it."""

    level: int
    need: int
    points: int
    surplus: int
    total: int


class CampaignInfo(Part):
    """The campaign that goes on, or the last one: `level` is what comes next, `running` whether it has begun.

    `best` is the most campaign points that one was won with, `boast` what it takes to boast.
    """

    open: bool
    status: Literal["new", "going", "lost", "won"]
    level: int
    running: bool
    lines: list[LedgerLine]
    best: int | None
    boast: int


class Progress(Part):
    """A player's levels and campaign."""

    game: str
    levels: list[LevelInfo]
    campaign: CampaignInfo


BODIES = (Catalogue, NewTable, HandOver, TableMade, Summary, Replay, Possible, Verified, AskProgress, NewPlay, Progress)
