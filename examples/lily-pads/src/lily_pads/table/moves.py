"""Lily Pads: moves, what a seat may see, and what happened."""

from typing import Annotated, Any

import msgspec

from lily_pads.rules import ACTIONS, MOST_SEATS, SIZE, State, left, score
from lodge.errors import IllegalMove
from lodge.games.contract import Contract
from lodge.kernel import i16, rule
from lodge.kernel.view import Each, Optional, UpTo, flag, union, view

Pad = Annotated[int, msgspec.Meta(ge=1, le=SIZE)]


class Hunt(msgspec.Struct, frozen=True, tag_field="do", tag="hunt", forbid_unknown_fields=True):
    """L3: empty a pad."""

    row: Pad
    column: Pad


Move = Hunt
ALL_SEE = True


def to_move(action: int) -> Hunt:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    return Hunt(action // SIZE + 1, action % SIZE + 1)


@view
class Player:
    """What a player caught."""

    score: i16


@view
class View:
    """A position, which everybody sees."""

    to_move: Optional[i16]
    over: flag
    dice: Each[1, i16]
    pond: i16[SIZE, SIZE]
    players: UpTo[MOST_SEATS, Player]


@rule
def look(state: State, seat: int, seen: View) -> None:
    """All of it."""
    if left(state) == 0:
        seen.over = 1
    else:
        seen.to_move = state.to_move
    seen.dice[0] = int(state.die) + 1
    for row in range(SIZE):
        for column in range(SIZE):
            seen.pond[row, column] = state.flies[row, column]
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        seen.players.items[owner].score = score(state, owner)


@view
class Caught:
    """L3: flies were caught."""

    seat: i16
    flies: i16
    row: i16
    column: i16


@view
class Thrown:
    """L2: the die was thrown."""

    die: i16


@union("event")
class Event:
    """Something that happened."""

    caught: Caught
    thrown: Thrown


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:
    """The flies, then the die."""
    told = events[0].caught
    told.seat = seat
    told.row = action // SIZE + 1
    told.column = action % SIZE + 1
    told.flies = before.flies[action // SIZE, action % SIZE]
    if left(after) == 0:
        return 1
    events[1].thrown.die = int(after.die) + 1
    return 2


CONTRACT = Contract(Move, View, Event, look, happened, most_events=2, alike=True)
