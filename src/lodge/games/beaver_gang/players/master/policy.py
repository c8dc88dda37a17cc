"""Beaver Gang: a quick policy for play-outs: weights that say at once how good an action seems.

What a seat knows is put into a few words: what a card of the row is to it, how late in the round it is, who is ahead.
An action has six features, each a pair or so of such words; each has a weight, and the action with the highest sum is
done. The weights were learned from play, the way tools/beaver_policy.py does it: every action of many positions was
played on, and the weights fitted to what came of it. Since those positions were real ones, the weights know how cards
are hidden behind what others do. They are hundred-thousandths of all there is to win.
"""

from itertools import accumulate
from typing import Any, NamedTuple

from lodge.games.beaver_gang.players.greedy import POINT, estimate, mean_of, row_counts, unknown_of_mine, unseen_cards
from lodge.games.beaver_gang.rules.facts import KINDS, NUMBERS, PEEK, ROW, TWICE
from lodge.games.beaver_gang.rules.knowledge import knows
from lodge.games.beaver_gang.rules.state import (
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    NONE,
    PASS,
    PEEK_AT,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    TURNED_UP,
    State,
    after,
    is_number,
    rounds,
    score,
)
from lodge.kernel import rule

# The words, and how many there are of each.
TURNS = 8  # rounds of turns
SORTS = 13  # what a card of mine is: a number, a special card, unknown, unknown but kept by somebody
OUT = 2 * SORTS  # the same, and whether others know it
THEIRS = 16  # what a card of theirs is: a number, a special card, unknown, known to its owner, kept by its owner
WORST = 12  # the worst card of mine, in points
NEXT = 8  # the worst card of the next player, who may take what I give away
LEADS = 16  # how far my row is ahead of all others, in steps
FINE = 40  # the same in points
LEFT = 4  # rounds to come
SPECIAL, HIDDEN, KEPT = 10, 11, 12
OWNED, OWNED_KEPT = 12, 13
STEP = 2 * POINT

# Where the weights of each feature begin; weight 0 is always 0.
(
    KEEP_OUT,
    KEEP_TURN_OUT,
    KEEP_TURN,
    KEEP_WORST,
    KEEP_NEXT,
    KEEP_LEAD,
    DISCARD_HELD,
    DISCARD_WORST,
    DISCARD_TURN,
    DISCARD_NEXT,
    DISCARD_LEAD,
    DISCARD_UNKNOWN,
    TAKE_OUT,
    TAKE_TURN_OUT,
    TAKE_TURN,
    TAKE_WORST,
    TAKE_NEXT,
    TAKE_LEAD,
    DRAW_WORST,
    DRAW_TURN,
    DRAW_LEAD,
    DRAW_UNKNOWN,
    DRAW_NEXT,
    SWAP_BOTH,
    SWAP_TURN_OUT,
    SWAP_TURN_THEIRS,
    SWAP_LEAD_OUT,
    SWAP_LEAD_THEIRS,
    SWAP_KNOWN,
    NO_USE,
    NO_USE_WORST,
    NO_USE_LEAD,
    NO_USE_TURN,
    NO_USE_UNKNOWN,
    PEEK_UNKNOWN,
    PEEK_FIRST,
    PEEK_LEAD,
    KNOCK_LEFT,
    KNOCK_UNKNOWN,
    KNOCK_KEPT,
    KNOCK_MINE,
    KNOCK_TURN,
    KNOCK_STANDING,
    SIZE,
) = accumulate(
    [
        1,
        *(2 * NUMBERS * OUT, TURNS * OUT, TURNS * NUMBERS, 2 * NUMBERS * WORST, WORST * NEXT, LEADS * SORTS),
        *(4 * NUMBERS, 2 * NUMBERS * WORST, TURNS * NUMBERS, WORST * NEXT, LEADS, (ROW + 1) * NUMBERS),
        *(2 * NUMBERS * OUT, TURNS * OUT, TURNS * NUMBERS, 2 * NUMBERS * WORST, WORST * NEXT, LEADS * SORTS),
        *(2 * WORST * NUMBERS, TURNS * WORST, LEADS, (ROW + 1) * NUMBERS, NEXT * NUMBERS),
        *(2 * SORTS * THEIRS, TURNS * SORTS, TURNS * THEIRS, LEADS * SORTS, LEADS * THEIRS, 8),
        *(8, 4 * WORST, 2 * LEADS, 2 * TURNS, 2 * (ROW + 1)),
        *((ROW + 1) * TURNS, 4, LEADS),
        *(LEFT * FINE, (ROW + 1) * FINE, (ROW + 1) * FINE, FINE, TURNS * FINE, LEFT * FINE),
    ]
)

Features = tuple[int, int, int, int, int, int]


class Sense(NamedTuple):
    """What the seat makes of a position as a whole."""

    mean: int  # what an unknown card counts, in hundredths of a point
    mine: int  # what my row is thought to count, likewise
    turn: int
    last: int  # whether this turn is my last one
    worst: int
    unknown: int  # cards of mine
    follower: int  # the worst card of the next player, 0 if they have no more turn
    lead: int


@rule
def sense(state: State, seat: int) -> Sense:
    """Look at the position."""
    mean = mean_of(unseen_cards(state, seat))
    seats, knocker, follower = int(state.seats), int(state.knocker), after(state, seat)
    worst, unknown, mine, greed = 0, 0, 0, 0
    least = NUMBERS * ROW * POINT
    for owner in range(seats):
        row, most = 0, 0
        for at in range(ROW):
            counts = estimate(state, seat, owner, at, mean)
            row += counts
            most = max(most, counts)
            unknown += 1 if owner == seat and not knows(state, seat, seat, at) else 0
        if owner == seat:
            worst, mine = most, row
        else:
            least = min(least, row)
            greed = most if owner == follower else greed
    return Sense(
        mean,
        mine,
        min(int(state.turns) // seats, TURNS - 1),
        0 if knocker == NONE else 1,
        (worst + POINT // 2) // POINT,
        unknown,
        0 if knocker == follower else max(1, min(NEXT - 1, greed // POINT - 2)),
        lead_word(least - mine),
    )


@rule
def lead_word(lead: int) -> int:
    """A lead in steps."""
    return max(0, min(LEADS - 1, lead // STEP + LEADS // 2))


@rule
def lead_in_points(lead: int) -> int:
    """A lead in points."""
    return max(0, min(FINE - 1, lead // POINT + FINE // 2))


@rule
def out_word(state: State, seat: int, at: int) -> int:
    """What a card of mine is to me, and whether others know it."""
    known = int(state.known[seat, at])
    if known >> seat & 1:
        sort = min(int(state.card[seat, at]), SPECIAL)
    else:
        sort = KEPT if int(state.source[seat, at]) & 1 else HIDDEN
    return 2 * sort + (1 if known & ~(1 << seat) else 0)


@rule
def their_word(state: State, seat: int, owner: int, at: int) -> int:
    """What a card of theirs is to me."""
    known = int(state.known[owner, at])
    if known >> seat & 1:
        return min(int(state.card[owner, at]), SPECIAL)
    if int(state.source[owner, at]) & 1:
        return OWNED_KEPT
    return OWNED if known >> owner & 1 else HIDDEN


# --- features ----------------------------------------------------------------------------------------------


@rule
def replacing(state: State, seat: int, at: int, kind: int, it: Sense, start: int) -> Features:
    """A number for a card of mine; the weights begin at `start` for one that was drawn, or for one taken."""
    out = out_word(state, seat, at)
    is_worst = 1 if (estimate(state, seat, seat, at, it.mean) + POINT // 2) // POINT == it.worst else 0
    return (
        start + (it.last * NUMBERS + kind) * OUT + out,
        start - KEEP_OUT + KEEP_TURN_OUT + it.turn * OUT + out,
        start - KEEP_OUT + KEEP_TURN + it.turn * NUMBERS + kind,
        start - KEEP_OUT + KEEP_WORST + (is_worst * NUMBERS + kind) * WORST + it.worst,
        start - KEEP_OUT + KEEP_NEXT + min(out // 2, WORST - 1) * NEXT + it.follower,
        start - KEEP_OUT + KEEP_LEAD + it.lead * SORTS + out // 2,
    )


@rule
def drawing(top: int, it: Sense) -> Features:
    """A card from the stack rather than the one on the pile."""
    return (
        DRAW_WORST + (it.last * WORST + it.worst) * NUMBERS + top,
        DRAW_TURN + it.turn * WORST + it.worst,
        DRAW_LEAD + it.lead,
        DRAW_UNKNOWN + it.unknown * NUMBERS + top,
        DRAW_NEXT + it.follower * NUMBERS + top,
        0,
    )


@rule
def discarding(held: int, first: int, it: Sense) -> Features:
    """The card drawn is of no use."""
    if held < NUMBERS:
        return (
            DISCARD_HELD + (it.last * 2 + first) * NUMBERS + held,
            DISCARD_WORST + (held * WORST + it.worst) * 2 + first,
            DISCARD_TURN + it.turn * NUMBERS + held,
            DISCARD_NEXT + held * NEXT + it.follower,
            DISCARD_LEAD + it.lead,
            DISCARD_UNKNOWN + it.unknown * NUMBERS + held,
        )
    peek = 1 if held == PEEK else 0
    return (
        NO_USE + (peek * 2 + first) * 2 + it.last,
        NO_USE_WORST + (peek * 2 + first) * WORST + it.worst,
        NO_USE_LEAD + peek * LEADS + it.lead,
        NO_USE_TURN + peek * TURNS + it.turn,
        NO_USE_UNKNOWN + peek * (ROW + 1) + it.unknown,
        0,
    )


@rule
def peeking(first: int, it: Sense) -> Features:
    """A look at a card of mine that I do not know."""
    return PEEK_UNKNOWN + it.unknown * TURNS + it.turn, PEEK_FIRST + first * 2 + it.last, PEEK_LEAD + it.lead, 0, 0, 0


@rule
def swapping(state: State, seat: int, at: int, owner: int, theirs: int, lead: int, it: Sense) -> Features:
    """A card of mine for one of theirs; `lead` is the one over them."""
    out, coming = out_word(state, seat, at), their_word(state, seat, owner, theirs)
    owned = int(state.known[owner, theirs]) >> owner & 1
    return (
        SWAP_BOTH + (it.last * SORTS + out // 2) * THEIRS + coming,
        SWAP_TURN_OUT + it.turn * SORTS + out // 2,
        SWAP_TURN_THEIRS + it.turn * THEIRS + coming,
        SWAP_LEAD_OUT + lead * SORTS + out // 2,
        SWAP_LEAD_THEIRS + lead * THEIRS + coming,
        SWAP_KNOWN + it.last * 4 + (out & 1) * 2 + owned,
    )


@rule
def knocking(state: State, seat: int, it: Sense) -> Features:
    """Nothing more for me, and one more turn for everybody else."""
    left = min(rounds(state) - int(state.round) - 1, LEFT - 1)
    least = standing = KINDS * KINDS * POINT
    nearest, kept = seat, 0
    for other in range(int(state.seats)):
        if other != seat:
            lead = row_counts(state, seat, other, it.mean) - it.mine
            nearest = other if lead < least else nearest
            least = min(least, lead)
            standing = min(standing, lead + POINT * (score(state, other) - score(state, seat)))
    for at in range(ROW):
        kept += int(state.source[nearest, at]) & 1
    ahead = lead_in_points(least)
    return (
        KNOCK_LEFT + left * FINE + ahead,
        KNOCK_UNKNOWN + it.unknown * FINE + ahead,
        KNOCK_KEPT + kept * FINE + ahead,
        KNOCK_MINE + max(0, min(FINE - 1, it.mine // POINT)),
        KNOCK_TURN + it.turn * FINE + ahead,
        KNOCK_STANDING + left * FINE + lead_in_points(standing),
    )


@rule
def features(state: State, seat: int, action: int, it: Sense) -> Features:  # noqa: PLR0911 - one for each action
    """The features of an action; of one that is not compared with others, none."""
    held, first = int(state.held), int(state.first)
    if action >= SWAP_FOR:
        which = action - SWAP_FOR
        owner, theirs = which % SWAPS_EACH // ROW, which % ROW
        lead = lead_word(row_counts(state, seat, owner, it.mean) - it.mine)
        return swapping(state, seat, which // SWAPS_EACH, owner, theirs, lead, it)
    if action >= PEEK_AT:
        return peeking(first, it)
    if action >= KEEP:
        return replacing(state, seat, action - KEEP, held, it, KEEP_OUT)
    if action >= TAKE:
        return replacing(state, seat, action - TAKE, int(state.top), it, TAKE_OUT)
    if action == DRAW and is_number(int(state.top)):
        return drawing(int(state.top), it)
    if action == DISCARD:
        return discarding(held, first, it)
    return knocking(state, seat, it) if action == KNOCKS else (0, 0, 0, 0, 0, 0)


@rule
def weigh(weights: Any, these: Features) -> int:
    """The sum of the features' weights."""
    a, b, c, d, e, f = these
    return int(weights[a]) + int(weights[b]) + int(weights[c]) + int(weights[d]) + int(weights[e]) + int(weights[f])


@rule
def seems_worth(state: State, seat: int, action: int, weights: Any) -> int:
    """How good an action seems, beside others of the same position."""
    return weigh(weights, features(state, seat, action, sense(state, seat)))


# --- decisions ---------------------------------------------------------------------------------------------


@rule
def decide(state: State, seat: int, weights: Any) -> int:
    """The action that seems best."""
    phase = int(state.phase)
    if phase == TURN:
        return take_or_draw(state, seat, weights) if is_number(int(state.top)) else DRAW
    if phase == HOLD:
        return use(state, seat, weights)
    if phase == KNOCK:
        return KNOCKS if seems_worth(state, seat, KNOCKS, weights) > 0 else PASS
    return DEAL if phase == TURNED_UP else CLOSE


@rule
def take_or_draw(state: State, seat: int, weights: Any) -> int:
    """B5, B6: the top discard for one of mine, or a card from the stack."""
    top, it = int(state.top), sense(state, seat)
    best, most = DRAW, weigh(weights, drawing(top, it))
    for at in range(ROW):
        much = weigh(weights, replacing(state, seat, at, top, it, TAKE_OUT))
        best, most = (TAKE + at, much) if much > most else (best, most)
    return best


@rule
def use(state: State, seat: int, weights: Any) -> int:
    """B6-B9: what to do with the card drawn. Looking is better than not looking, and two cards than none."""
    held, first = int(state.held), int(state.first)
    if held == TWICE:
        return AGAIN
    if held == PEEK and first == 0:
        return PEEK_AT + unknown_of_mine(state, seat)
    it = sense(state, seat)
    best, most = DISCARD, weigh(weights, discarding(held, first, it))
    if held == PEEK:
        return PEEK_AT + unknown_of_mine(state, seat) if weigh(weights, peeking(first, it)) > most else DISCARD
    if is_number(held):
        for at in range(ROW):
            much = weigh(weights, replacing(state, seat, at, held, it, KEEP_OUT))
            best, most = (KEEP + at, much) if much > most else (best, most)
        return best
    for owner in range(int(state.seats)):
        if owner != seat:
            lead = lead_word(row_counts(state, seat, owner, it.mean) - it.mine)
            for pair in range(ROW * ROW):
                at, theirs = pair // ROW, pair % ROW
                much = weigh(weights, swapping(state, seat, at, owner, theirs, lead, it))
                action = SWAP_FOR + at * SWAPS_EACH + owner * ROW + theirs
                best, most = (action, much) if much > most else (best, most)
    return best
