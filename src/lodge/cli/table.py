"""Commands for players: the page, the terminal, records, paper."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from lodge.cli.common import AnyGame, AsJson, Options, RecordFile, console, load_record, named_or_first, print_json
from lodge.errors import LodgeError
from lodge.games import games as all_games

app: typer.Typer = typer.Typer()


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network join.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="The port; 0 for any free one; without it 8000, or a free one if that is taken.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="A SQLite file, or a SQLite or PostgreSQL URL; without it, a file in your data folder."),
    ] = None,
    workers: Annotated[int, typer.Option(help="How many server processes share the port; needs PostgreSQL.")] = 1,
    origin: Annotated[list[str], typer.Option(help="Another origin whose pages may talk to this server.")] = [],  # noqa: B006
    log_format: Annotated[str, typer.Option(help="How to log: text, or json for programs.")] = "text",
    metrics_for_all: Annotated[
        bool, typer.Option("--metrics-for-all", help="Let everybody read /metrics, not only this machine.")
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Play in the browser: start the server for this machine, your network or the world."""
    from lodge.server.run import serve as run
    from lodge.server.settings import Settings, database_url, default_database

    where = database_url(database) if database else default_database()
    settings = Settings(database=where, origins=tuple(origin), log_format=log_format, metrics_for_all=metrics_for_all)
    run(host, port, settings=settings, workers=workers, open_browser=open_page)


@app.command()
def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new or empty folder, or one that this command wrote.")
    ],
) -> None:
    """Write the page with all games for any static host: to play without a server."""
    from lodge.site import write_site

    sizes = write_site(folder)
    told = f"Written: {folder}, {len(sizes)} files, {sum(sizes.values()) / 1e6:.1f} MB"
    console.print(told, markup=False, highlight=False, soft_wrap=True)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    if as_json:
        print_json([{"id": g.id, "title": g.title, "seats": g.seats, "minutes": g.minutes} for g in all_games()])
        return
    table = Table("name", "title", "players", "minutes")
    for game in all_games():
        table.add_row(game.id, game.title, f"{game.seats[0]} to {game.seats[1]}", str(game.minutes))
    console.print(table)


@app.command()
def daily(
    day: Annotated[
        str | None, typer.Argument(metavar="DATE", help="Such as 2026-11-18; without it, today's deals.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the deals of a day, which are the same for everybody: play one with lodge play --seed."""
    from lodge.daily import daily_seed, set_up

    try:
        when = date.fromisoformat(day) if day else date.today()  # noqa: DTZ011 - where the player is
    except ValueError:
        raise LodgeError(f"{day!r} is not a date: write it like 2026-11-18.") from None
    deals = [
        {
            "game": game.id,
            "day": when.isoformat(),
            "rules": game.rules.VERSION,
            "seats": deal.seats,
            "options": list(deal.options),
            "bots": deal.bots,
            "master": deal.master,
            "seed": daily_seed(game, when),
        }
        for game in all_games()
        if game.daily
        for deal in [set_up(game)]
    ]
    if as_json:
        print_json(deals)
        return
    table = Table("game", "seats", "bots", "seed", title=when.isoformat())
    table.columns[-1].overflow = "fold"  # to be copied whole
    for deal in deals:
        table.add_row(*(str(deal[name] or "") for name in ("game", "seats", "bots", "seed")))
    console.print(table)


@app.command()
def play(
    game: AnyGame = None,
    seats: Annotated[
        str, typer.Option(help="Who sits where: you, you:NAME, or a bot (gentle, steady, sharp, master, search:500ms).")
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
        TerminalTable.new(named_or_first(game), players, console, seed=seed, options=option, save=save).run()


@app.command()
def show(
    record: RecordFile,
    move: Annotated[int | None, typer.Option(help="Show the position after this many moves.")] = None,
) -> None:
    """Show a record: its moves in words, and how it ended."""
    from lodge.terminal import show_record

    show_record(load_record(record), console, move)


@app.command()
def verify(record: RecordFile) -> None:
    """Check a finished record: the seed, every move, the scores, the signature; and say what that does not prove."""
    from lodge.replaying import verify as check

    verdict = check(load_record(record))
    lines = [f"{'Good' if verdict.finished else 'Not finished'}: {verdict}", *(f"  + {one}" for one in verdict.proved)]
    lines += ["Not proved:", *(f"  - {one}" for one in verdict.unproved)]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if not verdict.finished:
        raise typer.Exit(1)


@app.command(name="print")
def print_sheet(
    game: AnyGame = None,
    language: Annotated[str, typer.Option(help="en, de, fr, it or nl.")] = "en",
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    to: Annotated[Path | None, typer.Option(help="The file to write, .pdf or .svg; without it, GAME.pdf here.")] = None,
) -> None:
    """Write a game to print and play: rules, cards with their backs, score sheets. Print at actual size."""
    from lodge.paper import printed

    which = named_or_first(game)
    target = to or Path(f"{which}.pdf")
    content = printed(which, language, paper, target.suffix.removeprefix(".").lower())
    try:
        target.write_bytes(content)
    except OSError as error:
        raise LodgeError(f"{target} cannot be written: {error.strerror}.") from None
    console.print(f"Written: {target}", markup=False, highlight=False, soft_wrap=True)
