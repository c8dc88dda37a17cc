"""Who may do what, and when: the one place that decides it.

`RULES` names every message of a client and `READING` every page about a table, each with what must hold for it, in the
order in which that is checked: the first condition that does not hold says why. What a message contains (a name, an
option, a legal move) is checked by whoever carries it out. docs/protocol.md shows the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from lodge.errors import LodgeError
from lodge.server.limits import Refused, check_move
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p


@dataclass(frozen=True)
class Who:
    """The client who asks: the hashes of its tokens, its name, and which seats are connected now."""

    owners: set[str]
    name: str
    connected: Callable[[], set[int]]


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
def speaker(m: p.Chat, table: Table, who: Who) -> None:
    """Anybody; for a seat, its owner."""
    if m.seat is not None:
        owner.check(m, table, who)


@who_is
def voter(m: p.VoteBot, table: Table, who: Who) -> None:
    """People who play at other seats."""
    if not table.voters(m.seat, who.owners):
        raise Refused("not_your_seat", "Only the others at the table vote.")


@who_is
def player(_m: Any, table: Table, who: Who) -> None:
    """Any seat's owner, or the host."""
    if not table.owned(who.owners) and table.host not in who.owners:
        raise Refused("not_your_seat", "Only the players can ask for another game.")


# --- when ----------------------------------------------------------------------------------------------------


@when
def first(_m: Any, _table: Table, _who: Who) -> None:
    """First, and once."""
    raise Refused("hello_first", "Hello is said once.")  # whoever is at a table has said it


@when
def lobby(_m: Any, table: Table, _who: Who) -> None:
    """In the lobby."""
    if table.status != "lobby":
        raise Refused("not_now", "The match has begun.")


@when
def lobby_or_seated(m: p.Join, table: Table, who: Who) -> None:
    """In the lobby; with the token of that seat, at any time."""
    if table.owned({owner_of(m.token)}) != (m.seat,):
        lobby.check(m, table, who)


@when
def begun(_m: Any, table: Table, _who: Who) -> None:
    """Once the match has begun."""
    if table.match is None:
        raise Refused("not_now", "The match has not begun.")


@when
def playing(_m: Any, table: Table, _who: Who) -> None:
    """During the match."""
    if table.status != "playing":
        raise Refused("not_now", "There is no match going on.")


@when
def not_over(m: Any, table: Table, who: Who) -> None:
    """Before the end of the match."""
    if table.status != "lobby":
        playing.check(m, table, who)


@when
def over(_m: Any, table: Table, _who: Who) -> None:
    """After the end of the match."""
    if table.status != "over":
        raise Refused("not_now", "The match is not over.")


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
def no_campaign(_m: Any, table: Table, _who: Who) -> None:
    """Not in a campaign."""
    if table.campaign:
        raise Refused("not_now", "In a campaign there are no hints.")


@when
def for_a_person(m: p.VoteBot, table: Table, _who: Who) -> None:
    """For a person who plays."""
    if m.seat not in table.people():
        raise Refused("bad_seats", f"No person plays at seat {m.seat}.")


@when
def for_the_absent(m: p.VoteBot, _table: Table, who: Who) -> None:
    """Who is not connected."""
    if m.seat in who.connected():
        raise Refused("not_now", "This player is here.")


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
    p.Join: (lobby_or_seated,),
    p.Leave: (owner, not_over, leaves_level),
    p.AddBot: (host, lobby),
    p.Kick: (host, lobby),
    p.SetOptions: (host, lobby),
    p.Start: (host,),  # again in the match: nothing happens
    p.Play: (owner, move_in_time, playing, in_person, turn),
    p.Undo: (owner, playing, undo_in_time),
    p.Chat: (speaker,),
    p.Hint: (owner, turn, no_campaign),
    p.Analyse: (over,),
    p.PlayOn: (over,),
    p.Resign: (owner, playing, leaves_level),
    p.TakeBack: (owner, playing),
    p.VoteBot: (playing, for_a_person, voter, for_the_absent),
    p.Rematch: (over, repeats_level, player),
}

READING: dict[str, Conditions] = {
    "record.json": (begun,),
    "replay.json": (over,),
    "possible": (over,),
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
    nobody = Who(set(), "", set)
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
