"""Donnant Donnant: an empty table, and the deal (N1, N2, N4, N33)."""

from lodge.games.donnant_donnant.rules.arrays import (
    BONUS_PILE,
    EVALUATION_PILE,
)
from lodge.games.donnant_donnant.rules.facts import (
    COLUMNS,
    DEALT,
    LEVELS,
    MOST_SEATS,
    STALL,
)
from lodge.games.donnant_donnant.rules.piles import draw, drift
from lodge.games.donnant_donnant.rules.state import (
    CARD,
    CIRCLED,
    HAND,
    NONE,
    SETUP,
    UNDER,
    State,
)
from lodge.kernel import Luck, below, rule


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """N1, N2, N4: the market, four cards each, the starting player."""
    clear(state)
    state.seats = seats
    state.level = level_of(options) if seats == 1 else 0
    state.rest = EVALUATION_PILE | BONUS_PILE
    drift(state, luck)
    for seat in range(seats):
        for at in range(HAND):
            state.hand[seat, at] = draw(state, at // DEALT, luck) & CARD
    state.starter = below(luck, seats)
    state.active = state.starter
    state.waiting = (1 << seats) - 1
    state.phase = SETUP


@rule
def level_of(options: int) -> int:
    """N33: the solo level that the options name; of several the highest, without one level 1."""
    level = 1
    for number in range(2, len(LEVELS) + 1):
        if options >> (number - 2) & 1:
            level = number
    return level


@rule
def clear(state: State) -> None:
    """An empty table."""
    for seat in range(MOST_SEATS):
        for which in range(STALL):
            state.written[seat, which] = 0
            state.card[seat, which] = 0
            state.spot[seat, which] = 0
        for kind in range(CIRCLED):
            state.circles[seat, kind] = 0
        for at in range(HAND):
            state.hand[seat, at] = NONE
        state.cards[seat] = 0
        state.unfinished[seat] = 0
        state.wrote[seat] = 0
        state.back[seat] = NONE
    for pile in range(2):
        for at in range(UNDER):
            state.under[pile, at] = 0
        for column in range(COLUMNS):
            state.market[pile, column] = NONE
        state.under_size[pile] = 0
    state.dice = 0
    state.round = 0
    state.rolls = 0
    state.free = 0
    state.rolled = 0
    state.working = NONE
    state.did = 0
    state.left = 0
    state.held = NONE
    state.held_known = 0
    state.ending = 0
