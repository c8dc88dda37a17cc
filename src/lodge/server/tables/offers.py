"""Fair endings: what one player offers and the others answer, and what one may do alone.

An offer is a draw, to stop, to take back a move that showed something, or a bot for somebody who is gone. There is one
at a time. It is done when all who are asked agree; one who refuses, or plays on instead of answering, ends it. Who may
offer what says `authority`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lodge.server.limits import Refused
from lodge.server.settings import Settings
from lodge.server.tables import events
from lodge.server.tables.events import What
from lodge.server.ws import protocol as p

if TYPE_CHECKING:
    from lodge.server.tables.authority import Who
    from lodge.server.tables.commands import Events
    from lodge.server.tables.table import Table


@dataclass(slots=True)
class Offer:
    """What is offered: by (or, a bot: for) a seat; `move` is the one to be taken back, `yes` are those who agree."""

    what: What
    seat: int
    move: int = 0
    yes: set[int] = field(default_factory=set)

    def same(self, other: p.Offer) -> bool:
        """Whether somebody else wants just this: then that is an answer."""
        return self.what == other.what and (self.what in ("draw", "stop") or self.seat == other.seat)

    def refused_by(self, mover: int) -> bool:
        """Whether a person's move ends it: who plays on does not agree, and who is back needs no bot."""
        return self.seat == mover if self.what == "bot" else mover not in self.yes


def asked(offer: Offer | None, people: Collection[int], who: Who | None = None) -> set[int]:
    """The seats whose people have still to answer; for a bot, not those who are away themselves."""
    if offer is None:
        return set()
    waits = set(people) - offer.yes
    if offer.what == "bot":
        waits.discard(offer.seat)
        if who is not None:
            waits = {seat for seat in waits if (left := who.wait(seat)) is None or left > 0}
    return waits


def make(m: p.Offer, table: Table, who: Who, settings: Settings) -> Events:
    """Somebody offers something."""
    mine = table.voters(m.seat if m.what == "bot" else -1, who.owners)
    if table.offer is not None and table.offer.same(m):
        return _agree(table, mine - table.offer.yes, who, settings)
    move = table.playing.last_of(m.seat) if m.what == "undo" else 0
    if m.what == "undo" and not move:
        raise Refused("cannot_undo", "There is no move to take back.")
    offer = Offer(m.what, m.seat, move, mine)
    done = [] if asked(offer, table.people(), who) else _outcome(offer, settings)
    return [events.Offered(m.what, m.seat, sorted(mine), move), *done]


def answer(m: p.Answer, table: Table, who: Who, settings: Settings) -> Events:
    """Somebody answers; whoever made the offer takes it back by refusing it."""
    mine = table.voters(-1, who.owners)
    if not m.yes:
        return [events.Answered(sorted(mine), yes=False)]
    return _agree(table, mine & asked(table.offer, table.people()), who, settings)


def _agree(table: Table, mine: set[int], who: Who, settings: Settings) -> Events:
    offer = table.offer
    if offer is None or not mine:
        return []
    done = [] if asked(offer, table.people(), who) - mine else _outcome(offer, settings)
    return [events.Answered(sorted(mine), yes=True), *done]


def _outcome(offer: Offer, settings: Settings) -> Events:
    """What comes of an offer that all agree to."""
    if offer.what == "undo":
        return [events.Undone(offer.seat, offer.move, agreed=True)]
    if offer.what == "bot":
        return [events.Replaced(offer.seat, settings.stand_in, "replaced")]
    return [events.Ended("drawn" if offer.what == "draw" else "stopped", offer.seat)]


def resign(m: p.Resign, table: Table, _who: Who, settings: Settings) -> Events:
    """The seat has lost. Where two play, or nobody else does, that is the end; else a bot plays on for the others."""
    if table.seats[m.seat].resigned:
        return []
    if len(table.seats) == 1:
        return [events.Ended("stopped", m.seat)]
    if len(table.seats) == 2 or not set(table.people()) - {m.seat}:
        return [events.Ended("resigned", m.seat)]
    return [events.Replaced(m.seat, settings.stand_in, "resigned")]


def abort(m: p.Abort, _table: Table, _who: Who, _settings: Settings) -> Events:
    """The match has hardly begun: it does not count."""
    return [events.Ended("aborted", m.seat)]
