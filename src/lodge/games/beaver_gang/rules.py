"""Beaver Gang: the rules, B1-B16: set-up, what may be done, doing it."""

from lodge.games.beaver_gang.bag import FULL
from lodge.games.beaver_gang.facts import CARDS, MOST_ROUNDS, MOST_SEATS, PATIENCE, PEEK, ROW, SPECIALS, SWAP, TWICE
from lodge.games.beaver_gang.knowledge import OBSERVATION, class_of, imagine, observe
from lodge.games.beaver_gang.state import (
    ACTIONS,
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    EVERYBODY,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    LOOK,
    MEMORY_AID,
    MOST_MOVES,
    NONE,
    OPTIONS,
    PASS,
    PEEK_AT,
    PEEKING,
    SEATS,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    TURNED_UP,
    VERSION,
    State,
    after,
    draw,
    is_number,
    may_knock,
    over,
    place,
    score,
)
from lodge.kernel import Luck, Out, below, rule

__all__ = [
    "ACTIONS",
    "MOST_CANDIDATES",
    "MOST_MOVES",
    "OBSERVATION",
    "OPTIONS",
    "SEATS",
    "VERSION",
    "State",
    "candidates",
    "deal",
    "imagine",
    "legal",
    "observe",
    "over",
    "pending",
    "place",
    "play",
    "score",
]

MOST_CANDIDATES = 1 + ROW * (MOST_SEATS - 1) * ROW  # a swap card: any exchange, or discarding it


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """B1-B4, B15: an empty score pad, the first dealer, and the first round's cards."""
    pad = state.pad
    state.seats = seats
    state.memory_aid = 1 if options & MEMORY_AID else 0
    state.round = 0
    for number in range(MOST_ROUNDS):
        for seat in range(MOST_SEATS):
            pad[number, seat] = 0
    for seat in range(seats, MOST_SEATS):
        for at in range(ROW):
            state.card[seat, at] = 0
            state.known[seat, at] = 0
            state.source[seat, at] = 0
    state.dealer = below(luck, seats)
    deal_round(state, luck)


@rule
def deal_round(state: State, luck: Luck) -> None:
    """B1-B4: four cards each, whose owner looks at the outer two; one face up; the player after the dealer begins."""
    card, known, source, replacement = state.card, state.known, state.source, state.replacement
    seats = int(state.seats)
    state.stack = FULL
    state.stack_size = CARDS
    state.filling = 0
    state.turns = 0
    state.drawn = 0
    for i in range(SPECIALS):
        replacement[i] = 0
    for seat in range(seats):
        for at in range(ROW):
            card[seat, at] = draw(state, luck)
            known[seat, at] = 1 << seat if at == 0 or at == ROW - 1 else 0
            source[seat, at] = 0
    state.top = draw(state, luck)
    state.held = NONE
    state.twice = 0
    state.first = 0
    state.peeked = NONE
    state.knocker = NONE
    state.looking = (1 << seats) - 1
    state.to_move = after(state, int(state.dealer))
    state.phase = LOOK


# --- what may be done ------------------------------------------------------------------------------------


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
    for mine in range(ROW):
        if is_first_of_class(state, seat, seat, mine):
            for other in range(int(state.seats)):
                if other != seat:
                    for theirs in range(ROW):
                        out[count] = SWAP_FOR + mine * SWAPS_EACH + other * ROW + theirs
                        count += 1 if is_first_of_class(state, seat, other, theirs) else 0
    return count


@rule
def is_first_of_class(state: State, seat: int, owner: int, at: int) -> bool:
    """Whether no card before it in its row is the same to the seat."""
    mine = class_of(state, seat, owner, at)
    for before in range(at):
        if class_of(state, seat, owner, before) == mine:
            return False
    return True


# --- doing it --------------------------------------------------------------------------------------------


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """One action of the seat."""
    if action >= SWAP_FOR:
        which = action - SWAP_FOR
        other = which % SWAPS_EACH
        swap(state, seat, which // SWAPS_EACH, other // ROW, other % ROW)
        done(state, luck)
    elif action >= PEEK_AT:
        peek(state, seat, action - PEEK_AT)
    elif action >= KEEP:
        keep(state, seat, action - KEEP)
        done(state, luck)
    elif action >= TAKE:
        take(state, seat, action - TAKE)
        done(state, luck)
    elif action == DRAW:
        hold(state, draw(state, luck), 0)
    elif action == DISCARD:
        discard(state, luck)
    elif action == AGAIN:
        draw_twice(state, luck)
    elif action == CLOSE:
        close(state, seat, luck)
    elif action == DEAL:
        state.dealer = seat
        state.round = int(state.round) + 1
        deal_round(state, luck)
    else:
        if action == KNOCKS:
            state.knocker = seat
        end_turn(state, luck)


@rule
def close(state: State, seat: int, luck: Luck) -> None:
    """B3, B8: lay the cards looked at face down again; when everybody has at the start, the first turn begins."""
    if int(state.phase) == PEEKING:
        state.peeked = NONE
        done(state, luck)
        return
    state.looking = int(state.looking) & ~(1 << seat)
    if int(state.looking) == 0:
        state.phase = TURN


@rule
def take(state: State, seat: int, at: int) -> None:
    """B5: the top discard for one of the row, which goes face up on the discard pile; everybody knows the new card."""
    taken = int(state.top)
    state.top = state.card[seat, at]
    lay(state, seat, at, taken, EVERYBODY, 1)


@rule
def keep(state: State, seat: int, at: int) -> None:
    """B6: the number drawn for one of the row, which goes face up on the discard pile; only the seat knows it."""
    kept = int(state.held)
    state.held = NONE
    state.top = state.card[seat, at]
    lay(state, seat, at, kept, 1 << seat, 2 * int(state.filling) + 1)


@rule
def lay(state: State, seat: int, at: int, kind: int, known: int, source: int) -> None:
    """Lay a card face down into a row."""
    state.card[seat, at] = kind
    state.known[seat, at] = known
    state.source[seat, at] = source


@rule
def hold(state: State, kind: int, first: int) -> None:
    """B6: hold a card drawn."""
    state.held = kind
    state.first = first
    state.phase = HOLD


@rule
def put_away(state: State) -> None:
    """The card held goes on the discard pile."""
    state.top = state.held
    state.held = NONE


@rule
def discard(state: State, luck: Luck) -> None:
    """B6: discard the card drawn; B9: if it was the first of two, draw the second, else the action is done."""
    put_away(state)
    if int(state.first) == 1:
        hold(state, draw(state, luck), 0)
    else:
        done(state, luck)


@rule
def draw_twice(state: State, luck: Luck) -> None:
    """B9: use the draw-twice card: it waits beside the pile, and the first of two cards is drawn."""
    state.twice = int(state.twice) + 1
    state.held = NONE
    hold(state, draw(state, luck), 1)


@rule
def peek(state: State, seat: int, at: int) -> None:
    """B8: look at one of the row."""
    put_away(state)
    state.known[seat, at] = int(state.known[seat, at]) | 1 << seat
    state.first = 0
    state.peeked = at
    state.phase = PEEKING


@rule
def swap(state: State, seat: int, mine: int, other: int, theirs: int) -> None:
    """B7: exchange two cards unseen; what is known of each travels with it."""
    put_away(state)
    card, known, source = state.card, state.known, state.source
    kind, knowing, origin = int(card[seat, mine]), int(known[seat, mine]), int(source[seat, mine])
    lay(state, seat, mine, int(card[other, theirs]), int(known[other, theirs]), int(source[other, theirs]))
    lay(state, other, theirs, kind, knowing, origin)


@rule
def done(state: State, luck: Luck) -> None:
    """B9, B11: the action is done: draw-twice cards go on top of the discard pile; the player may knock, if at all."""
    if int(state.twice) > 0:
        state.twice = 0
        state.top = TWICE
    state.first = 0
    if may_knock(state):
        state.phase = KNOCK
    else:
        end_turn(state, luck)


@rule
def end_turn(state: State, luck: Luck) -> None:
    """B11, B12: the next player, unless that is the knocker or the round has lasted too long: then it is over."""
    mover = int(state.to_move)
    state.turns = int(state.turns) + 1
    state.to_move = after(state, mover)
    state.phase = TURN
    if int(state.knocker) == NONE and int(state.turns) == PATIENCE * int(state.seats):
        state.knocker = mover
        turn_up(state, luck)
    elif int(state.to_move) == int(state.knocker):
        turn_up(state, luck)


@rule
def turn_up(state: State, luck: Luck) -> None:
    """B13, B14: turn all cards up, replace special ones, knocker first, and write the sums on the pad."""
    card, known, pad = state.card, state.known, state.pad
    number = int(state.round)
    seat = int(state.knocker)
    for _ in range(int(state.seats)):
        total = 0
        for at in range(ROW):
            known[seat, at] = EVERYBODY
            kind = int(card[seat, at])
            while not is_number(kind):
                kind = draw(state, luck)
                state.replacement[state.drawn] = kind
                state.drawn = int(state.drawn) + 1
            total += kind
        pad[number, seat] = total
        seat = after(state, seat)
    state.to_move = after(state, int(state.dealer))
    state.phase = TURNED_UP
