"""The `lodge` command. Each command imports what it needs when it runs, so that the command itself starts quickly."""

from __future__ import annotations

from typing import Annotated

import typer

from lodge import __version__
from lodge.cli import analyse, donnant, lab, study, table
from lodge.cli.words import errors
from lodge.errors import LodgeError

app = typer.Typer(
    help="A digital table for family games, and the same rules as a fast library.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.add_typer(table.app)
app.add_typer(analyse.app)
app.add_typer(lab.app)
app.add_typer(study.app)
app.add_typer(donnant.app, name="donnant")


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
        table.serve(open_page=True)


def main() -> None:
    """Run the command; what goes wrong is told in one line."""
    try:
        app()
    except LodgeError as error:
        errors.print(f"lodge: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
        raise SystemExit(2) from None
