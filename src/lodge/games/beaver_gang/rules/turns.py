"""Beaver Gang: dealing (B1-B4), and what the actions of a turn do, until all is turned up and counted (B5-B14)."""

from lodge.games.beaver_gang.rules.facts import CARDS, MOST_ROUNDS, MOST_SEATS, NUMBERS, PATIENCE, ROW, SPECIALS, TWICE
from lodge.games.beaver_gang.rules.multiset import FULL
from lodge.games.beaver_gang.rules.state import (
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    EVERYBODY,
    GAVE,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    LOOK,
    MEMORY_AID,
    NONE,
    PEEK_AT,
    PEEKING,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    TURNED_UP,
    State,
    after,
    draw,
    is_number,
    may_knock,
    past_of,
    rounds_of_turns,
)
from lodge.kernel import Luck, below, rule


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
            state.past[seat, at] = 0
        state.refused[seat] = NUMBERS
        state.declined[seat] = NUMBERS
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
            state.past[seat, at] = 0
        state.refused[seat] = NUMBERS
        state.declined[seat] = NUMBERS
    state.top = draw(state, luck)
    state.held = NONE
    state.twice = 0
    state.first = 0
    state.peeked = NONE
    state.knocker = NONE
    state.looking = (1 << seats) - 1
    state.to_move = after(state, int(state.dealer))
    state.phase = LOOK


# --- actions -------------------------------------------------------------------------------------------

WAITS = 0  # nothing more happens before the next action
DRAWS = 1  # a card is drawn, to be held
DONE = 2  # the turn's action is done; its player may knock, if at all
ENDS = 3  # the turn ends


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """One action of the seat, and what follows from it."""
    follows = act(state, seat, action, luck)
    if follows == DRAWS:
        state.held = draw(state, luck)
        state.phase = HOLD
    elif follows == DONE:
        follows = done(state)
    if follows == ENDS:
        end_turn(state, luck)


@rule
def act(state: State, seat: int, action: int, luck: Luck) -> int:  # noqa: PLR0911 - one for each action
    """Do what the action says; what follows."""
    if action >= SWAP_FOR:
        which = action - SWAP_FOR
        other = which % SWAPS_EACH
        return swap(state, seat, which // SWAPS_EACH, other // ROW, other % ROW)
    if action >= PEEK_AT:
        return peek(state, seat, action - PEEK_AT)
    if action >= KEEP:
        return keep(state, seat, action - KEEP)
    if action >= TAKE:
        return take(state, seat, action - TAKE)
    if action == DISCARD:
        return discard(state, seat)
    if action == AGAIN:
        return draw_twice(state)
    if action == CLOSE:
        return close(state, seat)
    if action == DEAL:
        return deal_next(state, seat, luck)
    if action == KNOCKS:
        state.knocker = seat
    if action == DRAW:
        state.declined[seat] = lower(int(state.declined[seat]), int(state.top))
        return DRAWS
    return ENDS


@rule
def lower(least: int, kind: int) -> int:
    """The lower of two numbers; special cards count for nothing."""
    return min(least, kind) if is_number(kind) else least


@rule
def deal_next(state: State, seat: int, luck: Luck) -> int:
    """B4: the next dealer deals the next round."""
    state.dealer = seat
    state.round = int(state.round) + 1
    deal_round(state, luck)
    return WAITS


@rule
def close(state: State, seat: int) -> int:
    """B3, B8: lay the cards looked at face down again; when everybody has at the start, the first turn begins."""
    if int(state.phase) == PEEKING:
        state.peeked = NONE
        return DONE
    state.looking = int(state.looking) & ~(1 << seat)
    if int(state.looking) == 0:
        state.phase = TURN
    return WAITS


@rule
def take(state: State, seat: int, at: int) -> int:
    """B5: the top discard for one of the row, which goes face up on the discard pile; everybody knows the new card."""
    taken, given = int(state.top), int(state.card[seat, at])
    state.top = given
    lay(state, seat, at, taken, EVERYBODY, 0, past_of(given + 1, 0, rounds_of_turns(state)))
    return DONE


@rule
def keep(state: State, seat: int, at: int) -> int:
    """B6: the number drawn for one of the row, which goes face up on the discard pile; only the seat knows it."""
    kept, given = int(state.held), int(state.card[seat, at])
    state.held = NONE
    state.top = given
    past = past_of(given + 1, 0, rounds_of_turns(state))
    lay(state, seat, at, kept, 1 << seat, 2 * int(state.filling) + 1, past)
    return DONE


@rule
def lay(state: State, seat: int, at: int, kind: int, known: int, source: int, past: int) -> None:
    """Lay a card face down into a row."""
    state.card[seat, at] = kind
    state.known[seat, at] = known
    state.source[seat, at] = source
    state.past[seat, at] = past


@rule
def put_away(state: State) -> None:
    """The card held goes on the discard pile."""
    state.top = state.held
    state.held = NONE


@rule
def discard(state: State, seat: int) -> int:
    """B6: discard the card drawn; B9: if it was the first of two, draw the second, else the action is done."""
    if int(state.first) == 0:
        state.refused[seat] = lower(int(state.refused[seat]), int(state.held))
    put_away(state)
    follows = DRAWS if int(state.first) == 1 else DONE
    state.first = 0
    return follows


@rule
def draw_twice(state: State) -> int:
    """B9: use the draw-twice card: it waits beside the pile, and the first of two cards is drawn."""
    state.twice = int(state.twice) + 1
    state.held = NONE
    state.first = 1
    return DRAWS


@rule
def peek(state: State, seat: int, at: int) -> int:
    """B8: look at one of the row."""
    put_away(state)
    state.known[seat, at] = int(state.known[seat, at]) | 1 << seat
    state.first = 0
    state.peeked = at
    state.phase = PEEKING
    return WAITS


@rule
def swap(state: State, seat: int, mine: int, other: int, theirs: int) -> int:
    """B7: exchange two cards unseen; what is known of each travels with it."""
    put_away(state)
    card, known, source, past, turns = state.card, state.known, state.source, state.past, rounds_of_turns(state)
    kind, knowing, origin = int(card[seat, mine]), int(known[seat, mine]), int(source[seat, mine])
    going = past_of(int(past[seat, mine]) % GAVE, seat + 1, turns)
    coming = past_of(int(past[other, theirs]) % GAVE, seat + 1, turns)
    lay(state, seat, mine, int(card[other, theirs]), int(known[other, theirs]), int(source[other, theirs]), coming)
    lay(state, other, theirs, kind, knowing, origin, going)
    return DONE


@rule
def done(state: State) -> int:
    """B9, B11: the action is done: draw-twice cards go on top of the discard pile; the player may knock, if at all."""
    if int(state.twice) > 0:
        state.twice = 0
        state.top = TWICE
    state.first = 0
    if may_knock(state):
        state.phase = KNOCK
        return WAITS
    return ENDS


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
