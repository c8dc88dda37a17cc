"""Donnant Donnant: where the player of `master` writes a die (N10a, N17, N31)."""

from lodge.games.donnant_donnant.players.appraisal import chance_of, promise
from lodge.games.donnant_donnant.players.goals import missing_cells, rounds_later
from lodge.games.donnant_donnant.players.trials import completed_brings
from lodge.games.donnant_donnant.players.weights import APT, RARE, TICK, Weights
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, write_of
from lodge.games.donnant_donnant.rules.deck import RISING, SUM
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
from lodge.kernel import rule


@rule
def best_write(state: State, seat: int, weights: Weights) -> tuple[int, int]:
    """The write that seems to bring most, circles only to complete a card; DONE if none does. And what it brings."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else int(state.free)
    must = phase == JOKER and dice == ALL_DICE
    later = rounds_later(state)
    now = promise(state, seat, weights)
    found = DONE
    most = -(1 << 30) if must or phase == TURN else 0
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        left = missing_cells(state, seat, which)
        chance = chance_of(left, later, weights)
        brings = max(1, completed_brings(state, seat, which, weights) - now)
        nearer = brings if left == 1 else brings * (chance_of(left - 1, later, weights) - chance) // (101 - chance)
        takes = fits(int(state.card[seat, which]), int(state.written[seat, which]))
        for at in range(MOST_CELLS):
            if takes >> WIDE * at & ANY:
                write, worth = best_in_cell(
                    state, seat, which, at, dice, takes >> WIDE * at, nearer, left == 1 or must, weights
                )
                if worth > most:
                    most = worth
                    found = write
    return found, most


@rule
def best_in_cell(
    state: State,
    seat: int,
    which: int,
    at: int,
    dice: int,
    numbers: int,
    nearer: int,
    ticking: bool,
    weights: Weights,
) -> tuple[int, int]:
    """The best write into a cell that takes these numbers, and what it brings."""
    card = int(state.card[seat, which])
    tint = int(TINT[card, at])
    plus = int(state.circles[seat, PLUS]) if ticking else 0
    other = int(state.circles[seat, OTHER]) if ticking else 0
    found = DONE
    most = -(1 << 30)
    for die in range(DICE):
        wrong = 1 if tint and tint != die + 1 else 0
        if dice >> die & 1 and wrong <= other:
            shown = int(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if numbers >> number & 1:
                    brings = fitting(card, at, number, nearer, weights)
                    brings -= (100 + int(weights[TICK])) * (abs(number - shown) + wrong)
                    if brings > most:
                        most = brings
                        found = WRITE + which * WRITES_EACH + write_of(die, number, at)
    return found, most


@rule
def fitting(card: int, at: int, number: int, nearer: int, weights: Weights) -> int:
    """What a number brings: in a sum the high ones, in a rising row those that leave room; a coloured cell is rarer."""
    family = int(FAMILY[card])
    apt = int(weights[APT + family])
    if family == SUM:
        nearer += nearer * (number - 5) * apt // 300
    elif family == RISING:
        off = abs(number * (int(CELLS[card]) + 1) - (at + 1) * (FACES + 1))
        nearer -= nearer * off * apt // (4 * FACES * 100)
    else:
        nearer = nearer * apt // 100
    return nearer + 1 if int(TINT[card, at]) == 0 else nearer * int(weights[RARE]) // 100
