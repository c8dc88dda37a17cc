"""Fair luck: a secret seed, a commitment to it, and a stream for every move. docs/fair-luck.md specifies all of it.

The commitment is shown before the first move, the seed after the last. Whoever knows both can check that
no luck was chosen afterwards: move k draws from a keyed hash of the seed and k, whatever the move is. Where the players
have a share in it, the key is a hash of the seed and of their nonces, so that the seed could not be chosen either.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import struct
from collections.abc import Sequence

import msgspec

from lodge.kernel import Luck, luck_from_bytes

DEAL = 0  # the set-up draws as move 0, the first move as move 1
BLOCK = 64  # bytes that SHA-256 takes at a time
_LANES, _IN_MEMORY = struct.Struct("<4I16x").unpack, struct.Struct("=5q").pack
_PADS = [bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C)]  # of HMAC, for any byte of a key
DIGEST = re.compile(r"[0-9a-f]{64}")  # of a nonce, and of a seal


class Share(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, frozen=True):
    """A seat's share in the luck: the seal of its nonce, and the nonce once it is revealed."""

    seal: str
    nonce: str | None = None


Shares = Sequence[Share | None]  # by seat; None: the seat has no share


def new_seed() -> str:
    """A secret seed of 256 bits."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown of a seed before it is revealed."""
    return hashlib.sha256(b"lodge commitment\0" + seed.encode()).hexdigest()


def seal(nonce: str) -> str:
    """What is shown of a player's nonce before it is revealed."""
    return hashlib.sha256(b"lodge nonce\0" + nonce.encode()).hexdigest()


def shared_seed(seed: str, shares: Shares) -> str:
    """The seed that all luck comes from: of the match's own, and of all nonces that were revealed.

    Examples:
        >>> shared_seed("7", []), shared_seed("7", [None, Share(seal("00"))])
        ('7', '7')
        >>> shared_seed("7", [None, Share(seal("00"), "00")])[:16]
        '41c343598610bceb'
    """
    nonces = [share.nonce if share else None for share in shares]
    if not any(nonces):
        return seed
    told = " ".join(["lodge nonces", *(nonce or "-" for nonce in nonces)])
    return hmac.digest(seed.encode(), told.encode(), "sha256").hex()


def luck_for(seed: str, number: int) -> Luck:
    """The luck of one move."""
    return luck_from_bytes(hmac.digest(seed.encode(), b"lodge move %d" % number, "sha256"))


def luck_bytes(seed: str, number: int) -> bytes:
    """The same as it lies in memory."""
    return _in_memory(hmac.digest(seed.encode(), b"lodge move %d" % number, "sha256"))


def _in_memory(digest: bytes) -> bytes:
    lanes = _LANES(digest)
    return _IN_MEMORY(*(lanes if any(lanes) else (1, 0, 0, 0)), 0)


class LuckSource:
    """The luck of every move of a match: the same as `luck_for`, several times as quick for many moves.

    HMAC is two hashes (RFC 2104), and what each begins with is the same for all moves: it is hashed once.
    """

    def __init__(self, seed: str) -> None:
        key = seed.encode()
        block = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
        self._inner, self._outer = (hashlib.sha256(block.translate(pad)) for pad in _PADS)

    def of(self, number: int) -> bytes:
        """The luck of one move, as it lies in memory."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"lodge move %d" % number)
        outer.update(inner.digest())
        return _in_memory(outer.digest())
