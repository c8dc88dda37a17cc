"""The command that draws records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lodge.cli.common import RecordFile, console, load_record
from lodge.errors import LodgeError

app: typer.Typer = typer.Typer()
FORMATS = (".svg", ".png", ".gif")


@app.command()
def picture(
    record: RecordFile,
    to: Annotated[
        Path | None, typer.Option(help="The file: its name ends in .svg, .png or .gif (the whole match).")
    ] = None,
    move: Annotated[
        int | None, typer.Option(help="Draw the position after so many moves; without it, the last.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Draw what this seat saw; without it, a spectator.")] = None,
    width: Annotated[int, typer.Option(help="The width in pixels; an SVG fits any size.")] = 900,
) -> None:
    """Draw a position of a record, or the whole match as an animation."""
    from lodge.replaying import replay

    match = replay(load_record(record))
    to = to or Path(f"{match.game.id}.svg")
    if to.suffix not in FORMATS:
        raise LodgeError(f"A picture's name must end in one of {', '.join(FORMATS)}: {to.name} does not.")
    if not 100 <= width <= 4000:
        raise LodgeError(f"A picture is 100 to 4000 pixels wide, not {width}.")
    if to.suffix == ".gif" and move is not None:
        raise LodgeError("A GIF shows the whole match: name a .svg or a .png for one move.")
    if to.suffix == ".svg":
        to.write_text(match.svg(seat, move), encoding="utf-8")
    else:
        to.write_bytes(match.gif(seat, width=width) if to.suffix == ".gif" else match.png(seat, move, width=width))
    console.print(f"The picture is {to}.", markup=False, highlight=False, soft_wrap=True)
