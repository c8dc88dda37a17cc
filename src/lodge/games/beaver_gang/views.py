"""Beaver Gang: what a seat may see of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lodge.games.beaver_gang.facts import NAMES, ROW
from lodge.games.beaver_gang.knowledge import knows
from lodge.games.beaver_gang.state import (
    HOLD,
    KNOCK,
    LOOK,
    NONE,
    PEEKING,
    TURN,
    TURNED_UP,
    State,
    after,
    discard_size,
    is_number,
    may_knock,
    over,
    place,
    rounds,
    score,
)
from lodge.games.protocol import EVERYTHING

PHASES = {LOOK: "look", TURN: "turn", HOLD: "hold", PEEKING: "peek", KNOCK: "knock", TURNED_UP: "turned-up"}
OUTER = [1, ROW]


def view(state: State, seat: int) -> dict[str, Any]:
    """What a seat (-1: a spectator) sees; `None` stands for what is hidden from it."""
    return views(state, [seat])[0]


def views(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What each of some seats sees. What all see is worked out once: the views share it, so change none of them."""
    everybody = range(int(state.seats))
    ended = over(state)
    phase = int(state.phase)
    held = int(state.held)
    knocker = int(state.knocker)
    common: dict[str, Any] = {
        "round": int(state.round) + 1,
        "rounds": rounds(state),
        "phase": PHASES[phase],
        "to_move": None if ended or phase == LOOK else int(state.to_move),
        "dealer": int(state.dealer),
        "starter": after(state, int(state.dealer)),
        "knocker": None if knocker == NONE else knocker,
        "may_knock": phase != TURNED_UP and may_knock(state),
        "stack": int(state.stack_size),
        "discard": discard_size(state),
        "top": None if int(state.top) == NONE else NAMES[state.top],
        "twice": int(state.twice),
        "over": ended,
        "turned_up": turned_up(state) if phase == TURNED_UP else None,
    }
    players = [_player(state, owner, ended) for owner in everybody]
    return [
        {
            **common,
            "held": None
            if held == NONE
            else {
                "seat": int(state.to_move),
                "card": NAMES[held] if seat in (int(state.to_move), EVERYTHING) else None,
                "first": bool(state.first),
            },
            "players": [{**players[owner], "cards": cards(state, seat, owner)} for owner in everybody],
        }
        for seat in seats
    ]


def _player(state: State, seat: int, ended: bool) -> dict[str, Any]:
    """What everybody sees of one player."""
    return {
        "looking": looked_at(state, seat),
        "pad": [int(state.pad[number, seat]) for number in range(finished(state))],
        "score": score(state, seat),
        "place": place(state, seat) if ended else None,
    }


def finished(state: State) -> int:
    """Rounds that are on the score pad."""
    return int(state.round) + (1 if int(state.phase) == TURNED_UP else 0)


def looked_at(state: State, seat: int) -> list[int]:
    """The cards that a player holds up to look at, counted from 1: everybody sees which, nobody else what they are."""
    if int(state.phase) == LOOK and int(state.looking) >> seat & 1:
        return OUTER
    if int(state.phase) == PEEKING and int(state.to_move) == seat:
        return [int(state.peeked) + 1]
    return []


def cards(state: State, seat: int, owner: int) -> list[str | None]:
    """A row as a seat sees it: what it looks at now; with option memory-aid, all that it knows; turned up, all."""
    if seat == EVERYTHING or int(state.phase) == TURNED_UP:
        shown = list(range(ROW))
    elif int(state.memory_aid):
        shown = [at for at in range(ROW) if knows(state, seat, owner, at)]
    else:
        shown = [at - 1 for at in looked_at(state, owner)] if seat == owner else []
    return [NAMES[state.card[owner, at]] if at in shown else None for at in range(ROW)]


def turned_up(state: State) -> list[dict[str, Any]]:
    """B13, B14: from the knocker on, each row, what was drawn for its special cards, and the sum."""
    drawn = iter([NAMES[state.replacement[i]] for i in range(int(state.drawn))])
    seat = int(state.knocker)
    told = []
    for _ in range(int(state.seats)):
        row = [int(state.card[seat, at]) for at in range(ROW)]
        told.append(
            {
                "seat": seat,
                "cards": [NAMES[kind] for kind in row],
                "replaced": [
                    {"at": at + 1, "drawn": _until_number(drawn)} for at in range(ROW) if not is_number(row[at])
                ],
                "sum": int(state.pad[int(state.round), seat]),
            }
        )
        seat = after(state, seat)
    return told


def _until_number(drawn: Any) -> list[str]:
    """The cards drawn for one special card: the last is a number."""
    cards = [next(drawn)]
    while not is_number(NAMES.index(cards[-1])):
        cards.append(next(drawn))
    return cards
