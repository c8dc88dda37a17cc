"""Amik: lodges (A6, A11-A13)."""

from lodge.games.amik.rules.facts import FACES, LEAST_LODGE, PONDS_A_LODGE
from lodge.games.amik.rules.sets import first_of, group, near, size
from lodge.games.amik.rules.state import CHANGE, State, blank
from lodge.kernel import Out, rule


@rule
def lodges_in(low: int, high: int) -> int:
    """A11: how many lodges a set of ponds holds: one for every three hexes of each connected group."""
    lodges = 0
    while low | high:
        a, b = first_of(low, high)
        a, b = group(a, b, low, high)
        lodges += size(a, b) // PONDS_A_LODGE
        low ^= a
        high ^= b
    return lodges


@rule
def open_forests(state: State, seat: int) -> int:
    """A12: how many forests have a blank neighbour."""
    low, high = blank(state, seat)
    a, b = near(low, high)
    return size(a & int(state.forest[seat, 0]), b & int(state.forest[seat, 1]))


@rule
def build_lodges(state: State, seat: int) -> None:
    """A11, A12: build the lodges that the ponds now hold; each scores the forests that are open now, or 5."""
    built = int(state.lodges[seat])
    lodges = lodges_in(int(state.pond[seat, 0]), int(state.pond[seat, 1]))
    if lodges > built:
        worth = max(LEAST_LODGE, open_forests(state, seat))
        for lodge in range(built, lodges):
            state.lodge_points[seat, lodge] = worth
        state.lodges[seat] = lodges


@rule
def points_of_lodges(state: State, seat: int) -> int:
    """What a seat's lodges have scored."""
    points = 0
    for lodge in range(int(state.lodges[seat])):
        points += int(state.lodge_points[seat, lodge])
    return points


@rule
def list_changes(state: State, seat: int, out: Out, count: int) -> int:
    """A6, A13: each unused lodge may change a die by one, never below 1 or above 6."""
    if int(state.lodges[seat]) > int(state.spent[seat]):
        for die in range(2):
            face = int(state.dice[seat, die])
            out[count] = CHANGE + 2 * die
            count += 1 if face > 1 else 0
            out[count] = CHANGE + 2 * die + 1
            count += 1 if face < FACES else 0
    return count


@rule
def change_die(state: State, seat: int, which: int) -> None:
    """A6: spend a lodge; `which` is the first die down, up, the second die down, up."""
    die = which // 2
    state.spent[seat] = int(state.spent[seat]) + 1
    state.dice[seat, die] = int(state.dice[seat, die]) + (1 if which % 2 else -1)
