"""What a module was made from, and whether that is still so. Nothing but Python itself: the package build asks, too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FORMAT = 1
MODULE, DESCRIPTION = "module.wasm", "module.json"
PACKAGE = Path(__file__).parent.parent


def has_rules(folder: Path) -> bool:
    """Whether a folder is that of a game: its rules are a package or a module in it."""
    return (folder / "rules" / "__init__.py").exists() or (folder / "rules.py").exists()


def game_folder(file: Path) -> Path:
    """The folder of the game that a file is of; of a file elsewhere, its own."""
    return next((folder for folder in file.parents if has_rules(folder)), file.parent)


def is_paper(file: Path, folder: Path) -> bool:
    """Whether a file of a game says what is printed of it."""
    return file.relative_to(folder).with_suffix("").parts[:2] == ("table", "paper")


def source_hash(folder: Path, made_from: Iterable[str]) -> str:
    """A hash over files of this package, and over all that compiled code can be made from in a game's folder.

    What is printed of a game is never compiled: a card may be drawn anew without a compiler.
    """
    digest = hashlib.sha256()
    theirs = [path for path in folder.rglob("*") if path.suffix in {".py", ".npy"} and not is_paper(path, folder)]
    for root, paths in ((PACKAGE, [PACKAGE / name for name in made_from]), (folder, theirs)):
        for path in sorted(paths):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def description(folder: Path) -> dict[str, Any] | None:
    """What the module in a folder says of itself; None where there is none, or one that is older than its sources."""
    try:
        found: dict[str, Any] = json.loads((folder / DESCRIPTION).read_bytes())
        fresh = found["format"] == FORMAT and found["sources"] == source_hash(folder, found["made_from"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if fresh and (folder / MODULE).exists() else None


def outdated(package: Path) -> list[str]:
    """The folders of games in a copy of this package whose modules are missing, or older than their sources."""
    folders = sorted(folder for folder in package.glob("games/*") if has_rules(folder))
    return [folder.name for folder in folders if description(folder) is None]
