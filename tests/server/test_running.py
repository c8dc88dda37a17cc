"""Running a server: metrics, logs, backups."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.errors import LodgeError
from lodge.server.http.metrics import may_read
from lodge.server.logs import JsonLines, begin
from lodge.server.settings import DAY, Settings
from lodge.server.storage import retention
from lodge.server.storage.backup import backup, restore
from lodge.server.storage.retention import SEEN
from lodge.server.storage.writers import Fact
from lodge.server.tables.hub import Hub
from tests.unmeasured import environment

from .conftest import QUICK, Start
from .phases import phases, put
from .player import PAIR, Player, http, new_table, play_out, tokens


async def test_metrics_count_and_name_nobody(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, PAIR, start=True)
    async with Player(base, made.table, tokens(made)):
        status, text = await http(base, "/metrics")
    assert status == 200
    for line in (
        'lodge_tables{status="playing"} 1.0',
        "lodge_clients 1.0",
        "lodge_events_written_total 2.0",
        'lodge_database_up{for="writing"} 1.0',
        'lodge_work_waiting{kind="bots"} 0.0',
    ):
        assert line in text.splitlines()
    assert made.table not in text
    assert "Ada" not in text
    through_a_proxy = await http(base, "/metrics", headers={"x-forwarded-for": "203.0.113.7"})
    assert through_a_proxy[0] == 404


def test_metrics_are_for_this_machine_unless_all_may_read_them() -> None:
    assert may_read("127.0.0.1", everybody=False)
    assert may_read("::1", everybody=False)
    assert not may_read("203.0.113.7", everybody=False)
    assert not may_read(None, everybody=False)
    assert may_read("203.0.113.7", everybody=True)


def test_a_log_line_as_json() -> None:
    try:
        raise ValueError("no")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("lodge.server", logging.ERROR, "", 1, "table %s\nfailed", ("x",), info)
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("error", "lodge.server", "table x\nfailed")
    assert "ValueError: no" in told["traceback"]
    with pytest.raises(LodgeError, match="text or json"):
        begin("xml")


def test_every_line_of_a_server_is_json(sqlite: str) -> None:
    """Also those of the library that speaks HTTP, which had a form of its own; guests write these, so a few will do."""
    code = (
        "from lodge.server.run import serve; from lodge.server.settings import Settings; "
        f"serve(port=0, settings=Settings(database={sqlite!r}, native=False, log_format='json'))"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=pipe, stderr=pipe, text=True, env=environment()
    ) as running:
        assert running.stdout
        port = int(running.stdout.readline().split()[3].rpartition(":")[2])
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", port), 30) as line:
                line.sendall(b"nonsense\r\n\r\n")
                assert line.recv(100).startswith(b"HTTP/1.1 400")
        running.terminate()
        _, told = running.communicate(timeout=60)
    lines = [json.loads(line) for line in told.splitlines()]
    assert [line["message"] for line in lines] == ["Invalid HTTP request received."]


async def test_a_backup_while_people_play_goes_on_elsewhere(
    start: Start, database: str, sqlite: str, tmp_path: Path
) -> None:
    """Taken from either kind of database in the middle of a match, restored into a file, and played to the end."""
    base = start(database).base
    made = await new_table(base, PAIR, start=True)
    file, again = tmp_path / "backup.db", f"sqlite+aiosqlite:///{tmp_path / 'again.db'}"
    async with Player(base, made.table, tokens(made)) as both:
        playing = asyncio.create_task(play_out(both))
        while both.update.number < 5:
            await asyncio.sleep(0)
        kept = await backup(database, file)
        await playing
        shown = both.update.number
    key = (await http(base, "/api/key"))[1]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert 7 <= kept <= shown + 2
    assert await restore(file, again) == kept
    other = start(again).base
    assert (await http(other, "/api/key"))[1] == key
    async with Player(other, made.table, tokens(made)) as both:
        assert both.update.number == kept - 2
        await play_out(both)
    with pytest.raises(LodgeError, match="choose an empty one"):
        await restore(file, again)


async def test_a_backup_of_a_file_goes_on_in_either_database(start: Start, database: str, tmp_path: Path) -> None:
    first = f"sqlite+aiosqlite:///{tmp_path / 'first.db'}"
    base = start(first).base
    made = await new_table(base, PAIR, start=True)
    kept = await backup(first, tmp_path / "backup.db")
    await restore(tmp_path / "backup.db", database)
    other = start(database).base
    async with Player(other, made.table, tokens(made)) as both:
        await play_out(both)
    assert kept == 2


def test_backup_and_restore_as_commands(tmp_path: Path) -> None:
    run = CliRunner()
    for words in (
        ["backup", str(tmp_path / "x.db"), "--database", str(tmp_path / "none.db")],
        ["restore", str(tmp_path / "none.db")],
    ):
        failed = run.invoke(app, [*words, *(["--database", str(tmp_path / "new.db")] if len(words) == 2 else [])])
        assert isinstance(failed.exception, LodgeError)


async def test_removed_tables_and_the_clock_as_commands(sqlite: str) -> None:
    """What the log of a server tells its owner to do."""

    async def with_hub(work: Callable[[Hub], Coroutine[Any, Any, Any]]) -> Any:
        hub = Hub(Settings(database=sqlite, **QUICK))
        await hub.store.open()
        try:
            return await work(hub)
        finally:
            await hub.close()

    async def prepare(hub: Hub) -> None:
        await put(hub.store, "lobby", phases()["lobby"], time.time() - 5 * DAY)
        await hub.upkeep.expire()
        await put(hub.store, "late", phases()["lobby"], time.time() - 5 * DAY)
        await hub.store.note(Fact(SEEN, time.time() - 10 * DAY))  # nobody has looked since

    async def look(hub: Hub) -> list[str]:
        await hub.upkeep.expire()
        return sorted(head.table_id for head in await retention.removed(hub.store))

    async def lodge(*words: str, says: str = "") -> Any:
        command = ["tables", *words, "--database", sqlite.partition("///")[2]]
        return await asyncio.to_thread(CliRunner().invoke, app, command, input=says)

    await with_hub(prepare)
    assert await with_hub(look) == ["lobby"], "in doubt nothing more is removed"
    assert [line.split()[:2] for line in (await lodge("removed")).output.splitlines()] == [["lobby", "dam-it"]]
    assert (await lodge("trust-clock", says="n\n")).exit_code == 1
    assert await with_hub(look) == ["lobby"]
    assert (await lodge("trust-clock", says="y\n")).exit_code == 0
    assert await with_hub(look) == ["late", "lobby"]
    assert (await lodge("restore", "lobby")).output == "Table lobby is back.\n"
    assert isinstance((await lodge("restore", "lobby")).exception, LodgeError)
    assert [line.split()[0] for line in (await lodge("removed")).output.splitlines()] == ["late"]
