"""The files of a study: the report, every number with its interval, and the games themselves as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lodge.errors import LodgeError
from lodge.study.changed import changes_of
from lodge.study.findings import Sample
from lodge.study.report import page
from lodge.study.run import Study

Line = list[Any]


def write(study: Study, folder: Path) -> Path:
    """Write all files into a folder; the report's path."""
    report = folder / "report.html"
    report.write_text(page(study), encoding="utf-8")
    _csv(folder / "findings.csv", listing(study))
    games = {"games": [sample for lineup, sample in study.samples.items() if not lineup.rotated]}
    if study.steps:
        games["ladder"] = [sample for lineup, sample in study.samples.items() if lineup.rotated]
    columns = {name: _columns(samples) for name, samples in games.items()}
    for name, named in columns.items():
        _csv(folder / f"{name}.csv", [[*named], *zip(*named.values(), strict=True)])
    for name, named in columns.items():
        _parquet(folder / f"{name}.parquet", named)
    return report


def listing(study: Study) -> Iterable[Line]:
    """Every number of the report, a line each; the first line says what they hold."""
    yield ["rules", "players", "bots", "section", "name", "unit", "value", "low", "high", "games"]
    for lineup, findings in study.findings.items():
        which: Line = [_rules(lineup.changes), lineup.seats, lineup.bots[0]]
        for one in findings:
            measure = one.measure
            yield [*which, one.section, one.name, one.unit, *map(_short, measure.estimate), measure.games]
            if one.winners is not None:
                named: Line = [one.section, f"{one.name}, by the winner", "share"]
                yield [*which, *named, *map(_short, one.winners.estimate), one.winners.games]
    for step in study.steps:
        which = [_rules(step.changes), step.seats, f"{step.stronger} against {step.weaker}"]
        for name, unit, estimate in (
            ("wins", "share", step.wins),
            ("points ahead", "number", step.lead),
            *((f"variance: {name}", "share", one) for name, one in zip(step.split._fields, step.split, strict=True)),
        ):
            yield [*which, "skill", name, unit, *map(_short, estimate), step.deals * step.seats]
    for change in changes_of(study):
        which = ["difference", change.seats, change.bot]
        found = change.changed
        yield [*which, found.section, found.name, found.unit, *map(_short, change.more), found.measure.games]


def _rules(changes: Sequence[str]) -> str:
    return " ".join(changes) or "printed"


def _short(value: float) -> float | None:
    """Enough digits for everybody; nothing where there is no number."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def _columns(samples: Sequence[Sample]) -> dict[str, Any]:
    """A row a game: what was played, then its columns, those of all line-ups."""
    names = list(dict.fromkeys(name for sample in samples for name in sample.columns))
    columns: dict[str, Any] = {
        "rules": [_rules(one.lineup.changes) for one in samples for _ in range(one.games)],
        "players": [one.seats for one in samples for _ in range(one.games)],
        "bots": [" ".join(one.lineup.bots) for one in samples for _ in range(one.games)],
    }
    columns |= {name: np.concatenate([_of(sample, name) for sample in samples]).tolist() for name in names}
    return columns


def _parquet(path: Path, columns: dict[str, Any]) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise LodgeError(
            "Parquet files need pyarrow: pip install 'lodge-games[study]'. Everything else is written."
        ) from None
    typed = {
        name: pa.array(values, pa.string() if name in {"rules", "bots"} else pa.int32())
        for name, values in columns.items()
    }
    parquet.write_table(pa.table(typed), path, compression="zstd")


def _of(sample: Sample, name: str) -> Any:
    """A column; empty where there are fewer players, 0 where nothing of the kind happened."""
    if name not in sample.columns and name.startswith(("score_", "place_")):
        return np.full(sample.games, None, object)
    return sample[name]


def _csv(path: Path, lines: Iterable[Iterable[Any]]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    path.write_text(text.getvalue(), encoding="utf-8")
