"""Limits: what messages may contain, rates, addresses."""

from __future__ import annotations

import ipaddress
import re
import time
import unicodedata
from collections import defaultdict, deque

import msgspec

from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game
from lodge.server.ws.protocol import JSON, Code

NAME_LENGTH = 24
CHAT_LENGTH = 300
LONGEST_CLOCK = 14 * 86400
SHORTEST_CLOCK = 5
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
JOINER = "\u200d"  # joins emoji
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control and bidi characters, halves, private, unassigned
STACK = 3  # accents on one letter


class Refused(LodgeError):
    """What a client asked for cannot be done; it gets a Failure."""

    def __init__(self, code: Code, message: str, **details: object) -> None:
        super().__init__(message)
        self.code: Code = code
        self.details: JSON = details


def clean(text: str) -> str | None:
    """The text with plain spaces, or None where it holds characters that nobody should be sent."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    stacked = 0
    for letter in text:
        kind = unicodedata.category(letter)
        stacked = stacked + 1 if kind in ("Mn", "Me") else 0
        if stacked > STACK or (kind in HIDDEN and letter != JOINER):
            return None
    return text


def clean_name(text: str) -> str:
    """A player's name, or Refused."""
    name = clean(text[: 4 * NAME_LENGTH])
    if not name or len(name) > NAME_LENGTH or not any(letter.isalnum() for letter in name):
        raise Refused("bad_name", f"A name has 1 to {NAME_LENGTH} printable characters.", limit=NAME_LENGTH)
    return name


def clean_chat(text: str) -> str:
    """A line of chat, or Refused."""
    line = clean(text)
    if not line or len(line) > CHAT_LENGTH:
        raise Refused("bad_text", f"A line has 1 to {CHAT_LENGTH} printable characters.", limit=CHAT_LENGTH)
    return line


def check_clock(seconds: int | None) -> int | None:
    """A clock in its bounds, or Refused."""
    if seconds is not None and not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
        raise Refused("bad_clock", f"A clock gives {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds a move.")
    return seconds


def check_token(token: str) -> str:
    """A token that a client made, or Refused."""
    if not TOKEN.fullmatch(token):
        raise Refused("bad_token", "A token has 22 to 64 characters of base64url.")
    return token


def check_move(game: Game, move: JSON) -> int:
    """The action that a move stands for, or Refused."""
    try:
        return game.moves.to_action(msgspec.convert(move, game.moves.Move))
    except msgspec.ValidationError as error:
        raise Refused("illegal_move", f"This is not a move: {error}.") from None
    except IllegalMove as error:
        raise Refused("illegal_move", str(error)) from None


class Bucket:
    """A token bucket: `burst` at once, then `rate` a second."""

    __slots__ = ("burst", "full", "rate", "then")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.full = float(burst)
        self.then = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.full = min(self.burst, self.full + (now - self.then) * self.rate)
        self.then = now
        if self.full < 1:
            return False
        self.full -= 1
        return True


class Addresses:
    """What each address has under way: connections, and tables made in the last hour."""

    def __init__(self, connections: int, tables: int) -> None:
        self.most_connections = connections
        self.most_tables = tables
        self._connections: dict[str, int] = defaultdict(int)
        self._tables: dict[str, deque[float]] = defaultdict(deque)

    def connect(self, address: str) -> bool:
        """Count a connection, if one more is allowed."""
        if self._connections[network(address)] >= self.most_connections:
            return False
        self._connections[network(address)] += 1
        return True

    def disconnect(self, address: str) -> None:
        """A counted connection has ended."""
        key = network(address)
        self._connections[key] -= 1
        if self._connections[key] <= 0:
            del self._connections[key]

    def make_table(self, address: str) -> bool:
        """Count a new table, if one more is allowed."""
        made, now = self._tables[network(address)], time.monotonic()
        while made and made[0] < now - 3600:
            made.popleft()
        if len(made) >= self.most_tables:
            return False
        made.append(now)
        return True

    def tidy(self) -> None:
        """Forget addresses that made no table in the last hour."""
        now = time.monotonic()
        for key in [key for key, made in self._tables.items() if not made or made[-1] < now - 3600]:
            del self._tables[key]


def network(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 one: what one person has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
