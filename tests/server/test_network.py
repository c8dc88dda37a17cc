"""A server for its own machine is wish to the network by whoever sits there, and by nobody else."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any

import pytest
from starlette.requests import Request
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from lodge.server.http import network
from lodge.server.listening import listen_beside, own_ip
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, Player, new_table, tokens, until

PATH = "/api/network"
OPEN, CLOSE = {"open": True}, {"open": False}


def asked(
    base: str,
    wish: dict[str, bool] | None = None,
    *,
    host: str = "",
    origin: str | None = "",
    path: str = PATH,
    **more: str,
) -> tuple[int, Any]:
    """Ask how things are, or open or close, as the page at `base` does, or with another host or origin."""
    where = base.removeprefix("http://")
    headers = {"host": host or where, **{name.replace("_", "-"): value for name, value in more.items()}}
    if wish is not None:
        headers["content-type"] = "application/json"
        if origin is not None:
            headers["origin"] = origin or base
    line = http.client.HTTPConnection(where, timeout=30)
    body = None if wish is None else json.dumps(wish)
    line.request("GET" if wish is None else "POST", path, body, headers)
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer.status, json.loads(text) if text.startswith(b"{") else text


@pytest.fixture
def ip() -> str:
    """This machine's address in its network."""
    found = own_ip()
    if found is None:
        pytest.skip("this machine is in no network")
    return found


async def test_one_touch_opens_the_table_to_the_network_and_one_closes_it(start: Start, sqlite: str, ip: str) -> None:
    base = start(sqlite).base
    assert asked(base) == (200, {"address": None, "open": False, "may": True})
    made = await new_table(base, [ADA, BO], start=True)
    status, told = asked(base, OPEN)
    there = told["address"]
    assert (status, told) == (200, {"address": there, "open": True, "may": True})
    assert there.startswith(f"http://{ip}:")
    assert asked(base, OPEN)[1]["address"] == there, "once more changes nothing"
    _, guest = asked(there)
    assert guest == {"address": there, "open": True, "may": False}
    async with Player(base, made.table, tokens(made)) as both, Player(there, made.table) as watcher:
        await both.play()
        await watcher.until(p.Update)
        idle = socket.create_connection((ip, int(there.rpartition(":")[2])), 30)
        idle.sendall(b"GET / HT")
        assert asked(base, CLOSE) == (200, {"address": None, "open": False, "may": True})
        assert await watcher.closed() == 1012
        while idle.recv(1000):  # to its end, without waiting for a deadline
            pass
        idle.close()
        with pytest.raises(OSError, match="refused"):
            asked(there)
        await both.play()  # who sits at the machine plays on
    assert asked(base, CLOSE)[1]["open"] is False


def test_only_who_sits_at_the_machine_may(start: Start, sqlite: str, ip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a stranger in the network, another site, another server of this machine, a program or a proxy."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # whoever sets this believes anybody
    base = start(sqlite).base
    port = base.rpartition(":")[2]

    def refused(where: str, wish: dict[str, bool], code: str = "not_at_machine", **how: Any) -> None:
        status, told = asked(where, wish, **how)
        assert (status, told["code"]) == (403, code), (where, how)

    def strangers(where: str, wish: dict[str, bool]) -> None:
        for how in ({}, {"x_forwarded_for": "127.0.0.1"}):
            refused(where, wish, **how)

    def others(wish: dict[str, bool]) -> None:
        refused(base, wish, "bad_origin", origin="https://evil.example")
        refused(base, wish, "bad_origin", origin=f"http://localhost:{int(port) + 7}")
        refused(base, wish, "bad_origin", origin="null")
        refused(base, wish, origin=f"https://127.0.0.1:{port}")
        refused(base, wish, origin=None)  # a program, or a form in a window of old
        for name in ("x_forwarded_for", "forwarded", "x_real_ip", "via", "x_forwarded_host"):
            refused(base, wish, **{name: "127.0.0.1"})
        assert asked(base, wish, host="evil.example", origin="http://evil.example")[0] == 400

    others(OPEN)
    assert asked(base)[1]["open"] is False
    there = asked(base, OPEN)[1]["address"]
    others(CLOSE)
    strangers(there, CLOSE)
    assert asked(base)[1]["open"] is True
    assert asked(base, CLOSE, host=f"localhost:{port}", origin=f"http://localhost:{port}")[0] == 200


async def test_only_the_address_itself_is_answered_to(start: Start, sqlite: str, ip: str) -> None:
    """DNS rebinding: a site whose name is made to point to this machine is not its page, open or not."""
    base = start(sqlite).base
    port = int(base.rpartition(":")[2])
    assert asked(base, host=f"{ip}:{port}")[0] == 400, "closed: the network's address is nobody's"
    there = asked(base, OPEN)[1]["address"]
    door = int(there.rpartition(":")[2])
    for name in (
        "evil.example",
        f"evil.example:{door}",
        "localhost",
        "192.168.0.77",
        f"{ip}.evil.example",
        "lodge.local",
    ):
        assert asked(there, host=name)[0] == 400, name
        asking = connect(f"ws://{name}/ws", origin=f"http://{name}", host=ip, port=door)  # type: ignore[arg-type]
        with pytest.raises(InvalidStatus):
            await asking
    assert asked(there, path="/api/games")[0] == 200
    assert asked(base, host="evil.example")[0] == 400
    assert asked(base, host=f"{ip}:{port}")[0] == 400
    assert asked(base, path="/api/games")[0] == 200
    asked(base, CLOSE)
    assert asked(base, host=f"{ip}:{door}")[0] == 400


async def test_a_server_that_starts_again_is_closed(start: Start, sqlite: str, ip: str) -> None:
    first = start(sqlite)
    there = asked(first.base, OPEN)[1]["address"]
    first.server.should_exit = True
    await until(lambda: not first.server.servers[-1].is_serving())
    with pytest.raises(OSError, match="refused"):
        asked(there)
    assert asked(start(sqlite).base)[1]["open"] is False


def test_a_server_behind_a_proxy_or_open_anyway_has_no_such_door(start: Start, sqlite: str) -> None:
    base = start(sqlite, origins=("https://lodge.example.org",)).base
    assert asked(base)[1]["may"] is False
    assert asked(base, OPEN)[1]["code"] == "not_at_machine"


def test_a_machine_in_no_network_says_so(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_ip", lambda: None)
    base = start(sqlite).base
    status, told = asked(base, OPEN)
    assert (status, told["code"]) == (409, "no_network")
    assert asked(base)[1] == {"address": None, "open": False, "may": True}


def request(peer: str, **headers: str) -> Request:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (peer, 5), "headers": named})


def test_who_is_at_the_machine() -> None:
    for peer, host in (("127.0.0.1", "localhost:8000"), ("::1", "[::1]:8000"), ("127.0.0.1", "127.0.0.1")):
        assert network.at_the_machine(request(peer, host=host))
    for peer, host in (
        ("192.168.0.9", "localhost:8000"),
        ("127.0.0.1", "192.168.0.2:8001"),
        ("127.0.0.1", "evil.example"),
        ("127.0.0.1", "[::1"),
        ("testclient", "localhost"),
    ):
        assert not network.at_the_machine(request(peer, host=host)), (peer, host)
    assert not network.at_the_machine(request("127.0.0.1"))


def test_where_the_next_port_is_taken_another_is_found() -> None:
    with socket.create_server(("127.0.0.1", 0)) as own:
        port = own.getsockname()[1]
        with listen_beside(port) as first, listen_beside(port) as second:
            assert first.getsockname()[1] != second.getsockname()[1]
    with listen_beside(65535) as last:
        assert last.getsockname()[1] < 65535
