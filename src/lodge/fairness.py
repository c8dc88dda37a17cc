"""Fair luck: a secret seed, a commitment to it, and a stream for every move.

The commitment is shown before the first move, the seed after the last. Whoever knows both can check that
no luck was chosen afterwards: move k draws from a keyed hash of the seed and k, whatever the move is.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct

from lodge.kernel import Luck, luck_from_bytes

DEAL = 0  # the set-up draws as move 0, the first move as move 1


def new_seed() -> str:
    """A secret seed of 256 bits."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown of a seed before it is revealed."""
    return hashlib.sha256(b"lodge commitment\0" + seed.encode()).hexdigest()


def luck_for(seed: str, number: int) -> Luck:
    """The luck of one move."""
    return luck_from_bytes(hmac.digest(seed.encode(), b"lodge move %d" % number, "sha256"))


class LuckSource:
    """The luck of every move of a match: the same as `luck_for`, several times as quick for many moves."""

    def __init__(self, seed: str) -> None:
        self._keyed = hmac.new(seed.encode(), digestmod="sha256")

    def of(self, number: int) -> bytes:
        """The luck of one move, as it lies in memory."""
        keyed = self._keyed.copy()
        keyed.update(b"lodge move %d" % number)
        lanes = struct.unpack_from("<4I", keyed.digest())
        return struct.pack("=5q", *(lanes if any(lanes) else (1, 0, 0, 0)), 0)
