"""The docs are true: their commands run, their examples run, their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tools.tour import DARK, SCREENS
from typer.testing import CliRunner

from lodge import Match
from lodge.bots import bot, decide
from lodge.cli import app
from lodge.kernel import lucky
from lodge.lab.policy import load
from tests.unmeasured import environment

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)\)")


def blocks(language: str) -> list[object]:
    """The fenced blocks of a language in all pages."""
    found: list[object] = []
    for page in PAGES:
        for number, (kind, text) in enumerate(BLOCK.findall(page.read_text())):
            if kind == language:
                found.append(pytest.param(text, id=f"{page.name}-{number}"))
    return found


def commands(text: str) -> list[list[str]]:
    """The lodge commands in a block."""
    lines = [line.partition("  #")[0].strip().removeprefix(".venv/bin/") for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("lodge ")]


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What stands for /tmp: a block reads there what one before it wrote, and nobody else meddles with it."""
    return f"{tmp_path_factory.mktemp('temporary')}/"


@pytest.mark.parametrize("text", blocks(""))
def test_commands_run(text: str, temporary: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = Match.new("dam-it", 2, seed=4)
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    match.record().save("game.json")
    few = re.sub(r"\b\d{4,}\b", "100", text)  # games, play-outs: what many cost is no news
    for arguments in commands(few.replace("/tmp/", temporary)):  # noqa: S108
        if "my-game" in arguments:
            continue  # the reader's own
        if arguments[0] == "serve":
            assert_serves(arguments, tmp_path)
            continue
        result = CliRunner().invoke(app, arguments, input="\n1\n\nquit\n")
        assert result.exit_code == 0, f"{arguments}: {result.output}{result.exception!r}"


def assert_serves(arguments: list[str], folder: Path) -> None:
    """The server starts and says where it is; on a free port, with data of its own."""
    command = [str(Path(sys.executable).with_name("lodge")), *arguments, "--port", "0"]
    unseen = environment(XDG_DATA_HOME=str(folder), BROWSER="true")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=unseen) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
    assert "Lodge is at http://localhost:" in said


def test_there_are_commands_to_run() -> None:
    found = [command for page in PAGES for _, text in BLOCK.findall(page.read_text()) for command in commands(text)]
    assert len(found) > 8
    assert {"play", "serve", "sim", "arena", "ladder", "study", "train", "verify", "bench"} <= {
        command[0] for command in found
    }


@pytest.mark.parametrize("text", blocks("python"))
def test_examples_run(text: str, tmp_path: Path) -> None:
    """Each in an interpreter of its own: an example may register games."""
    example = tmp_path / "example.py"
    example.write_text(text)
    command = [sys.executable, "-W", "error", str(example)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment())
    assert result.returncode == 0, result.stderr


def test_the_example_learns() -> None:
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / "learn.py"), "--generations", "7"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())
    assert result.returncode == 0, result.stderr
    won = [int(share) for share in re.findall(r"(\d+)% won", result.stdout)]
    assert len(won) == 7
    assert sum(won[-2:]) > sum(won[:2]) + 8, won


def test_the_learner_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    """The script of docs/learning.md, for a moment: it writes a policy that plays, and its curve."""
    file = tmp_path / "policy.npz"
    small = ["--tables", "12", "--judged", "4", "--wide", "16", "--to", str(file)]
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / "ppo.py"), "dam-it", *small]
    with subprocess.Popen(
        [*command, "--lessons", "1"], stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("    0 s, 0 decisions")
        process.send_signal(signal.SIGINT)
        assert "--resume" in process.stdout.read()
    assert process.returncode == 0
    again = [*command, "--minutes", "0.02", "--resume"]
    result = subprocess.run(again, capture_output=True, text=True, check=False, env=environment())
    assert result.returncode == 0, result.stderr
    names, first, *more = file.with_suffix(".csv").read_text().splitlines()
    assert (names, first[:6]) == ("seconds,decisions,games,greedy,random", "0,0,0,")
    assert more
    match = Match.new("dam-it", seats=2, seed=1)
    seat = match.pending[0]
    match.play(seat, load(file, match.game).choose(match.game, match.state, seat, lucky(1)))


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_tour_shows_every_picture_that_is_taken() -> None:
    folder = ROOT / "docs" / "tour"
    shown = re.findall(r"!\[[^]]+\]\(tour/([\w-]+)\.webp\)", (ROOT / "docs" / "tour.md").read_text())
    kept = {picture.stem: picture.stat().st_size for picture in folder.iterdir()}
    assert sorted(shown) == sorted(kept) == sorted([*SCREENS, *(f"{screen}-dark" for screen in DARK)])
    assert sum(kept.values()) < 2_000_000, "small enough to be cloned by everybody"


def test_the_walks_pass_files_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"`([\w-]+/[\w./-]+\.(?:py|ts|svelte))`", text)
    assert len(named) > 20
    homes = [ROOT, ROOT / "src" / "lodge", ROOT / "web" / "src"]
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []


NUMBERS = {
    "dam_it": ("D", {*range(1, 19)}),
    "beaver_gang": ("B", {*range(1, 17)}),
    "amik": ("A", {*range(1, 21)}),
    "donnant_donnant": ("N", {*range(1, 28), *range(30, 36), 40, 41}),
}


@pytest.mark.parametrize("folder", NUMBERS)
def test_every_rule_of_the_page_is_in_code_and_tests(folder: str) -> None:
    """D1 to D18, B1 to B16, A1 to A20, N1 to N41: cited where they are implemented and where they are tested."""
    letter, rules = NUMBERS[folder]
    code = "".join(path.read_text() for path in (ROOT / "src/lodge/games" / folder).rglob("*.py"))
    tests = "".join(path.read_text() for path in (ROOT / "tests/games" / folder).glob("*.py"))
    ranges = re.findall(rf"\b{letter}(\d+)-{letter}(\d+)", code)
    cited = {int(number) for first, last in ranges for number in range(int(first), int(last) + 1)}
    cited |= {int(number) for number in re.findall(rf"\b{letter}(\d+)", code)}
    assert cited == rules
    assert {int(number) for number in re.findall(rf"\b{letter}(\d+)\b", tests)} == cited
