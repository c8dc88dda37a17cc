"""Web Push: a message to a browser whose page is closed, by way of the browser's own push service.

Encrypted for the browser alone (RFC 8291), and signed so that the service knows who sends it (RFC 8292), by the
`cryptography` that Lodge has anyway: a library for it would bring two HTTP clients along, none of which can be told to
which address it may connect. The endpoint is an address that a guest gives: only https, and never into our own network.
"""

from __future__ import annotations

import base64
import http.client
import ipaddress
import json
import os
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lodge.errors import LodgeError

RECORD = 4096  # bytes of a message, at most
KEPT = 86400  # seconds that a push service keeps a message for a device that is off
VALID = 12 * 3600  # seconds that a signature is good for
GONE = (404, 410)
CURVE = ec.SECP256R1()
TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052


class BadEndpoint(LodgeError):
    """Nothing is sent to such an address."""


def encode(data: bytes) -> str:
    """As base64url, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """From base64url; ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# --- keys ----------------------------------------------------------------------------------------------------


def new_push_key() -> str:
    """A secret key for a server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_push_key(key: str) -> str:
    """What a browser subscribes with."""
    return encode(_point(_private(key).public_key()))


def check_keys(p256dh: str, auth: str) -> None:
    """ValueError, unless these are a browser's keys."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
    if len(decode(auth)) != 16:
        raise ValueError("no key")


# --- what is sent --------------------------------------------------------------------------------------------


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(message: bytes, p256dh: str, auth: str) -> bytes:
    """A message that only the browser with these keys can read."""
    own, salt = ec.generate_private_key(CURVE), os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
    ours = _point(own.public_key())
    info = b"WebPush: info\0" + _point(theirs) + ours
    secret = _derived(own.exchange(ec.ECDH(), theirs), decode(auth), info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + struct.pack("!LB", RECORD, len(ours)) + ours + sealed


def signature(key: str, endpoint: SplitResult, contact: str, now: float) -> str:
    """By what the push service knows this server."""
    parts: list[dict[str, Any]] = [
        {"typ": "JWT", "alg": "ES256"},
        {"aud": f"{endpoint.scheme}://{endpoint.netloc}", "exp": int(now) + VALID, "sub": contact},
    ]
    signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={public_push_key(key)}"


# --- where to ------------------------------------------------------------------------------------------------


def check_endpoint(endpoint: str, *, loopback: bool = False) -> SplitResult:
    """An address of a push service, by how it looks; BadEndpoint."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint("This is not an address.") from None
    local = loopback and parts.hostname == "127.0.0.1"
    if len(endpoint) > 1000 or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadEndpoint("This is not an address.")
    if not parts.hostname or parts.username or parts.password:
        raise BadEndpoint("This is not the address of a push service.")
    if not local and (parts.scheme != "https" or port not in (None, 443)):
        raise BadEndpoint("A push service is asked by https only.")
    return parts


def resolved(parts: SplitResult, *, loopback: bool = False) -> tuple[str, int]:
    """The address to connect to: none in a private network, whatever its name says; BadEndpoint."""
    port = parts.port or 443
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadEndpoint("There is no such host.") from None
    addresses = [str(one[4][0]) for one in found]
    if loopback and addresses == ["127.0.0.1"]:
        return addresses[0], port
    for address in addresses:
        ip = ipaddress.ip_address(address.partition("%")[0])
        if any(not one.is_global or one.is_multicast for one in (ip, *_within(ip))):
            raise BadEndpoint("A push service is not in a private network.")
    return addresses[0], port


def _within(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """The addresses of the old kind that one of the new kind leads to, by a tunnel or a translator."""
    if ip.version == 4:
        return []
    last = ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    found = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ()), last if ip in TRANSLATED else None]
    return [one for one in found if one is not None]


def site(endpoint: str) -> str:
    """By what push services are told apart: whoever owns a name owns all below it."""
    parts = urlsplit(endpoint)
    return ".".join(str(parts.hostname).split(".")[-2:]) + f":{parts.port or 443}"


@contextmanager
def _ending(wire: socket.socket, seconds: float) -> Iterator[None]:
    """Cut a connection after so long, whatever comes by it: a byte now and then would keep it for ever."""

    def cut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(wire, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def send(endpoint: str, message: bytes, headers: dict[str, str], seconds: float, *, loopback: bool = False) -> int:
    """Hand a message to a push service; its answer. OSError, http.client.HTTPException, BadEndpoint. It takes a while.

    The connection goes to the address that was checked: a name that leads elsewhere a moment later changes nothing, and
    no redirection is followed.
    """
    parts = check_endpoint(endpoint, loopback=loopback)
    address, port = resolved(parts, loopback=loopback)
    host = str(parts.hostname)
    with socket.create_connection((address, port), timeout=seconds) as plain:
        secure = parts.scheme == "https"
        context = ssl.create_default_context() if secure else None
        wire = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False) if context else plain
        with wire, _ending(wire, seconds):
            if isinstance(wire, ssl.SSLSocket):
                wire.do_handshake()
            connection = http.client.HTTPConnection(host, port)
            connection.sock = wire
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, message, {"Host": parts.netloc, "Connection": "close", **headers})
            return connection.getresponse().status
