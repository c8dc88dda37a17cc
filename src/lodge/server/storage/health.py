"""Whether the database answers: an outage is told once when it begins and once when it is over."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError

from lodge.errors import LodgeError

log: logging.Logger = logging.getLogger("lodge.server")
# What a database raises that is not there: SQLAlchemy's own, and what comes through it from drivers and sockets.
BROKEN = (SQLAlchemyError, sqlite3.Error, OSError, EOFError)


class StoreBroken(LodgeError):
    """The database did not answer; whether anything was written is not known."""


class Health:
    """Whether the database can be written to, or read: one of both may fail alone, as on a full disk."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.since: float | None = None  # when the outage began
        self.failures: int = 0
        self._last = 0.0  # when it last failed

    def failed(self, error: Exception) -> None:
        """It did not answer. What was to be written is in no message: it may be somebody's words."""
        self.failures += 1
        self._last = time.monotonic()
        if self.since is None:
            self.since = self._last
            why = str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or "no answer in time"
            log.error("the database cannot be %s: %s (%s)", self.what, why[:200], type(error).__name__)

    def works(self, asked: float) -> None:
        """It answered what was asked at a time; what was asked before it last failed proves nothing."""
        if self.since is not None and asked > self._last:
            lasted = time.monotonic() - self.since
            log.warning("the database can be %s again, after %.0f s and %d failures", self.what, lasted, self.failures)
            self.since, self.failures = None, 0

    @asynccontextmanager
    async def watched(self, *, proves: bool = True) -> AsyncIterator[None]:
        """Something that asks the database: StoreBroken where it does not answer. That it did may prove little."""
        asked = time.monotonic()
        try:
            yield
        except (TimeoutError, *BROKEN) as error:
            self.failed(error)
            raise StoreBroken("The database did not answer.") from None
        if proves:
            self.works(asked)
