"""The command that makes puzzles."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from lodge.cli.common import GameName, Seed, console, progress_bar

app: typer.Typer = typer.Typer()


@app.command()
def puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(help="How many.", min=1)] = 120,
    playouts: Annotated[int, typer.Option(help="About how many play-outs compare two moves.", min=16)] = 400,
    processes: Annotated[int, typer.Option(help="How many matches are searched at once.", min=1)] = os.cpu_count() or 1,
    seed: Seed = 0,
    to: Annotated[Path | None, typer.Option(help="The file; puzzles.bin in the game's folder if not given.")] = None,
) -> None:
    """Look for puzzles of a game: positions with a best move that is clearly best, and not the obvious one."""
    from lodge.analysis.puzzle_maker import find
    from lodge.analysis.puzzles import FILE, save
    from lodge.games import game as named

    which = named(game)
    with progress_bar("Looking for puzzles", count, quiet=False) as tick:
        found = find(which, count=count, playouts=playouts, processes=processes, seed=seed, tick=tick)
    path = to or which.folder / FILE
    save(which, found, path)
    grades = [sum(one.grade == grade for one in found) for grade in (1, 2, 3)]
    console.print(
        f"{len(found)} puzzles of {which.title} in {path}: {grades[0]} easy, {grades[1]} harder, {grades[2]} hard."
    )
