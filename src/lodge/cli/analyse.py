"""`lodge analyse`: a finished match in numbers: who stood how when, what moves cost, what was luck."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from lodge.cli.words import AsJson, RecordFile, Seed, Threads, console, load_record, print_json, progress_bar
from lodge.errors import LodgeError

if TYPE_CHECKING:
    from lodge.analysis import Analysis, Choice, Judged, Outlook, Weighed, WhatIf
    from lodge.bots.search import Search
    from lodge.match import Match

app = typer.Typer()
BLOCKS = " ▁▂▃▄▅▆▇█"
WIDEST = 100  # columns of the curve
_BUDGET = re.compile(r"([1-9]\d*)(s?)")


@app.command()
def analyse(
    record: RecordFile,
    budget: Annotated[
        str, typer.Option(help="Play-outs of each move that is looked at (1000), or about how long it takes (30s).")
    ] = "30s",
    bot: Annotated[
        str | None,
        typer.Option(help="Who finds the best moves: search:2000, master:500ms; else search with the budget."),
    ] = None,
    move: Annotated[int | None, typer.Option(help="Look at this move alone: what if it had been another?")] = None,
    instead: Annotated[str | None, typer.Option(help="With --move: play this; without it, the best move.")] = None,
    seed: Seed = 0,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Analyse a finished record: chances after every move, losses, turning points, luck and skill; what if."""
    from lodge.analysis import analyse as look
    from lodge.analysis import playouts_at
    from lodge.replaying import replay

    match = replay(load_record(record))
    (playouts, seconds), searcher = _amount(budget), _searcher(bot)
    if move is not None:
        if seconds is not None:
            match.action_at(move)  # says what is wrong
            playouts = playouts_at(match, move - 1, seconds * match.number)
        _what_if(match, move, instead, playouts, seed, searcher, as_json=as_json)
        return
    with progress_bar("Looking at moves", match.number, quiet=as_json) as tick:
        found = look(
            match, searcher=searcher, playouts=playouts, seconds=seconds, seed=seed, threads=threads, progress=tick
        )
    if as_json:
        print_json(_plain(found))
        return
    _show_players(found)
    _show_curve(found)
    _show_moves(found)


def _amount(budget: str) -> tuple[int, float | None]:
    """Play-outs, or seconds."""
    given = _BUDGET.fullmatch(budget)
    if given is None:
        raise LodgeError(f"A budget is a number of play-outs, or of seconds like 30s, not {budget!r}.")
    return (1, float(given[1])) if given[2] else (int(given[1]), None)


def _searcher(spec: str | None) -> Search | None:
    from lodge.bots import bot as named
    from lodge.bots.search import Search

    found = named(spec) if spec else None
    if found is not None and not isinstance(found, Search):
        raise LodgeError(f"The best moves are found by search or master, not by {spec!r}.")
    return found


def _plain(found: Any) -> Any:
    """For JSON."""
    import msgspec

    return msgspec.to_builtins(found)


def _worth(found: Analysis, value: float, *, signed: bool = False) -> str:
    """A chance, or points."""
    if found.unit == "points":
        return f"{value:+.1f}" if signed else f"{value:.1f}"
    return f"{value:+.1%}" if signed else f"{value:.1%}"


def _show_players(found: Analysis) -> None:
    what = "points" if found.unit == "points" else "chance to win"
    table = Table("player", f"{what} at the start", "luck", "own play", "others", "result", "mean loss", "accuracy")
    for name, one in zip(found.names, found.standings, strict=True):
        parts = [_worth(found, value, signed=True) for value in (one.luck, one.own, one.others)]
        numbers = [_worth(found, one.start), *parts, _worth(found, one.result), _worth(found, one.loss)]
        table.add_row(name, *numbers, f"{one.accuracy:.0f}")
    console.print(table)


def _show_curve(found: Analysis) -> None:
    """A line of blocks a seat, from nothing to certain; alone, from nothing to the most."""
    curves = [[found.start[seat], *(one.stands[seat] for one in found.moves)] for seat in range(len(found.names))]
    most = max(1.0, *(max(curve) for curve in curves))
    step = -(-len(curves[0]) // WIDEST)
    width = max(map(len, found.names))
    for name, curve in zip(found.names, curves, strict=True):
        drawn = "".join(BLOCKS[round(max(0.0, value) / most * (len(BLOCKS) - 1))] for value in curve[::step])
        console.print(f"{name:>{width}} |{drawn}|", markup=False, highlight=False, no_wrap=True, overflow="crop")


def _show_moves(found: Analysis) -> None:
    """The moves that cost something, and the turning points."""
    table = Table("move", "player", "played", "loss", "better", "because of", "stood then", "luck")
    for one in found.moves:
        if one.loss or one.number in found.turning:
            table.add_row(*_row(found, one))
    console.print(table)
    console.print(f"* turning point. {found.playouts} play-outs of each move.", highlight=False)


def _row(found: Analysis, one: Judged) -> list[str]:
    mark = "*" if one.number in found.turning else ""
    better = one.choices[0].text if one.loss else ""
    loss = f"{_worth(found, one.loss)} ± {_worth(found, one.choices[one.played].noise)}" if one.loss else ""
    why = _why(one.choices[one.played]) if one.loss else ""
    stands = "  ".join(_worth(found, value) for value in one.stands)
    luck = _worth(found, one.luck[one.seat], signed=True)
    return [f"{one.number}{mark}", found.names[one.seat], one.text, loss, better, why, stands, luck]


def _why(choice: Choice) -> str:
    return f"{choice.why.line.replace('_', ' ')} {choice.why.points:+.1f}" if choice.why else ""


def _what_if(
    match: Match, move: int, instead: str | None, playouts: int, seed: int, searcher: Search | None, *, as_json: bool
) -> None:
    from lodge.analysis import what_if
    from lodge.analysis.judging import weigh_move

    weighed = weigh_move(match, move, searcher=searcher, playouts=playouts, seed=seed)
    best = weighed.choices[0].text if weighed else match.history[move - 1][1]
    found = what_if(match, move - 1, instead or best, games=playouts, seed=seed)
    if as_json:
        choices = _plain(weighed.choices if weighed else [])
        print_json({"choices": choices, "what_if": _plain(found)})
        return
    if weighed:
        _show_choices(match, weighed, found.seat)
    _show_outlooks(match, found)


def _show_choices(match: Match, weighed: Weighed, seat: int) -> None:
    table = Table("move", "worth", "less than the best", "because of")
    for one in weighed.choices:
        worth = f"{one.results[seat]:.1f}" if match.seats == 1 else f"{one.results[seat]:.1%}"
        less = f"{one.edge:.1f} ± {one.noise:.1f}" if match.seats == 1 else f"{one.edge:.1%} ± {one.noise:.1%}"
        table.add_row(one.text, worth, less, _why(one))
    console.print(table)


def _show_outlooks(match: Match, found: WhatIf) -> None:
    table = Table("player", f"with {found.move}", f"with {found.played}, as played")
    for name, one, other in zip(match.names, found.instead, found.as_played, strict=True):
        table.add_row(name, _outlook(one, match.seats), _outlook(other, match.seats))
    console.print(table)
    gain = (
        f"{found.gain:+.1f} ± {found.noise:.1f} points"
        if match.seats == 1
        else f"{found.gain:+.1%} ± {found.noise:.1%}"
    )
    console.print(f"{match.names[found.seat]}: {gain} in {found.games} games played on.", markup=False, highlight=False)


def _outlook(one: Outlook, seats: int) -> str:
    points = f"{one.points:.1f} points ({one.low} to {one.high})"
    return points if seats == 1 else f"{one.chance:.1%}, {points}"
