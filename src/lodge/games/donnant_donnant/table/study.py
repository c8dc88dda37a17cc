"""Donnant Donnant: what those who study it may ask."""

from collections.abc import Iterator

from lodge.games.api import EVERYTHING
from lodge.games.donnant_donnant.rules.deck import DECK, EVALUATION_COUNT, NAMES
from lodge.games.donnant_donnant.rules.facts import BONUSES, EVALUATIONS, LEVELS
from lodge.games.donnant_donnant.rules.state import LAST_ROUND, PASSIVE, State, over
from lodge.games.donnant_donnant.table.moves import CONTRACT
from lodge.games.study import Count, Fact, Group

ROUNDS = "rounds"
DEEDS = {
    "reroll": "rolls again",
    "buy": "buys a card",
    "complete": "completes a card",
    "joker": "takes the joker for two dice",
    "blind": "takes a card unseen",
}
PASSIVELY = "writes a die of another's reroll"
FULL, PATIENT, LAST = "a stall was full", "patience ended", "the level's rounds were over"
KIND = {card.name: (BONUSES if card.bonus else EVALUATIONS)[card.kind] for card in DECK}

COUNTED = {
    "the game ended because": Group((FULL, PATIENT, LAST)),
    "points from": Group(EVALUATIONS, each=True),
    "evaluations completed": Group(EVALUATIONS),
    "bonuses completed": Group(BONUSES),
    "a player in a game": Group((*DEEDS.values(), PASSIVELY), each=True),
    "cards bought": Group(NAMES),
    "cards completed": Group(NAMES),
}

FACTS = (
    *(
        Fact(
            f"points.{card.name}",
            f"points of card {card.name}, {KIND[card.name]}",
            "EVALUATION_TABLE",
            path,
            1,
            20,
            "rules.deck",
        )
        for card in DECK[:EVALUATION_COUNT]
        for path in [(card.name, 5)]
    ),
    Fact("prices", "equal dice that a card costs, by column of the market", "PRICES", (), 2, 5),
    Fact("circles", "uses of a bonus card", "CIRCLES", (), 1, 6),
    Fact("joker-dice", "dice that a joker writes", "JOKER_DICE", (), 1, 5),
    *(
        Fact(f"rounds.{number + 1}", f"rounds of level {number + 1}", "LEVELS", (number, "rounds"), 2, 30)
        for number in range(len(LEVELS))
    ),
)


def first(state: State) -> int:
    """The player who has the first turn."""
    return int(state.starter)


def rounds(state: State) -> int:
    """N25, N32: finished rounds."""
    return int(state.round)


def happened(before: State, seat: int, action: int, after: State) -> Iterator[Count]:
    """Cards, deeds, and how it ended."""
    for event in CONTRACT.events(before, seat, action, after, EVERYTHING):
        name = event["event"]
        if name in DEEDS:
            yield Count(seat, "a player in a game", DEEDS[name])
        if name == "buy":
            yield Count(seat, "cards bought", event["card"])
        elif name == "complete":
            kind = "bonuses completed" if KIND[event["card"]] in BONUSES else "evaluations completed"
            yield Count(seat, kind, KIND[event["card"]])
            yield Count(seat, "cards completed", event["card"])
        elif name == "write" and int(before.phase) == PASSIVE:
            yield Count(seat, "a player in a game", PASSIVELY)
        elif name == "score":
            for card in event["cards"]:
                yield Count(event["seat"], "points from", KIND[card["card"]], card["points"])
    if over(after):
        rest = LAST if int(after.level) else PATIENT
        yield Count(-1, "the game ended because", FULL if int(after.ending) == LAST_ROUND else rest)
