"""Amik in the terminal: a sheet as a picture, the others as a line each."""

from typing import Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lodge.games.amik.rules.facts import HEXES, NAMES, SHAPE_NAMES, SHAPES, hexes_of

# Letter and colour of each habitat: told apart by both.
LOOKS = {
    ".": ("·", "dim"),
    "w": ("w", "yellow"),
    "r": ("~", "bold cyan"),
    "d": ("=", "bold blue"),
    "p": ("O", "bold blue"),
    "f": ("♣", "green"),
    "c": ("x", "dim green"),
}
LEGEND = "· blank  w wetland  ~ river  = dam  O pond  ♣ forest  x cut forest  [ ] animal  ( ) laid  { } bonus river"


def show(view: dict[str, Any], seat: int, names: list[str]) -> Group:
    """The roll, the seat's own sheet (a spectator: everybody's), and the scores."""
    sheets = [seat] if seat >= 0 else range(len(view["players"]))
    pictures = [
        Panel(_landscape(view["players"][one]), title=Text(names[one]), title_align="left", subtitle=LEGEND)
        for one in sheets
    ]
    return Group(_roll(view, seat), *pictures, _scores(view, seat, names))


def tie(view: dict[str, Any], seat: int) -> str:
    """A19: nothing breaks a tie."""
    return ""


def _roll(view: dict[str, Any], seat: int) -> Text:
    """What was rolled, and as what it is laid."""
    landscape = f"Landscape {view['landscape']} of {view['landscapes']}.  " if view["landscapes"] > 1 else ""
    own = view["players"][seat]["dice"] if seat >= 0 else []
    dice = own or view["roll"]
    words = [SHAPE_NAMES[die - 1] for die in dice] if len(dice) == 2 else []
    shown = "  ".join(f"{die} {SHAPE_NAMES[die - 1]}" if words else str(die) for die in dice)
    pond = " laid as a pond roll" if seat >= 0 and view["players"][seat]["pond"] else ""
    text = Text(f"{landscape}{view['phase'].capitalize()} {view['number']}: {shown}{pond}\n", style="bold")
    for word in dict.fromkeys(words):
        text.append(f"{word:>8} ", style="dim")
        text.append_text(_shape(word))
    return text


def _shape(name: str) -> Text:
    """A shape in one of its forms."""
    hexes = hexes_of(SHAPES[SHAPE_NAMES.index(name)].hexes)
    rows = range(min(r for _, r in hexes), max(r for _, r in hexes) + 1)
    left = min(2 * q + r for q, r in hexes)
    lines = []
    for row in rows:
        columns = {2 * q + r - left for q, r in hexes if r == row}
        lines.append("".join("⬢" if column in columns else " " for column in range(max(columns) + 1)))
    return Text(("\n" + " " * 9).join(lines) + "\n")


def _landscape(player: dict[str, Any]) -> Text:
    """The hexes, two columns for each half step; row letters on the left, the `q` of the first hex beside them."""
    laid = set((player["laid"] or "").split())
    river = {name for piece in player["river"] for name in piece}
    text = Text()
    row = -1
    for number, (q, r) in enumerate(HEXES):
        if r != row:
            row = r
            text.append(f"{chr(10) if r else ''}{NAMES[number]:>4} ", style="dim")
            text.append(" " * (2 * (2 * q + r - 8)))
        letter, style = LOOKS[player["hexes"][number]]
        name = NAMES[number]
        marks = "()" if name in laid else "[]" if name == player["animal"] else "{}" if name in river else "  "
        text.append(
            f"{marks[0]}{letter}{marks[1]} ", style=f"{style} reverse" if name in player["dead_ends"] else style
        )
    return text


def _scores(view: dict[str, Any], seat: int, names: list[str]) -> Table:
    table = Table(expand=True)
    for heading in ("", "does", "lodges", "upgrades", "river", "blank", "dead ends", "points"):
        table.add_column(heading)
    for number, player in enumerate(view["players"]):
        score = player["score"]
        lodges = " ".join(f"{lodge['points']}{'x' if lodge['used'] else ''}" for lodge in player["lodges"])
        earlier = "".join(f"{points} + " for points in score["earlier"])
        me = " (you)" if number == seat and names[number] != "You" else ""
        table.add_row(
            Text(names[number] + me),
            player["title"] or player["step"],
            lodges or "-",
            f"{player['upgrades']}{_cuts(player)}",
            str(score["river"]),
            str(score["blank"]),
            str(score["dead_ends"]),
            f"{earlier}{score['total']}",
        )
    return table


def _cuts(player: dict[str, Any]) -> str:
    """The forests that can be cut."""
    cuts = [name if many == 1 else f"{name} (3)" for name, many in player["cuts"].items()]
    return f", cut {' '.join(cuts)}" if cuts else ""
