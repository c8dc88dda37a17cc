"""Amik: upgrades between rolls: as `greedy` weighs them, and towards a lodge as long as one pays.

A lodge scores the forests that are open when it is built (A12), which are ever fewer: it is worth building soon.
"""

from lodge.games.amik.players.common import NOTHING
from lodge.games.amik.players.greedy.upgrading import upgraded_worth
from lodge.games.amik.players.greedy.value import HELD
from lodge.games.amik.players.master.ending import BETWEEN_ROLLS, SPOILT, cut_first, keeps_river
from lodge.games.amik.rules.arrays import HEX_AT
from lodge.games.amik.rules.facts import LEAST_LODGE, PONDS_A_LODGE
from lodge.games.amik.rules.lodges import open_forests
from lodge.games.amik.rules.sets import bit_at, first_of, group, near, size
from lodge.games.amik.rules.state import DONE, UPGRADE, State
from lodge.games.amik.rules.upgrades import improvable, ripe
from lodge.kernel import Out, rule

# In hundredths of a point, tuned by games alone:
FOREST = 100  # a lodge, for each open forest,
STEP = 150  # an upgrade that it takes,
TOWARDS = 600  # and each of them, where a lodge pays


@rule
def upgrade_or_keep(state: State, seat: int) -> int:
    """A9, A10: cut what gives three upgrades, the rest when one pays; spend where it brings most."""
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        return cut_first(full, full_high)
    held = int(state.upgrades[seat])
    if held == 0 and (low | high) == 0:
        return DONE
    good, good_high = towards_lodge(state, seat, held + size(low, high))
    best, most = next_hex(state, seat, good, good_high, -NOTHING)
    kept = upgraded_worth(state, seat, 0, 0, BETWEEN_ROLLS) + int(BETWEEN_ROLLS[HELD])
    if best < 0 or most // len(HEX_AT) <= kept:
        return DONE
    return UPGRADE + best if held > 0 else cut_first(low, high)


@rule
def list_good_hexes(state: State, seat: int, out: Out, count: int, most: int) -> int:
    """Write the upgrades that seem to bring most, the best first; the new count."""
    low, high, _, _ = ripe(state, seat)
    good, good_high = towards_lodge(state, seat, int(state.upgrades[seat]) + size(low, high))
    above = -NOTHING
    for _ in range(most):
        best, above = next_hex(state, seat, good, good_high, above)
        if best < 0:
            break
        out[count] = UPGRADE + best
        count += 1
    return count


@rule
def next_hex(state: State, seat: int, good: int, good_high: int, above: int) -> tuple[int, int]:
    """The hex whose upgrade brings most, but less than `above`, and what it brings; -1 where there is none.

    The number of the hex is part of that, so that no two bring the same.
    """
    best, most = -1, NOTHING
    beside, beside_high = near(int(state.pond[seat, 0]), int(state.pond[seat, 1]))
    a, b = improvable(state, seat)
    while (a | b) != 0:
        c, d = first_of(a, b)
        a, b = a ^ c, b ^ d
        worth = upgraded_worth(state, seat, c, d, BETWEEN_ROLLS)
        if (beside & c | beside_high & d) != 0 and not keeps_river(state, seat, c, d):
            worth -= SPOILT
        worth += TOWARDS if (good & c | good_high & d) != 0 else 0
        number = int(HEX_AT[bit_at(c, d)])
        brings = worth * len(HEX_AT) + number
        if brings < above and brings > most:
            best, most = number, brings
    return best, most


@rule
def towards_lodge(state: State, seat: int, upgrades: int) -> tuple[int, int]:
    """The hexes to upgrade next towards the lodge that pays best with so many upgrades; none if none does."""
    best, good, good_high = 0, 0, 0
    worth = FOREST * max(LEAST_LODGE, open_forests(state, seat))
    low, high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    while (low | high) != 0:
        a, b = first_of(low, high)
        a, b = group(a, b, low, high)
        low, high = low ^ a, high ^ b
        missing = PONDS_A_LODGE - size(a, b) % PONDS_A_LODGE
        a, b = near(a, b)
        dam, dam_high = a & int(state.dam[seat, 0]), b & int(state.dam[seat, 1])
        river, river_high = a & int(state.river[seat, 0]), b & int(state.river[seat, 1])
        wetland, wetland_high = a & int(state.wetland[seat, 0]), b & int(state.wetland[seat, 1])
        dams = min(missing, size(dam, dam_high))
        rivers = min(missing - dams, size(river, river_high))
        wetlands = min(missing - dams - rivers, size(wetland, wetland_high))
        steps = dams + 2 * rivers + 3 * wetlands
        if dams + rivers + wetlands == missing and steps <= upgrades and worth - STEP * steps > best:
            best = worth - STEP * steps
            good, good_high = (
                (dam, dam_high) if dams > 0 else (river, river_high) if rivers > 0 else (wetland, wetland_high)
            )
    return good, good_high
