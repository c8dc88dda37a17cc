"""Beaver Gang: the rules, B1-B16, as the rest of the program asks for them; and what may be done."""

from lodge.games.beaver_gang.rules.facts import MOST_SEATS, PEEK, ROW, SWAP, TWICE
from lodge.games.beaver_gang.rules.knowledge import OBSERVATION, class_of, imagine, observe
from lodge.games.beaver_gang.rules.state import (
    ACTIONS,
    AGAIN,
    APART,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    LOOK,
    MOST_MOVES,
    OPTIONS,
    PASS,
    PEEK_AT,
    SEATS,
    SECRETS,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    TURNED_UP,
    VERSION,
    State,
    is_number,
    over,
    place,
    score,
    standing,
)
from lodge.games.beaver_gang.rules.turns import deal, play
from lodge.kernel import Out, rule

# Offered as they are:
__all__ = ["ACTIONS", "APART", "MOST_MOVES", "OBSERVATION", "OPTIONS", "SEATS", "SECRETS", "VERSION"]
__all__ += ["State", "deal", "imagine", "observe", "over", "place", "play", "score", "standing"]

MOST_CANDIDATES = 1 + ROW * (MOST_SEATS - 1) * ROW  # a swap card: any exchange, or discarding it


@rule
def pending(state: State) -> int:
    """B3: whoever has not closed their cards yet; then the player to move, between rounds the next dealer (B4)."""
    if over(state):
        return 0
    if int(state.phase) == LOOK:
        return int(state.looking)
    return 1 << int(state.to_move)


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """B3-B11: every legal action."""
    if int(state.phase) == HOLD and int(state.held) == SWAP:
        return all_swaps(state, seat, out)
    return candidates(state, seat, out)


@rule
def candidates(state: State, seat: int, out: Out) -> int:
    """The legal actions; of exchanges that are alike to the seat, because it knows the same of the cards, only one."""
    phase = int(state.phase)
    if phase == HOLD:
        return uses(state, seat, out)
    if phase == TURN:
        out[0] = DRAW
        return 1 + (one_of_row(out, 1, TAKE) if is_number(int(state.top)) else 0)
    if phase == KNOCK:
        out[0] = PASS
        out[1] = KNOCKS
        return 2
    out[0] = DEAL if phase == TURNED_UP else CLOSE
    return 1


@rule
def uses(state: State, seat: int, out: Out) -> int:
    """B6-B9: what can be done with the card held."""
    held = int(state.held)
    out[0] = DISCARD
    if is_number(held):
        return 1 + one_of_row(out, 1, KEEP)
    if held == PEEK:
        return 1 + one_of_row(out, 1, PEEK_AT)
    if held == TWICE:
        out[1] = AGAIN
        return 2
    return different_swaps(state, seat, out)


@rule
def one_of_row(out: Out, count: int, action: int) -> int:
    """An action for each card of the row."""
    for at in range(ROW):
        out[count + at] = action + at
    return ROW


@rule
def all_swaps(state: State, seat: int, out: Out) -> int:
    """B7: discarding the swap card, or any of mine for any of theirs."""
    out[0] = DISCARD
    count = 1
    for mine in range(ROW):
        for other in range(int(state.seats)):
            if other != seat:
                for theirs in range(ROW):
                    out[count] = SWAP_FOR + mine * SWAPS_EACH + other * ROW + theirs
                    count += 1
    return count


@rule
def different_swaps(state: State, seat: int, out: Out) -> int:
    """B7: as `all_swaps`, but of cards in one row of which the seat knows the same, only the first."""
    out[0] = DISCARD
    count = 1
    mine = different_cards(state, seat, seat)
    for other in range(int(state.seats)):
        theirs = different_cards(state, seat, other) if other != seat else 0
        for pair in range(ROW * ROW):
            out[count] = SWAP_FOR + pair // ROW * SWAPS_EACH + other * ROW + pair % ROW
            count += mine >> pair // ROW & theirs >> pair % ROW & 1
    return count


@rule
def different_cards(state: State, seat: int, owner: int) -> int:
    """Bit mask of the cards in a row of which no one before is the same to the seat."""
    a = class_of(state, seat, owner, 0)
    b = class_of(state, seat, owner, 1)
    c = class_of(state, seat, owner, 2)
    d = class_of(state, seat, owner, 3)
    mask = 1
    mask |= 2 if b != a else 0
    mask |= 4 if c != a and c != b else 0  # noqa: PLR1714 - a tuple's `in` is not for the GPU
    mask |= 8 if d != a and d != b and d != c else 0  # noqa: PLR1714
    return mask
