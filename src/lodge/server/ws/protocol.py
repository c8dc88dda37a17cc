"""Every message between page and server, as types. `lodge.server.typescript` turns them into TypeScript.

A connection begins with `Hello`, which `Welcome` answers with everything there is to know; after that the server
tells what changes. Messages are JSON objects whose `type` names the struct in snake_case.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from lodge.analysis import Analysis, Choice, Judged, Outlook, Reason, Standing, WhatIf
from lodge.server.ws.codes import Code
from lodge.server.ws.company import (
    Abort,
    Answer,
    Ban,
    Chat,
    ChatLine,
    Frame,
    Happening,
    Mute,
    Offer,
    OfferInfo,
    Pardon,
    React,
    Reacted,
    Reaction,
    Rematch,
    Report,
    Resign,
    Review,
    Reviewed,
    TakeBack,
)
from lodge.server.ws.message import JSON, FromClient, FromServer, Part, tag
from lodge.server.ws.times import SeatTime, SetOptions, Vacation

__all__ = [  # parts of messages, too
    "JSON",
    "Abort",
    "Answer",
    "Ban",
    "Chat",
    "ChatLine",
    "Code",
    "Frame",
    "FromClient",
    "FromServer",
    "Happening",
    "Judged",
    "Mute",
    "Offer",
    "OfferInfo",
    "Outlook",
    "Pardon",
    "Part",
    "React",
    "Reacted",
    "Reaction",
    "Reason",
    "Rematch",
    "Report",
    "Resign",
    "Review",
    "Reviewed",
    "SeatTime",
    "SetOptions",
    "Standing",
    "TakeBack",
    "Vacation",
    "tag",
]

Hints = Literal["off", "open", "everybody"]

# --- what a table looks like ---------------------------------------------------------------------------------


class SeatInfo(Part):
    """A seat.

    `character` is the animal that the seat is shown by, `colour` its colour, others for each seat (none: the seat
    is open); no rule knows them. `host`: here sits the host. `level` is the bot's; `stand_in` is the level of the
    bot that plays for a person who left (take_back ends that, unless the person `resigned`). `time_up`: a bot made
    its latest move, because the time was up. `rematch`: wants another game. `wins` are those of the series so far.
    `seal` is that of the seat's nonce, its share in the luck, `nonce` itself what was revealed. `hints` are the
    positions in which it was given one.
    """

    seat: int
    kind: Literal["open", "human", "bot"]
    name: str
    character: str
    colour: str
    level: str | None
    host: bool
    connected: bool
    stand_in: str | None
    resigned: bool
    time_up: bool
    rematch: bool
    wins: int
    seal: str | None
    nonce: str | None
    hints: list[int]


class Result(Part):
    """How it ended, one number a seat; places from 1, equals share one. The seed proves that the luck was fair.

    `ending` is null where the match was played to its end. Else there are no points, and places and winners only where
    somebody resigned or all agreed to a draw.
    """

    scores: list[int]
    places: list[int]
    winners: list[int]
    seed: str
    ending: Literal["resigned", "drawn", "stopped", "aborted"] | None


class OldMove(Part):
    """A move of a match that cannot be replayed."""

    seat: int
    text: str


class OldMatch(Part):
    """What is left of a match that was begun with `rules` of another version than the server's: its moves, as texts."""

    rules: int
    moves: list[OldMove]


class TableInfo(Part):
    """Everything around the match, as one client may know it.

    `mine` are the seats of this client's tokens, `host` whether it is the host. In the lobby there are as many seats as
    the game has; open ones are dropped at the start, so seats may get new numbers then. `clock` is seconds a move, or
    null; `total` seconds for all of a seat's moves, and `increment` what each of them adds; `vacation` how many days a
    seat's clock may stand still. `hints` says who may have some: nobody (off), whoever asks, and the log tells it
    (open), or whoever asks (everybody). `commitment` is the hash of the secret seed: null in the lobby until the host
    starts the match; then whoever has sealed a nonce reveals it, and the match begins. `next` is the table of the
    rematch. `level`: the match counts for its player, as that level (which needs so many points), or as its step of a
    `campaign`. `old`: the rules have changed since the match began, so it can neither go on nor be replayed (then
    `status` is that, too). `barred` are the names of those whom the host has muted or sent away: the host is told.
    `sent_away`: the host has asked this client to leave its seat, so it may sit down nowhere, until it is pardoned.
    `series` are the tables of earlier matches of the same people, in order. `offer` waits for an answer; `happenings`
    are the latest things beside the moves, in order.
    """

    id: str
    game: str
    options: list[str]
    clock: int | None
    total: int | None
    increment: int
    vacation: int
    hints: Hints
    status: Literal["lobby", "playing", "over", "old"]
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
    barred: list[str]
    sent_away: bool
    series: list[str]
    offer: OfferInfo | None
    happenings: list[Happening]
    old: OldMatch | None


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


# --- from the client -----------------------------------------------------------------------------------------


class Hello(FromClient):
    """The first message.

    `tokens` are those kept for this table; `seen` is the last position number shown: the steps since then are told
    (0: all of them, null: none). `name` is what a spectator's chat lines are signed with. `rules`: the client runs the
    rules itself, so it is sent what it knows as bytes, in place of views and legal moves. `player` is the secret of the
    player's device: it counts for all tokens that the player has at this table, from whatever device; where it is
    given, the table is among the player's games from now on.
    """

    table: str
    tokens: list[str] = msgspec.field(default_factory=list)
    player: str = ""
    seen: int | None = None
    name: str = ""
    rules: bool = False


class Join(FromClient):
    """Take an open seat, in the lobby.

    The client makes the token itself, 128 random bits or more in base64url (22 to 64 characters), and keeps it: so
    sending Join again after a lost connection is harmless. `character` and `colour` are the ones wished for: if
    somebody has them, others are given.
    """

    seat: int
    name: str
    token: str
    character: str = ""
    colour: str = ""


class SetCharacter(FromClient):
    """Lobby: be shown by another character or in another colour, which nobody else has; empty: as it was."""

    seat: int
    character: str = ""
    colour: str = ""


class SetName(FromClient):
    """Lobby: be called otherwise."""

    seat: int
    name: str


class Leave(FromClient):
    """Leave a seat. In the lobby it opens; in a match a bot plays on until TakeBack."""

    seat: int


class AddBot(FromClient):
    """Host, lobby: put a bot on an open seat (or change a bot's level)."""

    seat: int
    level: str


class Kick(FromClient):
    """Host, lobby: empty a seat, person or bot. A person does not sit down again, unless pardoned."""

    seat: int


class SetHints(FromClient):
    """Host, lobby: who may have hints. Until it is said, nobody where several people play, elsewhere everybody."""

    hints: Hints


class Seal(FromClient):
    """Lobby: the seal of this seat's nonce, by which its player has a share in the luck (docs/fair-luck.md).

    For a bot's seat the host sends it. Another one takes its place.
    """

    seat: int
    seal: str


class Reveal(FromClient):
    """After the host's start: the nonce that was sealed. With the last, or after a few seconds, the match begins."""

    seat: int
    nonce: str


class Start(FromClient):
    """Host, lobby: begin. Open seats are dropped. Where nonces are sealed they are to be revealed first."""


class Play(FromClient):
    """A move, in the position that the client shows (`number` of the last Update)."""

    seat: int
    number: int
    move: JSON


class Undo(FromClient):
    """Take back this seat's last move, where `can_undo` says so."""

    seat: int
    number: int


class Hint(FromClient):
    """Ask what `search` would do, and how much better that is than a move (`than`). HintAnswer comes after a while.

    `here`: the client finds that out itself, and only says so: what follows is TableChanged, with `hints` of the seat.
    """

    seat: int
    than: JSON | None = None
    here: bool = False


class Analyse(FromClient):
    """Ask for the analysis of a match that is over. AnalysisProgress comes now and then, at the end AnalysisDone."""


class PlayOn(FromClient):
    """What if: let quick bots play on from the position after `number` moves of a match that is over.

    `move` is the text of what is played first. PlayedOn answers.
    """

    number: int
    move: str


class Ping(FromClient):
    """Keep the connection."""


_Lobby = Join | SetCharacter | SetName | Leave | AddBot | Kick | SetOptions | SetHints | Seal | Reveal | Start
_Match = Play | Undo | Hint | Analyse | PlayOn | Resign | Vacation | Abort | Offer | Answer | TakeBack | Rematch
ClientMessage = Hello | _Lobby | _Match | Chat | React | Report | Review | Mute | Ban | Pardon | Ping


# --- from the server -----------------------------------------------------------------------------------------


class Update(FromServer):
    """The match moved on.

    Show `steps`, then `sights` (one a seat of this client, or one for the spectator; `known` in place of them for a
    client that runs the rules). `number` is the position number: it grows with every move and every undo. `pending`
    are the seats that may act; none when the game is over. `seconds_left` is what the clocks leave them, the least of
    it; `clocks` are those of all seats (none where there is no clock).
    """

    number: int
    steps: list[Step]
    sights: list[Sight]
    known: list[Known]
    pending: list[int]
    over: bool
    seconds_left: float | None
    clocks: list[SeatTime]


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
    Welcome
    | TableChanged
    | Update
    | Said
    | Reacted
    | Reviewed
    | HintAnswer
    | AnalysisProgress
    | AnalysisDone
    | PlayedOn
    | Failure
    | Pong
)
