"""Amik: what those who study it may ask."""

from collections import Counter
from collections.abc import Iterator

from lodge.games.amik.rules.facts import HABITATS, LETTERS, PENALTY, SHAPE_NAMES, TITLE_NAMES
from lodge.games.amik.rules.lodges import points_of_lodges
from lodge.games.amik.rules.scoring import dead_ends, river_length
from lodge.games.amik.rules.sets import size
from lodge.games.amik.rules.state import POND_ROUND, State, blank, over
from lodge.games.amik.table.moves import CONTRACT
from lodge.games.amik.table.position import letters
from lodge.games.study import Count, Fact, Group

ROUNDS = "river rolls"
DEEDS = {
    "change": "changes a die",
    "pond_roll": "takes a second pond roll",
    "cut": "cuts a forest",
    "upgrade": "upgrades a hex",
    "lodge": "builds a lodge",
    "animal_complete": "completes the animal hex",
}
SOURCES = ("lodges", "bonus river", "blank hexes", "dead ends")

COUNTED = {
    "points from": Group(SOURCES, each=True),
    "titles": Group(TITLE_NAMES, each=True),
    "a player in a game": Group(tuple(DEEDS.values()), each=True),
    "hexes at the end": Group((*HABITATS, "cut forest"), each=True),
    "bonus river": Group(("none", "1 to 10", "11 to 20", "21 to 30", "more than 30"), each=True),
    "shapes laid": Group(SHAPE_NAMES, each=True),
}

FACTS = (
    Fact("lodge", "points of a lodge at the least", "LEAST_LODGE", (), 0, 30),
    Fact("penalty", "points lost by a blank hex or a dead end", "PENALTY", (), 0, 50),
    Fact("ponds", "ponds that make a lodge", "PONDS_A_LODGE", (), 2, 9),
    Fact("upgrades", "upgrades for a forest cut, and for one with water all around", "UPGRADES", (), 1, 6),
)


def first(state: State) -> int:  # noqa: ARG001 - in other games somebody begins
    """All act at once."""
    return -1


def rounds(state: State) -> int:
    """River rolls of the landscape in play."""
    return int(state.round) - POND_ROUND


def happened(before: State, seat: int, action: int, after: State) -> Iterator[Count]:
    """Deeds, and what became of every landscape."""
    for event in CONTRACT.events(before, seat, action, after, -1):
        name = event["event"]
        if name in DEEDS:
            yield Count(seat, "a player in a game", DEEDS[name])
        elif name == "lay":
            yield Count(seat, "shapes laid", event["shape"])
        elif name == "out":
            yield Count(seat, "titles", event["title"])
    if over(after) or int(before.landscape) != int(after.landscape):
        for each in range(int(before.seats)):  # nothing is drawn by the move that ends a landscape
            yield from _landscape(before, each)


def _landscape(state: State, seat: int) -> Iterator[Count]:
    """A16: a finished landscape."""
    bare, bare_high = blank(state, seat)
    lost, lost_high = dead_ends(state, seat)
    river = river_length(state, seat)
    losses = (-PENALTY * size(bare, bare_high), -PENALTY * size(lost, lost_high))
    for source, points in zip(SOURCES, (points_of_lodges(state, seat), river, *losses), strict=True):
        yield Count(seat, "points from", source, points)
    yield Count(seat, "bonus river", COUNTED["bonus river"].items[min(4, -(-river // 10))])
    for letter, number in Counter(letters(state, seat)).items():
        yield Count(seat, "hexes at the end", COUNTED["hexes at the end"].items[LETTERS.index(letter)], number)
