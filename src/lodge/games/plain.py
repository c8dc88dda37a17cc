"""A game's table where it says no more than it must: texts of moves, positions, words for events, a table to print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from lodge.errors import BadPosition, IllegalMove
from lodge.games.defaults import completed
from lodge.kernel import dtype_of, new, rule

if TYPE_CHECKING:
    from lodge.games import Game

Json = dict[str, Any]
NAMED = 6  # legal moves that are named when another was tried
PADDING = "padding"
OWNERS = ("owner", "seat", "player")  # what the field of a cell is called that says whose it is


def moves(game: Game, module: ModuleType) -> Any:
    """All that `table.moves` need not say itself: it must have Move, CONTRACT and to_move."""
    return completed(
        module,
        {
            "ALL_SEE": lambda _: False,
            "text": _text,
            "to_action": lambda own: _to_action(own, game),
            "parse": lambda own: _parse(own, game),
            "why_not": lambda own: _why_not(own, game),
            "reveals": lambda _: _reveals(game),
            "view": lambda own: own.CONTRACT.view,
            "views": lambda own: own.CONTRACT.views,
            "events": lambda own: own.CONTRACT.events,
            "fade": lambda own: own.CONTRACT.fade,
            "to_position": lambda _: to_position,
            "from_position": lambda own: _from_position(own, game),
            "tell": lambda _: tell,
            "show": lambda _: show,
            "tie": lambda _: lambda view, seat: "",  # noqa: ARG005 - nothing decides
        },
    )


def _text(own: Any) -> Any:
    @cache
    def text(action: int) -> str:
        """A move's name and what its fields hold: `take 2`."""
        values = msgspec.to_builtins(own.to_move(action))
        return " ".join(_word(value) for value in values.values()).lower()

    return text


def _word(value: Any) -> str:
    return "+".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)


def _table(own: Any, game: Game, made: str) -> dict[Any, int]:
    return {getattr(own, made)(action): action for action in range(game.rules.ACTIONS)}


def _to_action(own: Any, game: Game) -> Any:
    kept: dict[Any, int] = {}

    def to_action(move: Any) -> int:
        """By looking it up among all moves."""
        kept.update(kept or _table(own, game, "to_move"))
        if move not in kept:
            raise IllegalMove(f"{move!r} is not a move of {game.title}.")
        return kept[move]

    return to_action


def _parse(own: Any, game: Game) -> Any:
    kept: dict[str, int] = {}

    def parse(text: str) -> int:
        """By looking it up among the texts of all moves."""
        kept.update(kept or _table(own, game, "text"))
        words = " ".join(text.split()).lower()
        if words not in kept:
            raise IllegalMove(f"{text!r} is not a move. Moves look like this: {_some(list(kept))}.")
        return kept[words]

    return parse


def _some(texts: Sequence[str]) -> str:
    return ", ".join(texts[:NAMED]) + (", ..." if len(texts) > NAMED else "")


def _why_not(own: Any, game: Game) -> Any:
    def why_not(state: Any, seat: int, action: int) -> str:  # noqa: ARG001 - the same for all
        """What is possible instead."""
        out = np.zeros(game.rules.ACTIONS, np.int16)
        count = game.rules.legal(state, seat, out)
        possible = [own.text(int(one)) for one in out[:count]]
        return f"What is possible now: {_some(possible)}." if possible else "It is not that player's turn."

    return why_not


def _reveals(game: Game) -> Any:
    secrets = 1 if game.rules.SECRETS else 0

    def reveals(state: Any, seat: int, action: int) -> bool:  # noqa: ARG001 - others look
        """Where things are hidden, any move may show one, unless the game says otherwise."""
        return secrets == 1

    return rule(reveals)


# --- positions --------------------------------------------------------------------------------------------


def to_position(state: Any) -> Json:
    """The fields of the state, by name."""
    return {name: state[name].tolist() for name in state.dtype.names if name != PADDING}


def _from_position(own: Any, game: Game) -> Any:
    def from_position(position: Any, options: int) -> Any:  # noqa: ARG001 - what a game keeps of them is a field
        """The fields of the state; whatever the rules and the view cannot read is refused."""
        layout = dtype_of(game.rules.State)
        names = [name for name in layout.names or () if name != PADDING]
        if not isinstance(position, dict) or set(position) != set(names):
            raise BadPosition(f"A position of {game.title} has these entries: {', '.join(names)}.")
        state: Any = new(game.rules.State)
        for name in names:
            state[name] = _numbers(name, position[name], layout[name])
        _try_out(own, game, state)
        return state

    return from_position


def _numbers(name: str, value: Any, layout: np.dtype[Any]) -> Any:
    shape, limits = layout.shape, np.iinfo(layout.base)
    try:
        numbers = np.array(value, dtype=object)
    except ValueError:
        numbers = np.array(None, dtype=object)
    whole = all(isinstance(one, int) and limits.min <= one <= limits.max for one in numbers.flat)
    if numbers.shape != shape or not whole:
        what = f"{' by '.join(map(str, shape))} whole numbers" if shape else "a whole number"
        raise BadPosition(f"{name} must be {what} from {limits.min} to {limits.max}.")
    return numbers


def _try_out(own: Any, game: Game, state: Any) -> None:
    """Ask the rules all that they are asked after a move, interpreted: what they cannot answer was no position."""
    fewest, most = game.seats
    if not fewest <= int(state["seats"]) <= most:
        raise BadPosition(f"seats must be from {fewest} to {most}.")
    out = np.zeros(game.rules.ACTIONS, np.int16)
    try:
        waiting = int(game.rules.pending(state))
        for seat in range(int(state["seats"])):
            game.rules.place(state, seat)
            own.CONTRACT.view(state, seat)
            if waiting >> seat & 1:
                game.rules.legal(state, seat, out)
    except (IndexError, OverflowError, ValueError, ZeroDivisionError) as error:
        raise BadPosition(f"The rules cannot go on from there: {error}.") from None


# --- words ------------------------------------------------------------------------------------------------


def tell(event: Json) -> str:
    """An event by its name and its fields: `take: place 2, card oak`."""
    fields = {
        key: value for key, value in event.items() if key not in ("event", "seat") and value not in (None, [], {})
    }
    name = str(event["event"]).replace("_", " ")
    return f"{name}: {', '.join(f'{plain(key)} {said(value)}' for key, value in fields.items())}" if fields else name


def plain(key: str) -> str:
    """A field's name as one reads it."""
    return key.replace("_", " ")


def said(value: Any) -> str:
    """JSON values in words."""
    if isinstance(value, dict):
        return ", ".join(f"{plain(str(key))} {said(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list):
        return " ".join(map(said, value)) or "-"
    return "-" if value is None else ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _grid(rows: list[list[Any]], names: list[str]) -> Any:
    """A list of lists, with the numbers of its rows and columns, as moves name them."""
    from rich.table import Table

    table = Table("", *(str(number + 1) for number in range(max(map(len, rows)))), box=None)
    for number, row in enumerate(rows):
        table.add_row(str(number + 1), *(_cell(one, names) for one in row))
    return table


def _cell(value: Any, names: list[str]) -> str:
    """What lies in a cell, without what does not; whose it is by the player's name."""
    if not isinstance(value, dict):
        return "·" if value in (None, "") else said(value)
    words = []
    for key, one in value.items():
        if one is None or one is False or one in ("", [], {}):
            continue
        owned = key in OWNERS and isinstance(one, int) and 0 <= one < len(names)
        words.append(names[one] if owned else plain(key) if one is True else said(one))
    return " ".join(words) or "·"


def show(view: Json, seat: int, names: list[str]) -> Any:
    """What lies in the middle, a line or a grid each, and a column for each player."""
    from rich.console import Group
    from rich.table import Table

    middle = Table(show_header=False, box=None)
    for key, value in view.items():
        if key not in ("players", "over", "to_move"):
            rows = isinstance(value, list) and value and all(isinstance(row, list) and row for row in value)
            middle.add_row(plain(key), _grid(value, names) if rows else said(value))
    listed = view.get("players", [])
    table = Table("", *(f"{name} (you)" if number == seat else name for number, name in enumerate(names)))
    for key in listed[0] if listed and isinstance(listed[0], dict) else ():
        table.add_row(plain(key), *(said(player[key]) for player in listed))
    return Group(middle, table)
