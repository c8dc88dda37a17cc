"""A long time under load with faults: nothing that anybody was told is lost, and memory stays flat.

    python -m benchmarks.server.soak [--tables 1000] [--minutes 30] [--workers 2] [--idle 10000] [--json FILE]
    python -m benchmarks.server.soak --tables 60 --minutes 1.5 --idle 500 --every 8     # a short one

Two people at each table, each with a websocket, make a move a second between them, at `--workers` server processes on
one PostgreSQL; beside them `--idle` websockets look at tables where nothing happens. Every `--every` seconds comes a
fault, in turn:

- `kill`: the youngest server process is killed (kill -9); the oldest lives on and shows whether memory stays flat;
- `cut`: a fifth of all sockets is cut off without a word;
- `restart`: PostgreSQL is restarted, its connections cut;
- `clock`: the time of day of the servers jumps by 400 days, and a server process is killed, so that a new one believes
  it; at the next turn it jumps back;
- `crash`: PostgreSQL crashes;
- `disk`: PostgreSQL's disk is full to the last block for `--full` seconds: a file system of its own, which root may
  mount on Linux (for others: files cannot grow, by a limit on their size); a PostgreSQL that gave up is started again.

Whoever loses the line connects again, at once and then ever later, as the page does (`web/src/lib/connection.ts`), and
says what it has seen; a move that the database could not take is sent again. What it is shown must not be older
than what anybody at the table had been told. At the end every table is asked for all its moves: each one that somebody
was told of must be there, at its number; finished matches are verified. Everything is on loopback, bounded in time, and
ends with the processes it started.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from benchmarks.server.client import Known, Socket, move_of
from benchmarks.server.disk import Disk, own_disk
from benchmarks.server.postgres import Database, postgres
from benchmarks.server.process import asked, children, end, listening, memory_of, started

from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.games.dam_it.rules.state import ACTIONS, State
from lodge.kernel import dtype_of
from lodge.replaying import verify

FAULTS = ("kill", "cut", "restart", "clock", "crash", "disk")
FIRST_WAIT, LONGEST_WAIT = 0.4, 8.0  # seconds before somebody connects again: twice as many each time
UNSURE = 10.0  # seconds without an answer after which somebody connects again
REPEAT = 2.0  # seconds before a move is sent again that the database could not take
JUMP = 400 * 86400
SETTLING = 60.0  # seconds that the last faults have to be over at the end
VERIFIED = 200  # finished matches that are played again at the end, at most
plays = random.Random(1)  # noqa: S311


class Step(msgspec.Struct):
    """What happened, as anybody is told."""

    number: int
    seat: int
    text: str
    undo: bool = False


class Update(msgspec.Struct):
    number: int
    over: bool
    pending: list[int]
    steps: list[Step]
    known: list[Known] = []


class Heard(msgspec.Struct):
    type: str
    code: str = ""
    number: int = 0
    over: bool = False
    pending: list[int] = []
    steps: list[Step] = []
    known: list[Known] = []
    update: Update | None = None


decode = msgspec.json.Decoder(Heard).decode


class Soak:
    """All that is counted."""

    def __init__(self, *bases: str) -> None:
        self._bases = cycle(bases)
        self.moves = 0
        self.reconnects = 0
        self.lost: list[str] = []
        self.failures: Counter[str] = Counter()
        self.waits: list[tuple[float, float]] = []  # when, and from a move to hearing of it
        self.back: list[float] = []  # from losing the line to being welcomed again
        self.finished: list[str] = []
        self.ends = False

    async def connect(self, line: Seat) -> None:
        """Connect to the next of the servers."""
        host, port = next(self._bases).removeprefix("http://").split(":")
        await asyncio.get_running_loop().create_connection(lambda: line, host, int(port))

    async def ask(self, path: str, body: Any = None) -> Any:
        """Ask until there is an answer; a body makes it a POST."""
        while True:
            with suppress(OSError, ValueError):
                return await asyncio.to_thread(asked, next(self._bases) + path, body, 20)
            await asyncio.sleep(pause(0))


def pause(attempt: int) -> float:
    """Seconds before somebody tries again, as the page does."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0**attempt) * plays.uniform(0.75, 1.25)


class Seat(Socket):
    """Somebody's line to a table, as long as it holds."""

    _out = np.zeros(ACTIONS, np.int16)

    def __init__(self, table: Table, seat: int, lost: float | None = None) -> None:
        super().__init__("localhost")
        self.table, self.seat = table, seat  # -1: looks on
        self.lost = lost  # when the line before it broke
        self.least = 0  # what had been told before it said hello
        self.gone = asyncio.get_running_loop().create_future()
        self.welcome = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        self.least = max(self.table.moves, default=0)
        keys = [] if self.seat < 0 else [self.table.keys[self.seat]]
        hello = {"type": "hello", "table": self.table.name, "tokens": keys, "rules": True, "seen": self.table.seen()}
        self.send(json.dumps(hello).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.gone.done():
            self.gone.set_result(None)

    def hear(self, text: bytes) -> None:
        message = decode(text)
        if message.type == "failure":
            self.table.soak.failures[message.code] += 1
            self.table.refused(self, message.code)
        update: Any = message if message.type == "update" else message.update
        if message.type == "welcome":
            if self.lost is not None:
                self.table.soak.back.append(time.monotonic() - self.lost)
            if not self.welcome.done():
                self.welcome.set_result(None)
        if update is not None:
            if message.type == "welcome" and update.number < self.least:
                self.table.soak.lost.append(f"{self.table.name}: shown {update.number} moves after {self.least}")
            self.table.told(self, update)

    def legal(self, update: Update) -> list[int]:
        state = np.frombuffer(bytearray(update.known[0].state), dtype_of(State))[0]
        found = compiled_rules(game("dam-it")).legal(state, self.seat, self._out)
        return list(self._out[:found].tolist())


class Table:
    """A table, and what anybody there was told."""

    def __init__(self, soak: Soak, made: Any) -> None:
        self.soak = soak
        self.name: str = made["table"]
        self.keys: list[str] = [seat["token"] for seat in made["seats"]]
        self.moves: dict[int, tuple[int, str]] = {}
        self.over = False
        self.heard = time.monotonic()
        self.lines: dict[int, Seat] = {}
        self.holding: list[asyncio.Task[None]] = []
        self.ready: tuple[Seat, int, list[int]] | None = None
        self.waiting: tuple[Seat, int, float] | None = None
        self.asked = 0  # the action that was asked for last

    def seen(self) -> int:
        """The first position from which on something was not heard, as everybody at the table together has it."""
        return next(number for number in count() if number + 1 not in self.moves)

    def told(self, line: Seat, update: Update) -> None:
        """Whoever is told something remembers it."""
        for step in update.steps:
            said = (step.seat, step.text)
            if self.moves.setdefault(step.number, said) != said:
                self.soak.lost.append(f"{self.name}: move {step.number} was {self.moves[step.number]}, is {said}")
        self.heard = time.monotonic()
        self.over = self.over or update.over
        if self.waiting is not None and update.number > self.waiting[1]:
            if line is self.waiting[0]:
                self.soak.waits.append((self.waiting[2], time.monotonic() - self.waiting[2]))
            self.soak.moves += 1
            self.waiting = None
        if line.seat in update.pending and not update.over:
            self.ready = (line, update.number, line.legal(update))

    def refused(self, line: Seat, code: str) -> None:
        """A move was not taken: it is sent again if that was the database's fault."""
        if self.waiting is not None and self.waiting[0] is line:
            again, self.waiting = (line, self.waiting[1], [self.asked]), None
            if code == "no_database":
                asyncio.get_running_loop().call_later(REPEAT, self._repeat, again)

    def _repeat(self, again: tuple[Seat, int, list[int]]) -> None:
        if self.ready is None and self.waiting is None:
            self.ready, self.heard = again, time.monotonic()

    def goes_on(self) -> bool:
        """Whether there is anything left to do."""
        return not self.over and not self.soak.ends

    async def hold(self, seat: int, key: int) -> None:
        """Keep somebody at the table."""
        lost: float | None = None
        tries = count()
        while self.goes_on():
            line = Seat(self, seat, lost)
            try:
                async with asyncio.timeout(UNSURE):
                    await self.soak.connect(line)
                    self.lines[key] = line
                    await asyncio.wait([line.welcome, line.gone], return_when=asyncio.FIRST_COMPLETED)
                await line.gone
                if line.welcome.done():
                    lost, tries = time.monotonic(), count()
            except (OSError, TimeoutError):
                if line.transport is not None:
                    line.transport.abort()
            self.soak.reconnects += self.goes_on()
            await asyncio.sleep(pause(next(tries)))

    async def play(self, pace: float) -> None:
        """A move a second, until the match is over."""
        people = [asyncio.create_task(self.hold(seat, seat)) for seat in range(2)]
        await asyncio.sleep(plays.uniform(0, pace))
        while self.goes_on():
            began = time.monotonic()
            if self.waiting is None and self.ready is not None:
                (line, number, legal), self.ready = self.ready, None
                if number + 1 not in self.moves and not line.transport.is_closing():
                    self.waiting, self.asked = (line, number, began), plays.choice(legal)
                    move = move_of(self.asked)
                    line.send(b'{"type":"play","seat":%d,"number":%d,"move":%b}' % (line.seat, number, move))
            elif self.waiting is not None and (self.waiting[0].gone.done() or began - self.waiting[2] > UNSURE):
                self.waiting[0].transport.abort()  # whether it was heard, the next hello says
                self.waiting = None
            elif self.ready is None and began - self.heard > UNSURE:
                self._look()
            await asyncio.sleep(max(0.0, began + pace - time.monotonic()))
        for person in people:
            person.cancel()
        for line in self.lines.values():
            line.transport.abort()
        await asyncio.gather(*people, return_exceptions=True)

    def _look(self) -> None:
        """Nobody may move, as far as anybody knows: after a refusal, connect again and see."""
        self.heard = time.monotonic()
        for line in self.lines.values():
            line.transport.abort()


# --- faults --------------------------------------------------------------------------------------------------


class Faults:
    """What goes wrong, in turn."""

    def __init__(
        self, soak: Soak, server: subprocess.Popen[str], database: Database, wrong: Path, disk: Disk | None, full: float
    ) -> None:
        self.soak, self.server, self.database, self.wrong = soak, server, database, wrong
        self.own_disk, self.full = disk, full
        self.gave_up = 0  # how often PostgreSQL was gone after its disk had been full
        self.going: list[Table] = []
        self.onlookers: list[Table] = []
        self.happened: list[tuple[float, str]] = []
        self.failed: list[str] = []  # faults that could not be made

    def workers(self) -> list[int]:
        found = [one for one in children(self.server.pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
        return found or [self.server.pid]

    def each(self) -> dict[int, int]:
        """The memory of each server process in MB."""
        with suppress(OSError):
            return {one: memory_of(one) // 1024 for one in self.workers()}
        return {}

    async def go_on(self, names: list[str], every: float) -> None:
        for name in cycle(names):
            await asyncio.sleep(every)
            self.happened.append((time.monotonic(), name))
            try:
                await getattr(self, name)()
            except Exception as error:  # noqa: BLE001 - a long run does not end by it, but says so
                self.failed.append(f"{name}: {error!r}")

    async def kill(self) -> None:
        """A server process dies: the youngest, so that the oldest lives through all and shows what it keeps."""
        with suppress(OSError):
            os.kill(max(self.workers(), key=started), signal.SIGKILL)

    async def cut(self) -> None:
        lines = [line for table in [*self.going, *self.onlookers] for line in table.lines.values()]
        for line in plays.sample(lines, len(lines) // 5):
            line.transport.abort()

    async def restart(self) -> None:
        await asyncio.to_thread(self.database.restart)

    async def crash(self) -> None:
        """The database dies, and finds its way back by its log."""
        await asyncio.to_thread(self.database.restart, crash=True)

    async def clock(self) -> None:
        """The time of day is wrong, or right again; somebody new believes it."""
        self.wrong.write_text("0" if float(self.wrong.read_text()) else str(JUMP))
        await self.kill()

    async def disk(self) -> None:
        """The database's disk is full, until somebody makes room."""
        if self.own_disk is None:
            try:
                self._limit(8192)
                await asyncio.sleep(self.full)
            finally:
                self._limit(resource.RLIM_INFINITY)
        else:
            try:
                await asyncio.to_thread(self.own_disk.fill)
                await asyncio.sleep(self.full)
            finally:
                self.own_disk.free()
        if not self.database.runs():
            self.gave_up += 1
            await self.crash()

    def _limit(self, size: int) -> None:
        with suppress(OSError):
            for process in [self.database.process, *children(self.database.process)]:
                with suppress(OSError, ValueError):
                    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


# --- all -----------------------------------------------------------------------------------------------------


async def look_on(soak: Soak, idle: int) -> list[Table]:
    """So many websockets at tables where nothing happens, ten at each."""
    tables = list[Table]()
    lobby = {"game": "dam-it", "seats": [{"kind": "mine", "name": "Ada"}]}
    while idle > 10 * len(tables):
        table = Table(soak, await soak.ask("/api/tables", lobby))
        tables.append(table)
        table.holding = [asyncio.create_task(table.hold(-1, key)) for key in range(10)]
        while len(table.lines) < 10:
            await asyncio.sleep(0.01)
    return tables


async def tables_one_after_another(soak: Soak, going: list[Table], done: list[Table], pace: float) -> None:
    """A table; when its match is over, the next."""
    wish = {"game": "dam-it", "seats": [{"kind": "mine", "name": name} for name in ("Ada", "Bo")], "start": True}
    while not soak.ends:
        table = Table(soak, await soak.ask("/api/tables", wish))
        going.append(table)
        await table.play(pace)
        going.remove(table)
        done.append(table)


async def check(soak: Soak, done: list[Table]) -> int:
    """Ask every table for all its moves; how many there are."""
    for table in done:
        record = await soak.ask(f"/api/tables/{table.name}/record.json")
        there = dict(enumerate(record.get("moves", ()), 1))
        for number, (seat, text) in table.moves.items():
            if there.get(number) != f"{seat} {text}":
                soak.lost.append(f"{table.name}: move {number} was {seat} {text}, is {there.get(number)}")
        if table.over and len(soak.finished) < VERIFIED:
            soak.finished.append(table.name)
            if not verify(record).finished:
                soak.lost.append(f"{table.name}: the record is not that of a finished match")
    return sum(len(table.moves) for table in done)


async def run(given: argparse.Namespace) -> dict[str, Any]:
    with (
        own_disk() as disk,
        postgres(disk.folder if disk else None) as database,
        tempfile.TemporaryDirectory(prefix="lodge-soak-") as folder,
    ):
        wrong = Path(folder, "clock")
        wrong.write_text("0")
        command = [sys.executable, "-m", "benchmarks.server.jumping", "--port", "0", "--database", database.url]
        command += ["--unlimited", "--no-native", "--workers", str(given.workers)]
        log = (given.log or Path(folder, "log")).open("w+")
        environment = {**os.environ, "LODGE_CLOCK": str(wrong)}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        try:
            soak = Soak(await asyncio.to_thread(listening, server))
            faults = Faults(soak, server, database, wrong, disk, given.full)
            return await soaked(soak, faults, given) | {"log": lines_of(log)}
        finally:
            end(server)


async def soaked(soak: Soak, faults: Faults, given: argparse.Namespace) -> dict[str, Any]:
    """The time under load, and what came of it."""
    print("connecting those who look on", flush=True)
    faults.onlookers = onlookers = await look_on(soak, given.idle)
    done, memory, lives = list[Table](), list[dict[str, int]](), dict[int, list[int]]()
    began, load = time.monotonic(), os.getloadavg()[0]
    playing = [
        asyncio.create_task(tables_one_after_another(soak, faults.going, done, given.pace)) for _ in range(given.tables)
    ]
    breaking = asyncio.create_task(faults.go_on(given.faults, given.every)) if given.faults else None
    until = began + 60 * given.minutes
    while time.monotonic() < until:
        await asyncio.sleep(min(10.0, max(0.1, until - time.monotonic())))
        memory.append(_memory(faults))
        for process, size in (each := faults.each()).items():
            lives.setdefault(process, []).append(size)
        print(f"{time.monotonic() - began:6.0f} s, {soak.moves} moves, {memory[-1]}, {each}", flush=True)
    if breaking is not None:
        breaking.cancel()
    seconds = time.monotonic() - began
    going = list(faults.going)
    idle = sum(not line.gone.done() for table in onlookers for line in table.lines.values())
    soak.ends = True
    await asyncio.wait(playing, timeout=SETTLING)
    for table in onlookers:
        for line in table.lines.values():
            line.transport.abort()
    await asyncio.gather(*(one for table in onlookers for one in table.holding))
    told = await check(soak, [*done, *(table for table in going if table not in done)])
    quiet = sorted(
        wait for at, wait in soak.waits if not any(0 <= at - fault < given.calm for fault, _ in faults.happened)
    )
    every = sorted(wait for _, wait in soak.waits)
    return {
        "tables at once": given.tables,
        "minutes": round(seconds / 60, 1),
        "workers": given.workers,
        "load average at the start": round(load, 1),
        "moves": soak.moves,
        "moves a second": round(soak.moves / seconds, 1),
        "told and checked": told,
        "matches verified": len(soak.finished),
        "lost": len(soak.lost),
        "what was lost": soak.lost[:10],
        "faults": dict(Counter(name for _, name in faults.happened)),
        "faults that failed": faults.failed,
        "a full disk is": "a file system without a free block" if faults.own_disk else "a limit on the size of files",
        "PostgreSQL gave up on a full disk": faults.gave_up,
        "reconnects": soak.reconnects,
        "p50_ms, p99_ms from losing the line to being back": quantiles(sorted(soak.back)),
        "refused": dict(soak.failures),
        "p50_ms, p99_ms": quantiles(every),
        f"p50_ms, p99_ms from {given.calm:g} s after a fault on": quantiles(quiet),
        "idle sockets": given.idle,
        "of them there at the end": idle,
        "memory_mb by tenth of the time (mean of a server process)": _tenths([one["server"] for one in memory]),
        "memory_mb of the server process that lived longest": _tenths(max(lives.values(), key=len)),
        "memory_mb of PostgreSQL": _tenths([one["postgres"] for one in memory]),
    }


def _memory(faults: Faults) -> dict[str, int]:
    """In MB: the mean of a server process, and all of PostgreSQL's."""
    workers = faults.workers()
    found = {"server": 0, "postgres": 0}
    with suppress(OSError):
        found["server"] = sum(memory_of(one) for one in workers) // (1024 * len(workers))
        process = faults.database.process
        found["postgres"] = sum(memory_of(one) for one in [process, *children(process)]) // 1024
    return found


def _tenths(found: list[int]) -> list[int]:
    step = max(1, len(found) // 10)
    return found[step - 1 :: step]


def quantiles(waits: list[float]) -> list[float]:
    """The median and the 99th of a hundred, in milliseconds."""
    return [round(1000 * waits[len(waits) * share // 100], 1) for share in (50, 99)] if waits else []


def lines_of(log: Any) -> dict[str, int]:
    """What the server's log says, counted by how its lines begin."""
    log.flush()
    log.seek(0)
    return dict(Counter(line[:60].strip() for line in log).most_common(12))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves at a table")
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two faults")
    parser.add_argument("--full", type=float, default=5.0, help="seconds that the disk is full")
    parser.add_argument("--calm", type=float, default=10.0, help="seconds after a fault that count as its aftermath")
    parser.add_argument("--faults", nargs="*", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--log", type=Path, help="keep the server's log here")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    import uvloop

    results = uvloop.run(run(given))
    for name, value in results.items():
        print(f"{name}: {value}")
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n")
    if results["lost"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
