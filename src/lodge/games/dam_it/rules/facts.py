"""Dam It!: the facts of the box, in one place.

Where a number comes from: "book" the rulebook, "public" known of the published game, "rebuilt" a
reconstruction of a lost picture. Whoever owns the box may correct a rebuilt number here; no rule changes.
"""

from typing import NamedTuple


class Card(NamedTuple):
    """A kind of river card: how many there are, and what it is worth in a dam."""

    name: str
    copies: int
    value: int
    value_from: str


class Pile(NamedTuple):
    """A pile of dam cards: what each costs, and its points from top to bottom."""

    cost: int
    points: tuple[int, ...]
    points_from: tuple[str, ...]


RIVER_CARDS = (
    Card("birch", 6, 1, "rebuilt"),
    Card("willow", 6, 1, "rebuilt"),
    Card("pine", 6, 2, "rebuilt"),
    Card("alder", 6, 2, "rebuilt"),
    Card("maple", 6, 2, "rebuilt"),
    Card("oak", 6, 3, "rebuilt"),
    Card("acacia", 6, 3, "rebuilt"),
    Card("disposal", 12, 2, "book"),
    Card("garbage", 12, 0, "book"),
)

DAM_PILES = (
    Pile(11, (17,), ("public",)),
    Pile(9, (14, 12), ("rebuilt", "rebuilt")),
    Pile(7, (11, 10, 8), ("rebuilt", "rebuilt", "rebuilt")),
    Pile(5, (7, 6, 6, 5), ("book", "rebuilt", "rebuilt", "rebuilt")),
    Pile(3, (5, 4, 4, 3, 3), ("rebuilt", "rebuilt", "rebuilt", "rebuilt", "public")),
)

CUBES_EACH = 4
RIVER_LENGTH = 4
FEWEST_SEATS = 2
MOST_SEATS = 4
CUBES_FOR_A_POINT = 2
GARBAGE_LOSS = (0, 1, 4, 9, 16, 25)  # for 0, 1, 2, 3, 4, and 5 or more

NAMES = tuple(card.name for card in RIVER_CARDS)
COUNTS = tuple(card.copies for card in RIVER_CARDS)
VALUES = tuple(card.value for card in RIVER_CARDS)
COSTS = tuple(pile.cost for pile in DAM_PILES)
PILE_SIZES = tuple(len(pile.points) for pile in DAM_PILES)
HIGHEST_PILE = max(PILE_SIZES)
PILE_STARTS = tuple(sum(PILE_SIZES[:i]) for i in range(len(DAM_PILES)))
DAM_POINTS = tuple(points for pile in DAM_PILES for points in pile.points)
DAM_NAMES = tuple(f"{pile.cost}/{points}" for pile in DAM_PILES for points in pile.points)
FATES = ("hand", "kept", "disposed")  # D7, D11: what becomes of a card taken
ENDS = ("river", "dams")  # D14, D15: what ends the game

KINDS = len(RIVER_CARDS)
DISPOSAL = NAMES.index("disposal")
GARBAGE = NAMES.index("garbage")
TREES = DISPOSAL  # the kinds before it
HAND_KINDS = GARBAGE  # what a hand can hold
HAND_NAMES = NAMES[:HAND_KINDS]
CARDS = sum(COUNTS)
PILES = len(DAM_PILES)
DAMS = len(DAM_POINTS)
