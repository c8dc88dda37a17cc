"""A PostgreSQL that says nothing at all, as behind a line that is dead: nobody waits for it for long."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from lodge.server.ws import protocol as p

from .player import Player, http, new_table, tokens, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for PostgreSQL's processes in /proc")
ADA, BO = {"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}


@contextmanager
def silent(postgres: Any) -> Iterator[None]:
    """All of its processes stand still: connections stay open, and whoever makes a new one is not answered."""
    first = (postgres.pgdata / "postmaster.pid").read_text().split()[0]
    processes = [first]
    try:
        os.kill(int(first), signal.SIGSTOP)  # it starts no more
        processes += Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in processes[1:]:
            os.kill(int(process), signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGCONT)


async def test_nobody_waits_long_for_a_database_that_says_nothing(
    start: Callable[..., Any], empty_postgres: Callable[[], str], postgres: Any, caplog: pytest.LogCaptureFixture
) -> None:
    running = start(empty_postgres(), clocks=0.05, database_seconds=4.0)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        await both.play()
        seat, number = both.turn(), both.update.number
        assert seat is not None
        with silent(postgres):
            failure = await both.fails(p.Play(seat=seat, number=number, move=both.sight(seat).legal[0]))
            assert failure.code == "no_database"
            assert (await http(running.base, "/readyz"))[0] == 503
            async with Player(running.base, "elsewhere") as new:
                assert [one.code for one in new.inbox if isinstance(one, p.Failure)] == ["no_database"]
                assert await new.closed() == 1013
        await until(lambda: running.hub.store.written.since is None and running.hub.store.read.since is None)
        await both.play()
        assert both.update.number == number + 1
        await both.play()
        assert both.update.number == number + 2
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert sorted(line.partition(":")[0].partition(",")[0] for line in lines) == [
        "the database can be read again",
        "the database can be written to again",
        "the database cannot be read",
        "the database cannot be written to",
    ]


async def test_the_server_says_before_that_that_it_is_not_ready(
    start: Callable[..., Any], empty_postgres: Callable[[], str], postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lodge.server.http.api.READY", 0.5)
    base = start(empty_postgres(), database_seconds=3600.0).base
    assert (await http(base, "/readyz"))[0] == 200
    with silent(postgres):
        assert (await http(base, "/readyz"))[0] == 503
    await until(lambda: http(base, "/readyz"), lambda answer: answer[0] == 200)
