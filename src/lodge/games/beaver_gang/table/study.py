"""Beaver Gang: what those who study it may ask."""

from collections.abc import Iterator

from lodge.games.api import EVERYTHING
from lodge.games.beaver_gang.rules.facts import DECK, MOST_ROUNDS, NAMES, NUMBERS
from lodge.games.beaver_gang.rules.state import TURNED_UP, State
from lodge.games.beaver_gang.rules.state import after as next_seat
from lodge.games.beaver_gang.table.moves import CONTRACT
from lodge.games.study import Count, Fact, Group

ROUNDS = "rounds"
DEEDS = {
    "take": "takes the top discard",
    "keep": "keeps the number drawn",
    "swap": "swaps",
    "peek": "peeks",
    "again": "draws twice",
}
PASSED_UP = "discards the card drawn"
SUMS = ((4, "0 to 4"), (9, "5 to 9"), (14, "10 to 14"), (19, "15 to 19"), (29, "20 to 29"), (10**6, "30 or more"))
LENGTHS = ((3, "1 to 3"), (6, "4 to 6"), (10, "7 to 10"), (20, "11 to 20"), (10**6, "more than 20"))
LOWEST, SHARED, BEATEN = "the fewest points", "the fewest, as others", "more than another"

COUNTED = {
    "a round ended because": Group(("somebody knocked", "patience ended")),
    "who knocked had": Group((LOWEST, SHARED, BEATEN)),
    "turns a player in a round": Group(tuple(words for _, words in LENGTHS)),
    "a player in a game": Group((*DEEDS.values(), PASSED_UP), each=True),
    "cards drawn": Group(NAMES),
    "top discard taken": Group(NAMES[:NUMBERS]),
    "points in a round": Group(tuple(words for _, words in SUMS), each=True),
    "when cards are turned up": Group(("special cards replaced",), each=True),
    "the stack": Group(("filled again",)),
}

FACTS = (
    *(
        Fact(f"copies.{card.name}", f"how many cards {card.name} there are", "DECK", (kind, "copies"), least, 9)
        for kind, card in enumerate(DECK)
        for least in [3 if kind < NUMBERS else 1]  # so that there are enough for six players, and to count
    ),
    Fact("rounds-for-two", "rounds of a game of two", "ROUNDS_FOR_TWO", (), 1, MOST_ROUNDS),
    Fact("patience", "turns a player without a knock that end a round", "PATIENCE", (), 2, 100),
)


def first(state: State) -> int:
    """B4: the player after the dealer."""
    return next_seat(state, int(state.dealer))


def rounds(state: State) -> int:
    """B15: as many as players, or four."""
    return int(state.round) + 1


def happened(before: State, seat: int, action: int, after: State) -> Iterator[Count]:
    """Cards, deeds, and how each round ended."""
    knocked = int(before.knocker) >= 0
    for event in CONTRACT.events(before, seat, action, after, EVERYTHING):
        name = event["event"]
        if name in DEEDS:
            yield Count(seat, "a player in a game", DEEDS[name])
        if name == "discard" and event["at"] is None:
            yield Count(seat, "a player in a game", PASSED_UP)
        elif name == "take":
            yield Count(seat, "top discard taken", event["card"])
        elif name == "draw":
            yield Count(seat, "cards drawn", event["card"])
        elif name == "refill":
            yield Count(-1, "the stack", "filled again")
    if int(after.phase) == TURNED_UP:
        yield from _round_ended(after, knocked)


def _round_ended(state: State, knocked: bool) -> Iterator[Count]:
    """B11-B14: why, how soon, and what everybody has."""
    why = COUNTED["a round ended because"].items[0 if knocked else 1]
    yield Count(-1, "a round ended because", why)
    seats = int(state.seats)
    sums = [int(state.pad[int(state.round), seat]) for seat in range(seats)]
    knocker = int(state.knocker)
    if knocked:
        fewest = sums[knocker] == min(sums)
        outcome = (LOWEST if sums.count(min(sums)) == 1 else SHARED) if fewest else BEATEN
        yield Count(knocker, "who knocked had", outcome)
    turns = -(-int(state.turns) // seats)
    yield Count(-1, "turns a player in a round", _step(LENGTHS, turns))
    for seat, points in enumerate(sums):
        yield Count(seat, "points in a round", _step(SUMS, points))
        replaced = sum(int(kind) >= NUMBERS for kind in state.card[seat])
        yield Count(seat, "when cards are turned up", "special cards replaced", replaced)


def _step(steps: tuple[tuple[int, str], ...], number: int) -> str:
    return next(words for most, words in steps if number <= most)
