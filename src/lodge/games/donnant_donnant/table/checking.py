"""Donnant Donnant: whether a position written by hand can be."""

from lodge.errors import BadPosition
from lodge.games.donnant_donnant.rules.arrays import BITS
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, NO_WRITE, find_write
from lodge.games.donnant_donnant.rules.deck import DECK, EVALUATION_COUNT, NAMES
from lodge.games.donnant_donnant.rules.facts import BONUSES, CIRCLES, DICE, ROLLS, STALL
from lodge.games.donnant_donnant.rules.objectives import allowed
from lodge.games.donnant_donnant.rules.piles import rightmost
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    CIRCLED,
    COUNT,
    HAND,
    JOKER,
    LAY,
    NONE,
    OTHER,
    OVER,
    PASSIVE,
    PLUS,
    SECOND,
    SETUP,
    SOLO,
    State,
    die_shows,
    is_completed,
    spots_for,
)
from lodge.games.donnant_donnant.rules.writing import can_write
from lodge.games.donnant_donnant.table.names import row_of, spot_name


def check(state: State) -> None:
    """BadPosition says what is wrong."""
    for seat in range(int(state.seats)):
        _check_stall(state, seat)
        _check_circles(state, seat)
        if int(state.phase) != SETUP and (int(state.back[seat]) != NONE or any(state.hand[seat] != NONE)):
            raise BadPosition(f"Seat {seat} has cards in hand: they are laid out before the first turn (N2).")
    if int(state.phase) == SETUP:
        _check_setup(state)
    else:
        _check_turn(state)


def _check_stall(state: State, seat: int) -> None:
    """N3, N14: every card could be laid where it lies, and every number written where it stands."""
    count = int(state.cards[seat])
    for which in range(count):
        state.cards[seat] = which
        if not spots_for(state, seat) >> int(state.spot[seat, which]) & 1:
            at = spot_name(int(state.spot[seat, which]))
            raise BadPosition(
                f"Card {which + 1} of seat {seat} cannot have been laid at {at} (N3): the first lies on c3, others "
                "touch one before them, within three columns and rows."
            )
        _check_written(seat, int(state.card[seat, which]), int(state.written[seat, which]))
    state.cards[seat] = count


def _check_written(seat: int, card: int, written: int) -> None:
    for at in range(len(DECK[card].cells)):
        number = written >> BITS * at & 7
        if number and not allowed(card, written & ~(7 << BITS * at), at) >> number & 1:
            raise BadPosition(f"A {number} cannot stand in cell {at + 1} of card {NAMES[card]} of seat {seat} (N14).")


def _check_circles(state: State, seat: int) -> None:
    """N19-N22: circles are on completed cards."""
    most = [0] * CIRCLED
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        if card >= EVALUATION_COUNT and DECK[card].kind < CIRCLED and is_completed(state, seat, which):
            most[DECK[card].kind] += CIRCLES
    for kind in range(CIRCLED):
        if int(state.circles[seat, kind]) > most[kind]:
            raise BadPosition(f"Seat {seat} can have {most[kind]} circles of {BONUSES[kind]} left, not more (N19-N22).")


def _check_setup(state: State) -> None:
    """N2: of four cards dealt, one is put back and three are laid out."""
    for seat in range(int(state.seats)):
        hand = sum(int(card) != NONE for card in state.hand[seat])
        back = int(state.back[seat]) != NONE
        if hand + back + int(state.cards[seat]) != HAND or (int(state.cards[seat]) and not back):
            raise BadPosition(
                f"Seat {seat} needs four cards: laid out, in hand and, before any is laid, one put back (N2)."
            )
        if bool(int(state.waiting) >> seat & 1) != (hand > 0):
            raise BadPosition(f"Seat {seat} must be in `waiting` if it has cards in hand, and only then (N4).")
        for at in range(HAND):
            card = int(state.hand[seat, at])
            if card != NONE and row_of(card) != ("evaluation", "bonus")[at // 2]:
                raise BadPosition(f"The hand of seat {seat} is two evaluation cards, then two bonus cards (N2).")
    if not int(state.waiting):
        raise BadPosition("Everybody has laid out: the first turn begins (N4).")


def _check_turn(state: State) -> None:
    phase, active = int(state.phase), int(state.active)
    if int(state.seats) > 1 and phase in (SOLO, COUNT):
        raise BadPosition("The passive turn is for the solo game (N31).")
    if int(state.seats) == 1 and phase == PASSIVE:
        raise BadPosition("The solo game has no passive players (N30).")
    if phase != OVER and (not int(state.rolls) or any(die_shows(state, die) == 0 for die in range(DICE))):
        raise BadPosition(f"The dice show 1 to 6, and have been rolled 1 to {ROLLS} times (N5).")
    if (int(state.held) != NONE) != (phase in (LAY, BLIND)) or (phase != BLIND and int(state.held_known)):
        raise BadPosition("A card is held while one is bought or taken unseen, and only then (N9, N10).")
    if phase in (LAY, BLIND) and int(state.cards[active]) == STALL:
        raise BadPosition(f"Seat {active} holds a card, but its stall is full (N9).")
    if phase == BLIND and not int(state.held_known) >> active & 1:
        raise BadPosition(f"Seat {active} knows the card that it holds (N10).")
    if (phase == PASSIVE) != bool(int(state.waiting)) or int(state.waiting) >> active & 1:
        raise BadPosition(
            "`waiting` names the seats still to write in the phase passive, never the active one, and is empty in "
            "other phases of a turn (N17)."
        )
    _check_choices(state)


def _check_choices(state: State) -> None:
    """There is always something to do."""
    phase, active = int(state.phase), int(state.active)
    working = int(state.working)
    if working != NONE and not (working < int(state.cards[active]) and _can_complete(state)):
        raise BadPosition(f"Card {working + 1} of seat {active} cannot be completed with these dice (N8).")
    if phase == COUNT and rightmost(state, 0) == NONE and rightmost(state, 1) == NONE:
        raise BadPosition("The market is empty: no card can be put onto the round counter (N32).")
    if phase == JOKER and int(state.free) == ALL_DICE and not can_write(state, active, ALL_DICE):
        raise BadPosition("No die can be written: there is no use for the joker (N10).")
    for seat in range(int(state.seats)):
        if int(state.wrote[seat]) & ~int(state.rolled) or (
            int(state.wrote[seat]) and int(state.waiting) >> seat & 1 and not int(state.circles[seat, SECOND])
        ):
            raise BadPosition(f"Seat {seat} cannot write more of these dice (N17, N21).")


def _can_complete(state: State) -> bool:
    seat, which = int(state.active), int(state.working)
    card, written = int(state.card[seat, which]), int(state.written[seat, which])
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    if is_completed(state, seat, which):
        return False
    return find_write(card, written, int(state.dice), int(state.free), plus, other) != NO_WRITE
