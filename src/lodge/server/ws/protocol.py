"""Every message between page and server, as types. `lodge.server.typescript` turns them into TypeScript.

A connection begins with `Hello`, which `Welcome` answers with everything there is to know; after that the server
tells what changes. Messages are JSON objects whose `type` names the struct in snake_case.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from lodge.analysis import Analysis, Choice, Judged, Outlook, Reason, Standing, WhatIf

__all__ = ["Judged", "Outlook", "Reason", "Standing"]  # parts of messages, too

JSON = dict[str, Any]

Code = Literal[
    "bad_message",  # not a message of this protocol
    "hello_first",  # the first message must be Hello, and only the first
    "too_fast",  # too many messages from this connection
    "too_many_tables",  # too many tables from this address
    "bad_origin",  # the page came from another site
    "unknown_table",
    "unknown_game",
    "unknown_bot",
    "bad_options",
    "locked",  # this level opens when the one before it is passed, a campaign when all are
    "bad_seats",  # too many or too few seats, or none of that number
    "bad_clock",
    "bad_name",
    "bad_text",
    "bad_token",
    "bad_record",  # this is no record at all; message says why
    "not_host",
    "not_your_seat",
    "seat_taken",
    "not_now",  # not in this phase of the table
    "too_few_players",
    "not_your_turn",
    "illegal_move",  # the rules do not allow it; message says why, in English
    "late",  # the position has changed since
    "cannot_undo",
    "busy",  # the server has too much to do, or something of this kind is under way: try again
]


def tag(name: str) -> str:
    """The `type` of a message: TakeBack is take_back."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of messages, and the bodies of HTTP answers."""


# --- what a table looks like ---------------------------------------------------------------------------------


class SeatInfo(Part):
    """A seat.

    `host`: here sits the host. `level` is the bot's; `stand_in` is the level of the bot that plays for a person who
    left (take_back ends that); `votes` are the seats that voted for a bot to take over. `rematch`: wants another game.
    """

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    level: str | None
    host: bool
    connected: bool
    stand_in: str | None
    votes: list[int]
    rematch: bool


class Result(Part):
    """How it ended, one number a seat; places from 1, equals share one. The seed proves that the luck was fair."""

    scores: list[int]
    places: list[int]
    winners: list[int]
    seed: str


class TableInfo(Part):
    """Everything around the match, as one client may know it.

    `mine` are the seats of this client's tokens, `host` whether it is the host. In the lobby there are as many
    seats as the game has; open ones are dropped at the start, so seats may get new numbers then. `clock` is seconds
    a move, or null. `commitment` is the hash of the secret seed (null in the lobby). `next` is the table of the
    rematch. `level`: the match counts for its player, as that level (which needs so many points), or as
    its step of a `campaign`.
    """

    id: str
    game: str
    options: list[str]
    clock: int | None
    status: Literal["lobby", "playing", "over"]
    seats: list[SeatInfo]
    mine: list[int]
    host: bool
    watchers: int
    commitment: str | None
    result: Result | None
    next: str | None
    level: int | None
    need: int | None
    campaign: bool


class Seen(Part):
    """What one seat (null: a spectator) saw happen: the game's events, in order, to tell or to animate.

    For a client that runs the rules they come as `told`: the game's event records, one after another, in base64.
    """

    seat: int | None
    events: list[JSON]
    told: bytes | None = None


class Step(Part):
    """A move, or one taken back (`undo`: the seat's latest move is gone, its line in the log too).

    `number` is the position that it led to; `seen` has one entry a seat of this client, or one for the spectator.
    `time_up`: the clock had run down, and a bot made the move.
    """

    number: int
    seat: int
    undo: bool
    text: str
    time_up: bool
    seen: list[Seen]


class Sight(Part):
    """What one seat (null: a spectator) sees now, and what it may do: `legal` moves (none when not its turn)."""

    seat: int | None
    view: JSON
    legal: list[JSON]
    can_undo: bool


class Known(Part):
    """What one seat (null: a spectator) knows, for a client that runs the rules; bytes come in base64.

    `state` is a position of the game in which all that the seat cannot know is made up, always in the same way. Where
    players are to remember what they saw, it is null; then there are the game's `view` record and the `legal` actions.
    """

    seat: int | None
    state: bytes | None
    view: bytes | None
    legal: list[int]
    can_undo: bool


class ChatLine(Part):
    """Something said. `seat` is null for a spectator; `at` is Unix time in seconds; ids grow."""

    id: int
    at: float
    seat: int | None
    name: str
    text: str


# --- from the client -----------------------------------------------------------------------------------------


class FromClient(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What clients send. `ref` is any number of the client's; answers to this message carry it."""

    ref: int | None = None


class Hello(FromClient):
    """The first message.

    `tokens` are those kept for this table; `seen` is the last position number shown: the steps since then are told
    (0: all of them, null: none). `name` is what a spectator's chat lines are signed with. `rules`: the client runs the
    rules itself, so it is sent what it knows as bytes, in place of views and legal moves.
    """

    table: str
    tokens: list[str] = []
    seen: int | None = None
    name: str = ""
    rules: bool = False


class Join(FromClient):
    """Take an open seat, in the lobby.

    The client makes the token itself, 128 random bits or more in base64url (22 to 64 characters), and keeps it: so
    sending Join again after a lost connection is harmless.
    """

    seat: int
    name: str
    token: str


class Leave(FromClient):
    """Give up a seat. In the lobby it opens; in a match it is like Resign."""

    seat: int


class AddBot(FromClient):
    """Host, lobby: put a bot on an open seat (or change a bot's level)."""

    seat: int
    level: str


class Kick(FromClient):
    """Host, lobby: empty a seat, person or bot."""

    seat: int


class SetOptions(FromClient):
    """Host, lobby: the game's options and the clock (seconds a move, or null)."""

    options: list[str]
    clock: int | None = None


class Start(FromClient):
    """Host, lobby: begin. Open seats are dropped."""


class Play(FromClient):
    """A move, in the position that the client shows (`number` of the last Update)."""

    seat: int
    number: int
    move: JSON


class Undo(FromClient):
    """Take back this seat's last move, where `can_undo` says so."""

    seat: int
    number: int


class Chat(FromClient):
    """Say something, from a seat or as a spectator."""

    text: str
    seat: int | None = None


class Hint(FromClient):
    """Ask what `search` would do, and how much better that is than a move (`than`). HintAnswer comes after a while."""

    seat: int
    than: JSON | None = None


class Analyse(FromClient):
    """Ask for the analysis of a match that is over. AnalysisProgress comes now and then, at the end AnalysisDone."""


class PlayOn(FromClient):
    """What if: let quick bots play on from the position after `number` moves of a match that is over.

    `move` is the text of what is played first. PlayedOn answers.
    """

    number: int
    move: str


class Resign(FromClient):
    """Let a bot play on for this seat."""

    seat: int


class TakeBack(FromClient):
    """Play again oneself."""

    seat: int


class VoteBot(FromClient):
    """Vote (with all own seats) that a bot plays for a person who is not connected. All other people must agree."""

    seat: int


class Rematch(FromClient):
    """After the end: the same people once more; `next` of the table says where. The seats move on by one.

    Whoever else wants it sends the same, and goes there.
    """


class Ping(FromClient):
    """Keep the connection."""


ClientMessage = (
    Hello
    | Join
    | Leave
    | AddBot
    | Kick
    | SetOptions
    | Start
    | Play
    | Undo
    | Chat
    | Hint
    | Analyse
    | PlayOn
    | Resign
    | TakeBack
    | VoteBot
    | Rematch
    | Ping
)


# --- from the server -----------------------------------------------------------------------------------------


class FromServer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What the server sends."""


class Update(FromServer):
    """The match moved on.

    Show `steps`, then `sights` (one a seat of this client, or one for the spectator; `known` in place of them for a
    client that runs the rules). `number` is the position number: it grows with every move and every undo. `pending`
    are the seats that may act; none when the game is over. `seconds_left` is what the clock leaves them.
    """

    number: int
    steps: list[Step]
    sights: list[Sight]
    known: list[Known]
    pending: list[int]
    over: bool
    seconds_left: float | None


class Welcome(FromServer):
    """The answer to Hello: all there is. `update` is null in the lobby; its steps are those since `seen`."""

    version: str
    table: TableInfo
    update: Update | None
    chat: list[ChatLine]


class TableChanged(FromServer):
    """Something around the match changed: seats, options, connections, status, result."""

    table: TableInfo


class Said(FromServer):
    """A new line of chat."""

    line: ChatLine


class HintAnswer(FromServer):
    """What `search` would do in position `number`, best first; `than` is the number among them of the move asked about.

    Results are chances to win, or for one player alone points, as quick bots play on from what the seat knows.
    """

    ref: int | None
    seat: int
    number: int
    unit: Literal["chance", "points"]
    choices: list[Choice]
    than: int | None


class AnalysisProgress(FromServer):
    """So many moves of the match have been looked at; so many other analyses take turns with this one."""

    ref: int | None
    done: int
    total: int
    others: int


class AnalysisDone(FromServer):
    """The analysis of the match."""

    ref: int | None
    analysis: Analysis


class PlayedOn(FromServer):
    """What comes of another move."""

    ref: int | None
    what_if: WhatIf


class Failure(FromServer):
    """Something could not be done.

    Nothing has changed. `code` is for the page to translate, `message` is English, `details` may hold numbers for
    the words (`limit`, `seconds`, `fewest`, `most`).
    """

    code: Code
    message: str
    details: JSON
    ref: int | None


class Pong(FromServer):
    """The answer to Ping."""

    ref: int | None


ServerMessage = (
    Welcome | TableChanged | Update | Said | HintAnswer | AnalysisProgress | AnalysisDone | PlayedOn | Failure | Pong
)
