"""The curve of a run: its settings, how good the imitation is, and how learning went on; kept as `curve.json`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from lodge.errors import LodgeError
from lodge.games.beaver_gang import rules

NAME = "curve.json"


@dataclass(frozen=True)
class Settings:
    """What was asked for."""

    games: int  # of search, to be watched
    lanes: int
    seconds: float  # of learning
    seed: int = 0
    more: bool = False  # than two players


@dataclass(frozen=True)
class Point:
    """How far it has come; win rates where there was a trial."""

    seconds: float
    times: int  # that it has learned from what it had played
    decisions: int
    entropy: float  # how undecided it is
    value_error: float  # mean square of what it misjudges by how well it stands
    against_imitation: float | None = None
    against_greedy: float | None = None


@dataclass
class Curve:
    """All of it."""

    settings: Settings
    imitation: dict[str, float] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)

    def save(self, folder: Path) -> None:
        new = folder / f"{NAME}.new"
        new.write_text(json.dumps(asdict(self) | {"rules": rules.VERSION}, indent=1) + "\n")
        new.replace(folder / NAME)


def resume(folder: Path, settings: Settings) -> Curve:
    """The curve in a folder, or a new one; a folder that holds another run is left alone."""
    file = folder / NAME
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        return Curve(settings)
    try:
        kept: dict[str, Any] = json.loads(file.read_text())
        same = kept["rules"] == rules.VERSION and Settings(**kept["settings"]) == settings
        curve = Curve(settings, kept["imitation"], [Point(**point) for point in kept["points"]])
    except (ValueError, KeyError, TypeError):
        raise LodgeError(f"{file} cannot be read: name another folder, or remove it to begin anew.") from None
    if not same:
        raise LodgeError(f"{folder} holds a run with other settings (see {file}): name another folder.")
    return curve
