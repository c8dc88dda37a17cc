"""The time of day, as this process counts it: it does not jump when somebody sets the machine's clock.

Clocks of tables, and how long tables are kept, go by `now`. It begins with the machine's time of day and goes on with
a clock that nobody can set, which runs on while the machine sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

JUMP = 60.0  # seconds by which the machine's clock may be put right without being called a jump


_steady: Callable[[], float] = time.monotonic
if hasattr(time, "CLOCK_BOOTTIME"):  # on Linux the seconds asleep count, too
    _steady = partial(time.clock_gettime, time.CLOCK_BOOTTIME)


def _wall() -> float:
    return time.time()


_began = _wall() - _steady()


def now() -> float:
    """Unix time in seconds, without jumps."""
    return _began + _steady()


def jumped() -> float:
    """By how many seconds the machine's clock has been set since this process began; 0 where it was only put right."""
    ahead = _wall() - now()
    return ahead if abs(ahead) > JUMP else 0.0


def follow() -> None:
    """Believe the machine's clock from now on."""
    global _began  # noqa: PLW0603 - there is one time of day
    _began = _wall() - _steady()
