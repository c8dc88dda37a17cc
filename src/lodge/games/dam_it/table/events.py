"""Dam It!: what happened in a move, to tell or to animate. Everybody sees the same: cards lie in the open."""

from typing import Any

from lodge.games.dam_it.rules.arrays import COSTS, DAM_POINTS, PILE_STARTS
from lodge.games.dam_it.rules.facts import ENDS, FATES, GARBAGE, HAND_NAMES, RIVER_LENGTH
from lodge.games.dam_it.rules.payments import SETS
from lodge.games.dam_it.rules.state import BUILD, DISPOSE, NONE, PLACES, TOP, State, over
from lodge.games.dam_it.table.views import Kind
from lodge.kernel import i16, rule
from lodge.kernel.view import Named, Subset, union, view

HAND, KEPT, DISPOSED = range(len(FATES))
RIVER, DAMS = range(len(ENDS))
MOST_EVENTS = 3


@view
class Take:
    """D7-D11: a card was taken, cubes were paid and gained."""

    seat: i16
    place: i16
    card: Kind
    paid: i16
    gained: i16
    fate: Named[FATES]


@view
class Uncover:
    """D3: the next card of the pile came to light."""

    card: Kind


@view
class Build:
    """D12: a dam was built."""

    seat: i16
    cost: i16
    points: i16
    cards: Subset[HAND_NAMES]


@view
class End:
    """D14, D15: the game ended."""

    by: Named[ENDS]


@union("event")
class Event:
    """Something that happened."""

    take: Take
    uncover: Uncover
    build: Build
    end: End


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:  # noqa: ARG001 - all see it
    """The move, the card that it uncovered, and the end."""
    count = 1
    top = int(after.river[TOP])
    if action >= BUILD:
        tell_build(before, seat, (action - BUILD) // SETS, (action - BUILD) % SETS, events[0].build)
    else:
        tell_take(before, seat, action, events[0].take)
        if top != NONE:
            events[1].uncover.card = top
            count = 2
    if over(after):
        events[count].end.by = RIVER if top == NONE else DAMS
        count += 1
    return count


@rule
def tell_take(before: State, seat: int, action: int, told: Take) -> None:
    """A card taken."""
    at = action % PLACES
    card = int(before.river[at])
    told.seat = seat
    told.place = at + 1
    told.card = card
    told.paid = at
    told.gained = int(before.stones[at]) if at < RIVER_LENGTH else 0
    told.fate = HAND if card != GARBAGE else DISPOSED if action >= DISPOSE else KEPT


@rule
def tell_build(before: State, seat: int, pile: int, payment: int, told: Build) -> None:
    """A dam built."""
    told.seat = seat
    told.cost = COSTS[pile]
    told.points = DAM_POINTS[int(PILE_STARTS[pile]) + int(before.built[pile])]
    told.cards = payment


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
