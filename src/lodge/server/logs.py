"""How the server logs: lines for people, or a JSON object a line for programs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

import msgspec

from lodge.errors import LodgeError

Format = Literal["text", "json"]
FORMATS = ("text", "json")


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


def begin(form: str) -> None:
    """Log warnings and worse to standard error in this form."""
    if form not in FORMATS:
        raise LodgeError(f"There is no log format {form!r}: it is text or json.")
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store tells of outages, in a line
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
