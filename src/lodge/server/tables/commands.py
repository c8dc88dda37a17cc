"""What clients do at a table: a message becomes events, or Refused says why not. Who may send it says `authority`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Literal, TypeAlias

from lodge import characters, fairness
from lodge.bots import bot
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.server.http import schemas
from lodge.server.limits import (
    NAME_LENGTH,
    Refused,
    check_digest,
    check_move,
    check_times,
    check_token,
    clean_chat,
    clean_name,
)
from lodge.server.names import alike, unlike
from lodge.server.settings import Settings
from lodge.server.tables import events, offers
from lodge.server.tables.authority import Who, check
from lodge.server.tables.events import AnyEvent
from lodge.server.tables.table import Seat, Table
from lodge.server.tables.tokens import new_id, new_token, owner_of
from lodge.server.ws import protocol as p

CHAT_CARRIED = 50  # lines that come along to a rematch
SERIES = 50  # earlier matches of a series that are known

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
    name = _free_name(m.name, [seat.name for seat in table.seats])
    character = characters.free(table.characters(), m.character)
    colour = characters.free_colour(table.colours(), m.seat, m.colour)
    return [events.Sat(m.seat, name, owner=owner, host=host, character=character, colour=colour)]


def _free_name(text: str, others: list[str]) -> str:
    name = clean_name(text)
    if alike(name, others):
        raise Refused("name_taken", "Somebody here has a name that looks the same: take another one.")
    return name


def _set_name(m: p.SetName, table: Table, _who: Who, _settings: Settings) -> Events:
    name = _free_name(m.name, [seat.name for number, seat in enumerate(table.seats) if number != m.seat])
    return [] if name == table.seats[m.seat].name else [events.Renamed(m.seat, name)]


def _leave(m: p.Leave, table: Table, _who: Who, settings: Settings) -> Events:
    if table.status == "lobby":
        return [events.Emptied(m.seat)]
    return [events.Replaced(m.seat, settings.stand_in, "left")] if table.seats[m.seat].stand_in is None else []


def _add_bot(m: p.AddBot, table: Table, _who: Who, settings: Settings) -> Events:
    if _seat(table, m.seat).kind == "human":
        raise Refused("seat_taken", "Somebody sits there.")
    others = [seat.name for number, seat in enumerate(table.seats) if number != m.seat]
    level, taken = check_level(m.level, settings), table.characters()
    character = taken[m.seat] or characters.free(taken)
    colour = table.colours()[m.seat] or characters.free_colour(table.colours(), m.seat)
    name = bot_name(character, m.level, others)
    return [events.Sat(m.seat, name, level=level, character=character, colour=colour)]


def _set_character(m: p.SetCharacter, table: Table, _who: Who, _settings: Settings) -> Events:
    new = []
    for what, wish, known, now in (
        ("character", m.character, tuple(characters.NAMES), table.characters()),
        ("colour", m.colour, tuple(characters.COLOURS), table.colours()),
    ):
        if wish and wish not in known:
            raise Refused("unknown_character", f"There is no {what} {wish[:24]!r}.")
        if wish and wish in now and wish != now[m.seat]:
            raise Refused("character_taken", f"Somebody at the table already has this {what}.")
        new.append(wish if wish != now[m.seat] else "")
    return [events.Picked(m.seat, *new)] if any(new) else []


def _kick(m: p.Kick, table: Table, who: Who, _settings: Settings) -> Events:
    seat = _seat(table, m.seat)
    if seat.kind == "open":
        return []
    if seat.owner is None or seat.owner in who.owners or not (marks := who.marks_at(m.seat)):
        return [events.Emptied(m.seat)]
    return [events.Emptied(m.seat), events.Barred("kicked", seat.name, sorted(marks))]


def _set_options(m: p.SetOptions, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Chosen(check_options(table.game, m.options), **asdict(check_times(m)))]


def _set_hints(m: p.SetHints, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Allowed(m.hints)] if table.chosen_hints != m.hints else []


def _seal(m: p.Seal, table: Table, _who: Who, _settings: Settings) -> Events:
    seal = check_digest(m.seal)
    return [events.Sealed(m.seat, seal)] if table.seats[m.seat].seal != seal else []


def _start(_m: p.Start, table: Table, _who: Who, _settings: Settings) -> Events:
    return [] if table.status != "lobby" or table.starting else [start_event(table.game, table.seats)]


def _reveal(m: p.Reveal, table: Table, _who: Who, _settings: Settings) -> Events:
    if fairness.seal(check_digest(m.nonce)) != table.seats[m.seat].seal:
        raise Refused("bad_seal", "This is not what was sealed.")
    if m.seat not in table.unrevealed:
        return []
    last = begin(table) if table.unrevealed == {m.seat} else []
    return [events.Revealed(m.seat, m.nonce), *last]


def begin(table: Table) -> Events:
    """The match begins, whoever has not revealed a nonce yet."""
    if table.committed is None or not table.starting:
        return []
    return [events.Started(table.committed.seed, table.committed.seats, table.game.rules.VERSION)]


def start_event(which: Game, chairs: Sequence[Seat | events.SeatData]) -> events.Started | events.Committed:
    """The start with the seats that are taken; where some have sealed a nonce, these are to be revealed first."""
    seats = [number for number, seat in enumerate(chairs) if seat.kind != "open"]
    fewest, most = which.seats
    if not fewest <= len(seats) <= most:
        raise Refused("too_few_players", f"{which.title} needs {fewest} to {most} players.", fewest=fewest, most=most)
    if any(chairs[seat].seal for seat in seats):
        return events.Committed(fairness.new_seed(), seats)
    return events.Started(fairness.new_seed(), seats, which.rules.VERSION)


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


def _hint(m: p.Hint, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Hinted(m.seat)] if table.position not in table.seats[m.seat].hints else []


def _vacation(m: p.Vacation, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Rested(m.seat, m.on)] if m.on != (table.clocks.seats[m.seat].away is not None) else []


def _take_back(m: p.TakeBack, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Returned(m.seat)] if table.seats[m.seat].stand_in is not None else []


def _chat(m: p.Chat, table: Table, who: Who, _settings: Settings) -> Events:
    if m.seat is None:  # nobody signs as a player
        players = [seat.name for seat in table.seats if seat.owner not in who.owners]
        name = unlike(clean_name(who.name), players, NAME_LENGTH)
    else:
        name = table.seats[m.seat].name
    return [events.Spoke(m.seat, name, clean_chat(m.text))]


def _report(m: p.Report, table: Table, who: Who, _settings: Settings) -> Events:
    said = next(line for line in table.chat if line.id == m.line)
    mine = table.owned(who.owners)
    by = table.seats[mine[0]].name if mine else clean_name(who.name)
    return [] if m.line in table.reported else [events.Reported(m.line, said.name, said.text, by)]


def _mute(m: p.Mute, table: Table, who: Who, _settings: Settings) -> Events:
    return _bar("muted", m.line, table, who)


def _ban(m: p.Ban, table: Table, who: Who, _settings: Settings) -> Events:
    said = next(line for line in table.chat if line.id == m.line)
    left: Events = [events.Emptied(said.seat)] if said.seat is not None else []  # in the lobby, says `authority`
    return [*left, *_bar("away", m.line, table, who)]


def _bar(kind: Literal["muted", "away"], line: int, table: Table, who: Who) -> Events:
    said = next(one for one in table.chat if one.id == line)
    marks = who.marks_by(line)
    return [] if table.bars(marks, kind) else [events.Barred(kind, said.name, sorted(marks))]


def _pardon(_m: p.Pardon, table: Table, _who: Who, _settings: Settings) -> Events:
    return [events.Pardoned()] if table.barred else []


# --- a new table ---------------------------------------------------------------------------------------------


def check_level(level: str, settings: Settings) -> str:
    """An existing level of a bot, or Refused."""
    if level not in dict(settings.levels):
        raise Refused("unknown_bot", f"There is no bot {level[:24]!r}.")
    bot(dict(settings.levels)[level])
    return level


def bot_name(character: str, level: str, others: list[str]) -> str:
    """A name for a bot that nobody else has."""
    return unlike(characters.regular(character, level), others, NAME_LENGTH)


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
        colour = characters.free_colour([other.colour for other in seats], number, seat.colour)
        if seat.kind == "mine":
            token = new_token()
            made.seats.append(schemas.NewSeat(seat=number, token=token))
            first = not any(other.host for other in seats)
            character = characters.free([other.character for other in seats], seat.character)
            name = unlike(clean_name(seat.name), [other.name for other in seats], NAME_LENGTH)
            seal = check_digest(seat.seal) if seat.seal else ""
            owner = owner_of(token)
            seats.append(events.SeatData("human", name, None, owner, first, character, seal, colour=colour))
        elif seat.kind == "bot":
            character = characters.free([other.character for other in seats], seat.character)
            name = bot_name(character, check_level(seat.level, settings), [other.name for other in seats])
            seal = check_digest(seat.seal) if seat.seal else ""
            seats.append(events.SeatData("bot", name, seat.level, character=character, seal=seal, colour=colour))
        else:
            seats.append(events.SeatData())
    seats += [events.SeatData()] * (most - len(seats))
    options, times = check_options(which, wish.options), asdict(check_times(wish))
    written: Events = [events.Opened(which.id, owner_of(made.host), seats, options, **times, hints=wish.hints)]
    if wish.start:
        written.append(start_event(which, seats))
        order = [number for number, seat in enumerate(seats) if seat.kind != "open"]
        made.seats = [schemas.NewSeat(seat=order.index(one.seat), token=one.token) for one in made.seats]
    return written, made


def all_want_rematch(table: Table) -> bool:
    """Whether everybody who played to the end wants to play again."""
    return all(table.seats[seat].rematch for seat in table.people())


def rematch_seals(table: Table, who: Who, seals: Sequence[str]) -> list[str]:
    """The seals that somebody may give for a rematch: of their seats; the host, or who is alone, also of bots."""
    mine = set(table.owned(who.owners))
    bots = table.host in who.owners or set(table.people()) <= mine
    return [
        check_digest(seal) if seal and (number in mine or (bots and seat.kind == "bot")) else ""
        for number, (seat, seal) in enumerate(zip(table.seats, seals, strict=False))
    ]


def _series(table: Table, *, begins: bool) -> tuple[list[str], list[int]]:
    """The tables of the series that a rematch goes on with, and everybody's wins; others who play begin a new one."""
    others = begins and any(seat.stand_in for seat in table.seats)
    if table.match is None or others:
        return [], [0] * len(table.seats)
    won = table.match.winners
    counted = [*table.series, table.id] if won else table.series
    return counted[-SERIES:], [seat.wins + (number in won) for number, seat in enumerate(table.seats)]


def rematch_events(table: Table, who: Who) -> Events:
    """The first events of the rematch: seats move on by one, and what was said comes along.

    It begins at once where all want it; for whom a bot played to the end, it plays on. Else whoever asks is its host.
    """
    begins = all_want_rematch(table)
    mine = sorted(table.owned(who.owners))
    keeps = begins or table.host in who.owners or not mine
    host = next((seat for seat in table.seats if seat.host), None) if keeps else table.seats[mine[0]]
    names: list[str] = []
    seats: list[events.SeatData] = []
    old = list(zip(table.seats, table.characters(), table.colours(), strict=True))
    series, wins = _series(table, begins=begins)
    for seat, character, colour in old[1:] + old[:1]:
        if begins and seat.stand_in is not None:
            name = bot_name(character, seat.stand_in, [other.name for other in table.seats] + names)
            seats.append(events.SeatData("bot", name, seat.stand_in, character=character, colour=colour))
            names.append(name)
        else:
            seal = seat.next_seal if begins else ""
            data = (seat.kind, seat.name, seat.level, seat.owner, seat is host, character, seal)
            seats.append(events.SeatData(*data, wins[table.seats.index(seat)], colour))
    seats += [events.SeatData()] * (table.game.seats[1] - len(seats))
    owner = table.host if keeps or host is None else (host.owner or table.host)
    more = {**asdict(table.clocks.rule), "hints": table.chosen_hints, "series": series}
    written: Events = [events.Opened(table.game.id, owner, seats, table.options, **more), *table.barred]
    written += [
        events.Spoke(line.seat if line.seat is None else (line.seat - 1) % len(old), line.name, line.text)
        for line in table.chat[-CHAT_CARRIED:]
    ]
    return [*written, start_event(table.game, seats)] if begins else written


COMMANDS: dict[type[Any], Callable[[Any, Table, Who, Settings], Events]] = {
    p.Join: _join,
    p.Leave: _leave,
    p.SetCharacter: _set_character,
    p.SetName: _set_name,
    p.AddBot: _add_bot,
    p.Kick: _kick,
    p.SetOptions: _set_options,
    p.SetHints: _set_hints,
    p.Seal: _seal,
    p.Start: _start,
    p.Reveal: _reveal,
    p.Play: _play,
    p.Undo: _undo,
    p.Hint: _hint,
    p.Resign: offers.resign,
    p.Abort: offers.abort,
    p.Offer: offers.make,
    p.Answer: offers.answer,
    p.Vacation: _vacation,
    p.TakeBack: _take_back,
    p.Chat: _chat,
    p.Report: _report,
    p.Mute: _mute,
    p.Ban: _ban,
    p.Pardon: _pardon,
}
