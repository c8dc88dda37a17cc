"""Beaver Gang: the facts of the box, in one place. All of them are public and confirmed by the rulebook's pages."""

from typing import NamedTuple


class Card(NamedTuple):
    """A kind of card: how many there are; number cards count their value, special cards have none."""

    name: str
    copies: int
    value: int | None


DECK = (
    *(Card(str(value), 4, value) for value in range(9)),
    Card("9", 9, 9),
    Card("swap", 9, None),
    Card("peek", 7, None),
    Card("twice", 5, None),
)

ROW = 4  # cards before each player
FEWEST_SEATS = 2
MOST_SEATS = 6
ROUNDS_FOR_TWO = 4  # else as many as players
MOST_ROUNDS = 6
PATIENCE = 60  # turns a player without a knock that end a round

NAMES = tuple(card.name for card in DECK)
COUNTS = tuple(card.copies for card in DECK)
KINDS = len(DECK)
NUMBERS = sum(card.value is not None for card in DECK)  # number cards come first: their kind is their value
SWAP = NAMES.index("swap")
PEEK = NAMES.index("peek")
TWICE = NAMES.index("twice")
CARDS = sum(COUNTS)
SPECIALS = sum(COUNTS[NUMBERS:])
PHASES = ("look", "turn", "hold", "peek", "knock", "turned-up")  # what is to be decided, in the order of the rules
