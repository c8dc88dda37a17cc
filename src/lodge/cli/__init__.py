"""The `lodge` command. Each command imports what it needs when it runs, so that the command itself starts quickly."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from lodge import __version__
from lodge.cli import analyse, backup, games, lab, making, picture, puzzles, study, table, tables
from lodge.cli.common import errors
from lodge.errors import LodgeError
from lodge.extras import missing_extra
from lodge.games.outside import look_here

app: typer.Typer = typer.Typer(
    help="A digital table for family games, and the same rules as a fast library.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.add_typer(table.app)
app.add_typer(analyse.app)
app.add_typer(backup.app)
app.add_typer(lab.app)
app.add_typer(study.app)
app.add_typer(making.app)
app.add_typer(picture.app)
app.add_typer(puzzles.app)
app.add_typer(tables.app, name="tables")
for _name, _own in games.commands():
    app.add_typer(_own, name=_name)


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
    """Without a command: start the server and open the page, like `lodge serve --open`.

    Where the server is not installed, the page plays by itself: against bots, or several round one screen.
    """
    if context.invoked_subcommand is not None:
        return
    if find_spec("uvicorn") is None:
        from lodge.offline import play_here

        play_here()
        return
    table.serve(open_page=True)


def main() -> None:
    """Run the command; what goes wrong is told in one line. A game in the folder it is run in is there, too."""
    look_here(Path.cwd())
    warnings.showwarning = _warn  # type: ignore[assignment]
    try:
        app()
    except LodgeError as error:
        _refuse(error)
    except ModuleNotFoundError as error:
        if (missing := missing_extra(error)) is None:
            raise
        _refuse(missing)


def _warn(message: Warning | str, category: type[Warning], *_where: object) -> None:
    """A game of another package that cannot be used, for instance: in a line, and nothing of where that was noticed."""
    if issubclass(category, UserWarning):
        errors.print(f"lodge: {message}", style="yellow", markup=False, highlight=False, soft_wrap=True)


def _refuse(error: LodgeError) -> NoReturn:
    errors.print(f"lodge: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
    raise SystemExit(2) from None
