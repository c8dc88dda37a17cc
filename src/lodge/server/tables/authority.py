"""Who may do what, and when: the one place that decides it.

`RULES` names every message of a client and `READING` every page about a table, each with what must hold for it, in the
order in which that is checked: the first condition that does not hold says why. What a message contains (a name, an
option, a legal move) is checked by whoever carries it out. docs/protocol.md shows the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from lodge.errors import LodgeError
from lodge.server import clock
from lodge.server.limits import Refused, check_move
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p


@dataclass(frozen=True)
class Who:
    """The client who asks: the hashes of its tokens, its name, and the marks by which a host may keep it out.

    `wait` says for how many seconds more a seat must be left to its person: None while the person is here. `marks_at`
    are the marks of those who hold a seat, `marks_by` of whoever said a line of chat, without those of the host.
    """

    owners: set[str]
    name: str
    wait: Callable[[int], float | None]
    marks: Callable[[], set[str]] = set
    marks_at: Callable[[int], set[str]] = lambda _seat: set()
    marks_by: Callable[[int], set[str]] = lambda _line: set()


class Repeated(LodgeError):
    """The move was made already: nothing to do but to show the position again."""


Check: TypeAlias = Callable[[Any, Table, Who], None]


class Condition(NamedTuple):
    """Something that must hold for a message: `check` raises Refused where it does not."""

    about: Literal["who", "when"]
    words: str
    check: Check


def who_is(check: Check) -> Condition:
    """A condition on the client; its docstring says it in the docs."""
    return Condition("who", _words(check), check)


def when(check: Check) -> Condition:
    """A condition on the table or the connection; its docstring says it in the docs."""
    return Condition("when", _words(check), check)


def _words(check: Check) -> str:
    text = (check.__doc__ or "").rstrip(".")
    return text[:1].lower() + text[1:]


# --- who -----------------------------------------------------------------------------------------------------


@who_is
def host(_m: Any, table: Table, who: Who) -> None:
    """The host."""
    if table.host not in who.owners:
        raise Refused("not_host", "Only the host can do this.")


@who_is
def owner(m: Any, table: Table, who: Who) -> None:
    """The seat's owner."""
    if m.seat not in table.owned(who.owners):
        raise Refused("not_your_seat", "This is not your seat.")


@who_is
def sealer(m: p.Seal | p.Reveal, table: Table, who: Who) -> None:
    """The seat's owner; for a bot's seat, the host."""
    bot = 0 <= m.seat < len(table.seats) and table.seats[m.seat].kind == "bot"
    (host if bot else owner).check(m, table, who)


@who_is
def speaker(m: p.Chat, table: Table, who: Who) -> None:
    """Anybody; for a seat, its owner."""
    if m.seat is not None:
        owner.check(m, table, who)


@who_is
def offerer(m: p.Offer, table: Table, who: Who) -> None:
    """The seat's owner; a bot: people who play at other seats."""
    if m.what != "bot":
        owner.check(m, table, who)
    elif not table.voters(m.seat, who.owners):
        raise Refused("not_your_seat", "Only the others at the table decide that.")


@who_is
def asked(_m: p.Answer, table: Table, who: Who) -> None:
    """People who play; a bot: not the one that it is for."""
    if not table.voters(table.offer.seat if table.offer and table.offer.what == "bot" else -1, who.owners):
        raise Refused("not_your_seat", "Only the players answer.")


@who_is
def player(_m: Any, table: Table, who: Who) -> None:
    """Any seat's owner, or the host."""
    if not table.owned(who.owners) and table.host not in who.owners:
        raise Refused("not_your_seat", "Only the players can ask for another game.")


# --- when ----------------------------------------------------------------------------------------------------


@when
def first(_m: Any, _table: Table, _who: Who) -> None:
    """First, and once."""
    raise Refused("hello_first", "Hello is said only once.")  # whoever is at a table has said it


@when
def lobby(_m: Any, table: Table, _who: Who) -> None:
    """In the lobby."""
    if table.status != "lobby":
        raise Refused("not_now", "The match has begun.")
    if table.starting:
        raise Refused("not_now", "The match is about to begin.")


@when
def starting(_m: Any, table: Table, _who: Who) -> None:
    """When the host has started the match, before it begins."""
    if not table.starting:
        raise Refused("not_now", "Nothing is to be revealed now.")


@when
def lobby_or_seated(m: p.Join, table: Table, who: Who) -> None:
    """In the lobby; with the token of that seat, at any time."""
    if table.owned({owner_of(m.token)}) != (m.seat,):
        lobby.check(m, table, who)


@when
def begun(_m: Any, table: Table, _who: Who) -> None:
    """Once the match has begun."""
    if table.status == "lobby":
        raise Refused("not_now", "The match has not begun.")


@when
def playing(_m: Any, table: Table, _who: Who) -> None:
    """During the match."""
    _not_old(table)
    if table.status != "playing":
        raise Refused("not_now", "There is no match going on.")


@when
def not_over(m: Any, table: Table, who: Who) -> None:
    """Before the end of the match."""
    (playing if table.status != "lobby" else lobby).check(m, table, who)


@when
def over(_m: Any, table: Table, _who: Who) -> None:
    """After the end of the match."""
    _not_old(table)
    if table.status != "over":
        raise Refused("not_now", "The match is not over.")


@when
def closed(m: Any, table: Table, who: Who) -> None:
    """After the end of the match, or when the rules have changed since."""
    if table.status != "old":
        over.check(m, table, who)


def _not_old(table: Table) -> None:
    if table.status == "old":
        raise Refused("other_rules", "The match was begun with other rules: it can be looked at, but not go on.")


@when
def turn(m: Any, table: Table, _who: Who) -> None:
    """On the seat's turn."""
    if m.seat not in table.pending:
        raise Refused("not_your_turn", "It is not your turn.")


@when
def in_person(m: Any, table: Table, _who: Who) -> None:
    """While no bot plays for the seat."""
    if table.seats[m.seat].stand_in:
        raise Refused("not_now", "A bot plays for this seat: take it back first.")


@when
def has_days_off(m: p.Vacation, table: Table, _who: Who) -> None:
    """With days off left."""
    if m.on and not table.clocks.days_off(m.seat, clock.now()):
        raise Refused("not_now", "You have no days off left.")


@when
def leaves_level(_m: Any, table: Table, _who: Who) -> None:
    """Not in a level."""
    if table.level is not None:
        raise Refused("not_now", "This match counts for you, so no bot plays in it: go on whenever you like.")


@when
def repeats_level(_m: Any, table: Table, _who: Who) -> None:
    """Not in a level."""
    if table.level is not None:
        raise Refused("not_now", "This match counted as a level: begin the next one at the levels.")


@when
def hints_allowed(_m: Any, table: Table, _who: Who) -> None:
    """Where hints are not off."""
    if table.hints == "off":
        raise Refused("not_now", "There are no hints in this match: its host may allow them before it begins.")


@when
def for_a_person(m: p.Offer, table: Table, _who: Who) -> None:
    """For a person who plays."""
    if m.seat not in table.people():
        if m.what == "bot" or not 0 <= m.seat < len(table.seats):
            raise Refused("bad_seats", f"No person plays at seat {m.seat}.")
        in_person.check(m, table, _who)


@when
def for_the_absent(m: p.Offer, _table: Table, who: Who) -> None:
    """A bot: if that person has been gone for a while."""
    if m.what != "bot":
        return
    seconds = who.wait(m.seat)
    if seconds is None:
        raise Refused("not_now", "This player is here.")
    if math.isinf(seconds):
        raise Refused("not_now", "Their clock runs: a bot can play for them once their time has been up.")
    if seconds > 0:
        left = math.ceil(seconds)
        raise Refused("too_soon", f"This player may be back in a moment: wait {left} seconds more.", seconds=left)


@when
def with_people(m: p.Offer, table: Table, _who: Who) -> None:
    """A draw: with other people."""
    if m.what == "draw" and len(table.people()) < 2:
        raise Refused("not_now", "Bots do not agree to a draw.")


@when
def one_offer(m: p.Offer, table: Table, _who: Who) -> None:
    """While nothing else is offered."""
    if table.offer is not None and not table.offer.same(m):
        raise Refused("not_now", "Something else is offered: that is to be answered first.")


@when
def not_just_refused(m: p.Offer, table: Table, _who: Who) -> None:
    """Not again before the next move."""
    if table.refused.get((m.what, m.seat)) == table.position:
        raise Refused("not_now", "This was refused a moment ago: ask again after another move.")


@when
def offered(_m: p.Answer, table: Table, _who: Who) -> None:
    """While something is offered."""
    if table.offer is None:
        raise Refused("not_now", "Nothing is offered.")


@when
def unmoved(m: p.Abort, table: Table, _who: Who) -> None:
    """Before the seat's first move."""
    if table.playing.last_of(m.seat):
        raise Refused("not_now", "You have moved: the match counts. You can offer to stop.")


@when
def not_resigned(m: p.TakeBack, table: Table, _who: Who) -> None:
    """Unless resigned."""
    if table.seats[m.seat].resigned:
        raise Refused("not_now", "You have resigned.")


@when
def played_out(_m: Any, table: Table, _who: Who) -> None:
    """If it was played to its end."""
    if table.playing.ended:
        raise Refused("not_now", "The match was not played to its end.")


@when
def unmuted(_m: Any, table: Table, who: Who) -> None:
    """Unless muted by the host."""
    if table.barred and table.bars(who.marks(), "muted", "away"):
        raise Refused("muted", "The host has muted you at this table.")


@when
def welcome(_m: Any, table: Table, who: Who) -> None:
    """Unless sent away by the host."""
    if table.barred and table.bars(who.marks(), "kicked", "away"):
        raise Refused("barred", "The host has sent you away from this table.")


@when
def line_shown(m: p.Report, table: Table, _who: Who) -> None:
    """About a line that is shown."""
    if not any(line.id == m.line for line in table.chat):
        raise Refused("not_now", "This line is no longer shown.")


@when
def line_known(m: p.Mute | p.Ban, table: Table, who: Who) -> None:
    """About a line that somebody else has said lately."""
    if not any(line.id == m.line for line in table.chat) or not who.marks_by(m.line):
        raise Refused("not_now", "It is no longer known who said this.")


@when
def by_no_player(m: p.Ban, table: Table, _who: Who) -> None:
    """Who does not play in the match."""
    said = next(line for line in table.chat if line.id == m.line)
    if (table.match is not None or table.starting) and said.seat is not None:
        raise Refused("not_now", "Whoever plays stays until the end: mute them.")


@when
def room_left(_m: Any, table: Table, _who: Who) -> None:
    """While the table has room for it."""
    if table.full:
        raise Refused("table_full", "So much has happened at this table that it can only be played to its end.")


@when
def move_in_time(m: p.Play, table: Table, _who: Who) -> None:
    """While the position is the one shown."""
    # A move for another position was made already, is overtaken or, where several may act at once, is still good.
    if m.number == table.position or table.match is None:
        return
    text = table.game.moves.text(check_move(table.game, m.move))
    since = table.log[max(m.number, 0) :]
    own = [entry for entry in since if entry.seat == m.seat]
    if own and own[0].text == text and not own[0].undo and own[0] in table.missed(m.number):
        raise Repeated
    undone = any(entry.undo for entry in since) and not table.game.rules.APART
    if own or undone or not since or m.seat not in since[0].pending or m.seat not in table.pending:
        raise _late(table)


@when
def undo_in_time(m: p.Undo, table: Table, _who: Who) -> None:
    """While the position is the one shown."""
    since = table.log[max(m.number, 0) :]
    apart = table.game.rules.APART and all(entry.seat != m.seat for entry in since)
    if m.number != table.position and not (since and apart):
        raise _late(table)


def _late(table: Table) -> Refused:
    return Refused("late", "The position has changed since.", number=table.position)


# --- the table -----------------------------------------------------------------------------------------------

Conditions: TypeAlias = tuple[Condition, ...]

RULES: dict[type[p.FromClient], Conditions] = {
    p.Hello: (first,),
    p.Ping: (),
    p.Join: (lobby_or_seated, welcome, room_left),
    p.SetCharacter: (owner, lobby, room_left),
    p.SetName: (owner, lobby, room_left),
    p.Leave: (owner, not_over, leaves_level),
    p.AddBot: (host, lobby, room_left),
    p.Kick: (host, lobby),
    p.SetOptions: (host, lobby, room_left),
    p.SetHints: (host, lobby, room_left),
    p.Seal: (sealer, lobby, room_left),
    p.Reveal: (sealer, starting),
    p.Start: (host,),  # again in the match: nothing happens
    p.Play: (owner, move_in_time, playing, in_person, turn),
    p.Undo: (owner, playing, undo_in_time, room_left),
    p.Chat: (speaker, unmuted, room_left),
    p.Review: (owner, playing),
    p.React: (owner, unmuted),
    p.Report: (line_shown, room_left),
    p.Mute: (host, line_known, room_left),
    p.Ban: (host, line_known, by_no_player, room_left),
    p.Pardon: (host, room_left),
    p.Hint: (owner, turn, hints_allowed, room_left),
    p.Analyse: (over, played_out),
    p.PlayOn: (over, played_out),
    p.Resign: (owner, playing, leaves_level),
    p.Vacation: (owner, playing, in_person, has_days_off, room_left),
    p.Abort: (owner, playing, leaves_level, unmoved),
    p.Offer: (
        playing,
        offerer,
        for_a_person,
        for_the_absent,
        leaves_level,
        with_people,
        one_offer,
        not_just_refused,
        room_left,
    ),
    p.Answer: (playing, offered, asked),
    p.TakeBack: (owner, playing, not_resigned, room_left),
    p.Rematch: (closed, repeats_level, player),
}

READING: dict[str, Conditions] = {
    "record.json": (begun,),
    "replay.json": (over,),
    "possible": (over, played_out),
}


def check(message: p.FromClient, table: Table, who: Who) -> None:
    """Refused, unless a client that has said hello may do this now."""
    for condition in RULES[type(message)]:
        condition.check(message, table, who)


def check_hello(message: p.FromClient) -> p.Hello:
    """The message of a client that has not said hello: Refused, unless it does."""
    if not isinstance(message, p.Hello):
        raise Refused("hello_first", "Say hello first.")
    return message


def check_reading(page: str, table: Table) -> None:
    """Refused, unless anybody may read this about a table now."""
    nobody = Who(set(), "", lambda _seat: None)
    for condition in READING[page]:
        condition.check(None, table, nobody)


def in_words() -> str:
    """The table as Markdown, for the docs."""

    def row(name: str, conditions: Conditions) -> str:
        told = {about: [one.words for one in conditions if one.about == about] for about in ("who", "when")}
        return f"| {name} | {_joined(told['who'], 'anybody')} | {_joined(told['when'], 'at any time')} |"

    messages = [row(f"`{p.tag(kind.__name__)}`", conditions) for kind, conditions in RULES.items()]
    pages = [row(f"`GET` {page}", conditions) for page, conditions in READING.items()]
    return "\n".join(["| message | who | when |", "|---|---|---|", *messages, *pages])


def _joined(words: Sequence[str], otherwise: str) -> str:
    return ", ".join(words) or otherwise
