"""Amik: the rules, A1-A20: what may be done, and doing it.

All seats act at once on the same dice. A roll is played in small steps: change dice (A6), choose a pond roll (A8), lay
one shape and the other (A4, A5), cut and upgrade (A9, A10), be done. When the last seat is done, the dice fall again.
"""

import numpy as np

from lodge.games.amik.rules.arrays import MIDDLE_HEX, PLACE_SHAPE
from lodge.games.amik.rules.facts import FORESTS, MIDDLES
from lodge.games.amik.rules.knowledge import OBSERVATION, imagine, observe
from lodge.games.amik.rules.laying import can_lay, draw_both, list_first, list_second
from lodge.games.amik.rules.lodges import build_lodges, change_die, list_changes
from lodge.games.amik.rules.rounds import deal, go_on, leave, list_sections, plant
from lodge.games.amik.rules.scoring import place, score, standing
from lodge.games.amik.rules.state import (
    ACTIONS,
    ANIMAL,
    APART,
    BUILD,
    BUILD_LAST,
    CHANGE,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    CUT,
    DONE,
    LAY,
    LAY_FIRST,
    LAY_SECOND,
    MAY_USE,
    MOST_MOVES,
    OPTIONS,
    POND,
    POND_ROUND,
    SEATS,
    SECRETS,
    STOP,
    UPGRADE,
    USED,
    VERSION,
    WAIT,
    State,
    blank,
    over,
    pending,
)
from lodge.games.amik.rules.upgrades import cut, list_upgrades, upgrade
from lodge.kernel import Luck, Out, rule

# Offered as they are:
__all__ = ["ACTIONS", "APART", "MOST_MOVES", "OBSERVATION", "OPTIONS", "SEATS", "SECRETS", "VERSION"]
__all__ += ["State", "deal", "imagine", "observe", "over", "pending", "place", "score", "standing"]

MOST_CANDIDATES = 4 + 2 + int(np.bincount(PLACE_SHAPE).max())


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """Every legal action; the shapes of a roll may be laid in either order."""
    count = candidates(state, seat, out)
    if int(state.step[seat]) == LAY_FIRST and int(state.dice[seat, 0]) != int(state.dice[seat, 1]):
        count = list_first(state, seat, 1, out, count)
    return count


@rule
def candidates(state: State, seat: int, out: Out) -> int:
    """The legal actions, the first die's shape laid first: the other order leads to the same."""
    step = int(state.step[seat])
    if step == CHOOSE_SECTION:
        return list_sections(state, seat, out)
    if step == CHOOSE_ANIMAL:
        for middle in range(len(MIDDLES)):
            out[middle] = ANIMAL + middle
        return len(MIDDLES)
    if step == LAY_FIRST:
        return list_before_laying(state, seat, out)
    if step == LAY_SECOND:
        return list_second(state, seat, out)
    out[0] = DONE
    return 1 if int(state.round) == POND_ROUND else list_upgrades(state, seat, out, 1)


@rule
def list_before_laying(state: State, seat: int, out: Out) -> int:
    """A6-A8, A15: change a die, take the roll as a pond roll, lay; stop where nothing fits or nothing is blank."""
    count = 0
    if int(state.pond_roll[seat]) != USED:
        count = list_changes(state, seat, out, 0)
    low, high = blank(state, seat)
    if int(state.pond_roll[seat]) == MAY_USE:
        out[count] = POND
        count += 1 if can_lay(low, high, int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1) else 0
    before = count
    count = list_first(state, seat, 0, out, count)
    if count == before or (low | high) == 0:
        out[count] = DONE if int(state.round) == POND_ROUND else STOP
        count += 1
    return count


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """One action; after the last one that everybody waited for, the dice fall."""
    if action >= LAY:
        lay(state, seat, action - LAY)
    elif action >= UPGRADE:
        upgrade(state, seat, action - UPGRADE)
    elif action >= CUT:
        cut(state, seat, action - CUT)
    elif action == STOP:
        state.step[seat] = BUILD_LAST
    elif action == POND:
        state.pond_roll[seat] = USED
    elif action >= CHANGE and action < POND:
        change_die(state, seat, action - CHANGE)
    else:
        end_turn(state, seat, action)
        go_on(state, luck)


@rule
def end_turn(state: State, seat: int, action: int) -> None:
    """The choices that end what a seat does in a round."""
    if action == DONE and int(state.step[seat]) == BUILD_LAST:
        leave(state, seat)
        return
    if action < FORESTS:
        plant(state, seat, action)
    elif action < CHANGE:
        state.animal[seat] = MIDDLE_HEX[action - ANIMAL]
    state.step[seat] = WAIT


@rule
def lay(state: State, seat: int, number: int) -> None:
    """A4, A5: a shape on a place; with the second one, both are drawn, and ponds may bring lodges (A11)."""
    if int(state.step[seat]) == LAY_FIRST:
        state.laid[seat] = number
        state.step[seat] = LAY_SECOND
        return
    draw_both(state, seat, number)
    build_lodges(state, seat)
    state.step[seat] = BUILD
