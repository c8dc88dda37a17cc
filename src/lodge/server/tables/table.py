"""A table: a match with people around it. It is the list of its events; `apply` adds one. No input or output here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.match import Match
from lodge.server.storage.writers import Clock, Note, Points
from lodge.server.tables import events
from lodge.server.tables.events import Row
from lodge.server.ws.protocol import ChatLine

Status = Literal["lobby", "playing", "over"]
TURNS = (events.Started, events.Moved, events.Undone)  # what lets the clock run anew


@dataclass(slots=True)
class Seat:
    """A seat: open, a person's (by the hash of a token) or a bot's; `rematch`: wants to play again."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    host: bool = False
    rematch: bool = False
    stand_in: str | None = None
    votes: set[int] = field(default_factory=set)

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays here, if one does."""
        return self.level if self.kind == "bot" else self.stand_in


class Entry(NamedTuple):
    """A move, or an undo of it: the position number it led to, its number in the match, and who might have acted."""

    number: int
    seat: int
    undo: bool
    move: int
    text: str
    pending: list[int]
    time_up: bool


class Table:
    """A table as its events make it."""

    def __init__(self, name: str, first: Row, chat_kept: int = 200) -> None:
        opened = first.event
        if not isinstance(opened, events.Opened):
            raise LodgeError(f"Table {name} does not begin with its opening.")
        self.id = name
        self.number = first.number  # events so far
        self.touched = first.at
        self.game: Game = game(opened.game)
        self.host = opened.host
        self.options = list(opened.options)
        self.clock = opened.clock
        self.level = opened.level  # the match counts for its player, as a level or in a campaign
        self.need = opened.need
        self.campaign = opened.campaign
        self.seats = [Seat(s.kind, s.name, s.level, s.owner, s.host) for s in opened.seats]
        self.match: Match | None = None
        self.log: list[Entry] = []
        self.chat: list[ChatLine] = []
        self.next: str | None = None
        self.turn_began = 0.0
        self.pending: list[int] = []
        self._chat_kept = chat_kept

    # --- where it stands ---------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """The phase."""
        return "lobby" if self.match is None else "playing" if self.pending else "over"

    @property
    def position(self) -> int:
        """The position number: moves and undos so far."""
        return len(self.log)

    @property
    def playing(self) -> Match:
        """The match, where there must be one."""
        if self.match is None:
            raise LodgeError("The match has not begun.")
        return self.match

    def legal(self, seat: int) -> list[int]:
        """The actions that a seat may choose from."""
        return self.playing.legal_actions(seat) if seat in self.pending else []

    def owned(self, owners: set[str]) -> tuple[int, ...]:
        """The seats that belong to these tokens' hashes."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.owner in owners)

    def people(self) -> list[int]:
        """The seats at which people play themselves."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human" and seat.stand_in is None]

    def voters(self, seat: int, owners: set[str]) -> set[int]:
        """The seats with which these tokens' owners may vote about another."""
        return set(self.people()) & set(self.owned(owners)) - {seat}

    def missed(self, seen: int) -> list[Entry]:
        """What happened since a position, without what was taken back since."""
        told: list[Entry] = []
        for entry in self.log[max(seen, 0) :]:
            gone = next((one for one in reversed(told) if one.seat == entry.seat), None) if entry.undo else None
            if gone is not None and not gone.undo:
                told.remove(gone)
            else:
                told.append(entry)
        return told

    # --- what happens ------------------------------------------------------------------------------------

    def apply(self, row: Row) -> None:
        """Add an event."""
        if row.number != self.number + 1:
            raise LodgeError(f"Event {row.number} of table {self.id} comes after event {self.number}.")
        happens = _HAPPENS.get(type(row.event))
        if happens is None:
            raise LodgeError(f"Event {row.number} of table {self.id} cannot be {type(row.event).__name__}.")
        happens(self, row.event, row)
        self.number = row.number
        self.touched = row.at

    def _sat(self, data: events.Sat, _row: Row) -> None:
        kind: Literal["human", "bot"] = "human" if data.owner else "bot"
        self.seats[data.seat] = Seat(kind, data.name, data.level, data.owner, data.host)

    def _emptied(self, data: events.Emptied, _row: Row) -> None:
        self.seats[data.seat] = Seat()

    def _chosen(self, data: events.Chosen, _row: Row) -> None:
        self.options, self.clock = list(data.options), data.clock

    def _started(self, data: events.Started, row: Row) -> None:
        self.seats = [self.seats[number] for number in data.seats]
        names = [seat.name for seat in self.seats]
        self.match = Match.new(self.game.id, len(names), seed=data.seed, options=self.options, names=names)
        self._turned(row)

    def _moved(self, data: events.Moved, row: Row) -> None:
        self.playing.play(data.seat, data.move)
        self.seats[data.seat].votes.clear()
        self._note(data.seat, self.playing.number, data.move, time_up=data.time_up)
        self._turned(row)

    def _undone(self, data: events.Undone, row: Row) -> None:
        texts = self.playing.history
        move = self.playing.undo(data.seat)
        if data.move not in (0, move):
            raise LodgeError(
                f"Event {row.number} of table {self.id} takes back move {data.move}, it can only be {move}."
            )
        self.log = [one._replace(move=one.move - 1) if one.move > move else one for one in self.log]
        self._note(data.seat, move, texts[move - 1][1], undo=True)
        self._turned(row)

    def _voted(self, data: events.Voted, _row: Row) -> None:
        self.seats[data.seat].votes.update(data.by)

    def _replaced(self, data: events.Replaced, _row: Row) -> None:
        self.seats[data.seat].stand_in = data.level
        self.seats[data.seat].votes.clear()
        for seat in self.seats:
            seat.votes.discard(data.seat)

    def _returned(self, data: events.Returned, _row: Row) -> None:
        self.seats[data.seat].stand_in = None

    def _spoke(self, data: events.Spoke, row: Row) -> None:
        self.chat.append(ChatLine(id=row.number, at=row.at, seat=data.seat, name=data.name, text=data.text))
        del self.chat[: -self._chat_kept]

    def _continued(self, data: events.Continued, _row: Row) -> None:
        self.next = data.next
        for seat in data.by:
            self.seats[seat].rematch = True

    def _note(self, seat: int, move: int, text: str, *, undo: bool = False, time_up: bool = False) -> None:
        self.log.append(Entry(self.position + 1, seat, undo, move, text, self.pending, time_up))

    def _turned(self, row: Row) -> None:
        pending = self.playing.pending
        # Where several act at once and one has, the clock of the others runs on.
        if not set(pending) < set(self.pending) or not pending:
            self.turn_began = row.at
        self.pending = pending

    def notes(self, data: Sequence[events.AnyEvent], at: float) -> list[Note]:
        """What is to be noted with these events: when the clock runs down that they set going, what they end with."""
        noted: list[Note] = []
        if self.clock is not None and any(isinstance(one, TURNS) for one in data):
            noted.append(Clock(self.id, at + self.clock))
        if self.level is not None and isinstance(data[-1], events.Moved):
            scores = self.playing.ending(data[-1].seat, data[-1].move)
            noted += [Points(self.id, score) for score in scores[:1]]
        return noted

    def seconds_left(self, now: float) -> float | None:
        """What the clock leaves those who may act."""
        if self.clock is None or not self.pending:
            return None
        return max(0.0, self.turn_began + self.clock - now)


_HAPPENS: dict[type[Any], Callable[[Table, Any, Row], None]] = {
    events.Sat: Table._sat,
    events.Emptied: Table._emptied,
    events.Chosen: Table._chosen,
    events.Started: Table._started,
    events.Moved: Table._moved,
    events.Undone: Table._undone,
    events.Voted: Table._voted,
    events.Replaced: Table._replaced,
    events.Returned: Table._returned,
    events.Spoke: Table._spoke,
    events.Continued: Table._continued,
}


def rebuild(name: str, found: list[Row], chat_kept: int = 200) -> Table:
    """The table that its events make."""
    table = Table(name, found[0], chat_kept)
    for row in found[1:]:
        table.apply(row)
    return table
