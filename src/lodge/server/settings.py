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
    address: str | None = None  # where others in the network reach it, if they do

    # bots: what each level is, how long they wait before a move, how many think at once
    levels: tuple[tuple[str, str], ...] = tuple((level, level) for level in LEVELS)
    hint: str = "master:600ms"
    stand_in: str = "steady"
    beat: float = 0.7
    bot_threads: int = 2
    native: bool = True  # go over to native code where Numba is installed, once it is compiled in the background
    hint_seconds: float = 0.4  # what comparing moves may add to a hint
    hints: int = 8  # hints that wait at once; one each connection
    checks: int = 8  # verifications and replays that wait at once

    # analyses of finished matches: about how long one takes, how many take turns, how many are kept in the database
    analysis_seconds: float = 20.0
    what_if_seconds: float = 1.0
    analyses: int = 16
    analyses_kept: int = 1000

    # limits
    message_size: int = 16 * 1024
    record_size: int = 512 * 1024
    messages_per_second: float = 15.0
    message_burst: int = 60
    connections_per_address: int = 100
    tables_per_address: int = 60  # an hour
    chat_kept: int = 200
    outbox: int = 300  # messages waiting for a slow client before it is cut off
    lobby_days: float = 2.0
    playing_days: float = 60.0
    over_days: float = 365.0

    # rhythm
    poll: float = 0.5  # how often to look for what other server processes have written
    clocks: float = 5.0  # how often to look for clocks that ran down at tables that are not in memory
    idle: float = 60.0  # a table without people leaves memory after this time
