"""Starting the server: what goes wrong is told in one line, and the address only when the server listens."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lodge.errors import LodgeError
from lodge.server import listening
from lodge.server.__main__ import main
from lodge.server.settings import database_url
from lodge.server.storage import store
from tests.server.conftest import end
from tests.unmeasured import environment

COMMANDS = (["-m", "lodge.server"], ["-c", "from lodge.cli import main; main()", "serve"])
MISTAKES = [
    (["--port", "99999"], "There is no port 99999"),
    (["--port", "-1"], "There is no port -1"),
    (["--host", "203.0.113.5"], "no address '203.0.113.5'"),
    (["--host", "no..where"], "no address 'no..where'"),
    (["--workers", "0"], "There cannot be 0 workers"),
    (["--workers", "2"], "Several workers need PostgreSQL"),
    (["--database", "/dev/null/tables.db"], "choose another file with --database"),
    (["--database", __file__], "file is not a database"),
    (["--database", "sqlite://"], "needs a file"),
    (["--database", "mysql://ada:secret@localhost/lodge"], "Lodge knows no mysql databases"),
    (["--database", "postgresql://ada:secret@127.0.0.1:1/lodge"], "is it running"),
    (["--database", "postgresql://ada:secret@host:port/lodge"], "URL cannot be read"),
]


def refused(arguments: list[str], folder: Path, command: list[str]) -> str:
    """What a server that cannot start says."""
    ran = subprocess.run(
        [sys.executable, *command, *arguments],
        capture_output=True,
        text=True,
        env=environment(XDG_DATA_HOME=str(folder), COLUMNS="300"),
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    return one_line(ran.stdout, ran.stderr)


def one_line(out: str, error: str) -> str:
    """What is told of a mistake: one line, and nothing on standard output."""
    assert out == ""
    assert error.startswith("lodge: ")
    assert error.count("\n") == 1, error
    assert "secret" not in error
    return error


@pytest.mark.parametrize(("arguments", "told"), MISTAKES)
def test_mistakes_are_told_in_one_line(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["lodge", "--database", str(tmp_path / "tables.db"), *arguments])
    # In a thread: the browser tests leave a running event loop in this one.
    with ThreadPoolExecutor(1) as pool, pytest.raises(SystemExit) as end:
        pool.submit(main).result()
    assert end.value.code == 2
    assert told in one_line(*capsys.readouterr())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_port_in_use_and_a_bad_data_folder(command: list[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in refused(["--port", port], tmp_path, command)
    assert "choose a file with --database" in refused(["--port", "0"], Path("/dev/null"), command)


async def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(LodgeError, match=r"pip install 'lodge-games\[postgres\]'"):
        await store.check(database_url("postgresql://ada@localhost/lodge"))


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., list[str]]]:
    """Start servers and read what they print until they are asked for nothing more; they end with the test."""
    processes: list[subprocess.Popen[str]] = []

    def one(lines: int, *arguments: str) -> list[str]:
        process = subprocess.Popen(
            [sys.executable, *COMMANDS[1], *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(XDG_DATA_HOME=str(tmp_path)),
        )
        processes.append(process)
        assert process.stdout is not None
        return [process.stdout.readline() for _ in range(lines)]

    yield one
    end(processes)


def answers(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/healthz", timeout=20) as answer:  # noqa: S310
        return bool(answer.read().startswith(b"ok"))


def test_a_second_server_takes_a_free_port(begin: Callable[..., list[str]]) -> None:
    addresses = [begin(1)[0].split()[3] for _ in range(2)]
    assert len(set(addresses)) == 2
    assert all(answers(address) for address in addresses)


def test_others_are_told_the_address_in_the_network(begin: Callable[..., list[str]]) -> None:
    own = listening.own_ip()
    lines = begin(2 if own else 1, "--host", "0.0.0.0", "--port", "0")  # noqa: S104
    assert lines[0].startswith("Lodge is at http://localhost:")
    if own:
        assert lines[1].startswith(f"Others in your network: http://{own}:")
        assert answers(lines[1].split()[-1])


def test_addresses() -> None:
    assert listening.address("127.0.0.1", 80) == listening.address("::", 80) == "http://localhost:80"
    assert listening.address("fe80::1", 80) == "http://[fe80::1]:80"
    assert listening.network_address("127.0.0.1", 80) is None


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> socket.socket:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket, "socket", unreachable)
    assert listening.network_address("0.0.0.0", 80) is None  # noqa: S104


def test_the_default_port_is_8000_where_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(listening, "PORT", port)
    with listening.listen("127.0.0.1", None) as first, listening.listen("127.0.0.1", None) as second:
        assert first.getsockname()[1] == port
        assert second.getsockname()[1] != port
