"""The pieces that the report is made of: series, tables, rows of intervals, histograms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from lodge.study.findings import Finding, Sample
from lodge.study.plots import MINUS, bins, histogram, interval, interval_words, scale, words_for
from lodge.study.statistics import Estimate

NOTHING = "<td></td>"


@dataclass(frozen=True)
class Series:
    """One line-up in all plots: its colour, its short sign, its name."""

    kind: str
    sign: str
    name: str
    sample: Sample
    found: Sequence[Finding]

    @property
    def key(self) -> str:
        """The sign in its colour."""
        changed = " changed" if self.sample.lineup.changes else ""
        return f'<span class="key {self.kind}{changed}" title="{escape(self.name)}">{escape(self.sign)}</span>'

    def of(self, section: str) -> list[Finding]:
        """The findings of a section."""
        return [one for one in self.found if one.section == section]


class Section:
    """A part of the report with a heading."""

    def __init__(self, title: str, *content: str) -> None:
        self.title: str = escape(title)
        self.slug: str = title.lower().replace(" ", "-")
        self.html: str = f'<section id="{self.slug}"><h2>{self.title}</h2>{"".join(content)}</section>'

    @classmethod
    def explained(cls, title: str, how: str, *content: str) -> Section:
        """One that begins with how it is to be read."""
        return cls(title, f'<p class="soft">{how}</p>', *content)


def legend(series: Sequence[Series]) -> str:
    """Which sign is what; with one series nothing needs to be told."""
    if len(series) == 1:
        return ""
    return f'<ul class="legend">{"".join(f"<li>{one.key} {escape(one.name)}</li>" for one in series)}</ul>'


def cell(estimate: Estimate, unit: str) -> str:
    """A number and its interval in a table."""
    return f"<td><b>{words_for(estimate.value, unit)}</b><small>{interval_words(estimate, unit)}</small></td>"


def table(series: Sequence[Series], sections: Iterable[str], names: Mapping[tuple[str, str], str] | None = None) -> str:
    """A line a finding, a column a series; only those that have a name, if names are given."""
    lines: dict[str, dict[str, str]] = {name: {} for name in (names or {}).values()}  # in this order
    for one in series:
        for found in (found for section in sections for found in one.of(section)):
            name = found.name if names is None else names.get((found.section, found.name))
            if name is not None:
                lines.setdefault(name, {})[one.name] = cell(found.measure.estimate, found.unit)
    body = [
        f'<tr><th scope="row">{escape(name)}</th>{"".join(cells.get(one.name, NOTHING) for one in series)}</tr>'
        for name, cells in lines.items()
        if cells
    ]
    return columns([one.name for one in series], body)


def columns(heads: Sequence[str], body: Sequence[str]) -> str:
    """A table of lines with these heads; on a phone a line's name stands above its cells."""
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="numbers"><table style="--n:{len(heads)}">'
        f"<thead><tr><td></td>{cells}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def rows(series: Sequence[Series], section: str) -> str:
    """A row a finding, in it a line a series: dot, interval, number, and what of it was the winner's doing."""
    by_name: dict[str, list[tuple[Series, Finding]]] = {}
    for one in series:
        for found in one.of(section):
            by_name.setdefault(found.name, []).append((one, found))
    everything = [found for pairs in by_name.values() for _, found in pairs]
    low, high = scale([found.measure.estimate for found in everything], [found.fair for found in everything])
    tagged, won = len(series) > 1, any(found.winners for found in everything)
    content = ['<span class="head value">95 %</span>', '<span class="head won">by the winner</span>' if won else ""]
    for name, pairs in by_name.items():
        content.append(f'<div class="rule"></div><span class="name">{escape(name)}</span>')
        for one, found in pairs:
            estimate, unit = found.measure.estimate, found.unit
            content.append(interval(estimate, low, high, unit, one.kind, found.fair))
            content.append(f'<span class="tag">{one.key if tagged else ""}</span>')
            said = f"{words_for(estimate.value, unit)} <small>{interval_words(estimate, unit)}</small>"
            content.append(f'<span class="value">{said}</span>')
            content.append(f'<span class="won">{_won(found, one.sample)}</span>' if won else "")
    return f'<div class="rows">{"".join(content)}</div>'


def _won(found: Finding, sample: Sample) -> str:
    """Which share was the winners' doing; marked where it is not what it would be by chance."""
    if found.winners is None or not np.isfinite(found.winners.estimate.value):
        return ""
    estimate = found.winners.estimate
    fair = float((sample.places == 1).mean())
    said = f"{round(100 * estimate.value)} %"
    return said if estimate.holds(fair) else f"<b>{said}</b>"  # a phone shows only these


def histograms(series: Sequence[Series], what: str, column: Callable[[Sample], npt.NDArray[np.int64]]) -> str:
    """A histogram for each series, all on the same scale."""
    columns = [column(one.sample) for one in series]
    edges = bins(columns)
    most = max(float(np.histogram(numbers, edges)[0].max()) / len(numbers) for numbers in columns)
    figures = []
    for one, numbers in zip(series, columns, strict=True):
        middle, low, high = (int(np.quantile(numbers, q)) for q in (0.5, 0.1, 0.9))
        said = f"half at most {middle}, eight of ten from {low} to {high}".replace("-", MINUS)
        key = f"{one.key} " if len(series) > 1 else ""
        figures.append(
            f"<figure><figcaption>{key}{escape(what)}: {said}</figcaption>"
            f"{histogram(numbers, edges, most, one.kind, f'{what}, {one.name}')}</figure>"
        )
    beside = 2 if len(figures) in {2, 4} else 3
    return f'<div class="multiples" style="--m:{beside}">{"".join(figures)}</div>'


def said(estimate: Estimate, unit: str) -> str:
    """A number and its interval in a sentence."""
    return f"<b>{words_for(estimate.value, unit)}</b> <small>({interval_words(estimate, unit)})</small>"
