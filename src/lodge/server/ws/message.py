"""What every message between page and server is made of."""

from __future__ import annotations

import re
from typing import Any

import msgspec

JSON = dict[str, Any]


def tag(name: str) -> str:
    """The `type` of a message: TakeBack is take_back."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of messages, and the bodies of HTTP answers."""


class FromClient(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What clients send. `ref` is any number of the client's; answers to this message carry it."""

    ref: int | None = None


class FromServer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What the server sends."""
