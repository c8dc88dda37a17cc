"""A game of one's own, as `lodge new-game` writes it, under a name that no other test uses."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from lodge import games as registry
from lodge.games import outside
from lodge.scaffold import new_game

NUMBER = count(1)


class Project:
    """A new game in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.name = f"made-game-{next(NUMBER)}"
        self.package = self.name.replace("-", "_")
        new_game(self.name, folder)
        self.folder = folder / self.name
        self.source = self.folder / "src" / self.package

    def change(self, file: str, old: str, new: str) -> None:
        """Put other words into a file; the old ones must be there."""
        path = self.source / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def begin(self) -> None:
        """Be found as in a process that is started in the folder."""
        outside.look_here(self.folder)
        registry._looked.clear()
        importlib.invalidate_caches()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    monkeypatch.setenv(outside.FOLDERS, "")
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(registry, "_looked", [])
    monkeypatch.setattr(outside, "_failed", {})
    monkeypatch.setattr(sys, "path", list(sys.path))
    made = Project(tmp_path)
    monkeypatch.chdir(made.folder)
    yield made
    for name in [name for name in sys.modules if name.partition(".")[0] == made.package]:
        del sys.modules[name]
