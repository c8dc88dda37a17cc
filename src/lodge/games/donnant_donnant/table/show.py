"""Donnant Donnant in the terminal: a seat's view as Rich prints it."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.donnant_donnant.rules.facts import BONUSES, COLOURS, EVALUATIONS

CARDS = {card.name: card for card in DECK}
STYLES = {"yellow": "yellow", "orange": "dark_orange", "green": "green", "blue": "blue", "purple": "magenta"}


def show(view: dict[str, Any], seat: int, names: list[str]) -> Group:
    """The market above, the dice, then everybody's stall."""
    stalls = [_stall(view, number, seat, names) for number in range(len(view["players"]))]
    return Group(_market(view), _dice(view), *stalls)


def _market(view: dict[str, Any]) -> Table:
    level = view["level"]
    title = f"Round {view['round']}" + (f", level {level['number']}: {level['points']} points" if level else "")
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
    """A card: name, objective, and what it brings."""
    if name is None:
        return Text("-", style="dim")
    card = CARDS[name]
    style = STYLES[COLOURS[card.colour]] if card.colour >= 0 else "bold"
    return Text(f"{name} {card.objective}\n", style=style).append(effect(name), style="not bold white")


def effect(name: str) -> str:
    """What a card brings when it is completed, in a few words."""
    card = CARDS[name]
    if card.bonus:
        return BONUSES[card.kind]
    aim = f" {COLOURS[card.aim]}" if card.aim >= 0 else ""
    return f"{card.points} {EVALUATIONS[card.kind]}{aim}"


def _stall(view: dict[str, Any], number: int, seat: int, names: list[str]) -> Table:
    player = view["players"][number]
    turn = "▶ " if view["active"] == number else ""
    me = " (you)" if number == seat and names[number] != "You" else ""
    circles = ", ".join(f"{kind} {left}" for kind, left in player["circles"].items() if left)
    title = f"{turn}{number} {names[number]}{me}: {player['score']} points" + (
        f"; circles: {circles}" if circles else ""
    )
    table = Table(title=title, title_justify="left", expand=True)
    for heading in ("card", "at", "objective", "written", "brings", "worth"):
        table.add_column(heading)
    for order, card in enumerate(player["cards"], 1):
        table.add_row(
            Text(f"{order} {card['card']}", style=STYLES.get(card["colour"], "bold")),
            card["at"],
            CARDS[card["card"]].objective,
            " ".join(str(written or "_") for written in card["written"]),
            effect(card["card"]),
            ("✓ " if card["completed"] else "") + ("" if card["worth"] is None else str(card["worth"])),
        )
    for order, dealt in enumerate(player["hand"], 1):
        if dealt is not None:
            name = dealt["card"]
            objective, brings = (CARDS[name].objective, effect(name)) if name else ("", "")
            table.add_row(f"hand {order}: {name or dealt['row']}", "", objective, "", brings, "")
    return table
