"""Dam It! in the terminal: a seat's view as Rich prints it."""

from typing import Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lodge.games.dam_it.rules.facts import NAMES, RIVER_LENGTH, VALUES

CUBE = "■"
STYLES = {"disposal": "cyan", "garbage": "red"}


def show(view: dict[str, Any], seat: int, names: list[str]) -> Group:
    """The common middle above, then the players, then the seat's own cards."""
    parts: list[Table | Panel] = [_dams(view), _river(view), _players(view, seat, names)]
    if seat >= 0:
        parts.append(_hand(view["players"][seat]))
    return Group(*parts)


def tie(view: dict[str, Any], seat: int) -> str:
    """D17: the values of the trees left in hand, added up."""
    return f"trees left in hand: {view['players'][seat]['wood']}"


def _card(name: str) -> Text:
    """A card's name and value; wild ones and garbage are told apart by colour and by word."""
    value = VALUES[NAMES.index(name)]
    return Text(f"{name} {value}" if value else name, style=STYLES.get(name, "green"))


def _dams(view: dict[str, Any]) -> Table:
    table = Table(title="Dams", title_justify="left", expand=True)
    table.add_column("cost")
    for pile in view["dams"]:
        table.add_column(str(pile["cost"]), justify="center", style="bold")
    table.add_row("points", *(" ".join(map(str, pile["points"])) or "-" for pile in view["dams"]))
    return table


def _river(view: dict[str, Any]) -> Table:
    table = Table(title="River", title_justify="left", expand=True)
    for place in range(1, RIVER_LENGTH + 1):
        table.add_column(f"{place} (free)" if place == 1 else f"{place} (pay {place - 1})", justify="center")
    table.add_column(f"pile (pay {RIVER_LENGTH})", justify="center")
    table.add_row(
        *(_card(spot["card"]) for spot in view["river"]), _card(view["top"]) if view["top"] else Text("empty")
    )
    table.add_row(*(CUBE * spot["cubes"] for spot in view["river"]), f"+{view['pile']} below")
    return table


def _players(view: dict[str, Any], seat: int, names: list[str]) -> Table:
    table = Table(title="Players", title_justify="left", expand=True)
    for heading in ("", "cubes", "hand", "dam pile", "points"):
        table.add_column(heading)
    for number, player in enumerate(view["players"]):
        turn = "▶ " if view["to_move"] == number else "  "
        me = " (you)" if number == seat and names[number] != "You" else ""
        hand = str(player["hand_size"])
        if player["hand"] is not None and number != seat:
            hand += "  " + _cards(player["hand"])
        table.add_row(
            Text(turn + names[number] + me),
            f"{CUBE * player['cubes']} {player['cubes']}",
            hand,
            _dam_pile(player),
            "" if player["score"] is None else str(player["score"]),
        )
    return table


def _dam_pile(player: dict[str, Any]) -> str:
    """The cards before a player; their number alone where they are hidden."""
    if player["dams"] is None:
        return str(player["dam_pile_size"])
    dams = " ".join(name.partition("/")[2] for name in player["dams"])
    garbage = f"garbage {player['garbage']}" if player["garbage"] else ""
    return "  ".join(part for part in (dams, garbage) if part) or "-"


def _hand(player: dict[str, Any]) -> Panel:
    cards = [Text.assemble(_card(name), f" x{number}" if number > 1 else "") for name, number in player["hand"].items()]
    return Panel(
        Text("   ").join(cards) if cards else Text("empty", style="dim"), title="Your hand", title_align="left"
    )


def _cards(hand: dict[str, int]) -> str:
    return ", ".join(name if number == 1 else f"{name} x{number}" for name, number in hand.items())
