"""A disk that is full to the last block: people are told, nothing that was told is lost, and room is all it takes."""

from __future__ import annotations

import asyncio
import logging
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lodge.server.storage.health import StoreBroken
from lodge.server.ws import protocol as p

from .player import Player, http, new_table, tokens, until

ADA, BO = {"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}


class Disk:
    """A small file system of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        with (self.folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(4096))

    def free(self) -> None:
        (self.folder / "filler").unlink()


@pytest.fixture
def disk() -> Iterator[Disk]:
    """Mounted for a test."""
    with tempfile.TemporaryDirectory(prefix="lodge-disk-") as folder:
        Path(folder).chmod(0o755)
        mounted = Path(folder, "mounted")
        mounted.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(mounted)]
        if sys.platform != "linux" or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("only root may mount a file system")
        try:
            yield Disk(mounted)
        finally:
            subprocess.run(["umount", "--lazy", mounted], check=True)  # noqa: S607


@pytest.fixture(params=["sqlite", "postgres"])
def on_disk(request: pytest.FixtureRequest, disk: Disk) -> Iterator[str]:
    """The URL of a database whose tables lie there."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{disk.folder / 'tables.db'}"
        return
    running = request.getfixturevalue("postgres")
    place = disk.folder / "small"
    place.mkdir()
    if running.system_user:
        shutil.chown(place, running.system_user)
    running.psql(f"create tablespace small location '{place}';")
    running.psql("create database small tablespace small;")
    try:
        yield running.get_uri("small").replace("postgresql://", "postgresql+asyncpg://", 1)
    finally:
        running.psql("drop database small with (force);")
        running.psql("drop tablespace small;")


async def test_a_full_disk_loses_nothing_and_is_told_once(
    start: Callable[..., Any], on_disk: str, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where there is room for what is small: the server does not call itself ready before moves can be written."""

    def told() -> list[str]:
        lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        return [line.partition(":")[0].partition(",")[0] for line in lines]

    running = start(on_disk, clocks=0.05)
    made = await new_table(running.base, [ADA, BO], start=True)
    hub, loop = running.hub, running.hub.store._task.get_loop()

    async def there(work: Any) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))

    async with Player(running.base, made.table, tokens(made)) as both:
        await there(hub.upkeep.expire())  # which leaves a page with room in the table of facts
        disk.fill()
        said = list[str]()
        answer: p.FromServer | None = None
        while not isinstance(answer, p.Failure):
            await both.say(p.Chat(seat=0, text=f"line {len(said)} " + "x" * 250))
            while not isinstance(answer := await both.hear(), p.Said | p.Failure):
                pass
            if isinstance(answer, p.Said):
                said.append(answer.line.text)
        assert answer.code == "no_database"
        for _ in range(3):
            assert (await http(running.base, "/readyz"))[0] == 503
            with suppress(StoreBroken):
                await there(hub.upkeep.expire())  # PostgreSQL has room for this
            assert (await both.fails(p.Chat(seat=0, text="y" * 250))).code == "no_database"
        assert told() == ["the database cannot be written to"]
        disk.free()
        await until(lambda: len(told()) > 1)  # noticed by itself
        assert told() == ["the database cannot be written to", "the database can be written to again"]
        assert (await http(running.base, "/readyz"))[0] == 200
        await both.play()
        number = both.update.number
    again = start(on_disk)
    async with Player(again.base, made.table, tokens(made)) as both:
        assert both.update.number == number
        assert [line.text for line in both.welcome.chat] == said
