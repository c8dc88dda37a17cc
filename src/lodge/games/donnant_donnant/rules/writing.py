"""Donnant Donnant: which dice may be written where (N8, N13, N14, N17, N19, N20), and what writing does."""

from lodge.games.donnant_donnant.rules.arrays import (
    ALIKE,
    BITS,
    KIND,
    ONES_WIDE,
    TINT,
    TINTED_WIDE,
    WHITE_WIDE,
    WIDE,
)
from lodge.games.donnant_donnant.rules.completing import (
    NO_WRITE,
    cheapest_write,
    completable,
    hopeless,
    write_of,
    wrong_colour,
)
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import (
    CIRCLES,
    DICE,
    FACES,
    MOST_CELLS,
)
from lodge.games.donnant_donnant.rules.objectives import ANY, cell_of, completed, fits, open_cells
from lodge.games.donnant_donnant.rules.state import (
    CIRCLED,
    COUNT,
    JOKER,
    NONE,
    OTHER,
    PASSIVE,
    PLUS,
    SECOND,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    lowest_card,
    to_complete,
)
from lodge.kernel import Out, rule, wide


@rule
def passive_writes(state: State, seat: int, dice: int, out: Out, count: int) -> int:
    """N14, N17: every write of one of some dice, completing a card or not."""
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
        takes = fits(card, written)
        for at in range(MOST_CELLS):
            count = cell_writes(state, seat, which, at, dice, takes >> WIDE * at & ANY, out, count)
    return count


@rule
def cell_writes(state: State, seat: int, which: int, at: int, dice: int, numbers: int, out: Out, count: int) -> int:
    """N13, N19, N20: every write into a cell that takes these numbers."""
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    tint = int(TINT[state.card[seat, which], at])
    for die in range(DICE):
        if dice >> die & 1 and (tint == 0 or tint == die + 1 or other > 0):
            shown = wide(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if numbers >> number & 1:
                    out[count] = WRITE + which * WRITES_EACH + write_of(die, number, at)
                    count += 1
    return count


@rule
def first_writes(state: State, seat: int, dice: int, out: Out) -> int:
    """The writes into the first cell that takes any of some dice."""
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
        takes = fits(card, written)
        for at in range(MOST_CELLS):
            count = cell_writes(state, seat, which, at, dice, takes >> WIDE * at & ANY, out, 0)
            if count:
                return count
    return 0


@rule
def can_write(state: State, seat: int, dice: int) -> bool:
    """Whether any of some dice can be written anywhere."""
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card = wide(state.card[seat, which])
        takes = fits(card, wide(state.written[seat, which]))
        for die in range(DICE):
            shown = wide(state.dice) >> BITS * die & 7
            low, high = max(1, shown - plus), min(FACES, shown + plus)
            cells = ONES_WIDE if other > 0 else cells_of(card, die)
            if dice >> die & 1 and takes & ((2 << high) - (1 << low)) * cells:
                return True
    return False


@rule
def cells_of(card: int, die: int) -> int:
    """N13: a one in each cell that takes a die by its colour; eight bits a cell."""
    return int(WHITE_WIDE[card]) | int(TINTED_WIDE[card, die])


@rule
def likely_writes(state: State, seat: int, dice: int, out: Out, count: int) -> int:
    """As `passive_writes`, but of white cells that are alike only the first, and circles only to complete a card."""
    circles = wide(state.circles[seat, PLUS]) + wide(state.circles[seat, OTHER])
    shown = wide(state.dice)
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
        takes = fits(card, written)
        opened = open_cells(card, written)
        if circles and opened & opened - 1 == 0:
            at = cell_of(opened)
            count = cell_writes(state, seat, which, at, dice, takes >> WIDE * at & ANY, out, count)
            continue
        pairs = 0  # of a cell and a die: in each cell's eight bits, one for each die that fits
        for die in range(DICE):
            pairs |= (takes >> (shown >> BITS * die & 7) & cells_of(card, die) & -(dice >> die & 1)) << die
        while pairs:
            at = first_wide(pairs)
            die = first_die(pairs >> WIDE * at)
            out[count] = WRITE + which * WRITES_EACH + write_of(die, shown >> BITS * die & 7, at)
            count += 1
            pairs &= ~(int(ALIKE[card, at]) << die)
    return count


@rule
def first_wide(cells: int) -> int:
    """The leftmost cell that has a bit; eight bits a cell."""
    low = cells & -cells
    at = 4 if low >> 4 * WIDE else 0
    at += 2 if low >> (at + 2) * WIDE else 0
    return at + (1 if low >> (at + 1) * WIDE else 0)


@rule
def first_die(dice: int) -> int:
    """The first of some dice, given as bits."""
    low = dice & -dice
    return (low >> 1 & 1) + 2 * (low >> 2 & 1) + 3 * (low >> 3 & 1) + 4 * (low >> 4 & 1)


@rule
def active_writes(state: State, seat: int, out: Out, count: int) -> int:
    """N8: every write after which the free dice can still complete the card; only the card in work, if there is one."""
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    dice, free = wide(state.dice), wide(state.free)
    cards = to_complete(state, seat)
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
        if hopeless(card, written, dice, free, plus, other):
            continue
        takes = fits(card, written)
        for at in range(MOST_CELLS):
            tint = int(TINT[card, at])
            for die in range(DICE if takes >> WIDE * at & ANY else 0):
                wrong = wrong_colour(tint, die)
                if not free >> die & 1 or wrong > other:
                    continue
                shown = dice >> BITS * die & 7
                for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                    ticks = abs(number - shown)
                    then = written | number << BITS * at
                    if takes >> WIDE * at + number & 1 and completable(
                        card, then, dice, free & ~(1 << die), plus - ticks, other - wrong
                    ):
                        out[count] = WRITE + which * WRITES_EACH + write_of(die, number, at)
                        count += 1
    return count


@rule
def completing_writes(state: State, seat: int, out: Out, count: int) -> int:
    """N8: for each card that can be completed, the first write of a way that ticks the fewest circles."""
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    dice, free = wide(state.dice), wide(state.free)
    cards = to_complete(state, seat)
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
        write = cheapest_write(card, written, dice, free, plus, other)
        if write != NO_WRITE:
            out[count] = WRITE + which * WRITES_EACH + write
            count += 1
    return count


# --- what writing does (N7, N10, N15, N17, N19-N21, N24, N31) -------------------------------------------


# What follows an action.
WAITS = 0  # nothing more happens before the next action
TURN_ENDS = 1  # the active turn is over
ROUND_ENDS = 2  # solo: a card was put onto the round counter
BEGINS = 3  # a turn begins


@rule
def write(state: State, seat: int, which: int, code: int) -> int:
    """N7, N17: write a die into a cell; what that means depends on whose turn it is."""
    die = code // (FACES * MOST_CELLS)
    finished = put(state, seat, which, die, code // MOST_CELLS % FACES + 1, code % MOST_CELLS)
    phase = int(state.phase)
    if phase == PASSIVE:
        return write_passive(state, seat, die)
    state.free = int(state.free) & ~(1 << die)
    if phase == TURN:
        state.working = NONE if finished else which
        state.did = 1 if finished else int(state.did)
        return WAITS
    if phase == JOKER:
        state.left = int(state.left) - 1
        return WAITS if int(state.left) else TURN_ENDS
    if int(state.left):
        state.left = int(state.left) - 1
    else:
        state.circles[seat, SECOND] = int(state.circles[seat, SECOND]) - 1
    return WAITS if int(state.left) or wide(state.circles[seat, SECOND]) else solo_written(state)


@rule
def put(state: State, seat: int, which: int, die: int, number: int, at: int) -> bool:
    """N12, N19, N20: write a number, tick the circles that it takes; N15: whether the card is completed by it."""
    circles = state.circles
    card = wide(state.card[seat, which])
    tint = int(TINT[card, at])
    shown = wide(state.dice) >> BITS * die & 7
    circles[seat, PLUS] = int(circles[seat, PLUS]) - abs(number - shown)
    circles[seat, OTHER] = int(circles[seat, OTHER]) - (1 if tint and tint != die + 1 else 0)
    written = wide(state.written[seat, which]) | number << BITS * at
    state.written[seat, which] = written
    finished = completed(card, written)
    state.unfinished[seat] = int(state.unfinished[seat]) & ~((1 if finished else 0) << which)
    if finished and card >= EVALUATION_COUNT and int(KIND[card]) < CIRCLED:
        circles[seat, int(KIND[card])] = int(circles[seat, int(KIND[card])]) + CIRCLES
    return finished


@rule
def write_passive(state: State, seat: int, die: int) -> int:
    """N17: one die for each reroll; N21: one more for each circle, never the same twice."""
    wrote = int(state.wrote[seat])
    if wrote:
        state.circles[seat, SECOND] = int(state.circles[seat, SECOND]) - 1
    wrote |= 1 << die
    state.wrote[seat] = wrote
    if wide(state.circles[seat, SECOND]) == 0 or wrote == int(state.rolled):
        return chosen(state, seat)
    return WAITS


@rule
def chosen(state: State, seat: int) -> int:
    """N17: a passive player is done; when all are, the active player goes on."""
    state.waiting = int(state.waiting) & ~(1 << seat)
    if int(state.waiting) == 0:
        for other in range(int(state.seats)):
            state.wrote[other] = 0
        state.phase = TURN
    return WAITS


@rule
def solo_written(state: State) -> int:
    """N31: the passive turn's dice are used."""
    state.phase = COUNT
    state.left = 0
    return WAITS
