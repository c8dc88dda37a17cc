"""Where the server listens, and how others find it."""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import suppress

from lodge.errors import LodgeError

PORT = 8000  # where nobody asks for another
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104
NO_HOST = (socket.EAI_NONAME, socket.EAI_AGAIN, socket.EAI_FAIL, errno.EADDRNOTAVAIL)


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket. Port 0 is a free one; None is 8000, or a free one where that is taken."""
    try:
        return _bind(host, PORT if port is None else port)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        raise LodgeError(_advice(error, host, port)) from None
    except (OverflowError, UnicodeError, ValueError) as error:
        raise LodgeError(_advice(error, host, port)) from None


def listen_beside(port: int) -> socket.socket:
    """A socket for the network: at the port after this one, so that links stay good the next time, or at a free one."""
    with suppress(LodgeError):
        return listen("0.0.0.0", port + 1)  # noqa: S104
    return listen("0.0.0.0", 0)  # noqa: S104


def _bind(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise OverflowError(port)  # as the socket would, which nobody would close then
    both = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, dualstack_ipv6=both)


def _advice(error: Exception, host: str, port: int | None) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, OverflowError):
        return f"There is no port {port}: choose one from 1 to 65535, or 0 for a free one."
    if isinstance(error, ValueError) or number in NO_HOST:
        return f"This machine has no address {host!r}: use --host 127.0.0.1, or 0.0.0.0 to let your network in."
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use: choose another with --port, or --port 0 for a free one."
    if number == errno.EACCES:
        return f"You may not use port {port}: choose one above 1023 with --port."
    return f"The server cannot listen on {host!r}, port {port}: {error}. Choose others with --host and --port."


def address(host: str, port: int) -> str:
    """Where the page is, for a browser on this machine."""
    if host in EVERYWHERE or host in ("127.0.0.1", "::1"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def network_address(host: str, port: int) -> str | None:
    """Where the page is for others in the network, if the server listens there."""
    found = own_ip() if host in EVERYWHERE else None
    return f"http://{found}:{port}" if found else None


def own_ip() -> str | None:
    """This machine's address in its network, if it has one. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))
        found = str(asking.getsockname()[0])
        if not ipaddress.ip_address(found).is_loopback and found not in EVERYWHERE:
            return found
    return None
