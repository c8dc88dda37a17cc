"""Compiles what the tests call of a game (`python -m tests.compile dam-it`): all at once, and before they are measured.

A test that meets an empty cache compiles only what it calls, so that rules called by two tests are compiled twice; and
coverage makes the compiler half as fast.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from lodge.bots import bot, decide
from lodge.bots.net import has_net
from lodge.games import Game, game
from lodge.games.native import native_contract, native_rules
from lodge.kernel import copy, lucky, new
from lodge.kernel.compile import native
from lodge.lab import Batch
from lodge.lab.sim import simulate
from lodge.lab.train import Settings, train
from lodge.server.thinking import compile_game, ready_mark


def compile_rules(one: Game) -> None:
    """Every rule that Python calls, and the game's own player."""
    rules, greedy, luck = native_rules(one), one.greedy, lucky(1)
    state = new(rules.State)
    rules.deal(state, one.seats[0], 0, luck)
    seat = rules.pending(state).bit_length() - 1
    legal, few = np.zeros(rules.ACTIONS, np.int16), np.zeros(rules.MOST_CANDIDATES, np.int16)
    rules.legal(state, seat, legal)
    rules.candidates(state, seat, few)
    rules.over(state)
    rules.standing(state, seat, rules.score(state, seat))
    rules.place(state, seat)
    rules.observe(state, seat, np.zeros(rules.OBSERVATION, np.int16))
    native(greedy.choose, one.folder)(state, seat, few, luck)
    native(greedy.hasty, one.folder)(state, seat, luck)
    native(greedy.believe, one.folder)(state, seat, luck)
    rules.imagine(state, seat, luck)
    before, action = copy(state), int(legal[0])
    rules.play(state, seat, action, luck)
    native_contract(one).view(state, seat)
    native_contract(one).events(before, seat, action, state, seat)


def compile_learning(one: Game) -> None:
    """Search with a net, how a net is made, and tables in a batch."""
    state = new(one.rules.State)
    one.rules.deal(state, one.seats[0], 0, lucky(1))
    decide(bot("master:1"), one, state, one.rules.pending(state).bit_length() - 1, lucky(1))
    with TemporaryDirectory() as folder:
        train(Settings(one.id, one.seats, games=4, passes=1, rivals=0), Path(folder), generations=1)
    tables = Batch(one.id, 2)
    tables.step(tables.sample())


if __name__ == "__main__":
    which = game(sys.argv[1])
    compile_game(which)
    compile_rules(which)
    simulate(which.id, seats=which.seats[0], games=1)
    if has_net(which):
        compile_learning(which)
    ready_mark(which).touch()
