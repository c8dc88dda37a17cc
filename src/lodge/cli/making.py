"""Commands for makers: a new game, and what is wrong with one."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lodge.cli.common import GameName, console, errors
from lodge.errors import LodgeError, UnknownName
from lodge.extras import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lodge.games import Game
    from lodge.games.validate import Problem
    from lodge.testing.conformance import Case

app: typer.Typer = typer.Typer()
PAUSE = 0.5  # seconds between two looks at the files
STEPS = (  # a command, what it does, and the extra that it needs
    ("lodge play {name} --seats you,search:200", "in the terminal", ""),
    ("lodge serve --open", "in the browser", "server"),
    ("lodge check {name}", "what is missing, or breaks a promise", ""),
    ("lodge watch {name}", "the same on every save", ""),
)


@app.command(name="new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Such as red-fox; a folder of that name is made.")],
) -> None:
    """Write a small game that plays at once, to be turned into one of your own."""
    from lodge.scaffold import new_game as write

    files = write(name, Path.cwd())
    _say(f"Written: {len(files)} files in {name}/. It plays already:")
    _say(f"  cd {name}")
    for step, does, extra in STEPS:
        missing = extra and find_spec("uvicorn") is None
        needs = f"; first: pip install '{PROJECT}[{extra}]'" if missing else ""
        _say(f"  {step.format(name=name):<{len(name) + 36}}  # {does}{needs}")


@app.command()
def check(
    game: GameName,
    quick: Annotated[bool, typer.Option("--quick", help="Read and compile the rules, but play nothing.")] = False,
) -> None:
    """Say what a game lacks, what does not compile, and which promises it does not keep."""
    which = _found(game)
    if found := _problems(which):
        _fail(found)
    from lodge.testing.compiling import interpreted_only

    if quick:
        _say(f"{which.title}: all is there. {interpreted_only() or 'It compiles.'}")
        return
    from lodge.testing.conformance import cases

    passed, failed = _run(cases(which))
    _say(f"{which.title}: {passed} checks passed, {len(failed)} failed. {interpreted_only()}")
    if failed:
        raise typer.Exit(1)


@app.command()
def watch(
    game: GameName,
    games: Annotated[int, typer.Option(help="Random games to play when all is well.")] = 1000,
) -> None:
    """Check a game and play random games of it, now and whenever one of its files is saved."""
    folder = _folder(game)
    _say(f"Watching {folder} (Ctrl+C stops it)")
    seen: dict[Path, int] = {}
    try:
        while True:
            now = _files(folder)
            if now != seen:
                seen = now
                _look_again(game, games)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return


def _look_again(name: str, games: int) -> None:
    """In processes of their own, which import what is there now."""
    begun = time.monotonic()
    if _lodge("check", name) == 0:
        _lodge("sim", name, "--games", str(games), "--seats", str(_found(name).seats[0]))
    _say(f"({time.monotonic() - begun:.1f} s)")


def _lodge(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "lodge", *arguments], check=False).returncode  # noqa: S603


def _files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for kind in ("*.py", "*.json") for path in folder.rglob(kind)}


def _found(name: str) -> Game:
    """A game, whole or not."""
    from lodge.games import game
    from lodge.games.outside import unchecked

    try:
        return unchecked(name) or game(name)
    except UnknownName:
        if (Path.cwd() / name).is_dir():
            raise LodgeError(
                f"There is a folder {name} here, but no game: go into the folder, or install it."
            ) from None
        raise


def _folder(name: str) -> Path:
    from lodge.games.outside import folder_of

    return folder_of(name) or _found(name).folder


def _problems(game: Game) -> list[Problem]:
    """What can be said before anything is played: what is missing, what cannot be compiled."""
    from lodge.games.validate import problems

    if found := problems(game):
        return found
    from lodge.testing.compiling import compile_rules
    from lodge.testing.reading import read
    from lodge.testing.wording import read_words

    if found := read(game.folder, game.package) or read_words(game):
        return found
    with errors.status(f"Compiling {game.title}") as status:
        return compile_rules(game, lambda name: status.update(f"Compiling {name}"))


def _run(cases: Iterable[Case]) -> tuple[int, list[str]]:
    """Run checks; of each only the first failure is told, and nothing twice: others are likely of the same cause."""
    from lodge.testing.conformance import Failure

    passed, failed, told = 0, [], set()
    for case in cases:
        name = case.check.__name__
        if name in failed:
            continue
        try:
            note = case.run()
        except Exception as error:  # noqa: BLE001 - whatever a game does
            failed.append(name)
            failure = Failure(case, error)
            _tell(f"{case.promise}\n  the same" if failure.words in told else str(failure))
            told.add(failure.words)
            continue
        passed += 1
        if note:
            _say(f"{case.promise} {note}.")
    return passed, failed


def _fail(found: list[Problem]) -> None:
    from lodge.testing.suite import short

    for problem in found:
        _tell(str(problem._replace(file=short(problem.file)) if problem.file else problem))
    raise typer.Exit(1)


def _say(text: str) -> None:
    console.print(text.rstrip(), markup=False, highlight=False, soft_wrap=True)


def _tell(text: str) -> None:
    errors.print(text, style="red", markup=False, highlight=False, soft_wrap=True)
