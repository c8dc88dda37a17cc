"""Marsh: moves, what a seat may see, and what happened."""

from typing import Annotated, Any

import msgspec

from lodge.errors import IllegalMove
from lodge.games.contract import Contract
from lodge.kernel import i16, rule
from lodge.kernel.view import Each, Named, Optional, UpTo, flag, union, view
from marsh.rules import ACTIONS, FREE, MOST_SEATS, SIZE, WATER, State, pending, score

LODGES = ("", "red", "blue", "green")  # a free hex, then the seats' lodges
Line = Annotated[int, msgspec.Meta(ge=1, le=SIZE)]


class Build(msgspec.Struct, frozen=True, tag_field="do", tag="build", forbid_unknown_fields=True):
    """M2: build on a hex."""

    row: Line
    column: Line


Move = Build
ALL_SEE = True


def to_move(action: int) -> Build:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    return Build(action // SIZE + 1, action % SIZE + 1)


@view
class Player:
    """What a player has."""

    lodge: Named[LODGES]
    score: i16


@view
class View:
    """A position, which everybody sees."""

    to_move: Optional[i16]
    over: flag
    hexes: Each[SIZE, Each[SIZE, Optional[Named[LODGES]]]]
    players: UpTo[MOST_SEATS, Player]


@rule
def look(state: State, seat: int, seen: View) -> None:
    """All of it; what is no hex stays null."""
    if pending(state) == 0:
        seen.over = 1
    else:
        seen.to_move = state.to_move
    for row in range(SIZE):
        for column in range(SIZE):
            if int(state.marsh[row, column]) != WATER:
                seen.hexes[row, column] = int(state.marsh[row, column]) - FREE
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        player = seen.players.items[owner]
        player.lodge = owner - FREE
        player.score = score(state, owner)


@view
class Built:
    """M2: a lodge was built."""

    seat: i16
    row: i16
    column: i16
    points: i16


@union("event")
class Event:
    """Something that happened."""

    built: Built


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:
    """The lodge, and the points that it brought."""
    told = events[0].built
    told.seat = seat
    told.row = action // SIZE + 1
    told.column = action % SIZE + 1
    told.points = score(after, seat) - score(before, seat)
    return 1


CONTRACT = Contract(Move, View, Event, look, happened, most_events=1, alike=True)
