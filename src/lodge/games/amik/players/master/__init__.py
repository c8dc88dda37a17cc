"""Amik: the player that `master` searches with, and the last upgrades, where no luck is left.

It plants for the upgrades to come (`planting`), lays by what was learned from games alone (`value`, `laying`), keeps
its lodges for rolls that do not fit, and ends with rules of its own (`ending`).

A seat that is out has some twenty upgrades and two thirds of its points still to come. There every action is tried and
played on; whatever line ends best is followed until a better one is found (Cazenave's nested search, 2009).
"""

from typing import Any

import numpy as np

from lodge.games.amik.players.common import NOTHING
from lodge.games.amik.players.greedy import CLOSE, PLANS, QUICK, alone, believe, best_animal, resting, worth
from lodge.games.amik.players.master.ending import cut_first, cut_hopeless, last_upgrade, list_last
from lodge.games.amik.players.master.laying import best_before_lay, best_second, list_lays
from lodge.games.amik.players.master.planting import best_planting, list_plantings
from lodge.games.amik.players.master.upgrading import list_good_hexes, upgrade_or_keep
from lodge.games.amik.players.master.value import LEARNED
from lodge.games.amik.rules import ACTIONS, MOST_CANDIDATES, MOST_MOVES, SEATS, State, candidates, play
from lodge.games.amik.rules.laying import can_lay
from lodge.games.amik.rules.lodges import list_changes
from lodge.games.amik.rules.scoring import has_more, score
from lodge.games.amik.rules.state import (
    BUILD,
    BUILD_LAST,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    DONE,
    LAY_FIRST,
    LAY_SECOND,
    MAY_USE,
    POND,
    POND_ROUND,
    STOP,
    USED,
    blank,
)
from lodge.games.amik.rules.upgrades import ripe
from lodge.kernel import INT, NUMBERS, Luck, One, Out, Rows, array, copy, dtype_of, heavy, lucky, rule

__all__ = ["PLANS", "SEATS", "alone", "believe", "resting", "worth"]  # offered as they are

DEEP = SEATS  # play-outs go to the end anyway
GOOD_LAYS = 16  # that search looks at,
GOOD_HEXES = 6  # and hexes to upgrade
KEPT = 4096  # positions for which the next action is known
GAME, TRIAL = range(2)


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
    """The action that seems best."""
    return hasty(state, seat, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """The same: there is no time to lose."""
    step = int(state.step[seat])
    if step == CHOOSE_SECTION:
        return best_planting(state, seat, luck)
    if step == CHOOSE_ANIMAL:
        return best_animal(state, seat, luck)
    if step == LAY_FIRST:
        return best_before_lay(state, seat, LEARNED, QUICK)
    if step == LAY_SECOND:
        return best_second(state, seat, LEARNED, QUICK)
    if step == BUILD_LAST:
        return last_upgrade(state, seat)
    return DONE if int(state.round) == POND_ROUND else upgrade_or_keep(state, seat)


@rule
def far(start: State, state: State) -> bool:  # noqa: ARG001 - others judge by how far it is from the start
    """Landscapes are played out: only their end says what the river is worth."""
    return resting(state)


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all sections the best, because play-outs tell little there; of lays and upgrades good ones, of cuts one."""
    step = int(state.step[seat])
    if step == CHOOSE_SECTION:
        return list_plantings(state, seat, out)
    if step == LAY_FIRST:
        return list_before_lay(state, seat, out)
    if step == LAY_SECOND:
        return list_lays(state, seat, LEARNED, CLOSE, GOOD_LAYS, out, 0)
    if step not in (BUILD, BUILD_LAST) or int(state.round) == POND_ROUND:
        return candidates(state, seat, out)
    return list_upgrades(state, seat, out)


@rule
def list_upgrades(state: State, seat: int, out: Out) -> int:
    """A9, A10: good upgrades, one cut, or nothing more."""
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        out[0] = cut_first(full, full_high)  # nothing is gained by waiting
        return 1
    out[0] = DONE
    if int(state.upgrades[seat]) > 0:
        return list_good_hexes(state, seat, out, 1, GOOD_HEXES)
    if (low | high) == 0:
        return 1
    out[1] = cut_hopeless(state, seat, low, high)
    return 2


@rule
def list_before_lay(state: State, seat: int, out: Out) -> int:
    """A6-A8, A15: good lays, the best first; the roll as a pond roll; changed dice; to stop where that is allowed."""
    count = list_lays(state, seat, LEARNED, CLOSE, GOOD_LAYS, out, 0)
    low, high = blank(state, seat)
    if count == 0 or (low | high) == 0:
        out[count] = DONE if int(state.round) == POND_ROUND else STOP
        count += 1
    out[count] = POND
    one, two = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    count += 1 if int(state.pond_roll[seat]) == MAY_USE and can_lay(low, high, one, two) else 0
    return count if int(state.pond_roll[seat]) == USED else list_changes(state, seat, out, count)


# --- the last upgrades ------------------------------------------------------------------------------------

_known: dict[bytes, int] = {}  # the next action of lines found before, by position


def certain(state: Any, seat: int) -> int | None:
    """The next of the last upgrades."""
    sheet = copy(state)
    if not settle(sheet, seat):
        return None
    key = sheet.tobytes()
    found = _known.get(key)
    if found is None:
        if len(_known) > KEPT:  # another thread may be clearing it, too: nothing is read from it that was written
            _known.clear()
        luck, line = lucky(0), best_line(sheet, seat)
        found = line[0]
        for action in line:
            _known[sheet.tobytes()] = action
            play(sheet, seat, action, luck)
    return found


@heavy(One(dtype_of(State)), INT)
def settle(state: State, seat: int) -> bool:
    """Whether a seat has only its last upgrades left; then all that cannot matter to them is taken out."""
    if int(state.step[seat]) != BUILD_LAST:
        return False
    alone(state, seat)
    state.three_games = 0  # what comes after this landscape is another matter
    return True


def best_line(state: Any, seat: int) -> list[int]:
    """The best way that was found to spend the last upgrades, action by action."""
    states, line, tried = array(State, 2), np.zeros(MOST_MOVES, np.int16), np.zeros(MOST_MOVES, np.int16)
    states[GAME] = state
    length = nested(states, seat, lucky(0), np.zeros(max(MOST_CANDIDATES, ACTIONS), np.int16), line, tried)
    return [int(action) for action in line[:length]]


@heavy(Rows(dtype_of(State)), INT, One(dtype_of(Luck)), NUMBERS, NUMBERS, NUMBERS)
def nested(states: Any, seat: int, luck: Luck, out: Out, line: Out, tried: Out) -> int:
    """Write the best line into `line`; its length. At each step every useful action is tried and played on."""
    best, length, depth = NOTHING, 0, 0
    while int(states[GAME].step[seat]) == BUILD_LAST:
        for i in range(list_last(states[GAME], seat, out)):
            states[TRIAL] = states[GAME]
            action, end = int(out[i]), depth
            while True:
                tried[end] = action
                end += 1
                play(states[TRIAL], seat, action, luck)
                if int(states[TRIAL].step[seat]) != BUILD_LAST:
                    break
                action = last_upgrade(states[TRIAL], seat)
            if has_more(states[TRIAL], seat, best):
                best, length = score(states[TRIAL], seat), end
                for at in range(depth, end):
                    line[at] = tried[at]
        play(states[GAME], seat, int(line[depth]), luck)
        depth += 1
    return length
