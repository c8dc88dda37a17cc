"""Donnant Donnant: why an action is not possible now, in words for the player."""

from lodge.games.donnant_donnant.rules.arrays import BITS, SPOTS, TINT
from lodge.games.donnant_donnant.rules.facts import (
    COLOURS,
    COLUMNS,
    DICE,
    FACES,
    MOST_CELLS,
    PRICES,
    ROLLS,
    ROWS,
    STALL,
)
from lodge.games.donnant_donnant.rules.objectives import allowed, open_cells
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    BUY,
    COUNT,
    COUNTS,
    DONE,
    JOKER,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAY,
    LAYS,
    LESS,
    NONE,
    OTHER,
    PASSIVE,
    PLUS,
    PUT_AWAY,
    REROLL,
    SETUP,
    SOLO,
    START,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    die_shows,
    spots_for,
)
from lodge.games.donnant_donnant.table.names import spot_name

NOW = {
    PASSIVE: "Write one of the dice just rolled again, or be done (N17).",
    TURN: "Complete or buy cards, roll again, or be done (N5-N7).",
    LAY: "Lay the card that you bought (N9).",
    BLIND: "Lay the card that you took, or put it away (N10).",
    JOKER: "Write up to two dice, at least one (N10).",
    SOLO: "Write dice of the passive turn, or be done (N31).",
    COUNT: "Put the rightmost card of a row onto the round counter (N32).",
}


def why_not(state: State, seat: int, action: int) -> str:
    """The reason why an action is not legal now."""
    phase = int(state.phase)
    if phase == SETUP:
        return _why_not_set_up(state, seat, action)
    if phase in (LAY, BLIND) and LAYS <= action < START:
        return _why_not_there(state, seat, action - LAYS)
    if phase in (PASSIVE, TURN, JOKER, SOLO) and action >= WRITE:
        return _why_not_write(state, seat, action - WRITE)
    if phase == TURN:
        return _why_not_in_turn(state, seat, action)
    if phase == COUNT and COUNTS <= action < COUNTS + 2:
        return f"There is no {ROWS[action - COUNTS]} card on the market: take the other row (N32)."
    return NOW[phase]


def _why_not_set_up(state: State, seat: int, action: int) -> str:
    if int(state.back[seat]) == NONE:
        return "First put one of your four cards back (N2)."
    if START <= action < BUY:
        which, spot = divmod(action - START, SPOTS)
        if int(state.hand[seat, which]) == NONE:
            return f"Card {which + 1} is not in your hand any more (N2)."
        return _why_not_there(state, seat, spot)
    return "Lay out the cards that you keep (N3)."


def _why_not_there(state: State, seat: int, spot: int) -> str:
    if spots_for(state, seat) >> spot & 1:
        return NOW[int(state.phase)]
    if int(state.cards[seat]) == 0:
        return f"{spot_name(spot)} is not the middle: the first card lies on c3 and the stall grows around it (N3)."
    return (
        f"{spot_name(spot)} is taken, touches no card of yours, or leaves a stall of three columns and rows (N3). "
        f"Free are {', '.join(spot_name(free) for free in range(SPOTS) if spots_for(state, seat) >> free & 1)}."
    )


def _why_not_in_turn(state: State, seat: int, action: int) -> str:
    if int(state.working) != NONE:
        return f"First complete card {int(state.working) + 1}, which you have begun (N8)."
    if action == DONE:
        return "Before the third roll the turn ends only with a card bought or completed by this roll (N6)."
    if JOKER_WRITES <= action < PUT_AWAY:
        return _why_no_joker(state, seat, action)
    if REROLL < action < LAYS:
        used = "You have used this roll" if int(state.rolls) < ROLLS else "You have rolled three times"
        return f"{used}: no die is rolled again (N5)."
    if BUY <= action < WRITE:
        return _why_not_buy(state, seat, *divmod(action - BUY, 1 << DICE))
    return NOW[TURN]


def _why_no_joker(state: State, seat: int, action: int) -> str:
    if int(state.rolls) < ROLLS or int(state.did):
        return "A joker is for after the third roll, instead of using the dice (N10)."
    if action >= JOKER_DRAWS and int(state.cards[seat]) == STALL:
        return "Your stall is full: you cannot take another card (N10)."
    if action >= JOKER_DRAWS:
        return f"The {ROWS[action - JOKER_DRAWS]} pile is empty (N10)."
    return "No die fits any cell of your cards (N10)."


def _why_not_buy(state: State, seat: int, place: int, which: int) -> str:
    row, column = divmod(place, COLUMNS)
    if int(state.cards[seat]) == STALL:
        return "Your stall is full: it takes no more cards (N9)."
    if int(state.market[row, column]) == NONE:
        return f"There is no {ROWS[row]} card in column {column + 1} (N9)."
    if which & ~int(state.free):
        return "One of these dice is used already (N7)."
    less, plus = int(state.circles[seat, LESS]), int(state.circles[seat, PLUS])
    return (
        f"Column {column + 1} costs {PRICES[column]} equal dice; you may do with {less} dice less (N22) "
        f"and change dice by {plus} in all (N19)."
    )


def _why_not_write(state: State, seat: int, code: int) -> str:  # noqa: PLR0911 - one for each reason
    which, code = divmod(code, WRITES_EACH)
    tried, at = divmod(code, MOST_CELLS)
    die, number = tried // FACES, tried % FACES + 1
    if which >= int(state.cards[seat]):
        return f"You have no card {which + 1}: your cards are 1 to {int(state.cards[seat])}."
    if int(state.phase) == TURN and int(state.working) not in (NONE, which):
        return f"First complete card {int(state.working) + 1}, which you have begun (N8)."
    card, written = int(state.card[seat, which]), int(state.written[seat, which])
    if not open_cells(card, written) >> BITS * at & 1:
        return f"Card {which + 1} has no empty cell {at + 1} (N13)."
    dice = int(state.rolled) & ~int(state.wrote[seat]) if int(state.phase) == PASSIVE else int(state.free)
    if not dice >> die & 1:
        return f"The {COLOURS[die]} die was set aside, or is used already (N7, N17)."
    if abs(number - die_shows(state, die)) > int(state.circles[seat, PLUS]):
        return f"The {COLOURS[die]} die shows {die_shows(state, die)}, and you lack circles to change it so far (N19)."
    tint = int(TINT[card, at])
    if tint not in (0, die + 1) and not int(state.circles[seat, OTHER]):
        return f"Cell {at + 1} takes only the {COLOURS[tint - 1]} die (N13)."
    if not allowed(card, written, at) >> number & 1:
        return f"A {number} does not fit into cell {at + 1}, or the card could not be completed with it (N12, N14)."
    return f"The dice cannot complete card {which + 1} then: in your own turn you fill cells only if they can (N8)."
