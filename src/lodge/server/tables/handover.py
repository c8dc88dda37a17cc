"""A match that was begun in a browser goes on at the server: it is replayed, and everybody gets a seat of their own.

Where a bot played, it goes on as a stand-in for whoever comes with the seat's secret.
"""

from __future__ import annotations

from lodge import characters
from lodge.errors import LodgeError
from lodge.record import Record, load
from lodge.replaying import replay
from lodge.server.http import schemas
from lodge.server.limits import Refused, clean_name
from lodge.server.settings import Settings
from lodge.server.tables import events
from lodge.server.tables.commands import Events, check_level
from lodge.server.tables.tokens import new_id, new_token, owner_of


def handed_over(wish: schemas.HandOver, settings: Settings) -> tuple[Events, schemas.TableMade]:
    """The events of the table, and the secrets of all its seats; Refused where the record does not hold."""
    record, seed = _checked(wish.record)
    if len(wish.seats) != len(record.seats) or any(seat.kind == "open" for seat in wish.seats):
        raise Refused("bad_seats", f"The match has {len(record.seats)} seats: say who plays on each.")
    made = schemas.TableMade(table=new_id(), host=new_token(), seats=[])
    seats: list[events.SeatData] = []
    bots: Events = []
    for number, (seat, name) in enumerate(zip(wish.seats, record.seats, strict=True)):
        token = new_token()
        made.seats.append(schemas.NewSeat(seat=number, token=token))
        first = seat.kind == "mine" and not any(other.host for other in seats)
        character = characters.free([other.character for other in seats], seat.character)
        colour = characters.free_colour([other.colour for other in seats], number, seat.colour)
        called = clean_name(name.removesuffix(f" ({seat.level})"))  # the level is told as a stand-in's
        seats.append(events.SeatData("human", called, None, owner_of(token), first, character, colour=colour))
        if seat.kind == "bot":
            bots.append(events.Replaced(number, check_level(seat.level, settings)))
    opened = events.Opened(record.game, owner_of(made.host), seats, record.options)
    moves = [entry.partition(" ") for entry in record.moves]
    played = [events.Moved(int(seat), text) for seat, _, text in moves]
    return [opened, events.Started(seed, list(range(len(seats))), record.rules), *played, *bots], made


def _checked(told: dict[str, object]) -> tuple[Record, str]:
    """The record, replayed from its seed."""
    try:
        record = load(told)
        replay(record)
    except LodgeError as error:
        raise Refused("bad_record", str(error)) from None
    if record.position is not None or record.seed is None or record.shares:
        raise Refused("bad_record", "Only a match from its usual set-up can go on here.")
    return record, record.seed
