"""The player that `master` has: interpreted and compiled it makes the same moves, and good ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from lodge.bots.search import Master
from lodge.games import game
from lodge.games.amik.players import master
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky, new

AMIK = game("amik")
ONE = Master(playouts=1, milliseconds=None)  # its only play-out is of the player's own move


def test_interpreted_it_plays_the_game_that_it_plays_compiled() -> None:
    rules, luck, few = compiled_rules(AMIK), lucky(4), np.zeros(AMIK.rules.ACTIONS, np.int16)
    state: Any = new(AMIK.rules.State)
    rules.deal(state, 1, 0, luck)
    while rules.pending(state):
        whim = lucky(1)
        action = master.choose(state, 0, few, whim)
        assert int(whim.drawn) or [weight.action for weight in ONE.weigh(AMIK, state, 0, lucky(1))] == [action]
        listed = few[: master.shortlist(state, 0, few)].tolist()
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(few[: rules.legal(state, 0, few)].tolist())
        rules.play(state, 0, action, luck)
    assert rules.score(state, 0) >= 81, "a Master Builder"
