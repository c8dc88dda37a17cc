"""The example game was made by the documented steps: it is whole, can be compiled, plays, and passes its own tests."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.requests import Request

from lodge import Match
from lodge import games as registry
from lodge.bots import bot, decide
from lodge.games import board, game, outside
from lodge.games.validate import problems
from lodge.kernel import lucky
from lodge.server.http import modules
from lodge.testing.reading import read
from tests.unmeasured import environment

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDER = EXAMPLES / "lily-pads"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(outside.FOLDERS, os.pathsep.join([str(FOLDER), str(EXAMPLES / "marsh")]))
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(registry, "_looked", [])
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.parametrize(("name", "moves"), [("lily-pads", 16), ("marsh", 19)])
def test_it_is_whole_and_plays(name: str, moves: int) -> None:
    example = game(name)
    assert problems(example) == []
    assert read(example.folder, example.package) == []
    match = Match.new(name, seats=3, seed=2)
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), example, match.state, seat, lucky(match.number)))
    assert match.number == moves
    assert match.view()["over"]


def test_a_page_can_show_it() -> None:
    told = board.board_data(game("lily-pads"))
    assert (told["title"], told["board"], told["module"], told["secrets"]) == ("Lily Pads", False, False, False)
    assert list(told["schema"]["view"]["fields"]) == ["to_move", "over", "dice", "pond", "players"]
    assert told["words"]["en"]["tagline"].startswith("Frogs")
    plain = board.board_data(game("dam-it"))
    assert plain["words"] == {"en": {"tagline": "", "rules": "", "option_open-hands": "open hands"}}


def sent(name: str, file: str) -> tuple[int, bytes]:
    """What a server sends of a game."""
    request = Request({"type": "http", "method": "GET", "headers": [], "path_params": {"game": name, "file": file}})
    answer = asyncio.run(modules._module(request))
    return answer.status_code, bytes(answer.body)


def test_a_server_describes_it_and_sends_the_board_that_a_game_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, body = sent("lily-pads", "board.json")
    assert (status, json.loads(body)["id"]) == (200, "lily-pads")
    assert json.loads(sent("lily-pads", "engine.json")[1])["moves"]["columns"]["hunt"]["row"][:5] == [1, 1, 1, 1, 2]
    assert (
        sent("lily-pads", "board.js")[0] == sent("lily-pads", "rules.py")[0] == sent("no-game", "board.json")[0] == 404
    )
    (tmp_path / "board.js").write_text("export default 1;")
    monkeypatch.setattr("lodge.modules.board_file", lambda _: tmp_path / "board.js")
    assert sent("lily-pads", "board.js") == (200, b"export default 1;")


@pytest.mark.parametrize("name", ["lily-pads", "marsh"])
def test_its_own_tests_pass(name: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=EXAMPLES / name, env=environment())
    assert done.returncode == 0, done.stdout
