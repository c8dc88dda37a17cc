"""Limits: what messages may contain, rates, addresses."""

from __future__ import annotations

import hashlib
import ipaddress
import math
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Protocol

import msgspec

from lodge.errors import IllegalMove, LodgeError
from lodge.fairness import DIGEST
from lodge.games import Game
from lodge.server.bus.notices import Connections, Counted, Notice
from lodge.server.names import clean
from lodge.server.tables.clocks import TimeRule
from lodge.server.ws.protocol import JSON, Code

NAME_LENGTH = 24
CHAT_LENGTH = 300
LONGEST_CLOCK = 14 * 86400
SHORTEST_CLOCK = 5
LONGEST_TOTAL = 90 * 86400
LONGEST_VACATION = 30  # days
LONGEST_WAIT = 10.0  # seconds that requests of an address wait for each other
REQUEST = "request "  # the kind of all that an address asks for
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")


class Refused(LodgeError):
    """What a client asked for cannot be done; it gets a Failure."""

    def __init__(self, code: Code, message: str, **details: object) -> None:
        super().__init__(message)
        self.code: Code = code
        self.details: JSON = details


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


class Times(Protocol):
    """What a host wishes about time."""

    clock: int | None
    total: int | None
    increment: int
    vacation: int


def check_times(wish: Times) -> TimeRule:
    """How much time there is, in its bounds, or Refused."""
    clock, total, increment, vacation = wish.clock, wish.total, wish.increment, wish.vacation
    if clock is not None and not SHORTEST_CLOCK <= clock <= LONGEST_CLOCK:
        raise Refused("bad_clock", f"A clock gives {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds a move.")
    if total is not None and (clock is not None or not SHORTEST_CLOCK <= total <= LONGEST_TOTAL):
        raise Refused("bad_clock", f"A clock gives seconds a move, or {SHORTEST_CLOCK} to {LONGEST_TOTAL} in total.")
    if not 0 <= increment <= (0 if total is None else LONGEST_CLOCK):
        raise Refused("bad_clock", f"Each move adds 0 to {LONGEST_CLOCK} seconds to a total.")
    if not 0 <= vacation <= (0 if clock is None and total is None else LONGEST_VACATION):
        raise Refused("bad_clock", f"With a clock there are 0 to {LONGEST_VACATION} days off.")
    return TimeRule(clock, total, increment, vacation)


def check_token(token: str) -> str:
    """A token that a client made, or Refused."""
    if not TOKEN.fullmatch(token):
        raise Refused("bad_token", "A token has 22 to 64 characters of base64url.")
    return token


def check_digest(text: str) -> str:
    """A seal, or a nonce, or Refused."""
    if not DIGEST.fullmatch(text):
        raise Refused("bad_seal", "A seal and a nonce have 64 hexadecimal digits.")
    return text


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
        self.rate: float = rate
        self.burst: int = burst
        self.full: float = float(burst)
        self.then: float = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        self._fill()
        if self.full < 1:
            return False
        self.full -= 1
        return True

    def spend(self) -> None:
        """One was taken that nobody asked about here."""
        self._fill()
        self.full = max(self.full - 1, 0.0)

    def _fill(self) -> None:
        now = time.monotonic()
        self.full = min(self.burst, self.full + (now - self.then) * self.rate)
        self.then = now


class Addresses:
    """What each address has under way: connections, and tables made in the last hour.

    Where there are other server processes, `tell` tells them of it, by hashes of addresses.
    """

    def __init__(
        self,
        connections: int,
        tables: int,
        lines: float = 1.0,
        line_burst: int = 10,
        tell: Callable[[Notice], None] = lambda _notice: None,
    ) -> None:
        self.most_connections = connections
        self.most_tables = tables
        self._tell = tell
        self._connections: dict[str, int] = defaultdict(int)
        self._elsewhere: dict[str, dict[str, int]] = defaultdict(dict)  # by process
        self._tables: dict[str, deque[float]] = defaultdict(deque)
        self._paces: dict[str, float] = {}
        self._talk: dict[str, Bucket] = defaultdict(lambda: Bucket(lines, line_burst))

    def connect(self, address: str) -> bool:
        """Count a connection, if one more is allowed."""
        key = address_hash(address)
        others = sum(there.get(key, 0) for there in self._elsewhere.values())
        if self._connections.get(key, 0) + others >= self.most_connections:
            return False
        self._connections[key] += 1
        self._tell(Connections(key, self._connections[key]))
        return True

    def disconnect(self, address: str) -> None:
        """A counted connection has ended."""
        key = address_hash(address)
        self._connections[key] -= 1
        self._tell(Connections(key, self._connections[key]))
        if self._connections[key] <= 0:
            del self._connections[key]

    def make_table(self, address: str) -> bool:
        """Count a new table, if one more is allowed."""
        key = address_hash(address)
        made, now = self._tables[key], time.monotonic()
        while made and made[0] < now - 3600:
            made.popleft()
        if len(made) >= self.most_tables:
            return False
        made.append(now)
        self._tell(Counted("table", key))
        return True

    def speak(self, address: str) -> bool:
        """Count a line of chat, if one more is allowed."""
        key = address_hash(address)
        if not self._talk[key].take():
            return False
        self._tell(Counted("line", key))
        return True

    # --- what other processes count ----------------------------------------------------------------------

    def count(self, what: str, key: str) -> None:
        """An address has done something at another process."""
        if what == "table":
            self._tables[key].append(time.monotonic())
        else:
            self._talk[key].spend()

    def elsewhere(self, process: str, key: str, connections: int) -> None:
        """How many connections an address has at another process."""
        if connections:
            self._elsewhere[process][key] = connections
        else:
            self._elsewhere[process].pop(key, None)

    def forget(self, process: str) -> None:
        """Another process has ended."""
        self._elsewhere.pop(process, None)

    def notices(self) -> Iterator[Notice]:
        """What a process is told that knows nothing yet."""
        return (Connections(key, count) for key, count in self._connections.items())

    def wait(self, address: str, rate: float, burst: int, what: str = "") -> float:
        """How many seconds this request of an address has to wait, so that all of its kind keep to a rate."""
        return self.wait_for(what + address_hash(address), rate, burst)

    def wait_for(self, key: str, rate: float, burst: int) -> float:
        """The same by what stands for the address. Refused where very many wait: who asked may be gone long ago."""
        now = time.monotonic()
        due = max(self._paces.get(key, 0.0), now - burst / rate) + 1 / rate
        if due - now > LONGEST_WAIT:
            raise Refused("too_fast", "Too many requests: try again in a moment.", seconds=math.ceil(LONGEST_WAIT))
        self._paces[key] = due
        return max(0.0, due - now)

    def tidy(self) -> None:
        """Forget addresses that made no table in the last hour, and those that have not spoken for a while."""
        now = time.monotonic()
        for key in [key for key, talk in self._talk.items() if talk.then < now - 60]:
            del self._talk[key]
        self._paces = {key: due for key, due in self._paces.items() if due > now - 60}
        for key in [key for key, made in self._tables.items() if not made or made[-1] < now - 3600]:
            del self._tables[key]


def address_hash(address: str) -> str:
    """What stands for an address, or its network, wherever it is kept or told."""
    return hashlib.blake2b(network(address).encode(), digest_size=8).hexdigest()


@lru_cache(4096)
def network(address: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 one: what one person has."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
