"""The report: one HTML file that needs nothing else, for a phone or a wide screen, by day or by night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lodge import __version__
from lodge.games import game
from lodge.study.changed import Change, changes_of
from lodge.study.findings import DECISION, LEADERS, LENGTH, ORDER, POINTS, Finding, Sample, Step
from lodge.study.play import TENTHS
from lodge.study.plots import MINUS, bins, curves, histogram, interval, interval_words, scale, stacked, words_for
from lodge.study.run import Study
from lodge.study.statistics import Estimate

CSS = Path(__file__).with_name("page.css")
LONG = 16  # a list of more things than this is folded away
COLOURS = 6
PRIME = "\N{PRIME}"
NOTHING = "<td></td>"
SECTIONS = (ORDER, LENGTH, POINTS, DECISION, LEADERS)


@dataclass(frozen=True)
class Series:
    """One table in all plots: its colour, its short sign, its name."""

    kind: str
    sign: str
    name: str
    sample: Sample
    found: Sequence[Finding]

    @property
    def key(self) -> str:
        """The sign in its colour."""
        changed = " changed" if self.sample.table.changes else ""
        return f'<span class="key {self.kind}{changed}" title="{escape(self.name)}">{escape(self.sign)}</span>'

    def of(self, section: str) -> list[Finding]:
        """The findings of a section."""
        return [one for one in self.found if one.section == section]


def page(study: Study) -> str:
    """The whole report."""
    series = _series(study)
    title = game(study.settings.game).title
    contest = [one for one in series if one.sample.seats > 1]
    parts = [_short(study, series)]
    if study.settings.changes:
        parts.insert(0, _changed(study, series))
    if contest:
        parts.append(_order(contest))
    parts += [_length(series), _points(series)]
    if contest:
        parts += [_decision(contest), _leaders(contest)]
    parts.append(_counts(series))
    if study.steps:
        parts.append(_skill(study.steps))
    parts.append(_method(study))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: a study</title><style>{CSS.read_text()}</style></head><body><main>"
        f"<h1>{escape(title)}: a study</h1>{_head(study, series)}{''.join(parts)}</main></body></html>\n"
    )


def _series(study: Study) -> list[Series]:
    many = len(study.settings.bots) > 1
    found = []
    for number, (table, findings) in enumerate(study.findings.items()):
        seats = "alone" if table.seats == 1 else f"{table.seats} players"
        bot = f", {table.bots[0]}" if many else ""
        rules = ", changed" if table.changes else ", as printed" if study.settings.changes else ""
        sign = f"{table.seats}{table.bots[0][:1] if many else ''}{PRIME if table.changes else ''}"
        name = f"{seats}{bot}{rules}"
        found.append(Series(f"s{number % COLOURS}", sign, name, study.samples[table], findings))
    return found


def _head(study: Study, series: Sequence[Series]) -> str:
    settings = study.settings
    games = sum(sample.games for sample in study.samples.values())
    options = f" Options: {', '.join(settings.options)}." if settings.options else ""
    bots = " and ".join(settings.bots)
    links = "".join(f'<a href="#{_slug(name)}">{escape(name)}</a>' for name in _names(study))
    return (
        f'<p class="soft">{games:,} games between bots, of which {settings.games:,} with each number of players by '
        f"{escape(bots)} against itself.{escape(options)} Every number comes with an interval that holds the "
        f"truth with 95 % certainty. What bots do is not what people do: read it as a hint where to look.</p>"
        f"<nav>{links}</nav>{_legend(series)}"
    )


def _names(study: Study) -> list[str]:
    contest = any(seats > 1 for seats in study.settings.seats)
    names = ["What the change does"] if study.settings.changes else []
    names += ["In short", "Who begins"] if contest else ["In short"]
    names += ["How long it takes", "Points"]
    names += ["How it is decided", "Comebacks"] if contest else []
    return [*names, "What happens", *(["Skill and luck"] if study.steps else []), "How this was made"]


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _section(title: str, explained: str, *content: str) -> str:
    said = f'<p class="soft">{explained}</p>' if explained else ""
    return f'<section id="{_slug(title)}"><h2>{escape(title)}</h2>{said}{"".join(content)}</section>'


def _legend(series: Sequence[Series]) -> str:
    if len(series) == 1:
        return ""
    return f'<ul class="legend">{"".join(f"<li>{one.key} {escape(one.name)}</li>" for one in series)}</ul>'


# --- tables and rows -------------------------------------------------------------------------------------


def _cell(estimate: Estimate, unit: str) -> str:
    return f"<td><b>{words_for(estimate.value, unit)}</b><small>{interval_words(estimate, unit)}</small></td>"


def _table(
    series: Sequence[Series], sections: Iterable[str], names: Mapping[tuple[str, str], str] | None = None
) -> str:
    """A line a finding, a column a series; only those that have a name, if names are given."""
    lines: dict[str, dict[str, str]] = {}
    for one in series:
        for found in (found for section in sections for found in one.of(section)):
            name = found.name if names is None else names.get((found.section, found.name))
            if name is not None:
                lines.setdefault(name, {})[one.name] = _cell(found.measure.estimate, found.unit)
    head = "".join(f'<th scope="col">{escape(one.name)}</th>' for one in series)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(cells.get(one.name, NOTHING) for one in series)}</tr>'
        for name, cells in lines.items()
    )
    return f'<div class="scroll"><table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _rows(series: Sequence[Series], section: str) -> str:
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
    said = f"{100 * estimate.value:.0f} %"
    return said if estimate.holds(fair) else f"<b>{said}</b>"  # a phone shows only these


def _histograms(series: Sequence[Series], what: str, column: Callable[[Sample], npt.NDArray[np.int64]]) -> str:
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
    return f'<div class="multiples">{"".join(figures)}</div>'


# --- the sections ----------------------------------------------------------------------------------------

SHORT = {
    (ORDER, "first to play"): "who begins wins",
    (LENGTH, "moves"): "moves",
    (POINTS, "of a player"): "points of a player",
    (POINTS, "of the winner"): "points of the winner",
    (DECISION, "points between first and second"): "points ahead of the second",
    (DECISION, "won by 1 point or less"): "won by 1 point or less",
    (DECISION, "the win was shared"): "shared wins",
    (LEADERS, "leads half-way, does not win"): "who leads half-way does not win",
}


def _short(study: Study, series: Sequence[Series]) -> str:
    said = [*map(_begins, series), *map(_step_words, study.steps)]
    listed = "".join(f"<li>{line}</li>" for line in said if line)
    return _section("In short", "", f"<ul>{listed}</ul>" if listed else "", _table(series, SECTIONS, SHORT))


def _begins(one: Series) -> str:
    """Whether it matters who begins: what a designer asks first."""
    begins = next((found for found in one.of(ORDER) if found.name == "first to play"), None)
    if begins is None or begins.fair is None:
        return ""
    estimate = begins.measure.estimate
    verdict = "no advantage was seen" if estimate.holds(begins.fair) else "an advantage"
    verdict = "a disadvantage" if estimate.high < begins.fair else verdict
    fair = words_for(begins.fair, "share")
    return f"{escape(one.name)}: who begins wins {_said(estimate, 'share')}, fair is {fair}: {verdict}."


def _step_words(one: Step) -> str:
    """What skill is worth, in a sentence."""
    verb = "has more points than" if one.seats == 1 else "wins against"
    seats = "alone" if one.seats == 1 else f"{one.seats} players"
    rules = ", changed" if one.changes else ""
    fair = words_for(one.fair, "share")
    return (
        f"{seats}{rules}: {escape(one.stronger)} {verb} {escape(one.weaker)} in {_said(one.wins, 'share')} of the "
        f"games, fair is {fair}."
    )


def _said(estimate: Estimate, unit: str) -> str:
    return f"<b>{words_for(estimate.value, unit)}</b> <small>({interval_words(estimate, unit)})</small>"


def _order(series: Sequence[Series]) -> str:
    explained = "How often each player in the order of play wins; the dashed tick is a fair share. A shared win counts as shares."
    blocks = []
    for _, alike in groupby(series, key=lambda one: one.sample.seats):
        same = list(alike)
        seats = f"<h3>{same[0].sample.seats} players</h3>" if len({one.sample.seats for one in series}) > 1 else ""
        blocks.append(seats + _rows(same, ORDER))
    return _section("Who begins", explained, *blocks)


def _length(series: Sequence[Series]) -> str:
    explained = "A move is one small decision of one player. Choices are the moves worth considering, where there are at least two."
    return _section(
        "How long it takes", explained, _histograms(series, "moves", lambda one: one["moves"]), _table(series, [LENGTH])
    )


def _points(series: Sequence[Series]) -> str:
    return _section(
        "Points",
        "What all players have at the end.",
        _histograms(series, "points of a player", lambda one: one.scores.ravel()),
        _table(series, [POINTS]),
    )


def _decision(series: Sequence[Series]) -> str:
    return _section(
        "How it is decided",
        "By how much the winner is ahead of the second.",
        _histograms(series, "points ahead", lambda one: one.margins),
        _table(series, [DECISION]),
    )


def _leaders(series: Sequence[Series]) -> str:
    explained = (
        "Of the players who lead alone after each tenth of the game's moves, counted as if it ended there, how many win, in "
        "per cent. A flat line that rises late is a game that stays open; what is missing to 100 are comebacks."
    )
    names = [f"leads after {10 * tenth} %, wins" for tenth in TENTHS]
    lines = [
        (one.kind, [found.measure.estimate for name in names for found in one.of(LEADERS) if found.name == name])
        for one in series
    ]
    plot = curves(lines, [str(10 * tenth) for tenth in TENTHS], "How many of those who lead win, by tenths of the game")
    kept = {(LEADERS, name): name for name in ("leads half-way, does not win", "nobody leads alone half-way")}
    return _section("Comebacks", explained, plot, _legend(series), _table(series, [LEADERS], kept))


def _counts(series: Sequence[Series]) -> str:
    explained = (
        "How often things happen in a game, or for each player where it says so. By the winner: which share of it was a "
        "winner's doing; bold where chance alone does not explain it. That it goes with winning does not say that it helps to win."
    )
    sections = dict.fromkeys(found.section for one in series for found in one.found if found.section not in SECTIONS)
    blocks = []
    for section in sections:
        first = next(found for one in series for found in one.of(section))
        unit = "share of games" if first.unit == "share" else "a player" if _each(series, section) else "a game"
        heading = f'{escape(section[:1].upper() + section[1:])} <small class="soft">{unit}</small>'
        rows = _rows(series, section)
        many = len({found.name for one in series for found in one.of(section)})
        if many > LONG:
            rows = f"<details><summary>All {many}</summary>{rows}</details>"
        blocks.append(f"<h3>{heading}</h3>{rows}")
    return _section("What happens", explained, *blocks)


def _each(series: Sequence[Series], section: str) -> bool:
    """Whether a section counts for each player."""
    return any(found.each for one in series for found in one.of(section))


def _skill(steps: Sequence[Step]) -> str:
    explained = (
        "One better player among weaker ones, every deal played once from each seat with the same luck; alone, both play the same "
        "deals. The bar splits the variance of the points (against the table's mean) into "
        '<span class="swatch skill"></span>skill: who plays better, <span class="swatch deal"></span>deal: what a seat gets, '
        'whoever sits there, and <span class="swatch rest"></span>the rest: later luck, and how what all do meets.'
    )
    blocks = []
    for one in steps:
        seats = "alone" if one.seats == 1 else f"{one.seats} players"
        rules = f" ({', '.join(one.changes)})" if one.changes else ""
        verb = "has more points in" if one.seats == 1 else "wins"
        fair = words_for(one.fair, "share")
        wins = f"{words_for(one.wins.value, 'share')} <small>{interval_words(one.wins, 'share')}, fair {fair}</small>"
        lead = f"{words_for(one.lead.value, 'number', sign=True)} <small>{interval_words(one.lead, 'number')}</small>"
        parts = "; ".join(
            f"{name} {words_for(part.value, 'share')} <small>{interval_words(part, 'share')}</small>"
            for name, part in zip(one.split._fields, one.split, strict=True)
        )
        blocks.append(
            f'<div class="step"><div><b>{escape(one.stronger)}</b> against {escape(one.weaker)}, {seats}{escape(rules)}: '
            f"{verb} {wins}; points ahead {lead}</div>{stacked(one.split)}<div>{parts}</div></div>"
        )
    return _section("Skill and luck", explained, *blocks)


def _changed(study: Study, series: Sequence[Series]) -> str:
    explained = (
        f"<code>{escape(' '.join(study.settings.changes))}</code>, compared with the rules as printed on the same deals. Listed are "
        "the numbers whose difference has an interval without zero, the clearest first. Of twenty intervals about one misses the "
        "truth by chance, so look twice at what stands at the end."
    )
    several = len({(one.sample.seats, one.sample.table.bots[0]) for one in series}) > 1
    compared = [change for change in changes_of(study) if np.isfinite(change.more.value)]
    clear = sorted((one for one in compared if one.clear), key=lambda one: -one.weight)
    others = [one for one in compared if not one.clear]
    shown = _change_table(clear[:LONG], several) if clear else "<p>Nothing changed clearly.</p>"
    rest = clear[LONG:] + others
    folded = f"<details><summary>The other {len(rest)} numbers</summary>{_change_table(rest, several)}</details>"
    return _section("What the change does", explained, shown, folded if rest else "")


def _change_table(changes: Sequence[Change], several: bool) -> str:
    lines = []
    for one in changes:
        unit = one.printed.unit
        who = f'<br><small class="soft">{one.seats} players, {escape(one.bot)}</small>' if several else ""
        more = f"<b>{words_for(one.more.value, unit, sign=True)}</b><small>{interval_words(one.more, unit, sign=True)}</small>"
        lines.append(
            f'<tr{" class=clear" if one.clear else ""}><th scope="row">{escape(one.printed.section)}: '
            f"{escape(one.printed.name)}{who}</th>{_cell(one.printed.measure.estimate, unit)}"
            f"{_cell(one.changed.measure.estimate, unit)}<td>{more}</td></tr>"
        )
    head = '<tr><th></th><th scope="col">printed</th><th scope="col">changed</th><th scope="col">difference</th></tr>'
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(lines)}</tbody></table></div>'


def _method(study: Study) -> str:
    settings = study.settings
    ladder = (
        f"Skill: {settings.deals:,} deals for each step of {escape(', '.join(settings.ladder))}, from every seat. "
        if study.steps
        else ""
    )
    return _section(
        "How this was made",
        "",
        f"<p><code>{escape(settings.command)}</code></p>",
        f"<p>Lodge {__version__}; the same command gives the same numbers, to the last digit. {ladder}Shares have Wilson's "
        "interval, means and ratios the usual normal one over games, the split of variance one from deals drawn anew. With a "
        "changed fact, the bots read the new numbers from the rules, but they were tuned with the printed ones.</p>",
        '<p>Beside this file: <a href="findings.csv">findings.csv</a>, every number with its interval; games.csv and '
        "games.parquet, a row a game, and ladder.csv and ladder.parquet with the games of the ladder.</p>",
    )
