"""Dam It! once more, slow and plain, written from the rulebook alone: what the tests compare the program with.

It shares no table and no line with `lodge.games.dam_it`; it works on positions as people write them.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations
from typing import Any

from lodge import Match

Position = dict[str, Any]

VALUES = {"birch": 1, "willow": 1, "pine": 2, "alder": 2, "maple": 2, "oak": 3, "acacia": 3, "disposal": 2}
TREES = ("birch", "willow", "pine", "alder", "maple", "oak", "acacia")
COPIES = {**dict.fromkeys(TREES, 6), "disposal": 12, "garbage": 12}
DAMS = {11: [17], 9: [14, 12], 7: [11, 10, 8], 5: [7, 6, 6, 5], 3: [5, 4, 4, 3, 3]}
ALL_DAMS = [f"{cost}/{points}" for cost, pile in DAMS.items() for points in pile]


# --- laying out positions by hand -----------------------------------------------------------------------


def river(cards: str, cubes: tuple[int, int, int, int] = (0, 0, 0, 0)) -> list[dict[str, Any]]:
    """The river from its first place on, and the cubes on each card."""
    return [{"card": card, "cubes": number} for card, number in zip(cards.split(), cubes, strict=True)]


def everything_else(position: Position) -> dict[str, int]:
    """The cards that lie nowhere in a position written without its draw pile."""
    rest = Counter(COPIES)
    rest.subtract(card["card"] for card in position["river"])
    if position.get("top"):
        rest[position["top"]] -= 1
    rest.subtract(position.get("discard", {}))
    for player in position["players"]:
        rest.subtract(player.get("hand", {}))
        rest["garbage"] -= player.get("garbage", 0)
    return {card: number for card, number in rest.items() if number}


def match(
    *players: dict[str, Any],
    cards: str = "birch willow pine alder",
    cubes: tuple[int, int, int, int] = (0, 0, 0, 0),
    top: str | None = "oak",
    pile: dict[str, int] | None = None,
    to_move: int = 0,
    options: tuple[str, ...] = (),
    seed: int = 1,
) -> Match:
    """A match from a position; with `pile`, what it does not name has been discarded."""
    position: Position = {
        "players": list(players),
        "river": river(cards, cubes),
        "top": top,
        "to_move": to_move,
    }
    if pile is not None:
        thrown = Counter(everything_else(position))
        thrown.subtract(pile)
        position["discard"] = {card: number for card, number in thrown.items() if number}
        position["pile"] = pile
    return Match.from_position("dam-it", position, seed=seed, options=options)


def ended(*players: dict[str, Any]) -> Match:
    """A match that is over: the draw pile is gone, nobody has any cube but those named; the rest lie in the river."""
    held = sum(player.setdefault("cubes", 0) for player in players)
    left = 4 * len(players) - held
    return match(*players, cubes=(left, 0, 0, 0), top=None, pile={})


def all_dams_but(*kept: str) -> list[str]:
    """Every dam card, one of each kept name left out."""
    dams = list(ALL_DAMS)
    for name in kept:
        dams.reverse()
        dams.remove(name)
        dams.reverse()
    return dams


# --- the rules ------------------------------------------------------------------------------------------


def dams_left(position: Position) -> dict[int, list[int]]:
    """D2: the points still lying in each pile, from top to bottom."""
    left = {cost: list(points) for cost, points in DAMS.items()}
    for player in position["players"]:
        for name in player["dams"]:
            cost, points = map(int, name.split("/"))
            left[cost].remove(points)
    return left


def over(position: Position) -> bool:
    """D14, D15."""
    out = len(position["river"]) + (position.get("top") is not None) + sum(position["pile"].values())
    return out < 5 or not any(dams_left(position).values())


def pays(cards: tuple[str, ...], cost: int) -> bool:
    """D12: every kind once at most, and enough in all."""
    return len(set(cards)) == len(cards) and sum(VALUES[card] for card in cards) >= cost


def payments(hand: dict[str, int], cost: int) -> set[tuple[str, ...]]:
    """D12: every choice of cards from the hand that pays, card by card where the hand is small."""
    cards = [card for card in VALUES for _ in range(hand.get(card, 0))]
    if len(cards) > 10:
        cards = [card for card in VALUES if hand.get(card, 0)]
    return {chosen for size in range(1, len(cards) + 1) for chosen in combinations(cards, size) if pays(chosen, cost)}


def thrifty(cards: tuple[str, ...], cost: int) -> bool:
    """Whether it pays and no card of it could be left out."""
    return pays(cards, cost) and not any(pays(cards[:i] + cards[i + 1 :], cost) for i in range(len(cards)))


def moves(position: Position) -> set[str]:
    """D6-D13: every legal move of the player to move, as text."""
    if over(position):
        return set()
    player = position["players"][position["to_move"]]
    names = ["1", "2", "3", "4", "pile"]
    cards = [card["card"] for card in position["river"]] + [position["top"]]
    found = set()
    for skipped, (name, card) in enumerate(zip(names, cards, strict=True)):
        if player["cubes"] >= skipped:
            found.add(f"take {name}")
            if card == "garbage" and player["hand"].get("disposal", 0) > 0:
                found.add(f"take {name} dispose")
    for cost, points in dams_left(position).items():
        if points:
            found |= {f"build {cost} with {'+'.join(cards)}" for cards in payments(player["hand"], cost)}
    return found


def offered(position: Position) -> set[str]:
    """The legal moves without the dams that are paid with a superfluous card."""
    kept = set()
    for move in moves(position):
        verb, what, *rest = move.split()
        if verb == "take" or thrifty(tuple(rest[1].split("+")), int(what)):
            kept.add(move)
    return kept


def after(position: Position, move: str, uncovered: str | None) -> Position:
    """D7-D13: the position that a move leads to, when the draw pile shows `uncovered` next."""
    new = deepcopy(position)
    seat = new["to_move"]
    player = new["players"][seat]
    verb, what, *rest = move.split()
    if verb == "take":
        _take(new, player, 5 if what == "pile" else int(what), rest == ["dispose"], uncovered)
    else:
        _build(new, player, int(what), rest[1].split("+"))
    new["to_move"] = (seat + 1) % len(new["players"])
    return new


def _take(new: Position, player: dict[str, Any], place: int, dispose: bool, uncovered: str | None) -> None:
    for skipped in new["river"][: place - 1]:
        player["cubes"] -= 1
        skipped["cubes"] += 1
    if place == 5:
        taken = {"card": new["top"], "cubes": 0}
    else:
        taken = new["river"].pop(place - 1)
        new["river"].append({"card": new["top"], "cubes": 0})
    player["cubes"] += taken["cubes"]
    new["top"] = uncovered
    if uncovered is None:
        assert not new["pile"], "cards were left in the draw pile, but none was uncovered"
    else:
        move_card(uncovered, new["pile"], {})
    if taken["card"] != "garbage":
        move_card(taken["card"], {taken["card"]: 1}, player["hand"])
    elif dispose:
        move_card("disposal", player["hand"], new["discard"])
        move_card("garbage", {"garbage": 1}, new["discard"])
    else:
        player["garbage"] += 1


def _build(new: Position, player: dict[str, Any], cost: int, cards: list[str]) -> None:
    player["dams"].append(f"{cost}/{dams_left(new)[cost][0]}")
    player["dams"].sort(key=ALL_DAMS.index)
    for card in cards:
        move_card(card, player["hand"], new["discard"])


def move_card(card: str, source: dict[str, int], target: dict[str, int]) -> None:
    """One card from here to there; kinds of which none is left are not named."""
    source[card] -= 1
    if not source[card]:
        del source[card]
    target[card] = target.get(card, 0) + 1


# --- the score ------------------------------------------------------------------------------------------


def score(player: dict[str, Any]) -> int:
    """D16."""
    points = sum(int(dam.split("/")[1]) for dam in player["dams"])
    loss = player["garbage"] ** 2 if player["garbage"] < 5 else 25
    return int(points + player["cubes"] // 2 - loss)


def wood(player: dict[str, Any]) -> int:
    """D17: the branches of the trees left in hand."""
    return sum(VALUES[tree] * player["hand"].get(tree, 0) for tree in TREES)


def places(position: Position) -> list[int]:
    """D17: the rank of everybody; equals share one."""
    ranks = [(score(player), wood(player)) for player in position["players"]]
    return [sorted(ranks, reverse=True).index(mine) + 1 for mine in ranks]


def whole(match: Match) -> Position:
    """A match's position with nothing left out."""
    return {"top": None, "to_move": 0, "discard": {}, **match.position()}
