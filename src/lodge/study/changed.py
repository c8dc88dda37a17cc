"""What a changed fact does: the same deals with both rules, number by number."""

from __future__ import annotations

from typing import NamedTuple

from lodge.study.findings import Finding
from lodge.study.plan import Lineup
from lodge.study.run import Study
from lodge.study.statistics import Estimate, difference


class Change(NamedTuple):
    """A number with the printed rules, with the changed ones, and the difference."""

    seats: int
    bot: str
    printed: Finding
    changed: Finding
    more: Estimate

    @property
    def clear(self) -> bool:
        """Whether the interval of the difference leaves out zero."""
        return not self.more.holds(0)

    @property
    def weight(self) -> float:
        """How far the difference is from zero, in widths of its interval."""
        width = self.more.high - self.more.low
        return abs(self.more.value) / width if width > 0 else 0.0


def changes_of(study: Study) -> list[Change]:
    """All numbers that both rules have, as they come."""
    compared = []
    for lineup, findings in study.findings.items():
        if lineup.changes:
            before = {(one.section, one.name): one for one in study.findings[Lineup((), lineup.bots, rotated=False)]}
            for found in findings:
                if (twin := before.get((found.section, found.name))) is not None:
                    more = difference(twin.measure, found.measure)
                    compared.append(Change(lineup.seats, lineup.bots[0], twin, found, more))
    return compared
