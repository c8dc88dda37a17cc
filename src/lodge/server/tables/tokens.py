"""Ids of tables, and the secrets that seats belong to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0, 1, i, l, o: they are mixed up when read aloud
ID_LENGTH = 11


def new_id() -> str:
    """A table's id: whoever knows it may watch, and join while seats are open."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def rematch_id(table: str, seed: str) -> str:
    """The id of the rematch: whoever opens it, and however often, it is one table."""
    made = hashlib.sha256(f"lodge rematch\0{table}\0{seed}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in made[:ID_LENGTH])


def mark_of(table: str, *what: str) -> str:
    """What is kept of somebody whom a host keeps out, who may have no token: a hash that fits this table alone."""
    return hashlib.sha256("\0".join(["lodge mark", table, *what]).encode()).hexdigest()[:16]


def new_token() -> str:
    """A secret that a seat, or being the host, belongs to."""
    return secrets.token_urlsafe(24)


def owner_of(token: str) -> str:
    """What is kept of a token: a hash, so that the database does not give seats away."""
    return hashlib.sha256(b"lodge token\0" + token.encode()).hexdigest()[:32]


def derived_token(secret: str, table: str, what: str) -> str:
    """A player's token at a table that counts for them: whoever has the secret can make it again."""
    made = hmac.digest(secret.encode(), f"lodge {what}\0{table}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")
