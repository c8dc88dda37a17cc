"""Donnant Donnant: what the last turn of a game comes to, exactly: every roll that may come, the best made of each.

From the last reroll on (N5) little is left: the dice that are rolled, a card that may be taken unseen (N10b), and alone
the roll of the passive turn (N31). All of it is tried, and so is everything that may be done then. Nobody can touch
what others have, so each player makes the most of their own stall, whatever the others do; only who takes a card
unseen may need to know how they stand. Moves that are alike are tried once, as `candidates` has them.
"""

from typing import Any

from lodge.games.donnant_donnant.players.rerolls import PATTERNS, SEVEN
from lodge.games.donnant_donnant.rules import MOST_CANDIDATES, candidates
from lodge.games.donnant_donnant.rules.arrays import BITS, KIND, ROUNDS, SPOTS, SUBSET_SIZE
from lodge.games.donnant_donnant.rules.completing import ALL_DICE
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, MOST_SEATS, PATIENCE, ROLLS, SOLO_DICE
from lodge.games.donnant_donnant.rules.knowledge import knows
from lodge.games.donnant_donnant.rules.objectives import ones, open_cells
from lodge.games.donnant_donnant.rules.piles import pile_of
from lodge.games.donnant_donnant.rules.scoring import score, standing
from lodge.games.donnant_donnant.rules.state import (
    CARD,
    CIRCLED,
    COUNT,
    JOKER_DRAWS,
    KNOWN,
    LAST_ROUND,
    LAYS,
    NONE,
    OVER,
    PASSIVE,
    REROLL,
    SECOND,
    SETUP,
    SOLO,
    TURN,
    State,
    after,
    lowest_card,
    spots_for,
    unused,
)
from lodge.games.donnant_donnant.rules.turns import act, lay
from lodge.games.donnant_donnant.rules.writing import TURN_ENDS
from lodge.kernel import INT, NUMBERS, WORDS, Luck, One, Out, Rows, dtype_of, heavy, i16, i64, rule, scratch, wide

# Positions in hand: the one that is asked about, after a move, after a roll; a turn move by move; then what follows it.
ASKED, MOVED, ROLLED, IN_TURN, TURNED, PASSING = 0, 1, 2, 3, 28, 30
ROWS = 40
WHOLE = 1_000_000_000  # a point alone, with others the win: as exact as it is worked out,
PARTS = 10_000  # and as it is told
WORST = -(1 << 40)
WHOLE_ROLLS: int = FACES**DICE  # of all dice
MOST_TRIED = 6_000_000  # moves, some seconds: more is left to play-outs
KEPT = 1 << 14  # stalls for which it is known what they come to
KEPT_EACH = 3  # numbers: the key, what it comes to, how much of that is shared
MIXER = 0x2545F4914F6CDD1D
KEY_BITS = 62

listed_room = scratch(i16, ROWS * MOST_CANDIDATES)
marks_room = scratch(i64, 2 * ROWS)
kept_room = scratch(i64, KEPT_EACH * KEPT)
bests_room = scratch(i64, PATTERNS)
rivals_room = scratch(i64, MOST_SEATS)
who_room = scratch(i64, 2)  # a seat and an action, as wide as other callers give them: then no rule is compiled twice
TRIED = 0  # in the marks: moves tried so far


@rule
def is_last(state: State) -> bool:
    """Whether no turn follows this one (N25, N33, N41), and at most one reroll is left."""
    phase, level = int(state.phase), int(state.level)
    last = PATIENCE if level == 0 else int(ROUNDS[level])
    ends = int(state.ending) == LAST_ROUND or int(state.round) + 1 == last
    if phase in (SETUP, OVER) or not ends or after(state, int(state.active)) != int(state.starter):
        return False
    rolls = int(state.rolls)
    if phase == PASSIVE:
        return rolls == ROLLS
    return phase != TURN or rolls >= ROLLS - 1 or not unused(state)


@heavy(Rows(dtype_of(State)), INT, INT, One(dtype_of(Luck)), NUMBERS, WORDS, seldom=True)
def last_worths(states: Any, seat: int, only: int, luck: Luck, actions: Out, worths: Any) -> int:
    """Write the candidates, or one action; and what each brings each seat, in parts: points, with others of the win.

    How many there are; 0 where that cannot be said: before the last turn, or where there is too much to try.
    """
    if not is_last(states[ASKED]):
        return 0
    kept, marks, who = kept_room(), marks_room(), who_room()
    for i in range(KEPT):
        kept[KEPT_EACH * i] = NONE
    marks[TRIED] = 0
    count = 1
    if only == NONE:
        count = candidates(states[ASKED], seat, actions)
    else:
        actions[0] = only
    for nth in range(count):
        for one in range(MOST_SEATS):
            worths[nth * MOST_SEATS + one] = 0
        who[1] = actions[nth]
        move_worths(states, seat, int(who[1]), luck, worths[nth * MOST_SEATS : (nth + 1) * MOST_SEATS], kept, marks)
        if int(marks[TRIED]) > MOST_TRIED:
            return 0
    for i in range(count * MOST_SEATS):
        worths[i] = (int(worths[i]) * PARTS + WHOLE // 2) // WHOLE
    return count


@rule
def move_worths(states: Any, seat: int, action: int, luck: Luck, worths: Any, kept: Any, marks: Any) -> None:
    """What one action brings each seat: the mean of all rolls."""
    states[MOVED] = states[ASKED]
    if not REROLL < action < LAYS:
        unseen = JOKER_DRAWS <= action < JOKER_DRAWS + 2
        ends = -action if unseen else act(states[MOVED], seat, action, luck)
        play_on(states, MOVED, ends, worths, luck, kept, marks)
        return
    which = action - REROLL
    rolls = 1
    for _ in range(int(SUBSET_SIZE[which])):
        rolls *= FACES
    act(states[MOVED], seat, action, luck)
    for roll in range(rolls):
        states[ROLLED] = states[MOVED]
        dice = wide(states[ROLLED].dice)
        numbers = roll
        for die in range(DICE):
            if which >> die & 1:
                dice = dice & ~(7 << BITS * die) | (1 + numbers % FACES) << BITS * die
                numbers //= FACES
        states[ROLLED].dice = dice
        play_on(states, ROLLED, 0, worths, luck, kept, marks)
        if int(marks[TRIED]) > MOST_TRIED:
            return
    for one in range(MOST_SEATS):
        worths[one] = (int(worths[one]) + rolls // 2) // rolls


@rule
def play_on(states: Any, row: int, follows: int, worths: Any, luck: Luck, kept: Any, marks: Any) -> None:
    """Add what a position comes to for each seat; `follows` is what `act` said, or a card unseen, below 0."""
    seats, phase = int(states[row].seats), int(states[row].phase)
    rivals, who = rivals_room(), who_room()
    who[1] = states[row].active
    active = int(who[1])
    best, sharing = WORST, 0
    if SOLO <= phase <= COUNT:
        done = phase == COUNT
        worths[0] += WHOLE * (score(states[row], active) if done else best_writes(states, row, active, luck, marks))
        return
    for nth in range(seats):
        who[0] = nth
        one = int(who[0])
        if one != active:
            if phase == PASSIVE and int(states[row].waiting) >> one & 1:
                rivals[one] = best_writes(states, row, one, luck, marks)
            else:
                rivals[one] = standing(states[row], one, score(states[row], one))
            sharing = sharing + 1 if int(rivals[one]) == best else 1 if int(rivals[one]) > best else sharing
            best = max(best, int(rivals[one]))
    if phase == PASSIVE:
        states[row].waiting = 0
        states[row].phase = TURN
    if follows == TURN_ENDS:
        mine, tied = turn_worth(states, row, active, best, sharing, luck, kept, marks)
    elif follows < 0:
        mine, tied = unseen_worth(states, row, active, -follows - JOKER_DRAWS, best, sharing, luck, kept, marks)
    else:
        mine, tied = best_turn(states, row, active, best, sharing, luck, kept, marks)
    worths[active] += mine
    for one in range(seats):
        if one != active and int(rivals[one]) == best:
            alone = mine - tied // (sharing + 1)
            worths[one] += tied // (sharing + 1) + (WHOLE - alone - tied) // sharing


@rule
def best_turn(
    states: Any, row: int, seat: int, best: int, sharing: int, luck: Luck, kept: Any, marks: Any
) -> tuple[int, int]:
    """The most that the rest of a turn can bring, and how much of that is a win that is shared."""
    listed, who = listed_room(), who_room()
    most, shared = WORST, 0
    states[IN_TURN] = states[row]
    depth = IN_TURN
    marks[2 * depth] = candidates(states[depth], seat, listed[depth * MOST_CANDIDATES :])
    marks[2 * depth + 1] = 0
    while depth >= IN_TURN:
        nth = int(marks[2 * depth + 1])
        if nth == int(marks[2 * depth]) or int(marks[TRIED]) > MOST_TRIED:
            depth -= 1
            continue
        marks[2 * depth + 1] = nth + 1
        marks[TRIED] += 1
        who[1] = listed[depth * MOST_CANDIDATES + nth]
        action = int(who[1])
        mine, tied = WORST, 0
        if JOKER_DRAWS <= action < JOKER_DRAWS + 2:
            mine, tied = unseen_worth(states, depth, seat, action - JOKER_DRAWS, best, sharing, luck, kept, marks)
        else:
            states[depth + 1] = states[depth]
            if act(states[depth + 1], seat, action, luck) == TURN_ENDS:
                mine, tied = turn_worth(states, depth + 1, seat, best, sharing, luck, kept, marks)
            elif depth + 2 < TURNED:
                depth += 1
                marks[2 * depth] = candidates(states[depth], seat, listed[depth * MOST_CANDIDATES :])
                marks[2 * depth + 1] = 0
            else:
                marks[TRIED] += MOST_TRIED
        if mine > most:
            most, shared = mine, tied
    return most, shared


@rule
def turn_worth(
    states: Any, row: int, seat: int, best: int, sharing: int, luck: Luck, kept: Any, marks: Any
) -> tuple[int, int]:
    """What it comes to when the turn ends so: alone by the passive roll, with others by how it stands (N27)."""
    if int(states[row].level) > 0:
        return passive_worth(states, row, seat, luck, kept, marks), 0
    mine = standing(states[row], seat, score(states[row], seat))
    if mine == best:
        return WHOLE // (sharing + 1), WHOLE
    return (WHOLE if mine > best else 0), 0


@rule
def unseen_worth(
    states: Any, row: int, seat: int, pile: int, best: int, sharing: int, luck: Luck, kept: Any, marks: Any
) -> tuple[int, int]:
    """N10b: the mean of all cards that may come, each laid where it brings most, or put away."""
    key = stall_key(states[row], seat, (best + (1 << 20)) * 8 + 2 * sharing + pile + 1)
    found = find(kept, key)
    if found != NONE:
        return found, shared_of(kept, key)
    mask = unseen_cards(states[row], seat, pile)
    nothing, nothing_shared = turn_worth(states, row, seat, best, sharing, luck, kept, marks)
    spots = spots_for(states[row], seat)
    total, shared, cards = 0, 0, 0
    for card in range(64):
        if mask >> card & 1:
            most, tied = nothing, nothing_shared
            for spot in range(SPOTS):
                if spots >> spot & 1:
                    marks[TRIED] += 1
                    states[TURNED] = states[row]
                    lay(states[TURNED], seat, card, spot)
                    mine, with_tie = turn_worth(states, TURNED, seat, best, sharing, luck, kept, marks)
                    if mine > most:
                        most, tied = mine, with_tie
            total += most
            shared += tied
            cards += 1
    mine, tied = (total + cards // 2) // cards, (shared + cards // 2) // cards
    keep(kept, key, mine, tied)
    return mine, tied


@rule
def unseen_cards(state: State, seat: int, pile: int) -> int:
    """The cards that may be on top of a pile, as bits: all as likely as each other, for all that the seat knows."""
    rest = int(state.rest) & pile_of(pile)
    if rest == 0 and knows(int(state.under[pile, 0]) >> KNOWN, seat):
        return 1 << (int(state.under[pile, 0]) & CARD)
    for at in range(int(state.under_size[pile])):
        entry = int(state.under[pile, at])
        if not knows(entry >> KNOWN, seat):
            rest |= 1 << (entry & CARD)
    return rest


# --- passive turns -----------------------------------------------------------------------------------------


@rule
def passive_worth(states: Any, row: int, seat: int, luck: Luck, kept: Any, marks: Any) -> int:
    """N31: the mean of all rolls of the passive turn, each used as well as can be.

    At most `most` dice are written. What those of a pattern bring, in which the others are 0, is found out for as many
    dice; a whole roll brings what the best of the patterns within it does.
    """
    left = SOLO_DICE + 1 - int(states[row].rolls)
    most = min(DICE, left + wide(states[row].circles[seat, SECOND]))
    points = score(states[row], seat)
    finishing = within_reach(states[row], seat, most)
    if finishing == 0:
        return points * WHOLE
    most = DICE if finishing > 1 else most
    key = stall_key(states[row], seat, left)
    found = find(kept, key)
    if found != NONE:
        return found
    bests = bests_room()
    states[PASSING] = states[row]
    states[PASSING].phase = SOLO
    states[PASSING].left = left
    states[PASSING].working = NONE
    total = 0
    for pattern in range(PATTERNS):
        dice, free, rest, step, best = 0, 0, pattern, 1, points
        for die in range(DICE):
            number = rest % SEVEN
            dice |= number << BITS * die
            free |= (1 if number else 0) << die
            rest //= SEVEN
        size = int(SUBSET_SIZE[free])
        if size == most:
            states[PASSING].dice = dice
            states[PASSING].free = free
            best = best_writes(states, PASSING, seat, luck, marks)
        elif size > most:
            rest = pattern
            for _ in range(DICE):
                if rest % SEVEN:
                    best = max(best, int(bests[pattern - rest % SEVEN * step]))
                rest //= SEVEN
                step *= SEVEN
        bests[pattern] = best
        total += best if free == ALL_DICE else 0
        if int(marks[TRIED]) > MOST_TRIED:
            return 0
    worth = (total * WHOLE + WHOLE_ROLLS // 2) // WHOLE_ROLLS
    keep(kept, key, worth, 0)
    return worth


@rule
def within_reach(state: State, seat: int, most: int) -> int:
    """Whether any card can be completed with so many dice; 2 if one gives circles of N21, which let write more."""
    cards, found = int(state.unfinished[seat]), 0
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card = wide(state.card[seat, which])
        if ones(open_cells(card, wide(state.written[seat, which]))) <= most:
            found = max(found, 2 if card >= EVALUATION_COUNT and int(KIND[card]) == SECOND else 1)
    return found


@rule
def best_writes(states: Any, row: int, seat: int, luck: Luck, marks: Any) -> int:
    """The most that a passive player can make of the dice: points alone, with others what ranks players (N27)."""
    listed, who = listed_room(), who_room()
    alone = int(states[row].level) > 0
    begun, points = int(states[row].unfinished[seat]), score(states[row], seat)
    best = WORST
    depth = PASSING
    if row != PASSING:
        states[PASSING] = states[row]
    marks[2 * depth] = candidates(states[depth], seat, listed[depth * MOST_CANDIDATES :])
    marks[2 * depth + 1] = 0
    while depth >= PASSING:
        nth = int(marks[2 * depth + 1])
        if nth == int(marks[2 * depth]):
            depth -= 1
            continue
        marks[2 * depth + 1] = nth + 1
        marks[TRIED] += 1
        states[depth + 1] = states[depth]
        who[1] = listed[depth * MOST_CANDIDATES + nth]
        act(states[depth + 1], seat, int(who[1]), luck)
        phase = int(states[depth + 1].phase)
        if phase == SOLO or (phase == PASSIVE and int(states[depth + 1].waiting) >> seat & 1):
            depth += 1
            marks[2 * depth] = candidates(states[depth], seat, listed[depth * MOST_CANDIDATES :])
            marks[2 * depth + 1] = 0
        else:
            made = points
            if int(states[depth + 1].unfinished[seat]) != begun:
                made = score(states[depth + 1], seat)
            best = max(best, made if alone else standing(states[depth + 1], seat, made))
    return best


# --- stalls whose worth is known ---------------------------------------------------------------------------


@rule
def stall_key(state: State, seat: int, more: int) -> int:
    """A number for a stall and what can still be done there: two that differ have the same as good as never."""
    key = more
    for which in range(int(state.cards[seat])):
        key = mixed(
            key,
            wide(state.written[seat, which]) << 12 | wide(state.card[seat, which]) << 4 | wide(state.spot[seat, which]),
        )
    for kind in range(CIRCLED):
        key = mixed(key, wide(state.circles[seat, kind]) + 1)
    return key


@rule
def mixed(key: int, number: int) -> int:
    """A key and one number more."""
    key = (key ^ number) * MIXER & (1 << KEY_BITS) - 1
    return key ^ key >> KEY_BITS // 2


@rule
def find(kept: Any, key: int) -> int:
    """What was kept for a key, or NONE."""
    at = KEPT_EACH * (key & KEPT - 1)
    return int(kept[at + 1]) if int(kept[at]) == key else NONE


@rule
def shared_of(kept: Any, key: int) -> int:
    """How much of it is shared."""
    return int(kept[KEPT_EACH * (key & KEPT - 1) + 2])


@rule
def keep(kept: Any, key: int, worth: int, shared: int) -> None:
    """Keep it, in place of what had its place."""
    at = KEPT_EACH * (key & KEPT - 1)
    kept[at] = key
    kept[at + 1] = worth
    kept[at + 2] = shared
