"""Donnant Donnant: what a seat knows, and what it can imagine.

Hidden are the order of the piles (which has none here), the cards dealt until they are laid out, the card put back, a
card taken unseen while it is looked at, and so what lies under the piles, but for those who have seen it. The backs of
the two piles differ, so everybody knows of each hidden card from which pile it is.
"""

from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import COLUMNS, DEALT, DICE, MOST_SEATS, STALL
from lodge.games.donnant_donnant.rules.piles import nth_card, number_in, pile_of, pile_size
from lodge.games.donnant_donnant.rules.scoring import score
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    CARD,
    CIRCLED,
    HAND,
    KNOWN,
    NONE,
    PASSIVE,
    State,
    after,
    die_shows,
)
from lodge.kernel import Luck, Out, below, rule

HIDDEN = -2  # a card that is there, but not known


@rule
def knows(known: int, seat: int) -> bool:
    """Whether a seat is among those that know a card; who looks on never is."""
    return seat >= 0 and known >> seat & 1 == 1


@rule
def knows_held(state: State, seat: int) -> bool:
    """N10b: whether a seat knows the card in the active player's hand; one that was bought, all know."""
    return int(state.phase) != BLIND or knows(int(state.held_known), seat)


@rule
def pile_of_card(card: int) -> int:
    """The pile to which a card belongs: 0 evaluation, 1 bonus."""
    return 1 if card >= EVALUATION_COUNT else 0


@rule
def hidden_cards(state: State, seat: int) -> int:
    """All cards that lie somewhere unseen by the seat, outside the unordered piles, as bits."""
    mask = 0
    for other in range(int(state.seats)):
        if other != seat:
            for at in range(HAND):
                if int(state.hand[other, at]) != NONE:
                    mask |= 1 << int(state.hand[other, at])
            if int(state.back[other]) != NONE:
                mask |= 1 << int(state.back[other])
    for pile in range(2):
        for at in range(int(state.under_size[pile])):
            entry = int(state.under[pile, at])
            if not knows(entry >> KNOWN, seat):
                mask |= 1 << (entry & CARD)
    if not knows_held(state, seat):
        mask |= 1 << int(state.held)
    return mask


@rule
def imagine(state: State, seat: int, luck: Luck) -> None:
    """Deal anew what this seat cannot know, pile by pile: every way to do so is equally likely."""
    pool = int(state.rest) | hidden_cards(state, seat)
    for other in range(int(state.seats)):
        if other != seat:
            for at in range(HAND):
                if int(state.hand[other, at]) != NONE:
                    card = pick(pool, at // DEALT, luck)
                    state.hand[other, at] = card
                    pool &= ~(1 << card)
            if int(state.back[other]) != NONE:
                card = pick(pool, pile_of_card(int(state.back[other])), luck)
                state.back[other] = card
                pool &= ~(1 << card)
    for pile in range(2):
        for at in range(int(state.under_size[pile])):
            entry = int(state.under[pile, at])
            if not knows(entry >> KNOWN, seat):
                card = pick(pool, pile, luck)
                state.under[pile, at] = entry & ~CARD | card
                pool &= ~(1 << card)
    if not knows_held(state, seat):
        card = pick(pool, pile_of_card(int(state.held)), luck)
        state.held = card
        pool &= ~(1 << card)
    state.rest = pool


@rule
def pick(pool: int, pile: int, luck: Luck) -> int:
    """A random card of a pool that belongs to a pile."""
    cards = pool & pile_of(pile)
    return nth_card(cards, below(luck, number_in(cards)))


PLAYER = 4 + CIRCLED + STALL * 4 + HAND
OBSERVATION = 17 + DICE + 2 * COLUMNS + MOST_SEATS * PLAYER


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """What the seat knows, as numbers: the common middle, then each player from this seat on."""
    seats = int(state.seats)
    out[0] = seats
    out[1] = int(state.level)
    out[2] = int(state.phase)
    out[3] = (int(state.active) - seat) % seats
    out[4] = (int(state.starter) - seat) % seats
    out[5] = int(state.round)
    out[6] = int(state.rolls)
    out[7] = int(state.free)
    out[8] = int(state.rolled)
    out[9] = int(state.working)
    out[10] = int(state.did)
    out[11] = int(state.left)
    out[12] = int(state.ending)
    out[13] = NONE if int(state.held) == NONE else int(state.held) if knows_held(state, seat) else HIDDEN
    out[14] = pile_size(state, 0)
    out[15] = pile_size(state, 1)
    out[16] = int(state.back[seat])
    n = 17
    for die in range(DICE):
        out[n] = die_shows(state, die)
        n += 1
    for place in range(2 * COLUMNS):
        out[n] = int(state.market[place // COLUMNS, place % COLUMNS])
        n += 1
    owner = seat
    for step in range(MOST_SEATS):
        observe_player(state, seat, owner, step < seats, out, n)
        n += PLAYER
        owner = after(state, owner)


@rule
def observe_player(state: State, seat: int, owner: int, there: bool, out: Out, n: int) -> None:
    """One player's numbers; all zero for a seat that is not in the game."""
    for i in range(PLAYER):
        out[n + i] = 0
    if not there:
        return
    phase = int(state.phase)
    out[n] = score(state, owner)
    out[n + 1] = int(state.cards[owner])
    out[n + 2] = int(state.waiting) >> owner & 1 if phase <= PASSIVE else 0
    out[n + 3] = int(state.wrote[owner])
    n += 4
    for kind in range(CIRCLED):
        out[n + kind] = int(state.circles[owner, kind])
    n += CIRCLED
    for which in range(int(state.cards[owner])):
        written = int(state.written[owner, which])
        out[n] = 1 + int(state.card[owner, which])
        out[n + 1] = int(state.spot[owner, which])
        out[n + 2] = written & 0xFFF
        out[n + 3] = written >> 12
        n += 4
    n += 4 * (STALL - int(state.cards[owner]))
    for at in range(HAND):
        card = int(state.hand[owner, at])
        out[n + at] = HIDDEN if card != NONE and owner != seat else card
