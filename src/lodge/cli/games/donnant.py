"""Commands for Donnant Donnant alone: its cards, its campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from lodge.cli.common import AsJson, console, print_json
from lodge.cli.table import print_sheet

app: typer.Typer = typer.Typer(help="Donnant Donnant: its cards.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def cards(
    as_json: AsJson = False,
    markdown: Annotated[bool, typer.Option(help="Print the table as the documentation holds it.")] = False,
    pdf: Annotated[
        Path | None, typer.Option(help="Write them to this file for printing, as `lodge print donnant` does.")
    ] = None,
) -> None:
    """All cards, from easy to hard within each kind: the exact chance to complete each in one turn with best play."""
    if pdf is not None:
        print_sheet("donnant", to=pdf)
        return
    from lodge.games.donnant_donnant.table.difficulty import listed, markdown_table, told_chance

    if markdown:
        typer.echo(markdown_table())
        return
    rows = listed()
    if as_json:
        print_json(rows)
        return
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*(str(value) for value in {**row, "chance": told_chance(row)}.values()))
    console.print(table)


@app.command()
def campaign(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="The records, level 1 first.")],
    as_json: AsJson = False,
) -> None:
    """Check the records of a campaign from end to end, and show its ledger."""
    from lodge.replaying import verify_campaign

    ledger = verify_campaign(records)
    if as_json:
        print_json({**ledger._asdict(), "lines": [line._asdict() for line in ledger.lines]})
        return
    table = Table(*ledger.lines[0]._fields)
    for line in ledger.lines:
        table.add_row(*map(str, line))
    console.print(table)
    words = "Lost." if ledger.lost else "Won." if ledger.won else "It goes on."
    console.print(f"{words} Worth a boast!" if ledger.boast else words)
