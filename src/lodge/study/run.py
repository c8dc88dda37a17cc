"""A study from its settings to its files: play what has not been played, then work everything out anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lodge.lab.parallel import MOST_THREADS, Interrupted, Progress, check_number, silent
from lodge.study.findings import Finding, Sample, Step, findings, steps
from lodge.study.journal import Journal
from lodge.study.plan import Lineup, Settings
from lodge.study.play import play_part


@dataclass(frozen=True)
class Study:
    """All that a study found: of each line-up where all are the same bot, and of the ladder."""

    settings: Settings
    samples: dict[Lineup, Sample]
    findings: dict[Lineup, list[Finding]]
    steps: list[Step]


def games_of(settings: Settings) -> int:
    """How many games a study plays."""
    return sum(part.games for lineup in settings.lineups() for part in settings.parts(lineup))


def study(settings: Settings, folder: Path, *, threads: int = 1, progress: Progress = silent) -> Study:
    """Play a study, or what is left of it, and keep the games in a folder.

    Ctrl-C raises `lodge.lab.Interrupted`; whoever calls again with the same settings and folder goes on from there.
    """
    check_number("threads", threads, MOST_THREADS)
    lineups = settings.lineups()
    parts = [part for lineup in lineups for part in settings.parts(lineup)]
    with Journal(folder / "games.jsonl") as journal:
        progress(sum(part.games for part in parts if part in journal.rows))
        missing = [part for part in parts if part not in journal.rows]
        try:
            for part, _ in journal.fill(partial(play_part, settings.players), missing, threads):
                progress(part.games)
        except KeyboardInterrupt:
            done = sum(part.games for part in parts if part in journal.rows)
            raise Interrupted(done, games_of(settings), journal.path) from None
        samples = {
            lineup: Sample.of(lineup, [row for part in settings.parts(lineup) for row in journal.rows[part]])
            for lineup in lineups
        }
    same = [sample for lineup, sample in samples.items() if not lineup.rotated]
    found = {sample.lineup: said for sample, said in zip(same, findings(settings.game, same), strict=True)}
    return Study(settings, samples, found, steps(settings, samples))
