"""What coverage need not look at: it makes Python half as fast, whatever runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def environment(**more: str) -> dict[str, str]:
    """For a program that is killed (it could not tell what it ran), or whose lines are seen elsewhere."""
    return {name: text for name, text in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"} | more


@contextmanager
def unmeasured() -> Iterator[None]:
    """For what runs no lines of ours, or runs them for the thousandth time."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
