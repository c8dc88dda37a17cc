"""Amik: what happened in a move, to tell or to animate. Everybody sees the same."""

from typing import Any

from lodge.games.amik.rules.arrays import HEX_AT, PLACE_HEX, PLACE_SHAPE, SECTION_HEX
from lodge.games.amik.rules.facts import HABITATS, SHAPE_NAMES
from lodge.games.amik.rules.knowledge import holds
from lodge.games.amik.rules.scoring import landscape_score, title_of
from lodge.games.amik.rules.sets import bit_at, first_of
from lodge.games.amik.rules.state import (
    ANIMAL,
    CHANGE,
    CUT,
    LAY,
    LAY_FIRST,
    MOST_LODGES,
    OUT,
    POND,
    STOP,
    UPGRADE,
    State,
    over,
)
from lodge.games.amik.rules.upgrades import animal_complete
from lodge.games.amik.table.views import IN_A_SHAPE, Hex, Phase, Title, phase_of, show_dice
from lodge.kernel import i16, rule
from lodge.kernel.view import Each, Map, Named, Pairs, UpTo, flag, union, view

Habitat = Named[HABITATS]
MOST_EVENTS = 5 + MOST_LODGES


@view
class Deed:
    """A player did something, or got something."""

    seat: i16


@view
class Forest:
    """A1: a forest was drawn."""

    seat: i16
    section: i16
    hex: Hex


@view
class Animal:
    """A2: the animal was drawn."""

    seat: i16
    hex: Hex


@view
class Change:
    """A6: a die was changed."""

    seat: i16
    die: i16
    was: i16
    is_: i16


@view
class Lay:
    """A4, A5: a shape was laid."""

    seat: i16
    shape: Named[SHAPE_NAMES]
    hexes: Each[IN_A_SHAPE, Hex]
    second: flag


@view
class Draw:
    """A4, A5: what two shapes made of the hexes below them."""

    seat: i16
    changes: Map[2 * IN_A_SHAPE, Hex, Habitat]


@view
class Cut:
    """A10: a forest was cut, for so many upgrades."""

    seat: i16
    hex: Hex
    upgrades: i16


@view
class Upgrade:
    """A9: a hex was upgraded."""

    seat: i16
    hex: Hex
    to: Habitat


@view
class Out:
    """A7, A15: a landscape is finished."""

    seat: i16
    score: i16
    title: Title


@view
class Lodge:
    """A11: a lodge was built."""

    seat: i16
    points: i16


@view
class Roll:
    """A3: dice fell for all; none for the animal."""

    dice: UpTo[2, i16]
    phase: Phase


@view
class Landscape:
    """A20: the next landscape begins."""

    number: i16


@union("event")
class Event:
    """The move, what it brought the player, and what came for all."""

    forest: Forest
    animal: Animal
    change: Change
    pond_roll: Deed
    lay: Lay
    draw: Draw
    cut: Cut
    upgrade: Upgrade
    stop: Deed
    done: Deed
    out: Out
    lodge: Lodge
    animal_complete: Deed
    roll: Roll
    landscape: Landscape
    end: flag


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:  # noqa: ARG001 - all see it
    """The move, what it brought, and what came for all."""
    same_sheet = int(before.landscape) == int(after.landscape)
    tell_move(before, seat, action, after, events[0])
    count = 1
    if same_sheet:
        count = tell_gains(before, seat, action, after, events, count)
    if over(after):
        events[count].end = 1
        return count + 1
    if not same_sheet:
        events[count].landscape.number = int(after.landscape) + 1
        count += 1
    if not same_sheet or int(before.round) != int(after.round):
        show_dice(int(after.roll[0]), int(after.roll[1]), events[count].roll.dice)
        events[count].roll.phase = phase_of(after)
        count += 1
    return count


@rule
def tell_move(before: State, seat: int, action: int, after: State, told: Event) -> None:
    """The move itself."""
    if action >= LAY:
        tell_lay(before, seat, action - LAY, told.lay)
    elif action >= UPGRADE:
        told.upgrade.seat = seat
        told.upgrade.hex = action - UPGRADE
        told.upgrade.to = holds(before, seat, action - UPGRADE) + 1
    elif action >= CUT:
        told.cut.seat = seat
        told.cut.hex = action - CUT
        told.cut.upgrades = int(after.upgrades[seat]) - int(before.upgrades[seat])
    elif action < ANIMAL:
        told.forest.seat = seat
        told.forest.section = action + 1
        told.forest.hex = SECTION_HEX[action, int(before.roll[0]) - 1]
    elif action < CHANGE:
        told.animal.seat = seat
        told.animal.hex = after.animal[seat]
    elif action < POND:
        tell_change(before, seat, (action - CHANGE) // 2, after, told.change)
    elif action == POND:
        told.pond_roll.seat = seat
    elif action == STOP:
        told.stop.seat = seat
    else:
        tell_end_of_turn(before, seat, after, told)


@rule
def tell_lay(before: State, seat: int, place: int, told: Lay) -> None:
    """A shape laid."""
    told.seat = seat
    told.shape = PLACE_SHAPE[place]
    for at in range(IN_A_SHAPE):
        told.hexes[at] = PLACE_HEX[place, at]
    told.second = 1 if int(before.step[seat]) != LAY_FIRST else 0


@rule
def tell_change(before: State, seat: int, die: int, after: State, told: Change) -> None:
    """A die changed."""
    told.seat = seat
    told.die = die + 1
    told.was = before.dice[seat, die]
    told.is_ = after.dice[seat, die]


@rule
def tell_end_of_turn(before: State, seat: int, after: State, told: Event) -> None:
    """A roll is done, or the whole landscape."""
    gone = int(before.landscape) != int(after.landscape)
    if not gone and int(after.step[seat]) != OUT:
        told.done.seat = seat
        return
    points = int(after.earlier[int(before.landscape), seat]) if gone else landscape_score(after, seat)
    told.out.seat = seat
    told.out.score = points
    told.out.title = title_of(points)


@rule
def tell_gains(before: State, seat: int, action: int, after: State, events: Any, count: int) -> int:
    """What a move brought the seat; how many events there are then."""
    if action >= LAY and int(before.step[seat]) != LAY_FIRST:
        events[count].draw.seat = seat
        tell_changes(before, seat, after, events[count].draw.changes)
        count += 1
    for lodge in range(int(before.lodges[seat]), int(after.lodges[seat])):
        events[count].lodge.seat = seat
        events[count].lodge.points = after.lodge_points[seat, lodge]
        count += 1
    if animal_complete(after, seat) and not animal_complete(before, seat):
        events[count].animal_complete.seat = seat
        count += 1
    return count


@rule
def tell_changes(before: State, seat: int, after: State, told: Pairs) -> None:
    """What was drawn on which hexes."""
    low, high = changed(before, seat, after, 0), changed(before, seat, after, 1)
    while low | high:
        a, b = first_of(low, high)
        number = int(HEX_AT[bit_at(a, b)])
        told.keys[int(told.count)] = number
        told.values[int(told.count)] = holds(after, seat, number)
        told.count = int(told.count) + 1
        low ^= a
        high ^= b


@rule
def changed(before: State, seat: int, after: State, word: int) -> int:
    """The hexes of which something else has become, in one of the two words of a set."""
    different = int(before.wetland[seat, word]) ^ int(after.wetland[seat, word])
    different |= int(before.river[seat, word]) ^ int(after.river[seat, word])
    different |= int(before.pond[seat, word]) ^ int(after.pond[seat, word])
    return different | int(before.forest[seat, word]) ^ int(after.forest[seat, word])


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


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    name = event["event"]
    if name == "lay":
        return f"lays the {event['shape']} on {' '.join(event['hexes'])}"
    if name == "roll" and event["dice"]:
        dice = "the die shows" if len(event["dice"]) == 1 else "the dice show"
        return f"({dice} {' and '.join(map(str, event['dice']))})"
    if name == "landscape":
        return f"(landscape {event['number']} begins)"
    return _TELL[name].format(**event) if name in _TELL else ""
