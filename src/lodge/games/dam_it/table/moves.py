"""Dam It! as people see it: moves and their texts, and why one is not possible."""

import re
from functools import cache
from typing import Annotated, Literal

import msgspec

from lodge.errors import IllegalMove
from lodge.games.contract import Contract
from lodge.games.dam_it.rules.facts import (
    COSTS,
    GARBAGE,
    HAND_KINDS,
    HAND_NAMES,
    NAMES,
    PILE_SIZES,
    RIVER_LENGTH,
    VALUES,
)
from lodge.games.dam_it.rules.payments import SETS, worth
from lodge.games.dam_it.rules.state import ACTIONS, BUILD, DISPOSE, PLACES, State
from lodge.games.dam_it.table.events import MOST_EVENTS, Event, happened, tell
from lodge.games.dam_it.table.position import from_position, to_position
from lodge.games.dam_it.table.show import show, tie
from lodge.games.dam_it.table.views import View, look
from lodge.kernel import rule

__all__ = ["from_position", "show", "tell", "tie", "to_position"]  # offered as they are

Card = Literal["birch", "willow", "pine", "alder", "maple", "oak", "acacia", "disposal"]


class Take(msgspec.Struct, frozen=True, tag_field="do", tag="take", forbid_unknown_fields=True):
    """D7: take the card at a place of the river, 1 to 4, or 5, the top of the draw pile."""

    place: Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
    dispose: bool = False  # D11: give up a disposal card to be rid of the garbage taken


class Build(msgspec.Struct, frozen=True, tag_field="do", tag="build", forbid_unknown_fields=True):
    """D12: build the top dam of the pile with this cost."""

    cost: Annotated[int, msgspec.Meta(ge=min(COSTS), le=max(COSTS))]
    cards: tuple[Card, ...]


Move = Take | Build
ALL_SEE = True
CONTRACT = Contract(
    Move,
    View,
    Event,
    look,
    happened,
    MOST_EVENTS,
    types={"Kind": NAMES, "Card": HAND_NAMES},
    facts={
        "HAND": HAND_NAMES,
        "KINDS": NAMES,
        "VALUES": dict(zip(NAMES, VALUES, strict=True)),
        "PILE_PLACE": PLACES,
    },
)

PILE_WORD = "pile"
NO_CARDS = "nothing"  # never enough, but every action has a text
_TAKE = re.compile(rf"take ([1-{RIVER_LENGTH}]|{PILE_WORD})( dispose)?")
_BUILD = re.compile(r"build ([0-9]{1,9}) with ([a-z]+(?:\+[a-z]+)*)")


@cache
def to_move(action: int) -> Take | Build:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    if action < BUILD:
        return Take(action % PLACES + 1, dispose=action >= DISPOSE)
    pile, payment = divmod(action - BUILD, SETS)
    return Build(COSTS[pile], tuple(NAMES[kind] for kind in range(HAND_KINDS) if payment >> kind & 1))  # type: ignore[misc]


def to_action(move: Take | Build) -> int:
    """The action number of a move."""
    if isinstance(move, Take):
        if not 1 <= move.place <= PLACES:
            raise IllegalMove(f"There is no place {move.place}: places are 1 to {PLACES}.")
        return move.place - 1 + (DISPOSE if move.dispose else 0)
    if move.cost not in COSTS:
        raise IllegalMove(f"No dam costs {move.cost}: dams cost {', '.join(map(str, COSTS))}.")
    payment = 0
    for name in move.cards:
        if name not in HAND_NAMES:
            raise IllegalMove(f"{name!r} cannot be built with: use {', '.join(HAND_NAMES)}.")
        bit = 1 << NAMES.index(name)
        if payment & bit:
            raise IllegalMove(f"A dam takes each kind only once, {name} is named twice (D12).")
        payment |= bit
    return BUILD + COSTS.index(move.cost) * SETS + payment


@cache
def text(action: int) -> str:
    """An action as records hold it: `take 3`, `take pile`, `take 1 dispose`, `build 5 with birch+pine+disposal`."""
    move = to_move(action)
    if isinstance(move, Take):
        where = PILE_WORD if move.place == PLACES else str(move.place)
        return f"take {where} dispose" if move.dispose else f"take {where}"
    return f"build {move.cost} with {'+'.join(move.cards) or NO_CARDS}"


def parse(text: str) -> int:
    """The action that a text stands for; the order of the cards does not matter."""
    words = " ".join(text.split()).lower()
    if match := _TAKE.fullmatch(words):
        place = PLACES if match[1] == PILE_WORD else int(match[1])
        return to_action(Take(place, dispose=match[2] is not None))
    if match := _BUILD.fullmatch(words):
        cards = () if match[2] == NO_CARDS else tuple(match[2].split("+"))
        return to_action(Build(int(match[1]), cards))
    raise IllegalMove(
        f"{text!r} is not a move. Moves are 'take 1' to 'take {RIVER_LENGTH}', 'take pile', 'take 1 dispose', "
        "or 'build 5 with birch+pine+disposal'."
    )


def why_not(state: State, seat: int, action: int) -> str:
    """The reason why an action is not legal now."""
    move = to_move(action)
    if isinstance(move, Build):
        return _why_not_build(state, seat, action)
    needed, held = move.place - 1, int(state.cubes[seat])
    if needed > held:
        where = "the top of the pile" if move.place == PLACES else f"place {move.place}"
        return f"Reaching {where} takes {needed} cubes, you have {held} (D7)."
    if int(state.river[needed]) != GARBAGE:
        return "Only garbage can be disposed of (D11)."
    return "You hold no disposal card to give up (D11)."


def _why_not_build(state: State, seat: int, action: int) -> str:
    pile, payment = divmod(action - BUILD, SETS)
    if int(state.built[pile]) >= PILE_SIZES[pile]:
        return f"No dam that costs {COSTS[pile]} is left."
    for kind in range(HAND_KINDS):
        if payment >> kind & 1 and int(state.hand[seat, kind]) == 0:
            return f"You hold no {NAMES[kind]}."
    return f"These cards are worth {worth(payment)}, the dam costs {COSTS[pile]} (D12)."


@rule
def reveals(state: State, seat: int, action: int) -> bool:
    """A take uncovers the next card of the pile; a dam is paid with cards that were taken in the open."""
    return action < BUILD
