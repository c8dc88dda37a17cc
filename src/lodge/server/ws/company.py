"""Messages of those at a table to each other, beside the moves: offers and endings, chat, reactions."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from lodge.server.ws.message import JSON, FromClient, FromServer, Part

Reaction: TypeAlias = Literal["hello", "bravo", "laugh", "wow", "think", "oops", "hurry", "thanks"]


class OfferInfo(Part):
    """What is offered (Offer) by a seat, or (a bot) for it: who agrees, and who has yet to answer.

    `moves`: how many would be taken back.
    """

    what: Literal["draw", "stop", "undo", "bot"]
    seat: int
    yes: list[int]
    waits: list[int]
    moves: int


class Frame(Part):
    """A position of a match: the move that led to it (none for the first), what was seen, how it looked."""

    number: int
    seat: int | None
    text: str
    events: list[JSON]
    view: JSON


class ChatLine(Part):
    """Something said. `seat` is null for a spectator; `at` is Unix time in seconds; ids grow."""

    id: int
    at: float
    seat: int | None
    name: str
    text: str


class Happening(Part):
    """Something beside the moves, for the log: it happened in position `number`. `what` was offered, or refused.

    `kind`: a seat left to a bot, returned, was replaced by one, resigned, took back with the others' consent, offered
    something or refused it; drawn, stopped and aborted end the match.
    """

    number: int
    kind: Literal[
        "left", "returned", "replaced", "resigned", "undone", "offered", "refused", "drawn", "stopped", "aborted"
    ]
    seat: int
    what: Literal["draw", "stop", "undo", "bot"] | None


class Resign(FromClient):
    """Give up: this seat has lost. Where two play, or no other person does, the match ends; else a bot plays on."""

    seat: int


class TakeBack(FromClient):
    """Play again oneself."""

    seat: int


class Abort(FromClient):
    """End a match that this seat has not moved in: it does not count."""

    seat: int


class Offer(FromClient):
    """Offer something to the others; it is done when all of them agree (Answer).

    For this seat of mine: a `draw`, to `stop` without a result, to `undo` its last move and all since. Or a `bot` for
    the seat of a person who is gone: then it is the others who agree. Whoever offers what is offered already agrees.
    """

    what: Literal["draw", "stop", "undo", "bot"]
    seat: int


class Answer(FromClient):
    """Agree to what is offered (with all own seats), or refuse it. Whoever has offered it takes it back by refusing."""

    yes: bool


class Chat(FromClient):
    """Say something, from a seat or as a spectator."""

    text: str
    seat: int | None = None


class Mute(FromClient):
    """Host: whoever said this line of chat (its id) may say nothing more at this table."""

    line: int


class Ban(FromClient):
    """Host: whoever said this line of chat is sent away and stays out; not somebody who plays in the match."""

    line: int


class Pardon(FromClient):
    """Host: all who were muted, sent away or kicked may come back."""


class React(FromClient):
    """Show the others how one feels, from a seat; it passes and is not kept. As often as one may say something."""

    seat: int
    what: Reaction


class Report(FromClient):
    """Tell whoever runs the server of a line of chat (its id). Nobody at the table is told."""

    line: int


class Rematch(FromClient):
    """After the end: the same people once more, and their chat. The seats move on by one.

    When all people who played want it, it begins, and `next` of the table says where. Who would rather not wait for
    the others asks for its `lobby`: then `next` is there at once, and the match begins when its host starts it.
    `seals` are those of the nonces for the new match, by the seats of this one: for those of mine, and for bots the
    host's; empty for the others.
    """

    lobby: bool = False
    seals: list[str] = msgspec.field(default_factory=list)


class Review(FromClient):
    """Ask for what happened since position `since` to be shown again, as this seat saw it. Reviewed answers."""

    seat: int
    since: int


class Reviewed(FromServer):
    """The latest moves since then, and the position before them: one frame each.

    They are as the seat saw them; where players are to remember what they saw, as a spectator did.
    """

    ref: int | None
    frames: list[Frame]


class Reacted(FromServer):
    """How whoever sits there feels just now."""

    seat: int
    what: Reaction
