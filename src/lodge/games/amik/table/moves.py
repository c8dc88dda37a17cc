"""Amik as people see it: moves and their texts, and why one is not possible."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

from lodge.errors import IllegalMove
from lodge.games.amik.rules.arrays import NEIGHBOURS, PLACE_NAMES, PLACE_NUMBER, PLACE_SHAPE, PLACES
from lodge.games.amik.rules.facts import (
    DRAWN,
    FACES,
    FORESTS,
    HABITATS,
    LETTERS,
    MIDDLES,
    NAMES,
    NUMBER_OF_NAME,
    PENALTY,
    PHASES,
    SECTIONS,
    SHAPE_NAMES,
    SHAPES,
    STEPS,
    TITLE_NAMES,
    TITLES,
)
from lodge.games.amik.rules.knowledge import holds
from lodge.games.amik.rules.laying import second_shape
from lodge.games.amik.rules.state import (
    ACTIONS,
    ANIMAL,
    BUILD,
    BUILD_LAST,
    CHANGE,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    CUT,
    DONE,
    LAY,
    LAY_FIRST,
    LAY_SECOND,
    MAY_USE,
    POND,
    POND_ROUND,
    SECTION,
    STOP,
    UPGRADE,
    USED,
    State,
    pond_now,
)
from lodge.games.amik.table.events import MOST_EVENTS, Event, happened, tell
from lodge.games.amik.table.position import from_position, to_position
from lodge.games.amik.table.show import show, tie
from lodge.games.amik.table.views import View, look
from lodge.games.contract import Contract
from lodge.kernel import rule

__all__ = ["from_position", "show", "tell", "tie", "to_position"]  # offered as they are


class Forest(msgspec.Struct, frozen=True, tag_field="do", tag="forest", forbid_unknown_fields=True):
    """A1: draw the forest of this roll in a section, 1 to 13."""

    section: Annotated[int, msgspec.Meta(ge=1, le=FORESTS)]


class Animal(msgspec.Struct, frozen=True, tag_field="do", tag="animal", forbid_unknown_fields=True):
    """A2: draw the animal in a middle hex."""

    hex: str


class Change(msgspec.Struct, frozen=True, tag_field="do", tag="change", forbid_unknown_fields=True):
    """A6: spend a lodge to change a die by one."""

    die: Literal[1, 2]
    by: Literal[-1, 1]


class PondRoll(msgspec.Struct, frozen=True, tag_field="do", tag="pond", forbid_unknown_fields=True):
    """A8: use this roll as a pond roll."""


class Lay(msgspec.Struct, frozen=True, tag_field="do", tag="lay", forbid_unknown_fields=True):
    """A4, A5: lay a shape on four hexes. They say which shape it is."""

    on: str


class Cut(msgspec.Struct, frozen=True, tag_field="do", tag="cut", forbid_unknown_fields=True):
    """A10: cut a forest."""

    hex: str


class Upgrade(msgspec.Struct, frozen=True, tag_field="do", tag="upgrade", forbid_unknown_fields=True):
    """A9: upgrade a hex by one step."""

    hex: str


class Stop(msgspec.Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """A7, A15: lay nothing; the last upgrades, then this landscape is over."""


class Done(msgspec.Struct, frozen=True, tag_field="do", tag="done", forbid_unknown_fields=True):
    """Nothing more in this roll."""


Move = Forest | Animal | Change | PondRoll | Lay | Cut | Upgrade | Stop | Done
ALL_SEE = True
CONTRACT = Contract(
    Move,
    View,
    Event,
    look,
    happened,
    MOST_EVENTS,
    types={"Title": TITLE_NAMES, "Step": STEPS, "Phase": PHASES, "Shape": SHAPE_NAMES},
    facts={
        "SECTIONS": [section.hexes for section in SECTIONS],
        "MIDDLES": [section.middle for section in SECTIONS if section.middle],
        "SHAPES": {shape.name: shape.hexes for shape in SHAPES},
        "HABITATS": dict(zip(LETTERS, (*HABITATS, "cut"), strict=True)),
        "PENALTY": PENALTY,
        "DRAWN": DRAWN,
        "TITLES": {title: least for least, title in TITLES},
    },
    alike=True,
)

_HEX = r"([a-k][0-9]{1,2})"
_LAY = re.compile(rf"lay(?: ({'|'.join(SHAPE_NAMES)}))? {_HEX} {_HEX} {_HEX} {_HEX}")
_ONE_HEX = re.compile(rf"(animal|cut|upgrade) {_HEX}")
_FOREST = re.compile(r"forest ([0-9]{1,2})")
_CHANGE = re.compile(r"die ([12]) ([+-])1")
_WORDS: dict[str, Move] = {"pond roll": PondRoll(), "stop": Stop(), "done": Done()}


def to_move(action: int) -> Move:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    if action >= LAY:
        return Lay(PLACE_NAMES[action - LAY])
    if action >= CUT:
        return Upgrade(NAMES[action - UPGRADE]) if action >= UPGRADE else Cut(NAMES[action - CUT])
    if action < ANIMAL:
        return Forest(action - SECTION + 1)
    if action < CHANGE:
        return Animal(NAMES[MIDDLES[action - ANIMAL]])
    if action < POND:
        return Change(2 if action >= CHANGE + 2 else 1, 1 if (action - CHANGE) % 2 else -1)
    return PondRoll() if action == POND else Stop() if action == STOP else Done()


def to_action(move: Move) -> int:  # noqa: PLR0911 - one a kind
    """The action number of a move."""
    match move:
        case Lay():
            return LAY + _place(move.on.split())
        case Upgrade():
            return UPGRADE + _hex(move.hex)
        case Cut():
            return CUT + _hex(move.hex)
        case Animal():
            if _hex(move.hex) not in MIDDLES:
                middles = ", ".join(NAMES[middle] for middle in MIDDLES)
                raise IllegalMove(f"{move.hex} is not a middle hex: the animal goes to {middles} (A2).")
            return ANIMAL + MIDDLES.index(_hex(move.hex))
        case Forest():
            if not 1 <= move.section <= FORESTS:
                raise IllegalMove(f"There is no section {move.section}: they are 1 to {FORESTS}.")
            return SECTION + move.section - 1
        case Change():
            return CHANGE + 2 * (move.die - 1) + (1 if move.by > 0 else 0)
        case PondRoll():
            return POND
        case Stop():
            return STOP
        case Done():
            return DONE


def text(action: int) -> str:  # noqa: PLR0911 - one a kind
    """An action as records hold it: `forest 4`, `lay bar c6 d6 e6 f6`, `die 1 +1`, `cut e5`, `upgrade f4`, `done`."""
    move = to_move(action)
    match move:
        case Lay():
            return f"lay {SHAPE_NAMES[PLACE_SHAPE[action - LAY]]} {move.on}"
        case Forest():
            return f"forest {move.section}"
        case Animal():
            return f"animal {move.hex}"
        case Cut():
            return f"cut {move.hex}"
        case Upgrade():
            return f"upgrade {move.hex}"
        case Change():
            return f"die {move.die} {move.by:+d}"
        case _:
            return next(words for words, one in _WORDS.items() if one == move)


def parse(text: str) -> int:
    """The action that a text stands for; a shape's name may be left out, its hexes come in any order."""
    words = " ".join(text.split()).lower()
    if words in _WORDS:
        return to_action(_WORDS[words])
    if match := _LAY.fullmatch(words):
        action = LAY + _place([match[2], match[3], match[4], match[5]])
        shape = SHAPE_NAMES[PLACE_SHAPE[action - LAY]]
        if match[1] not in (None, shape):
            raise IllegalMove(f"These hexes make a {shape}, not a {match[1]}.")
        return action
    if match := _ONE_HEX.fullmatch(words):
        name = match[2]
        return to_action(Animal(name) if match[1] == "animal" else Cut(name) if match[1] == "cut" else Upgrade(name))
    if match := _FOREST.fullmatch(words):
        return to_action(Forest(int(match[1])))
    if match := _CHANGE.fullmatch(words):
        return to_action(Change(2 if match[1] == "2" else 1, 1 if match[2] == "+" else -1))
    raise IllegalMove(
        f"{text!r} is not a move. Moves are 'forest 4', 'animal c8', 'die 1 +1', 'pond roll', 'lay c6 d6 e6 f6', "
        "'cut e5', 'upgrade f4', 'stop' and 'done'."
    )


def _hex(name: str) -> int:
    if name not in NUMBER_OF_NAME:
        raise IllegalMove(f"There is no hex {name[:9]!r}: they go from {NAMES[0]} to {NAMES[-1]}.")
    return NUMBER_OF_NAME[name]


def _place(names: list[str]) -> int:
    hexes = tuple(sorted(_hex(name) for name in names))
    if hexes not in PLACE_NUMBER:
        raise IllegalMove(f"{' '.join(names)[:40]} is not a shape ({', '.join(SHAPE_NAMES)}, of four hexes each).")
    return PLACE_NUMBER[hexes]


@rule
def reveals(state: State, seat: int, action: int) -> bool:
    """All sheets are open: only dice show something new, and they are luck."""
    return False


# --- why not ----------------------------------------------------------------------------------------------

_WHEN = {
    CHOOSE_SECTION: "Now a forest is drawn: choose a section (A1).",
    CHOOSE_ANIMAL: "Now the animal is drawn: choose a middle hex (A2).",
    LAY_FIRST: "First the roll must be laid (A5).",
    LAY_SECOND: "Now the other shape must be laid (A5).",
    BUILD: "This roll is laid: cut, upgrade, or be done.",
    BUILD_LAST: "These are the last upgrades: cut, upgrade, or be done.",
}
_BEFORE_LAYING = (LAY_FIRST,)
_LAYING = (LAY_FIRST, LAY_SECOND)
_BUILDING = (BUILD, BUILD_LAST)


def why_not(state: State, seat: int, action: int) -> str:
    """The reason why an action is not legal now."""
    step = int(state.step[seat])
    for at, steps, reason in (
        (LAY, _LAYING, _why_not_lay),
        (UPGRADE, _BUILDING, _why_not_upgrade),
        (CUT, _BUILDING, _why_not_cut),
        (DONE, (), None),
        (STOP, _BEFORE_LAYING, None),
        (POND, _BEFORE_LAYING, _why_not_pond),
        (CHANGE, _BEFORE_LAYING, _why_not_change),
        (ANIMAL, (), None),
        (SECTION, (CHOOSE_SECTION,), None),
    ):
        if action >= at:
            if step not in steps:
                return _WHEN[step]
            if reason is not None:
                return reason(state, seat, action)
            break
    if action < ANIMAL:
        return f"Section {action + 1} has a forest already (A1)."
    return "You can lay this roll, so you must (A7)."


def _why_not_lay(state: State, seat: int, action: int) -> str:
    place = action - LAY
    shape = int(PLACE_SHAPE[place])
    first = int(state.step[seat]) == LAY_FIRST
    wanted = [int(state.dice[seat, die]) - 1 for die in range(2)] if first else [second_shape(state, seat)]
    if shape not in wanted:
        return f"The shape to lay is the {' or the '.join(SHAPE_NAMES[one] for one in dict.fromkeys(wanted))}."
    pond = pond_now(state, seat)
    for number in PLACES[place]:
        kind = holds(state, seat, number)
        if kind != 0 and (pond or kind != 1):
            name, rule = ("blank hexes", "A4") if pond else ("blank and wetland hexes", "A5")
            return f"{NAMES[number]} is {HABITATS[min(kind, 5)]}: this roll is laid on {name} only ({rule})."
    if first:
        return "The other shape would have no place that shares a hex with it."
    return "The two shapes must share at least one hex."


def _why_not_upgrade(state: State, seat: int, action: int) -> str:
    number = action - UPGRADE
    kind = holds(state, seat, number)
    if int(state.round) == POND_ROUND:
        return "There are no upgrades after the first pond roll (A9)."
    if kind >= 4:
        return f"A {HABITATS[min(kind, 5)]} cannot be upgraded (A9)."
    return "You have no upgrade to spend: cut a forest first (A10)."


def _why_not_cut(state: State, seat: int, action: int) -> str:
    number = action - CUT
    if int(state.round) == POND_ROUND:
        return "No forest is cut after the first pond roll (A9)."
    kinds = [holds(state, seat, other) for other in NEIGHBOURS[number]]
    kind = holds(state, seat, number)
    if kind < 5:
        return f"{NAMES[number]} is {HABITATS[kind]}, not forest (A10)."
    if kind > 5:
        return f"The forest at {NAMES[number]} has been cut already (A10)."
    if 0 in kinds:
        return f"{NAMES[NEIGHBOURS[number][kinds.index(0)]]} beside it is still blank (A10)."
    wet = sum(2 <= one <= 4 for one in kinds)
    return f"A forest is cut when at least three neighbours are water, here it is {wet} (A10)."


def _why_not_pond(state: State, seat: int, action: int) -> str:
    if int(state.pond_roll[seat]) == USED:
        return "This is a pond roll already."
    if int(state.pond_roll[seat]) != MAY_USE:
        return "Only the roll right after the animal hex is completed can be a pond roll (A8)."
    return "The two shapes cannot be laid on blank hexes (A4)."


def _why_not_change(state: State, seat: int, action: int) -> str:
    if int(state.pond_roll[seat]) == USED:
        return "Dice are changed before the roll is taken as a pond roll (A6)."
    if int(state.lodges[seat]) <= int(state.spent[seat]):
        return "You have no unused lodge to change a die with (A6)."
    return f"A die shows 1 to {FACES}, it cannot go further (A6)."
