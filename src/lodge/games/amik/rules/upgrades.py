"""Amik: cutting forests and upgrading hexes (A9, A10), and the animal hex that this may complete (A14)."""

from lodge.games.amik.rules.arrays import HEX_AT, HEX_HIGH, HEX_LOW
from lodge.games.amik.rules.facts import UPGRADES
from lodge.games.amik.rules.lodges import build_lodges
from lodge.games.amik.rules.sets import bit_at, crowd, first_of, near
from lodge.games.amik.rules.state import CUT, UPGRADE, State, blank, water
from lodge.kernel import Out, rule


@rule
def ripe(state: State, seat: int) -> tuple[int, int, int, int]:
    """A10: the forests that can be cut, and of these the ones with water on all six sides."""
    low, high = blank(state, seat)
    bare, bare_high = near(low, high)
    low, high = water(state, seat)
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(low, high)
    low = int(state.forest[seat, 0]) & ~int(state.cut[seat, 0]) & ~bare & (fours | twos & ones)
    high = int(state.forest[seat, 1]) & ~int(state.cut[seat, 1]) & ~bare_high & (fours_high | twos_high & ones_high)
    return low, high, low & fours & twos, high & fours_high & twos_high


@rule
def improvable(state: State, seat: int) -> tuple[int, int]:
    """A9: the hexes that can be upgraded: all but ponds and forests."""
    low, high = blank(state, seat)
    low |= int(state.wetland[seat, 0]) | int(state.river[seat, 0]) | int(state.dam[seat, 0])
    return low, high | int(state.wetland[seat, 1]) | int(state.river[seat, 1]) | int(state.dam[seat, 1])


@rule
def list_hexes(low: int, high: int, action: int, out: Out, count: int) -> int:
    """Write an action for each hex of a set behind what is in `out`; the new count."""
    while low | high:
        a, b = first_of(low, high)
        low ^= a
        high ^= b
        out[count] = action + int(HEX_AT[bit_at(a, b)])
        count += 1
    return count


@rule
def list_upgrades(state: State, seat: int, out: Out, count: int) -> int:
    """A9, A10: forests to cut, and hexes to upgrade if that is paid for."""
    low, high, _, _ = ripe(state, seat)
    count = list_hexes(low, high, CUT, out, count)
    if int(state.upgrades[seat]) > 0:
        low, high = improvable(state, seat)
        count = list_hexes(low, high, UPGRADE, out, count)
    return count


@rule
def cut(state: State, seat: int, number: int) -> None:
    """A10: cut a forest; it pays for one upgrade, or for three if there is water all around."""
    _, _, full, full_high = ripe(state, seat)
    low, high = int(HEX_LOW[number]), int(HEX_HIGH[number])
    won = UPGRADES[1] if (low & full | high & full_high) != 0 else UPGRADES[0]
    state.upgrades[seat] = int(state.upgrades[seat]) + won
    state.cut[seat, 0] = int(state.cut[seat, 0]) | low
    state.cut[seat, 1] = int(state.cut[seat, 1]) | high


@rule
def upgrade(state: State, seat: int, number: int) -> None:
    """A9: blank to wetland, wetland to river, river to dam, dam to pond; a pond may bring a lodge (A11)."""
    state.upgrades[seat] = int(state.upgrades[seat]) - 1
    for word in range(2):
        one = int(HEX_HIGH[number]) if word else int(HEX_LOW[number])
        wetland, river = int(state.wetland[seat, word]), int(state.river[seat, word])
        dam, pond = int(state.dam[seat, word]), int(state.pond[seat, word])
        state.pond[seat, word] = pond | (one & dam)
        state.dam[seat, word] = (dam & ~one) | (one & river)
        state.river[seat, word] = (river & ~one) | (one & wetland)
        state.wetland[seat, word] = (wetland & ~one) | (one & ~(wetland | river | dam))
    build_lodges(state, seat)


@rule
def animal_complete(state: State, seat: int) -> bool:
    """A14: the animal hex holds water and every neighbour on the board is filled."""
    number = int(state.animal[seat])
    if number < 0:
        return False
    low, high = int(HEX_LOW[number]), int(HEX_HIGH[number])
    wet, wet_high = water(state, seat)
    if (low & wet | high & wet_high) == 0:
        return False
    bare, bare_high = blank(state, seat)
    low, high = near(low, high)
    return (low & bare | high & bare_high) == 0
