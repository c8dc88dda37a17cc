"""What the commands share: how arguments are given, and how results and progress are shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from lodge.lab.parallel import Progress

console: Console = Console()
errors: Console = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `lodge games` lists it.")]
AnyGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game's name, as `lodge games` lists it; by default the first.")
]
Games = Annotated[int, typer.Option(help="How many games.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Backend = Annotated[str, typer.Option(help="auto, python, native, wasm or cuda: the result is the same.")]
BotBackend = Annotated[str, typer.Option(help="auto, python, native or wasm: the moves are the same.")]
Threads = Annotated[int, typer.Option(help="How many threads to use.")]
Cluster = Annotated[
    str | None,
    typer.Option(help="Work on a Ray cluster: ray (started here), ray:auto, ray:HOST:PORT, ray://HOST:PORT."),
]
Options = Annotated[list[str], typer.Option("--option", help="An option of the game; may be given several times.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Kept = Annotated[
    Path | None, typer.Option(help="Keep the games in this file as they are played; a stopped run continues from it.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record file, or - for standard input.")]


def named_or_first(game: str | None) -> str:
    """The game that was named, or the first in the list."""
    from lodge.games import games

    return games()[0].id if game is None else game


def load_record(path: Path) -> Any:
    """A record from a file or from standard input."""
    from lodge.record import load

    return load(sys.stdin.buffer.read() if str(path) == "-" else path)


def print_json(value: Any) -> None:
    """For other programs to read."""
    typer.echo(json.dumps(value, indent=1))


def print_result(values: dict[str, Any], *, as_json: bool) -> None:
    """A table with a line for each value."""
    if as_json:
        print_json(values)
        return
    table = Table(show_header=False)
    for name, value in values.items():
        table.add_row(name.replace("_", " "), _pretty(value))
    console.print(table)


def _pretty(value: Any) -> str:
    if isinstance(value, list):
        return "  ".join(_pretty(item) for item in value)
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


@contextmanager
def workplace(cluster: str | None) -> Iterator[None]:
    """Where long work is done: here, or on a cluster."""
    if cluster is None:
        yield
        return
    from lodge.lab.cluster import connected
    from lodge.lab.parallel import done_by

    with ExitStack() as stack:
        with errors.status("Getting the cluster ready"):
            crew = stack.enter_context(connected(cluster))
        stack.enter_context(done_by(crew))
        yield


@contextmanager
def goes_on(file: str, option: str, show: Callable[[Any], None]) -> Iterator[None]:
    """Ctrl-C in this block loses nothing: it shows what is finished, keeps it and says how to go on.

    Where no file was named to keep it in, it is `file`, to be named by `option`.
    """
    from lodge.lab.parallel import Interrupted

    try:
        yield
    except Interrupted as stopped:
        if stopped.results is not None:
            show(stopped.results)
        words = str(stopped)
        if stopped.path is not None:
            words += f" They are kept in {stopped.path}: the same command goes on from there."
        elif stopped.keep is not None and stopped.done:
            stopped.keep(Path(file))
            words += f" They are kept in {file}: the same command with {option} {file} goes on from there."
        errors.print(words, markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(130) from None


@contextmanager
def progress_bar(words: str, total: int, *, quiet: bool) -> Iterator[Progress]:
    """A progress bar on the terminal; nothing where output is read by a program."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=quiet or not errors.is_terminal) as bar:
        task = bar.add_task(words, total=total)
        yield lambda games: bar.advance(task, games)
