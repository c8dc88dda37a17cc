"""Messages about time: what the host chooses, a seat's clock, and days off."""

from __future__ import annotations

from lodge.server.ws.message import FromClient, Part


class SeatTime(Part):
    """A seat's clock: seconds `left`, whether it `runs`, seconds of `vacation` left, and whether they are taken now."""

    left: float
    runs: bool
    vacation: float
    away: bool


class SetOptions(FromClient):
    """Host, lobby: the game's options and the clock: seconds a move, or in `total` with an `increment`, or none.

    With a clock, `vacation` is how many days each player may let theirs stand still.
    """

    options: list[str]
    clock: int | None = None
    total: int | None = None
    increment: int = 0
    vacation: int = 0


class Vacation(FromClient):
    """Let this seat's clock stand still, or run again; it runs again by itself when the days off are used up."""

    seat: int
    on: bool
