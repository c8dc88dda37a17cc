"""Several server processes on one PostgreSQL: how soon the other side hears, how many moves a second, what limits them.

    python -m benchmarks.server.processes [--processes 1 2 4] [--tables 24] [--waves 2] [--moves 400] [--json FILE]

- `idle`: one table, two people at two processes, a move every 25 ms. From sending a move until the other one has it.
- `load`: tables of four who move as soon as they may, each with a websocket of its own. `spread`: the four of a table
  sit at different processes, so that a move is played at one and read by up to three others; `together`: at one.
- `moving`: every second a third of the people go to another of three processes, while they play; then one is killed.
- `notices`: how many notices a second PostgreSQL takes, by four connections that also commit a synced row each time,
  with the notice in the same transaction and (as Lodge does it) after it; and how many without a row.

Servers and PostgreSQL run on core 0, the load on core 1 (`--free` leaves that to the system). `cpu` is processor time a
move: of all server processes, and of PostgreSQL. Everything is on loopback, bounded in time, and ends with the
processes it started.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.server.client import RulesPerson, Wave
from benchmarks.server.postgres import Database, postgres
from benchmarks.server.process import asked, cpu_of, end, listening
from benchmarks.server.soak import Soak, Table, check, tables_one_after_another
from benchmarks.server.soak import quantiles as millis

SERVER_CORE, LOAD_CORE = 0, 1
SEATS = 4


class Server:
    def __init__(self, url: str, *more: str, core: int | None = SERVER_CORE) -> None:
        command = [sys.executable, "-m", "lodge.server", "--port", "0", "--database", url, "--unlimited", "--no-native"]
        pinned = [] if core is None else ["taskset", "-c", str(core)]
        self.process = subprocess.Popen([*pinned, *command, *more], stdout=subprocess.PIPE, text=True)
        self.base = ""

    def wait(self) -> None:
        self.base = listening(self.process)


@contextmanager
def servers(url: str, count: int, *more: str, core: int | None = SERVER_CORE) -> Iterator[list[Server]]:
    """So many server processes, for a while."""
    found = [Server(url, *more, core=core) for _ in range(count)]
    try:
        for server in found:
            server.wait()
        yield found
    finally:
        for server in found:
            end(server.process)


def new_table(base: str, seats: int = SEATS) -> Any:
    wish = {"game": "dam-it", "seats": [{"kind": "mine", "name": f"P{i}"} for i in range(seats)], "start": True}
    return asked(f"{base}/api/tables", wish)


async def sit(wave: Wave, base: str, made: Any, seat: int, kind: type[RulesPerson] = RulesPerson) -> RulesPerson:
    """Somebody at a table, by way of a process."""
    host = base.removeprefix("http://")
    person = kind(wave, host, made["table"], seat)
    person.token = made["seats"][seat]["token"]
    address, port = host.split(":")
    await asyncio.get_running_loop().create_connection(lambda: person, address, int(port))
    await asyncio.wait_for(person.welcome, 60)
    return person


def quantiles(waits: Sequence[float]) -> dict[str, float]:
    ordered = sorted(waits)
    return {f"p{share}_ms": round(1000 * ordered[len(ordered) * share // 100], 2) for share in (50, 99)}


# --- idle ----------------------------------------------------------------------------------------------------


class Onlooker(RulesPerson):
    """Somebody who moves only when told, and writes down when a position came."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.came: dict[int, float] = {}
        self.ready: tuple[int, list[bytes]] | None = None
        self.heard = asyncio.Event()

    def seen(self, number: int, moves: list[bytes], over: bool) -> None:
        self.came[number] = time.perf_counter()
        self.ready = (number, moves) if moves and not over else None
        self.heard.set()


async def idle(bases: Sequence[str], moves: int) -> dict[str, float]:
    """From sending a move until oneself, and until the other side, has it."""
    own, others, behind = list[float](), list[float](), list[float]()
    while len(others) < moves:
        wave = Wave()
        made = new_table(bases[0], 2)
        people: list[Any] = [await sit(wave, base, made, seat, Onlooker) for seat, base in enumerate(bases)]
        while len(others) < moves and (mover := next((one for one in people if one.ready), None)):
            await asyncio.sleep(0.025)
            number, legal = mover.ready
            mover.ready = None
            asked = time.perf_counter()
            mover.send(mover.asking(number, legal[number % len(legal)]))
            for person in people:
                while number + 1 not in person.came:
                    person.heard.clear()
                    await asyncio.wait_for(person.heard.wait(), 60)
            own.append(mover.came[number + 1] - asked)
            others.append(next(one for one in people if one is not mover).came[number + 1] - asked)
            behind.append(others[-1] - own[-1])
        for person in people:
            person.transport.close()
    told = (("own", own), ("other", others), ("behind", behind))
    return {"moves": moves} | {f"{name}_{k}": v for name, waits in told for k, v in quantiles(waits).items()}


# --- load ----------------------------------------------------------------------------------------------------


async def one_wave(bases: Sequence[str], tables: int, *, spread: bool, cpu: Any) -> tuple[Wave, tuple[float, ...]]:
    """Everybody plays at full speed until the first table is over."""
    wave = Wave()
    people = list[RulesPerson]()
    for table in range(tables):
        made = await asyncio.to_thread(new_table, bases[table % len(bases)])
        for seat in range(SEATS):
            base = bases[(table + seat if spread else table) % len(bases)]
            people.append(await sit(wave, base, made, seat))
    await asyncio.sleep(0.5)
    wave.running = True
    began, before = time.perf_counter(), cpu()
    for person in people:
        person.move()
    await asyncio.wait_for(wave.done, 180)
    wave.seconds = time.perf_counter() - began
    spent = tuple(b - a for a, b in zip(before, cpu(), strict=True))
    for person in people:
        person.transport.close()
    await asyncio.sleep(0.3)
    return wave, spent


async def load(database: Database, count: int, tables: int, waves: int, *, spread: bool, core: int | None) -> Any:
    """The numbers of some waves, after one that is not counted."""
    database.empty()
    with servers(database.url, count, core=core) as running:

        def cpu() -> tuple[float, ...]:
            own = sum(cpu_of(server.process.pid) for server in running)
            return own, database.cpu(), time.process_time()

        bases = [server.base for server in running]
        found = [await one_wave(bases, tables, spread=spread, cpu=cpu) for _ in range(waves + 1)][1:]
    moves, seconds = sum(wave.moves for wave, _ in found), sum(wave.seconds for wave, _ in found)
    servers_cpu, database_cpu, load_cpu = (sum(spent[at] for _, spent in found) for at in range(3))
    return {
        "processes": count,
        "people": "spread" if spread else "together",
        "moves_per_second": round(moves / seconds),
        **quantiles([wait for wave, _ in found for wait in wave.waits]),
        "servers_cpu_us": round(1e6 * servers_cpu / moves),
        "postgres_cpu_us": round(1e6 * database_cpu / moves),
        "load_core_busy": round(load_cpu / seconds, 2),
        "moves": moves,
    }


# --- moving --------------------------------------------------------------------------------------------------


async def moving(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Every second a third of the people go to another process; one of three is killed. What was told must be there."""
    with servers(url, 3, core=None) as running:
        soak = Soak(*(server.base for server in running))
        going, done = list[Table](), list[Table]()
        playing = [asyncio.create_task(tables_one_after_another(soak, going, done, 0.1)) for _ in range(tables)]
        for second in range(round(seconds)):
            await asyncio.sleep(1)
            for line in [line for table in going for line in table.lines.values()][second % 3 :: 3]:
                line.transport.abort()
            if second == round(seconds / 2):
                running[0].process.kill()
        left = list(going)
        soak.ends = True
        await asyncio.gather(*playing)
        told = await check(soak, [*done, *(table for table in left if table not in done)])
    back = sorted(soak.back)
    return {
        "tables": tables,
        "moves told": told,
        "lost": len(soak.lost),
        "times somebody went to another process": len(back),
        "p50_ms, p99_ms until back (0.2 to 1.5 s of it waited before trying)": millis(back),
        "refused": dict(soak.failures),
    }


# --- notices -------------------------------------------------------------------------------------------------


async def notices(url: str, seconds: float) -> dict[str, int]:
    """How many notices a second, in four ways."""
    import asyncpg

    speakers = [(await asyncpg.connect(url), await asyncpg.connect(url)) for _ in range(4)]
    for _, quick in speakers:
        await quick.execute("SET synchronous_commit = off")
    ears = [await asyncpg.connect(url) for _ in range(4)]
    heard = [0]
    for ear in ears:
        await ear.add_listener("bench", lambda *_: heard.__setitem__(0, heard[0] + 1))
    await speakers[0][0].execute("CREATE TABLE IF NOT EXISTS bench_rows (id bigserial PRIMARY KEY, data text)")
    row = "INSERT INTO bench_rows (data) VALUES ('a move of some sixty letters, as long as they usually are')"
    notify = "SELECT pg_notify('bench', $1)"

    async def within(line: Any, _quick: Any, payload: str) -> None:
        async with line.transaction():
            await line.execute(row)
            await line.execute(notify, payload)

    async def after(line: Any, quick: Any, payload: str) -> None:
        await line.execute(row)
        await quick.execute(notify, payload)

    async def only(_line: Any, quick: Any, payload: str) -> None:
        await quick.execute(notify, payload)

    found = dict[str, int]()
    ways = (("with a row, in its transaction", within, 40), ("with a row, after it", after, 40))
    for name, way, size in (*ways, ("alone, 40 bytes", only, 40), ("alone, 7900 bytes", only, 7900)):
        until = time.perf_counter() + seconds

        async def speak(pair: Any, way: Any = way, size: int = size, until: float = until) -> int:
            told = 0
            while time.perf_counter() < until:
                await way(*pair, f"{told:<{size}}")
                told += 1
            return told

        heard[0] = 0
        told = sum(await asyncio.gather(*(speak(pair) for pair in speakers)))
        ends = time.perf_counter() + 30
        while heard[0] < 4 * told and time.perf_counter() < ends:
            await asyncio.sleep(0.01)
        found[name] = round(told / seconds)
    for line in [*(one for pair in speakers for one in pair), *ears]:
        await line.close()
    return found


# --- all -----------------------------------------------------------------------------------------------------


def model(found: Sequence[Any]) -> dict[str, float]:
    """What a move costs where it is played, where it is read, and in the database, from one process and the most."""
    one = next((line for line in found if line["processes"] == 1), None)
    spread = [line for line in found if line["people"] == "spread" and line["processes"] > 1]
    if one is None or not spread:
        return {}
    many = spread[-1]
    readers = min(many["processes"], SEATS) - 1
    reading = (many["servers_cpu_us"] - one["servers_cpu_us"]) / readers
    return {
        "played_us": one["servers_cpu_us"],
        "read_elsewhere_us": round(reading),
        "postgres_us": many["postgres_cpu_us"],
        "moves_per_second_a_server_core_together": round(1e6 / one["servers_cpu_us"]),
        "moves_per_second_a_server_core_spread": round(1e6 / many["servers_cpu_us"]),
        "moves_per_second_a_postgres_core": round(1e6 / many["postgres_cpu_us"]),
        "server_cores_for_each_of_postgres": round(many["servers_cpu_us"] / many["postgres_cpu_us"], 1),
    }


async def run(given: argparse.Namespace) -> dict[str, Any]:
    core = None if given.free else SERVER_CORE
    results: dict[str, Any] = {"load average": os.getloadavg()[0]}
    with postgres() as database:
        if core is not None:
            database.pin(core)
        if "idle" in given.only:
            with servers(database.url, 2, core=core) as running:
                results["idle"] = await idle([server.base for server in running], given.moves)
            print("idle", results["idle"], flush=True)
        results["load"] = []
        for count in given.processes if "load" in given.only else ():
            for spread in (False, True) if count > 1 else (False,):
                line = await load(database, count, given.tables, given.waves, spread=spread, core=core)
                results["load"].append(line)
                print("load", line, flush=True)
        results["model"] = model(results["load"])
        print("model", results["model"], flush=True)
        if "moving" in given.only:
            results["moving"] = await moving(database.url, 10, 4 * given.seconds)
            print("moving", results["moving"], flush=True)
        if "notices" in given.only:
            results["notices"] = await notices(database.url, given.seconds)
            print("notices", results["notices"], flush=True)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--waves", type=int, default=2)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=4.0, help="that each way of sending notices is tried")
    parser.add_argument("--only", nargs="*", default=["idle", "load", "moving", "notices"])
    parser.add_argument("--free", action="store_true", help="keep nothing to a core")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not given.free:
        os.sched_setaffinity(0, {LOAD_CORE})
    import uvloop

    results = uvloop.run(run(given))
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
