"""Games of other packages: found by their entry points, or in the folder that one works in.

An installed package brings its games by entry points of the group `lodge.games`::

    [project.entry-points."lodge.games"]
    pebbles = "pebbles:GAME"

A game that is being written need not be installed: `LODGE_GAMES` names folders with such a `pyproject.toml`, and the
command `lodge` adds the one it is started in. Processes that it starts inherit that. Such a folder comes before a copy
that is installed.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tomllib
import warnings
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from lodge.errors import LodgeError

if TYPE_CHECKING:
    from lodge.games import Game

GROUP = "lodge.games"
FOLDERS = "LODGE_GAMES"
_failed: dict[str, str] = {}


def found() -> Iterator[Game]:
    """All that can be loaded; of the others it is said why not, and everything else goes on."""
    for point in _points():
        try:
            yield load(point)
        except LodgeError as error:
            _failed[point.name] = str(error)
            warnings.warn(f"The game {point.name!r} cannot be used: {error}", stacklevel=2)


def _points() -> list[EntryPoint]:
    """A game that one works on comes before a copy of it that is installed."""
    here = {one.name: one for folder in folders() for one in points(folder)}
    return [*here.values(), *(one for one in entry_points(group=GROUP) if one.name not in here)]


def load(point: EntryPoint) -> Game:
    """A game, checked; LodgeError says what is wrong with it."""
    from lodge.games.validate import validate

    game = _loaded(point)
    validate(game)
    return game


def _loaded(point: EntryPoint) -> Game:
    from lodge.games import Game
    from lodge.games.validate import failure

    try:
        game = point.load()
    except Exception as error:  # noqa: BLE001 - whatever somebody's module does
        raise LodgeError(failure(error)) from None
    if not isinstance(game, Game):
        raise LodgeError(f"{point.value} must be a lodge.games.Game, not {type(game).__name__}.")
    return game


def unchecked(name: str) -> Game | None:
    """A game of another package, whatever it lacks; None if there is none."""
    return next((_loaded(point) for point in _points() if point.name == name), None)


def folder_of(name: str) -> Path | None:
    """Where the sources of a game of another package lie, found without importing them."""
    for point in _points():
        spec = importlib.util.find_spec(point.module.partition(".")[0]) if point.name == name else None
        if spec is not None and spec.submodule_search_locations:
            return Path(next(iter(spec.submodule_search_locations))).joinpath(*point.module.split(".")[1:])
    return None


def folders() -> list[Path]:
    """The folders of games that are not installed."""
    return [Path(one) for one in os.environ.get(FOLDERS, "").split(os.pathsep) if one]


def points(folder: Path) -> list[EntryPoint]:
    """The games that a folder's `pyproject.toml` names; what they are imported from can be found afterwards."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        named = dict(project["entry-points"][GROUP])
    except (OSError, ValueError, KeyError, TypeError):
        return []
    for place in (folder, folder / "src"):
        if place.is_dir() and str(place.resolve()) not in sys.path:
            sys.path.insert(_before_installed(), str(place.resolve()))
    return [EntryPoint(name, str(value), GROUP) for name, value in named.items()]


def _before_installed() -> int:
    """Where sources are found before a copy that is installed, and after what belongs to Python."""
    installed = (at for at, one in enumerate(sys.path) if Path(one).name in ("site-packages", "dist-packages"))
    return next(installed, len(sys.path))


def look_here(folder: Path) -> None:
    """Take the games of a folder, or of the project that it lies in, too: in this process and those that it starts."""
    known = os.environ.get(FOLDERS, "")
    here = folder.resolve()
    project = next((str(one) for one in (here, *here.parents) if points(one)), None)
    if project and project not in known.split(os.pathsep):
        os.environ[FOLDERS] = os.pathsep.join(filter(None, [known, project]))


def why_not_there(name: str) -> str:
    """The reason why a game that was found cannot be used, as a further sentence."""
    return f" {name} was found, but: {_failed[name]}" if name in _failed else ""
