"""Amik: what everybody sees. All sheets are open, so all views are the same.

A view holds

- `phase`: "forests", "animal", "pond roll", "river roll" or "over"; `roll`: the dice as they fell (one while forests
  are drawn); `number`: which roll of this phase it is, from 1; `landscape` of `landscapes` (A20),
- `players`: for each seat
  - `hexes`: a letter for each hex in reading order: `.` blank, `w` wetland, `r` river, `d` dam, `p` pond, `f` forest,
    `c` cut forest; `animal`: the animal hex, `animal_complete` (A14),
  - `step`: what it does next: "section", "animal", "first" (lay), "second", "build" (cut, upgrade, done), "last" (the
    same, then out), "wait" (for the others), "out",
  - `dice` as the seat has changed them, `pond`: whether it lays them as a pond roll, `may_pond` (A8),
  - `laid`: the four hexes of the shape that lies already,
  - `lodges`: `points` and `used` of each, in the order they were built; `lodge_hexes`: ponds to draw them on;
    `lodge_worth`: what a lodge would score now (A12), `open_forests`: the forests that count for it,
  - `upgrades` won and not spent; `cuts`: the forests that can be cut and for how many upgrades (A10),
  - `score`: `lodges`, `river`, `blank`, `dead_ends`, `total` of this landscape as it would count now;
    `earlier` landscapes, `sum` of all,
  - `dead_ends`: the river hexes that cost points (A18); `river`: the bonus river piece by piece from edge to edge, each
    piece a hex or a group of ponds (A17),
  - `title` that the total earns and `place`, once the landscape or the game is over for the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from lodge.games.amik.facts import (
    FORESTS,
    HEX_COUNT,
    LANDSCAPES,
    LEAST_LODGE,
    NAMES,
    PENALTY,
    PONDS_A_LODGE,
    UPGRADES,
    title,
)
from lodge.games.amik.lodges import points_of_lodges
from lodge.games.amik.order import whole_piece
from lodge.games.amik.river import found_room, longest_noted, rows_room
from lodge.games.amik.scoring import dead_ends, penalties, place
from lodge.games.amik.sets import group, near, size
from lodge.games.amik.state import ANIMAL_ROUND, MAY_USE, NONE, OUT, POND_ROUND, State, blank, over, pond_now, water
from lodge.games.amik.sweep import river_pieces
from lodge.games.amik.tables import HEX_HIGH, HEX_LOW, NEIGHBOURS, PLACES, numbers_of
from lodge.games.amik.upgrades import animal_complete, ripe

LETTERS = ".wrdpfc"
STEPS = ("wait", "section", "animal", "first", "second", "build", "last", "out")


def names_of(low: int, high: int) -> list[str]:
    """The names of a set's hexes."""
    return [NAMES[number] for number in numbers_of(low, high)]


@cache
def place_name(number: int) -> str:
    """The four hexes of a place."""
    return " ".join(NAMES[one] for one in PLACES[number])


def view(state: State, seat: int) -> dict[str, Any]:
    """What a seat (-1: a spectator) sees: everything."""
    return views(state, [seat])[0]


def views(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What each of some seats sees: the same."""
    ended = over(state)
    number = int(state.round)
    phase = "forests" if number < FORESTS else "animal" if number == ANIMAL_ROUND else "pond roll"
    seen = {
        "phase": "over" if ended else "river roll" if number > POND_ROUND else phase,
        "number": number + 1 if number < FORESTS else max(1, number - POND_ROUND),
        "roll": [int(die) for die in state.roll if int(die)],
        "landscape": int(state.landscape) + 1,
        "landscapes": LANDSCAPES if int(state.three_games) else 1,
        "over": ended,
        "players": [_player(state, seat, ended) for seat in range(int(state.seats))],
    }
    return [seen] * len(seats)


def letters(state: State, seat: int) -> str:
    """A letter for each hex."""
    sheet = [LETTERS[0]] * HEX_COUNT
    kinds = (state.wetland, state.river, state.dam, state.pond, state.forest, state.cut)
    for letter, kind in zip(LETTERS[1:], kinds, strict=True):
        for number in numbers_of(int(kind[seat, 0]), int(kind[seat, 1])):
            sheet[number] = letter
    return "".join(sheet)


def landscape_points(state: State, seat: int) -> int:
    """A16: what the landscape counts now."""
    river = sum(len(piece) for piece in river_of(state, seat))
    return points_of_lodges(state, seat) + river - PENALTY * penalties(state, seat)


def _player(state: State, seat: int, ended: bool) -> dict[str, Any]:
    """A sheet, and all that can be read from it."""
    bare, bare_high = blank(state, seat)
    low, high, full, full_high = ripe(state, seat)
    many = numbers_of(full, full_high)
    by_forests, by_forests_high = near(bare, bare_high)
    by_forests, by_forests_high = by_forests & int(state.forest[seat, 0]), by_forests_high & int(state.forest[seat, 1])
    lost, lost_high = dead_ends(state, seat)
    river = river_of(state, seat)
    points = {
        "lodges": points_of_lodges(state, seat),
        "river": sum(len(piece) for piece in river),
        "blank": -PENALTY * size(bare, bare_high),
        "dead_ends": -PENALTY * size(lost, lost_high),
    }
    total = sum(points.values())
    earlier = [int(state.earlier[one, seat]) for one in range(int(state.landscape))]
    gone = int(state.step[seat]) == OUT
    return {
        "hexes": letters(state, seat),
        "animal": NAMES[state.animal[seat]] if int(state.animal[seat]) != NONE else None,
        "animal_complete": animal_complete(state, seat),
        "step": STEPS[state.step[seat]],
        "dice": [int(state.dice[seat, die]) for die in range(2) if int(state.dice[seat, die])],
        "pond": pond_now(state, seat) and not gone,
        "may_pond": int(state.pond_roll[seat]) == MAY_USE,
        "laid": place_name(int(state.laid[seat])) if int(state.laid[seat]) != NONE else None,
        "lodges": [
            {"points": int(state.lodge_points[seat, lodge]), "used": lodge < int(state.spent[seat])}
            for lodge in range(int(state.lodges[seat]))
        ],
        "lodge_hexes": [NAMES[number] for number in lodge_hexes(int(state.pond[seat, 0]), int(state.pond[seat, 1]))],
        "lodge_worth": max(LEAST_LODGE, size(by_forests, by_forests_high)),
        "open_forests": names_of(by_forests, by_forests_high),
        "upgrades": int(state.upgrades[seat]),
        "cuts": {NAMES[number]: UPGRADES[number in many] for number in numbers_of(low, high)},
        "score": {**points, "total": total, "earlier": earlier, "sum": total + sum(earlier)},
        "dead_ends": names_of(lost, lost_high),
        "river": [[NAMES[number] for number in piece] for piece in river],
        "title": title(total) if gone else None,
        "place": place(state, seat) if ended else None,
    }


# --- lodges and the river on the page ---------------------------------------------------------------------


@lru_cache(4096)
def lodge_hexes(low: int, high: int) -> tuple[int, ...]:
    """Ponds to draw the lodges on: in each group the hexes deepest in it."""
    chosen: list[int] = []
    left = numbers_of(low, high)
    while left:
        a, b = group(int(HEX_LOW[left[0]]), int(HEX_HIGH[left[0]]), low, high)
        ponds = numbers_of(a, b)
        depth = {one: sum(other in ponds for other in NEIGHBOURS[one]) for one in ponds}
        chosen += sorted(ponds, key=lambda one: (-depth[one], one))[: len(ponds) // PONDS_A_LODGE]
        left = [one for one in left if one not in ponds]
    return tuple(chosen)


def river_of(state: State, seat: int) -> list[list[int]]:
    """A17: the pieces of the bonus river from edge to edge; none where there is no such river."""
    if not animal_complete(state, seat):
        return []
    wet, wet_high = water(state, seat)
    number = int(state.animal[seat])
    return best_river(wet, wet_high, int(state.pond[seat, 0]), int(state.pond[seat, 1]), number)


@lru_cache(4096)
def best_river(wet: int, wet_high: int, pond: int, pond_high: int, animal: int) -> list[list[int]]:
    """The same for a set of water, of ponds, and the animal hex; not to be changed."""
    source = int(HEX_LOW[animal]), int(HEX_HIGH[animal])
    rows, found = rows_room(), found_room()
    length = longest_noted(wet, wet_high, pond, pond_high, *source, rows, found)
    if length == 0:
        return []
    chain = river_pieces(rows, found) or [whole_piece(*source, pond, pond_high)]
    return [numbers_of(*piece) for piece in chain]
