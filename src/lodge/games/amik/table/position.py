"""Amik positions as JSON values that can be written by hand.

A sheet is written row by row, a letter a hex, as views have it: `.` blank, `w` wetland, `r` river, `d` dam, `p` pond,
`f` forest, `c` cut forest.
"""

from typing import Annotated, Any, Literal

import msgspec

from lodge.errors import BadPosition
from lodge.games.amik.rules.arrays import HEX_HIGH, HEX_LOW, PLACE_NAMES, PLACE_NUMBER, PLACE_SHAPE
from lodge.games.amik.rules.facts import (
    FACES,
    FORESTS,
    HEX_COUNT,
    HEXES,
    LANDSCAPES,
    LETTERS,
    MIDDLES,
    NAMES,
    NUMBER_OF_NAME,
    STEPS,
)
from lodge.games.amik.rules.knowledge import holds
from lodge.games.amik.rules.laying import cover, free_hexes, hexes_at
from lodge.games.amik.rules.lodges import lodges_in
from lodge.games.amik.rules.state import (
    ANIMAL_ROUND,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    LAY_FIRST,
    LAY_SECOND,
    MOST_ROLLS,
    NONE,
    NOT_WON,
    OUT,
    POND_ROUND,
    RIVER_ROUND,
    SEATS,
    THREE_GAMES,
    WAIT,
    State,
    pending,
)
from lodge.kernel import new

ROWS = tuple(sum(r == row for _, r in HEXES) for row in range(HEXES[-1][1] + 1))
POND_ROLLS = ("not won", "now", "used", "gone")
FIELDS = ("wetland", "river", "dam", "pond", "forest", "cut")

Face = Annotated[int, msgspec.Meta(ge=1, le=FACES)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Small = Annotated[int, msgspec.Meta(ge=0, le=100)]
Step = Literal["wait", "section", "animal", "first", "second", "build", "last", "out"]


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One sheet. `dice` are left out where they are as they fell."""

    rows: list[str]
    step: Step = "first"
    animal: str | None = None
    dice: list[Face] | None = None
    laid: str | None = None
    lodges: list[Small] = []
    spent: Small = 0
    upgrades: Small = 0
    pond_roll: Literal["not won", "now", "used", "gone"] = "not won"
    earlier: list[Points] = []


class Position(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. `round` counts from 0: 13 forests, the animal, the pond roll, then river rolls."""

    players: list[Player]
    roll: list[Face] = []
    round: Annotated[int, msgspec.Meta(ge=0, le=RIVER_ROUND + MOST_ROLLS)] = RIVER_ROUND
    landscape: Annotated[int, msgspec.Meta(ge=1, le=LANDSCAPES)] = 1


def to_position(state: State) -> dict[str, Any]:
    """The whole state; `from_position` gives it back."""
    position = Position(
        players=[_written(state, seat) for seat in range(int(state.seats))],
        roll=[int(die) for die in state.roll if int(die)],
        round=int(state.round),
        landscape=int(state.landscape) + 1,
    )
    values: dict[str, Any] = msgspec.to_builtins(position)
    return values


def letters(state: State, seat: int) -> str:
    """A letter for each hex, in reading order."""
    return "".join(LETTERS[holds(state, seat, number)] for number in range(HEX_COUNT))


def _written(state: State, seat: int) -> Player:
    sheet = letters(state, seat)
    laid = int(state.laid[seat])
    dice = [int(state.dice[seat, die]) for die in range(2)]
    gone = int(state.step[seat]) == OUT
    return Player(
        rows=[sheet[sum(ROWS[:row]) : sum(ROWS[: row + 1])] for row in range(len(ROWS))],
        step=STEPS[state.step[seat]],  # type: ignore[arg-type]
        animal=None if int(state.animal[seat]) == NONE else NAMES[state.animal[seat]],
        dice=None if gone or dice == [int(die) for die in state.roll] else dice,
        laid=None if laid == NONE else PLACE_NAMES[laid],
        lodges=[int(state.lodge_points[seat, lodge]) for lodge in range(int(state.lodges[seat]))],
        spent=int(state.spent[seat]),
        upgrades=int(state.upgrades[seat]),
        pond_roll=POND_ROLLS[state.pond_roll[seat]],  # type: ignore[arg-type]
        earlier=[int(state.earlier[one, seat]) for one in range(int(state.landscape))],
    )


def from_position(values: Any, options: int) -> State:
    """The state of a position; BadPosition says why it cannot be."""
    try:
        position = msgspec.convert(values, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"This is not an Amik position: {error}.") from None
    _check_common(position, options)
    state = new(State)
    state.seats = len(position.players)
    state.three_games = 1 if options & THREE_GAMES else 0
    state.landscape = position.landscape - 1
    state.round = position.round
    for die, face in enumerate(position.roll):
        state.roll[die] = face
    for seat in range(SEATS[1]):
        state.laid[seat] = NONE
        state.animal[seat] = NONE
        state.step[seat] = OUT
    for seat, player in enumerate(position.players):
        _draw_sheet(state, seat, player)
        _set_numbers(state, seat, player, position)
        _check_step(state, seat, player)
    everybody_out = all(player.step == "out" for player in position.players)
    last = position.landscape == (LANDSCAPES if state.three_games else 1)
    if pending(state) == 0 and not (everybody_out and last):
        raise BadPosition("Nobody has anything to do, but the game is not over: some step must not be 'wait' or 'out'.")
    return state


def _check_common(position: Position, options: int) -> None:
    seats = len(position.players)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise BadPosition(f"Amik is for {SEATS[0]} to {SEATS[1]} players, the position has {seats}.")
    dice = 1 if position.round < ANIMAL_ROUND else 0 if position.round == ANIMAL_ROUND else 2
    if len(position.roll) != dice:
        raise BadPosition(
            f"In round {position.round} there are {dice} dice, the roll has {len(position.roll)} (A1, A4)."
        )
    if position.landscape > 1 and not options & THREE_GAMES:
        raise BadPosition(f"Landscape {position.landscape} needs the option three-games (A20).")


def _draw_sheet(state: State, seat: int, player: Player) -> None:
    """The habitats of a sheet."""
    if tuple(map(len, player.rows)) != ROWS:
        raise BadPosition(f"Seat {seat}: a sheet has rows of {', '.join(map(str, ROWS))} hexes.")
    for number, letter in enumerate("".join(player.rows)):
        kind = LETTERS.find(letter)
        if kind < 0:
            raise BadPosition(f"Seat {seat}: {letter!r} is not a habitat; the letters are {' '.join(LETTERS)}.")
        names = ("forest", "cut") if letter == "c" else (FIELDS[kind - 1],) if kind else ()
        for name in names:
            field = getattr(state, name)
            field[seat, 0] = int(field[seat, 0]) | int(HEX_LOW[number])
            field[seat, 1] = int(field[seat, 1]) | int(HEX_HIGH[number])
    forests = sum(letter in "fc" for letter in "".join(player.rows))
    planted = min(int(state.round) + (1 if player.step == "wait" else 0), FORESTS)
    if forests != planted and (int(state.round) < POND_ROUND or forests < planted):
        raise BadPosition(f"Seat {seat} has {forests} forests, in round {state.round} it must be {planted} (A1).")


def _set_numbers(state: State, seat: int, player: Player, position: Position) -> None:
    """All that is written beside the landscape."""
    state.step[seat] = STEPS.index(player.step)
    if player.animal is not None:
        if player.animal not in NUMBER_OF_NAME or NUMBER_OF_NAME[player.animal] not in MIDDLES:
            middles = ", ".join(NAMES[middle] for middle in MIDDLES)
            raise BadPosition(f"Seat {seat}: the animal is at {middles}, not at {player.animal!r} (A2).")
        state.animal[seat] = NUMBER_OF_NAME[player.animal]
    drawn = position.round > ANIMAL_ROUND or (position.round == ANIMAL_ROUND and player.step == "wait")
    if drawn != (player.animal is not None):
        raise BadPosition(f"Seat {seat}: the animal is drawn in round {ANIMAL_ROUND} (A2).")
    dice = (player.dice or position.roll) if player.step != "out" else []
    for die, face in enumerate(dice[:2]):
        state.dice[seat, die] = face
    lodges = lodges_in(int(state.pond[seat, 0]), int(state.pond[seat, 1]))
    if len(player.lodges) != lodges:
        raise BadPosition(f"Seat {seat}: these ponds hold {lodges} lodges, {len(player.lodges)} are scored (A11).")
    for lodge, points in enumerate(player.lodges):
        if not 5 <= points <= HEX_COUNT:
            raise BadPosition(f"Seat {seat}: a lodge scores at least 5, not {points} (A12).")
        state.lodge_points[seat, lodge] = points
    if player.spent > lodges:
        raise BadPosition(f"Seat {seat} has used {player.spent} of {lodges} lodges (A13).")
    state.lodges[seat] = lodges
    state.spent[seat] = player.spent
    state.upgrades[seat] = player.upgrades
    state.pond_roll[seat] = POND_ROLLS.index(player.pond_roll)
    if len(player.earlier) != position.landscape - 1:
        raise BadPosition(f"Seat {seat}: landscape {position.landscape} has {position.landscape - 1} before it (A20).")
    for one, points in enumerate(player.earlier):
        state.earlier[one, seat] = points


def _check_step(state: State, seat: int, player: Player) -> None:
    """What a seat does fits the round, and a shape that lies can lie there."""
    number, step = int(state.round), int(state.step[seat])
    wanted = CHOOSE_SECTION if number < ANIMAL_ROUND else CHOOSE_ANIMAL if number == ANIMAL_ROUND else LAY_FIRST
    early = number < RIVER_ROUND
    if step != WAIT and (step < wanted or (wanted < LAY_FIRST and step != wanted) or (early and step > LAY_SECOND + 1)):
        raise BadPosition(f"Seat {seat}: the step cannot be {player.step!r} in round {number}.")
    if early and (player.pond_roll != POND_ROLLS[NOT_WON] or player.spent or player.upgrades):
        raise BadPosition(f"Seat {seat}: before the first river roll nothing is won or spent (A8, A9).")
    if player.dice is not None and (len(player.dice) != 2 or number <= ANIMAL_ROUND):
        raise BadPosition(f"Seat {seat}: a seat's own dice are two, from the pond roll on (A6).")
    if (step == LAY_SECOND) != (player.laid is not None):
        raise BadPosition(f"Seat {seat}: 'laid' goes with the step 'second'.")
    if player.laid is not None:
        _lay(state, seat, player.laid)


def _lay(state: State, seat: int, laid: str) -> None:
    """The first shape of a roll, where it can lie."""
    hexes = tuple(sorted(NUMBER_OF_NAME.get(name, NONE) for name in laid.split()))
    place = PLACE_NUMBER.get(hexes, NONE)
    shapes = [int(state.dice[seat, die]) - 1 for die in range(2)]
    if place == NONE or int(PLACE_SHAPE[place]) not in shapes:
        raise BadPosition(f"Seat {seat}: {laid!r} is not a place for a shape that was rolled.")
    other = shapes[1] if int(PLACE_SHAPE[place]) == shapes[0] else shapes[0]
    low, high = free_hexes(state, seat)
    a, b = hexes_at(place)
    c, d = cover(low, high, other)
    if (a & ~low | b & ~high) != 0 or (a & c | b & d) == 0:
        raise BadPosition(f"Seat {seat}: the shape on {laid!r} cannot lie there (A4, A5).")
    state.laid[seat] = place
