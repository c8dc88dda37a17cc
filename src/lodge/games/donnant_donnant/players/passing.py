"""Donnant Donnant: where the hand-written player writes a die (N10a, N17, N31)."""

from lodge.games.donnant_donnant.players.goals import completing_worth, likely, missing_cells, rounds_later
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, write_of
from lodge.games.donnant_donnant.rules.deck import EXACT, RISING, SUM
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.rules.objectives import ANY, fits
from lodge.games.donnant_donnant.rules.state import (
    DONE,
    JOKER,
    OTHER,
    PASSIVE,
    PLUS,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    lowest_card,
)
from lodge.games.donnant_donnant.rules.tables import BITS, CELLS, FAMILY, TINT, WIDE
from lodge.kernel import rule, wide

TICK = 100  # what a circle is worth


@rule
def best_write(state: State, seat: int) -> tuple[int, int]:
    """The write that seems to bring most, circles only to complete a card; DONE if none does. And what it brings."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else wide(state.free)
    must = phase == JOKER and dice == ALL_DICE
    later = rounds_later(state)
    found = DONE
    most = -(1 << 30) if must or phase == TURN else 0
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        last = missing_cells(state, seat, which) == 1
        nearer = nearing(state, seat, which, later)
        takes = fits(wide(state.card[seat, which]), wide(state.written[seat, which]))
        for at in range(MOST_CELLS):
            if takes >> WIDE * at & ANY:
                write, brings = best_in_cell(state, seat, which, at, dice, takes >> WIDE * at, nearer, last or must)
                if brings > most:
                    most = brings
                    found = write
    return found, most


@rule
def best_in_cell(
    state: State, seat: int, which: int, at: int, dice: int, numbers: int, nearer: int, ticking: bool
) -> tuple[int, int]:
    """The best write into a cell that takes these numbers, and what it brings."""
    card = wide(state.card[seat, which])
    tint = int(TINT[card, at])
    plus = wide(state.circles[seat, PLUS]) if ticking else 0
    other = wide(state.circles[seat, OTHER]) if ticking else 0
    found = DONE
    most = -(1 << 30)
    for die in range(DICE):
        wrong = 1 if tint and tint != die + 1 else 0
        if dice >> die & 1 and wrong <= other:
            shown = wide(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if numbers >> number & 1:
                    brings = fitting(card, at, number, nearer) - TICK * (abs(number - shown) + wrong)
                    if brings > most:
                        most = brings
                        found = WRITE + which * WRITES_EACH + write_of(die, number, at)
    return found, most


@rule
def nearing(state: State, seat: int, which: int, later: int) -> int:
    """What one cell less to fill brings."""
    left = missing_cells(state, seat, which)
    return completing_worth(state, seat, which, later) * (likely(left - 1, later) - likely(left, later)) // 100


@rule
def fitting(card: int, at: int, number: int, nearer: int) -> int:
    """What a number brings: in a sum the high ones, in a rising row those that leave room; a coloured cell is rarer."""
    family = int(FAMILY[card])
    if family == SUM:
        nearer = nearer * (number - 2) // 3
    elif family == RISING:
        nearer = nearer * (8 - 2 * abs(number * (int(CELLS[card]) + 1) - (at + 1) * (FACES + 1)) // FACES) // 8
    elif family == EXACT:
        nearer = nearer * 11 // 10
    return nearer + 1 if int(TINT[card, at]) == 0 else nearer * 5 // 4
