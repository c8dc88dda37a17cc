"""What goes over HTTP, as types: asked for and answered."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from lodge.server.ws.protocol import JSON, Frame, Hints, Part, Result


class Wish(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of what a client sends: what has a default may be left out."""


class BotInfo(Part):
    """A bot that can be put on a seat."""

    level: str
    about: str


class DailyInfo(Part):
    """How a game's deal of the day is played: by which version of the rules, by how many, against which bots.

    `master` is whose result one's own is compared with; who plays alone has no `bots`.
    """

    rules: int
    seats: int
    options: list[str]
    bots: str | None
    master: str


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
    more_is_better: bool
    daily: DailyInfo | None


class Catalogue(Part):
    """GET /api/games. `clocks` (seconds a move), `totals` (with an increment), `vacations` (days) are proposals."""

    games: list[GameInfo]
    bots: list[BotInfo]
    clocks: list[int]
    totals: list[list[int]]
    vacations: list[int]
    name_length: int
    chat_length: int


class NetworkInfo(Part):
    """GET /api/network: where others in the network reach this server, if they do.

    `open`: because somebody at this machine let them in; `may`: whoever asks is at this machine and can change it.
    """

    address: str | None
    open: bool
    may: bool


class OpenNetwork(Wish):
    """POST /api/network: open the server to the network, or close it."""

    open: bool


class SeatWish(Wish):
    """A seat of a new table: mine (several: hot seat), a bot's or open; `character`, `colour`: the ones wished for.

    `seal` is that of the seat's nonce, to be revealed when the match starts.
    """

    kind: Literal["mine", "bot", "open"]
    name: str = ""
    level: str = ""
    character: str = ""
    colour: str = ""
    seal: str = ""


class NewTable(Wish):
    """POST /api/tables. Seats not named are open; `start` begins at once (open seats are dropped).

    `hints`: see SetHints.
    """

    game: str
    seats: list[SeatWish]
    options: list[str] = []
    clock: int | None = None
    total: int | None = None
    increment: int = 0
    vacation: int = 0
    hints: Hints | None = None
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
    character: str
    colour: str


class Summary(Part):
    """GET /api/tables/{id}: for a list of tables, and at the end the result."""

    id: str
    game: str
    status: Literal["lobby", "playing", "over", "old"]
    seats: list[SummarySeat]
    pending: list[int]
    number: int
    next: str | None
    result: Result | None


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
    """POST /api/verify with a record as body: whether it is a fair, finished match, and why not.

    `proved` and `unproved` say in English what else the record proves and what it does not; `signer` is the public key
    that it is signed with.
    """

    fair: bool
    finished: bool
    message: str
    moves: int
    commitment: str
    proved: list[str]
    unproved: list[str]
    signer: str | None


class ServerKey(Part):
    """GET /api/key: the Ed25519 public key that this server signs its records with, in hexadecimal digits."""

    key: str


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


class KeepPlay(Wish):
    """POST /api/progress/records: a finished match of a level that was played in the browser counts here, too.

    `run` is null for a level alone; the matches of one campaign have the same number, that of a later one is greater.
    """

    game: str
    player: str
    level: int
    run: int | None
    record: dict[str, Any]


class PlayInfo(Part):
    """A match that counts, by the name of its table; `points` is null until it is over."""

    table: str
    level: int
    run: int | None
    need: int
    points: int | None


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
    """A player's levels and campaign, and the matches that they follow from, in order."""

    game: str
    levels: list[LevelInfo]
    campaign: CampaignInfo
    plays: list[PlayInfo]


# --- players -------------------------------------------------------------------------------------------------


class Profile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a player has set, for all devices: `settings` are the page's own."""

    name: str
    character: str
    settings: dict[str, str]
    colour: str = ""


class AskPlayer(Wish):
    """POST /api/player. `player` is the secret of this device; `profile` is kept, where it is given."""

    player: str
    profile: Profile | None = None


class NewLink(Wish):
    """POST /api/player/links: a link by which another device becomes this player's. `device`: what this one is."""

    player: str
    device: str
    profile: Profile


class Link(Part):
    """What the link carries behind its #: for one device, until `until` (Unix time)."""

    link: str
    until: float


class OpenLink(Wish):
    """POST /api/player/devices: with a new secret, become a device of whoever made the link."""

    player: str
    link: str
    device: str


class RemoveDevice(Wish):
    """POST /api/player/devices/remove: this device, or link, is the player's no more."""

    player: str
    device: int


class DeviceInfo(Part):
    """A device of the player's, or a link (`until` when it can be opened) that was not opened yet."""

    id: int
    name: str
    since: float | None
    until: float | None
    here: bool


class PlayerInfo(Part):
    """A player: `devices` are listed where there is more than this one."""

    profile: Profile | None
    devices: list[DeviceInfo]


class Claim(Wish):
    """Tokens that a browser has kept of a table."""

    table: str
    tokens: list[str]


class AskGames(Wish):
    """POST /api/player/games: the tables where the player sits, and those of `claims`, from now on.

    `before` asks for more of those that are over, by the `at` of the last; `forgotten` for those off the list.
    """

    player: str
    claims: list[Claim] = []
    before: float | None = None
    forgotten: bool = False


class MyGame(Summary):
    """A match of the player's, who has the seats `mine`.

    `at`: when something last happened, or it ended. While it goes on, `since` when it has been the turn of those to
    move, and what the clock leaves them; when it is over, `scores` and `places` by seat.
    """

    mine: list[int]
    at: float
    since: float | None
    seconds_left: float | None
    level: int | None
    scores: list[int] | None
    places: list[int] | None


class MyGames(Part):
    """Those that go on and those that are over, the latest first; `more`: there are more of the latter."""

    running: list[MyGame]
    over: list[MyGame]
    more: bool


class ForgetGame(Wish):
    """POST /api/player/games/forget: take a match off the list, or put it back."""

    player: str
    table: str
    forget: bool


class Subscription(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Where and how a device is told something while its page is closed.

    `endpoint`, `p256dh` and `auth` are the push service's address and the keys, as a browser gives them. `words` say in
    the player's language what is told, by kind (`turn`, `short`, `sat`, `over`). In `quiet` hours, from one minute of
    the day (UTC) to another, nothing is sent: it comes when they are over.
    """

    endpoint: str
    p256dh: str
    auth: str
    words: dict[str, str]
    quiet: list[int] | None = None


class SetNotices(Wish):
    """POST /api/player/notices: where this device is told; null: nowhere."""

    player: str
    subscription: Subscription | None


class NoticesInfo(Part):
    """The key that a browser subscribes with, and whether this device is told anything."""

    key: str
    on: bool
    quiet: list[int] | None


BODIES = (
    Catalogue,
    NetworkInfo,
    OpenNetwork,
    NewTable,
    HandOver,
    TableMade,
    Summary,
    Replay,
    Possible,
    Verified,
    ServerKey,
    AskProgress,
    NewPlay,
    KeepPlay,
    Progress,
    AskPlayer,
    NewLink,
    Link,
    OpenLink,
    RemoveDevice,
    PlayerInfo,
    AskGames,
    MyGames,
    ForgetGame,
    SetNotices,
    NoticesInfo,
)
