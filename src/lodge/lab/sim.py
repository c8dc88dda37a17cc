"""Batch simulation: random games by the million, with the same result on every backend."""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.games.compiled import LUCKS, compiled, states_of
from lodge.games.playout import SHARES
from lodge.kernel import INT, LONG, NUMBERS, WORDS, Luck, Rows, array, words
from lodge.kernel.backend import Compiled
from lodge.lab.parallel import MOST_THREADS, Progress, check_backend, check_number, in_order, on_backend, silent
from lodge.lab.playouts import DIGEST, GAMES, MOVES, SCORES, TALLY, WINS, Tally, fingerprint, random_game

CHUNKS = {"python": 64, "cuda": 1 << 24}
CHUNK = 1 << 12  # games on all others
MOST_GAMES = 1 << 40
MOST_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class Summary:
    """What came out of a simulation."""

    game: str
    seats: int
    backend: str
    threads: int
    seed: int
    games: int
    moves: int
    seconds: float
    moves_per_second: float
    mean_scores: list[float]
    win_shares: list[float]
    digest: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def simulate(
    name: str,
    *,
    seats: int = 2,
    games: int = 10_000,
    seed: int = 0,
    backend: str = "auto",
    threads: int = 1,
    options: tuple[str, ...] = (),
    progress: Progress = silent,
) -> Summary:
    """Play random games.

    Examples:
        >>> summary = simulate("dam-it", seats=2, games=20, seed=1, backend="python")
        >>> summary.moves, summary.win_shares, summary.digest
        (1514, [0.35, 0.65], 'a5d916175268dc7a')

    Game number i of a seed is the same game everywhere. So the digest, a hash over all final states, and every other
    result but the time are the same for all backends and any number of threads.
    """
    which = game(name)
    which.check_seats(seats)
    check_backend(backend)
    check_number("games", games, MOST_GAMES)
    check_number("threads", threads, MOST_THREADS)
    if not 0 <= seed <= MOST_SEED:
        raise LodgeError(f"A seed is a number from 0 to 2**63 - 1, not {seed}.")
    run = _runner(which, backend, seats, which.option_bits(options), seed)
    threads = threads if backend not in CHUNKS else 1
    list(in_order(run, [(0, 1)], 1))  # compiles, so that the clock does not see it
    tally = np.zeros(TALLY, np.int64)
    start = time.perf_counter()
    chunk = CHUNKS.get(backend, CHUNK)
    chunks = ((first, min(chunk, games - first)) for first in range(0, games, chunk))
    for part in in_order(run, chunks, threads):
        tally += part
        progress(int(part[GAMES]))
    seconds = time.perf_counter() - start
    return _summary(which, tally, seats=seats, backend=backend, threads=threads, seed=seed, seconds=seconds)


Runner = Callable[[int, int], Tally]


def _runner(game: Game, backend: str, seats: int, options: int, seed: int) -> Runner:
    """A function that plays games `first` to `first + count - 1`."""
    if backend == "cuda":
        from lodge.lab.gpu import gpu_runner

        return gpu_runner(game, seats, options, seed)
    return partial(play_chunk, on_backend(game, backend), seats, options, seed)


def play_chunk(game: Game, seats: int, options: int, seed: int, first: int, count: int) -> Tally:
    """Games `first` to `first + count - 1`, on one thread."""
    batch = _batch(game)
    states = array(game.rules.State, 1)  # a thread's own: neighbours would share cache lines
    tally = np.zeros(TALLY, np.int64)
    out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
    batch(states, words(states), array(Luck, 1), out, tally, seed, first, count, seats, options)
    return tally


@cache
def _interpreted(game: Game) -> Callable[..., None]:
    """Plays a batch of games in plain Python."""
    play_random_game = random_game(game)

    def play_batch(
        states: Any,
        memory: Any,
        lucks: Any,
        out: Any,
        tally: Tally,
        seed: int,
        first: int,
        count: int,
        seats: int,
        options: int,
    ) -> None:
        for index in range(first, first + count):
            play_random_game(states[0], lucks[0], out, tally, seed, index, seats, options)
            fingerprint(memory[0], tally)

    return play_batch


@cache
def _batch(game: Game) -> Compiled:
    """Plays a batch of games on the game's backend."""
    words = Rows(np.dtype(np.int64), 2)
    takes = (states_of(game), words, LUCKS, NUMBERS, WORDS, LONG, LONG, INT, INT, INT)
    return compiled(game, "simulate", _interpreted(game), *takes)


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled."""
    yield _batch(game)


def _summary(game: Game, tally: Tally, *, seats: int, backend: str, threads: int, seed: int, seconds: float) -> Summary:
    games, moves = int(tally[GAMES]), int(tally[MOVES])
    lanes = [int(tally[DIGEST + lane]) & 0xFFFFFFFF for lane in range(2)]
    return Summary(
        game=game.id,
        seats=seats,
        backend=backend,
        threads=threads,
        seed=seed,
        games=games,
        moves=moves,
        seconds=seconds,
        moves_per_second=moves / seconds,
        mean_scores=[int(tally[SCORES + seat]) / games for seat in range(seats)],
        win_shares=[int(tally[WINS + seat]) / (SHARES * games) for seat in range(seats)],
        digest=f"{lanes[0]:08x}{lanes[1]:08x}",
    )
