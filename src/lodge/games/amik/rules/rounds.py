"""Amik: from set-up to the end, round by round (A1-A4, A7, A8, A15, A20). The program rolls for all (A3)."""

from lodge.games.amik.rules.arrays import HEX_HIGH, HEX_LOW, SECTION_HEX, SECTION_HIGH, SECTION_LOW
from lodge.games.amik.rules.facts import FACES, FORESTS, LANDSCAPES, MOST_SEATS
from lodge.games.amik.rules.scoring import landscape_score
from lodge.games.amik.rules.state import (
    ANIMAL_ROUND,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    GONE,
    LAY_FIRST,
    MAY_USE,
    MOST_LODGES,
    NONE,
    NOT_WON,
    OUT,
    RIVER_ROUND,
    THREE_GAMES,
    State,
    pending,
)
from lodge.games.amik.rules.upgrades import animal_complete
from lodge.kernel import Luck, Out, below, rule


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """A1: empty sheets, and the first die."""
    state.seats = seats
    state.three_games = 1 if options & THREE_GAMES else 0
    state.landscape = 0
    for seat in range(MOST_SEATS):
        for landscape in range(LANDSCAPES - 1):
            state.earlier[landscape, seat] = 0
    begin(state, luck)


@rule
def begin(state: State, luck: Luck) -> None:
    """A1: a landscape with nothing on it for everybody."""
    for seat in range(MOST_SEATS):
        for word in range(2):
            state.wetland[seat, word] = 0
            state.river[seat, word] = 0
            state.dam[seat, word] = 0
            state.pond[seat, word] = 0
            state.forest[seat, word] = 0
            state.cut[seat, word] = 0
        for lodge in range(MOST_LODGES):
            state.lodge_points[seat, lodge] = 0
        state.laid[seat] = NONE
        state.step[seat] = CHOOSE_SECTION if seat < int(state.seats) else OUT
        state.animal[seat] = NONE
        state.pond_roll[seat] = NOT_WON
        state.lodges[seat] = 0
        state.spent[seat] = 0
        state.upgrades[seat] = 0
    start_round(state, 0, luck)


@rule
def start_round(state: State, number: int, luck: Luck) -> None:
    """A3: roll for all; whoever is still in the game has something to do."""
    state.round = number
    state.roll[0] = 1 + below(luck, FACES) if number != ANIMAL_ROUND else 0
    state.roll[1] = 1 + below(luck, FACES) if number > ANIMAL_ROUND else 0
    step = CHOOSE_SECTION if number < ANIMAL_ROUND else CHOOSE_ANIMAL if number == ANIMAL_ROUND else LAY_FIRST
    for seat in range(MOST_SEATS):
        inside = int(state.step[seat]) != OUT
        state.dice[seat, 0] = state.roll[0] if inside else 0
        state.dice[seat, 1] = state.roll[1] if inside else 0
        if inside:
            state.step[seat] = step
            if number >= RIVER_ROUND:
                state.pond_roll[seat] = next_pond_roll(state, seat)


@rule
def next_pond_roll(state: State, seat: int) -> int:
    """A8: who has just completed the animal hex may use this roll as a pond roll; who had the right has it no more."""
    if int(state.pond_roll[seat]) == NOT_WON:
        return MAY_USE if animal_complete(state, seat) else NOT_WON
    return GONE


@rule
def go_on(state: State, luck: Luck) -> None:
    """When everybody is done: the next round; when everybody is out, the next landscape, if there is one (A20)."""
    if pending(state) != 0:
        return
    playing = False
    for seat in range(int(state.seats)):
        playing = playing or int(state.step[seat]) != OUT
    if playing:
        start_round(state, int(state.round) + 1, luck)
    elif int(state.three_games) == 1 and int(state.landscape) < LANDSCAPES - 1:
        for seat in range(int(state.seats)):
            state.earlier[int(state.landscape), seat] = landscape_score(state, seat)
        state.landscape = int(state.landscape) + 1
        begin(state, luck)


@rule
def leave(state: State, seat: int) -> None:
    """A7, A15: the seat is out."""
    state.step[seat] = OUT
    state.dice[seat, 0] = 0
    state.dice[seat, 1] = 0


# --- the two choices of the set-up ------------------------------------------------------------------------


@rule
def list_sections(state: State, seat: int, out: Out) -> int:
    """A1: the sections without a forest."""
    count = 0
    for section in range(FORESTS):
        out[count] = section
        count += 0 if planted(state, seat, section) else 1
    return count


@rule
def planted(state: State, seat: int, section: int) -> bool:
    """Whether a section has a forest."""
    low = int(state.forest[seat, 0]) & int(SECTION_LOW[section])
    return (low | int(state.forest[seat, 1]) & int(SECTION_HIGH[section])) != 0


@rule
def plant(state: State, seat: int, section: int) -> None:
    """A1: a forest on the hex that the die counts to, clockwise from the section's first hex."""
    number = int(SECTION_HEX[section, int(state.roll[0]) - 1])
    state.forest[seat, 0] = int(state.forest[seat, 0]) | int(HEX_LOW[number])
    state.forest[seat, 1] = int(state.forest[seat, 1]) | int(HEX_HIGH[number])
