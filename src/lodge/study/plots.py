"""Plots for the report, as SVG: all widths in per cent, so that lines and words keep their size on a phone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lodge.study.statistics import Estimate, Split

BAR, CURVE = 96, 190  # pixels, heights of what is drawn
FOOT = 20  # and of the words below
MOST_BINS = 32
NONE, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"


def words_for(value: float, unit: str, *, sign: bool = False) -> str:
    """A number as people read it."""
    if not math.isfinite(value):
        return NONE
    scaled = 100 * value if unit == "share" else value
    size = abs(scaled)
    digits = 0 if size >= 999.5 else 1 if unit == "share" or size >= 9.995 else 2 if size >= 0.0995 or not size else 3
    text = f"{scaled:{'+' if sign else ''}.{digits}f}".replace("-", MINUS)
    return f"{text} %" if unit == "share" else text


def interval_words(estimate: Estimate, unit: str, *, sign: bool = False) -> str:
    """An interval as people read it."""
    low, high = (words_for(end, unit, sign=sign).removesuffix(" %") for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def interval(estimate: Estimate, low: float, high: float, unit: str, kind: str, fair: float | None) -> str:
    """A dot with its interval on a line from `low` to `high`; a tick where nothing would matter."""
    if not math.isfinite(estimate.value):
        return '<svg class="dot" aria-hidden="true"></svg>'

    def at(value: float) -> str:
        inside = min(1.0, max(0.0, (value - low) / (high - low)))
        return f"{2 + 96 * inside:.1f}%"

    parts = ['<line class="track" x1="2%" x2="98%" y1="10" y2="10"/>']
    if low < 0 < high:
        parts.append(f'<line class="fair" x1="{at(0)}" x2="{at(0)}" y1="2" y2="18"/>')
    if fair is not None:
        parts.append(f'<line class="fair" x1="{at(fair)}" x2="{at(fair)}" y1="1" y2="19"/>')
    parts.append(f'<line class="span" x1="{at(estimate.low)}" x2="{at(estimate.high)}" y1="10" y2="10"/>')
    middle = at(estimate.value)
    parts.append(f'<circle cx="{middle}" cy="10" r="4.5"/>')
    said = f"{words_for(estimate.value, unit)}, {interval_words(estimate, unit)}"
    return f'<svg class="dot {kind}" role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'


def scale(estimates: Sequence[Estimate], fairs: Sequence[float | None]) -> tuple[float, float]:
    """From where to where lines go so that all fit; zero is always on them."""
    ends = [end for one in estimates if math.isfinite(one.value) for end in one if math.isfinite(end)]
    ends += [fair for fair in fairs if fair is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return (low, high) if high > low else (low, low + 1)


# --- histograms ------------------------------------------------------------------------------------------


def bins(columns: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Edges of bins of a round width that hold all columns."""
    low, high = min(int(column.min()) for column in columns), max(int(column.max()) for column in columns)
    width = next(
        w for power in range(9) for w in (10**power, 2 * 10**power, 5 * 10**power) if (high - low) // w < MOST_BINS
    )
    start = low // width * width
    return np.arange(start, high + width + 1, width)


def histogram(column: npt.NDArray[np.int64], edges: npt.NDArray[np.int64], most: float, kind: str, what: str) -> str:
    """How often each number occurs, the highest bar `most` of all."""
    counts, _ = np.histogram(column, edges)
    count = len(counts)
    width = 100 / count
    bars = [
        f'<rect x="{(at + 0.06) * width:.2f}%" y="{BAR - tall:.1f}" width="{0.88 * width:.2f}%" height="{tall:.1f}">'
        f"<title>{_bin(edges, at)}: {number / len(column):.1%}</title></rect>"
        for at, number in enumerate(counts.tolist())
        if number
        for tall in [max(1.0, BAR * number / len(column) / most)]
    ]
    every = max(1, -(-count // 6))
    labels = [
        f'<text x="{(at + 0.5) * width:.1f}%" y="{BAR + 15}">{str(edges[at]).replace("-", MINUS)}</text>'
        for at in range(0, count, every)
    ]
    middle, low, high = (int(np.quantile(column, q)) for q in (0.5, 0.1, 0.9))
    said = f"{what}: half have at most {middle}, eight of ten from {low} to {high}"
    return (
        f'<svg class="bars {kind}" height="{BAR + FOOT}" role="img" aria-label="{escape(said)}">{"".join(bars)}'
        f'<line class="ground" x1="0" x2="100%" y1="{BAR}" y2="{BAR}"/>{"".join(labels)}</svg>'
    )


def _bin(edges: npt.NDArray[np.int64], at: int) -> str:
    first, last = int(edges[at]), int(edges[at + 1]) - 1
    return str(first) if first == last else f"{first} to {last}"


# --- curves ----------------------------------------------------------------------------------------------


def curves(lines: Sequence[tuple[str, Sequence[Estimate]]], xs: Sequence[str], what: str) -> str:
    """Shares that go on from one x to the next, with intervals."""
    step = 90 / max(1, len(xs) - 1)
    parts = []
    for tick in range(0, 101, 25):
        y = _height(tick / 100)
        parts.append(
            f'<line class="track" x1="5%" x2="100%" y1="{y}" y2="{y}"/><text class="y" x="0" y="{y + 4}">{tick}</text>'
        )
    for number, (kind, estimates) in enumerate(lines):
        shift = 7 + (number - (len(lines) - 1) / 2) * 0.9
        spots = [(shift + at * step, one) for at, one in enumerate(estimates) if math.isfinite(one.value)]
        drawn = [
            f'<line x1="{a:.1f}%" x2="{b:.1f}%" y1="{_height(one.value)}" y2="{_height(other.value)}"/>'
            for (a, one), (b, other) in pairwise(spots)
        ]
        drawn += [
            f'<line class="span" x1="{x:.1f}%" x2="{x:.1f}%" y1="{_height(one.low)}" y2="{_height(one.high)}"/>'
            f'<circle cx="{x:.1f}%" cy="{_height(one.value)}" r="3.5"/>'
            for x, one in spots
        ]
        parts.append(f'<g class="{kind}">{"".join(drawn)}</g>')
    parts += [f'<text x="{7 + at * step:.1f}%" y="{CURVE + 26}">{escape(x)}</text>' for at, x in enumerate(xs)]
    return f'<svg class="curves" height="{CURVE + 32}" role="img" aria-label="{escape(what)}">{"".join(parts)}</svg>'


def _height(share: float) -> float:
    return round(8 + CURVE * (1 - share), 1)


def stacked(split: Split) -> str:
    """The shares of a split side by side."""
    x = 0.0
    parts = []
    for name, one in zip(split._fields, split, strict=True):
        width = 100 * one.value
        parts.append(f'<rect class="{name}" x="{x:.2f}%" y="0" width="{width:.2f}%" height="26"/>')
        if width >= 12:
            parts.append(f'<text class="on-{name}" x="{x + width / 2:.2f}%" y="18">{width:.0f} %</text>')
        x += width
    said = ", ".join(f"{name} {one.value:.0%}" for name, one in zip(split._fields, split, strict=True))
    return f'<svg class="stack" height="26" role="img" aria-label="{said}">{"".join(parts)}</svg>'
