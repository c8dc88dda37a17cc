"""Arenas: bots against each other, every deal played once from each seat with the same luck."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lodge.bots import Bot, decide
from lodge.fairness import DEAL, luck_for
from lodge.games import Game, game
from lodge.games.compiled import compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import Luck, copy, new
from lodge.kernel.compile import source_hash
from lodge.lab.ceiling import Ceiling, player
from lodge.lab.journal import Journal, nets_of
from lodge.lab.parallel import MOST_THREADS, Interrupted, Progress, breathe, check_number, on_backend, silent

Z95 = 1.959964
MOST_GAMES = 10_000_000

Watch = Callable[[Any, int, int, Any], None]


@dataclass(frozen=True)
class Entrant:
    """How one bot did."""

    bot: str
    wins: float  # a shared win counts as its share
    win_rate: float
    interval: tuple[float, float]  # 95 %, Wilson's
    mean_score: float
    mean_place: float


@dataclass(frozen=True)
class Results:
    """What came out of an arena."""

    game: str
    games: int
    seed: int
    seconds: float
    bots: list[Entrant]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Ending:
    """One game: for each bot, its share of the win, its score, its place, and the seconds that it thought a move."""

    shares: list[float]
    scores: list[int]
    places: list[int]
    seconds: list[float]


def arena(
    name: str,
    specs: list[str],
    *,
    games: int = 100,
    seed: int = 0,
    threads: int = 1,
    options: tuple[str, ...] = (),
    backend: str = "auto",
    kept: Path | None = None,
    progress: Progress = silent,
) -> Results:
    """Play at least `games` games between bots, one at each seat.

    Examples:
        >>> results = arena("dam-it", ["greedy", "random"], games=10)
        >>> [(one.bot, one.wins) for one in results.bots]
        [('greedy', 10.0), ('random', 0.0)]

    Every deal is played once from each seat with the same luck, so `games` is rounded up to whole rotations. A shared
    win counts as its share. `kept` names a file to keep the games in as they are played: an arena that was stopped goes
    on from it. Ctrl-C raises `lodge.lab.Interrupted`, which has the results so far.
    """
    which = on_backend(game(name), backend)
    which.check_seats(len(specs))
    check_number("games", games, MOST_GAMES)
    check_number("threads", threads, MOST_THREADS)
    bots = [player(spec) for spec in specs]
    seats = len(bots)
    rounds = [(deal, turn) for deal in range(-(-games // seats)) for turn in range(seats)]
    play = partial(_play_one, which, bots, which.option_bits(options), seed)
    start = time.perf_counter()
    endings: list[Ending] = []

    def results() -> Results:
        entrants = [_entrant(spec, number, endings) for number, spec in enumerate(specs)]
        return Results(which.id, len(endings), seed, time.perf_counter() - start, entrants)

    with game_journal("arena", which, specs, bots, seed, options, kept, tuple[int, int]) as journal:
        try:
            for _, [ending] in journal.fill(play, rounds, threads):
                endings.append(ending)
                progress(1)
        except KeyboardInterrupt:
            so_far = results() if endings else None
            raise Interrupted(len(endings), len(rounds), kept, so_far, journal.save) from None
    return results()


def game_journal(
    kind: str,
    game: Game,
    specs: Sequence[str],
    bots: Sequence[Bot],
    seed: int,
    options: Sequence[str],
    kept: Path | None,
    part: Any,
) -> Journal[Any, Ending]:
    """A journal of games between bots, in a file or in memory alone."""
    head = {
        f"lodge {kind}": 1,
        "game": game.id,
        "bots": list(specs),
        "seed": seed,
        "options": list(options),
        "nets": nets_of(game, bots),
        "sources": source_hash(),
    }
    return Journal(kept, head, part, Ending)


def _play_one(game: Game, bots: list[Bot], options: int, seed: int, deal: int, turn: int) -> list[Ending]:
    return [play_deal(game, bots, options, seed, deal, turn)]


def play_deal(
    game: Game, bots: list[Bot], options: int, seed: int, deal: int, turn: int, watch: Watch | None = None
) -> Ending:
    """One game of deal number `deal`, with bot b at seat (b + turn) modulo the seats.

    Who watches is called after every move with the state before it, the seat, the action and the state after it.
    """
    seats = len(bots)
    rules = compiled_rules(game)
    key = f"arena {seed} {deal}"
    state = new(rules.State)
    rules.deal(state, seats, options, luck_for(key, DEAL))
    number = 0
    thought, moves = [0.0] * seats, [0] * seats
    while waiting := rules.pending(state):
        breathe()
        number += 1
        seat = first_seat(waiting)
        mover = (seat - turn) % seats
        start = time.perf_counter()
        own = luck_for(f"{key} {turn} seat {seat}", number)
        action = _act(bots[mover], game, state, seat, own, partial(_luck_ahead, key, number))
        thought[mover] += time.perf_counter() - start
        moves[mover] += 1
        before = state if watch is None else copy(state)
        rules.play(state, seat, action, luck_for(key, number))
        if watch is not None:
            watch(before, seat, action, state)
    order = [(b + turn) % seats for b in range(seats)]
    places = [int(rules.place(state, seat)) for seat in order]
    scores = [int(rules.score(state, seat)) for seat in order]
    winners = places.count(1)
    shares = [1 / winners if place == 1 else 0.0 for place in places]
    return Ending(shares, scores, places, [spent / max(1, made) for spent, made in zip(thought, moves, strict=True)])


def _luck_ahead(key: str, number: int, ahead: int) -> Luck:
    return luck_for(key, number + ahead)


def _act(one: Bot, game: Game, state: Any, seat: int, luck: Luck, luck_of: Callable[[int], Luck]) -> int:
    """A bot learns what its seat knows; a ceiling everything, the luck to come included."""
    if isinstance(one, Ceiling):
        return one.foresee(game, state, seat, luck, luck_of)
    return decide(one, game, state, seat, luck)


def _entrant(spec: str, number: int, endings: list[Ending]) -> Entrant:
    games = len(endings)
    wins = sum(ending.shares[number] for ending in endings)
    return Entrant(
        bot=spec,
        wins=wins,
        win_rate=wins / games,
        interval=wilson(wins, games),
        mean_score=sum(ending.scores[number] for ending in endings) / games,
        mean_place=sum(ending.places[number] for ending in endings) / games,
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    share = wins / games
    middle = share + Z95**2 / (2 * games)
    spread = Z95 * math.sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return (low if wins else 0.0), (high if wins < games else 1.0)
