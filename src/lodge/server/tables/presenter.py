"""What clients are told of a table: all that leaves the server about a match is made here.

Views, events and legal moves come from the match for the seats that the client holds, and for no others; the seed
only after the end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from lodge import fairness
from lodge.analysis import possible
from lodge.games import Game
from lodge.match import Match
from lodge.server import clock
from lodge.server.http.schemas import MyGame, Possible, PossibleMove, Replay, Summary, SummarySeat
from lodge.server.tables.offers import asked
from lodge.server.tables.old_match import OldMatch
from lodge.server.tables.table import Entry, Table
from lodge.server.ws import protocol as p
from lodge.server.ws.protocol import Frame, Known, Result, SeatInfo, SeatTime, Seen, Sight, Step, TableInfo, Update

Viewers = Sequence[int | None]
REVIEWED = 40  # moves that are shown again to whoever comes back


def viewers(mine: Sequence[int]) -> Viewers:
    """Through whose eyes a client sees: its seats', or a spectator's."""
    return mine or (None,)


def table_info(
    table: Table, mine: Sequence[int], host: bool, sent_away: bool, connected: set[int], watchers: int
) -> TableInfo:
    """Everything around the match."""
    match, characters, colours = table.match, table.characters(), table.colours()
    return TableInfo(
        id=table.id,
        game=table.game.id,
        options=table.options,
        **dataclasses.asdict(table.clocks.rule),
        hints=table.hints,
        status=table.status,
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                character=characters[number],
                colour=colours[number],
                level=seat.level,
                host=seat.host,
                connected=number in connected,
                stand_in=seat.stand_in,
                resigned=seat.resigned,
                time_up=table.time_was_up(number),
                rematch=seat.rematch,
                wins=seat.wins,
                seal=seat.seal or None,
                nonce=seat.nonce,
                hints=list(seat.hints),
            )
            for number, seat in enumerate(table.seats)
        ],
        mine=list(mine),
        host=host,
        watchers=watchers,
        commitment=_commitment(table),
        result=_result(match) if match and table.status == "over" else None,
        next=table.next,
        level=table.level,
        need=table.need,
        campaign=table.campaign,
        barred=[one.name for one in table.barred] if host else [],
        sent_away=sent_away,
        series=table.series,
        offer=_offer(table, connected) if table.offer else None,
        happenings=table.happenings,
        old=_old(table.old) if table.old else None,
    )


def _offer(table: Table, connected: set[int]) -> p.OfferInfo | None:
    """What is offered; for a bot, nobody waits for others who are gone."""
    if (offer := table.offer) is None:
        return None
    waits = asked(offer, table.people())
    return p.OfferInfo(
        what=offer.what,
        seat=offer.seat,
        yes=sorted(offer.yes),
        waits=sorted(waits & connected if offer.what == "bot" else waits),
        moves=table.playing.number - offer.move + 1 if offer.move else 0,
    )


def _commitment(table: Table) -> str | None:
    """The seal of the seed, from the moment when it is made."""
    if match := table.match or table.old:
        return match.commitment
    return fairness.commitment(table.committed.seed) if table.committed else None


def _old(match: OldMatch) -> p.OldMatch:
    return p.OldMatch(rules=match.rules, moves=[p.OldMove(seat=seat, text=text) for seat, text in match.moves])


def _result(match: Match) -> Result | None:
    seed = match.seed
    if seed is None:
        return None
    scores = match.scores if match.ended is None else []
    return Result(scores=scores, places=match.places, winners=match.winners, seed=seed, ending=match.ended)


class Kind(NamedTuple):
    """Clients that are told the same: they hold the same seats, and run the rules themselves or do not."""

    mine: tuple[int, ...]
    rules: bool = False


def updates(table: Table, kinds: Iterable[Kind], entries: Sequence[Entry]) -> dict[Kind, Update]:
    """The match as each kind of client may see it, and what happened."""
    match, pending = table.playing, table.pending
    wanted = set(kinds)
    number, left = table.position, table.seconds_left(clock.now())
    clocks = seat_times(table, clock.now())
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
                clocks=clocks,
            )
    return made


def seat_times(table: Table, now: float) -> list[SeatTime]:
    """The clocks of all seats; none where there is no clock."""
    if table.clocks.rule.whole is None:
        return []
    timed = table.timed()
    return [
        SeatTime(
            left=table.clocks.left(seat, now),
            runs=seat in timed and not table.clocks.resting(seat, now),
            vacation=table.clocks.days_off(seat, now),
            away=table.clocks.resting(seat, now),
        )
        for seat in range(len(table.seats))
    ]


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
    characters, colours = table.characters(), table.colours()
    return Summary(
        id=table.id,
        game=table.game.id,
        status=table.status,
        seats=[
            SummarySeat(
                seat=number,
                name=seat.name,
                level=seat.level,
                character=characters[number],
                colour=colours[number],
            )
            for number, seat in enumerate(table.seats)
        ],
        pending=table.pending,
        number=table.position,
        next=table.next,
        result=_result(table.match) if table.match and table.status == "over" else None,
    )


def my_game(table: Table) -> MyGame:
    """A line of a player's own list, before it is said which seats are theirs."""
    line, match = summary(table), table.match if table.status == "over" else None
    return MyGame(
        **msgspec.structs.asdict(line),
        mine=[],
        at=table.touched,
        since=table.turn_began if table.status == "playing" else None,
        seconds_left=table.seconds_left(clock.now()),
        level=table.level,
        scores=match.scores if match and not match.ended else None,
        places=match.places or None if match else None,
    )


def review(table: Table, seat: int, since: int) -> list[Frame]:
    """The latest moves since a position, as a seat saw them.

    Where players are to remember what they saw, as a spectator did: else somebody who comes back again and again would
    be reminded.
    """
    match, moves = table.playing, [entry.move for entry in table.missed(since) if not entry.undo][-REVIEWED:]
    eye = None if match.game.moves.CONTRACT.fades else seat
    history = match.history
    frames = []
    for number in range(min(moves) - 1, match.number + 1) if moves else ():
        mover, text = (None, "") if number < moves[0] else history[number - 1]
        events = match.events(number, eye) if number >= moves[0] else []
        frames.append(Frame(number=number, seat=mover, text=text, events=events, view=match.view_at(number, eye)))
    return frames


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
