"""Commands that one game has and no other: each module here is called as the game, and has an `app`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import typer


def commands() -> Iterator[tuple[str, typer.Typer]]:
    """By game, its own commands."""
    for found in pkgutil.iter_modules(__path__):
        yield found.name.replace("_", "-"), importlib.import_module(f"{__name__}.{found.name}").app
