"""Amik: the score (A16-A20)."""

from lodge.games.amik.rules.arrays import EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW, TITLE_FROM
from lodge.games.amik.rules.facts import LANDSCAPES, PENALTY
from lodge.games.amik.rules.lodges import points_of_lodges
from lodge.games.amik.rules.river import longest
from lodge.games.amik.rules.sets import crowd, size
from lodge.games.amik.rules.state import State, blank, water
from lodge.games.amik.rules.upgrades import animal_complete
from lodge.kernel import rule


@rule
def river_length(state: State, seat: int) -> int:
    """A17: the bonus river, if the animal hex is complete."""
    if not animal_complete(state, seat):
        return 0
    number = int(state.animal[seat])
    wet, wet_high = water(state, seat)
    pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    return longest(wet, wet_high, pond, pond_high, int(HEX_LOW[number]), int(HEX_HIGH[number]))


@rule
def dead_ends(state: State, seat: int) -> tuple[int, int]:
    """A18: the river hexes with fewer than two exits: neighbouring water, and the board's edge."""
    low, high = water(state, seat)
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(low, high)
    low = int(state.river[seat, 0]) & ~(twos | fours | ones & EDGE_LOW)
    return low, int(state.river[seat, 1]) & ~(twos_high | fours_high | ones_high & EDGE_HIGH)


@rule
def penalties(state: State, seat: int) -> int:
    """A16: how many hexes cost points: blank ones and rivers that lead nowhere."""
    low, high = blank(state, seat)
    a, b = dead_ends(state, seat)
    return size(low | a, high | b)


@rule
def before_river(state: State, seat: int) -> int:
    """A16: the landscape in play as it would count now, without the bonus river."""
    return points_of_lodges(state, seat) - PENALTY * penalties(state, seat)


@rule
def landscape_score(state: State, seat: int) -> int:
    """A16: the landscape in play, as it would count now."""
    return before_river(state, seat) + river_length(state, seat)


@rule
def earlier_score(state: State, seat: int) -> int:
    """A20: the landscapes before."""
    points = 0
    for landscape in range(LANDSCAPES - 1):
        points += int(state.earlier[landscape, seat])
    return points


@rule
def score(state: State, seat: int) -> int:
    """A16, A20: the landscape in play, and those before it."""
    return landscape_score(state, seat) + earlier_score(state, seat)


@rule
def has_more(state: State, seat: int, points: int) -> bool:
    """Whether a seat has more points than that; its bonus river is looked for only where it matters."""
    least = before_river(state, seat) + earlier_score(state, seat)
    low, high = water(state, seat)
    if least > points or least + size(low, high) <= points:
        return least > points
    return least + river_length(state, seat) > points


@rule
def standing(state: State, seat: int, points: int) -> int:  # noqa: ARG001 - in other games it depends on these
    """A19: what ranks players: their points."""
    return points


@rule
def place(state: State, seat: int) -> int:
    """A19: the rank from 1 by points; equals share a place."""
    rank = 1
    if int(state.seats) > 1:
        mine = score(state, seat)
        for other in range(int(state.seats)):
            rank += 1 if other != seat and has_more(state, other, mine) else 0
    return rank


@rule
def title_of(points: int) -> int:
    """A19: the number of the title that a score earns."""
    number = 0
    while points < int(TITLE_FROM[number]):
        number += 1
    return number
