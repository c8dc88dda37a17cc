"""What tests of several folders need."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from lodge.bots import bot, decide
from lodge.kernel.luck import lucky
from lodge.match import Match


@pytest.fixture(scope="session")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = Match.new("dam-it", 2, seed=4, names=["Ann", "Bo"])
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    path = tmp_path_factory.mktemp("records") / "game.json"
    match.record().save(path)
    return path


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Where the tests run in the background SIGINT may be ignored, and what they start would ignore it, too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
