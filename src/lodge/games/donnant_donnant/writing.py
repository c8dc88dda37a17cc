"""Donnant Donnant: which dice may be written where (N8, N13, N14, N17, N19, N20)."""

from lodge.games.donnant_donnant.completing import NO_WRITE, cheapest_write, completable, hopeless, write_of
from lodge.games.donnant_donnant.deck import EXACT, RISING, SUM
from lodge.games.donnant_donnant.facts import DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.objectives import allowed, ones, open_cells
from lodge.games.donnant_donnant.state import NONE, OTHER, PLUS, WRITE, WRITES_EACH, State, is_completed
from lodge.games.donnant_donnant.tables import BITS, FAMILY, GROUP, NUMBER, TINT
from lodge.kernel import Out, rule


@rule
def passive_writes(state: State, seat: int, dice: int, out: Out, count: int) -> int:
    """N14, N17: every write of one of some dice, completing a card or not."""
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        opened = open_cells(card, written)
        for at in range(MOST_CELLS):
            if opened >> BITS * at & 1:
                fits = allowed(card, written, at)
                count = cell_writes(state, seat, which, at, dice, fits, out, count)
    return count


@rule
def cell_writes(state: State, seat: int, which: int, at: int, dice: int, fits: int, out: Out, count: int) -> int:
    """N13, N19, N20: every write into a cell that takes these numbers."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    tint = int(TINT[state.card[seat, which], at])
    for die in range(DICE):
        if dice >> die & 1 and (tint == 0 or tint == die + 1 or other > 0):
            shown = int(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if fits >> number & 1:
                    out[count] = WRITE + which * WRITES_EACH + write_of(die, number, at)
                    count += 1
    return count


@rule
def first_writes(state: State, seat: int, dice: int, out: Out) -> int:
    """The writes into the first cell that takes any of some dice."""
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        opened = open_cells(card, written)
        for at in range(MOST_CELLS):
            if opened >> BITS * at & 1:
                count = cell_writes(state, seat, which, at, dice, allowed(card, written, at), out, 0)
                if count:
                    return count
    return 0


@rule
def can_write(state: State, seat: int, dice: int) -> bool:
    """Whether any of some dice can be written anywhere."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        opened = open_cells(card, written)
        for at in range(MOST_CELLS):
            if opened >> BITS * at & 1:
                fits = allowed(card, written, at)
                tint = int(TINT[card, at])
                for die in range(DICE):
                    if dice >> die & 1 and (tint == 0 or tint == die + 1 or other > 0):
                        shown = int(state.dice) >> BITS * die & 7
                        low, high = max(1, shown - plus), min(FACES, shown + plus)
                        if fits & (2 << high) - (1 << low):
                            return True
    return False


@rule
def likely_writes(state: State, seat: int, dice: int, out: Out, count: int) -> int:
    """As `passive_writes`, but of white cells that are alike only the first, and circles only to complete a card."""
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        opened = open_cells(card, written)
        last = opened & opened - 1 == 0
        seen = 0  # for each die, the group in which a white cell was found: 0 none yet
        for at in range(MOST_CELLS):
            if not opened >> BITS * at & 1:
                continue
            fits = allowed(card, written, at)
            if last:
                count = cell_writes(state, seat, which, at, dice, fits, out, count)
                break
            tint = int(TINT[card, at])
            group = cell_group(card, at)
            for die in range(DICE):
                shown = int(state.dice) >> BITS * die & 7
                if dice >> die & fits >> shown & 1 and (tint == 0 or tint == die + 1):
                    if tint == 0:
                        if seen >> 4 * die & 15 == group:
                            continue
                        seen = seen & ~(15 << 4 * die) | group << 4 * die
                    out[count] = WRITE + which * WRITES_EACH + write_of(die, shown, at)
                    count += 1
    return count


@rule
def cell_group(card: int, at: int) -> int:
    """A number from 1 that white cells have in common where it does not matter which of them takes a die."""
    family = int(FAMILY[card])
    if family == RISING:
        return at + 1
    if family == EXACT:
        return int(NUMBER[card, at])
    group = int(GROUP[card, at])
    return 1 if family == SUM else 1 + ones((group & -group) - 1) // BITS


@rule
def in_work(state: State, seat: int, which: int) -> bool:
    """N8: whether a card may be completed now: one that is not, and if another has been begun, that one."""
    working = int(state.working)
    if working != NONE:
        return working == which
    return not is_completed(state, seat, which)


@rule
def active_writes(state: State, seat: int, out: Out, count: int) -> int:
    """N8: every write after which the free dice can still complete the card; only the card in work, if there is one."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    dice, free = int(state.dice), int(state.free)
    for which in range(int(state.cards[seat])):
        if not in_work(state, seat, which):
            continue
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        if hopeless(card, written, dice, free, plus, other):
            continue
        opened = open_cells(card, written)
        for at in range(MOST_CELLS):
            if opened >> BITS * at & 1:
                fits = allowed(card, written, at)
                tint = int(TINT[card, at])
                for die in range(DICE):
                    wrong = 1 if tint and tint != die + 1 else 0
                    if not free >> die & 1 or wrong > other:
                        continue
                    shown = dice >> BITS * die & 7
                    for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                        ticks = abs(number - shown)
                        then = written | number << BITS * at
                        if fits >> number & 1 and completable(
                            card, then, dice, free & ~(1 << die), plus - ticks, other - wrong
                        ):
                            out[count] = WRITE + which * WRITES_EACH + write_of(die, number, at)
                            count += 1
    return count


@rule
def completing_writes(state: State, seat: int, out: Out, count: int) -> int:
    """N8: for each card that can be completed, the first write of a way that ticks the fewest circles."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    dice, free = int(state.dice), int(state.free)
    for which in range(int(state.cards[seat])):
        if in_work(state, seat, which):
            card, written = int(state.card[seat, which]), int(state.written[seat, which])
            write = cheapest_write(card, written, dice, free, plus, other)
            if write != NO_WRITE:
                out[count] = WRITE + which * WRITES_EACH + write
                count += 1
    return count
