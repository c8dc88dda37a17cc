"""Amik: a position. Everybody has a sheet of their own; the dice are common until a lodge changes them.

A sheet is a set of hexes for each habitat; what is in none of them is blank. Lodges need no place: a connected group of
n ponds always holds n // 3 of them (A11).
"""

from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, PLACE_COUNT
from lodge.games.amik.rules.facts import (
    FEWEST_SEATS,
    FORESTS,
    HEX_COUNT,
    LANDSCAPES,
    MIDDLES,
    MOST_SEATS,
    PONDS_A_LODGE,
)
from lodge.kernel import i8, i16, i64, rule, struct

VERSION = 1
SEATS = (FEWEST_SEATS, MOST_SEATS)
OPTIONS = ("three-games",)
THREE_GAMES = 1 << OPTIONS.index("three-games")
SECRETS = False
APART = True

NONE = -1

# Actions. Each is one small decision; a roll is played by several.
SECTION = 0  # A1: a forest in each section
ANIMAL = SECTION + FORESTS  # A2: each middle hex
CHANGE = ANIMAL + len(MIDDLES)  # A6: the first die down, up; the second die down, up
POND = CHANGE + 4  # A8: use this roll as a pond roll
STOP = POND + 1  # A7, A15: lay nothing, upgrade a last time
DONE = STOP + 1  # nothing more in this roll
CUT = DONE + 1  # A10: each hex
UPGRADE = CUT + HEX_COUNT  # A9: each hex
LAY = UPGRADE + HEX_COUNT  # A4, A5: each place of each shape
ACTIONS = LAY + PLACE_COUNT

# What a seat does next.
WAIT, CHOOSE_SECTION, CHOOSE_ANIMAL, LAY_FIRST, LAY_SECOND, BUILD, BUILD_LAST, OUT = range(8)

# What the common roll is for, by the number of the round: 13 forests, the animal, a pond roll, then river rolls.
ANIMAL_ROUND = FORESTS
POND_ROUND = ANIMAL_ROUND + 1
RIVER_ROUND = POND_ROUND + 1

# A8: the right to a second pond roll.
NOT_WON, MAY_USE, USED, GONE = range(4)

FREE_HEXES = HEX_COUNT - FORESTS
MOST_LODGES = FREE_HEXES // PONDS_A_LODGE
MOST_ROLLS = FREE_HEXES + 1  # every roll but the last turns a blank or wetland hex into a river, for good
# Lays and `done` of every roll, the last one's stop, a choice for each forest, the animal, a pond roll, changes, cuts,
# and four steps on every hex.
MOST_MOVES = (
    LANDSCAPES * MOST_SEATS * (3 * MOST_ROLLS + 1 + FORESTS + 1 + 3 + 1 + MOST_LODGES + HEX_COUNT + 4 * FREE_HEXES)
)


@struct
class State:
    """A position."""

    wetland: i64[MOST_SEATS, 2]
    river: i64[MOST_SEATS, 2]
    dam: i64[MOST_SEATS, 2]
    pond: i64[MOST_SEATS, 2]
    forest: i64[MOST_SEATS, 2]  # cut or not
    cut: i64[MOST_SEATS, 2]
    laid: i16[MOST_SEATS]  # the place of the shape laid first, until the second lies
    earlier: i16[LANDSCAPES - 1, MOST_SEATS]  # A20: scores of the landscapes before
    seats: i8
    three_games: i8
    landscape: i8  # A20: 0 to 2
    round: i8
    roll: i8[2]  # the dice as they fell, 1 to 6; one die only while forests are drawn, 0 where there is none
    dice: i8[MOST_SEATS, 2]  # the same as each seat has changed it
    step: i8[MOST_SEATS]
    animal: i8[MOST_SEATS]  # the animal hex
    pond_roll: i8[MOST_SEATS]
    lodges: i8[MOST_SEATS]
    spent: i8[MOST_SEATS]  # lodges used to change a die
    upgrades: i8[MOST_SEATS]  # won and not spent
    lodge_points: i8[MOST_SEATS, MOST_LODGES]  # of each lodge, in the order they were built


@rule
def blank(state: State, seat: int) -> tuple[int, int]:
    """The hexes with no habitat."""
    filled = int(state.wetland[seat, 0]) | int(state.river[seat, 0]) | int(state.dam[seat, 0])
    filled_high = int(state.wetland[seat, 1]) | int(state.river[seat, 1]) | int(state.dam[seat, 1])
    filled |= int(state.pond[seat, 0]) | int(state.forest[seat, 0])
    filled_high |= int(state.pond[seat, 1]) | int(state.forest[seat, 1])
    return BOARD_LOW & ~filled, BOARD_HIGH & ~filled_high


@rule
def water(state: State, seat: int) -> tuple[int, int]:
    """The hexes with a river, a dam or a pond."""
    low = int(state.river[seat, 0]) | int(state.dam[seat, 0]) | int(state.pond[seat, 0])
    return low, int(state.river[seat, 1]) | int(state.dam[seat, 1]) | int(state.pond[seat, 1])


@rule
def pending(state: State) -> int:
    """The seats that have something to do in this roll, as a bit mask; nobody when the game is over."""
    waiting = 0
    for seat in range(int(state.seats)):
        step = int(state.step[seat])
        waiting |= (1 if step not in (WAIT, OUT) else 0) << seat
    return waiting


@rule
def over(state: State) -> bool:
    """A15: the game ends when every player is out."""
    return pending(state) == 0


@rule
def pond_now(state: State, seat: int) -> bool:
    """A4, A8: whether the seat lays this roll as a pond roll."""
    return int(state.round) == POND_ROUND or int(state.pond_roll[seat]) == USED
