"""What stands in deploy/ and in the Containerfile fits Lodge; where nginx or Caddy is, a match is played through it."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from lodge.cli import app
from tests.unmeasured import environment

from .conftest import Start
from .player import Player, http, new_table, play_out, tokens

ROOT = Path(__file__).parents[2]
UNPACKED = [ROOT / ".venv/proxies/usr" / place for place in ("sbin", "bin")]  # where make proxies puts what it needs
UNIT = ROOT / "deploy" / "lodge.service"


def options_of(command: str) -> set[str]:
    """The options that a command of Lodge's knows."""
    found = typer.main.get_command(app).commands[command]  # type: ignore[attr-defined]
    return {name for parameter in found.params for name in parameter.opts if name.startswith("--")}


def test_the_unit_starts_lodge_with_options_that_there_are(tmp_path: Path) -> None:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    words = unit["Service"]["ExecStart"].split()
    assert words[:2] == ["/opt/lodge/bin/lodge", "serve"]
    assert {word for word in words if word.startswith("--")} <= options_of("serve")
    named = set(re.findall(r"\$\{(\w+)\}", unit["Service"]["ExecStart"]))
    assert named == {"LODGE_DATABASE", "LODGE_ORIGIN"}
    assert all(f"Environment={name}=" in UNIT.read_text() for name in named)
    if program := shutil.which("systemd-analyze"):
        installed = tmp_path / "lodge.service"
        installed.write_text(UNIT.read_text().replace("/opt/lodge/bin/lodge", "/bin/true"))
        checked = subprocess.run(
            [program, "verify", "--man=no", installed], capture_output=True, text=True, check=False
        )
        assert "lodge.service" not in checked.stderr, checked.stderr


def test_all_that_the_container_file_names_is_there() -> None:
    text = (ROOT / "Containerfile").read_text()
    copied = [line.split()[1:-1] for line in text.splitlines() if re.match(r"COPY (?!--)", line)]
    paths = [path for line in copied for path in line]
    assert len(paths) >= 6
    assert [path for path in paths if not (ROOT / path).exists()] == []
    needed = re.findall(r"--constraint (\S+)", text)
    assert [path for path in needed if not (ROOT / path).is_file()] == []
    words = words_of("container")
    assert words[:2] == ["/opt/lodge/bin/lodge", "serve"]
    assert {word for word in words if word.startswith("--")} <= options_of("serve")


def words_of(place: str) -> list[str]:
    """The command of the unit or of the container, as whoever starts it sees it."""
    if place == "unit":
        text = UNIT.read_text()
        words = str(re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1]).split()  # type: ignore[index]
        given = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
        return [re.sub(r"\$\{(\w+)\}", lambda name: given[name[1]], word) for word in words]
    found = re.findall(r"^(?:ENTRYPOINT|CMD) (.*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    return [word for line in found for word in json.loads(line)]


@pytest.mark.skipif(sys.platform == "win32", reason="both are for Linux")
@pytest.mark.parametrize("place", ["unit", "container"])
async def test_what_they_start_serves_and_stops(place: str, tmp_path: Path) -> None:
    """The very words, but for where Lodge is and keeps its data, and the port."""
    replaced = {"/opt/lodge/bin/lodge": str(Path(sys.executable).with_name("lodge")), "8000": "0"}
    words = [replaced.get(word, word).replace("/var/lib/lodge", str(tmp_path)) for word in words_of(place)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip().partition(" (")[0].rpartition(":")[2]
        base = f"http://127.0.0.1:{port}"
        public = "lodge.example.org" if place == "unit" else "any.example.org"
        assert (await http(base, "/readyz", headers={"host": public}))[0] == 200
        if place == "container":
            check = re.search(r"^HEALTHCHECK CMD (.*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
            assert check
            _, option, code = json.loads(check[1])
            subprocess.run([sys.executable, option, code.replace(":8000", f":{port}")], check=True)
        process.terminate()
        assert process.wait(15) == -signal.SIGTERM  # after an orderly end, which systemd takes for a success
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0


def nginx_command(program: str, folder: Path, base: str, port: int) -> list[str]:
    """nginx with our configuration, without TLS."""
    ours = (ROOT / "deploy" / "nginx.conf").read_text()
    ours = re.sub(r"\n *ssl_.*", "", ours).replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    ours = ours.replace("http://127.0.0.1:8000", base)
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}"
    (folder / "nginx.conf").write_text(f"{head} http {{ {paths} {ours} }}")
    return [program, "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")]


def caddy_command(program: str, folder: Path, base: str, port: int) -> list[str]:
    """Caddy with our configuration, without TLS."""
    ours = (ROOT / "deploy" / "Caddyfile").read_text()
    ours = ours.replace("lodge.example.org", f"http://127.0.0.1:{port}").replace("127.0.0.1:8000", base.split("//")[1])
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + ours)
    return [program, "run", "--config", str(folder / "Caddyfile")]


@pytest.fixture(params=[nginx_command, caddy_command], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """A proxy with our configuration before a server, on a port that is free."""
    name = request.param.__name__.removesuffix("_command")
    program = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *map(str, UNPACKED)]))
    if program is None:
        pytest.skip(f"{name} is neither installed nor unpacked: make proxies")
    running: list[subprocess.Popen[bytes]] = []

    def begin(base: str) -> str:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = request.param(program, tmp_path, base, port)
        with (tmp_path / "told").open("wb") as told:
            running.append(subprocess.Popen(command, stderr=told, env={**os.environ, "HOME": str(tmp_path)}))
        while running[-1].poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except OSError:
                continue
            return f"http://127.0.0.1:{port}"
        raise AssertionError((tmp_path / "told").read_text())

    yield begin
    for process in running:
        process.terminate()
        process.wait()


async def test_a_match_through_a_proxy(start: Start, sqlite: str, proxy: Callable[[str], str]) -> None:
    server = start(sqlite)
    base = proxy(server.base)
    assert (await http(base, "/readyz"))[0] == 200
    assert (await http(base, "/metrics"))[0] == 404
    origin = {"origin": base}
    body = {"game": "dam-it", "seats": [{"kind": "mine", "name": name} for name in "AB"]}
    assert (await http(base, "/api/tables", body, origin))[0] == 201
    assert (await http(base, "/api/tables", body, {"origin": "http://elsewhere.example"}))[0] == 403
    made = await new_table(base, [{"kind": "mine", "name": name} for name in "AB"], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        await play_out(both)
        assert both.table.status == "over"
