"""Sequential halving: how `master` compares moves, in Donnant Donnant."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from lodge.bots.halving import Halving
from lodge.bots.search import Master, Weight
from lodge.bots.search import weights as found
from lodge.games import game
from lodge.games.donnant_donnant.rules.state import PASSIVE, SOLO
from lodge.games.playout import first_seat
from lodge.kernel import copy, lucky, same
from lodge.lab.arena import arena
from lodge.match import Match

DONNANT = game("donnant")


@cache
def position() -> Any:
    """A few moves into a game alone: dice to write, and many cells that take them (N31)."""
    match = Match.new("donnant", 1, seed=6)
    while int(match.state.phase) != SOLO or len(match.legal_actions(0)) < 10:
        match.play(0, int(DONNANT.greedy.hasty(match.state, 0, lucky(1))))
    return match.state


def master(playouts: int, threads: int = 1) -> Master:
    return Master(playouts=playouts, milliseconds=None, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_play_outs_are_counted_and_the_same_every_time(threads: int) -> None:
    weights = master(500, threads).weigh(DONNANT, position(), 0, lucky(5))
    assert 500 - threads <= sum(weight.visits for weight in weights) <= 500, "each may have one left that is no round"
    assert all(0 <= weight.value <= 1 for weight in weights)
    assert weights == master(500, threads).weigh(DONNANT, position(), 0, lucky(5))
    assert weights != master(500, threads).weigh(DONNANT, position(), 0, lucky(6))


def test_half_of_the_moves_stay_each_time() -> None:
    weights = master(960).weigh(DONNANT, position(), 0, lucky(5))
    stages = (len(weights) - 1).bit_length()
    alive, visits = len(weights), [weight.visits for weight in weights]
    each = 0
    for _ in range(stages):
        each += 960 // stages // alive
        assert sum(one >= each for one in visits) >= alive
        alive = (alive + 1) // 2
    assert visits[0] - visits[1] <= 1, "the last two are tried equally often"
    assert visits[2] < visits[1]


@pytest.mark.parametrize("playouts", [*range(1, 40), 99, 100, 101, 150, 301])
def test_of_the_last_two_the_better_one_is_played(playouts: int) -> None:
    halving = Halving(DONNANT, position(), 0, 7, 0, playouts, deep=False)
    halving.grow(math.inf)
    moves, spent = len(halving.actions), int(sum(halving.visits))
    assert playouts - 1 <= spent <= playouts
    if playouts >= moves:
        first, second = (Weight(action, count, total / count) for action, count, total in islice(halving.answers(), 2))
        assert first.visits == second.visits
        assert first.value >= second.value
        assert found([halving])[0].action == first.action


def test_the_first_move_tried_is_that_of_the_player() -> None:
    player: Any = DONNANT.master
    out = np.zeros(DONNANT.rules.ACTIONS, np.int16)
    chosen = player.choose(position(), 0, out, lucky(1))
    assert [weight.action for weight in master(1).weigh(DONNANT, position(), 0, lucky(5))] == [chosen]
    moves = Halving(DONNANT, position(), 0, 1, 0, 1, deep=False).actions.tolist()
    count = player.shortlist(position(), 0, out)
    assert sorted(moves) == sorted({chosen, *out[:count].tolist()})


def test_every_move_is_tried_before_any_is_dropped() -> None:
    moves = Halving(DONNANT, position(), 0, 1, 0, 1, deep=False).actions
    weights = master(len(moves)).weigh(DONNANT, position(), 0, lucky(5))
    assert sorted(weight.action for weight in weights) == sorted(moves.tolist())


def test_who_has_time_plays_on_to_the_end() -> None:
    short, deep = (Halving(DONNANT, position(), 0, 1, 0, 400, deep=deep) for deep in (False, True))
    for one in (short, deep):
        one.grow(math.inf)
    spreads = [np.ptp(one.values / np.maximum(1, one.visits)) for one in (short, deep)]
    assert spreads[0] != spreads[1]
    assert sum(short.visits) == sum(deep.visits) == 400


def test_a_budget_of_time_ends() -> None:
    master(1).weigh(DONNANT, position(), 0, lucky(5))  # compiles
    start = time.monotonic()
    weights = Master(playouts=None, milliseconds=30).weigh(DONNANT, position(), 0, lucky(5))
    assert 0.03 <= time.monotonic() - start < 5
    first, second = weights[:2]
    assert first.visits == second.visits > 0
    assert first.value >= second.value, "of the last two the better one, not the one that happened to be tried last"


@cache
def among_three() -> Any:
    """Dice for a passive player of three to write (N17); of the cards put back, each knows only its own (N2)."""
    match = Match.new("donnant", 3, seed=6)
    while int(match.state.phase) != PASSIVE or len(match.legal_actions(match.pending[0])) < 10:
        match.play(match.pending[0], int(DONNANT.greedy.hasty(match.state, match.pending[0], lucky(1))))
    return match.state


@pytest.mark.parametrize("where", [position, among_three])
def test_interpreted_and_compiled_agree(where: Callable[[], Any]) -> None:
    state = where()
    seat = first_seat(DONNANT.rules.pending(state))
    weights = master(12).weigh(DONNANT, state, seat, lucky(9))
    assert master(12).weigh(DONNANT.on("python"), state, seat, lucky(9)) == weights


def test_what_the_seat_cannot_know_changes_nothing() -> None:
    state, other = among_three(), copy(among_three())
    seat = first_seat(DONNANT.rules.pending(state))
    DONNANT.rules.imagine(other, seat, lucky(8))
    assert not same(state, other)
    assert master(200).weigh(DONNANT, other, seat, lucky(7)) == master(200).weigh(DONNANT, state, seat, lucky(7))


def test_with_others_nobody_plays_on_to_the_end() -> None:
    for state, deep in ((among_three(), 0), (position(), 1)):
        tree = master(2000).tree(DONNANT, state, first_seat(DONNANT.rules.pending(state)), 1, 0, ())
        assert isinstance(tree, Halving)
        assert tree.deep == deep


def test_is_better_than_greedy_at_a_table() -> None:
    ours, _ = arena("donnant", ["master:100", "greedy"], games=8, seed=5).bots
    assert ours.wins >= 6
