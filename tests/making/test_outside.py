"""Games of other packages: found, checked when they register, completed by defaults."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge import Match
from lodge.bots import bot, decide
from lodge.errors import BadPosition, IllegalMove, LodgeError, UnknownName
from lodge.games import Game, game, games, outside, plain, register
from lodge.kernel import lucky
from lodge.scaffold import new_game
from lodge.server.http.catalogue import catalogue
from lodge.terminal import Table
from tests.making.conftest import Project
from tests.unmeasured import environment


def test_a_game_in_the_folder_is_there_in_this_process_and_in_others(project: Project) -> None:
    project.begin()
    assert game(project.name).title == "Made Game " + project.name.rpartition("-")[2]
    assert project.name in [one.id for one in games()]
    assert project.name in [one.id for one in catalogue([]).games], "what the server lists"
    code = "from lodge.games import games; print([game.id for game in games()])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/", env=environment()
    )
    assert project.name in done.stdout


def installed(project: Project, place: Path) -> None:
    """What a package says of itself, as pip would leave it beside its sources."""
    about = place / f"{project.package}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project.name}\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(f"[lodge.games]\n{project.name} = {project.package}:GAME\n")


def test_the_folder_that_one_works_in_comes_before_an_installed_copy(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site-packages"
    shutil.copytree(project.source, place / project.package)
    installed(project, place)
    monkeypatch.setattr(sys, "path", [*sys.path, str(place)])
    project.change("__init__.py", '"Made Game', '"Newer Game')
    project.begin()
    assert [one.title[:5] for one in games() if one.id == project.name] == ["Newer"]
    assert game(project.name).folder == project.source
    assert outside.folder_of(project.name) == project.source


def test_an_installed_package_brings_its_games(project: Project, tmp_path: Path) -> None:
    """The sources lie on the path, and nobody works in their folder."""
    installed(project, project.folder / "src")
    found = environment(PYTHONPATH=str(project.folder / "src"))
    found.pop("LODGE_GAMES", None)
    for arguments in (["games"], ["sim", project.name, "--games", "2", "--backend", "python"]):
        command = [sys.executable, "-m", "lodge", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=found)
        assert done.returncode == 0, done.stderr
    code = f"from lodge import Match; print(Match.new({project.name!r}, seats=3, seed=1).pending)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path, env=found
    )
    assert done.stdout.startswith("[")


def test_a_broken_game_is_told_and_breaks_nothing_else(project: Project) -> None:
    project.change("rules.py", "def legal(", "def lawful(")
    project.begin()
    with pytest.warns(
        UserWarning, match=rf"'{project.name}' cannot be used: .*rules.py: legal\(state, seat, out\) is missing"
    ):
        assert "dam-it" in [one.id for one in games()]
    with pytest.raises(UnknownName, match=r"was found, but: .* is missing"):
        game(project.name)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("__init__.py", "seats=(2, 3)", "seats=(3, 2)", "is for 3 to 2 players"),
        ("__init__.py", 'GAME = Game("', 'GAME = Game("Not ', "cannot be a game's name"),
        ("__init__.py", "GAME =", "OTHER =", "has no attribute 'GAME'"),
        ("__init__.py", "GAME = ", "GAME = [0] and ", ""),
        ("__init__.py", "seats=(2, 3)", "seats=(2, 4)", r"SEATS is \(2, 3\), but the list of games says \(2, 4\)"),
        ("rules.py", "def pending(state: State)", "def pending(state: State, x: int)", "takes 2 arguments"),
        ("rules.py", "score(state: State, seat: int)", "score(seat: int, state: State)", r"takes \(seat, state\)"),
        ("rules.py", "    seats: i8\n", "    players: i8\n", "must have a field `seats"),
        ("rules.py", "@struct\n", "", "must be a struct|has no attribute 'dtype'"),
        ("rules.py", "ACTIONS = CARDS", "ACTIONS = 0 * CARDS", "ACTIONS must be from 1"),
        ("rules.py", "HAND = 2", "HAND = 2 +", "rules.py:11: invalid syntax"),
        ("table/moves.py", "import msgspec", "import no_such_package", "No module named 'no_such_package'"),
        ("players/greedy.py", "NOTHING, State", "NOBODY, State", "greedy.py:4: ImportError"),
    ],
)
def test_what_is_wrong_is_told_when_it_registers(project: Project, file: str, old: str, new: str, told: str) -> None:
    project.change(file, old, new)
    project.begin()
    if not told:  # as good as before
        assert game(project.name).id == project.name
        return
    with pytest.warns(UserWarning, match=told):
        games()


def test_what_is_registered_by_hand_is_checked_too(project: Project) -> None:
    project.begin()
    mine = game(project.name)
    register(mine)
    for wrong, told in (
        (Game("elsewhere", "Elsewhere", (2, 2), 1, "no_such_package"), "No module named"),
        (Game("elsewhere", "Elsewhere", (2, 2), 1, "json.decoder"), "must be a package"),
        (Game("elsewhere", "Elsewhere", (2, 2), 1, "json"), "There is no rules.py"),
        (Game(mine.id, "Other", (2, 3), 1, mine.package), "already"),
    ):
        with pytest.raises(LodgeError, match=told):
            register(wrong)


def test_what_it_does_not_say_has_defaults(project: Project) -> None:
    (project.source / "players" / "greedy.py").unlink()
    project.begin()
    mine = game(project.name)
    assert (mine.rules.VERSION, mine.rules.OPTIONS, mine.rules.SECRETS) == (1, (), True)
    assert (mine.lines.LINES, mine.lines.MORE_IS_BETTER) == (("points",), True)
    assert mine.rules.candidates is mine.rules.legal
    assert mine.greedy.believe is mine.rules.imagine
    match = Match.new(project.name, seats=3, seed=5)
    kinds = ("random", "greedy", "search:20", "master:20")
    for number in range(100):
        if not match.pending:
            break
        seat = match.pending[0]
        match.play(seat, decide(bot(kinds[number % 4]), mine, match.state, seat, lucky(number)))
    assert sum(match.scores) == 2
    assert sorted(match.places) == [1 + sum(one > mark for one in match.scores) for mark in sorted(match.scores)[::-1]]
    out = np.zeros(1, np.int16)
    mine.lines.lines(match.state, 0, out)
    assert out[0] == match.scores[0]


def test_defaults_of_the_table(project: Project) -> None:
    project.change("table/moves.py", "def tell(", "def _tell(")
    project.change("table/moves.py", "def reveals(", "def _reveals(")
    project.begin()
    match = Match.new(project.name, seats=2, seed=5)
    moves = match.game.moves
    seat = match.pending[0]
    first, *_ = match.legal_actions(seat)
    assert moves.text(first) == f"play {first + 1}"
    assert moves.parse(f" PLAY  {first + 1}") == first == moves.to_action(moves.to_move(first))
    for wrong in ("play 99", "dance"):
        with pytest.raises(IllegalMove, match="Moves look like this: play 1, play 2"):
            moves.parse(wrong)
    other = next(action for action in range(7) if action not in match.legal_actions(seat))
    with pytest.raises(IllegalMove, match="possible now: play"):
        match.play(seat, other)
    match.play(seat, first)
    assert moves.tell(match.events(1)[0]) == f"play: card {first + 1}"
    assert moves.tell({"event": "long_pause"}) == "long pause"
    assert not match.can_undo()
    assert moves.tie(match.view(), 0) == ""


def test_positions_by_default(project: Project) -> None:
    project.begin()
    position: Any = Match.new(project.name, seats=2, seed=5).position()
    assert Match.from_position(project.name, json.loads(json.dumps(position))).position() == position
    for key, value, told in (
        ("seats", 9, "seats must be from 2 to 3"),
        ("where", [1, 2], "where must be 7 whole numbers"),
        ("where", [[1], [2, 3]], "where must be 7 whole numbers"),
        ("to_move", 300, "to_move must be a whole number from -128 to 127"),
        ("to_move", "x", "to_move must be a whole number"),
        ("extra", 1, "has these entries"),
    ):
        with pytest.raises(BadPosition, match=told):
            Match.from_position(project.name, {**position, key: value})


def test_it_is_played_in_the_terminal(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    project.begin()
    Table.new(project.name, ["greedy", "random"], Console(width=100), seed="1", options=[], save=None).run()
    told = capsys.readouterr().out
    assert "takes the trick" in told
    assert "hand" in told or "cards" in told


def test_a_list_of_lists_is_a_grid_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    bare: dict[str, Any] = {"herb": None, "owner": None, "height": None, "wet": False, "tokens": {}}
    planted = {"herb": "mint", "owner": 0, "height": 0, "wet": True, "tokens": {"oak": 2}}
    view = {
        "to_move": 0,
        "dice": [2, 5],
        "garden": [[bare, planted]],
        "marsh": [["elm", ""], [None, "ash"]],
        "players": [],
    }
    Console(width=100).print(plain.show(view, 0, ["Ann", "Bo"]))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "·", "mint", "Ann", "0", "wet", "oak", "2"] in lines
    assert ["1", "elm", "·"] in lines
    assert ["2", "·", "ash"] in lines
    assert ["dice", "2", "5"] in lines


def test_a_new_game_needs_a_good_name(tmp_path: Path, project: Project) -> None:
    for name, told in (
        ("Red Fox", "cannot be a game's name"),
        ("dam-it", "There is already a game"),
        ("json", "Python already has something"),
        ("class", "Python already has something"),
        (project.name, "already exists"),
    ):
        with pytest.raises(LodgeError, match=told):
            new_game(name, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [project.name]
