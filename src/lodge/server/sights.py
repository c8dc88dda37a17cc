"""What clients are told of a table: all that leaves the server about a match is made here.

Views, events and legal moves come from the match for the seats that the client holds, and for no others; the seed
only after the end.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from lodge.match import Match
from lodge.server.protocol import Frame, Replay, Result, SeatInfo, Seen, Sight, Step, Summary, TableInfo, Update
from lodge.server.table import Entry, Table

Viewers = Sequence[int | None]


def viewers(mine: Sequence[int]) -> Viewers:
    """Through whose eyes a client sees: its seats', or a spectator's."""
    return mine or (None,)


def table_info(table: Table, mine: Sequence[int], host: bool, connected: set[int], watchers: int) -> TableInfo:
    """Everything around the match."""
    match = table.match
    return TableInfo(
        id=table.id,
        game=table.game.id,
        options=table.options,
        clock=table.clock,
        status=table.status,
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                connected=number in connected,
                stand_in=seat.stand_in,
                votes=sorted(seat.votes),
            )
            for number, seat in enumerate(table.seats)
        ],
        mine=list(mine),
        host=host,
        watchers=watchers,
        commitment=match.commitment if match else None,
        result=_result(match) if match and table.status == "over" else None,
        next=table.next,
    )


def _result(match: Match) -> Result | None:
    seed = match.seed
    if seed is None:
        return None
    return Result(scores=match.scores, places=match.places, winners=match.winners, seed=seed)


def update(table: Table, mine: Sequence[int], entries: Iterable[Entry]) -> Update:
    """The match as a client may see it, and what happened."""
    eyes = viewers(mine)
    return Update(
        number=table.position,
        steps=[_step(table, eyes, entry) for entry in entries],
        sights=_sights(table, eyes),
        pending=table.pending,
        over=not table.pending,
        seconds_left=table.seconds_left(time.time()),
    )


def _step(table: Table, eyes: Viewers, entry: Entry) -> Step:
    match = table.playing
    return Step(
        number=entry.number,
        seat=entry.seat,
        undo=entry.undo,
        text=entry.text,
        seen=[Seen(seat=seat, events=[] if entry.undo else match.events(entry.move, seat)) for seat in eyes],
    )


def _sights(table: Table, eyes: Viewers) -> list[Sight]:
    match = table.playing
    return [
        Sight(
            seat=seat,
            view=view,
            legal=moves_json(match, table.legal(seat)) if seat is not None and seat in table.pending else [],
            can_undo=seat is not None and match.can_undo(seat),
        )
        for seat, view in zip(eyes, match.views(eyes), strict=True)
    ]


def moves_json(match: Match, actions: Iterable[int]) -> list[dict[str, Any]]:
    """Actions as moves in JSON values."""
    return [msgspec.to_builtins(match.game.moves.to_move(action)) for action in actions]


def summary(table: Table) -> Summary:
    """A line of a list of tables."""
    return Summary(
        id=table.id,
        game=table.game.id,
        status=table.status,
        names=[seat.name for seat in table.seats],
        pending=table.pending,
        number=table.position,
        next=table.next,
    )


def replay(match: Match, seat: int | None) -> Replay:
    """A finished match, position by position."""
    view = match.game.moves.view
    eye = -1 if seat is None else seat
    frames = [Frame(number=0, seat=None, text="", events=[], view=view(match.state_at(0), eye))]
    for number, (mover, text) in enumerate(match.history, start=1):
        frames.append(
            Frame(
                number=number,
                seat=mover,
                text=text,
                events=match.events(number, seat),
                view=view(match.state_at(number), eye),
            )
        )
    return Replay(game=match.game.id, names=list(match.names), frames=frames)
