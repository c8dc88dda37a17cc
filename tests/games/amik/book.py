"""Amik once more, slow and plain, written from rulebook and rules page: what the tests compare the program with.

It shares no table and no line with `lodge.games.amik`. A sheet is a dictionary from coordinates to habitats; it
works on positions as people write them.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache, partial
from itertools import combinations
from typing import Any

Position = dict[str, Any]
Hex = tuple[int, int]
Land = dict[Hex, str]

SECTIONS = """
 1: 6,0 7,0 8,0 7,1 6,1 5,1
 2: 8,1 9,1 9,2 8,3 7,3 7,2
 3: 4,2 5,2 4,3 3,4 2,4 3,3
 4: 6,2 6,3 5,4 4,5 4,4 5,3
 5: 10,2 10,3 10,4 9,5 9,4 9,3
 6: 6,4 6,5 6,6 5,6 4,6 5,5
 7: 7,4 8,4 8,5 8,6 7,6 7,5
 8: 2,5 3,5 3,6 2,7 1,7 1,6
 9: 10,5 10,6 9,7 8,8 8,7 9,6
10: 3,7 4,7 5,7 4,8 3,8 2,8
11: 6,7 7,7 7,8 6,9 5,9 5,8
12: 0,8 1,8 1,9 1,10 0,10 0,9
13: 2,9 3,9 4,9 4,10 3,10 2,10
"""
SHAPES = {
    1: ("bar", [(0, 0), (0, 1), (0, 2), (0, 3)]),
    2: ("worm", [(0, 0), (0, 1), (0, 2), (1, -1)]),
    3: ("wave", [(0, 0), (0, 1), (1, -2), (1, -1)]),
    4: ("arch", [(0, 0), (0, 1), (1, -1), (1, 1)]),
    5: ("hook", [(0, 0), (0, 1), (0, 2), (1, 0)]),
    6: ("bee", [(0, 0), (0, 1), (1, -1), (1, 0)]),
}
MIDDLE: list[Hex] = [(8, 2), (2, 6), (6, 8)]
LETTER = {".": "blank", "w": "wetland", "r": "river", "d": "dam", "p": "pond", "f": "forest", "c": "cut"}
WATER = ("river", "dam", "pond")
NEXT = {"blank": "wetland", "wetland": "river", "river": "dam", "dam": "pond"}


def _read() -> dict[int, list[Hex]]:
    found = {}
    for line in SECTIONS.strip().splitlines():
        number, _, hexes = line.partition(":")
        found[int(number)] = [(int(h.split(",")[0]), int(h.split(",")[1])) for h in hexes.split()]
    return found


SECTION = _read()
BOARD = sorted([h for hexes in SECTION.values() for h in hexes] + MIDDLE, key=lambda h: (h[1], h[0]))
ON_BOARD = set(BOARD)


def name(h: Hex) -> str:
    return "abcdefghijk"[h[1]] + str(h[0])


def named(text: str) -> Hex:
    return int(text[1:]), "abcdefghijk".index(text[0])


def around(h: Hex) -> list[Hex]:
    """The neighbours on the board."""
    q, r = h
    return [
        n for n in ((q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)) if n in ON_BOARD
    ]


def on_edge(h: Hex) -> bool:
    return len(around(h)) < 6


@cache
def places(die: int) -> list[frozenset[Hex]]:
    """Every place of a die's shape on the board: turned, flipped, moved everywhere."""
    found = set()
    for flip in (False, True):
        shape = [(r, q) if flip else (q, r) for q, r in SHAPES[die][1]]
        for _ in range(6):
            shape = [(q + r, -q) for q, r in shape]  # turned by a sixth
            for dq in range(-14, 15):
                for dr in range(-14, 15):
                    place = frozenset((q + dq, r + dr) for q, r in shape)
                    if place <= ON_BOARD:
                        found.add(place)
    return sorted(found, key=sorted)


def lay_text(die: int, place: frozenset[Hex]) -> str:
    return f"lay {SHAPES[die][0]} " + " ".join(name(h) for h in sorted(place, key=lambda h: (h[1], h[0])))


# --- a sheet ----------------------------------------------------------------------------------------------


def land_of(player: dict[str, Any]) -> Land:
    return {h: LETTER[letter] for h, letter in zip(BOARD, "".join(player["rows"]), strict=True)}


def write(player: dict[str, Any], land: Land) -> None:
    letters = {habitat: letter for letter, habitat in LETTER.items()}
    player["rows"] = ["".join(letters[land[h]] for h in BOARD if h[1] == row) for row in range(11)]


def animal_complete(player: dict[str, Any]) -> bool:
    """A14."""
    if player.get("animal") is None:
        return False
    land, at = land_of(player), named(player["animal"])
    return land[at] in WATER and all(land[n] != "blank" for n in around(at))


def pond_groups(land: Land) -> list[set[Hex]]:
    left = {h for h in BOARD if land[h] == "pond"}
    groups = []
    while left:
        group: set[Hex] = set()
        waiting = [left.pop()]
        while waiting:
            h = waiting.pop()
            group.add(h)
            for n in around(h):
                if n in left:
                    left.discard(n)
                    waiting.append(n)
        groups.append(group)
    return groups


def lodge_count(land: Land) -> int:
    """A11."""
    return sum(len(group) // 3 for group in pond_groups(land))


def score_lodges(player: dict[str, Any], land: Land) -> None:
    """A11, A12: new lodges score the forests that are not surrounded, on the sheet as it is after the move."""
    unsurrounded = sum(land[h] in ("forest", "cut") and any(land[n] == "blank" for n in around(h)) for h in BOARD)
    lodges = player.setdefault("lodges", [])
    while len(lodges) < lodge_count(land):
        lodges.append(max(5, unsurrounded))
    if not lodges:
        del player["lodges"]


def cuttable(land: Land, h: Hex) -> int:
    """A10: how many upgrades cutting this gives; 0 where it cannot be cut."""
    if land[h] != "forest" or any(land[n] == "blank" for n in around(h)):
        return 0
    wet = sum(land[n] in WATER for n in around(h))
    return 3 if wet == 6 else 1 if wet >= 3 else 0


# --- what may be done ---------------------------------------------------------------------------------------


def dice(position: Position, player: dict[str, Any]) -> list[int]:
    return list(player.get("dice") or position["roll"])


def is_pond_roll(position: Position, player: dict[str, Any]) -> bool:
    return bool(position["round"] == 14 or player.get("pond_roll") == "used")


def free(land: Land, pond: bool) -> set[Hex]:
    """A4, A5."""
    return {h for h in BOARD if land[h] == "blank" or (land[h] == "wetland" and not pond)}


def first_places(hexes: set[Hex], die: int, other: int) -> list[frozenset[Hex]]:
    """The places of one shape from which the other can be laid, too."""
    seconds = [place for place in places(other) if place <= hexes]
    return [place for place in places(die) if place <= hexes and any(place & second for second in seconds)]


def moves(position: Position, seat: int) -> set[str]:
    """Every legal move of a seat."""
    player = position["players"][seat]
    land, step = land_of(player), player.get("step", "first")
    if step == "section":
        return {f"forest {n}" for n, hexes in SECTION.items() if all(land[h] != "forest" for h in hexes)}
    if step == "animal":
        return {f"animal {name(h)}" for h in MIDDLE}
    if step == "first":
        return before_laying(position, player, land)
    if step == "second":
        first = frozenset(named(text) for text in player["laid"].split())
        one, two = dice(position, player)
        other = two if first in places(one) else one
        hexes = free(land, is_pond_roll(position, player))
        return {lay_text(other, place) for place in places(other) if place <= hexes and place & first}
    if step in ("build", "last"):
        found = {"done"}
        if position["round"] > 14:
            found |= {f"cut {name(h)}" for h in BOARD if cuttable(land, h)}
            if player.get("upgrades", 0):
                found |= {f"upgrade {name(h)}" for h in BOARD if land[h] in NEXT}
        return found
    return set()


def before_laying(position: Position, player: dict[str, Any], land: Land) -> set[str]:
    """A5-A8, A15."""
    found = set()
    one, two = dice(position, player)
    right = player.get("pond_roll", "not won")
    if right != "used" and len(player.get("lodges", [])) > player.get("spent", 0):
        for die, face in ((1, one), (2, two)):
            found |= {f"die {die} {by:+d}" for by in (-1, 1) if 1 <= face + by <= 6}
    if right == "now" and first_places(free(land, pond=True), one, two):
        found.add("pond roll")
    hexes = free(land, is_pond_roll(position, player))
    lays = {lay_text(one, place) for place in first_places(hexes, one, two)}
    lays |= {lay_text(two, place) for place in first_places(hexes, two, one)}
    if not lays and position["round"] == 14:
        found.add("done")
    elif not lays or "blank" not in land.values():
        found.add("stop")
    return found | lays


# --- doing it -----------------------------------------------------------------------------------------------


def after(position: Position, seat: int, move: str) -> Position:
    """The position that a move leads to, before any dice fall for all."""
    new = deepcopy(position)
    player = new["players"][seat]
    land = land_of(player)
    verb, *rest = move.split()
    if verb == "forest":
        land[SECTION[int(rest[0])][position["roll"][0] - 1]] = "forest"
        player["step"] = "wait"
    elif verb == "animal":
        player["animal"] = rest[0]
        player["step"] = "wait"
    elif verb == "die":
        faces = dice(position, player)
        faces[int(rest[0]) - 1] += int(rest[1])
        put(player, "dice", faces, default=position["roll"])
        player["spent"] = player.get("spent", 0) + 1
    elif verb == "pond":
        player["pond_roll"] = "used"
    elif verb == "lay":
        lay(position, player, land, " ".join(rest[1:]))
    elif verb == "cut":
        player["upgrades"] = player.get("upgrades", 0) + cuttable(land, named(rest[0]))
        land[named(rest[0])] = "cut"
    elif verb == "upgrade":
        put(player, "upgrades", player["upgrades"] - 1, default=0)
        land[named(rest[0])] = NEXT[land[named(rest[0])]]
        score_lodges(player, land)
    elif verb == "stop":
        player["step"] = "last"
    else:
        player["step"] = "out" if player.get("step") == "last" else "wait"
        if player["step"] == "out":
            player.pop("dice", None)
    write(player, land)
    return new


def put(player: dict[str, Any], key: str, value: Any, default: Any) -> None:
    """Positions leave out what is as usual."""
    player[key] = value
    if value == default:
        del player[key]


def lay(position: Position, player: dict[str, Any], land: Land, on: str) -> None:
    """A4, A5."""
    if player.get("step", "first") == "first":
        player["laid"] = on
        player["step"] = "second"
        return
    first, second = ({named(text) for text in hexes.split()} for hexes in (player.pop("laid"), on))
    pond = is_pond_roll(position, player)
    for h in first | second:
        shared = h in first and h in second
        if pond:
            land[h] = "pond" if shared else "river"
        elif shared:
            land[h] = "river"
        else:
            land[h] = "forest" if land[h] == "wetland" else "wetland"
    player["step"] = "build"
    score_lodges(player, land)


def everybody_done(position: Position) -> bool:
    return all(player.get("step", "first") in ("wait", "out") for player in position["players"])


def next_round(position: Position, roll: list[int]) -> Position:
    """A1-A4, A8: the dice fall for all who are still in the game."""
    new = deepcopy(position)
    new["round"] += 1
    new["roll"] = roll
    if not roll:
        del new["roll"]
    for player in new["players"]:
        player.pop("dice", None)
        if player.get("step") == "out":
            continue
        player["step"] = "section" if new["round"] < 13 else "animal" if new["round"] == 13 else "first"
        if player["step"] == "first":
            del player["step"]
        if new["round"] > 14:
            if player.get("pond_roll", "not won") != "not won":
                player["pond_roll"] = "gone"
            elif animal_complete(player):
                player["pond_roll"] = "now"
    return new


# --- the score ----------------------------------------------------------------------------------------------


def dead_ends(land: Land) -> set[Hex]:
    """A18."""
    return {
        h for h in BOARD if land[h] == "river" and sum(land[n] in WATER for n in around(h)) + on_edge(h) < 2
    }  # a bool counts one


def breakdown(player: dict[str, Any]) -> dict[str, int]:
    """A16, without the bonus river."""
    land = land_of(player)
    return {
        "lodges": sum(player.get("lodges", [])),
        "blank": -10 * sum(habitat == "blank" for habitat in land.values()),
        "dead_ends": -10 * len(dead_ends(land)),
    }


def bonus_river(player: dict[str, Any], patience: int = 10**9) -> int:
    """A17."""
    if not animal_complete(player):
        return 0
    land = land_of(player)
    water = {h for h in BOARD if land[h] in WATER}
    return longest_river(water, {h for h in water if land[h] == "pond"}, named(player["animal"]), patience)


class TooLong(Exception):
    """This one is not for a slow search."""


def longest_river(water: set[Hex], ponds: set[Hex], animal: Hex, patience: int = 10**9) -> int:
    """A17: try every river from every edge hex on, recursively. Its pieces are hexes and whole groups of ponds."""
    groups = pond_groups({h: "pond" if h in ponds else "blank" for h in BOARD})
    piece = {h: frozenset(next((group for group in groups if h in group), {h})) for h in water}
    beside = {p: {piece[n] for h in p for n in around(h) if n in water} - {p} for p in piece.values()}
    best = 0
    steps = 0
    for p in piece.values():
        if animal in p and any(on_edge(a) and on_edge(b) for a, b in combinations(p, 2)):
            best = len(p)

    def walk(at: frozenset[Hex], river: frozenset[frozenset[Hex]], length: int) -> None:
        nonlocal best, steps
        steps += 1
        if steps > patience:
            raise TooLong
        if len(river) > 1 and piece[animal] in river and any(map(on_edge, at)):
            best = max(best, length)
        for n in beside[at] - river:
            walk(n, river | {n}, length + len(n))

    for start in set(piece.values()):
        if any(map(on_edge, start)):
            walk(start, frozenset({start}), len(start))
    return best


def title(points: int) -> str:
    """A19."""
    if points < 40:
        return "Busted Dam"
    if points <= 60:
        return "Busy Beaver"
    return "Clever Beaver" if points <= 80 else "Master Builder"


# --- laying out positions by hand -----------------------------------------------------------------------------


def sheet(rest: str = "blank", **marks: str) -> list[str]:
    """Rows of a sheet: `river="a6 b6"` and so on, and all others `rest`."""
    land = dict.fromkeys(BOARD, rest)
    for habitat, hexes in marks.items():
        for text in hexes.split():
            land[named(text)] = habitat
    player: dict[str, Any] = {}
    write(player, land)
    rows: list[str] = player["rows"]
    return rows


filled = partial(sheet, "forest")
