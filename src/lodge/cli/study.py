"""The command for studies."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from lodge.cli.common import (
    AsJson,
    Cluster,
    GameName,
    Options,
    Seed,
    Threads,
    console,
    goes_on,
    print_json,
    progress_bar,
    workplace,
)
from lodge.errors import LodgeError

app: typer.Typer = typer.Typer()


@app.command()
def study(
    game: GameName,
    seats: Annotated[str, typer.Option(help="How many players; several, like 2,3,4, give a line-up each.")] = "",
    games: Annotated[int, typer.Option(help="How many games with each number of players.")] = 1000,
    bots: Annotated[str, typer.Option(help="The bot at every seat; several give a line-up each.")] = "greedy",
    ladder: Annotated[
        str, typer.Option(help="Bots from weak to strong, each compared with the next; empty for none.")
    ] = "random,greedy",
    deals: Annotated[int, typer.Option(help="How many deals for each step of the ladder.")] = 100,
    change: Annotated[
        list[str], typer.Option("--set", help="Change a fact, like dams.7=12,10,8, and compare; `--set ?` lists them.")
    ] = [],  # noqa: B006
    seed: Seed = 0,
    threads: Threads = 1,
    cluster: Cluster = None,
    option: Options = [],  # noqa: B006
    to: Annotated[
        Path | None,
        typer.Option(help="The folder for report and data, study-GAME if not given; a study kept there continues."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Study a game: who wins, how long, how close, what happens, skill and luck, what a changed fact does."""
    from lodge.games import game as named
    from lodge.study.files import listing, write
    from lodge.study.plan import settings
    from lodge.study.plots import words_for
    from lodge.study.run import games_of
    from lodge.study.run import study as carry_out
    from lodge.study.variants import listed

    if "?" in change:
        console.print(listed(named(game)), markup=False, highlight=False, soft_wrap=True)
        return
    wanted = settings(
        game,
        seats=[_number(text) for text in _list(seats)],
        options=option,
        bots=_list(bots),
        ladder=_list(ladder),
        games=games,
        deals=deals,
        seed=seed,
        changes=change,
    )
    folder = to or Path(f"study-{game}")
    with (
        goes_on("", "", print_json),
        workplace(cluster),
        progress_bar("Playing", games_of(wanted), quiet=as_json) as tick,
    ):
        result = carry_out(wanted, folder, threads=threads, progress=tick)
    report = write(result, folder)
    head, *lines = listing(result)
    if as_json:
        print_json([dict(zip(head, line, strict=True)) for line in lines])
        return
    table = Table("players", "what", "value", "95 % interval")
    for rules, players, who, section, name, unit, *numbers, _ in lines:
        if section in SHOWN:
            value, low, high = (words_for(math.nan if number is None else number, unit) for number in numbers)
            told = [f"{section}: {name}", *([who] if " " in who or len(wanted.bots) > 1 else [])]
            told += [rules] if wanted.changes else []
            table.add_row(str(players), ", ".join(told), value, f"{low} to {high}")
    console.print(table)
    console.print(f"The report is {report}, the data beside it.", markup=False, highlight=False, soft_wrap=True)


SHOWN = ("order of play", "length", "points", "decision", "skill")


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise LodgeError(f"Seats are numbers like 2 or 2,3,4, not {text!r}.")
    return int(text)
