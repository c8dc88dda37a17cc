"""Amik: what a seat knows. All sheets are open and dice have no memory: nothing is hidden."""

from lodge.games.amik.rules.arrays import HEX_HIGH, HEX_LOW, PLACE_HEX
from lodge.games.amik.rules.facts import HEX_COUNT, LANDSCAPES, MOST_SEATS
from lodge.games.amik.rules.state import NONE, State
from lodge.kernel import Luck, Out, rule

A_SHEET = HEX_COUNT + 10
OBSERVATION = 4 + MOST_SEATS * A_SHEET
COVERED = 7  # more than a hex holds, where it lies under the shape laid first: blank or wetland


@rule
def imagine(state: State, seat: int, luck: Luck) -> None:
    """Nothing to imagine: what is not on the table has not been rolled yet."""


@rule
def holds(state: State, seat: int, number: int) -> int:
    """The habitat of a hex, 0 to 5 as in `facts.HABITATS`, and 6 for a forest that was cut."""
    low, high = int(HEX_LOW[number]), int(HEX_HIGH[number])
    kind = 0
    kind = 1 if (int(state.wetland[seat, 0]) & low | int(state.wetland[seat, 1]) & high) != 0 else kind
    kind = 2 if (int(state.river[seat, 0]) & low | int(state.river[seat, 1]) & high) != 0 else kind
    kind = 3 if (int(state.dam[seat, 0]) & low | int(state.dam[seat, 1]) & high) != 0 else kind
    kind = 4 if (int(state.pond[seat, 0]) & low | int(state.pond[seat, 1]) & high) != 0 else kind
    kind = 5 if (int(state.forest[seat, 0]) & low | int(state.forest[seat, 1]) & high) != 0 else kind
    return 6 if (int(state.cut[seat, 0]) & low | int(state.cut[seat, 1]) & high) != 0 else kind


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """The round and the roll, then every sheet from the seat's own on: its hexes, and the numbers beside them."""
    out[0] = state.round
    out[1] = state.roll[0]
    out[2] = state.roll[1]
    out[3] = state.landscape
    seats = int(state.seats)
    for i in range(4, OBSERVATION):
        out[i] = 0
    for turn in range(seats):
        other = (seat + turn) % seats
        start = 4 + turn * A_SHEET
        for number in range(HEX_COUNT):
            out[start + number] = holds(state, other, number)
        if int(state.laid[other]) != NONE:
            for corner in range(4):
                under = start + int(PLACE_HEX[int(state.laid[other]), corner])
                out[under] = int(out[under]) + COVERED
        at = start + HEX_COUNT
        out[at] = int(state.animal[other]) + 1
        out[at + 1] = state.step[other]
        out[at + 2] = state.dice[other, 0]
        out[at + 3] = state.dice[other, 1]
        out[at + 4] = int(state.laid[other]) + 1
        out[at + 5] = state.pond_roll[other]
        out[at + 6] = state.upgrades[other]
        out[at + 7] = int(state.lodges[other]) - int(state.spent[other])
        for lodge in range(int(state.lodges[other])):
            out[at + 8] = int(out[at + 8]) + int(state.lodge_points[other, lodge])
        for landscape in range(LANDSCAPES - 1):
            out[at + 9] = int(out[at + 9]) + int(state.earlier[landscape, other])
