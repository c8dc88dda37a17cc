"""Dam It! as people see it: moves and their texts, views, the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

import msgspec

from lodge.errors import IllegalMove
from lodge.games.dam_it.facts import (
    CARDS,
    COSTS,
    DAM_PILES,
    DAM_POINTS,
    DAMS,
    GARBAGE,
    HAND_KINDS,
    KINDS,
    NAMES,
    PILE_SIZES,
    PILE_STARTS,
    RIVER_LENGTH,
)
from lodge.games.dam_it.knowledge import sees_all
from lodge.games.dam_it.payments import SETS, worth
from lodge.games.dam_it.position import counts, dam_name, from_position, to_position
from lodge.games.dam_it.show import show
from lodge.games.dam_it.state import (
    ACTIONS,
    BUILD,
    DISPOSE,
    NONE,
    PLACES,
    TOP,
    State,
    discarded,
    over,
    place,
    points,
)
from lodge.games.protocol import EVERYTHING

__all__ = [
    "ALL_SEE",
    "Move",
    "events",
    "fade",
    "from_position",
    "parse",
    "reveals",
    "show",
    "tell",
    "text",
    "to_action",
    "to_move",
    "to_position",
    "view",
    "views",
    "why_not",
]

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

KEPT = 8192  # players as they were shown
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
        if name not in NAMES[:HAND_KINDS]:
            raise IllegalMove(f"{name!r} cannot be built with: use {', '.join(NAMES[:HAND_KINDS])}.")
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


def reveals(state: State, seat: int, action: int) -> bool:
    """A take uncovers the next card of the pile; a dam is paid with cards that were taken in the open."""
    return action < BUILD


def view(state: State, seat: int) -> dict[str, Any]:
    """What a seat (-1: a spectator) sees; `None` stands for what is hidden from it."""
    return views(state, [seat])[0]


def views(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What each of some seats sees. What all see is worked out once: the views share it, so change none of them."""
    known = sees_all(state) or [*seats] == [EVERYTHING]
    ended = known and over(state)
    everybody = range(int(state.seats))
    river, stones, pile = state.river.tolist(), state.stones.tolist(), state.pile.tolist()
    cubes, dams, garbage = state.cubes.tolist(), state.dams.tolist(), state.garbage.tolist()
    hands = [tuple(state.hand[seat].tolist()) for seat in everybody]
    left, held = sum(pile), [sum(hand) for hand in hands]
    opened = {
        seat: _open(hands[seat], dams[seat], garbage[seat], cubes[seat], place(state, seat) if ended else None)
        for seat in (everybody if known else seats)
        if seat >= 0
    }
    shut = [_shut(held[seat], dams[seat].bit_count() + garbage[seat], cubes[seat]) for seat in everybody]
    common = {
        "river": [{"card": NAMES[river[at]], "cubes": stones[at]} for at in range(RIVER_LENGTH)],
        "top": NAMES[river[TOP]] if river[TOP] != NONE else None,
        "pile": left,
        "discard": CARDS - left - sum(held) - sum(garbage) - PLACES + river.count(NONE),
        "dams": [_dams_left(pile, gone) for pile, gone in enumerate(state.built.tolist())],
        "to_move": None if ended else int(state.to_move),
        "over": ended,
        "players": [],
        "pile_cards": counts(pile) if known else None,
        "discard_cards": counts([discarded(state, kind) for kind in range(KINDS)]) if known else None,
    }
    return [{**common, "players": [opened[o] if known or o == seat else shut[o] for o in everybody]} for seat in seats]


# Between two positions most of this is the same, so it is kept; none of it may be changed.


@cache
def _dams_left(pile: int, gone: int) -> dict[str, Any]:
    """A pile of dams without those gone from its top."""
    return {"cost": DAM_PILES[pile].cost, "points": list(DAM_PILES[pile].points[gone:])}


@cache
def dam_names(dams: int) -> list[str]:
    """The dams of a bit set."""
    return [dam_name(dam) for dam in range(DAMS) if dams >> dam & 1]


@lru_cache(KEPT)
def _shut(hand_size: int, dam_pile_size: int, cubes: int) -> dict[str, Any]:
    """What the others see of a player."""
    return {
        "cubes": cubes,
        "hand_size": hand_size,
        "dam_pile_size": dam_pile_size,
        "hand": None,
        "dams": None,
        "garbage": None,
        "score": None,
        "place": None,
    }


@lru_cache(KEPT)
def _open(hand: tuple[int, ...], dams: int, garbage: int, cubes: int, rank: int | None) -> dict[str, Any]:
    """What a player sees of itself; everybody, where nothing is hidden."""
    return {
        "cubes": cubes,
        "hand_size": sum(hand),
        "dam_pile_size": dams.bit_count() + garbage,
        "hand": counts(hand),
        "dams": dam_names(dams),
        "garbage": garbage,
        "score": points(dams, cubes, garbage),
        "place": rank,
    }


def events(before: State, seat: int, action: int, after: State, viewer: int) -> list[dict[str, Any]]:
    """What everybody saw: cards are taken and played in the open."""
    move = to_move(action)
    happened: list[dict[str, Any]] = []
    top = int(after.river[TOP])
    if isinstance(move, Build):
        pile = COSTS.index(move.cost)
        gained = DAM_POINTS[PILE_STARTS[pile] + int(before.built[pile])]
        happened.append(
            {"event": "build", "seat": seat, "cost": move.cost, "points": gained, "cards": list(move.cards)}
        )
    else:
        at = move.place - 1
        garbage = int(before.river[at]) == GARBAGE
        happened.append(
            {
                "event": "take",
                "seat": seat,
                "place": move.place,
                "card": NAMES[before.river[at]],
                "paid": at,
                "gained": int(before.stones[at]) if at < RIVER_LENGTH else 0,
                "fate": ("disposed" if move.dispose else "kept") if garbage else "hand",
            }
        )
        if top != NONE:
            happened.append({"event": "uncover", "card": NAMES[top]})
    if over(after):
        happened.append({"event": "end", "by": "river" if top == NONE else "dams"})
    return happened


def fade(event: dict[str, Any]) -> dict[str, Any]:
    """Nothing needs to be remembered."""
    return event


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    if event["event"] == "build":
        return f"builds a dam of {event['cost']} worth {event['points']} with {', '.join(event['cards'])}"
    if event["event"] != "take":
        return ""
    verb = {"hand": "takes {}", "kept": "keeps {}", "disposed": "disposes of {}"}[event["fate"]]
    parts = [verb.format(event["card"])]
    if event["paid"]:
        parts.append(f"pays {_cubes(event['paid'])}")
    if event["gained"]:
        parts.append(f"gains {_cubes(event['gained'])}")
    return ", ".join(parts)


def _cubes(number: int) -> str:
    return "1 cube" if number == 1 else f"{number} cubes"
