"""Donnant Donnant: the facts of the box, in one place; the cards are in `deck`.

Where a number comes from: "book" the rulebook, "public" known of the published game, "rebuilt" a reconstruction of a
lost picture, "ruling" a decision of this program. Whoever owns the box may correct a rebuilt number here.
"""

from typing import NamedTuple

COLOURS = ("yellow", "orange", "green", "blue", "purple")  # of the dice, one each; four: book, purple: rebuilt
DICE = len(COLOURS)
FACES = 6

FEWEST_SEATS = 1
MOST_SEATS = 4
SEAT_NUMBERS = tuple(range(MOST_SEATS))
SIDE = 3  # columns and rows of a stall: book
STALL = SIDE * SIDE
DEALT = 2  # cards of each pile dealt to each player, of which one goes back: book
COLUMNS = 4  # of the market: book
PRICES = (4, 4, 3, 3)  # by column; 3 or 4: book, which column: rebuilt
ROLLS = 3
ROWS = ("evaluation", "bonus")  # of the market, and the piles
CIRCLES = 3  # uses of a bonus card: book
JOKER_DICE = 2
SOLO_DICE = 3  # dice of the solo passive turn, one less for each reroll: book
MOST_CELLS = 8

EVALUATIONS = (
    "next-to-completed",
    "per-colour",
    "next-to-colour",
    "completed-lines",
    "five-colours",
    "one-colour-lines",
    "different-bonuses",
)
EVALUATION_CARDS = (4, 5, 5, 5, 4, 3, 3)  # of each kind: book for their sum, else rebuilt
AIMED = ("per-colour", "next-to-colour")  # kinds that count one colour, one card a colour
BONUSES = ("plus-or-minus-one", "other-colour", "second-die", "one-die-less", "choose-a-colour")
BONUS_CARDS = (4, 4, 4, 4, 4)  # of each kind: public
COLOUR_CARDS = 9  # cards of each colour: rebuilt
CHOICE = BONUSES.index("choose-a-colour")  # the kind without circles and without a colour

PHASES = ("setup", "passive", "turn", "lay", "blind", "joker", "solo", "count", "over")  # what is to be decided
ENDINGS = ("round", "last-round")  # N25: how far the end has come

PATIENCE = 40  # N41: rounds after which a game with several players ends in any case: nobody must ever buy a card


class Level(NamedTuple):
    """N33, N34: a solo level: how many rounds it allows, and how many points it needs."""

    rounds: int
    points: int


LEVELS = (  # N40, rebuilt: the points set by bots' play, see docs/donnant-donnant.md
    Level(14, 57),
    Level(13, 61),
    Level(12, 60),
    Level(12, 64),
    Level(11, 61),
    Level(11, 66),
    Level(10, 61),
)
CAMPAIGN_BOAST = 50  # N35
