"""Compiles what the tests call of a game (`python -m tests.compile dam-it`): all at once, and before they are measured.

A test that meets an empty cache compiles only what it calls, so that rules called by two tests are compiled twice; and
coverage makes the compiler half as fast. Without a game, it prints the goals of the Makefile that compile all of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from lodge.bots import bot, decide
from lodge.bots.net import has_net
from lodge.games import Game, game, games
from lodge.kernel import lucky, new
from lodge.kernel.compile import native
from lodge.lab import Batch
from lodge.lab.rivals import Seat
from lodge.lab.together import Together
from lodge.lab.train import Settings, train
from lodge.modules import compile_natively, entries
from tests.native import size, wholly_native

UNUSED = {
    "look",
    "happened",
    "step",
    "known",
    "luck.sow",
    "luck.bits",
    "luck.below",
    "play_outs",
    "nested",
    "weigh",
    "weigh_rerolls",
    "good_rerolls",
    "longest_noted",
    "settle",
}


def compile_player(one: Game) -> None:
    """What the tests call of the game's own player besides."""
    state, luck = new(one.rules.State), lucky(1)
    one.rules.deal(state, one.seats[0], 0, luck)
    seat = one.rules.pending(state).bit_length() - 1
    native(one.greedy.hasty, one.folder)(state, seat, luck)
    native(one.greedy.believe, one.folder)(state, seat, luck)


def compile_learning(one: Game) -> None:
    """Search with a net, how a net is made, and tables in a batch."""
    state = new(one.rules.State)
    one.rules.deal(state, one.seats[0], 0, lucky(1))
    decide(bot("master:1"), one, state, one.rules.pending(state).bit_length() - 1, lucky(1))
    with TemporaryDirectory() as folder:
        train(Settings(one.id, one.seats, games=4, passes=1, rivals=0), Path(folder), generations=1)
    tables = Batch(one.id, 2)
    tables.step(tables.sample())
    seated = Seat(one.id, 2, ["search:1"] * (max(2, one.seats[0]) - 1))
    seated.step(seated.sample())
    seated.observe(0)
    all_seats = Together(one.id, 2)
    all_seats.step(all_seats.mask.argmax(-1))


def compile_all_of(which: Game) -> None:
    """What the tests call of a game."""
    if which == games()[0]:  # of which a test goes over to native code
        compile_natively(which)
    for entry in entries(which):
        if entry.entry.name == "simulate" or (wholly_native(which) and entry.entry.name not in UNUSED):
            entry.load()
    compile_player(which)
    if has_net(which):
        compile_learning(which)


def goals() -> list[str]:
    """The goals that compile all games: the smallest first, because all of it is compiled."""
    return [f"compiled-{one.id}" for one in sorted(games(), key=size)]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        compile_all_of(game(sys.argv[1]))
    else:
        sys.stdout.write(" ".join(goals()))
