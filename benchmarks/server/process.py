"""Server processes: what they say, answer and spend, and how they are ended."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any


def listening(process: subprocess.Popen[str]) -> str:
    """The address at which a server says that it listens, once it does."""
    told: Any = process.stdout
    return str(told.readline().split()[3]).replace("localhost", "127.0.0.1")


def asked(address: str, body: Any = None, patience: float = 120) -> Any:
    """The JSON that a server answers; a body makes it a POST."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    wish = urllib.request.Request(address, data, {"content-type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(wish, timeout=patience) as answer:  # noqa: S310
        return json.load(answer)


def end(process: subprocess.Popen[Any]) -> None:
    """Ask it to stop, and kill it if it does not."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(30)
    process.kill()
    process.wait()


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
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)
