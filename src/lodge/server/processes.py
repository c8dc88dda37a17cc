"""Several server processes behind one port: started together, and each started again should it die."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeAlias

from lodge.errors import LodgeError
from lodge.server.settings import Settings

log: logging.Logger = logging.getLogger("lodge.server")
FAILED = 3  # the exit status of a worker that could not start
QUICK = 5.0  # seconds: whoever dies sooner is started again only after a pause
PAUSE = 1.0
GRACE = 10.0  # seconds that workers have to end
Run: TypeAlias = Callable[[Settings, str, socket.socket, Connection], None]  # what a worker does; True goes to the pipe


def check_workers(workers: int, database: str) -> None:
    """LodgeError where so many processes cannot serve a database."""
    if workers < 1:
        raise LodgeError(f"There cannot be {workers} workers: give a number from 1.")
    if workers > 1 and database.startswith("sqlite"):
        raise LodgeError(
            "Several workers need PostgreSQL, a SQLite file is for one process: "
            "leave out --workers, or give --database postgresql://user:password@host/name."
        )


class Worker:
    """One of the processes, and whichever takes its place."""

    def __init__(self, number: int, run: Run, settings: Settings, host: str, listener: socket.socket) -> None:
        self.number = number
        self.listener = listener
        self.ready = False
        self._run = run
        self._given = (settings, host, listener)
        self.start()

    def start(self) -> None:
        """Start a process. It ends when this one does, because the pipe between them tears."""
        self.began: float = time.monotonic()
        self.pipe: Connection
        self.pipe, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self.process: SpawnProcess = context.Process(target=self._run, args=(*self._given, theirs))
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all: only this one decides what to do
        self.process.start()
        signal.signal(signal.SIGINT, heard)
        theirs.close()

    def ended(self) -> None:
        """It died: another takes its place."""
        self.process.join()
        self.pipe.close()
        if not self.ready and self.process.exitcode == FAILED:
            raise LodgeError("The server could not start: see the messages above.")
        log.warning("worker %d ended with status %s: another takes its place", self.number, self.process.exitcode)
        if time.monotonic() - self.began < QUICK:
            time.sleep(PAUSE)
        self.start()


def serve_many(
    run: Run, settings: Settings, host: str, listeners: list[socket.socket], ready: Callable[[], None]
) -> None:
    """Serve by as many processes as there are listeners, until interrupted."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    threads = max(1, settings.bot_threads // len(listeners))
    shared = replace(settings, bot_threads=threads)
    workers = list[Worker]()
    try:
        for number, listener in enumerate(listeners):
            # One compiles, should anything be to compile; the others go on with the modules.
            own = replace(shared, native=settings.native and number == 0)
            workers.append(Worker(number, run, own, host, listener))
        told = False
        while not stop.is_set():
            waiting: list[Any] = [worker.process.sentinel for worker in workers]
            waiting += [worker.pipe for worker in workers if not worker.ready]
            wait(waiting, timeout=0.5)
            for worker in workers:
                _look_at(worker)
            if not told and all(worker.ready for worker in workers):
                told = True
                ready()
    except KeyboardInterrupt:
        pass
    finally:
        _end(workers)


def _look_at(worker: Worker) -> None:
    if not worker.ready:
        with suppress(EOFError, OSError):
            worker.ready = worker.pipe.poll() and worker.pipe.recv()
    if worker.process.exitcode is not None:
        worker.ended()


def _end(workers: list[Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + GRACE
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()
        worker.pipe.close()


def end_with(parent: Connection, stop: Callable[[], None]) -> None:
    """In a worker: stop when the process that started it ends, however it does."""

    def listen() -> None:
        with suppress(EOFError, OSError):
            parent.recv()
        stop()

    threading.Thread(target=listen, daemon=True).start()


def listeners(first: socket.socket, workers: int) -> list[socket.socket]:
    """A listening socket for each worker on the port of the first.

    On Linux each has its own, among which the kernel spreads connections evenly. They stay open here, so that whoever
    connects while a worker is being replaced waits for the next one. Elsewhere all share one.
    """
    if workers == 1 or sys.platform != "linux":
        return [first] * workers
    family, address = first.family, first.getsockname()
    dual = family == socket.AF_INET6 and not first.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
    first.close()
    return [
        socket.create_server(address[:2], family=family, dualstack_ipv6=dual, reuse_port=True) for _ in range(workers)
    ]
