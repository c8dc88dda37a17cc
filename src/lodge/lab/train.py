"""Training: nets that teach each other, generation by generation, in a folder that a later run goes on with.

A generation plays games (the first one hastily, every other one with the net before it), fits its net to them and
plays a few games against `search`. What comes out depends on the settings alone: not on threads, backend or
interruptions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lodge.bots.net import FORMAT, Net, blank, floats, load, quantise, save
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.kernel.compile import have_native
from lodge.lab.arena import arena
from lodge.lab.fit import fit, fresh
from lodge.lab.parallel import MOST_THREADS, Progress, check_backend, check_number, silent
from lodge.lab.selfplay import CHUNK, Plan, Samples, generate, runner
from lodge.lab.sim import MOST_SEED

MOST_GAMES = 1 << 32
MOST_GENERATIONS = 10_000
CURVE = "curve.json"
Stage = Callable[[str, int], AbstractContextManager[Progress]]  # is told what begins, and how many games it takes


@dataclass(frozen=True)
class Settings:
    """All that the nets depend on."""

    game: str
    seats: tuple[int, int]  # fewest and most players; every number between is played as often
    options: tuple[str, ...] = ()
    games: int = 100_000  # in a generation
    passes: float = 8.0  # through all positions, when fitting
    seed: int = 0
    rivals: int = 100  # games against search
    playouts: int = 500  # a move, in these


@dataclass(frozen=True)
class Generation:
    """One point of the curve."""

    number: int
    positions: int
    error: float
    explained: float  # part of the spread of results that the net explains, on games it has not seen
    win_rate: float | None  # against search
    interval: tuple[float, float] | None
    scores: tuple[float, float] | None  # mean points of the net's player, and of search
    seconds: float


def _no_stage(words: str, games: int) -> AbstractContextManager[Progress]:
    del words, games
    return nullcontext(silent)


def _ignore(generation: Generation) -> None:
    del generation


def train(
    settings: Settings,
    folder: Path,
    *,
    generations: int = 4,
    threads: int = 1,
    backend: str = "native",
    stage: Stage = _no_stage,
    tell: Callable[[Generation], None] = _ignore,
) -> Path:
    """Train up to so many generations, going on with what is in the folder; the file of the last net."""
    which = game(settings.game)
    _check(which, settings, generations, threads, backend)
    curve = _resume(folder, settings)
    for number in range(len(curve), generations):
        begun = time.perf_counter()
        net = load(net_file(folder, number - 1), which) if number else None
        samples = _play(which, settings, net, number, threads, backend, stage)
        start = floats(net) if net else fresh(which.rules.OBSERVATION, settings.seed)
        with stage(f"Net {number}: fitting", round(settings.passes * len(samples.worths))) as tick:
            fitted = fit(
                start, samples, seed=settings.seed + number, passes=settings.passes, threads=threads, progress=tick
            )
        save(quantise(fitted.net), net_file(folder, number), which)
        against = _compare(which, settings, net_file(folder, number), number, threads, stage)
        seconds = time.perf_counter() - begun
        curve.append(Generation(number, len(samples.worths), fitted.error, fitted.explained, *against, seconds))
        _write_curve(folder, settings, curve)
        tell(curve[-1])
    return net_file(folder, len(curve) - 1)


def net_file(folder: Path, number: int) -> Path:
    """Where the net of a generation is."""
    return folder / f"net-{number}.npz"


def _check(which: Game, settings: Settings, generations: int, threads: int, backend: str) -> None:
    for seats in settings.seats:
        which.check_seats(seats)
    which.option_bits(settings.options)
    check_backend(backend)
    if backend in {"auto", "wasm"}:
        raise LodgeError("Nets are trained on the backends native, cuda or python.")
    if backend == "native" and not have_native():
        raise LodgeError(
            "Training needs Numba: pip install 'lodge-games[lab]' (or use --backend python, and patience)."
        )
    check_number("games", settings.games, MOST_GAMES)
    check_number("generations", generations, MOST_GENERATIONS)
    check_number("threads", threads, MOST_THREADS)
    if not 0 <= settings.seed <= MOST_SEED - MOST_GENERATIONS:
        raise LodgeError(f"A seed is a number from 0 to {MOST_SEED - MOST_GENERATIONS}, not {settings.seed}.")
    if not 0 < settings.passes <= 1000:
        raise LodgeError(f"Fitting takes more than 0 and at most 1000 passes, not {settings.passes}.")


def _play(
    which: Game, settings: Settings, net: Net | None, number: int, threads: int, backend: str, stage: Stage
) -> Samples:
    """The positions of a generation."""
    plan = Plan(settings.seed, *settings.seats, which.option_bits(settings.options), 0 if net is None else 1)
    judge = net or blank(which.rules.OBSERVATION)
    chunk = CHUNK
    if backend == "cuda":
        from lodge.lab import selfplay_gpu

        run, threads, chunk = selfplay_gpu.gpu_runner(which, judge, plan), 1, selfplay_gpu.CHUNK
    else:
        run = runner(which, judge, plan, interpreted=backend == "python")
    with stage(f"Net {number}: playing", settings.games) as tick:
        first = number * settings.games
        return generate(run, first, settings.games, chunk=chunk, threads=threads, progress=tick)


def _compare(
    which: Game, settings: Settings, file: Path, number: int, threads: int, stage: Stage
) -> tuple[float | None, tuple[float, float] | None, tuple[float, float] | None]:
    """The win rate of the net against `search` and both mean scores; for one player alone, only the scores."""
    if settings.rivals == 0:
        return None, None, None
    seats = settings.seats[0]
    ours, theirs = f"master={file}:{settings.playouts}", f"search:{settings.playouts}"
    tables = [[ours], [theirs]] if seats == 1 else [[ours] + [theirs] * (seats - 1)]
    with stage(f"Net {number}: against search", settings.rivals * len(tables)) as tick:
        ends = [
            entrant
            for bots in tables
            for entrant in arena(
                which.id,
                bots,
                games=settings.rivals,
                seed=settings.seed,
                threads=threads,
                options=settings.options,
                progress=tick,
            ).bots
        ]
    scores = ends[0].mean_score, ends[1].mean_score
    return (None, None, scores) if seats == 1 else (ends[0].win_rate, ends[0].interval, scores)


def _resume(folder: Path, settings: Settings) -> list[Generation]:
    """The generations that a folder holds already; one that holds another training is left alone."""
    file = folder / CURVE
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        return []
    try:
        kept = json.loads(file.read_text())
        curve = [Generation(**one) for one in kept["generations"]]
        same = kept["settings"] == _as_json(settings)
    except (ValueError, KeyError, TypeError):
        raise LodgeError(f"{file} cannot be read: name another folder, or remove it to begin anew.") from None
    if not same:
        raise LodgeError(f"{folder} holds a training with other settings (see {file}): name another folder.")
    return curve


def _as_json(settings: Settings) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(json.dumps(asdict(settings)))
    return values | {"rules": game(settings.game).rules.VERSION, "format": FORMAT}


def _write_curve(folder: Path, settings: Settings, curve: list[Generation]) -> None:
    """Written last, and in one go: a generation counts when it is in here."""
    fresh_file = folder / f"{CURVE}.new"
    values = {"settings": _as_json(settings), "generations": [asdict(one) for one in curve]}
    fresh_file.write_text(json.dumps(values, indent=1) + "\n")
    fresh_file.replace(folder / CURVE)
