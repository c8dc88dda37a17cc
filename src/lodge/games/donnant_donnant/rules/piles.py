"""Donnant Donnant: the two piles and the market (N1, N2, N9, N16, N32)."""

from lodge.games.donnant_donnant.rules.arrays import BONUS_PILE, EVALUATION_PILE
from lodge.games.donnant_donnant.rules.deck import CARDS
from lodge.games.donnant_donnant.rules.facts import COLUMNS
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.state import KNOWN, NONE, State
from lodge.kernel import Luck, below, rule


@rule
def pile_of(pile: int) -> int:
    """All cards that belong to a pile, as bits: 0 evaluation, 1 bonus."""
    return BONUS_PILE if pile else EVALUATION_PILE


@rule
def number_in(mask: int) -> int:
    """How many cards are in a set."""
    return ones(mask & 0xFFFFFFFF) + ones(mask >> 32)


@rule
def nth_card(mask: int, nth: int) -> int:
    """Card number `nth` of a set."""
    for card in range(CARDS):
        if mask >> card & 1:
            if nth == 0:
                return card
            nth -= 1
    return NONE


@rule
def pile_size(state: State, pile: int) -> int:
    """Cards in a pile."""
    return number_in(int(state.rest) & pile_of(pile)) + int(state.under_size[pile])


@rule
def draw(state: State, pile: int, luck: Luck) -> int:
    """The top card of a pile that is not empty, gone from it; above the card's bits, who knows it."""
    rest = int(state.rest) & pile_of(pile)
    if rest:
        card = nth_card(rest, below(luck, number_in(rest)))
        state.rest = int(state.rest) & ~(1 << card)
        return card
    under = state.under
    size = int(state.under_size[pile]) - 1
    top = int(under[pile, 0])
    for at in range(size):
        under[pile, at] = under[pile, at + 1]
    under[pile, size] = 0
    state.under_size[pile] = size
    return top


@rule
def put_under(state: State, card: int, known: int) -> None:
    """N2, N10: a card goes under its pile; `known` are the seats that know it, as bits."""
    pile = 0 if EVALUATION_PILE >> card & 1 else 1
    size = int(state.under_size[pile])
    state.under[pile, size] = card | known << KNOWN
    state.under_size[pile] = size + 1


@rule
def drift(state: State, luck: Luck) -> None:
    """N16: the cards of each row move along the arrow, to the right, and what is free is filled from the pile.

    The first card drawn takes the free place farthest to the right. A row that sold nothing has no gap to fill.
    """
    market = state.market
    for row in range(2):
        to = COLUMNS - 1
        for column in range(COLUMNS - 1, -1, -1):
            card = int(market[row, column])
            if card != NONE:
                market[row, column] = NONE
                market[row, to] = card
                to -= 1
        while to >= 0 and pile_size(state, row) > 0:
            market[row, to] = draw(state, row, luck) & 63
            to -= 1


@rule
def rightmost(state: State, row: int) -> int:
    """N32: the column of the rightmost card of a row, or NONE."""
    for column in range(COLUMNS - 1, -1, -1):
        if int(state.market[row, column]) != NONE:
            return column
    return NONE
