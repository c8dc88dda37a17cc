"""Learns a net with which Beaver Gang's `net.py` decides, for two players, or for three to six.

    python -m tools.beaver_net --to FOLDER
    python -m tools.beaver_net --to FOLDER --more

It watches games of search, fits a net that imitates it, and lets another net learn by playing against itself, against
that imitation and against greedy: seven minutes on an H200. Where PyTorch finds no GPU, all is small. The folder gets
curve.json and, at the end, net-two.npz or net-more.npz, the net in whole numbers. Called again it
goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from tools.beaver_net.curve import Settings

from lodge.errors import LodgeError
from lodge.lab.parallel import check_number

MOST = 1 << 22
MOST_SEED = 1 << 32
GAMES, LANES = 98_304, 32_768  # on a GPU
FEW_GAMES, FEW_LANES = 60, 256


def check_torch() -> None:
    """It learns with PyTorch."""
    if find_spec("torch") is None:
        raise LodgeError("Learning needs PyTorch, which is not part of Lodge: pip install torch.")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.beaver_net", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, required=True, help="the folder")
    parser.add_argument("--more", action="store_true", help="for three to six players")
    parser.add_argument("--seconds", type=float, default=300.0, help="of learning by playing (300)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, help=f"of search to watch ({GAMES}; without a GPU {FEW_GAMES})")
    parser.add_argument("--lanes", type=int, help=f"games at the same time ({LANES}; without a GPU {FEW_LANES})")
    return parser.parse_args()


def settings_of(arguments: argparse.Namespace, games: int, lanes: int) -> Settings:
    """Settings that can be, with what is usual where nothing was asked for."""
    games = games if arguments.games is None else arguments.games
    lanes = lanes if arguments.lanes is None else arguments.lanes
    settings = Settings(games, lanes, arguments.seconds, arguments.seed, arguments.more)
    check_number("games", settings.games, MOST)
    check_number("lanes", settings.lanes, MOST)
    if not 0 < settings.seconds < float("inf"):
        raise LodgeError(f"Learning takes more than 0 seconds, not {settings.seconds}.")
    if not 0 <= settings.seed <= MOST_SEED:
        raise LodgeError(f"A seed is a number from 0 to {MOST_SEED}, not {settings.seed}.")
    return settings


def main() -> None:
    """Do it, with lines that say how far it is."""
    arguments, begun = asked(), time.perf_counter()

    def tell(line: str) -> None:
        print(f"{time.perf_counter() - begun:7.1f} s  {line}", flush=True)

    try:
        check_torch()
        from tools.beaver_net.nets import DEVICE
        from tools.beaver_net.run import run

        usual = (GAMES, LANES) if DEVICE == "cuda" else (FEW_GAMES, FEW_LANES)
        settings = settings_of(arguments, *usual)
        file = run(settings, arguments.to, tell)
    except LodgeError as error:
        sys.exit(f"beaver_net: {error}")
    except KeyboardInterrupt:
        sys.exit(f"beaver_net: interrupted. The same command goes on with what is in {arguments.to}.")
    print(f"The net is in {file}.")


if __name__ == "__main__":
    main()
