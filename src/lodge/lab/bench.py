"""How fast the rules and search run on this machine."""

from __future__ import annotations

import os
from time import perf_counter
from typing import Any

from lodge.bots.search import Search
from lodge.errors import LodgeError
from lodge.games import game
from lodge.kernel import lucky
from lodge.kernel.compile import have_native
from lodge.lab.sim import simulate
from lodge.match import Match


def bench(name: str, seconds: float = 2.0) -> dict[str, Any]:
    """Moves per second interpreted, on one core and on all; play-outs per second of search from a 2-player opening."""
    which = game(name)
    if not 0 < seconds <= 3600:
        raise LodgeError(f"A measurement takes more than 0 and at most 3600 seconds, not {seconds}.")
    most = which.seats[1]
    cores = os.cpu_count() or 1
    results: dict[str, Any] = {"game": name, "seats": most, "cores": cores}
    results["python_moves_per_second"] = _rate(name, most, "python", 1, seconds)
    results["wasm_moves_per_second"] = _rate(name, most, "wasm", 1, seconds)
    if have_native():
        results["native_moves_per_second"] = _rate(name, most, "native", 1, seconds)
    one, many = _rate(name, most, "auto", 1, seconds), _rate(name, most, "auto", cores, seconds)
    results |= {"all_cores_moves_per_second": many, "all_cores_ratio": many / one}
    results["search_playouts_per_second"] = search_rate(name, seconds)
    return results


def _rate(name: str, seats: int, backend: str, threads: int, seconds: float) -> float:
    """Moves per second, from about as many games as fit into the time."""
    trial = simulate(name, seats=seats, games=50 if backend == "python" else 20_000, backend=backend, threads=threads)
    games = max(1, int(trial.games * seconds / trial.seconds))
    return simulate(name, seats=seats, games=games, seed=1, backend=backend, threads=threads).moves_per_second


def search_rate(name: str, seconds: float = 2.0) -> float:
    """Play-outs per second on one core, from the first choice in a game of two (or the fewest) players."""
    which = game(name)
    match = Match.new(name, max(2, which.seats[0]), seed=0)
    while len(match.legal(match.pending[0])) == 1:
        match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
    state, seat = match.state, match.pending[0]
    Search(playouts=10).weigh(which, state, seat, lucky(1))  # compiles
    start = perf_counter()
    weights = Search(playouts=None, milliseconds=int(seconds * 1000)).weigh(which, state, seat, lucky(1))
    return sum(weight.visits for weight in weights) / (perf_counter() - start)
