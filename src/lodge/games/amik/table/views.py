"""Amik: what everybody sees. All sheets are open, so all views are the same."""

from lodge.games.amik.rules.arrays import HEX_AT, HEX_HIGH, HEX_LOW, PLACE_HEX
from lodge.games.amik.rules.facts import (
    FORESTS,
    HEX_COUNT,
    LANDSCAPES,
    LEAST_LODGE,
    LETTERS,
    MOST_SEATS,
    NAMES,
    PENALTY,
    PHASES,
    PONDS_A_LODGE,
    STEPS,
    TITLE_NAMES,
    UPGRADES,
)
from lodge.games.amik.rules.lodges import points_of_lodges
from lodge.games.amik.rules.order import FACTS, HIGH, LOW, whole_piece
from lodge.games.amik.rules.river import found_room, longest_noted, rows_room
from lodge.games.amik.rules.scoring import dead_ends, place, title_of
from lodge.games.amik.rules.sets import bit_at, first_of, group, near, size
from lodge.games.amik.rules.state import (
    ANIMAL_ROUND,
    FREE_HEXES,
    MAY_USE,
    MOST_LODGES,
    NONE,
    OUT,
    POND_ROUND,
    State,
    blank,
    over,
    pond_now,
    water,
)
from lodge.games.amik.rules.sweep import river_pieces
from lodge.games.amik.rules.upgrades import animal_complete, ripe
from lodge.kernel import Scratch, i16, i64, rule, scratch
from lodge.kernel.view import Grouped, Groups, Map, Named, Optional, Pairs, Room, Text, UpTo, Words, add, flag, view

Hex = Named[NAMES]
Phase = Named[PHASES]
Title = Named[TITLE_NAMES]
IN_A_SHAPE = 4
AROUND = 6
chain_room: Scratch = scratch(i64, HEX_COUNT)


@view
class Lodge:
    """A lodge: what it scored when it was built, and whether it was used to change a die (A6)."""

    points: i16
    used: flag


@view
class Score:
    """A16: this landscape as it would count now, the ones before, the sum, and the title that each earns (A19)."""

    lodges: i16
    river: i16
    blank: i16
    dead_ends: i16
    total: i16
    earlier: UpTo[LANDSCAPES - 1, i16]
    sum: i16
    titles: UpTo[LANDSCAPES, Title]


@view
class Player:
    """A sheet, and all that can be read from it.

    - `hexes`: a letter for each hex in reading order; `animal`: the animal hex, `animal_complete` (A14),
    - `step`: what the seat does next: "section", "animal", "first" (lay), "second", "build" (cut, upgrade, done),
      "last" (the same, then out), "wait" (for the others), "out",
    - `dice` as the seat has changed them, `pond`: whether it lays them as a pond roll, `may_pond` (A8),
    - `laid`: the four hexes of the shape that lies already,
    - `lodges` in the order they were built; `lodge_hexes`: ponds to draw them on; `lodge_worth`: what a lodge would
      score now (A12), `open_forests`: the forests that count for it,
    - `upgrades` won and not spent; `cuts`: the forests that can be cut and for how many upgrades (A10),
    - `dead_ends`: the river hexes that cost points (A18); `river`: the bonus river piece by piece from edge to edge,
      each piece a hex or a group of ponds (A17),
    - `title` that the total earns and `place`, once the landscape or the game is over for the seat.
    """

    hexes: Text[HEX_COUNT, LETTERS]
    animal: Optional[Hex]
    animal_complete: flag
    step: Named[STEPS]
    dice: UpTo[2, i16]
    pond: flag
    may_pond: flag
    laid: Optional[Words[IN_A_SHAPE, NAMES]]
    lodges: UpTo[MOST_LODGES, Lodge]
    lodge_hexes: UpTo[MOST_LODGES, Hex]
    lodge_worth: i16
    open_forests: UpTo[HEX_COUNT, Hex]
    upgrades: i16
    cuts: Map[HEX_COUNT, Hex, i16]
    score: Score
    dead_ends: UpTo[FREE_HEXES, Hex]
    river: Groups[HEX_COUNT, Hex]
    title: Optional[Title]
    place: Optional[i16]


@view
class View:
    """The dice as they fell (one while forests are drawn), which roll of its phase it is, and every sheet."""

    phase: Phase
    number: i16
    roll: UpTo[2, i16]
    landscape: i16
    landscapes: i16  # A20
    over: flag
    players: UpTo[MOST_SEATS, Player]


FOREST_ROLL, ANIMAL, POND_ROLL, RIVER_ROLL, OVER = range(len(PHASES))


@rule
def phase_of(state: State) -> int:
    """What is rolled for."""
    number = int(state.round)
    if number < FORESTS:
        return FOREST_ROLL
    return ANIMAL if number == ANIMAL_ROUND else POND_ROLL if number == POND_ROUND else RIVER_ROLL


@rule
def look(state: State, seat: int, seen: View) -> None:  # noqa: ARG001 - whoever looks
    """The dice, and all sheets."""
    ended = over(state)
    number = int(state.round)
    seen.phase = OVER if ended else phase_of(state)
    seen.number = number + 1 if number < FORESTS else max(1, number - POND_ROUND)
    show_dice(int(state.roll[0]), int(state.roll[1]), seen.roll)
    seen.landscape = int(state.landscape) + 1
    seen.landscapes = LANDSCAPES if int(state.three_games) else 1
    seen.over = 1 if ended else 0
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        player = seen.players.items[owner]
        look_at_sheet(state, owner, player)
        look_at_turn(state, owner, player)
        look_at_lodges(state, owner, player)
        look_at_score(state, owner, player)
        if ended:
            player.place = place(state, owner)


@rule
def show_dice(one: int, other: int, seen: Room) -> None:
    """The dice that there are."""
    seen.count = 0
    if one > 0:
        add(seen, one)
    if other > 0:
        add(seen, other)


@rule
def show_hexes(low: int, high: int, seen: Room) -> None:
    """The hexes of a set, in reading order."""
    while low | high:
        a, b = first_of(low, high)
        add(seen, int(HEX_AT[bit_at(a, b)]))
        low ^= a
        high ^= b


@rule
def draw_letter(low: int, high: int, letter: int, seen: Player) -> None:
    """The same letter on all hexes of a set."""
    while low | high:
        a, b = first_of(low, high)
        seen.hexes[int(HEX_AT[bit_at(a, b)])] = letter
        low ^= a
        high ^= b


@rule
def look_at_sheet(state: State, seat: int, seen: Player) -> None:
    """What is drawn."""
    draw_letter(int(state.wetland[seat, 0]), int(state.wetland[seat, 1]), 1, seen)
    draw_letter(int(state.river[seat, 0]), int(state.river[seat, 1]), 2, seen)
    draw_letter(int(state.dam[seat, 0]), int(state.dam[seat, 1]), 3, seen)
    draw_letter(int(state.pond[seat, 0]), int(state.pond[seat, 1]), 4, seen)
    draw_letter(int(state.forest[seat, 0]), int(state.forest[seat, 1]), 5, seen)
    draw_letter(int(state.cut[seat, 0]), int(state.cut[seat, 1]), 6, seen)
    if int(state.animal[seat]) != NONE:
        seen.animal = state.animal[seat]
    seen.animal_complete = 1 if animal_complete(state, seat) else 0


@rule
def look_at_turn(state: State, seat: int, seen: Player) -> None:
    """What the seat has to do, and can."""
    seen.step = state.step[seat]
    show_dice(int(state.dice[seat, 0]), int(state.dice[seat, 1]), seen.dice)
    seen.pond = 1 if pond_now(state, seat) and int(state.step[seat]) != OUT else 0
    seen.may_pond = 1 if int(state.pond_roll[seat]) == MAY_USE else 0
    if int(state.laid[seat]) != NONE:
        for at in range(IN_A_SHAPE):
            seen.laid[at] = PLACE_HEX[int(state.laid[seat]), at]
    seen.upgrades = state.upgrades[seat]
    show_cuts(state, seat, seen.cuts)


@rule
def show_cuts(state: State, seat: int, seen: Pairs) -> None:
    """A10: the forests that can be cut, and for how many upgrades."""
    low, high, full, full_high = ripe(state, seat)
    while low | high:
        a, b = first_of(low, high)
        seen.keys[int(seen.count)] = HEX_AT[bit_at(a, b)]
        seen.values[int(seen.count)] = UPGRADES[1] if (a & full | b & full_high) != 0 else UPGRADES[0]
        seen.count = int(seen.count) + 1
        low ^= a
        high ^= b


@rule
def look_at_lodges(state: State, seat: int, seen: Player) -> None:
    """A6, A11, A12: the lodges, and what another would score."""
    seen.lodges.count = state.lodges[seat]
    for lodge in range(int(state.lodges[seat])):
        seen.lodges.items[lodge].points = state.lodge_points[seat, lodge]
        seen.lodges.items[lodge].used = 1 if lodge < int(state.spent[seat]) else 0
    show_lodges(int(state.pond[seat, 0]), int(state.pond[seat, 1]), seen.lodge_hexes)
    low, high = blank(state, seat)
    low, high = near(low, high)
    low, high = low & int(state.forest[seat, 0]), high & int(state.forest[seat, 1])
    seen.lodge_worth = max(LEAST_LODGE, size(low, high))
    show_hexes(low, high, seen.open_forests)


@rule
def show_lodges(low: int, high: int, seen: Room) -> None:
    """Ponds to draw the lodges on: in each group the hexes deepest in it."""
    while low | high:
        a, b = first_of(low, high)
        a, b = group(a, b, low, high)
        low ^= a
        high ^= b
        left = size(a, b) // PONDS_A_LODGE
        for depth in range(AROUND, -1, -1):
            c, d = a, b
            while left > 0 and c | d:
                one, one_high = first_of(c, d)
                c ^= one
                d ^= one_high
                beside, beside_high = near(one, one_high)
                if size(beside & a, beside_high & b) == depth:
                    add(seen, int(HEX_AT[bit_at(one, one_high)]))
                    left -= 1


@rule
def look_at_score(state: State, seat: int, seen: Player) -> None:
    """A16-A20: the points, and where they come from."""
    points = seen.score
    low, high = dead_ends(state, seat)
    bare, bare_high = blank(state, seat)
    show_hexes(low, high, seen.dead_ends)
    if animal_complete(state, seat):
        wet, wet_high = water(state, seat)
        pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
        show_river(wet, wet_high, pond, pond_high, int(state.animal[seat]), seen.river)
    points.lodges = points_of_lodges(state, seat)
    points.river = seen.river.count
    points.blank = -PENALTY * size(bare, bare_high)
    points.dead_ends = -PENALTY * size(low, high)
    total = int(points.lodges) + int(points.river) + int(points.blank) + int(points.dead_ends)
    points.total = total
    points.sum = total
    for landscape in range(int(state.landscape)):
        add(points.earlier, int(state.earlier[landscape, seat]))
        points.sum = int(points.sum) + int(state.earlier[landscape, seat])
        add(points.titles, title_of(int(state.earlier[landscape, seat])))
    add(points.titles, title_of(total))
    if int(state.step[seat]) == OUT:
        seen.title = title_of(total)


@rule
def show_river(wet: int, wet_high: int, pond: int, pond_high: int, animal: int, seen: Grouped) -> None:
    """A17: the pieces of the bonus river from edge to edge; none where there is no such river."""
    low, high = int(HEX_LOW[animal]), int(HEX_HIGH[animal])
    rows, found, chain = rows_room(), found_room(), chain_room()
    if longest_noted(wet, wet_high, pond, pond_high, low, high, rows, found) == 0:
        return
    count = river_pieces(rows, found, chain)
    if count == 0:
        low, high = whole_piece(low, high, pond, pond_high)
        show_piece(low, high, 0, seen)
    for piece in range(count):
        row = FACTS * int(chain[piece])
        show_piece(int(rows[row + LOW]), int(rows[row + HIGH]), piece, seen)


@rule
def show_piece(low: int, high: int, piece: int, seen: Grouped) -> None:
    """The hexes of a piece."""
    start = int(seen.count)
    show_hexes(low, high, seen)
    for at in range(start, int(seen.count)):
        seen.group[at] = piece
