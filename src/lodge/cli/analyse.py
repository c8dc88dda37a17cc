"""`lodge analyse`: a finished match in words and numbers: how it stood, what moves cost, what was luck; what if."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from lodge.cli.analysis_text import because, change, give_or_take, say, tell, worth
from lodge.cli.common import AsJson, RecordFile, Seed, Threads, console, load_record, print_json, progress_bar
from lodge.errors import LodgeError

if TYPE_CHECKING:
    from lodge.analysis import Outlook, Weighed, WhatIf
    from lodge.bots.search import Search
    from lodge.match import Match

app: typer.Typer = typer.Typer()
_BUDGET = re.compile(r"([1-9]\d*)(s?)")


@app.command()
def analyse(
    record: RecordFile,
    budget: Annotated[
        str, typer.Option(help="Play-outs for each move considered (1000), or about how long it takes (30s).")
    ] = "30s",
    bot: Annotated[
        str | None,
        typer.Option(
            help="Who finds the best moves, like search:2000 or master:500ms; without it, search with the budget."
        ),
    ] = None,
    move: Annotated[int | None, typer.Option(help="Look only at this move: what if another had been played?")] = None,
    instead: Annotated[str | None, typer.Option(help="With --move: play this; without it, the best move.")] = None,
    seed: Seed = 0,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Analyse a finished record: chances after every move, losses, turning points, luck and skill; what if."""
    from lodge.analysis import analyse as look
    from lodge.analysis.budget import MOST
    from lodge.replaying import replay
    from lodge.terminal import called

    if instead is not None and move is None:
        raise LodgeError("--instead needs --move: the number of the move that it replaces.")
    loaded = load_record(record)
    if loaded.seed is None:
        raise LodgeError("This match is not over: only a match that has been played to its end can be analysed.")
    match = replay(loaded)
    match.names = tuple(called(match.names))
    (playouts, seconds), searcher = _amount(budget), _searcher(bot)
    if move is not None:
        if seconds is not None:
            match.action_at(move)  # says what is wrong
            playouts = MOST
        _what_if(match, move, instead, playouts, seed, searcher, as_json=as_json)
        return
    with progress_bar("Looking at moves", match.number, quiet=as_json) as tick:
        found = look(
            match, searcher=searcher, playouts=playouts, seconds=seconds, seed=seed, threads=threads, progress=tick
        )
    if as_json:
        print_json(_plain(found))
        return
    tell(match, found)


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


def _what_if(
    match: Match, move: int, instead: str | None, playouts: int, seed: int, searcher: Search | None, *, as_json: bool
) -> None:
    from lodge.analysis import what_if
    from lodge.analysis.judging import decision_at

    made = decision_at(match, move, searcher=searcher, playouts=playouts, seed=seed)
    weighed = made.weigh(match.action_at(move)[1]) if made else None
    best = weighed.choices[0].text if weighed else match.history[move - 1][1]
    found = what_if(match, move - 1, instead or best, games=playouts, seed=seed)
    if as_json:
        choices = _plain(weighed.choices if weighed else [])
        print_json({"choices": choices, "what_if": _plain(found)})
        return
    unit = "points" if match.seats == 1 else "chance"
    _show_choices(match, unit, weighed, found)
    if instead or found.move != found.played:
        _show_outlooks(match, unit, found)


def _show_choices(match: Match, unit: str, weighed: Weighed | None, found: WhatIf) -> None:
    """What could have been played, by what its maker knew."""
    say(f"Move {found.number + 1}: {match.names[found.seat]} played {found.played}.")
    if weighed is None:
        say("There was nothing to decide.")
        return
    for number, one in enumerate(weighed.choices):
        value = worth(unit, one.results[found.seat])
        if number == 0:
            say(f"Best: {one.text}, worth {value}.")
        elif one.edge > one.noise:
            say(f"{one.text}: {change(unit, -one.edge)} {give_or_take(unit, one.noise)}{because(one)}.")
        else:
            say(f"{one.text}: as good as the best, as far as one can tell.")


def _show_outlooks(match: Match, unit: str, found: WhatIf) -> None:
    """What comes of another move, all cards as they lie."""
    if found.move == found.played:
        say(f"What if {found.move}? That was played.")
        return
    gain = f"{change(unit, found.gain)} {give_or_take(unit, found.noise)}"
    if abs(found.gain) <= found.noise:
        gain = f"no difference that one could tell {give_or_take(unit, found.noise)}"
    say(f"What if {found.move}? For {match.names[found.seat]}: {gain}.")
    table = Table("", f"with {found.move}", "as played")
    for name, one, other in zip(match.names, found.instead, found.as_played, strict=True):
        table.add_row(Text(name), _outlook(unit, one), _outlook(unit, other))
    console.print(table)
    say(f"Quick bots played on {found.games} times from this position, with new luck.")


def _outlook(unit: str, one: Outlook) -> str:
    points = f"{worth('points', one.points)} ({one.low} to {one.high})"
    return points if unit == "points" else f"{worth(unit, one.chance)}, {points}"
