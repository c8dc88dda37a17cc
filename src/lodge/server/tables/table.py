"""A table: a match with people around it. It is the list of its events; `apply` adds one. No input or output here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lodge import characters
from lodge.errors import LodgeError
from lodge.fairness import Share
from lodge.games import Game, game
from lodge.match import Match
from lodge.server.settings import HOUR
from lodge.server.storage.writers import Clock, Note, Points
from lodge.server.tables import events
from lodge.server.tables.clocks import Clocks, TimeRule
from lodge.server.tables.events import Row
from lodge.server.tables.offers import Offer
from lodge.server.tables.old_match import OldMatch
from lodge.server.ws.protocol import ChatLine, Happening, Hints

Status = Literal["lobby", "playing", "over", "old"]  # old: of other rules
TURNS = (events.Started, events.Moved, events.Undone, events.Rested)  # what sets clocks
HAPPENINGS = 60  # the latest beside the moves, for the page


@dataclass(slots=True)
class Seat:
    """A seat: open, a person's (by the hash of a token) or a bot's; `rematch`: wants to play again."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    host: bool = False
    character: str = ""
    colour: str = ""
    rematch: bool = False
    seal: str = ""  # of its nonce, a share in the luck
    wins: int = 0  # in the series so far
    next_seal: str = ""  # of that for the rematch
    nonce: str | None = None  # once it is revealed
    stand_in: str | None = None
    resigned: bool = False
    hints: list[int] = field(default_factory=list)  # the positions in which it was given one

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

    def __init__(self, name: str, first: Row, chat_kept: int = 200, most: int = 5000) -> None:
        opened = first.event
        if not isinstance(opened, events.Opened):
            raise LodgeError(f"Table {name} does not begin with its opening.")
        self.id = name
        self.number: int = first.number  # events so far
        self.touched: float = first.at
        self.game: Game = game(opened.game)
        self.host: str = opened.host
        self.options: list[str] = list(opened.options)
        self.clocks: Clocks = Clocks(TimeRule(opened.clock, opened.total, opened.increment, opened.vacation))
        self.level: int | None = opened.level  # the match counts for its player, as a level or in a campaign
        self.need: int | None = opened.need
        self.campaign: bool = opened.campaign
        self.chosen_hints = opened.hints  # None: the host has not said who may have some
        self.seats: list[Seat] = [
            Seat(s.kind, s.name, s.level, s.owner, s.host, s.character, s.colour, seal=s.seal, wins=s.wins)
            for s in opened.seats
        ]
        self.series: list[str] = list(opened.series)  # the tables of earlier matches of the same people
        self.committed: events.Committed | None = None  # from the host's start on
        self.committed_at: float = 0.0
        self.match: Match | None = None
        self.old: OldMatch | None = None  # in place of the match, where the rules have changed since
        self.log: list[Entry] = []
        self._stands: list[int] = []  # where in the log each move of the match is
        self.chat: list[ChatLine] = []
        self.reported: set[int] = set()
        self.barred: list[events.Barred] = []
        self.offer: Offer | None = None
        self.refused: dict[tuple[str, int], int] = {}  # where the match stood when an offer was refused
        self.happenings: list[Happening] = []  # beside the moves
        self.next: str | None = None
        self.turn_began: float = 0.0
        self.pending: list[int] = []
        self._chat_kept = chat_kept
        self._most = most

    # --- where it stands ---------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """The phase."""
        if self.old is not None:
            return "old"
        return "lobby" if self.match is None else "playing" if self.pending else "over"

    @property
    def starting(self) -> bool:
        """Whether the match is about to begin and nonces are being revealed: the lobby, but nobody comes or goes."""
        return self.committed is not None and self.status == "lobby"

    @property
    def unrevealed(self) -> set[int]:
        """The seats of the match to come whose nonces are sealed."""
        seats = self.committed.seats if self.committed else []
        return {seat for seat in seats if self.seats[seat].seal and self.seats[seat].nonce is None}

    @property
    def hints(self) -> Hints:
        """Who may have hints. Unless the host says otherwise, nobody in a match between people."""
        if self.campaign:
            return "off"
        people = sum(seat.kind == "human" for seat in self.seats)
        return self.chosen_hints or ("off" if people > 1 else "everybody")

    @property
    def full(self) -> bool:
        """Whether so much has happened that the match may only be brought to its end."""
        return self.number >= self._most

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

    def characters(self) -> list[str]:
        """The characters by seat, all different; open seats have none. Where no event names one: the first free one."""
        found = [seat.character for seat in self.seats]
        for number, seat in enumerate(self.seats):
            if seat.kind != "open" and not found[number]:
                found[number] = characters.free(found)
        return found

    def colours(self) -> list[str]:
        """The colours by seat, in the same way."""
        found = [seat.colour for seat in self.seats]
        for number, seat in enumerate(self.seats):
            if seat.kind != "open" and not found[number]:
                found[number] = characters.free_colour(found, number)
        return found

    def people(self) -> list[int]:
        """The seats at which people play themselves."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human" and seat.stand_in is None]

    def voters(self, seat: int, owners: set[str]) -> set[int]:
        """The seats with which these tokens' owners may vote about another."""
        return set(self.people()) & set(self.owned(owners)) - {seat}

    def bars(self, marks: Collection[str], *kinds: str) -> bool:
        """Whether somebody with one of these marks is barred in one of these ways."""
        return any(one.kind in kinds and not set(marks).isdisjoint(one.marks) for one in self.barred)

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
        self._new_series()
        kind: Literal["human", "bot"] = "human" if data.owner else "bot"
        self.seats[data.seat] = Seat(kind, data.name, data.level, data.owner, data.host, data.character, data.colour)

    def _picked(self, data: events.Picked, _row: Row) -> None:
        seat = self.seats[data.seat]
        seat.character, seat.colour = data.character or seat.character, data.colour or seat.colour

    def _renamed(self, data: events.Renamed, _row: Row) -> None:
        self.seats[data.seat].name = data.name

    def _emptied(self, data: events.Emptied, _row: Row) -> None:
        self._new_series()
        self.seats[data.seat] = Seat()

    def _new_series(self) -> None:
        """Others play now."""
        self.series = []
        for seat in self.seats:
            seat.wins = 0

    def _chosen(self, data: events.Chosen, _row: Row) -> None:
        self.options = list(data.options)
        self.clocks = Clocks(TimeRule(data.clock, data.total, data.increment, data.vacation))

    def _rested(self, data: events.Rested, row: Row) -> None:
        if self.old is None:
            one = self.clocks.seats[data.seat]
            (one.go_away if data.on else one.come_back)(row.at)

    def _allowed(self, data: events.Allowed, _row: Row) -> None:
        self.chosen_hints = data.hints

    def _hinted(self, data: events.Hinted, _row: Row) -> None:
        self.seats[data.seat].hints.append(self.position)

    def _sealed(self, data: events.Sealed, _row: Row) -> None:
        self.seats[data.seat].seal = data.seal

    def _committed(self, data: events.Committed, row: Row) -> None:
        self.committed, self.committed_at = data, row.at

    def _revealed(self, data: events.Revealed, _row: Row) -> None:
        self.seats[data.seat].nonce = data.nonce

    def _started(self, data: events.Started, row: Row) -> None:
        self.seats = [self.seats[number] for number in data.seats]
        names = [seat.name for seat in self.seats]
        shares = [Share(seat.seal, seat.nonce) if seat.seal else None for seat in self.seats]
        given = shares if any(shares) else []
        if data.rules != self.game.rules.VERSION:
            self.old = OldMatch(self.game, data.rules, data.seed, self.options, names, given)
            return
        self.match = Match.new(
            self.game.id, len(names), seed=data.seed, options=self.options, names=names, shares=given
        )
        self.clocks.begin(len(names))
        self._turned(row)

    def _moved(self, data: events.Moved, row: Row) -> None:
        if self.old is not None:
            self.old.play(data.seat, data.move)
            return
        self.playing.play(data.seat, data.move)
        if self.offer and not data.time_up and not self.seats[data.seat].bot and self.offer.refused_by(data.seat):
            self._refuse(None if self.offer.what == "bot" else data.seat)
        self._stands.append(self.position)
        self._note(data.seat, self.playing.number, data.move, time_up=data.time_up)
        self._turned(row, data.seat, self.clocks.rule.increment)

    def _undone(self, data: events.Undone, row: Row) -> None:
        if self.old is not None:
            self.old.undo(data.move, all_since=data.agreed)
            return
        match = self.playing
        if data.agreed:
            self._cut(data.seat, data.move, row)
            return
        if self.offer and self.offer.what == "undo":
            self.offer = None  # its move is another one now
        move = match.undoable(data.seat)
        if data.move not in (0, move):
            raise LodgeError(
                f"Event {row.number} of table {self.id} takes back move {data.move}, it can only be {move}."
            )
        text = self.game.moves.text(match.action_at(move)[1])
        match.undo(data.seat)
        del self._stands[move - 1]
        for place in self._stands[move - 1 :]:  # the others' moves since then count one less
            self.log[place] = self.log[place]._replace(move=self.log[place].move - 1)
        self._note(data.seat, move, text, undo=True)
        self._turned(row, data.seat, -self.clocks.rule.increment)  # a move taken back has earned nothing

    def _cut(self, seat: int, move: int, row: Row) -> None:
        """A move is taken back, and all since: the latest first."""
        match = self.playing
        gone = match.history[move - 1 :]
        match.take_back(move)
        del self._stands[move - 1 :]
        for number, (mover, text) in reversed(list(enumerate(gone, move))):
            self._note(mover, number, text, undo=True)
        self.offer = None
        self._happen("undone", seat)
        self._turned(row)

    def _voted(self, data: events.Voted, _row: Row) -> None:
        if self.offer is None or self.offer.seat != data.seat:
            self.offer = Offer("bot", data.seat)
        self.offer.yes.update(data.by)

    def _offered(self, data: events.Offered, _row: Row) -> None:
        self.offer = Offer(data.what, data.seat, data.move, set(data.by))
        self._happen("offered", data.seat if data.what != "bot" else data.by[0], data.what)

    def _answered(self, data: events.Answered, _row: Row) -> None:
        if self.offer is None:
            return
        if data.yes:
            self.offer.yes.update(data.by)
        else:
            self._refuse(data.by[0])

    def _refuse(self, seat: int | None) -> None:
        """Somebody does not want what is offered; None: nobody still wants it."""
        if self.offer is not None and seat is not None:
            self.refused[self.offer.what, self.offer.seat] = self.position
            self._happen("refused", seat, self.offer.what)
        self.offer = None

    def _ended(self, data: events.Ended, row: Row) -> None:
        if self.old is not None:
            return
        if data.how == "resigned":
            self.playing.note("resigned", data.seat)
            self.seats[data.seat].resigned = True
        self.playing.end(data.how)
        self.offer = None
        self._happen(data.how, data.seat)
        self._turned(row)

    def _replaced(self, data: events.Replaced, _row: Row) -> None:
        self.seats[data.seat].stand_in = data.level
        self.seats[data.seat].resigned = data.why == "resigned"
        self.offer = None
        if data.why:
            if self.match:
                self.match.note(data.why, data.seat)
            self._happen(data.why, data.seat)

    def _returned(self, data: events.Returned, _row: Row) -> None:
        self.seats[data.seat].stand_in = None
        if self.match:
            self.match.note("returned", data.seat)
        self._happen("returned", data.seat)

    def _happen(self, kind: Any, seat: int, what: events.What | None = None) -> None:
        """Note something beside the moves, for the log."""
        self.happenings.append(Happening(number=self.position, kind=kind, seat=seat, what=what))
        del self.happenings[:-HAPPENINGS]

    def _spoke(self, data: events.Spoke, row: Row) -> None:
        self.chat.append(ChatLine(id=row.number, at=row.at, seat=data.seat, name=data.name, text=data.text))
        del self.chat[: -self._chat_kept]

    def _reported(self, data: events.Reported, _row: Row) -> None:
        self.reported.add(data.line)

    def _barred(self, data: events.Barred, _row: Row) -> None:
        self.barred.append(data)

    def _pardoned(self, _data: events.Pardoned, _row: Row) -> None:
        self.barred.clear()

    def _continued(self, data: events.Continued, _row: Row) -> None:
        self.next = data.next or self.next
        for seat in data.by:
            self.seats[seat].rematch = True
        for chair, seal in zip(self.seats, data.seals, strict=False):
            chair.next_seal = seal or chair.next_seal

    def _note(self, seat: int, move: int, text: str, *, undo: bool = False, time_up: bool = False) -> None:
        self.log.append(Entry(self.position + 1, seat, undo, move, text, self.pending, time_up))

    def _turned(self, row: Row, mover: int | None = None, increment: int = 0) -> None:
        pending = self.playing.pending
        # Where several act at once and one has, the clock of the others runs on.
        if not set(pending) < set(self.pending) or not pending:
            self.turn_began = row.at
        self.clocks.turn(pending, mover, row.at, increment)
        self.pending = pending

    def notes(self, data: Sequence[events.AnyEvent], at: float) -> list[Note]:
        """What is to be noted with these events: when the clock runs down that they set going, what they end with."""
        noted: list[Note] = []
        if self.clocks.rule.whole is not None and any(isinstance(one, TURNS) for one in data):
            noted.append(Clock(self.id, at + self.clocks.soonest(self.people())))  # look again then, if not sooner
        if self.level is not None and isinstance(data[-1], events.Moved):
            scores = self.playing.ending(data[-1].seat, data[-1].move)
            noted += [Points(self.id, score) for score in scores[:1]]
        return noted

    def time_was_up(self, seat: int) -> bool:
        """Whether a bot made the seat's latest move, because the time was up."""
        last = next((one for one in reversed(self.log) if one.seat == seat and not one.undo), None)
        return last is not None and last.time_up

    def waits_for_clock(self, seat: int) -> bool:
        """Whether the seat is kept for its person, however long they are gone: by a clock of hours nobody sits."""
        whole = self.clocks.rule.whole
        return whole is not None and whole >= HOUR and not self.time_was_up(seat)

    def timed(self) -> list[int]:
        """The seats whose clocks run: of people who may act, and play themselves."""
        return [seat for seat in self.pending if not self.seats[seat].bot]

    def due(self) -> float | None:
        """When somebody's time is up; None where there is no clock."""
        return self.clocks.due(self.timed())

    def seconds_left(self, now: float) -> float | None:
        """What the clocks leave those who may act: the least of it."""
        if self.clocks.rule.whole is None:
            return None
        return min((self.clocks.left(seat, now) for seat in self.pending), default=None)


_HAPPENS: dict[type[Any], Callable[[Table, Any, Row], None]] = {
    events.Sat: Table._sat,
    events.Picked: Table._picked,
    events.Renamed: Table._renamed,
    events.Emptied: Table._emptied,
    events.Chosen: Table._chosen,
    events.Rested: Table._rested,
    events.Allowed: Table._allowed,
    events.Hinted: Table._hinted,
    events.Sealed: Table._sealed,
    events.Committed: Table._committed,
    events.Revealed: Table._revealed,
    events.Started: Table._started,
    events.Moved: Table._moved,
    events.Undone: Table._undone,
    events.Voted: Table._voted,
    events.Offered: Table._offered,
    events.Answered: Table._answered,
    events.Ended: Table._ended,
    events.Replaced: Table._replaced,
    events.Returned: Table._returned,
    events.Spoke: Table._spoke,
    events.Reported: Table._reported,
    events.Barred: Table._barred,
    events.Pardoned: Table._pardoned,
    events.Continued: Table._continued,
}


def rebuild(name: str, found: Sequence[Row], chat_kept: int = 200, most: int = 5000) -> Table:
    """The table that its events make."""
    table = Table(name, found[0], chat_kept, most)
    for row in found[1:]:
        table.apply(row)
    return table
