"""Amik: a hand-written player. It looks at every way to lay both shapes and takes the sheet that seems worth most."""

from lodge.games.amik.players.common import NOTHING, Weights
from lodge.games.amik.players.greedy.laying import best_before_laying, best_pair, list_good_lays
from lodge.games.amik.players.greedy.upgrading import best_upgrade
from lodge.games.amik.players.greedy.value import WEIGHTS
from lodge.games.amik.rules import candidates
from lodge.games.amik.rules.arrays import EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW, MIDDLE_HEX, PLACE_SHAPE, SECTION_HEX
from lodge.games.amik.rules.facts import FORESTS, MIDDLES
from lodge.games.amik.rules.knowledge import imagine
from lodge.games.amik.rules.laying import can_lay, second_shape
from lodge.games.amik.rules.lodges import list_changes
from lodge.games.amik.rules.order import whole_piece
from lodge.games.amik.rules.river import reach
from lodge.games.amik.rules.rounds import leave, planted
from lodge.games.amik.rules.scoring import before_river, earlier_score
from lodge.games.amik.rules.sets import near, size
from lodge.games.amik.rules.state import (
    ANIMAL,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    DONE,
    LAY,
    LAY_FIRST,
    LAY_SECOND,
    MAY_USE,
    NONE,
    POND,
    POND_ROUND,
    USED,
    State,
    blank,
    over,
    pond_now,
    water,
)
from lodge.games.amik.rules.upgrades import animal_complete
from lodge.games.worth import UNIT
from lodge.kernel import Luck, Out, below, rule

CLOSE = 300  # how far behind the best guess a pair of places may fall and still be looked at,
QUICK = 150  # and where there is little time
BEHIND = 250  # how far behind the best a way to lay a shape may seem and still be searched
PLANS = False
POINT = 5  # of all that search can tell apart
FLOWS = 95  # per cent of the water that a river could use that it uses in the end


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
    """The action that seems best."""
    return decide(state, seat, WEIGHTS, CLOSE, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """The same, with less of a look at each way to lay the shapes."""
    return decide(state, seat, WEIGHTS, QUICK, luck)


@rule
def decide(state: State, seat: int, weights: Weights, margin: int, luck: Luck) -> int:
    """The action that seems best by these weights."""
    step = int(state.step[seat])
    if step == CHOOSE_SECTION:
        return best_section(state, seat, luck)
    if step == CHOOSE_ANIMAL:
        return best_animal(state, seat, luck)
    if step == LAY_FIRST:
        return best_before_laying(state, seat, weights, margin)
    if step == LAY_SECOND:
        first, pond = int(state.laid[seat]), 1 if pond_now(state, seat) else 0
        shape, other = int(PLACE_SHAPE[first]), second_shape(state, seat)
        return LAY + best_pair(state, seat, shape, other, first, pond, weights, margin)[2]
    return DONE if int(state.round) == POND_ROUND else best_upgrade(state, seat, weights)


@rule
def best_section(state: State, seat: int, luck: Luck) -> int:
    """A1: a forest with many neighbours, away from other forests; any of equals, so that no two sheets are the same."""
    best, most, equals = 0, NOTHING, 0
    forest, forest_high = int(state.forest[seat, 0]), int(state.forest[seat, 1])
    for section in range(FORESTS):
        number = int(SECTION_HEX[section, int(state.roll[0]) - 1])
        a, b = near(int(HEX_LOW[number]), int(HEX_HIGH[number]))
        worth = 2 * size(a, b) - (5 if (a & forest | b & forest_high) != 0 else 0)
        if worth >= most and not planted(state, seat, section):
            equals = equals + 1 if worth == most else 1
            best, most = section if below(luck, equals) == 0 else best, worth
    return best


@rule
def best_animal(state: State, seat: int, luck: Luck) -> int:
    """A2: the middle hex with the fewest forests around it, any of equals."""
    best, most, equals = 0, NOTHING, 0
    for middle in range(len(MIDDLES)):
        number = int(MIDDLE_HEX[middle])
        a, b = near(int(HEX_LOW[number]), int(HEX_HIGH[number]))
        worth = -size(a & int(state.forest[seat, 0]), b & int(state.forest[seat, 1]))
        if worth >= most:
            equals = equals + 1 if worth == most else 1
            best, most = middle if below(luck, equals) == 0 else best, worth
    return ANIMAL + best


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all ways to lay a shape, those that seem nearly as good as the best; all candidates of other kinds."""
    return shorten(state, seat, WEIGHTS, out)


@rule
def shorten(state: State, seat: int, weights: Weights, out: Out) -> int:
    """The same by these weights."""
    step = int(state.step[seat])
    if step not in (LAY_FIRST, LAY_SECOND):
        return candidates(state, seat, out)
    count = 0
    if step == LAY_FIRST:
        count = list_changes(state, seat, out, 0) if int(state.pond_roll[seat]) != USED else 0
        out[count] = POND
        low, high = blank(state, seat)
        one, two = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
        count += 1 if int(state.pond_roll[seat]) == MAY_USE and can_lay(low, high, one, two) else 0
    before = count
    count = list_good_lays(state, seat, weights, CLOSE, BEHIND, out, count)
    return count if count > before else candidates(state, seat, out)


@rule
def alone(state: State, seat: int) -> None:
    """Nobody affects anybody: all others are out, without an animal, so that nobody looks for their rivers (A17)."""
    for other in range(int(state.seats)):
        if other != seat:
            leave(state, other)
            state.animal[other] = NONE


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Nothing is hidden."""
    imagine(state, seat, luck)


@rule
def resting(state: State) -> bool:
    """Nothing is decided before the end."""
    return over(state)


@rule
def worth(state: State, seat: int) -> int:
    """The points, whatever the others have: nobody can do anything about that."""
    return max(0, min(UNIT, UNIT // 2 + POINT * points_or_nearly(state, seat)))


@rule
def points_or_nearly(state: State, seat: int) -> int:
    """The score, but the bonus river (A17) is guessed from the water that it could use."""
    points = before_river(state, seat) + earlier_score(state, seat)
    if not animal_complete(state, seat):
        return points
    number = int(state.animal[seat])
    wet, wet_high = water(state, seat)
    pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    low, high = whole_piece(int(HEX_LOW[number]), int(HEX_HIGH[number]), pond, pond_high)
    a, b = reach(wet & ~low, wet_high & ~high, low, high, pond, pond_high, EDGE_LOW, EDGE_HIGH)
    low, high = low | a, high | b
    return points + (size(low, high) * FLOWS // 100 if size(low & EDGE_LOW, high & EDGE_HIGH) > 1 else 0)
