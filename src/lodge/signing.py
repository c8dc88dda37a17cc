"""Signed records: a server signs what it hands out, so that anybody can tell who wrote it, and that it is unchanged."""

from __future__ import annotations

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from lodge.errors import BadRecord
from lodge.record import SHARED, Record, Signature

PREFIX = b"lodge record\0"


def new_key() -> str:
    """A new secret key of Ed25519, in hexadecimal digits."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_key(secret: str) -> str:
    """What may be shown of a key: by this its signatures are checked."""
    return _private(secret).public_key().public_bytes_raw().hex()


def signed(record: Record, secret: str) -> Record:
    """A copy of a record that carries a signature.

    Examples:
        >>> from lodge import Match
        >>> record = signed(Match.new("dam-it", seed=7).record(secret=True), key := new_key())
        >>> signer(record) == public_key(key)
        True
    """
    bare = msgspec.structs.replace(record, lodge=max(record.lodge, SHARED), signature=None)
    value = _private(secret).sign(PREFIX + _bytes(bare)).hex()
    return msgspec.structs.replace(bare, signature=Signature(public_key(secret), value))


def signer(record: Record) -> str | None:
    """The public key that a record is signed with; BadRecord where the signature does not fit."""
    if record.signature is None:
        return None
    bare = msgspec.structs.replace(record, signature=None)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.signature.key))
        key.verify(bytes.fromhex(record.signature.value), PREFIX + _bytes(bare))
    except (InvalidSignature, ValueError):
        raise BadRecord("The signature does not fit: the record was changed since, or another key signed it.") from None
    return record.signature.key


def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


def _bytes(record: Record) -> bytes:
    """What is signed: the record as JSON in the order of its file, without the signature and without spaces."""
    return msgspec.json.encode(record.ordered())
