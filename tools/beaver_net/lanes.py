"""Lanes: many games side by side, each followed by the next, that stop only where a seat has a choice.

A net learns from millions of decisions a second if it decides in all lanes at once. What it is to judge is written on
one sheet for all, and so is the end of every round, which is what there is to learn from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lodge.games.beaver_gang import rules
from lodge.games.beaver_gang.players import greedy
from lodge.games.beaver_gang.players.master.features_more import see
from lodge.games.beaver_gang.players.master.net import size_for
from lodge.games.beaver_gang.players.master.slots import action_of, forced, open_slots
from lodge.games.beaver_gang.rules.facts import MOST_SEATS
from lodge.games.beaver_gang.rules.state import DEAL, NONE, TURNED_UP, State, over, rounds, score
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, rule, sow
from lodge.kernel.compile import native

HERE = Path(__file__).parent
LEARNER, IMITATION, GREEDY = 0, 1, 2  # who has a seat: the net that learns, the imitation of search, greedy
NOTHING, ROUND, GAME = 0, 1, 2  # what has ended


class Sheet(NamedTuple):
    """What is told of every lane, and who plays there."""

    seen: Any  # the features of the position, for the seat that decides
    open: Any  # bit mask of the slots that it may choose
    seats: Any  # which seat that is
    orders: Any  # of the cards, as `see` tells them
    ends: Any  # rows: what has ended since the decision before, how many rounds were left then, everybody's score
    players: Any  # how many there are
    roles: Any  # who has which seat


SCORES = 2  # the row of `ends` where they begin


def blank(players: Any, roles: Any) -> Sheet:
    """A sheet for as many lanes as are told of."""
    lanes = len(players)
    return Sheet(
        np.zeros((lanes, size_for(max(players)).features), np.int16),
        np.zeros(lanes, np.int64),
        np.zeros(lanes, np.int8),
        np.zeros(lanes, np.int64),
        np.zeros((SCORES + MOST_SEATS, lanes), np.int16),
        np.asarray(players, np.int8),
        np.asarray(roles, np.int8),
    )


@rule
def begin_lane(state: State, luck: Luck, seed: int, first: int, sheet: Sheet, lane: int) -> None:
    """Deal a lane's first game; lanes are numbered from `first`, so that another call can have other games."""
    sow(luck, seed, first + lane)
    rules.deal(state, int(sheet.players[lane]), 0, luck)
    go_on(state, luck, sheet, lane)


@rule
def step_lane(state: State, luck: Luck, sheet: Sheet, lane: int, slot: int) -> None:
    """Play what was chosen."""
    seat = int(sheet.seats[lane])
    rules.play(state, seat, action_of(state, seat, int(sheet.orders[lane]), slot), luck)
    go_on(state, luck, sheet, lane)


@rule
def go_on(state: State, luck: Luck, sheet: Sheet, lane: int) -> None:
    """Play what needs no choice, deal again where a round is over, and write down the next decision."""
    seat, asked = 0, False
    sheet.ends[0, lane] = NOTHING
    while not asked:
        if int(state.phase) == TURNED_UP:
            write_end(state, sheet, lane)
            deal_again(state, luck)
        else:
            seat = first_seat(rules.pending(state))
            action = forced(state, seat)
            if action == NONE and int(sheet.roles[lane, seat]) == GREEDY:
                action = greedy.hasty(state, seat, luck)
            asked = action == NONE
            if not asked:
                rules.play(state, seat, action, luck)
    orders = see(state, seat, sheet.seen[lane])
    sheet.orders[lane] = orders
    sheet.open[lane] = open_slots(state, seat, orders)
    sheet.seats[lane] = seat


@rule
def write_end(state: State, sheet: Sheet, lane: int) -> None:
    """A round's end: how many are to come, and how everybody stands."""
    sheet.ends[0, lane] = GAME if over(state) else ROUND
    sheet.ends[1, lane] = rounds(state) - int(state.round) - 1
    for seat in range(int(state.seats)):
        sheet.ends[SCORES + seat, lane] = score(state, seat)


@rule
def deal_again(state: State, luck: Luck) -> None:
    """The next round, or the next game."""
    if over(state):
        rules.deal(state, int(state.seats), 0, luck)
    else:
        rules.play(state, first_seat(rules.pending(state)), DEAL, luck)


def begin_all(states: Any, lucks: Any, seed: int, first: int, sheet: Sheet) -> None:
    for lane in range(len(states)):
        begin_lane(states[lane], lucks[lane], seed, first, sheet, lane)


def step_all(states: Any, lucks: Any, sheet: Sheet, slots: Any) -> None:
    for lane in range(len(states)):
        step_lane(states[lane], lucks[lane], sheet, lane, int(slots[lane]))


class Lanes:
    """Lanes on a processor; `gpu.Lanes` are the same on a GPU."""

    def __init__(self, players: Any, roles: Any, seed: int, first: int = 0, *, interpreted: bool = False) -> None:
        begin, step = (begin_all, step_all) if interpreted else (native(begin_all, HERE), native(step_all, HERE))
        self._step = step
        self.sheet = blank(players, roles)
        self.states, self.lucks = array(State, len(self.sheet.seats)), array(Luck, len(self.sheet.seats))
        begin(self.states, self.lucks, seed, first, self.sheet)

    def step(self, slots: Any) -> None:
        """Play a slot that is open in every lane, up to the next decision."""
        self._step(self.states, self.lucks, self.sheet, np.asarray(slots, np.int8))
