"""How many points a learned policy makes alone, with the standard error: many games side by side.

    python examples/points.py donnant donnant.npz --games 300

For policies that play against others there is `lodge arena`, which also plays alone, game by game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from lodge.games import game
from lodge.lab.policy import Learned
from lodge.lab.rivals import Seat


def main() -> None:
    """Play the first game at every table to its end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("policy", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    for file in options.policy:
        net, found = Learned(file).net(game(options.game)), []
        tables = Seat(options.game, options.games, [], seed=options.seed)
        while (tables.games == 0).any():
            tables.step(net.act(tables.observation, tables.mask))
            found += tables.scores[tables.ended & (tables.games == 1), 0].tolist()
        error = np.std(found) / len(found) ** 0.5
        print(f"{file}: {np.mean(found):.1f} points (standard error {error:.1f}, {len(found)} games)")


if __name__ == "__main__":
    main()
