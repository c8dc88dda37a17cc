"""Amik: the player that `master` searches with, and the last upgrades, where no luck is left.

It is the hand-written player with three differences. Its weights were tuned once more, by some 30,000 games alone, for
the way it ends. When it is out it does not cut at once: what has water on all sides
gives three upgrades, so other forests wait until nothing else is left to pay with. And of all hexes to upgrade search
looks only at those that seem best.

A seat that is out has some twenty upgrades and two thirds of its points still to come. There every action is tried and
played on; whatever line ends best is followed until a better one is found (Cazenave's nested search, 2009).
"""

from functools import cache
from typing import Any

import numpy as np

from lodge.games.amik.appraisal import NOTHING
from lodge.games.amik.greedy import CLOSE, PLANS, QUICK, alone, believe, decide, resting, shorten, worth
from lodge.games.amik.rules import ACTIONS, MOST_CANDIDATES, MOST_MOVES, State, candidates, play
from lodge.games.amik.scoring import has_more, score
from lodge.games.amik.sets import bit_at, first_of, near
from lodge.games.amik.spending import best_hex, upgraded_worth
from lodge.games.amik.state import BUILD, BUILD_LAST, CUT, DONE, POND_ROUND, UPGRADE
from lodge.games.amik.tables import EDGE_HIGH, EDGE_LOW, HEX_AT
from lodge.games.amik.upgrades import improvable, ripe
from lodge.kernel import Luck, Out, array, copy, lucky, rule
from lodge.kernel.compile import native

__all__ = ["PLANS", "alone", "believe", "certain", "choose", "hasty", "prepare", "resting", "shortlist", "worth"]

# The weights of `appraisal`, in its order.
KEEN = np.array(
    [-120, -1460, -48, -700, -196, 90, 60, 583, 250, 30, 36, 449, -25, 286, 150, -20, -60, 100, 518, 74, 15], np.int64
)
GOOD_HEXES = 6  # to upgrade, that search looks at
KEPT = 4096  # positions for which the next action is known
GAME, TRIAL = range(2)


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
    """The action that seems best."""
    return last_upgrade(state, seat) if int(state.step[seat]) == BUILD_LAST else decide(state, seat, KEEN, CLOSE, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """The same in less time."""
    return last_upgrade(state, seat) if int(state.step[seat]) == BUILD_LAST else decide(state, seat, KEEN, QUICK, luck)


@rule
def last_upgrade(state: State, seat: int) -> int:
    """A9, A10: cut what gives three upgrades; spend what there is where it brings most; then cut one more."""
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        return cut_first(full, full_high)
    if int(state.upgrades[seat]) > 0:
        best, _ = best_hex(state, seat, KEEN)
        return DONE if best < 0 else UPGRADE + best
    return DONE if (low | high) == 0 else cut_hopeless(state, seat, low, high)


@rule
def cut_first(low: int, high: int) -> int:
    """Cut the first forest of a set."""
    low, high = first_of(low, high)
    return CUT + int(HEX_AT[bit_at(low, high)])


@rule
def cut_hopeless(state: State, seat: int, low: int, high: int) -> int:
    """Cut a forest of a set; if there is one, one that will never have water on six sides."""
    a, b = near(int(state.forest[seat, 0]), int(state.forest[seat, 1]))
    a, b = low & (a | EDGE_LOW), high & (b | EDGE_HIGH)
    return cut_first(a, b) if (a | b) != 0 else cut_first(low, high)


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all upgrades those that seem best; of all cuts one."""
    step = int(state.step[seat])
    if step not in (BUILD, BUILD_LAST) or int(state.round) == POND_ROUND:
        return shorten(state, seat, KEEN, out)
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        out[0] = cut_first(full, full_high)  # nothing is gained by waiting
        return 1
    out[0] = DONE
    if int(state.upgrades[seat]) > 0:
        return list_good_hexes(state, seat, out, 1)
    if (low | high) == 0:
        return 1
    out[1] = cut_hopeless(state, seat, low, high)
    return 2


@rule
def list_good_hexes(state: State, seat: int, out: Out, count: int) -> int:
    """Write the upgrades that seem to bring most, the best first."""
    above = -NOTHING
    for _ in range(GOOD_HEXES):
        best, most = -1, NOTHING
        a, b = improvable(state, seat)
        while (a | b) != 0:
            c, d = first_of(a, b)
            a, b = a ^ c, b ^ d
            number = int(HEX_AT[bit_at(c, d)])
            brings = upgraded_worth(state, seat, c, d, KEEN) * len(HEX_AT) + number  # no two are the same
            if brings < above and brings > most:
                best, most = number, brings
        if best < 0:
            break
        above = most
        out[count] = UPGRADE + best
        count += 1
    return count


# --- the last upgrades ------------------------------------------------------------------------------------

_known: dict[bytes, int] = {}  # the next action of lines found before, by position


def certain(state: Any, seat: int) -> int | None:
    """The next of the last upgrades."""
    if int(state.step[seat]) != BUILD_LAST:
        return None
    sheet = copy(state)
    alone(sheet, seat)
    sheet.three_games = 0  # what comes after this landscape is another matter
    key = sheet.tobytes()
    if key not in _known:
        if len(_known) > KEPT:
            _known.clear()
        luck = lucky(0)
        for action in best_line(sheet, seat):
            _known[sheet.tobytes()] = action
            play(sheet, seat, action, luck)
    return _known[key]


def prepare() -> None:
    """Compile: nobody has anything to do on an empty sheet."""
    best_line(array(State, 1)[0], 0)


def best_line(state: Any, seat: int) -> list[int]:
    """The best way that was found to spend the last upgrades, action by action."""
    states, line, tried = array(State, 2), np.zeros(MOST_MOVES, np.int16), np.zeros(MOST_MOVES, np.int16)
    states[GAME] = state
    length = _nested()(states, seat, lucky(0), np.zeros(max(MOST_CANDIDATES, ACTIONS), np.int16), line, tried)
    return [int(action) for action in line[:length]]


@cache
def _nested() -> Any:
    return native(nested)


def nested(states: Any, seat: int, luck: Luck, out: Out, line: Out, tried: Out) -> int:
    """Write the best line into `line`; its length. At each step every action is tried and played on."""
    best, length, depth = NOTHING, 0, 0
    while int(states[GAME].step[seat]) == BUILD_LAST:
        for i in range(candidates(states[GAME], seat, out)):
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
                line[depth:end] = tried[depth:end]
        play(states[GAME], seat, int(line[depth]), luck)
        depth += 1
    return length
