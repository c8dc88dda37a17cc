"""The clocks of a match: seconds for each move, or for all of them together, and days off.

A seat's clock runs while the seat may act; that of somebody on vacation stands still, until the days off are used up.
All of it follows from the events and their times: a clock runs on while nobody is there, and is right after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lodge.server.settings import DAY


@dataclass(frozen=True, slots=True)
class TimeRule:
    """How much time there is: `clock` seconds a move, or `total` for all of a seat's moves and `increment` for each.

    `vacation` is how many days a seat's clock may stand still. Without `clock` and `total` there is no clock.
    """

    clock: int | None = None
    total: int | None = None
    increment: int = 0
    vacation: int = 0

    @property
    def whole(self) -> int | None:
        """What a clock shows at first; None: there is none."""
        return self.total if self.clock is None else self.clock


@dataclass(slots=True)
class SeatClock:
    """A seat's clock. `ran` are seconds of this turn before `since`; `away`: on vacation since then."""

    left: float  # of the total time, when the turn began
    days_off: float  # seconds of vacation that are left
    since: float | None = None
    began: float = 0.0  # when the turn came, whatever has happened to the clock since
    ran: float = 0.0
    away: float | None = None

    def _resumes(self, since: float) -> float:
        """From when the clock runs, in a turn that began (or was gone on with) at a time."""
        return since if self.away is None else max(since, self.away + self.days_off)

    def ran_until(self, now: float) -> float:
        """How many seconds of the turn have gone by."""
        return self.ran if self.since is None else self.ran + max(0.0, now - self._resumes(self.since))

    def due(self, limit: float) -> float | None:
        """When the time is up."""
        return None if self.since is None else self._resumes(self.since) + max(0.0, limit - self.ran)

    def go_away(self, at: float) -> None:
        """The clock stands still."""
        self.ran = self.ran_until(at)
        self.away = at
        self.since = None if self.since is None else at

    def come_back(self, at: float) -> None:
        """The clock runs again: since now, or since the days off were used up."""
        if self.away is not None:
            self.since = None if self.since is None else min(self._resumes(self.since), max(self.since, at))
            self.days_off = max(0.0, self.days_off - max(0.0, at - self.away))
            self.away = None


@dataclass(slots=True)
class Clocks:
    """The clocks of all seats."""

    rule: TimeRule
    seats: list[SeatClock] = field(default_factory=list)

    def begin(self, seats: int) -> None:
        """The match begins."""
        self.seats = [SeatClock(self.rule.total or 0, self.rule.vacation * DAY) for _ in range(seats)]

    def turn(self, pending: Iterable[int], mover: int | None, at: float, increment: int = 0) -> None:
        """These may act now. Whoever has acted begins anew; the clock of others who still may runs on."""
        may = set(pending)
        for seat, one in enumerate(self.seats):
            if one.since is not None and (seat == mover or seat not in may):
                one.left = max(0.0, one.left - one.ran_until(at))
                one.since, one.ran = None, 0.0
            if seat == mover:
                one.left = max(0.0, one.left + increment)
            if seat in may and one.since is None:
                one.since = one.began = at

    def limit(self, seat: int) -> float:
        """How many seconds a seat has for its turn."""
        return self.seats[seat].left if self.rule.clock is None else float(self.rule.clock)

    def due(self, seats: Iterable[int]) -> float | None:
        """When the first of these has no time left; None: nobody's time is up."""
        if self.rule.whole is None:
            return None
        found = [self.seats[seat].due(self.limit(seat)) for seat in seats]
        return min((due for due in found if due is not None), default=None)

    def left(self, seat: int, now: float) -> float:
        """What a seat has left: never more than all of it, whatever the machine's clock says."""
        limit = self.limit(seat)
        return min(max(0.0, limit - self.seats[seat].ran_until(now)), limit)

    def days_off(self, seat: int, now: float) -> float:
        """Seconds of vacation that a seat has left."""
        one = self.seats[seat]
        return one.days_off if one.away is None else max(0.0, one.days_off - max(0.0, now - one.away))

    def resting(self, seat: int, now: float) -> bool:
        """Whether a seat's clock stands still for a vacation."""
        return self.seats[seat].away is not None and self.days_off(seat, now) > 0

    def soonest(self, seats: Iterable[int]) -> float:
        """How many seconds at least somebody of these will have who gets the turn next."""
        if self.rule.clock is not None or not self.seats:
            return float(self.rule.whole or 0)
        return min((self.seats[seat].left for seat in seats), default=0.0)
