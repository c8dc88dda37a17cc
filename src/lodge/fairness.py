"""Fair luck: a secret seed, a commitment to it, and a stream for every move.

The commitment is shown before the first move, the seed after the last. Whoever knows both can check that
no luck was chosen afterwards: move k draws from a keyed hash of the seed and k, whatever the move is.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

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
