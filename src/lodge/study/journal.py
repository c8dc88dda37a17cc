"""The journal of a study: what has been played, a line a part, so that a study that was stopped can go on."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from lodge.kernel.compile import source_hash
from lodge.lab import journal
from lodge.study.play import Part, Row

HERE = Path(__file__).parent


class Journal(journal.Journal[Part, Row]):
    """The rows of a study by part, in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _head(), Part, Row)
        self.rows: dict[Part, list[Row]] = {part: rows for part, rows in self.rows.items() if len(rows) == part.games}


@cache
def _head() -> dict[str, Any]:
    """What the rows depend on besides their parts: all sources that play."""
    digest = hashlib.sha256(source_hash().encode())
    for name in ("play.py", "variants.py"):
        digest.update((HERE / name).read_bytes())
    return {"lodge study": 1, "sources": digest.hexdigest()[:16]}
