"""Beaver Gang with more than two players: what else there is to see.

Of each player from the next one on what the row seems to count, how far they are ahead of me in the game, and what they
have refused; who deals and who has knocked; whose the best cards are; how I would stand if all cards were turned up
now; and what the hand-written player would do, and how much more that seems to bring than to draw another card.
"""

from itertools import accumulate

from lodge.games.beaver_gang.players.greedy import (
    POINT,
    act,
    draw_gain,
    estimate,
    mean_of,
    row_counts,
    unseen_cards,
    worst_of_mine,
)
from lodge.games.beaver_gang.players.master import features
from lodge.games.beaver_gang.players.master.features import LARGE, LEADS, SUMS, lead_row
from lodge.games.beaver_gang.players.master.slots import SLOTS, far_of, slot_of
from lodge.games.beaver_gang.rules.facts import FEWEST_SEATS, MOST_ROUNDS, MOST_SEATS, NUMBERS, ROW
from lodge.games.beaver_gang.rules.state import HOLD, NONE, TURN, State, is_number, rounds, score
from lodge.kernel import Out, rule

OTHERS = MOST_SEATS - 1
GAINS, STEP = 32, 40  # rows for what a number brings, and how far they are apart, in hundredths of a point
EACH = (SUMS, LEADS, NUMBERS + 1, NUMBERS + 1)  # what the row counts, how far behind me in the game, refused, declined;
ROWS_OF = (
    *(rows + 1 for _ in range(OTHERS) for rows in EACH),  # one more for somebody who is not there
    *((MOST_SEATS + 1) * MOST_SEATS, MOST_SEATS + 1),  # where the dealer sits, of how many; where who has knocked sits
    MOST_ROUNDS * LEADS,  # how far ahead I would be, by rounds to come
    *(2 * 2 * OTHERS,) * ROW,  # whose each of the best cards is, whether they have knocked, or the best row
    *(SLOTS + 1, 2 * GAINS + 1),  # what the hand-written player would do; what the number on offer, or held, brings
)
FEATURES = features.FEATURES + len(ROWS_OF)
*STARTS, ROWS = accumulate(ROWS_OF, initial=features.ROWS)
FIRST_TABLE = OTHERS * len(EACH)
S_DEALER, S_KNOCKER, S_AHEAD, S_WHOSE = STARTS[FIRST_TABLE : FIRST_TABLE + 4]
S_ACT, S_GAIN = STARTS[-2:]


@rule
def see(state: State, seat: int, out: Out) -> int:
    """Write all features that there are for so many players; the orders of my cards and theirs."""
    orders = features.see(state, seat, out)
    if int(state.seats) > FEWEST_SEATS:
        see_others(state, seat, orders, out)
        out[FEATURES - 2] = S_ACT + slot_of(state, seat, orders, act(state, seat))
        out[FEATURES - 1] = S_GAIN + gain_row(state, seat)
    return orders


@rule
def see_others(state: State, seat: int, orders: int, out: Out) -> None:
    """What there is to see of the others."""
    seats, mean = int(state.seats), mean_of(unseen_cards(state, seat))
    best, lowest, mine = LARGE, LARGE, score(state, seat)
    best_row = NONE
    n, start = features.FEATURES, features.ROWS
    for far in range(1, MOST_SEATS):
        other = (seat + far) % seats
        there = far < seats
        row = row_counts(state, seat, other, mean) if there else LARGE
        best_row, lowest = (other, row) if row < lowest else (best_row, lowest)
        best = min(best, POINT * score(state, other) + row)
        out[n] = start + (min(SUMS - 1, row // POINT) if there else SUMS)
        start += SUMS + 1
        out[n + 1] = start + (lead_row(score(state, other) - mine) if there else LEADS)
        start += LEADS + 1
        out[n + 2] = start + (int(state.refused[other]) if there else NUMBERS + 1)
        start += NUMBERS + 2
        out[n + 3] = start + (int(state.declined[other]) if there else NUMBERS + 1)
        start += NUMBERS + 2
        n += 4
    knocker = int(state.knocker)
    out[n] = S_DEALER + seats * MOST_SEATS + (int(state.dealer) - seat) % seats
    out[n + 1] = S_KNOCKER + (MOST_SEATS if knocker == NONE else (knocker - seat) % seats)
    lead = (best - POINT * mine - row_counts(state, seat, seat, mean)) // POINT
    out[n + 2] = S_AHEAD + LEADS * (rounds(state) - int(state.round) - 1) + lead_row(lead)
    for place in range(ROW):
        far = far_of(orders, place)
        owner = (seat + far) % seats
        marks = 2 * (1 if owner == knocker else 0) + (1 if owner == best_row else 0)
        out[n + 3 + place] = S_WHOSE + 4 * OTHERS * place + 4 * (far - 1) + marks


@rule
def gain_row(state: State, seat: int) -> int:
    """What the number on offer, or the one held, brings more than another card; no number has the last row."""
    phase = int(state.phase)
    number = int(state.top) if phase == TURN else (int(state.held) if phase == HOLD else NUMBERS)
    if not is_number(number):
        return 2 * GAINS
    bag = unseen_cards(state, seat)
    mean = mean_of(bag)
    mine = worst_of_mine(state, seat, mean)
    gain = estimate(state, seat, seat, mine, mean) - POINT * number - draw_gain(state, seat, bag, mean, mine)
    return (GAINS if phase == HOLD else 0) + max(0, min(GAINS - 1, GAINS // 2 + gain // STEP))
