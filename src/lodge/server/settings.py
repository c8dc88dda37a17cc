"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lodge.bots.levels import LEVELS
from lodge.errors import LodgeError

HOUR, DAY = 3600, 86400


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("lodge")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LodgeError(
            f"The data folder {folder} cannot be made ({error.strerror}): choose a file with --database."
        ) from None
    return f"sqlite+aiosqlite:///{folder / 'tables.db'}"


def database_url(text: str) -> str:
    """A database URL with the driver that the server uses; a plain path is a SQLite file."""
    if "://" not in text:
        return f"sqlite+aiosqlite:///{Path(text).absolute()}"
    scheme, rest = text.split("://", 1)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    driver = drivers.get(scheme, scheme)
    if driver not in drivers.values():
        raise LodgeError(
            f"Lodge knows no {scheme} databases: give a file, or a URL that begins with sqlite:// or postgresql://."
        )
    return f"{driver}://{rest}"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A server's settings; the defaults are good for one machine at home and for a small public server."""

    database: str = field(default_factory=default_database)
    page: Path = Path(__file__).parent / "page"
    origins: tuple[str, ...] = ()  # other origins whose pages may talk to this server
    hosts: frozenset[str] | None = None  # that requests may name; None: any
    metrics_for_all: bool = False  # else only this machine may read /metrics
    log_format: str = "text"  # or json
    address: str | None = None  # where others in the network reach it, if they do

    # bots: what each level is, how long they wait before a move, how many think at once
    levels: tuple[tuple[str, str], ...] = tuple((level, level) for level in LEVELS)
    hint: str = "master:600ms"
    stand_in: str = "steady"
    beat: float = 0.7
    bot_threads: int = 2
    native: bool = True  # go over to native code where Numba is installed, once it is compiled in the background
    hint_seconds: float = 0.4  # what comparing moves may add to a hint
    thoughts: int = 5000  # bots that wait for their turn to think
    hints: int = 8  # hints that wait at once; one each connection
    hints_per_address: int = 4
    checks: int = 8  # verifications, replays and sheets that wait at once
    checks_per_address: int = 2
    checks_per_second: float = 4.0  # from an address, after so many at once; more of them wait
    check_burst: int = 12
    answers_kept: int = 32 * 1024 * 1024  # bytes of them that are kept for the next who asks

    # analyses of finished matches: about how long one takes, how many take turns, how many are kept in the database
    analysis_seconds: float = 20.0
    what_if_seconds: float = 2.0
    analyses: int = 16
    analyses_kept: int = 1000

    database_seconds: float = 30.0  # that PostgreSQL has for an answer, before it is taken for gone

    # limits
    message_size: int = 16 * 1024
    record_size: int = 512 * 1024
    requests_per_second: float = 100.0  # from an address, after so many at once; more of them wait
    request_burst: int = 1000
    messages_per_second: float = 15.0
    message_burst: int = 60
    connections_per_address: int = 100
    request_seconds: float = 30.0  # that a request may take to arrive
    hello_seconds: float = 20.0  # that a websocket may stay without a table
    tables_per_address: int = 60  # an hour
    table_rows: int = 5000  # events at a table; after so many it can only be played to its end
    chat_per_second: float = 1.0  # lines from an address
    chat_burst: int = 10
    chat_kept: int = 200
    outbox: int = 300  # messages waiting for a slow client before it is cut off
    outbox_bytes: int = 1024 * 1024  # the same in bytes, of all of them
    lobby_days: float = 2.0
    playing_days: float = 60.0
    over_days: float = 365.0
    removed_days: float = 30.0  # what was removed can be brought back for so long
    trusted_days: float = 7.0  # after a longer gap between two looks, nothing is removed before a person has said so
    reveal_seconds: float = (
        5.0  # that players have to reveal their share in the luck, before the match begins without it
    )
    away_seconds: float = 30.0  # how long somebody must be gone before the others may vote for a bot

    # notices
    push_contact: str = "mailto:lodge@example.org"  # whom a push service may write to about this server
    push_loopback: bool = False  # for tests: a push service on this machine, without TLS
    push_seconds: float = 10.0  # that one has to answer
    notice_seconds: float = 20.0  # of a turn before a player who is away is told

    # rhythm
    poll: float = 0.5  # how often to look for what others have written, with SQLite
    catch_up: float = 5.0  # the same with PostgreSQL, whose processes tell each other: should that be lost
    clocks: float = 5.0  # how often to look for clocks that ran down at tables that are not in memory
    notices: float = 2.0  # how often to look for what is to be told
    idle: float = 60.0  # a table without people leaves memory after this time
