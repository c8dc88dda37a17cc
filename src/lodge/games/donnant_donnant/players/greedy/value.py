"""Donnant Donnant: what cards seem worth to the hand-written player, in hundredths of a point.

The numbers are guesses, checked by solo play (benchmarks/donnant.py).
"""

import numpy as np

from lodge.games.donnant_donnant.players.common import LONG
from lodge.games.donnant_donnant.rules.arrays import AIM, BESIDE, CELLS, COLOUR, KIND, POINTS, PRICE
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import COLOURS, COLUMNS, MOST_CELLS, STALL
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.scoring import (
    COMPLETED_LINES,
    DIFFERENT_BONUSES,
    FIVE_COLOURS,
    NEXT_TO_COLOUR,
    NEXT_TO_COMPLETED,
    ONE_COLOUR_LINES,
    PER_COLOUR,
    completed_spots,
    different_bonuses,
    lines_in,
    spots_of_colour,
)
from lodge.games.donnant_donnant.rules.state import NONE, State
from lodge.kernel import rule, wide

BONUS_WORTH = np.array((620, 330, 520, 450, 200), np.int16)  # with many rounds to go
JOKER_WORTH = 120
DIE_WORTH = 90  # of a die to write in the passive turn
GIFT_WORTH = 40  # of a die that others cannot write
SOON = 60  # per cent: of an evaluation that is not completed yet, what it is thought to count
CHANCES = (1.0, 0.55, 0.38, 0.26, 0.17, 0.11, 0.075, 0.055, 0.04)  # to complete a card in a round, by empty cells
SHARED = 0.6  # of the rounds to go a card gets so much attention
FINISH = np.array(  # by empty cells and rounds to go: how likely a card is completed in the end, in per cent
    [[round(100 * (1 - (1 - chance) ** (SHARED * left))) for left in range(LONG + 1)] for chance in CHANCES], np.int16
)
FIVE = np.array((0, 10, 20, 35, 65, 100), np.int8)  # by colours that lie: how likely there will be five, in per cent


@rule
def likely(cells: int, later: int) -> int:
    """How likely so many empty cells are filled in so many rounds, in per cent."""
    return int(FINISH[min(cells, MOST_CELLS), min(later, LONG)])


@rule
def times(state: State, seat: int, card: int, spot: int, later: int) -> int:  # noqa: PLR0911 - one for each kind
    """N26: how often an evaluation card is thought to count in the end, in per cent; spot: NONE if it is not laid."""
    kind, aim = int(KIND[card]), int(AIM[card])
    room = min(STALL - int(state.cards[seat]), later)
    if kind == PER_COLOUR:
        mine = 100 if spot == NONE and int(COLOUR[card]) == aim else 0
        return 100 * ones(spots_of_colour(state, seat, aim, 0)) + mine + 22 * room
    if kind == NEXT_TO_COLOUR:
        same = spots_of_colour(state, seat, aim, 0)
        if spot == NONE:
            return 45 * min(3, ones(same)) + 10 * room
        return 100 * ones(same & int(BESIDE[spot])) + 10 * room
    if kind == NEXT_TO_COMPLETED:
        if spot == NONE:
            return 90 + 12 * room + 15 * ones(completed_spots(state, seat))
        beside = int(BESIDE[spot])
        return 100 * ones(beside & completed_spots(state, seat)) + 14 * later + 10 * room
    if kind == COMPLETED_LINES:
        done = completed_spots(state, seat)
        return 100 * lines_in(done) + 8 * ones(done) + 10 * later
    if kind == DIFFERENT_BONUSES:
        return min(100 * different_bonuses(state, seat) + 20 * later, 500)
    return colour_times(state, seat, kind, room)


@rule
def colour_times(state: State, seat: int, kind: int, room: int) -> int:
    """As `times`, for five-colours and one-colour-lines."""
    there = 0
    lines = 0
    for colour in range(len(COLOURS)):
        spots = spots_of_colour(state, seat, colour, 0)
        there += 1 if spots else 0
        lines += 100 * lines_in(spots) + (4 * room if ones(spots) > 1 else 0)
    if kind == FIVE_COLOURS:
        return int(FIVE[there]) if there == len(COLOURS) or room > 0 else 0
    return lines


@rule
def own_worth(state: State, seat: int, card: int, spot: int, later: int) -> int:
    """What a card brings by itself once it is completed."""
    if card >= EVALUATION_COUNT:
        return int(BONUS_WORTH[int(KIND[card])]) * min(later, 6) // 6
    return int(POINTS[card]) * times(state, seat, card, spot, later)


@rule
def counts_for(state: State, seat: int, which: int) -> int:
    """What the points of a laid evaluation card are thought to be worth when they count once more."""
    done = not int(state.unfinished[seat]) >> which & 1
    return int(POINTS[state.card[seat, which]]) * (100 if done else SOON)


@rule
def completing_worth(state: State, seat: int, which: int, later: int) -> int:
    """What completing a laid card brings: by itself, and to the cards that count completed ones."""
    card, spot = wide(state.card[seat, which]), int(state.spot[seat, which])
    worth = own_worth(state, seat, card, spot, later)
    done = completed_spots(state, seat)
    for other in range(int(state.cards[seat])):
        its = wide(state.card[seat, other])
        if its < EVALUATION_COUNT and other != which:
            kind = int(KIND[its])
            if kind == NEXT_TO_COMPLETED:
                worth += counts_for(state, seat, other) * (int(BESIDE[spot]) >> int(state.spot[seat, other]) & 1)
            elif kind == COMPLETED_LINES:
                lines = lines_in(done | 1 << spot) - lines_in(done)
                worth += counts_for(state, seat, other) * (10 * lines + 2) // 10
            elif kind == DIFFERENT_BONUSES and card >= EVALUATION_COUNT and new_bonus(state, seat, card):
                worth += counts_for(state, seat, other)
    return worth


@rule
def new_bonus(state: State, seat: int, card: int) -> bool:
    """Whether no bonus card of this kind has been completed yet."""
    for which in range(int(state.cards[seat])):
        other = wide(state.card[seat, which])
        if other >= EVALUATION_COUNT and KIND[other] == KIND[card] and not int(state.unfinished[seat]) >> which & 1:
            return False
    return True


@rule
def colour_worth(state: State, seat: int, card: int) -> int:
    """What a card's colour brings to the cards that lie already."""
    colour = int(COLOUR[card])
    worth = 0
    for which in range(int(state.cards[seat])):
        other = wide(state.card[seat, which])
        if other < EVALUATION_COUNT and colour >= 0:
            kind = int(KIND[other])
            if int(AIM[other]) == colour:
                worth += counts_for(state, seat, which) * (100 if kind == PER_COLOUR else 60) // 100
            elif kind == FIVE_COLOURS and spots_of_colour(state, seat, colour, 0) == 0:
                worth += counts_for(state, seat, which) * 28 // 100
            elif kind == ONE_COLOUR_LINES:
                worth += counts_for(state, seat, which) * 5 * ones(spots_of_colour(state, seat, colour, 0)) // 100
    return worth


@rule
def wanted(state: State, seat: int, card: int, later: int) -> int:
    """What an empty card seems worth to have."""
    return own_worth(state, seat, card, NONE, later) * likely(int(CELLS[card]), later) // 100 + colour_worth(
        state, seat, card
    )


@rule
def best_on_market(state: State, seat: int, price: int, later: int) -> int:
    """What the best card brings that so many equal dice buy."""
    best = 0
    for column in range(COLUMNS if int(state.cards[seat]) < STALL else 0):
        for row in range(2):
            card = int(state.market[row, column])
            if card != NONE and int(PRICE[column]) == price:
                best = max(best, wanted(state, seat, card, later))
    return best


@rule
def joker_worth(later: int) -> int:
    """What a last roll brings that completes and buys nothing (N10)."""
    return JOKER_WORTH * min(later, 4) // 4


@rule
def early_worth(state: State, later: int) -> int:
    """What a reroll not made is worth: alone one more die to write (N31), else none for the others (N17)."""
    return (DIE_WORTH if int(state.level) else GIFT_WORTH) * min(later + 1, 3) // 3


@rule
def spot_worth(state: State, seat: int, card: int, spot: int) -> int:
    """What a card brings more on a spot than elsewhere: neighbours that count it, or that it counts."""
    colour, kind, aim = int(COLOUR[card]), int(KIND[card]), int(AIM[card])
    evaluation = card < EVALUATION_COUNT
    worth = 0
    for which in range(int(state.cards[seat])):
        if int(BESIDE[spot]) >> int(state.spot[seat, which]) & 1:
            other = wide(state.card[seat, which])
            worth += 40
            if evaluation and kind == NEXT_TO_COMPLETED:
                worth += 70 * int(POINTS[card])
            if evaluation and kind == NEXT_TO_COLOUR and int(COLOUR[other]) == aim:
                worth += 100 * int(POINTS[card])
            if other < EVALUATION_COUNT:
                if int(KIND[other]) == NEXT_TO_COMPLETED:
                    worth += 70 * int(POINTS[other])
                if int(KIND[other]) == NEXT_TO_COLOUR and int(AIM[other]) == colour:
                    worth += 100 * int(POINTS[other])
    return worth
