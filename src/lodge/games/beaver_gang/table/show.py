"""Beaver Gang in the terminal: a seat's view as Rich prints it."""

from typing import Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lodge.games.beaver_gang.rules.facts import PATIENCE

HIDDEN = "▒▒"
SPECIAL = {"swap": "magenta", "peek": "cyan", "twice": "yellow"}


def show(view: dict[str, Any], seat: int, names: list[str]) -> Group:
    """The common middle above, then the players, then the card drawn."""
    parts: list[Table | Panel] = [_middle(view), _players(view, seat, names)]
    if view["held"] is not None:
        parts.append(_held(view["held"], names))
    return Group(*parts)


def tie(view: dict[str, Any], seat: int) -> str:
    """B16: nothing breaks a tie."""
    return ""


def _card(name: str | None) -> Text:
    """A card; special ones are told apart by colour and by word, hidden ones show their back."""
    if name is None:
        return Text(HIDDEN, style="dim")
    return Text(name, style=SPECIAL.get(name, "bold green"))


def _middle(view: dict[str, Any]) -> Table:
    table = Table(title=f"Round {view['round']} of {view['rounds']}", title_justify="left", expand=True)
    table.add_column("stack")
    table.add_column("top discard")
    table.add_column("discards")
    table.add_column("")
    table.add_row(str(view["stack"]), _card(view["top"]) if view["top"] else "-", str(view["discard"]), _news(view))
    return table


def _news(view: dict[str, Any]) -> str:
    if view["turned_up"]:
        why = f"nobody has knocked in {PATIENCE} turns each: " if view["limit"] else ""
        return f"{why}all cards are turned up"
    return "last turns!" if view["knocker"] is not None else ""


def _players(view: dict[str, Any], seat: int, names: list[str]) -> Table:
    table = Table(title="Players", title_justify="left", expand=True)
    for heading in ("  seat", "1", "2", "3", "4", "rounds", "total"):
        table.add_column(heading)
    replaced = {told["seat"]: told["replaced"] for told in view["turned_up"] or ()}
    for number, player in enumerate(view["players"]):
        turn = "▶ " if view["to_move"] == number else "  "
        me = " (you)" if number == seat and names[number] != "You" else ""
        knocked = " (knocked)" if view["knocker"] == number and not view["limit"] else ""
        cards = [_card(card) for card in player["cards"]]
        for change in replaced.get(number, ()):
            cards[change["at"] - 1].append(f" > {' > '.join(change['drawn'])}", style="bold green")
        pad = " + ".join(map(str, player["pad"]))
        table.add_row(Text(f"{turn}{number} {names[number]}{me}{knocked}"), *cards, pad, str(player["score"]))
    return table


def _held(held: dict[str, Any], names: list[str]) -> Panel:
    card = _card(held["card"])
    if held["first"]:
        card.append("  the first of two", style="dim")
    return Panel(card, title=f"Card drawn by seat {held['seat']}, {names[held['seat']]}", title_align="left")
