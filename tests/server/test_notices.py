"""Notices: a real push service of our own decrypts what it is sent. Each is told once, to whom it concerns."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from operator import not_
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from sqlalchemy import delete

from lodge.server import clock
from lodge.server.notices import push
from lodge.server.notices.service import quiet_until
from lodge.server.settings import DAY, HOUR
from lodge.server.storage import notices as storage
from lodge.server.storage.schema import table_notices
from lodge.server.storage.store import Store
from lodge.server.tables.tokens import new_token, owner_of
from lodge.server.ws import protocol as p

from .conftest import Days, Start
from .phases import store_of
from .player import PAIR, WAIT, Player, http, new_table, tokens, until

WORDS = {"turn": "Your turn!", "short": "Time is short.", "sat": "Somebody sat down.", "over": "It is over."}
SOON: dict[str, Any] = {"push_loopback": True, "notices": 0.05, "notice_seconds": 0.0, "clocks": 0.05}


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys of a browser, and how it reads what is sent to it: RFC 8291, written down again."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen letters!"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> Any:
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\x00" + self.point + theirs
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1] == 2
        return json.loads(plain[:-1])


class PushService:
    """A push service: checks who sends, and keeps what it is sent."""

    def __init__(self) -> None:
        self.browser = Browser()
        self.got: list[Any] = []
        self.answers: list[int] = []
        self.headers: list[Any] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                status = service.answers.pop(0) if service.answers else 201
                if status == 201:
                    service.headers.append(self.headers)
                    service.got.append(service.browser.read(body))
                self.send_response(status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/for/somebody?a=1"

    def subscription(self, **more: Any) -> dict[str, Any]:
        keys = {"p256dh": push.encode(self.browser.point), "auth": push.encode(self.browser.auth)}
        return {"endpoint": self.url, **keys, "words": WORDS, **more}

    def told(self, table: str) -> list[str]:
        return sorted(one["tag"].split()[0] for one in self.got if one["table"] == table)


@pytest.fixture
def service() -> Iterator[PushService]:
    one = PushService()
    yield one
    one.server.shutdown()
    one.thread.join()
    one.server.server_close()


async def switch(base: str, player: str, subscription: Any) -> tuple[int, Any]:
    return await http(base, "/api/player/notices", {"player": player, "subscription": subscription})


async def sits(base: str, player: str, table: str, mine: list[str]) -> None:
    claim = {"player": player, "claims": [{"table": table, "tokens": mine}]}
    assert (await http(base, "/api/player/games", claim))[0] == 200


async def stop(running: Any) -> None:
    """End a server, and wait until it does nothing more."""
    running.server.should_exit = True
    await until(lambda: not running.hub._tasks)


async def settled(store: Store) -> None:
    """Until nothing more is due."""
    await until(lambda: storage.due(store, clock.now()), not_)


async def test_all_notices_of_a_match_over_days_arrive_once(
    start: Start, database: str, days: Days, service: PushService
) -> None:
    """Ada is away all the time; Bo plays, over restarts. A process that looks at it again tells nothing twice."""
    ada, store = new_token(), Store(database)
    running = start(database, **SOON)
    made = await new_table(running.base, PAIR[:1])
    host, hers = tokens(made)
    his = new_token()
    await sits(running.base, ada, made.table, [host, hers])
    status, info = await switch(running.base, ada, service.subscription())
    assert (status, info["on"]) == (200, True)
    async with Player(running.base, made.table, [host, his]) as bo:
        await bo.say(p.Join(seat=1, name="Bo", token=his))
        await until(lambda: "sat" in service.told(made.table))
        await bo.say(p.SetOptions(options=[], clock=DAY))
        await bo.say(p.Start())
        await bo.table_is(lambda table: table.status == "playing")
    seen = 0
    for turn in range(3):
        await stop(running)
        running = start(database, **SOON)
        async with Player(running.base, made.table, [his]) as bo:
            while bo.turn() is not None:
                await bo.play()
        seen = turn + 1
        await until(lambda want=seen: service.told(made.table).count("turn") == want)  # type: ignore[misc]
        await stop(running)  # it was told: whoever looks at it again has nothing to add
        running = start(database, **SOON)
        await until(lambda server=running: made.table in server.hub.rooms)  # type: ignore[misc]
        await settled(store)
        days.ahead += DAY - 5 * HOUR
        await until(lambda want=seen: service.told(made.table).count("short") == want)  # type: ignore[misc]
        before = len(await store.rows(made.table))
        days.ahead += 6 * HOUR
        await until(lambda: store.rows(made.table), lambda rows, before=before: len(rows) > before)  # type: ignore[misc]
    async with Player(running.base, made.table, [his]) as bo:
        while bo.turn() is not None:
            await bo.play()
    await until(lambda: service.told(made.table).count("turn") == 4)
    # It ends while she is away, and there is one more server that looks at all of it again.
    async with Player(running.base, made.table, [his]) as bo:
        await bo.say(p.Resign(seat=1))
        await bo.table_is(lambda table: table.status == "over")
    await until(lambda: "over" in service.told(made.table))
    await settled(store)
    await stop(running)
    running = start(database, **SOON)
    await until(lambda: made.table in running.hub.rooms)
    await settled(store)
    assert service.told(made.table) == ["over", "sat", *["short"] * 3, *["turn"] * 4]
    await store.close()


async def test_a_notice_that_a_stop_or_a_crash_meets_is_told_once(
    start: Start, database: str, days: Days, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that stops while it tells something has told it; one killed before it noted it tells it late."""
    ada, store = new_token(), Store(database)
    running = start(database, **SOON)
    made = await new_table(running.base, PAIR)
    host, hers, his = tokens(made)
    await sits(running.base, ada, made.table, [hers])
    await switch(running.base, ada, service.subscription())
    begun, answer, send = threading.Event(), threading.Event(), push.send

    def slow(*data: Any, **more: Any) -> int:
        status = send(*data, **more)
        begun.set()
        answer.wait(WAIT)  # it was heard, and the answer takes a while
        return status

    monkeypatch.setattr(push, "send", slow)
    async with Player(running.base, made.table, [host, his]) as bo:
        await bo.say(p.Start())
        await bo.until(p.Update)
        while bo.turn() is not None:
            await bo.play()
    await until(begun.is_set)
    stopped = asyncio.create_task(stop(running))
    await until(lambda: running.server.should_exit)
    answer.set()
    await stopped
    running = start(database, **SOON)
    await settled(store)
    assert service.told(made.table) == ["turn"]
    monkeypatch.setattr(push, "send", send)
    assert await storage.due(store, clock.now() + DAY) == []
    # As if it had been killed before it noted that turn, hours ago.
    await stop(running)
    async with store.changing() as connection:
        await connection.execute(delete(table_notices))
    days.ahead += 9 * HOUR
    for _ in range(2):
        running = start(database, **SOON)
        await until(lambda: service.told(made.table) == ["turn", "turn"])
        await settled(store)
        await stop(running)
    assert service.told(made.table) == ["turn", "turn"]
    await store.close()


async def test_what_another_process_tells_is_not_told_again(sqlite: str) -> None:
    async with store_of(sqlite) as store:
        one = storage.Notice("ada", "table", "turn", "0 1", 1.0)
        await storage.add(store, [one])
        assert await storage.claim(store, one)
        assert not await storage.claim(store, one)
        await storage.settle(store, one, 2.0)  # it failed
        assert await storage.due(store, 3.0) == [one._replace(due=2.0, tries=1)]
        assert not await storage.claim(store, one)


async def test_what_is_sent_is_signed_and_says_nothing_private(
    start: Start, database: str, service: PushService
) -> None:
    ada, store = new_token(), Store(database)
    base = start(database, **SOON).base
    made = await new_table(base, PAIR, start=True)
    host, hers, his = tokens(made)
    await sits(base, ada, made.table, [host, hers])
    key = (await switch(base, ada, service.subscription()))[1]["key"]
    async with Player(base, made.table, [his]) as bo, Player(base, made.table):
        await bo.say(p.Chat(text="a secret plan", seat=1))
        await bo.say(p.Resign(seat=1)) if bo.turn() is None else None
        if bo.turn() is not None:
            await bo.play()
        await until(lambda: service.told(made.table))
    for one, headers in zip(service.got, service.headers, strict=True):
        assert one.keys() == {"title", "body", "table", "tag"}
        assert (one["title"], one["table"], one["body"]) == ("Dam It!", made.table, WORDS[one["tag"].split()[0]])
        secrets = [ada, host, hers, his, "a secret plan", service.browser.auth.decode()]
        assert not any(secret in json.dumps(one) + str(headers) for secret in [*secrets, *map(owner_of, secrets)])
        assert not any(name in json.dumps(one) for name in ("Ada", "Bo"))
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert len(headers["topic"]) <= 32
        check_signature(headers["authorization"], key, service.url)
    await store.close()


async def test_who_is_away_is_told_that_a_match_is_over(start: Start, sqlite: str, service: PushService) -> None:
    ada, running = new_token(), start(sqlite, **SOON)
    made = await new_table(running.base, PAIR)
    host, hers, his = tokens(made)
    await sits(running.base, ada, made.table, [hers])
    await switch(running.base, ada, service.subscription())
    async with Player(running.base, made.table, [host, his]) as bo:
        await bo.say(p.Start())
        await bo.table_is(lambda table: table.status == "playing")
        await bo.say(p.Abort(seat=1))
        await bo.table_is(lambda table: table.status == "over")
        await until(lambda: "over" in service.told(made.table))
    assert service.told(made.table).count("over") == 1


def check_signature(told: str, key: str, url: str) -> None:
    scheme, fields = told.split(" ", 1)
    parts = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    number = decoded(signature)
    der = encode_dss_signature(int.from_bytes(number[:32], "big"), int.from_bytes(number[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(der, signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decoded(signed.split(".")[1]))
    assert url.startswith(claims["aud"] + "/")
    assert claims["sub"].startswith("mailto:")


async def test_only_who_wants_it_is_told_and_a_gone_browser_is_forgotten(
    start: Start, database: str, service: PushService
) -> None:
    ada, bo, store = new_token(), new_token(), Store(database)
    running = start(database, **SOON)
    base = running.base
    assert (await http(base, "/api/player/notices/ask", {"player": ada}))[1]["on"] is False
    await switch(base, ada, service.subscription())
    assert (await http(base, "/api/player/notices/ask", {"player": ada}))[1]["on"] is True
    assert (await http(base, "/api/player/notices/ask", {"player": bo}))[1]["on"] is False
    service.answers = [500, 410]
    made = await new_table(base, PAIR, start=True)
    await sits(base, ada, made.table, tokens(made))
    running.hub.notices.changed()
    store = Store(database)
    running.hub.store._task.get_loop().call_soon_threadsafe(running.hub.notices.look, running.hub.rooms[made.table], ())
    await until(lambda: len(service.answers) == 1)
    # It failed once, and is tried again in a while: the clock goes on for it.
    waiting = await until(
        lambda: storage.due(store, clock.now() + HOUR), lambda waiting: waiting and waiting[0].tries == 1
    )
    await storage.settle(store, waiting[0], clock.now())
    await until(lambda: storage.subscriptions(store, owner_of(ada)), not_)
    assert service.got == []
    assert (await http(base, "/api/player/notices/ask", {"player": ada}))[1]["on"] is False
    await switch(base, ada, service.subscription())
    assert (await switch(base, ada, None))[1]["on"] is False
    await store.close()


async def test_whoever_is_at_the_table_or_has_quiet_hours_is_not_told(
    start: Start, sqlite: str, service: PushService, days: Days
) -> None:
    ada, store = new_token(), Store(sqlite)
    running = start(sqlite, **SOON)
    minute = int(clock.now() % DAY / 60)
    quiet = [(minute - 5) % 1440, (minute + 60) % 1440]
    made = await new_table(running.base, PAIR)
    await sits(running.base, ada, made.table, tokens(made))
    assert (await switch(running.base, ada, service.subscription(quiet=quiet)))[1]["quiet"] == quiet
    async with Player(running.base, made.table, tokens(made), player=ada) as both:
        await both.say(p.Start())
        await both.until(p.Update)
        await until(lambda: running.hub.notices._listeners)  # it was noted, and found to be seen
        await settled(store)
        await both.play()
        await settled(store)
        assert service.got == []
    async with Player(running.base, made.table, tokens(made)[1:2]) as one:  # one of the two has gone
        if one.turn() is None:
            async with Player(running.base, made.table, tokens(made)[2:]) as other:
                await other.play()
                await settled(store)
            await one.until(p.Update)
        await one.play()
    await until(
        lambda: storage.due(store, clock.now() + 2 * HOUR),
        lambda waiting: waiting and (waiting[0].due or 0) >= clock.now() + 1800,
    )
    assert service.got == []
    days.ahead += 70 * 60
    await until(lambda: service.told(made.table) == ["turn"])
    await store.close()


@pytest.mark.parametrize(
    ("quiet", "hour", "left"),
    [
        (None, 1, None),
        ([60, 60], 1, None),
        ([60, 180], 2, 1),
        ([60, 180], 3, None),
        ([1320, 420], 23, 8),
        ([1320, 420], 6, 1),
    ],
)
def test_quiet_hours(quiet: list[int] | None, hour: float, left: float | None) -> None:
    now = 20_000 * DAY + hour * HOUR
    assert quiet_until(quiet, now) == (None if left is None else now + left * HOUR)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://",
        "ftp://push.example.org/",
        "https://push.example.org:wrong/",
        "https://push.example.org/a b",
        "https://push.example.org/" + "x" * 1000,
        "http://127.0.0.1:1/x",
    ],
)
async def test_an_endpoint_is_a_push_services(start: Start, sqlite: str, endpoint: str) -> None:
    with pytest.raises(push.BadEndpoint):
        push.check_endpoint(endpoint)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "[::1]",
        "[fd00::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[2002:a00:1::]",
        "[2001:0:a00:1::]",
        "[::]",
        "0.0.0.0",  # noqa: S104
        "localhost",
        "no.invalid",
    ],
)
def test_nothing_is_sent_into_a_private_network(host: str) -> None:
    with pytest.raises(push.BadEndpoint):
        push.send(f"https://{host}/x", b"", {}, 1.0)


class Tiresome:
    """Something that takes what it is sent and never comes to an end with its answer."""

    def __init__(self, says: bytes) -> None:
        self.says = says
        self.heard = 0
        self.over = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.threads = [threading.Thread(target=self._listen)]
        self.threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/x"

    def _listen(self) -> None:
        while not self.over.is_set():
            line, _ = self.listener.accept()
            self.heard += 1
            self.threads.append(threading.Thread(target=self._drip, args=(line,)))
            self.threads[-1].start()

    def _drip(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            while not self.over.wait(0.02):
                line.sendall(self.says)

    def stop(self) -> None:
        self.over.set()
        socket.create_connection(self.listener.getsockname()).close()
        for thread in self.threads:
            thread.join()
        self.listener.close()


@pytest.fixture
def tiresome() -> Iterator[Callable[[bytes], Tiresome]]:
    made: list[Tiresome] = []

    def begin(says: bytes) -> Tiresome:
        made.append(Tiresome(says))
        return made[-1]

    yield begin
    for one in made:
        one.stop()


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("says", [b"", b"x", b"HTTP/1.1 100 Continue\r\n\r\n", b"\x16\x03\x03\x40\x00"])
async def test_a_push_service_has_so_long_and_no_longer(
    tiresome: Callable[[bytes], Tiresome], says: bytes, scheme: str
) -> None:
    """It says a little again and again: a thread was lost to it for good."""
    url = tiresome(says).url.replace("http", scheme, 1)
    async with asyncio.timeout(WAIT):
        with pytest.raises((OSError, HTTPException)):
            await asyncio.to_thread(push.send, url, b"", {}, 0.3, loopback=True)


def test_a_push_service_is_spoken_to_by_tls(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By that of the standard library, which asks who it is: a certificate that nobody trusts will not do."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(1), now + timedelta(1))
    pem = made.add_extension(here, critical=False).sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "cert.pem").write_bytes(pem)
    (tmp_path / "both.pem").write_bytes(pem + secret)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "both.pem")
    service.server.socket = context.wrap_socket(service.server.socket, server_side=True)
    url = service.url.replace("http", "https", 1)
    with pytest.raises(ssl.SSLCertVerificationError):
        push.send(url, b"", {}, WAIT, loopback=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    body = push.encrypted(b"{}", service.subscription()["p256dh"], service.subscription()["auth"])
    assert push.send(url, body, {}, WAIT, loopback=True) == 201
    assert service.got == [{}]


async def test_nobody_waits_for_somebody_elses_push_service(
    start: Start, database: str, service: PushService, tiresome: Callable[[bytes], Tiresome]
) -> None:
    """One guest's twelve devices never answer, at several tables: the server used to wait for one after the other."""
    running, slow = start(database, **SOON, push_seconds=2 * WAIT), tiresome(b"")
    ada, mallory = new_token(), new_token()
    keys = {"player": mallory, "profile": {"name": "", "character": "", "settings": {}}, "device": "x"}
    devices = [mallory]
    while len(devices) < 12:
        link = (await http(running.base, "/api/player/links", keys))[1]["link"]
        devices.append(new_token())
        opened = {"player": devices[-1], "link": link, "device": "x"}
        assert (await http(running.base, "/api/player/devices", opened))[0] == 201
    for device in devices:
        assert (await switch(running.base, device, {**service.subscription(), "endpoint": slow.url}))[0] == 200
    await switch(running.base, ada, service.subscription())
    for player in [mallory] * 6 + [ada]:
        made = await new_table(running.base, PAIR)
        host, hers, his = tokens(made)
        await sits(running.base, player, made.table, [hers])
        async with Player(running.base, made.table, [host, his]) as bo:
            await bo.say(p.Start())
            await bo.until(p.Update)
            while bo.turn() is not None:
                await bo.play()
        if player == mallory:
            await until(lambda: slow.heard)
    await until(lambda: service.told(made.table) == ["turn"])
    assert slow.heard <= 4, "one service is asked by so many at once"
    slow.over.set()


async def test_what_is_no_subscription_is_refused(start: Start, sqlite: str, service: PushService) -> None:
    base = start(sqlite).base  # where no push service is on this machine
    good = {**service.subscription(), "endpoint": "https://push.example.org/x"}
    for wrong in (
        {"endpoint": service.url},
        {"p256dh": "AAAA"},
        {"auth": "?"},
        {"auth": "AAAA"},
        {"words": {**WORDS, "turn": "x" * 121}},
        {"words": {"turn": "x"}},
        {"quiet": [1]},
        {"quiet": [0, 1440]},
    ):
        status, failure = await switch(base, new_token(), {**good, **wrong})
        assert (status, failure["code"]) == (400, "bad_message"), wrong
    assert (await switch(base, new_token(), good))[0] == 200


async def test_a_removed_device_is_told_nothing(start: Start, database: str, service: PushService) -> None:
    base, store = start(database, **SOON).base, Store(database)
    first, second = new_token(), new_token()
    profile = {"name": "", "character": "", "settings": {}}
    link = (await http(base, "/api/player/links", {"player": first, "device": "x", "profile": profile}))[1]["link"]
    await http(base, "/api/player/devices", {"player": second, "link": link, "device": "y"})
    await switch(base, second, service.subscription())
    assert len(await storage.subscriptions(store, owner_of(first))) == 1
    devices = (await http(base, "/api/player", {"player": first}))[1]["devices"]
    gone = next(one["id"] for one in devices if not one["here"])
    await http(base, "/api/player/devices/remove", {"player": first, "device": gone})
    assert await storage.subscriptions(store, owner_of(first)) == {}
    await store.close()
