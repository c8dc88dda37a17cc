"""How a game is laid out: a package of rules, table and players, here or elsewhere."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lodge import games as registry
from lodge.games import Game, game, games
from lodge.games.compiled import is_interpreted
from lodge.games.playout import first_seat
from lodge.kernel import Out, below, lucky, new
from lodge.kernel.sources import game_folder, has_rules, is_paper

DAM_IT = game("dam-it")
ROOT = Path(__file__).parents[2]
GENERIC = [ROOT / "src" / "lodge", ROOT / "tests" / "playthroughs"]
EXAMPLES = ("as in 'dam-it'",)  # of what a name looks like


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Dam It! as somebody else would have it: in a folder and under a name of its own, without a module and paper."""
    for path in (path for path in DAM_IT.folder.rglob("*.py") if not is_paper(path, DAM_IT.folder)):
        file = tmp_path / "mine" / path.relative_to(DAM_IT.folder)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path.read_text().replace(DAM_IT.package, "mine"))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield Game("mine", "Mine", DAM_IT.seats, DAM_IT.minutes, "mine")
    for name in [name for name in sys.modules if name.split(".")[0] == "mine"]:
        del sys.modules[name]


def walk(which: Game) -> Iterator[tuple[str, bytes]]:
    """A random game, interpreted: every move in words, and what came of it."""
    rules, luck, state = which.rules, lucky(5), new(which.rules.State)
    out = new_out(which)
    rules.deal(state, 3, 0, luck)
    while waiting := rules.pending(state):
        seat = first_seat(waiting)
        action = int(out[below(luck, rules.candidates(state, seat, out))])
        assert which.greedy.choose(state, seat, new_out(which), lucky(1)) in out[: rules.legal(state, seat, out)]
        rules.play(state, seat, action, luck)
        yield which.moves.text(action), state.tobytes()


def new_out(which: Game) -> Out:
    return np.zeros(which.rules.ACTIONS, np.int16)


def test_a_game_outside_this_package_plays_as_one_inside(elsewhere: Game, tmp_path: Path) -> None:
    assert elsewhere.folder == tmp_path / "mine"
    assert is_interpreted(elsewhere)
    assert elsewhere.rules is not DAM_IT.rules
    assert elsewhere.lines.LINES == DAM_IT.lines.LINES
    assert elsewhere.study is not None
    assert [elsewhere.master, elsewhere.campaign, elsewhere.paper] == [None] * 3
    assert list(walk(elsewhere)) == list(walk(DAM_IT))


def test_nothing_names_a_game_but_its_own_folders_and_the_list_of_games() -> None:
    """Code that knows a game by its name is forgotten when another comes. Comments and docstrings are prose."""
    names = {name for one in games() for name in (one.id, one.title, one.package.rpartition(".")[2])}
    word = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    found = []
    for path in [*(path for folder in GENERIC for path in folder.rglob("*.py")), ROOT / "tests" / "compile.py"]:
        own = path.relative_to(ROOT).with_suffix("").parts
        if names & set(own) or path == Path(registry.__file__):
            continue
        for node, text in written(ast.parse(path.read_text())):
            found += [f"{path.relative_to(ROOT)}:{node.lineno}: {text}" for _ in word.findall(text)[:1]]
    for name in ("Makefile", "hatch_build.py", "pyproject.toml", ".ci/run"):
        lines = [line.partition("#")[0] for line in (ROOT / name).read_text().splitlines()]
        found += [f"{name}: {line}" for line in lines if word.search(line)]
    assert [one for one in found if not any(known in one for known in EXAMPLES)] == []


def written(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Texts and imported modules, but no docstrings."""
    prose = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node, node.value
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node, node.module


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_every_file_of_a_game_is_known_to_be_of_it(which: Game) -> None:
    assert has_rules(which.folder)
    assert {game_folder(path) for path in which.folder.rglob("*.py")} == {which.folder}


def test_the_rules_of_a_small_game_may_be_one_module(tmp_path: Path) -> None:
    file = tmp_path / "small" / "players" / "greedy.py"
    file.parent.mkdir(parents=True)
    assert game_folder(file) == file.parent
    (tmp_path / "small" / "rules.py").touch()
    assert game_folder(file) == tmp_path / "small"
