"""A run, in a folder that a later call goes on with: watch search, imitate it, learn by playing, keep the net."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.beaver_net import gpu, watching
from tools.beaver_net.curve import Curve, Point, Settings, resume
from tools.beaver_net.hall import Hall, trial
from tools.beaver_net.imitation import imitate
from tools.beaver_net.learning import SHARES, Learner, learn_from, play, room
from tools.beaver_net.nets import DEVICE, arrays, load

from lodge.games.beaver_gang.players.master.net import FOR_MORE, FOR_TWO, Net, Size, quantise

IMITATION, PROGRESS = "imitation.npz", "progress.pt"
POINTS = 12  # of the curve, evenly over the time
TRIED = 4  # one of so many has a trial
SEEDS, WATCHING, LEARNING, TRIAL = 16, 1, 5, 9  # of a run, and which is for what: no luck is used twice
Tell = Callable[[str], None]


def run(settings: Settings, folder: Path, tell: Tell) -> Path:
    """Do what is still to be done; the file of the net."""
    curve = resume(folder, settings)
    curve.save(folder)
    size = size_of(settings)
    imitation = imitation_of(curve, folder, tell)
    learner = Learner(size)
    if (folder / PROGRESS).exists():
        learner.load(folder / PROGRESS)
        tell(f"{learner.seconds:.0f} of {settings.seconds:.0f} seconds of learning are done")
    torch.manual_seed(settings.seed * SEEDS + LEARNING + learner.times)
    learn(learner, imitation, curve, folder, tell)
    file = folder / size.file.name
    np.savez_compressed(file, **quantise(arrays(learner.mean))._asdict())
    return file


def imitation_of(curve: Curve, folder: Path, tell: Tell) -> Net:
    """The net that imitates search: the one in the folder, or a new one."""
    file, settings = folder / IMITATION, curve.settings
    size = size_of(settings)
    if not file.exists():
        tell(f"watching {settings.games} games of search on the {DEVICE}")
        seed = settings.seed * SEEDS + WATCHING
        torch.manual_seed(seed)
        seen, there, values = (gpu if DEVICE == "cuda" else watching).watch(settings.more, settings.games, seed)
        tell(f"imitating what it thought in {len(seen)} decisions")
        net, fit = imitate(size, seen, there, values, max(1, settings.lanes // 2))
        curve.imitation = asdict(fit)
        curve.save(folder)
        save(file, arrays(net))
        tell(f"agreement {fit.agreement:.3f}, regret {fit.regret:.5f} (of any action {fit.regret_of_any:.5f})")
    return load(file)


def size_of(settings: Settings) -> Size:
    """That of the net that is to learn."""
    return FOR_MORE if settings.more else FOR_TWO


def learn(learner: Learner, imitation: Net, curve: Curve, folder: Path, tell: Tell) -> None:
    """Learn until the time is over; trials and writing take none of it."""
    settings = curve.settings
    if learner.seconds >= settings.seconds:
        return
    seed, lanes = settings.seed * SEEDS + LEARNING, settings.lanes
    hall = Hall(lanes, settings.more, SHARES[settings.more], imitation, seed, learner.times * lanes)
    steps, batch = room(lanes, size_of(settings)), 2 * lanes
    while learner.seconds < settings.seconds:
        begun = time.perf_counter()
        with torch.no_grad():
            play(learner.net, hall, steps)
            lesson = learn_from(steps, hall.sheet.players)
        learner.improve(lesson, batch, learner.seconds / settings.seconds)
        point = float(learner.value_error), float(learner.entropy)  # also waits until it is done
        learner.seconds += time.perf_counter() - begun
        over = learner.seconds >= settings.seconds
        if over or learner.seconds >= len(curve.points) * settings.seconds / POINTS:
            tried = over or len(curve.points) % TRIED == 0
            seed = settings.seed * SEEDS + TRIAL
            rates = trial(learner.mean, imitation, batch, settings.more, seed) if tried else (None, None)
            learner.save(folder / PROGRESS)
            note(curve, Point(learner.seconds, learner.times, learner.decisions, *point[::-1], *rates), tell)
            curve.save(folder)


def note(curve: Curve, point: Point, tell: Tell) -> None:
    """Another point of the curve."""
    curve.points.append(point)
    line = f"{point.decisions:,} decisions, entropy {point.entropy:.3f}, value {point.value_error:.4f}"
    if point.against_imitation is not None and point.against_greedy is not None:
        line += f", {point.against_imitation:.1%} against the imitation, {point.against_greedy:.1%} against greedy"
    tell(line)


def save(file: Path, parts: dict[str, Any]) -> None:
    """Write arrays in one go."""
    new = file.with_suffix(".new.npz")
    np.savez(new, **parts)
    new.replace(file)
