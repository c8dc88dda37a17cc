"""Watching search: games of it, with what it thinks of every action where there is a choice.

With more than two players one round of each game is watched; those before it are played greedily. Search is flat here:
each action is tried equally often, with the same luck as the others, on what the seat believes,
and played on greedily to the end of the round. That says what every action is worth, not only the best. In some games
one seat plays greedily or wildly, and now and then a move is any: a net that learns from them should also know
positions that search would never have come to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from tools.beaver_net.lanes import HERE

from lodge.games.beaver_gang import rules
from lodge.games.beaver_gang.players import greedy
from lodge.games.beaver_gang.players.master.features_more import see
from lodge.games.beaver_gang.players.master.net import FOR_MORE, FOR_TWO
from lodge.games.beaver_gang.players.master.slots import SLOTS, action_of, forced, open_slots
from lodge.games.beaver_gang.rules.facts import FEWEST_SEATS, MOST_SEATS
from lodge.games.beaver_gang.rules.state import NONE, TURNED_UP, State, rounds
from lodge.games.playout import first_seat
from lodge.games.worth import UNIT
from lodge.kernel import Luck, Out, array, below, bits, rule, sow
from lodge.kernel.compile import native

EACH = 32  # rows of a game, at most
PLAYOUTS = (400, 160)  # for a decision of two players, and of more
CASTS, GREEDY, WILD = 8, 5, 7  # of so many games, from which on a seat is greedy, and from which on wild, too
ODD = 30  # one move of search in so many is any
WILD_ODD = 4
KEPT = 2  # one decision in so many is written down: neighbours are alike


class Notes(NamedTuple):
    """Rows of decisions, as many for each game."""

    seen: Any
    open: Any
    values: Any  # what search thinks of every slot that is open, 0 to 1
    kept: Any  # how many rows of each game there are


def blank(more: bool, games: int, each: int = EACH) -> Notes:
    """Notes to be written."""
    return Notes(
        np.zeros((games * each, (FOR_MORE if more else FOR_TWO).features), np.int16),
        np.zeros(games * each, np.int64),
        np.zeros((games * each, SLOTS), np.float32),
        np.zeros(games, np.int32),
    )


@rule
def watch_game(
    states: Any, lucks: Any, out: Out, more: int, seed: int, number: int, playouts: int, notes: Notes
) -> None:
    """Play a game, until it ends or its rows are full."""
    state, luck, own = states[0], lucks[0], lucks[1]
    sow(luck, seed, 2 * number)
    sow(own, seed, 2 * number + 1)
    seats = FEWEST_SEATS + more * (1 + number % (MOST_SEATS - FEWEST_SEATS))
    rules.deal(state, seats, 0, luck)
    first = below(own, rounds(state)) if more else 0
    end = first + 1 if more else rounds(state)
    cast, careless = below(own, CASTS), below(own, seats)
    each = len(notes.seen) // len(notes.kept)
    rows = 0
    waiting = rules.pending(state)
    while waiting and rows < each and int(state.round) < end:
        seat = first_seat(waiting)
        action = forced(state, seat)
        if action == NONE and int(state.round) < first:
            action = greedy.hasty(state, seat, luck)
        elif action == NONE and cast >= GREEDY and seat == careless:
            action = greedy.hasty(state, seat, luck)
            if cast == WILD and below(own, WILD_ODD) == 0:
                action = anything(state, seat, own, out)
        elif action == NONE:
            action = think(states, lucks[2], seat, bits(own), playouts, notes, number * each + rows)
            if below(own, ODD) == 0:
                action = anything(state, seat, own, out)
            rows += 1 if below(own, KEPT) == 0 else 0
        rules.play(state, seat, action, luck)
        waiting = rules.pending(state)
    notes.kept[number] = rows


@rule
def anything(state: State, seat: int, own: Luck, out: Out) -> int:
    return int(out[below(own, rules.candidates(state, seat, out))])


@rule
def think(states: Any, later: Luck, seat: int, key: int, playouts: int, notes: Notes, row: int) -> int:
    """Write down what every action is worth; the best."""
    state = states[0]
    orders = see(state, seat, notes.seen[row])
    there = open_slots(state, seat, orders)
    notes.open[row] = there
    count = 0
    for slot in range(SLOTS):
        count += there >> slot & 1
    tries = max(1, playouts // count)
    best, most = NONE, -1
    for slot in range(SLOTS):
        notes.values[row, slot] = 0
        if there >> slot & 1:
            action = action_of(state, seat, orders, slot)
            total = try_out(states, later, seat, action, key, tries)
            notes.values[row, slot] = total / float(tries * UNIT)
            if total > most:
                best, most = action, total
    return best


@rule
def try_out(states: Any, later: Luck, seat: int, action: int, key: int, tries: int) -> int:
    """What came of an action, added up."""
    trial = states[1]
    total = 0
    for number in range(tries):
        sow(later, key, number)
        states[1] = states[0]
        greedy.believe(trial, seat, later)
        rules.play(trial, seat, action, later)
        while int(trial.phase) != TURNED_UP:
            mover = first_seat(rules.pending(trial))
            rules.play(trial, mover, greedy.hasty(trial, mover, later), later)
        total += greedy.worth(trial, seat)
    return total


def watch_all(states: Any, lucks: Any, out: Out, more: int, seed: int, playouts: int, notes: Notes) -> None:
    """Games from number 0 on."""
    for number in range(len(notes.kept)):
        watch_game(states, lucks, out, more, seed, number, playouts, notes)


def watch(
    more: bool, games: int, seed: int, playouts: int = 0, each: int = EACH, *, interpreted: bool = False
) -> tuple[Any, Any, Any]:
    """What is seen, what is open, and what it is worth, of all decisions that were written down."""
    notes = blank(more, games, each)
    out = np.zeros(rules.MOST_CANDIDATES, np.int16)
    run = watch_all if interpreted else native(watch_all, HERE)
    run(array(State, 2), array(Luck, 3), out, int(more), seed, playouts or PLAYOUTS[more], notes)
    return rows_of(notes)


def rows_of(notes: Notes) -> tuple[Any, Any, Any]:
    each = len(notes.seen) // len(notes.kept)
    there = (np.arange(each) < notes.kept[:, None]).ravel()
    return notes.seen[there], notes.open[there], notes.values[there]
