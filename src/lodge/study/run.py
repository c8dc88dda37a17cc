"""A study from its settings to its files: play what has not been played, then work everything out anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lodge.lab.parallel import MOST_THREADS, Interrupted, Progress, check_number, silent
from lodge.study.findings import Finding, Sample, Step, findings, steps
from lodge.study.journal import Journal
from lodge.study.plan import Settings, Table
from lodge.study.play import play_part


@dataclass(frozen=True)
class Study:
    """All that a study found: of each table where all are the same bot, and of the ladder."""

    settings: Settings
    samples: dict[Table, Sample]
    findings: dict[Table, list[Finding]]
    steps: list[Step]


def games_of(settings: Settings) -> int:
    """How many games a study plays."""
    return sum(part.games for table in settings.tables() for part in settings.parts(table))


def study(settings: Settings, folder: Path, *, threads: int = 1, progress: Progress = silent) -> Study:
    """Play a study, or what is left of it, and keep the games in a folder.

    Ctrl-C raises `lodge.lab.Interrupted`; whoever calls again with the same settings and folder goes on from there.
    """
    check_number("threads", threads, MOST_THREADS)
    tables = settings.tables()
    parts = [part for table in tables for part in settings.parts(table)]
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
            table: Sample.of(table, [row for part in settings.parts(table) for row in journal.rows[part]])
            for table in tables
        }
    same = [sample for table, sample in samples.items() if not table.rotated]
    found = {sample.table: said for sample, said in zip(same, findings(settings.game, same), strict=True)}
    return Study(settings, samples, found, steps(settings, samples))
