"""Dam It!: what a seat knows, and what it can imagine.

Everything a seat may know of a position is in its view: the river, the top card, all cubes, all sizes, and its own
cards.
"""

from lodge.games.dam_it.rules.facts import DAMS, GARBAGE, HAND_KINDS, KINDS, MOST_SEATS, PILES
from lodge.games.dam_it.rules.state import (
    NONE,
    PLACES,
    State,
    dam_pile_size,
    dam_points,
    discard_size,
    discarded,
    draw,
    hand_size,
    over,
    pile_size,
    uncover,
)
from lodge.kernel import Luck, Out, below, rule


@rule
def sees_all(state: State) -> bool:
    """Nothing is hidden with option open-hands, and after the end."""
    return int(state.open_hands) == 1 or over(state)


@rule
def imagine(state: State, seat: int, luck: Luck) -> None:
    """Deal anew what this seat cannot see: other hands, the dams in other piles, discard pile, draw pile.

    Every way to lay the unseen cards into the hidden places, as many in each as there are, is equally likely.
    """
    if sees_all(state):
        return
    cards_thrown = discard_size(state)
    for kind in range(KINDS):
        state.pile[kind] = int(state.pile[kind]) + discarded(state, kind)
    imagine_dam_piles(state, seat, luck)
    imagine_hands(state, seat, luck)
    for _ in range(cards_thrown):
        uncover(state, luck)


@rule
def imagine_dam_piles(state: State, seat: int, luck: Luck) -> None:
    """Lay the dams that others have built, and their garbage, at random into the others' dam piles."""
    theirs = 0
    room = 0
    for other in range(int(state.seats)):
        if other != seat:
            size = dam_pile_size(state, other)
            theirs |= int(state.dams[other])
            state.dams[other] = 0
            state.pile[GARBAGE] = int(state.pile[GARBAGE]) + int(state.garbage[other])
            state.garbage[other] = size  # every card garbage, until a dam takes its room
            room += size
    for dam in range(DAMS):
        if theirs >> dam & 1:
            nth = below(luck, room)
            owner = 0
            while owner == seat or nth >= int(state.garbage[owner]):
                nth -= 0 if owner == seat else int(state.garbage[owner])
                owner += 1
            state.dams[owner] = int(state.dams[owner]) | 1 << dam
            state.garbage[owner] = int(state.garbage[owner]) - 1
            room -= 1
    state.pile[GARBAGE] = int(state.pile[GARBAGE]) - room


@rule
def imagine_hands(state: State, seat: int, luck: Luck) -> None:
    """Deal the other hands from all unseen cards that a hand can hold."""
    unseen = 0
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(HAND_KINDS):
                state.pile[kind] = int(state.pile[kind]) + int(state.hand[other, kind])
    for kind in range(HAND_KINDS):
        unseen += int(state.pile[kind])
    for other in range(int(state.seats)):
        if other != seat:
            size = hand_size(state, other)
            for kind in range(HAND_KINDS):
                state.hand[other, kind] = 0
            for _ in range(size):
                kind = draw(state, below(luck, unseen))  # garbage is counted last, so it is never drawn here
                state.hand[other, kind] = int(state.hand[other, kind]) + 1
                unseen -= 1


OBSERVATION = 5 + PLACES * 2 + PILES + KINDS + MOST_SEATS * (3 + HAND_KINDS + 2)


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """What the seat knows, as numbers: the common middle, then each player from this seat on (-1: hidden)."""
    seats = int(state.seats)
    known = sees_all(state)
    out[0] = seats
    out[1] = (int(state.to_move) - seat) % seats
    out[2] = 1 if over(state) else 0
    out[3] = pile_size(state)
    out[4] = discard_size(state)
    n = 5
    for place in range(PLACES):
        out[n] = state.river[place]
        out[n + 1] = state.stones[place]
        n += 2
    for pile in range(PILES):
        out[n] = state.built[pile]
        n += 1
    for kind in range(KINDS):
        out[n] = state.pile[kind] if known else NONE
        n += 1
    for step in range(MOST_SEATS):
        n = observe_player(state, (seat + step) % seats, step < seats, known or step == 0, out, n)


@rule
def observe_player(state: State, seat: int, there: bool, known: bool, out: Out, n: int) -> int:
    """One player's numbers; all zero for a seat that is not in the game."""
    out[n] = state.cubes[seat] if there else 0
    out[n + 1] = hand_size(state, seat) if there else 0
    out[n + 2] = dam_pile_size(state, seat) if there else 0
    n += 3
    for kind in range(HAND_KINDS):
        out[n] = (state.hand[seat, kind] if known else NONE) if there else 0
        n += 1
    out[n] = (state.garbage[seat] if known else NONE) if there else 0
    out[n + 1] = (dam_points(int(state.dams[seat])) if known else NONE) if there else 0
    return n + 2
