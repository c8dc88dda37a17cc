"""Dam It!: what those who study it may ask."""

from collections.abc import Iterator

from lodge.games.api import EVERYTHING
from lodge.games.dam_it.rules.facts import (
    COSTS,
    CUBES_FOR_A_POINT,
    DAM_PILES,
    GARBAGE,
    GARBAGE_LOSS,
    HAND_KINDS,
    NAMES,
    PILE_SIZES,
    RIVER_CARDS,
)
from lodge.games.dam_it.rules.state import PLACES, State, dam_points
from lodge.games.dam_it.table.moves import CONTRACT
from lodge.games.study import Count, Fact, Group

ROUNDS = ""
NTH = ("first", "second", "third", "fourth", "fifth")
ENDS = {"river": "the river ran dry", "dams": "all dams were built"}
FATES = {"kept": "kept", "disposed": "disposed of"}
MANY = len(GARBAGE_LOSS) - 1

COUNTED = {
    "the game ended because": Group(tuple(ENDS.values())),
    "dams built": Group(tuple(f"{pile.cost}, {NTH[nth]}" for pile in DAM_PILES for nth in range(len(pile.points)))),
    "pile emptied first": Group((*(f"dams of {cost}" for cost in COSTS), "none")),
    "points from": Group(("dams", "cubes", "garbage"), each=True),
    "cards taken": Group(NAMES),
    "garbage taken": Group(tuple(FATES.values())),
    "place in the river": Group(tuple(f"card {place + 1}" for place in range(PLACES))),
    "garbage at the end": Group((*map(str, range(MANY)), f"{MANY} or more"), each=True),
}

FACTS = (
    *(
        Fact(f"dams.{pile.cost}", f"points of the dams of {pile.cost}, from the top", "DAM_PILES", (number, "points"))
        for number, pile in enumerate(DAM_PILES)
    ),
    *(
        Fact(
            f"value.{card.name}", f"what a card of {card.name} is worth in a dam", "RIVER_CARDS", (kind, "value"), 1, 9
        )
        for kind, card in enumerate(RIVER_CARDS[:HAND_KINDS])
    ),
    *(
        Fact(f"copies.{card.name}", f"how many cards of {card.name} there are", "RIVER_CARDS", (kind, "copies"), 1, 20)
        for kind, card in enumerate(RIVER_CARDS)
    ),
    Fact("cubes", "cubes of each player at the start", "CUBES_EACH", (), 0, 20),
    Fact("cubes-for-a-point", "cubes at the end that make a point", "CUBES_FOR_A_POINT", (), 1, 20),
    Fact("garbage", "points lost by 0, 1, 2 and more cards of garbage", "GARBAGE_LOSS"),
)


def first(state: State) -> int:
    """D5: the starting player."""
    return int(state.to_move)


def rounds(state: State) -> int:  # noqa: ARG001 - other games have them
    """There are none."""
    return 0


def happened(before: State, seat: int, action: int, after: State) -> Iterator[Count]:
    """Cards, dams, and how it ended."""
    for event in CONTRACT.events(before, seat, action, after, EVERYTHING):
        if event["event"] == "take":
            yield Count(seat, "cards taken", event["card"])
            yield Count(seat, "place in the river", f"card {event['place']}")
            if event["card"] == NAMES[GARBAGE]:
                yield Count(seat, "garbage taken", FATES[event["fate"]])
        elif event["event"] == "build":
            yield from _built(before, seat, COSTS.index(event["cost"]))
        elif event["event"] == "end":
            yield from _ended(after, ENDS[event["by"]])


def _built(before: State, seat: int, pile: int) -> Iterator[Count]:
    """D12: a dam, maybe the last of the first pile to go."""
    gone = int(before.built[pile])
    yield Count(seat, "dams built", f"{COSTS[pile]}, {NTH[gone]}")
    if gone + 1 == PILE_SIZES[pile] and not _emptied(before):
        yield Count(seat, "pile emptied first", f"dams of {COSTS[pile]}")


def _emptied(state: State) -> bool:
    return any(int(gone) == size for gone, size in zip(state.built, PILE_SIZES, strict=True))


def _ended(state: State, why: str) -> Iterator[Count]:
    """D14-D16: why, and where everybody's points come from."""
    yield Count(-1, "the game ended because", why)
    if not _emptied(state):
        yield Count(-1, "pile emptied first", "none")
    for seat in range(int(state.seats)):
        garbage = min(MANY, int(state.garbage[seat]))
        yield Count(seat, "points from", "dams", dam_points(int(state.dams[seat])))
        yield Count(seat, "points from", "cubes", int(state.cubes[seat]) // CUBES_FOR_A_POINT)
        yield Count(seat, "points from", "garbage", -GARBAGE_LOSS[garbage])
        yield Count(seat, "garbage at the end", COUNTED["garbage at the end"].items[garbage])
