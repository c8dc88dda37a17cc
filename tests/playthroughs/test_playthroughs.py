"""The golden playthroughs still come out as they are kept."""

from __future__ import annotations

import pytest

from lodge.games import Game

from .make import FOLDER, all_playthroughs, path, playthrough


@pytest.mark.parametrize(("game", "seats"), all_playthroughs(), ids=lambda value: getattr(value, "id", str(value)))
def test_playthrough(game: Game, seats: int) -> None:
    """If the rules were meant to change: run tests/playthroughs/make.py, read the difference, and commit it."""
    kept = path(game, seats).read_text(encoding="utf-8").splitlines()
    made = playthrough(game, seats).splitlines()
    for number, (old, new) in enumerate(zip(kept, made, strict=False), 1):
        assert new == old, f"line {number} of {path(game, seats).name}; see tests/playthroughs/make.py"
    assert len(made) == len(kept)


def test_no_playthrough_is_left_over_and_each_can_be_read() -> None:
    files = {file.name: file for file in FOLDER.glob("*.txt")}
    assert set(files) == {path(game, seats).name for game, seats in all_playthroughs()}
    for file in files.values():
        assert file.stat().st_size < 60_000
