"""The page's engine plays by the rules: Python checks the records of matches that it has played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.games import games
from lodge.record import load
from lodge.replaying import verify

WEB = Path(__file__).parents[1] / "web"
NODE = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if NODE is None or not (WEB / "node_modules" / "vite").exists():
        pytest.skip("the page's tools are not installed: make test does that")
    folder = tmp_path_factory.mktemp("played")
    command = [NODE, "tools/play.mjs", str(folder), "tests"]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_python_verifies_what_the_page_has_played(played: Path) -> None:
    found = sorted(played.glob("*.json"))
    wanted = {(game.id, seats) for game in games() for seats in range(game.seats[0], game.seats[1] + 1)}
    assert {(load(path).game, len(load(path).seats)) for path in found} == wanted
    assert {option for path in found for option in load(path).options} >= {game.rules.OPTIONS[-1] for game in games()}
    for path in found:
        verdict = verify(path)
        assert verdict.finished
        assert verdict.match.record().to_json() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["verify", "show"])
def test_the_command_line_takes_them(played: Path, command: str) -> None:
    done = CliRunner().invoke(app, [command, str(played / "dam-it-2.json")])
    assert done.exit_code == 0, done.output
