"""What is seen of random games, as digests: `python -m tests.games.seen` writes them anew after a deliberate change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from lodge.games import Game, games
from lodge.games.api import EVERYTHING, SPECTATOR
from lodge.games.compiled import compiled_contract, compiled_rules
from lodge.kernel import copy, lucky, new

FILE = Path(__file__).with_name("seen.json")
MOVES = 150  # of a game, from the beginning and up to the end


def tables(game: Game) -> list[tuple[int, tuple[str, ...]]]:
    return [
        (seats, options) for seats in range(game.seats[0], game.seats[1] + 1) for options in game.option_sets(seats)
    ]


def steps(game: Game, seats: int, options: tuple[str, ...]) -> list[tuple[Any, int, int, Any]]:
    """A random game: before, seat, action, after. Of a long one, what is played first and last."""
    rules = compiled_rules(game)
    out = np.zeros(rules.ACTIONS, np.int16)
    luck, random = lucky(seats, len(options)), Random(seats)  # noqa: S311
    state = new(rules.State)
    rules.deal(state, seats, game.option_bits(options), luck)
    played = []
    while waiting := rules.pending(state):
        seat = random.choice([seat for seat in range(seats) if waiting >> seat & 1])
        which = rules.legal if random.random() < 0.5 else rules.candidates
        action = int(out[random.randrange(which(state, seat, out))])
        before = copy(state)
        rules.play(state, seat, action, luck)
        played.append((before, seat, action, copy(state)))
    return played if len(played) <= 2 * MOVES else played[:MOVES] + played[-MOVES:]


def digest(game: Game, seats: int, options: tuple[str, ...]) -> str:
    """Of all views and events of a random game, whoever looks."""
    contract, seen = compiled_contract(game), hashlib.sha256()
    for before, seat, action, after in steps(game, seats, options):
        for eye in (EVERYTHING, SPECTATOR, *range(seats)):
            told: list[Any] = [contract.view(before, eye), contract.view(after, eye)]
            told.append(contract.events(before, seat, action, after, eye))
            seen.update(json.dumps(told, sort_keys=True).encode())
    return seen.hexdigest()[:16]


def name_of(seats: int, options: tuple[str, ...]) -> str:
    return f"{seats} {'+'.join(options) or 'plain'}"


if __name__ == "__main__":
    found = {game.id: {name_of(*table): digest(game, *table) for table in tables(game)} for game in games()}
    FILE.write_text(json.dumps(found, indent=2) + "\n")
