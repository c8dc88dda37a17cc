"""Amik: where the better player draws its thirteen forests (A1)."""

from lodge.games.amik.players.common import NOTHING
from lodge.games.amik.rules.arrays import EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW, SECTION_HEX
from lodge.games.amik.rules.facts import FACES, FORESTS
from lodge.games.amik.rules.rounds import planted
from lodge.games.amik.rules.sets import near, size
from lodge.games.amik.rules.state import State
from lodge.kernel import Luck, Out, below, rule

# For a forest that may have water on six sides and pay for three upgrades; so much less if another may not then.
HOPE = 4
BESIDE = 1  # less for every forest beside it


@rule
def best_planting(state: State, seat: int, luck: Luck) -> int:
    """The best section for this die, any of equals."""
    best, most, equals = 0, NOTHING, 0
    for section in range(FORESTS):
        gain = planting_gain(state, seat, section)
        if gain >= most:
            equals = equals + 1 if gain == most else 1
            best, most = section if below(luck, equals) == 0 else best, gain
    return best


@rule
def list_plantings(state: State, seat: int, out: Out) -> int:
    """Write the best sections for this die; how many are equally good."""
    count, most = 0, NOTHING
    for section in range(FORESTS):
        gain = planting_gain(state, seat, section)
        count = 0 if gain > most else count
        if gain >= most:
            out[count] = section
            count, most = count + 1, gain
    return count


@rule
def planting_gain(state: State, seat: int, section: int) -> int:
    """How much better this die does in a section than others would: it gets its forest anyway, what counts is when."""
    if planted(state, seat, section):
        return NOTHING - 1
    gain = FACES * planting_worth(state, seat, int(SECTION_HEX[section, int(state.roll[0]) - 1]))
    for face in range(FACES):
        gain -= planting_worth(state, seat, int(SECTION_HEX[section, face]))
    return gain


@rule
def planting_worth(state: State, seat: int, number: int) -> int:
    """What a forest on a hex is worth."""
    low, high = int(HEX_LOW[number]), int(HEX_HIGH[number])
    beside, beside_high = near(low, high)
    forest, forest_high = int(state.forest[seat, 0]), int(state.forest[seat, 1])
    a, b = near(forest, forest_high)
    hopeful, hopeful_high = forest & ~(a | EDGE_LOW), forest_high & ~(b | EDGE_HIGH)
    others = size(beside & forest, beside_high & forest_high)
    worth = -BESIDE * others - HOPE * size(beside & hopeful, beside_high & hopeful_high)
    return worth + (HOPE if others == 0 and (low & EDGE_LOW | high & EDGE_HIGH) == 0 else 0)
