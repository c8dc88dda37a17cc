"""`python -m lodge.server`: the server without the rest of the command line."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import Any

from lodge.errors import LodgeError
from lodge.server.run import serve
from lodge.server.settings import Settings, database_url, default_database

LIMITS = (
    "messages_per_second",
    "message_burst",
    "connections_per_address",
    "tables_per_address",
    "chat_per_second",
    "chat_burst",
    "checks_per_second",
    "requests_per_second",
)


def main() -> None:
    """Serve as the arguments say; what goes wrong is told in one line."""
    try:
        _serve()
    except LodgeError as error:
        print(f"lodge: {error}", file=sys.stderr)  # noqa: T201
        raise SystemExit(2) from None


def _serve() -> None:
    parser = argparse.ArgumentParser(prog="python -m lodge.server", description="Serve Lodge's tables.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="0 takes a free one; without it 8000, or a free one if that is taken")
    parser.add_argument("--database", help="a SQLite file, or a SQLite or PostgreSQL URL")
    parser.add_argument("--workers", type=int, default=1, help="server processes behind the port, with PostgreSQL")
    parser.add_argument("--origin", action="append", default=[], help="another origin whose pages may talk to it")
    parser.add_argument("--beat", type=float, help="seconds that bots wait before a move")
    parser.add_argument("--bots", help="the bot that plays for every level, for tests")
    parser.add_argument("--analysis", type=float, help="about how many seconds an analysis takes")
    parser.add_argument("--no-native", action="store_true", help="stay with the modules, compile nothing")
    parser.add_argument("--unlimited", action="store_true", help="no limits on rates and addresses, for load tests")
    parser.add_argument("--open", action="store_true", help="open the page")
    given = parser.parse_args()
    database = database_url(given.database) if given.database else default_database()
    settings = Settings(database=database, origins=tuple(given.origin))
    if given.no_native:
        settings = replace(settings, native=False)
    if given.beat is not None:
        settings = replace(settings, beat=given.beat)
    if given.bots is not None:
        settings = replace(settings, levels=tuple((level, given.bots) for level, _ in settings.levels))
    if given.analysis is not None:
        settings = replace(settings, analysis_seconds=given.analysis)
    if given.unlimited:
        lots: dict[str, Any] = dict.fromkeys(LIMITS, 1_000_000)
        settings = replace(settings, away_seconds=0.0, **lots)
    serve(given.host, given.port, settings=settings, workers=given.workers, open_browser=given.open)


if __name__ == "__main__":
    main()
