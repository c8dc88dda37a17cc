"""The `lodge` command. Each command imports what it needs when it runs, so that the command itself starts quickly."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from lodge import __version__
from lodge.errors import LodgeError
from lodge.games import games as all_games

if TYPE_CHECKING:
    from lodge.lab.progress import Progress

app = typer.Typer(
    help="A digital table for family games, and the same rules as a fast library.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
console = Console()
errors = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `lodge games` lists it.")]
Games = Annotated[int, typer.Option(help="How many games.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Threads = Annotated[int, typer.Option(help="How many threads work.")]
Options = Annotated[list[str], typer.Option("--option", help="An option of the game; may be given several times.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A record file, or - for standard input.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lodge {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does it all
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Without a command: start the server and open the page, like `lodge serve --open`."""
    if context.invoked_subcommand is None:
        serve(open_page=True)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network join.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes a free one; without it 8000, or a free one if that is taken.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="A SQLite file, or a SQLite or PostgreSQL URL; without it, a file of your own.")
    ] = None,
    origin: Annotated[list[str], typer.Option(help="Another origin whose pages may talk to this server.")] = [],  # noqa: B006
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Play in the browser: start the server for this machine, your network or the world."""
    from lodge.server.run import serve as run
    from lodge.server.settings import Settings, database_url, default_database

    where = database_url(database) if database else default_database()
    run(host, port, settings=Settings(database=where, origins=tuple(origin)), open_browser=open_page)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    if as_json:
        _print_json([{"id": g.id, "title": g.title, "seats": g.seats, "minutes": g.minutes} for g in all_games()])
        return
    table = Table("name", "title", "players", "minutes")
    for game in all_games():
        table.add_row(game.id, game.title, f"{game.seats[0]} to {game.seats[1]}", str(game.minutes))
    console.print(table)


@app.command()
def play(
    game: GameName = "dam-it",
    seats: Annotated[
        str, typer.Option(help="Who sits where: you, you:NAME, or a bot (random, greedy, search:500ms, master).")
    ] = "you,search",
    seed: Annotated[str | None, typer.Option(help="Play this deal; without it, a secret new one.")] = None,
    option: Options = [],  # noqa: B006
    save: Annotated[Path | None, typer.Option(help="Keep the game in this file after every move.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was kept with --save.")] = None,
) -> None:
    """Play in the terminal."""
    from lodge.terminal import Table as TerminalTable

    players = [player.strip() for player in seats.split(",")]
    if resume is not None:
        TerminalTable.resume(resume, players, console, save or resume).run()
    else:
        TerminalTable.new(game, players, console, seed=seed, options=option, save=save).run()


@app.command()
def sim(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many players.")] = 2,
    games: Games = 100_000,
    seed: Seed = 0,
    backend: Annotated[str, typer.Option(help="python, native or cuda: the result is the same.")] = "native",
    threads: Threads = 1,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Play random games and sum them up."""
    from lodge.lab.sim import simulate

    with _progress("Playing", games, quiet=as_json) as tick:
        result = simulate(
            game,
            seats=seats,
            games=games,
            seed=seed,
            backend=backend,
            threads=threads,
            options=tuple(option),
            progress=tick,
        )
    _print_result(result.to_dict(), as_json=as_json)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, one a seat, for example search:2000,greedy.")] = "search,greedy",
    games: Games = 100,
    seed: Seed = 0,
    threads: Threads = 1,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Let bots play each other: every deal once from each seat, with the same luck."""
    from lodge.lab.arena import arena as play_arena

    names = [name.strip() for name in bots.split(",")]
    rounds = -(-games // len(names)) * len(names)
    with _progress("Playing", rounds, quiet=as_json) as tick:
        result = play_arena(game, names, games=games, seed=seed, threads=threads, options=tuple(option), progress=tick)
    if as_json:
        _print_json(result.to_dict())
        return
    table = Table("bot", "wins", "win rate", "95 % interval", "mean points", "mean place")
    for entrant in result.bots:
        low, high = entrant.interval
        table.add_row(
            entrant.bot,
            f"{entrant.wins:g} of {result.games}",
            f"{entrant.win_rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{entrant.mean_score:.1f}",
            f"{entrant.mean_place:.2f}",
        )
    console.print(table)


@app.command()
def ladder(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, at least two.")] = "random,greedy,gentle,steady,sharp",
    seats: Annotated[int, typer.Option(help="How many play at a table; 1: alone, side by side.")] = 2,
    games: Annotated[int, typer.Option(help="Games of each bot, at least.")] = 100,
    seed: Seed = 0,
    threads: Threads = 1,
    option: Options = [],  # noqa: B006
    to: Annotated[Path | None, typer.Option(help="Keep it in this folder; FOLDER.md shows all that is there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find out how strong bots are: all of them against each other, with ratings and intervals."""
    from lodge.lab.ladder import ladder as climb
    from lodge.lab.ladder import tables
    from lodge.lab.strength import machine, write

    names = [name.strip() for name in bots.split(",")]
    total = seats * sum(1 for _ in tables(len(names), seats, games)) if seats <= len(names) else None
    with _progress("Playing", total or 0, quiet=as_json) as tick:
        result = climb(
            game, names, seats=seats, games=games, seed=seed, threads=threads, options=tuple(option), progress=tick
        )
    if to is not None:
        words = ["lodge", "ladder", game, "--bots", bots, "--seats", str(seats), "--games", str(games)]
        words += ["--seed", str(seed), *(part for one in option for part in ("--option", one))]
        write(result, to, " ".join(words), machine())
    if as_json:
        _print_json(result.to_dict())
        return
    table = Table("bot", "games", "rating", "95 % interval", "skill", "mean points", "ms a move")
    for rung in result.rungs:
        low, high = rung.interval
        table.add_row(
            rung.bot,
            f"{rung.games}",
            f"{rung.rating:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            f"{rung.skill:.1f} ± {rung.doubt:.1f}",
            f"{rung.mean_score:.1f}",
            f"{1000 * rung.seconds:.1f}",
        )
    console.print(table)


@app.command()
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The folder for nets and curve; a training in it goes on.")],
    seats: Annotated[int | None, typer.Option(help="How many players; without it, every number by turns.")] = None,
    generations: Annotated[int, typer.Option(help="How many nets, each taught by the one before it.")] = 4,
    games: Annotated[int, typer.Option(help="How many games each learns from.")] = 100_000,
    passes: Annotated[float, typer.Option(help="How often it goes through all positions.")] = 8.0,
    rivals: Annotated[int, typer.Option(help="How many games each plays against search; 0 for none.")] = 100,
    seed: Seed = 0,
    backend: Annotated[str, typer.Option(help="python, native or cuda: the nets are the same.")] = "native",
    threads: Threads = 1,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """Train a net for the bot `master`, by self-play."""
    from lodge.games import game as named
    from lodge.lab.train import Generation, Settings
    from lodge.lab.train import train as learn

    def tell(one: Generation) -> None:
        known = f"net {one.number}: {one.positions:,} positions, {one.explained:.1%} explained"
        won = "" if one.win_rate is None else f", wins {one.win_rate:.1%} against search"
        points = "" if one.scores is None else ", {:.1f} points to {:.1f}".format(*one.scores)
        if not as_json:
            console.print(f"{known}{won}{points}, {one.seconds:.0f} s", highlight=False, soft_wrap=True)

    players = named(game).seats if seats is None else (seats, seats)
    settings = Settings(game, players, tuple(option), games, passes, seed, rivals)
    file = learn(
        settings,
        out,
        generations=generations,
        threads=threads,
        backend=backend,
        stage=lambda words, total: _progress(words, total, quiet=as_json),
        tell=tell,
    )
    if as_json:
        _print_json(json.loads(file.with_name("curve.json").read_text()))
        return
    console.print(f"The net is {file}: bot master={file}", markup=False, highlight=False, soft_wrap=True)


@app.command()
def show(
    record: RecordFile,
    move: Annotated[int | None, typer.Option(help="Show the position after this many moves.")] = None,
) -> None:
    """Show a record: its moves in words, and how it ended."""
    from lodge.terminal import show_record

    show_record(_load(record), console, move)


@app.command()
def verify(record: RecordFile) -> None:
    """Check a finished record: the seed, every move, the scores."""
    from lodge.replaying import verify as check

    verdict = check(_load(record))
    console.print(f"{'Good' if verdict.finished else 'Not finished'}: {verdict}", highlight=False, soft_wrap=True)
    if not verdict.finished:
        raise typer.Exit(1)


@app.command(name="print")
def print_sheet(
    game: GameName = "amik",
    language: Annotated[str, typer.Option(help="en, de, fr, it or nl.")] = "en",
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    to: Annotated[Path | None, typer.Option(help="The file to write, .pdf or .svg; without it, GAME.pdf here.")] = None,
) -> None:
    """Write a game on paper, to print: the sheet of Amik, the cards of Donnant Donnant."""
    from lodge.paper import sheets, written

    target = to or Path(f"{game}.pdf")
    content = written(sheets(game, language, paper), target.suffix.removeprefix(".").lower())
    try:
        target.write_bytes(content)
    except OSError as error:
        raise LodgeError(f"It cannot be written to {target}: {error.strerror}.") from None
    console.print(f"Written: {target}", markup=False, highlight=False, soft_wrap=True)


@app.command()
def bench(
    game: GameName = "dam-it",
    seconds: Annotated[float, typer.Option(help="About how long each measurement takes.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the rules and of search on this machine."""
    from lodge.lab.bench import bench as measure

    with console.status("Measuring") if not as_json else _nothing():
        result = measure(game, seconds)
    _print_result(result, as_json=as_json)


donnant = typer.Typer(help="Donnant Donnant: its cards.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(donnant, name="donnant")


@donnant.command()
def cards(
    as_json: AsJson = False,
    pdf: Annotated[
        Path | None, typer.Option(help="Write them to this file, to print: as `lodge print donnant`.")
    ] = None,
) -> None:
    """All cards, from easy to hard within each kind: the exact chance to complete each in one turn with best play."""
    if pdf is not None:
        print_sheet("donnant", to=pdf)
        return
    from lodge.games.donnant_donnant.listing import listed

    rows = listed()
    if as_json:
        _print_json(rows)
        return
    table = Table(*rows[0])
    for row in rows:
        chance = f"{row['chance']:.2%}" if row["chance"] else f"{row['prepare']} to prepare"
        table.add_row(*(str(value) for value in {**row, "chance": chance}.values()))
    console.print(table)


@donnant.command()
def campaign(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="The records, level 1 first.")],
    as_json: AsJson = False,
) -> None:
    """Check the records of a campaign from end to end, and show its ledger."""
    from lodge.replaying import verify_campaign

    ledger = verify_campaign(records)
    if as_json:
        _print_json({**ledger._asdict(), "lines": [line._asdict() for line in ledger.lines]})
        return
    table = Table(*ledger.lines[0]._fields)
    for line in ledger.lines:
        table.add_row(*map(str, line))
    console.print(table)
    words = "Lost." if ledger.lost else "Won." if ledger.won else "It goes on."
    console.print(f"{words} Worth a boast!" if ledger.boast else words)


def _load(path: Path) -> Any:
    """A record from a file or from standard input."""
    from lodge.record import load

    return load(sys.stdin.buffer.read() if str(path) == "-" else path)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=1))


def _print_result(values: dict[str, Any], *, as_json: bool) -> None:
    """A table with a line for each value."""
    if as_json:
        _print_json(values)
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
def _progress(words: str, total: int, *, quiet: bool) -> Iterator[Progress]:
    """A progress bar on the terminal; nothing where output is read by a program."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=quiet or not errors.is_terminal) as bar:
        task = bar.add_task(words, total=total)
        yield lambda games: bar.advance(task, games)


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def main() -> None:
    """Run the command; what goes wrong is told in one line."""
    try:
        app()
    except LodgeError as error:
        errors.print(f"lodge: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(2) from None
