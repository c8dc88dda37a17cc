"""What clients are told of a table: all that leaves the server about a match is made here.

Views, events and legal moves come from the match for the seats that the client holds, and for no others; the seed
only after the end.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from lodge.analysis import possible
from lodge.games import Game
from lodge.match import Match
from lodge.server.http.schemas import Frame, Possible, PossibleMove, Replay, Summary, SummarySeat
from lodge.server.tables.table import Entry, Table
from lodge.server.ws.protocol import Known, Result, SeatInfo, Seen, Sight, Step, TableInfo, Update

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
                host=seat.host,
                connected=number in connected,
                stand_in=seat.stand_in,
                votes=sorted(seat.votes),
                rematch=seat.rematch,
            )
            for number, seat in enumerate(table.seats)
        ],
        mine=list(mine),
        host=host,
        watchers=watchers,
        commitment=match.commitment if match else None,
        result=_result(match) if match and table.status == "over" else None,
        next=table.next,
        level=table.level,
        need=table.need,
        campaign=table.campaign,
    )


def _result(match: Match) -> Result | None:
    seed = match.seed
    if seed is None:
        return None
    return Result(scores=match.scores, places=match.places, winners=match.winners, seed=seed)


class Kind(NamedTuple):
    """Clients that are told the same: they hold the same seats, and run the rules themselves or do not."""

    mine: tuple[int, ...]
    rules: bool = False


def updates(table: Table, kinds: Iterable[Kind], entries: Sequence[Entry]) -> dict[Kind, Update]:
    """The match as each kind of client may see it, and what happened."""
    match, pending = table.playing, table.pending
    wanted = set(kinds)
    number, left = table.position, table.seconds_left(time.time())
    made = {}
    for rules in {kind.rules for kind in wanted}:
        alike = [kind.mine for kind in wanted if kind.rules == rules]
        eyes = list({eye for mine in alike for eye in viewers(mine)})
        told = [(entry, _told(match, entry, eyes, rules)) for entry in entries]
        sights = {} if rules else _sights(match, pending, eyes)
        known = _known(match, pending, eyes) if rules else {}
        for mine in alike:
            watching = viewers(mine)
            made[Kind(mine, rules)] = Update(
                number=number,
                steps=[
                    Step(
                        number=entry.number,
                        seat=entry.seat,
                        undo=entry.undo,
                        text=entry.text,
                        time_up=entry.time_up,
                        seen=[seen[eye] for eye in watching],
                    )
                    for entry, seen in told
                ],
                sights=[sights[eye] for eye in watching] if sights else [],
                known=[known[eye] for eye in watching] if known else [],
                pending=pending,
                over=not pending,
                seconds_left=left,
            )
    return made


def _sights(match: Match, pending: Sequence[int], eyes: Viewers) -> dict[int | None, Sight]:
    return {
        eye: Sight(
            seat=eye,
            view=view,
            legal=moves_json(match.game, match.legal_actions(eye)) if eye is not None and eye in pending else [],
            can_undo=eye is not None and match.can_undo(eye),
        )
        for eye, view in zip(eyes, match.views(eyes), strict=True)
    }


def _known(match: Match, pending: Sequence[int], eyes: Viewers) -> dict[int | None, Known]:
    memory = bool(match.game.moves.CONTRACT.fades)
    return {
        eye: Known(
            seat=eye,
            state=None if memory else data,
            view=data if memory else None,
            legal=match.legal_actions(eye) if memory and eye is not None and eye in pending else [],
            can_undo=eye is not None and match.can_undo(eye),
        )
        for eye, data in zip(eyes, match.view_bytes(eyes) if memory else match.known(eyes), strict=True)
    }


def _told(match: Match, entry: Entry, eyes: Viewers, rules: bool) -> dict[int | None, Seen]:
    """What each of some seats (None: a spectator) saw happen."""
    if entry.undo:
        return {eye: Seen(seat=eye, events=[]) for eye in eyes}
    if entry.move < match.number and not match.over:  # what came before is told without what is to be remembered
        fade = match.game.moves.fade
        seen = [[fade(event) for event in events] for events in match.seen(entry.move, eyes)]
    elif rules:
        told = match.event_bytes(entry.move, eyes)
        return {eye: Seen(seat=eye, events=[], told=data) for eye, data in zip(eyes, told, strict=True)}
    else:
        seen = match.seen(entry.move, eyes)
    return {eye: Seen(seat=eye, events=events) for eye, events in zip(eyes, seen, strict=True)}


def moves_json(game: Game, actions: Iterable[int]) -> list[Any]:
    """Actions as moves in JSON."""
    known = _known_moves(game)
    return [known[action] for action in actions]


class KnownMoves(dict[int, msgspec.Raw]):
    """A game's moves in JSON, each made when it is first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, action: int) -> msgspec.Raw:
        """One that is not known yet."""
        self[action] = made = msgspec.Raw(msgspec.json.encode(self.game.moves.to_move(action)))
        return made


_known_moves = cache(KnownMoves)


def summary(table: Table) -> Summary:
    """A line of a list of tables."""
    return Summary(
        id=table.id,
        game=table.game.id,
        status=table.status,
        seats=[SummarySeat(seat=number, name=seat.name, level=seat.level) for number, seat in enumerate(table.seats)],
        pending=table.pending,
        number=table.position,
        next=table.next,
    )


def replay(match: Match) -> Replay:
    """A finished match, position by position, with all that was hidden."""
    moves = [(None, ""), *match.history]
    frames = [
        Frame(
            number=number,
            seat=seat,
            text=text,
            events=match.replay_events(number) if number else [],
            view=match.replay_view(number),
        )
        for number, (seat, text) in enumerate(moves)
    ]
    return Replay(game=match.game.id, names=list(match.names), frames=frames)


def choices(match: Match, number: int) -> Possible:
    """What could have been played after so many moves of a finished match."""
    moves = match.game.moves
    return Possible(
        number=number,
        moves=[
            PossibleMove(move=msgspec.to_builtins(moves.to_move(action)), text=moves.text(action))
            for action in possible(match, number)
        ],
        seat=match.action_at(number + 1)[0],
    )
