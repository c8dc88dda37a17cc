"""Donnant Donnant in the terminal: a seat's view as Rich prints it."""

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.donnant_donnant.rules.facts import COLOURS, SIDE
from lodge.games.donnant_donnant.table.names import called

SOON = 5  # rounds to go from which they are told
CARDS = {card.name: card for card in DECK}
STYLES = {"yellow": "yellow", "orange": "dark_orange", "green": "green", "blue": "blue", "purple": "magenta"}


def show(view: dict[str, Any], seat: int, names: list[str]) -> Group:
    """The market above, the dice, then everybody's stall."""
    stalls = [_stall(view, number, seat, names) for number in range(len(view["players"]))]
    return Group(_market(view), _dice(view), *stalls)


def tie(view: dict[str, Any], seat: int) -> str:
    """N27: the empty cells, fewer of them being better."""
    return f"empty cells: {view['players'][seat]['empty']}"


def _market(view: dict[str, Any]) -> Table:
    level = view["level"]
    title = f"Round {view['round']}" + (f", level {level['number']}: {level['points']} points" if level else "")
    if 0 < view["rounds_left"] <= SOON:
        title += f", {view['rounds_left']} left" + ("" if level else " at most")
    table = Table(title=title, title_justify="left", expand=True)
    table.add_column("pile")
    for column, price in enumerate(view["prices"], 1):
        table.add_column(f"{column}: {price} dice")
    for row, cards in view["market"].items():
        table.add_row(f"{row} ({view['piles'][row]})", *(_card(card) for card in cards))
    return table


def _dice(view: dict[str, Any]) -> Text:
    line = Text("Dice: ")
    for die in view["dice"]:
        style = f"bold {STYLES[die['colour']]}" if die["free"] else "dim"
        line.append(f"{die['colour']} {die['number'] or '-'}  ", style=style)
    if view["held"]:
        held = view["held"]["card"]
        line.append("  held: ").append(_card(held) if held else "a card")
    return line


def _card(name: str | None) -> Text:
    """A card: its name, and its objective."""
    if name is None:
        return Text("-", style="dim")
    return Text(f"{called(name)}\n", style=_style(name)).append(CARDS[name].objective, style="not bold white")


def _style(name: str) -> str:
    colour = CARDS[name].colour
    return STYLES[COLOURS[colour]] if colour >= 0 else "bold"


def _stall(view: dict[str, Any], number: int, seat: int, names: list[str]) -> Table:
    """N3: three by three at most, as the cards lie; what is dealt below it."""
    player = view["players"][number]
    turn = "▶ " if view["active"] == number else ""
    me = " (you)" if number == seat and names[number] != "You" else ""
    circles = ", ".join(f"{kind} {left}" for kind, left in player["circles"].items() if left)
    title = f"{turn}{number} {names[number]}{me}: {player['score']} points" + (
        f"; circles: {circles}" if circles else ""
    )
    hand = [f"hand {order}: {_dealt(dealt)}" for order, dealt in enumerate(player["hand"], 1) if dealt is not None]
    laid = {card["at"]: (order, card) for order, card in enumerate(player["cards"], 1)}
    columns, rows = _around("abcde", {at[0] for at in laid}), _around("12345", {at[1] for at in laid})
    table = Table(
        title=title,
        title_justify="left",
        caption="\n".join(hand) or None,
        caption_justify="left",
        expand=True,
        show_lines=True,
    )
    table.add_column("")
    for column in columns:
        table.add_column(column, ratio=1)
    for row in rows:
        table.add_row(row, *(_laid(laid.get(column + row)) for column in columns))
    return table


def _around(line: str, used: set[str]) -> str:
    """The rows or columns in which cards lie, and those in which one more could: a stall has three at most."""
    if not used:
        return line[2]
    first, last = line.index(min(used)), line.index(max(used))
    room = SIDE - (last - first + 1)
    return line[max(0, first - room) : last + room + 1]


def _laid(found: tuple[int, dict[str, Any]] | None) -> Text:
    """A card in a stall: its number by which moves name it, its name, its objective, and what is written there."""
    if found is None:
        return Text("·", style="dim")
    order, card = found
    name = card["card"]
    told = Text(f"{order} {called(name)}\n", style=STYLES.get(card["colour"], "bold"))
    told.append(f"{CARDS[name].objective}\n", style="not bold white")
    told.append(" ".join(str(written or "_") for written in card["written"]), style="not bold white")
    worth = "" if card["worth"] is None else f" {card['worth']} points"
    return told.append(f"  {'✓' if card['completed'] else ''}{worth}", style="bold white")


def _dealt(dealt: dict[str, Any]) -> str:
    name = dealt["card"]
    return f"{called(name)}, {CARDS[name].objective}" if name else str(dealt["row"])
