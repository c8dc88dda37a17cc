"""Many tables of one game side by side, as rules made for each game: what `Batch` runs on every device."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import below, rule, sow

MOST_TABLES = 1 << 30
WHIM = 1 << 62  # streams of luck from here on choose actions, those below are the games' own


class Shown(NamedTuple):
    """What is shown of the tables, a row each."""

    seat: Any  # who is to move,
    observation: Any  # what that seat knows,
    mask: Any  # and which actions it may choose
    done: Any  # whether the last step ended a game, and so began the next
    rewards: Any  # what the last step brought each seat
    scores: Any  # how the table's latest finished game ended: points,
    places: Any  # and ranks from 1
    games: Any  # how many are finished
    refused: Any  # illegal actions, for which the table stood still
    listed: Any  # the legal actions,
    counts: Any  # and how many those are


class Hidden(NamedTuple):
    """What nobody sees, a struct for each table. Rules are given those of the tables that they are called for."""

    states: Any
    lucks: Any
    whims: Any  # the luck that chooses actions where one is wanted at random


class Plan(NamedTuple):
    """Which games are played."""

    seed: int
    seats: int
    options: int
    step: float  # between the rewards of two places


class Tables(NamedTuple):
    """What can be done at tables `first` to `end - 1`."""

    begin: Callable[..., None]
    step: Callable[..., None]


@rule
def allowed(listed: Any, count: int, action: int) -> bool:
    """Whether an action is one of those listed."""
    found = 0
    for i in range(count):  # no early end: comparing many at once costs less than a branch that nobody can predict
        found |= 1 if int(listed[i]) == action else 0
    return found == 1


@rule
def check(listed: Any, counts: Any, actions: Any, first: int, end: int) -> int:
    """The first table whose action is illegal; `end` if there is none."""
    for table in range(first, end):
        if not allowed(listed[table], int(counts[table]), int(actions[table])):
            return table
    return end


@rule
def pick(listed: Any, counts: Any, whims: Any, actions: Any, first: int, end: int) -> None:
    """Write one of the legal actions for every table, each as likely."""
    for table in range(first, end):
        actions[table] = listed[table, below(whims[table - first], int(counts[table]))]


@rule
def rank(places: Any, rewards: Any, step: float) -> None:
    """The rewards for places: 1 for the first to -1 for the last, together 0."""
    for seat in range(len(places)):
        balance = 0
        for other in range(len(places)):
            balance += 1 if int(places[other]) > int(places[seat]) else 0
            balance -= 1 if int(places[other]) < int(places[seat]) else 0
        rewards[seat] = balance * step


@rule
def clear(shown: Shown, table: int) -> None:
    """Forget all that was at a table."""
    scores, places, rewards, mask = shown.scores[table], shown.places[table], shown.rewards[table], shown.mask[table]
    for seat in range(len(scores)):
        scores[seat] = 0
        places[seat] = 0
        rewards[seat] = 0
    for action in range(len(mask)):
        mask[action] = False
    shown.done[table] = False
    shown.games[table] = 0
    shown.refused[table] = 0


@cache
def _show(game: Game) -> Callable[..., tuple[int, int]]:
    pending, legal, observe = game.rules.pending, game.rules.legal, game.rules.observe

    def show(state: Any, observation: Any, mask: Any, listed: Any, count: int) -> tuple[int, int]:
        """Tell what the seat to move (of several the lowest) knows and may do; returns it, and how many actions."""
        seat = first_seat(pending(state))
        observe(state, seat, observation)
        for i in range(count):  # of a thousand actions a few are legal: the others stay as they are
            mask[int(listed[i])] = False
        count = legal(state, seat, listed)
        for i in range(count):
            mask[int(listed[i])] = True
        return seat, count

    return rule(show)


@cache
def _settle(game: Game) -> Callable[..., None]:
    score, place = game.rules.score, game.rules.place

    def settle(state: Any, scores: Any, places: Any, rewards: Any, step: float) -> None:
        """The game is over: points, ranks, and the rewards; alone, the points are the reward."""
        for seat in range(len(scores)):
            scores[seat] = score(state, seat)
            places[seat] = place(state, seat)
        if len(scores) > 1:
            rank(places, rewards, step)
        else:
            rewards[0] = scores[0]

    return rule(settle)


@cache
def tables(game: Game) -> Tables:
    """The rules for a game's tables.

    Helpers are given rows, not the shown: to hand all of it from function to function takes longer than to play.
    """
    deal, pending, play, show, settle = game.rules.deal, game.rules.pending, game.rules.play, _show(game), _settle(game)

    def begin(shown: Shown, hidden: Hidden, plan: Plan, first: int, end: int) -> None:
        """Begin the first game at every table, whatever was before."""
        observation, mask, listed, counts, seats = shown.observation, shown.mask, shown.listed, shown.counts, shown.seat
        for table in range(first, end):
            state, luck = hidden.states[table - first], hidden.lucks[table - first]
            clear(shown, table)
            sow(hidden.whims[table - first], plan.seed, WHIM | table)
            sow(luck, plan.seed, table << 32)
            deal(state, plan.seats, plan.options, luck)
            seats[table], counts[table] = show(state, observation[table], mask[table], listed[table], 0)

    def step(shown: Shown, states: Any, lucks: Any, plan: Plan, actions: Any, first: int, end: int) -> None:
        """Play an action at every table; where that ends the game, begin the next. An illegal one does nothing."""
        observation, mask, listed, counts, seats = shown.observation, shown.mask, shown.listed, shown.counts, shown.seat
        scores, places, rewards, done, games = shown.scores, shown.places, shown.rewards, shown.done, shown.games
        for table in range(first, end):
            state, luck = states[table - first], lucks[table - first]
            count, action = int(counts[table]), int(actions[table])
            done[table] = False
            for seat in range(plan.seats):
                rewards[table, seat] = 0
            if not allowed(listed[table], count, action):
                shown.refused[table] += 1
                continue
            play(state, first_seat(pending(state)), action, luck)
            if pending(state) == 0:
                settle(state, scores[table], places[table], rewards[table], plan.step)
                done[table] = True
                games[table] += 1
                sow(luck, plan.seed, table << 32 | int(games[table]))  # from seed, table and game alone
                deal(state, plan.seats, plan.options, luck)
            seats[table], counts[table] = show(state, observation[table], mask[table], listed[table], count)

    return Tables(rule(begin), rule(step))
