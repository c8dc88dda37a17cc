"""What one guest can cause: each attack beside honest play, in one run, and the same against another checkout.

    python -m benchmarks.server.sturdy [--beside FOLDER] [--only undos bots ...] [--json FILE]

Everything is on loopback, bounded, and ends with the processes it started. The machine may be busy with other things:
what counts is how the two checkouts compare, and honest play with the attack to honest play without it.

- `undos`: processor seconds to load a table at which somebody took back a move so many times.
- `bots`: seconds until a person's bot (`master`) answers, beside so many tables of bots alone that somebody opened.
- `checks`: milliseconds from a move to its update, alone and while 12 connections ask for sheets and verdicts.
- `page`: the same while 60 connections of an address load files of the page, over and over.
- `pings`: the longest wait for an answer while 3.6 MB of websocket pings arrive.
- `half`: whether a new guest gets in while 1100 half-sent requests wait, with 1024 files.
- `sweep`: seconds of the hourly look for expired tables, with so many finished matches in the database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.server.process import asked, end, listening
from websockets.asyncio.client import ClientConnection, connect
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

HERE = Path(__file__).parents[2]
GUEST = "127.0.0.2"  # an address of this machine that no server takes for a proxy
LOAD = """
import sys, time
sys.path.insert(0, {root!r})
from lodge.server.tables import events
from lodge.server.tables.events import Row
from lodge.server.tables.table import rebuild
seats = [events.SeatData("human", name, owner=name) for name in ("Ada", "Bo")] + [events.SeatData()] * 2
data = [events.Opened("dam-it", "host", seats), events.Started("a seed", [0, 1])]
rows = lambda: [Row(number, 0.0, one) for number, one in enumerate(data, 1)]
table = rebuild("undos", rows())
while not any(table.playing.can_undo(seat) for seat in (0, 1)):
    seat = table.pending[0]
    legal = table.legal(seat)
    data.append(events.Moved(seat, table.game.moves.text(legal[table.position * 7 % len(legal)])))
    table.apply(Row(len(data), 0.0, data[-1]))
mover = next(seat for seat in (0, 1) if table.playing.can_undo(seat))
for _ in range({undos}):
    data += [events.Undone(mover, table.playing.number), data[-1]] if isinstance(data[-1], events.Moved) else []
began = time.process_time()
rebuild("undos", rows())
print(time.process_time() - began)
"""
SWEEP = """
import asyncio, sys, time
from lodge.server.settings import Settings
from lodge.server.tables.hub import Hub
async def main():
    hub = Hub(Settings(database="sqlite+aiosqlite:///" + sys.argv[1]))
    await hub.store.open()
    began = time.perf_counter()
    await hub.upkeep.expire()
    print(time.perf_counter() - began)
    await hub.close()
asyncio.run(main())
"""


class Server:
    def __init__(self, root: Path, folder: str, *more: str, files: int | None = None) -> None:
        command = [sys.executable, "-m", "lodge.server", "--port", "0", "--no-native", *more]
        command += ["--database", str(Path(folder) / f"{random.getrandbits(40)}.db")]
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
        environment = {**os.environ, "PYTHONPATH": str(root / "src")}
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
            preexec_fn=limit,  # noqa: PLW1509
        )
        self.base = listening(self.process)
        self.port = int(self.base.rpartition(":")[2])

    def post(self, path: str, body: Any) -> Any:
        return asked(self.base + path, body)

    def table(self, *seats: dict[str, str]) -> Any:
        return self.post("/api/tables", {"game": "dam-it", "seats": list(seats), "start": True})

    async def sit(self, made: Any, *, watch: bool = False) -> ClientConnection:
        line = await connect(self.base.replace("http", "ws") + "/ws", compression=None, max_queue=None, open_timeout=60)
        keys = [] if watch else [seat["token"] for seat in made["seats"]]
        await line.send(json.dumps({"type": "hello", "table": made["table"], "tokens": keys}))
        return line


@contextmanager
def served(root: Path, *more: str, files: int | None = None) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(root, folder, *more, files=files)
        try:
            yield server
        finally:
            end(server.process)


class Person:
    """Somebody who plays, and looks at the watch."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.number, self.pending, self.sights = 0, list[int](), list[Any]()

    async def hear(self) -> None:
        message = json.loads(await asyncio.wait_for(self.line.recv(), 300))
        update = message.get("update") if message["type"] == "welcome" else message
        if message["type"] in ("welcome", "update") and update:
            self.number, self.pending, self.sights = update["number"], update["pending"], update["sights"]

    async def move(self) -> float:
        """Play when it is my turn; the seconds until I hear of it."""
        while not (mine := [sight for sight in self.sights if sight["legal"]]):
            await self.hear()
        seat, number = mine[0]["seat"], self.number
        began = time.perf_counter()
        move = random.choice(mine[0]["legal"])  # noqa: S311
        await self.line.send(json.dumps({"type": "play", "seat": seat, "number": number, "move": move}))
        while self.number <= number:
            await self.hear()
        return time.perf_counter() - began


def person(name: str) -> dict[str, str]:
    return {"kind": "mine", "name": name}


def undos(root: Path, times: int) -> float:
    """Processor seconds to load the table."""
    code = LOAD.format(root=str(root / "src"), undos=times)
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    return float(done.stdout)


async def bots(root: Path, tables: int) -> dict[str, float]:
    """The longest of a few answers of a person's bot, in seconds."""
    with served(root, "--beat", "0") as server:

        async def answer() -> float:
            made = server.table(person("Ada"), {"kind": "bot", "level": "master"})
            async with await server.sit(made) as line:
                ada, waits = Person(line), []
                for _ in range(2):
                    await ada.move()
                    began = time.perf_counter()
                    while not any(sight["legal"] for sight in ada.sights):
                        await ada.hear()
                    waits.append(time.perf_counter() - began)
            return max(waits)

        alone = await answer()
        made = [server.table(*[{"kind": "bot", "level": "master"}] * 4) for _ in range(min(tables, 58))]
        lines = [await server.sit(one, watch=True) for one in made]
        await asyncio.sleep(3)
        beside = await answer()
        for line in lines:
            line.transport.abort()
        return {"alone": alone, "attacked": beside}


async def checks(root: Path) -> dict[str, float]:
    """The middle and the slowest tenth of moves, in milliseconds, alone and attacked."""
    with served(root, "--beat", "0") as server:
        record = {
            "lodge": 1,
            "game": "amik",
            "rules": 1,
            "seats": ["A", "B"],
            "commitment": "x",
            "moves": ["0 end"] * 40,
        }
        stop = threading.Event()

        def attack(number: int) -> None:
            turn = 0
            while not stop.is_set():
                turn += 1
                with suppress(OSError, ValueError):
                    if number % 2:
                        language = ("en", "de", "fr", "it", "nl")[turn % 5]
                        path = f"/api/print/donnant?language={language}&paper={('a4', 'letter')[turn % 2]}"
                        urllib.request.urlopen(server.base + path, timeout=60).read()  # noqa: S310
                    else:
                        server.post("/api/verify", {**record, "commitment": f"{number} {turn}"})

        async def play(seconds: float) -> list[float]:
            waits: list[float] = []
            ends = time.perf_counter() + seconds
            while time.perf_counter() < ends:
                made = server.table(person("Ada"), person("Bo"))
                async with await server.sit(made) as line:
                    both = Person(line)
                    with suppress(TimeoutError):
                        waits += [await both.move() for _ in range(20)]
                await asyncio.sleep(0.2)
            return sorted(waits)

        alone = await play(6)
        threads = [threading.Thread(target=attack, args=[number]) for number in range(12)]
        for thread in threads:
            thread.start()
        attacked = await play(10)
        stop.set()
        for thread in threads:
            thread.join()

    return _shares(("alone", alone), ("attacked", attacked))


def _shares(*told: tuple[str, list[float]]) -> dict[str, float]:
    """The middle and the slowest tenth, in milliseconds."""
    return {
        f"{name}_{share:.0%}": 1000 * waits[int(len(waits) * share)] for name, waits in told for share in (0.5, 0.9)
    }


LOADING = """
import asyncio, sys
port, guest, paths = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
async def one(number):
    while True:
        try:
            told, heard = await asyncio.open_connection("127.0.0.1", port, local_addr=(guest, 0))
            while True:
                asked = f"GET {paths[number % len(paths)]} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip", "", ""
                heard.write("\\r\\n".join(asked).encode())
                head = (await told.readuntil(b"\\r\\n\\r\\n")).lower()
                if b"content-length:" in head:
                    await told.readexactly(int(head.split(b"content-length:")[1].split(b"\\r")[0]))
                else:
                    while size := int(await told.readuntil(b"\\r\\n"), 16):
                        await told.readexactly(size + 2)
                    await told.readexactly(2)
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)
async def main():
    for number in range(60):
        asyncio.create_task(one(number))
    await asyncio.sleep(10)
asyncio.run(main())
"""


async def page(root: Path) -> dict[str, float]:
    """The middle and the slowest tenth of moves, in milliseconds, alone and attacked."""
    assets = root / "src/lodge/server/page/assets"
    largest = max(assets.glob("*.js"), key=lambda path: path.stat().st_size)
    with served(root, "--beat", "0") as server:

        async def play(goes_on: Callable[[], bool]) -> list[float]:
            waits: list[float] = []
            while goes_on():
                made = server.table(person("Ada"), person("Bo"))
                async with await server.sit(made) as line:
                    both = Person(line)
                    for _ in range(20):
                        waits.append(await both.move())
                        await asyncio.sleep(0.05)
            return sorted(waits)

        ends = time.perf_counter() + 6
        alone = await play(lambda: time.perf_counter() < ends)
        command = [sys.executable, "-c", LOADING, str(server.port), GUEST, "/sw.js", f"/assets/{largest.name}"]
        with subprocess.Popen(command) as loading:
            attacked = await play(lambda: loading.poll() is None)
    return _shares(("alone", alone), ("attacked", attacked))


async def pings(root: Path) -> float:
    """The longest wait for an answer in the flood, in seconds."""
    with served(root) as server:
        made = server.table(person("Ada"), person("Bo"))
        async with await server.sit(made) as line:
            await line.recv()
            protocol = ClientProtocol(parse_uri(server.base.replace("http", "ws") + "/ws"))
            flooder = socket.create_connection(("127.0.0.1", server.port))
            protocol.send_request(protocol.connect())
            flooder.sendall(b"".join(protocol.data_to_send()))
            flooder.recv(4096)
            flood = Frame(Opcode.PING, b"").serialize(mask=True) * 600_000

            def pour() -> None:
                with suppress(OSError):
                    flooder.sendall(flood)

            drain = threading.Thread(target=lambda: _drain(flooder), daemon=True)
            pouring = threading.Thread(target=pour)
            drain.start()
            pouring.start()
            worst, ends = 0.0, time.perf_counter() + 15
            while time.perf_counter() < ends and (pouring.is_alive() or worst == 0):
                began = time.perf_counter()
                await line.send('{"type": "ping"}')
                await line.recv()
                worst = max(worst, time.perf_counter() - began)
                await asyncio.sleep(0.2)
            flooder.close()
            pouring.join()
        return worst


def _drain(line: socket.socket) -> None:
    with suppress(OSError):
        while line.recv(65536):
            pass


def half(root: Path) -> bool:
    """Whether somebody new gets in beside very many who say half a word."""
    with served(root, files=1024) as server:
        lines = []
        for _ in range(1100):
            with suppress(OSError):
                line = socket.create_connection(("127.0.0.1", server.port), 5, source_address=(GUEST, 0))
                line.sendall(b"GET / HT")
                lines.append(line)
        time.sleep(1)
        try:
            with urllib.request.urlopen(server.base + "/healthz", timeout=8) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False
        finally:
            for line in lines:
                line.close()


def sweep(root: Path, finished: int) -> dict[str, float]:
    """Seconds of a look with no finished matches, and with so many."""
    found: dict[str, float] = {}
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "tables.db")
        for number in (0, finished):
            if number:
                later = time.time() + 86400
                with closing(sqlite3.connect(path)) as file, file:
                    lines = ((f"t{at}", "dam-it", 1, 1, "over", 1.0, later + at) for at in range(number))
                    file.executemany("INSERT INTO lodge_tables VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", lines)
            command = [sys.executable, "-c", SWEEP, path]
            done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
            found[str(number)] = float(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="another checkout of Lodge")
    parser.add_argument("--undos", type=int, default=11_950)
    parser.add_argument("--tables", type=int, default=58)
    parser.add_argument("--finished", type=int, default=1_000_000)
    parser.add_argument("--only", nargs="*", default=["undos", "bots", "checks", "page", "pings", "half", "sweep"])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    results: dict[str, Any] = {}
    for name, root in (("this", HERE), ("other", given.beside)):
        if root is None:
            continue
        work: dict[str, Callable[[Path], Any]] = {
            "undos": lambda root: undos(root, given.undos),
            "bots": lambda root: asyncio.run(bots(root, given.tables)),
            "checks": lambda root: asyncio.run(checks(root)),
            "page": lambda root: asyncio.run(page(root)),
            "pings": lambda root: asyncio.run(pings(root)),
            "half": half,
            "sweep": lambda root: sweep(root, given.finished) if root == HERE else None,
        }
        for what in given.only:
            results[f"{what}, {name}"] = found = work[what](root)
            print(f"{what}, {name}: {found}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
