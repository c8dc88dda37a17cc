"""An analysis told to people, with the words of the page: first what happened, then the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lodge.cli.common import console

if TYPE_CHECKING:
    from lodge.analysis import Analysis, Choice, Judged
    from lodge.match import Match

BLOCKS = " ▁▂▃▄▅▆▇█"
SETTING = 4  # columns beside the curve
STEPS = (0.1, 0.5, 1.5)  # of the spread of results: from where on something mattered, and how much
HELPED = ("hardly mattered", "helped a little", "helped", "helped a lot")
UNCLEAR = "unclear"
HURT = ("hardly mattered", "hurt a little", "hurt", "hurt a lot")
FINE = 0.1  # chances below this are told with a digit more
ROUGH = 100  # play-outs of a move: with fewer, little shows
SHOWN = 12  # moves that mattered, at most; the others are in --json


def tell(match: Match, found: Analysis) -> None:
    """All of it."""
    say(headline(match, found))
    for sentence in (turning_point(found), decisions(found), luck(found)):
        say(sentence)
    _players(found)
    _curve(found)
    _moves(found)
    _numbers(found)
    sure = worth(found.unit, found.noise)
    say(
        f"Each move was played on {found.playouts} times: what a position is worth is known to within "
        f"± {sure}. Players are judged by what they could know; what was hidden from them counts as luck."
    )
    if found.playouts < ROUGH:
        say("So few play-outs show great mistakes only, and accuracies flatter: a greater --budget tells more.")


def say(words: str) -> None:
    """A paragraph."""
    console.print(words, markup=False, highlight=False)


# --- numbers, as the page writes them ---------------------------------------------------------------------


def worth(unit: str, value: float) -> str:
    """A chance, or points."""
    return f"{value:.1f} points" if unit == "points" else f"{value:.0%}"


def change(unit: str, value: float) -> str:
    """How much better or worse: with a sign, and finer where it is little."""
    return f"{signed(value)} points" if unit == "points" else signed(100 * value, abs(value) < FINE) + "%"


def signed(value: float, fine: bool = True) -> str:
    """A number with its sign."""
    return f"{value:+.{1 if fine else 0}f}".replace("-", "\N{MINUS SIGN}")


def amount(unit: str, value: float) -> str:
    """How much, whichever way."""
    return change(unit, abs(value))[1:]


def give_or_take(unit: str, noise: float) -> str:
    """How far off a change may be; its unit has been told."""
    return f"(± {amount(unit, noise).removesuffix(' points')})"


def effect(value: float, noise: float, spread: float) -> str:
    """What luck or play did to a player, in words, where it can be told."""
    if abs(value) <= noise and noise >= STEPS[0] * spread:
        return UNCLEAR
    step = sum(abs(value) >= least * spread for least in STEPS)
    return (HURT if value < 0 else HELPED)[step]


# --- words ------------------------------------------------------------------------------------------------


def headline(match: Match, found: Analysis) -> str:
    """What was played, and who won."""
    if match.seats == 1:
        return f"{match.game.title}: {match.names[0]} made {match.scores[0]} points in {match.number} moves."
    winners = " and ".join(found.names[seat] for seat in match.winners)
    won = "won" if len(match.winners) == 1 else "shared the win"
    return f"{match.game.title} for {match.seats}: {winners} {won} after {match.number} moves."


def turning_point(found: Analysis) -> str:
    """The move that changed most."""
    if not found.turning:
        return "There was no turning point: no single move changed much."
    one = found.moves[found.turning[0] - 1]
    seat, before, now = _swing(found, one)
    what = "what to expect of" if found.unit == "points" else "the chance of"
    return (
        f"The turning point was {_named(found, one)}, by {_cause(one, seat)}: "
        f"{what} {found.names[seat]} went from {worth(found.unit, before)} to {worth(found.unit, now)}."
    )


def decisions(found: Analysis) -> str:
    """The best decision, and the one that lost most."""
    best, worst = max(found.moves, key=lambda move: move.gain), max(found.moves, key=lambda move: move.loss)
    told = []
    if best.gain:
        told.append(f"The best decision was {_named(found, best)}: {change(found.unit, best.gain)} more than is usual.")
    if worst.loss:
        told.append(f"The costliest was {_named(found, worst)}: {judgement(found, worst)}")
    return " ".join(told) or "No decision stood out: none cost anything that one could tell."


def luck(found: Analysis) -> str:
    """Whom luck helped most, and whom it hurt most."""
    lucks = [(one.luck, seat) for seat, one in enumerate(found.standings)]
    (least, unlucky), (most, lucky) = min(lucks), max(lucks)
    told = [(value, seat) for value, seat in ((most, lucky), (least, unlucky)) if _mattered_much(found, value, seat)]
    if not told:
        return "Luck hardly mattered."
    words = [f"{_step(found, value)}: {found.names[seat]} ({change(found.unit, value)})" for value, seat in told]
    return f"Luck {' and '.join(dict.fromkeys(words))}."


def _mattered_much(found: Analysis, value: float, seat: int) -> bool:
    return effect(value, found.standings[seat].luck_noise, found.spread) not in (HELPED[0], UNCLEAR)


def _step(found: Analysis, value: float) -> str:
    """`helped a little`, but before a name."""
    return effect(value, 0.0, found.spread)


def _named(found: Analysis, one: Judged) -> str:
    return f"move {one.number} ({found.names[one.seat]}: {one.text})"


def judgement(found: Analysis, one: Judged) -> str:
    """What a move cost, what was better and why."""
    played, unit = one.choices[one.played], found.unit
    return (
        f"{change(unit, -one.loss)} {give_or_take(unit, played.noise)}. Better: {one.choices[0].text}{because(played)}."
    )


def because(choice: Choice) -> str:
    """What makes the difference between the best move and another."""
    if choice.why is None:
        return ""
    line = choice.why.line.replace("_", " ").replace("-", " ")
    return f" (mostly: {'points of the others' if line == 'others' else line} {signed(choice.why.points)})"


def _swing(found: Analysis, one: Judged) -> tuple[int, float, float]:
    """Whom a move changed most, and from what to what."""
    before = found.moves[one.number - 2].stands if one.number > 1 else found.start
    swings = [now - then for now, then in zip(one.stands, before, strict=True)]
    seat = max(range(len(swings)), key=lambda who: (round(abs(swings[who]), 6), swings[who]))  # of equals, who gains
    return seat, before[seat], one.stands[seat]


def _cause(one: Judged, seat: int) -> str:
    return "luck" if abs(one.luck[seat]) >= abs(one.skill[seat]) else "play"


# --- lists ------------------------------------------------------------------------------------------------


def _section(title: str, body: Table) -> None:
    console.print(Text(f"\n{title}", "bold"))
    console.print(Padding(body, (0, 0, 0, 2)), highlight=False)


def _list(*columns: str) -> Table:
    """A list without lines; one of the columns may be to the right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for side in columns:
        table.add_column(justify="right" if side == "right" else "left")
    return table


def _players(found: Analysis) -> None:
    table = _list("left", "left")
    for name, one in zip(found.names, found.standings, strict=True):
        parts = [("luck", one.luck, one.luck_noise), ("own play", one.own, one.own_noise)]
        parts += [("play of the others", one.others, one.others_noise)] if len(found.names) > 1 else []
        told = [(what, effect(value, noise, found.spread)) for what, value, noise in parts]
        words = [f"{what} {how}" for what, how in told if how != HELPED[0]] or ["neither luck nor play mattered much"]
        table.add_row(Text(name), f"{', '.join(words)}; accuracy {one.accuracy:.0f} of 100")
    _section("The players", table)


def _curve(found: Analysis) -> None:
    """A line of blocks a seat, from nothing to certain; alone, from nothing to the most."""
    curves = [[found.start[seat], *(one.stands[seat] for one in found.moves)] for seat in range(len(found.names))]
    most = max(1.0, *(max(curve) for curve in curves))
    step = -(-len(curves[0]) // max(1, console.width - max(map(len, found.names)) - 2 * SETTING))
    table = _list("left", "left")
    for name, curve in zip(found.names, curves, strict=True):
        drawn = "".join(BLOCKS[round(max(0.0, value) / most * (len(BLOCKS) - 1))] for value in curve[::step])
        table.add_row(Text(name), f"{drawn}|")
    _section("Points to expect, move by move" if found.unit == "points" else "Chance to win, move by move", table)


def _moves(found: Analysis) -> None:
    """The moves that cost most, and the turning points, in the order of the match."""
    lost = sorted((one for one in found.moves if one.loss), key=lambda one: -one.loss)
    rest = [one.number for one in lost if one.number not in found.turning]
    room = SHOWN - len(found.turning)
    table = _list("right", "left", "left")
    for number in sorted([*found.turning, *rest[:room]]):
        one = found.moves[number - 1]
        table.add_row(f"{number}", Text(found.names[one.seat]), Text(_mattered(found, one)))
    if table.row_count:
        _section("Moves that mattered", table)
    if len(rest) > room:
        say(f"  and {len(rest) - room} more that cost less (all of them: --json)")


def _mattered(found: Analysis, one: Judged) -> str:
    said = [f"{one.text}: {judgement(found, one)}" if one.loss else f"{one.text}."]
    if one.number in found.turning:
        seat, before, now = _swing(found, one)
        said.append(
            f"Turning point by {_cause(one, seat)}: {found.names[seat]} {worth(found.unit, before)} → "
            f"{worth(found.unit, now)}."
        )
    return " ".join(said)


def _numbers(found: Analysis) -> None:
    """Start, luck and play add up to the result. Chances as hundredths of a win: their sums are no longer chances."""
    scale = 1 if found.unit == "points" else 100
    alone = len(found.names) == 1
    heads = ["start", "luck", "own play", *([] if alone else ["others"]), "result", "lost a decision"]
    table = _list("left", *["right"] * len(heads))
    table.add_row("", *(Text(head, "italic") for head in heads))
    for name, one in zip(found.names, found.standings, strict=True):
        parts = [(one.luck, one.luck_noise), (one.own, one.own_noise), (one.others, one.others_noise)]
        changes = [f"{signed(scale * part)} ± {scale * noise:.1f}" for part, noise in parts[: 2 if alone else 3]]
        lost = amount(found.unit, one.loss) if one.decisions else ""
        table.add_row(Text(name), f"{scale * one.start:.1f}", *changes, f"{scale * one.result:.1f}", lost)
    _section(f"In numbers ({'points' if alone else '100 is a win'}): start, luck and play add up to the result", table)
    console.print()
