"""Interpreted, native and WebAssembly: the same bytes, whatever is called."""

from __future__ import annotations

import pytest

from tests.native import wholly_native
from tests.unmeasured import unmeasured
from tests.worlds import Deal, budget, deals, simulation, thoughts

LATE = -3  # choices from the end: play-outs are short, so that they can be interpreted


@pytest.mark.parametrize("deal", deals(), ids=str)
@unmeasured()
def test_random_games_are_the_same_in_every_world(deal: Deal) -> None:
    call = simulation(deal, 3)
    found = call.on("wasm")
    assert found[0] == 0
    assert found == call.on("python")
    assert found == call.on("native")
    many = simulation(deal, 300)
    assert many.on("wasm") == many.on("native")


@pytest.mark.parametrize("deal", deals(), ids=str)
def test_bots_think_the_same_in_every_world(deal: Deal) -> None:
    for call in thoughts(deal, LATE, 3):
        assert call.on("wasm") == call.on("python")
    for call in thoughts(deal, 9, budget(deal.game)):
        found = call.on("wasm")
        assert found != call.leaves(), "something was thought"
        if wholly_native(deal.game):
            assert found == call.on("native")
