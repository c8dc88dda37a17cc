"""Amik: what happened in a move, to tell or to animate."""

from __future__ import annotations

from typing import Any

from lodge.games.amik.facts import FORESTS, HABITATS, NAMES, SHAPE_NAMES, title
from lodge.games.amik.knowledge import holds
from lodge.games.amik.state import (
    ANIMAL,
    ANIMAL_ROUND,
    CHANGE,
    CUT,
    LAY,
    LAY_FIRST,
    OUT,
    POND,
    POND_ROUND,
    STOP,
    UPGRADE,
    State,
    over,
)
from lodge.games.amik.tables import PLACE_SHAPE, PLACES, SECTION_HEX
from lodge.games.amik.upgrades import animal_complete
from lodge.games.amik.views import LETTERS, landscape_points, letters


def events(before: State, seat: int, action: int, after: State, _viewer: int) -> list[dict[str, Any]]:
    """What everybody saw: first the move, then what came of it.

    - `forest` (section, hex), `animal` (hex), `change` (die, was, is), `pond_roll`,
    - `lay` (shape, hexes, second), and with the second shape `draw` (changes: habitat by hex),
    - `cut` (hex, upgrades), `upgrade` (hex, to), `stop`, `done`, `out` (score, title),
    - `lodge` (points), `animal_complete`: what the move brought,
    - `roll` (dice, phase), `landscape` (number), `end`: what came for all.
    """
    same_sheet = int(before.landscape) == int(after.landscape)
    happened = [_move(before, seat, action, after)]
    if same_sheet:
        happened += _gains(before, seat, action, after)
    if over(after):
        happened.append({"event": "end"})
    elif not same_sheet or int(before.round) != int(after.round):
        if not same_sheet:
            happened.append({"event": "landscape", "number": int(after.landscape) + 1})
        happened += _roll(after)
    return happened


def _move(before: State, seat: int, action: int, after: State) -> dict[str, Any]:  # noqa: PLR0911 - one a kind
    """The move itself."""
    if action >= LAY:
        place = action - LAY
        second = int(before.step[seat]) != LAY_FIRST
        hexes = [NAMES[one] for one in PLACES[place]]
        shape = SHAPE_NAMES[PLACE_SHAPE[place]]
        return {"event": "lay", "seat": seat, "shape": shape, "hexes": hexes, "second": second}
    if action >= UPGRADE:
        number = action - UPGRADE
        return {"event": "upgrade", "seat": seat, "hex": NAMES[number], "to": HABITATS[holds(before, seat, number) + 1]}
    if action >= CUT:
        won = int(after.upgrades[seat]) - int(before.upgrades[seat])
        return {"event": "cut", "seat": seat, "hex": NAMES[action - CUT], "upgrades": won}
    if action < ANIMAL:
        number = int(SECTION_HEX[action, int(before.roll[0]) - 1])
        return {"event": "forest", "seat": seat, "section": action + 1, "hex": NAMES[number]}
    if action < CHANGE:
        return {"event": "animal", "seat": seat, "hex": NAMES[after.animal[seat]]}
    if action < POND:
        die = (action - CHANGE) // 2
        was, now = int(before.dice[seat, die]), int(after.dice[seat, die])
        return {"event": "change", "seat": seat, "die": die + 1, "was": was, "is": now}
    if action == POND:
        return {"event": "pond_roll", "seat": seat}
    if action == STOP:
        return {"event": "stop", "seat": seat}
    return _end_of_turn(before, seat, after)


def _end_of_turn(before: State, seat: int, after: State) -> dict[str, Any]:
    """A roll is done, or the whole landscape."""
    if int(before.landscape) != int(after.landscape):
        points = int(after.earlier[int(before.landscape), seat])
    elif int(after.step[seat]) == OUT:
        points = landscape_points(after, seat)
    else:
        return {"event": "done", "seat": seat}
    return {"event": "out", "seat": seat, "score": points, "title": title(points)}


def _gains(before: State, seat: int, action: int, after: State) -> list[dict[str, Any]]:
    """What a move brought the seat."""
    gained: list[dict[str, Any]] = []
    if action >= LAY and int(before.step[seat]) != LAY_FIRST:
        kinds = zip(NAMES, letters(before, seat), letters(after, seat), strict=True)
        changes = {name: HABITATS[LETTERS.index(new)] for name, old, new in kinds if old != new}
        gained.append({"event": "draw", "seat": seat, "changes": changes})
    gained += [
        {"event": "lodge", "seat": seat, "points": int(after.lodge_points[seat, lodge])}
        for lodge in range(int(before.lodges[seat]), int(after.lodges[seat]))
    ]
    if animal_complete(after, seat) and not animal_complete(before, seat):
        gained.append({"event": "animal_complete", "seat": seat})
    return gained


def _roll(state: State) -> list[dict[str, Any]]:
    """The dice that fell for all; none fall for the animal."""
    number = int(state.round)
    dice = [int(die) for die in state.roll if int(die)]
    phase = "forests" if number < FORESTS else "animal" if number == ANIMAL_ROUND else "pond roll"
    return [{"event": "roll", "dice": dice, "phase": "river roll" if number > POND_ROUND else phase}]


_TELL = {
    "forest": "draws a forest at {hex}",
    "animal": "draws the animal at {hex}",
    "change": "changes die {die} from {was} to {is}",
    "pond_roll": "takes it as a pond roll",
    "cut": "cuts the forest at {hex}",
    "upgrade": "makes {hex} a {to}",
    "stop": "lays nothing more",
    "done": "is done",
    "out": "ends with {score} points: {title}",
    "lodge": "builds a lodge worth {points}",
    "animal_complete": "completes the animal hex",
}


def fade(event: dict[str, Any]) -> dict[str, Any]:
    """Nothing needs to be remembered: all sheets are open."""
    return event


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    name = event["event"]
    if name == "lay":
        return f"lays the {event['shape']} on {' '.join(event['hexes'])}"
    if name == "roll" and event["dice"]:
        return f"(the dice show {' and '.join(map(str, event['dice']))})"
    if name == "landscape":
        return f"(landscape {event['number']} begins)"
    return _TELL[name].format(**event) if name in _TELL else ""
