"""The report: one HTML file that needs nothing else, for a phone or a wide screen, by day or by night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

import numpy as np

from lodge import __version__
from lodge.games import game
from lodge.study.changed import Change, changes_of
from lodge.study.findings import DECISION, LEADERS, LENGTH, ORDER, POINTS, Step
from lodge.study.pieces import Section, Series, cell, columns, histograms, legend, rows, said, table
from lodge.study.play import TENTHS
from lodge.study.plots import curves, interval_words, stacked, words_for
from lodge.study.run import Study

CSS = " ".join(Path(__file__).with_name("page.css").read_text(encoding="utf-8").split())
LONG = 16  # a list of more things than this is folded away
COLOURS = 6
PRIME = "\N{PRIME}"
SECTIONS = (ORDER, LENGTH, POINTS, DECISION, LEADERS)


def page(study: Study) -> str:
    """The whole report."""
    series = _series(study)
    title = f"{escape(game(study.settings.game).title)}: a study"
    sections = list(_sections(study, series))
    links = "".join(f'<a href="#{one.slug}">{one.title}</a>' for one in sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{CSS}</style></head><body><main><h1>{title}</h1>{_head(study)}"
        f"<nav>{links}</nav>{legend(series)}{''.join(one.html for one in sections)}</main></body></html>\n"
    )


def _sections(study: Study, series: Sequence[Series]) -> Iterator[Section]:
    contest = [one for one in series if one.sample.seats > 1]
    if study.settings.changes:
        yield _changed(study)
    yield _short(study, series)
    if contest:
        yield _order(contest)
    yield _length(series)
    yield _points(series)
    if contest:
        yield _decision(contest)
        yield _leaders(contest)
    yield _counts(series)
    if study.steps:
        yield _skill(study.steps)
    yield _method(study)


def _series(study: Study) -> list[Series]:
    many = len(study.settings.bots) > 1
    found = []
    for number, (which, findings) in enumerate(study.findings.items()):
        bot = f", {which.bots[0]}" if many else ""
        rules = ", changed" if which.changes else ", as printed" if study.settings.changes else ""
        sign = f"{which.seats}{which.bots[0][:1] if many else ''}{PRIME if which.changes else ''}"
        name = f"{_players(which.seats)}{bot}{rules}"
        found.append(Series(f"s{number % COLOURS}", sign, name, study.samples[which], findings))
    return found


def _players(seats: int) -> str:
    return "alone" if seats == 1 else f"{seats} players"


def _head(study: Study) -> str:
    settings = study.settings
    games = sum(sample.games for sample in study.samples.values())
    options = f" Options: {', '.join(settings.options)}." if settings.options else ""
    others = f"{' and both rules' if settings.changes else ''}{', the others to compare bots' if study.steps else ''}"
    return (
        f'<p class="soft">{games:,} games between bots: {settings.games:,} with each number of players by '
        f"{escape(' and '.join(settings.bots))}{others}.{escape(options)} Every number comes with an interval that "
        "holds the truth with 95 % certainty. What bots do is not what people do: read it as a hint where to look.</p>"
    )


# --- in short --------------------------------------------------------------------------------------------

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


def _short(study: Study, series: Sequence[Series]) -> Section:
    words = [*map(_begins, series), *_steps_words(study.steps)]
    listed = "".join(f"<li>{line}</li>" for line in words if line)
    return Section("In short", f"<ul>{listed}</ul>" if listed else "", table(series, SECTIONS, SHORT))


def _begins(one: Series) -> str:
    """Whether it matters who begins: what a designer asks first."""
    begins = next((found for found in one.of(ORDER) if found.name == "first to play"), None)
    if begins is None or begins.fair is None:
        return ""
    estimate = begins.measure.estimate
    verdict = "no advantage was seen" if estimate.holds(begins.fair) else "an advantage"
    verdict = "a disadvantage" if estimate.high < begins.fair else verdict
    fair = words_for(begins.fair, "share")
    return f"{escape(one.name)}: who begins wins {said(estimate, 'share')}, fair is {fair}: {verdict}."


def _steps_words(steps: Sequence[Step]) -> Iterator[str]:
    """What skill is worth, in a sentence for each step of the ladder."""
    alike: dict[tuple[str, str, str], list[Step]] = {}
    for one in steps:
        alike.setdefault((" (changed)" if one.changes else "", one.stronger, one.weaker), []).append(one)
    for (rules, stronger, weaker), same in alike.items():
        told = [
            f"{_players(one.seats)} {said(one.wins, 'share')}, fair is {words_for(one.fair, 'share')}" for one in same
        ]
        yield f"{escape(stronger)} against {escape(weaker)}{rules} wins: {'; '.join(told)}."


# --- section by section ----------------------------------------------------------------------------------


def _order(series: Sequence[Series]) -> Section:
    how = (
        "How often each player in the order of play wins (where all play at once: each seat). The dashed tick is a "
        "fair share. A shared win counts as shares."
    )
    blocks = []
    several = len({one.sample.seats for one in series}) > 1
    for seats, alike in groupby(series, key=lambda one: one.sample.seats):
        heading = f"<h3>{_players(seats)}</h3>" if several else ""
        blocks.append(heading + rows(list(alike), ORDER))
    return Section.explained("Who begins", how, *blocks)


def _length(series: Sequence[Series]) -> Section:
    return Section.explained(
        "How long it takes",
        "A move is one small decision of one player. Choices are the moves worth considering, where there are at least "
        "two.",
        histograms(series, "moves", lambda one: one["moves"]),
        table(series, [LENGTH]),
    )


def _points(series: Sequence[Series]) -> Section:
    return Section.explained(
        "Points",
        "What players have at the end.",
        histograms(series, "points of a player", lambda one: one.scores.ravel()),
        table(series, [POINTS]),
    )


def _decision(series: Sequence[Series]) -> Section:
    return Section.explained(
        "How it is decided",
        "By how much the winner is ahead of the second.",
        histograms(series, "points ahead", lambda one: one.margins),
        table(series, [DECISION]),
    )


def _leaders(series: Sequence[Series]) -> Section:
    names = [f"leads after {10 * tenth} %, wins" for tenth in TENTHS]
    lines = [
        (one.kind, [found.measure.estimate for name in names for found in one.of(LEADERS) if found.name == name])
        for one in series
    ]
    kept = {(LEADERS, name): name for name in ("leads half-way, does not win", "nobody leads alone half-way")}
    return Section.explained(
        "Comebacks",
        "Of the players who lead alone after 10, 20 ... 90 per cent of the game's moves, counted as if it ended there, "
        "how many win, in per cent. A line that rises late is a game that stays open; what is missing to 100 are "
        "comebacks.",
        curves(lines, [str(10 * tenth) for tenth in TENTHS], "How many of those who lead win, by tenths of the game"),
        legend(series),
        table(series, [LEADERS], kept),
    )


def _counts(series: Sequence[Series]) -> Section:
    how = (
        "How often things happen, in a game or for each player. By the winner: which share of it was a winner's doing; "
        "in colour where chance alone does not explain it. That it goes with winning does not say that it helps to win."
    )
    blocks = []
    for name in dict.fromkeys(found.section for one in series for found in one.found if found.section not in SECTIONS):
        found = [found for one in series for found in one.of(name)]
        units = ("share of players", "for each player") if found[0].each else ("share of games", "in a game")
        unit = units[0 if found[0].unit == "share" else 1]
        many = len({one.name for one in found})
        block = rows(series, name)
        if many > LONG:
            block = f"<details><summary>Show all {many}</summary>{block}</details>"
        blocks.append(f"<h3>{escape(name[:1].upper() + name[1:])} <small>{unit}</small></h3>{block}")
    return Section.explained("What happens", how, *blocks)


def _skill(steps: Sequence[Step]) -> Section:
    how = (
        "One better player among weaker ones, every deal played once from each seat with the same luck; alone, both "
        "play the same deals. The bar splits the variance of the points, against the table's mean, into "
        '<span class="swatch skill"></span>skill: who plays better, <span class="swatch deal"></span>deal: what a seat '
        'gets whoever sits there, and <span class="swatch rest"></span>rest: later luck, and how what all do meets.'
    )
    blocks = []
    for one in steps:
        rules = f" ({', '.join(one.changes)})" if one.changes else ""
        verb = "has more points in" if one.seats == 1 else "wins"
        shares = zip(one.split._fields, one.split, strict=True)
        parts = "; ".join(f"{name} {said(part, 'share')}" for name, part in shares)
        blocks.append(
            f'<div class="step"><div>{escape(one.stronger)} against {escape(one.weaker)}, {_players(one.seats)}'
            f"{escape(rules)}: {verb} {said(one.wins, 'share')}; points ahead {said(one.lead, 'number')}</div>"
            f"{stacked(one.split)}<div>{parts}</div></div>"
        )
    return Section.explained("Skill and luck", how, *blocks)


def _changed(study: Study) -> Section:
    many = len(study.settings.bots) > 1
    several = many or len(study.settings.seats) > 1
    compared = [change for change in changes_of(study) if np.isfinite(change.more.value)]
    clear = sorted((one for one in compared if one.clear), key=lambda one: -one.weight)
    rest = clear[LONG:] + [one for one in compared if not one.clear]
    shown = _change_table(clear[:LONG], several, many) if clear else "<p>Nothing changed clearly.</p>"
    folded = f"<details><summary>The other {len(rest)} numbers</summary>{_change_table(rest, several, many)}</details>"
    return Section.explained(
        "What the change does",
        f"<code>{escape(' '.join(study.settings.changes))}</code>, compared with the rules as printed, on the same "
        "deals. First the numbers whose difference has an interval without zero, the clearest on top. Of twenty "
        "intervals about one misses the truth by chance, so look twice at differences that are just clear.",
        shown,
        folded if rest else "",
    )


def _change_table(changes: Sequence[Change], several: bool, many: bool) -> str:
    lines = []
    for one in changes:
        unit = one.printed.unit
        who = f"<br><small>{_players(one.seats)}{f', {escape(one.bot)}' if many else ''}</small>" if several else ""
        more = f"<b>{words_for(one.more.value, unit, sign=True)}</b>"
        more += f"<small>{interval_words(one.more, unit, sign=True)}</small>"
        lines.append(
            f'<tr{" class=clear" if one.clear else ""}><th scope="row">{escape(one.printed.section)}: '
            f"{escape(one.printed.name)}{who}</th>{cell(one.printed.measure.estimate, unit)}"
            f"{cell(one.changed.measure.estimate, unit)}<td>{more}</td></tr>"
        )
    return columns(["printed", "changed", "difference"], lines)


def _method(study: Study) -> Section:
    settings = study.settings
    steps = f"{settings.deals:,} deals for each step of {escape(', '.join(settings.ladder))}, from every seat"
    return Section(
        "How this was made",
        f"<p><code>{escape(settings.command)}</code></p>",
        f"<p>Lodge {__version__}; the same command gives the same numbers, to the last digit. "
        f"{f'Skill: {steps}. ' if study.steps else ''}Shares have Wilson's interval, means and ratios the usual one "
        "over games, the split of variance one from deals drawn anew. With a changed fact the bots read the new "
        "numbers from the rules, but they were tuned with the printed ones.</p>",
        '<p>Beside this file: <a href="findings.csv">findings.csv</a>, every number with its interval; games.csv and '
        "games.parquet, a row a game; ladder.csv and ladder.parquet, the same of the games that compare bots.</p>",
    )
