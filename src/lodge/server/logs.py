"""How the server logs: lines for people, or a JSON object a line for programs."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import Literal

import msgspec

from lodge.errors import LodgeError

Format = Literal["text", "json"]
FORMATS = ("text", "json")
MINUTE, MOST_KINDS = 60.0, 100


class JsonLines(logging.Formatter):
    """Time, level, logger and message, with the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


class NowAndThen(logging.Filter):
    """Lets each message of a logger by once a minute: guests write these lines, as many as they like."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is told."""
        now = time.monotonic()
        if record.levelno > logging.WARNING or len(self._next) > MOST_KINDS:
            return True
        told = self._next.get(record.msg, 0.0) <= now
        if told:
            self._next[record.msg] = now + MINUTE
        return told


def now_and_then(name: str) -> None:
    """Let a logger repeat nothing more often than that."""
    logger = logging.getLogger(name)
    for old in [one for one in logger.filters if isinstance(one, NowAndThen)]:
        logger.removeFilter(old)
    logger.addFilter(NowAndThen())


def begin(form: str) -> None:
    """Log warnings and worse to standard error in this form."""
    if form not in FORMATS:
        raise LodgeError(f"There is no log format {form!r}: it is text or json.")
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store tells of outages, in a line
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
