"""Amik: the hand-written player cuts forests and upgrades hexes."""

from lodge.games.amik.players.common import NOTHING, Weights
from lodge.games.amik.players.greedy.value import HELD, appraise
from lodge.games.amik.rules.arrays import HEX_AT
from lodge.games.amik.rules.facts import LEAST_LODGE
from lodge.games.amik.rules.lodges import lodges_in, open_forests
from lodge.games.amik.rules.sets import bit_at, first_of
from lodge.games.amik.rules.state import BUILD_LAST, CUT, DONE, UPGRADE, State, blank
from lodge.games.amik.rules.upgrades import improvable, ripe
from lodge.kernel import rule


@rule
def best_upgrade(state: State, seat: int, weights: Weights) -> int:
    """A9, A10: cut what gives three upgrades, the rest when one pays or at the end; spend where it brings most."""
    low, high, full, full_high = ripe(state, seat)
    last = int(state.step[seat]) == BUILD_LAST
    if last:
        full, full_high = low, high
    if (full | full_high) != 0:
        full, full_high = first_of(full, full_high)
        return CUT + int(HEX_AT[bit_at(full, full_high)])
    held = int(state.upgrades[seat])
    if held == 0 and (low | high) == 0:
        return DONE
    best, gain = best_hex(state, seat, weights)
    if best < 0 or (not last and gain <= int(weights[HELD])):
        return DONE
    if held > 0:
        return UPGRADE + best
    low, high = first_of(low, high)
    return CUT + int(HEX_AT[bit_at(low, high)])


@rule
def best_hex(state: State, seat: int, weights: Weights) -> tuple[int, int]:
    """The hex whose upgrade brings most, and how much that is; -1 where none can be upgraded."""
    best, most = -1, NOTHING
    a, b = improvable(state, seat)
    while (a | b) != 0:
        c, d = first_of(a, b)
        a, b = a ^ c, b ^ d
        worth = upgraded_worth(state, seat, c, d, weights)
        if worth > most:
            best, most = int(HEX_AT[bit_at(c, d)]), worth
    return best, most - upgraded_worth(state, seat, 0, 0, weights)


@rule
def upgraded_worth(state: State, seat: int, low: int, high: int, weights: Weights) -> int:
    """The sheet after the upgrade of a hex, or as it is."""
    wetland, wetland_high = int(state.wetland[seat, 0]), int(state.wetland[seat, 1])
    river, river_high = int(state.river[seat, 0]), int(state.river[seat, 1])
    dam, dam_high = int(state.dam[seat, 0]), int(state.dam[seat, 1])
    pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    bare, bare_high = blank(state, seat)
    worth = appraise(
        wetland & ~low | low & bare,
        wetland_high & ~high | high & bare_high,
        river & ~low | low & wetland,
        river_high & ~high | high & wetland_high,
        dam & ~low | low & river,
        dam_high & ~high | high & river_high,
        pond | low & dam,
        pond_high | high & dam_high,
        int(state.forest[seat, 0]),
        int(state.forest[seat, 1]),
        int(state.cut[seat, 0]),
        int(state.cut[seat, 1]),
        int(state.animal[seat]),
        weights,
    )
    if (low & dam | high & dam_high) == 0:
        return worth
    built = lodges_in(pond | low, pond_high | high) - int(state.lodges[seat])
    return worth + 100 * built * max(LEAST_LODGE, open_forests(state, seat))
