"""Halving: how Amik's master chooses. Its budget is kept to, and the same play-outs give the same answer everywhere."""

from __future__ import annotations

import time
from typing import Any

import pytest

from lodge.bots import bot, decide, halving
from lodge.bots.search import Master
from lodge.games import game
from lodge.games.amik.sets import size
from lodge.games.amik.state import LAY_FIRST, blank
from lodge.games.native import native_rules
from lodge.kernel import lucky, new

AMIK = game("amik")


def late() -> Any:
    """Greedy alone, before one of its last rolls."""
    rules, state, luck = native_rules(AMIK), new(AMIK.rules.State), lucky(2)
    rules.deal(state, 1, 0, luck)
    while int(state.step[0]) != LAY_FIRST or size(*blank(state, 0)) > 12:
        rules.play(state, 0, decide(bot("greedy"), AMIK, state, 0, lucky(3)), luck)
    return state


def master(playouts: int, threads: int = 1) -> Master:
    return Master(playouts=playouts, milliseconds=None, threads=threads)


def test_the_better_half_goes_on() -> None:
    weights = master(400).weigh(AMIK, late(), 0, lucky(4))
    visits = [weight.visits for weight in weights]
    assert len(weights) > 4
    assert sum(visits) <= 400
    assert visits == sorted(visits, reverse=True)
    assert visits[0] == visits[1] > visits[2] > visits[-1] > 0
    assert weights[0].value >= weights[1].value
    assert weights == master(400, threads=2).weigh(AMIK, late(), 0, lucky(4))


def test_one_play_out_is_of_the_move_that_seems_best() -> None:
    weights = master(1).weigh(AMIK, late(), 0, lucky(4))
    assert [weight.visits for weight in weights] == [1]


def test_time_is_kept() -> None:
    before = time.monotonic()
    weights = Master(milliseconds=200, threads=2).weigh(AMIK, late(), 0, lucky(4))
    assert time.monotonic() - before >= 0.2
    assert weights[0].visits > 1


def test_interpreted_and_compiled_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    state = late()
    weights = master(2).weigh(AMIK, state, 0, lucky(4))
    compiled = halving._play_out
    monkeypatch.setattr(halving, "_play_out", lambda kind: getattr(compiled(kind), "py_func", compiled(kind)))
    assert master(2).weigh(AMIK, state, 0, lucky(4)) == weights
