"""What clients do at a table: a message becomes events, or Refused says why not. Who may send it says `authority`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lodge import fairness
from lodge.bots import bot
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.server.http import schemas
from lodge.server.limits import Refused, check_clock, check_move, check_token, clean_chat, clean_name
from lodge.server.settings import Settings
from lodge.server.tables import events
from lodge.server.tables.authority import Who, check
from lodge.server.tables.events import AnyEvent
from lodge.server.tables.table import Seat, Table
from lodge.server.tables.tokens import new_id, new_token, owner_of
from lodge.server.ws import protocol as p

Events: TypeAlias = "list[AnyEvent]"


def events_for(message: Any, table: Table, who: Who, settings: Settings) -> Events:
    """The events that a message leads to; none if there is nothing to change."""
    check(message, table, who)
    return COMMANDS[type(message)](message, table, who, settings)


# --- the lobby -----------------------------------------------------------------------------------------------


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("bad_seats", f"There is no seat {number}.")
    return table.seats[number]


def _join(m: p.Join, table: Table, who: Who, _settings: Settings) -> Events:
    owner = owner_of(check_token(m.token))
    mine = table.owned({owner})
    if mine == (m.seat,):
        return []
    if _seat(table, m.seat).kind != "open":
        raise Refused("seat_taken", "Somebody sits there.")
    if mine or owner == table.host:
        raise Refused("bad_token", "This token is in use at this table.")
    host = table.host in who.owners and not any(seat.host for seat in table.seats)
    return [events.Sat(m.seat, clean_name(m.name), owner=owner, host=host)]


def _leave(m: p.Leave, table: Table, who: Who, settings: Settings) -> Events:
    if table.status == "lobby":
        return [events.Emptied(m.seat)]
    return _resign(p.Resign(seat=m.seat), table, who, settings)


def _add_bot(m: p.AddBot, table: Table, _who: Who, settings: Settings) -> Events:
    if _seat(table, m.seat).kind == "human":
        raise Refused("seat_taken", "Somebody sits there.")
    others = [seat.name for number, seat in enumerate(table.seats) if number != m.seat]
    return [events.Sat(m.seat, bot_name(m.level, others), level=check_level(m.level, settings))]


def _kick(m: p.Kick, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Emptied(m.seat)] if _seat(table, m.seat).kind != "open" else []


def _set_options(m: p.SetOptions, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Chosen(check_options(table.game, m.options), check_clock(m.clock))]


def _start(_m: p.Start, table: Table, _who: Who, _settings: Settings) -> Events:
    if table.match is not None:
        return []
    return [start_event(table.game, [seat.kind != "open" for seat in table.seats])]


def start_event(which: Game, taken: list[bool]) -> events.Started:
    """The start with the seats that are taken."""
    seats = [number for number, there in enumerate(taken) if there]
    fewest, most = which.seats
    if not fewest <= len(seats) <= most:
        raise Refused("too_few_players", f"{which.title} needs {fewest} to {most} players.", fewest=fewest, most=most)
    return events.Started(fairness.new_seed(), seats)


# --- the match -----------------------------------------------------------------------------------------------


def _play(m: p.Play, table: Table, _who: Who, _settings: Settings) -> Events:
    action = check_move(table.game, m.move)
    if action not in table.legal(m.seat):
        raise Refused("illegal_move", table.game.moves.why_not(table.playing.state, m.seat, action))
    return [events.Moved(m.seat, table.game.moves.text(action))]


def _undo(m: p.Undo, table: Table, _who: Who, _settings: Settings) -> Events:
    if not table.playing.can_undo(m.seat):
        raise Refused("cannot_undo", "This move cannot be taken back.")
    return [events.Undone(m.seat, table.playing.undoable(m.seat))]


def _resign(m: p.Resign, table: Table, _who: Who, settings: Settings) -> Events:
    return [events.Replaced(m.seat, settings.stand_in)] if table.seats[m.seat].stand_in is None else []


def _take_back(m: p.TakeBack, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Returned(m.seat)] if table.seats[m.seat].stand_in is not None else []


def _vote_bot(m: p.VoteBot, table: Table, who: Who, settings: Settings) -> Events:
    voters = table.voters(m.seat, who.owners)
    votes = table.seats[m.seat].votes | voters
    if votes >= set(table.people()) - {m.seat}:
        return [events.Voted(m.seat, sorted(voters)), events.Replaced(m.seat, settings.stand_in)]
    return [events.Voted(m.seat, sorted(voters))] if votes != table.seats[m.seat].votes else []


def _chat(m: p.Chat, table: Table, who: Who, _settings: Settings) -> Events:
    name = clean_name(who.name) if m.seat is None else table.seats[m.seat].name
    return [events.Spoke(m.seat, name, clean_chat(m.text))]


# --- a new table ---------------------------------------------------------------------------------------------


def check_level(level: str, settings: Settings) -> str:
    """A bot's level that there is, or Refused."""
    if level not in dict(settings.levels):
        raise Refused("unknown_bot", f"There is no bot {level[:24]!r}.")
    bot(dict(settings.levels)[level])
    return level


def bot_name(level: str, others: list[str]) -> str:
    """A name for a bot that nobody else has."""
    name, number = level.capitalize(), 2
    while name in others:
        name, number = f"{level.capitalize()} {number}", number + 1
    return name


def check_options(which: Game, options: list[str]) -> list[str]:
    """Options of the game, or Refused."""
    try:
        which.option_bits(options)
    except LodgeError as error:
        raise Refused("bad_options", str(error)) from None
    return sorted(set(options))


def opening(wish: schemas.NewTable, settings: Settings) -> tuple[Events, schemas.TableMade]:
    """The first events of a new table, and the secrets of whoever made it."""
    try:
        which = game(wish.game)
    except LodgeError as error:
        raise Refused("unknown_game", str(error)) from None
    fewest, most = which.seats
    if len(wish.seats) > most:
        raise Refused("bad_seats", f"{which.title} has {most} seats.", fewest=fewest, most=most)
    made = schemas.TableMade(table=new_id(), host=new_token(), seats=[])
    seats: list[events.SeatData] = []
    for number, seat in enumerate(wish.seats):
        if seat.kind == "mine":
            token = new_token()
            made.seats.append(schemas.NewSeat(seat=number, token=token))
            first = not any(other.host for other in seats)
            seats.append(events.SeatData("human", clean_name(seat.name), owner=owner_of(token), host=first))
        elif seat.kind == "bot":
            name = bot_name(check_level(seat.level, settings), [other.name for other in seats])
            seats.append(events.SeatData("bot", name, level=seat.level))
        else:
            seats.append(events.SeatData())
    seats += [events.SeatData()] * (most - len(seats))
    options, clock = check_options(which, wish.options), check_clock(wish.clock)
    written: Events = [events.Opened(which.id, owner_of(made.host), seats, options, clock)]
    if wish.start:
        taken = [seat.kind != "open" for seat in seats]
        written.append(start_event(which, taken))
        order = [number for number, there in enumerate(taken) if there]
        made.seats = [schemas.NewSeat(seat=order.index(one.seat), token=one.token) for one in made.seats]
    return written, made


def rematch_events(table: Table, who: Who) -> Events:
    """The first events of the rematch: seats move on by one; it begins at once where one client holds all of them."""
    mine = set(table.owned(who.owners))
    asker = table.host if table.host in who.owners else table.seats[min(mine)].owner
    chairs = [table.seats[seat] for seat in sorted(mine)]
    host = next((seat for seat in chairs if seat.host), chairs[0] if chairs else None)
    old = table.seats[1:] + table.seats[:1]
    seats = [events.SeatData(seat.kind, seat.name, seat.level, seat.owner, seat is host) for seat in old]
    seats += [events.SeatData()] * (table.game.seats[1] - len(seats))
    opened = events.Opened(table.game.id, asker or table.host, seats, table.options, table.clock)
    humans = {number for number, seat in enumerate(table.seats) if seat.kind == "human"}
    if humans <= mine:
        return [opened, start_event(table.game, [seat.kind != "open" for seat in seats])]
    return [opened]


COMMANDS: dict[type[Any], Callable[[Any, Table, Who, Settings], Events]] = {
    p.Join: _join,
    p.Leave: _leave,
    p.AddBot: _add_bot,
    p.Kick: _kick,
    p.SetOptions: _set_options,
    p.Start: _start,
    p.Play: _play,
    p.Undo: _undo,
    p.Resign: _resign,
    p.TakeBack: _take_back,
    p.VoteBot: _vote_bot,
    p.Chat: _chat,
}
