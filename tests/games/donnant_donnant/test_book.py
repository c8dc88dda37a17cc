"""N1-N33: random games, played side by side by the program and by the slow rules of `book`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lodge.games.api import EVERYTHING
from tests.unmeasured import unmeasured

from . import book
from .walks import DONNANT, FAST, STYLES, Plan, start, texts, waiting, walk

LEVELS = ((), *((f"level-{number}",) for number in range(2, 8)))


def program(state: Any) -> dict[str, Any]:
    """Everything about a state that can be seen on a table."""
    position = DONNANT.moves.to_position(state)
    seats = waiting(state)
    return {
        "phase": position.get("phase", "turn"),
        "pending": seats,
        "moves": [sorted(texts(state, seat)) for seat in seats],
        "stalls": [
            [(card["card"], card["at"], any(card.get("written", [])) and card["written"]) for card in player["cards"]]
            if "cards" in player
            else []
            for player in position["players"]
        ],
        "circles": [player.get("circles", {}) for player in position["players"]],
        "market": {row: position.get(row, [None] * 4) for row in book.ROWS},
        "piles": DONNANT.moves.view(state, EVERYTHING)["piles"],
        "under": [entry["card"] for entry in position.get("under", [])],
        "round": int(state.round),
        "scores": [FAST.score(state, seat) for seat in range(int(state.seats))],
        "places": [FAST.place(state, seat) for seat in range(int(state.seats))],
    }


def real(table: book.Table) -> dict[str, Any]:
    """The same about a real table."""
    seats = sorted(table.pending)
    return {
        "phase": table.phase,
        "pending": seats,
        "moves": [sorted(table.moves(seat)) for seat in seats],
        "stalls": [
            [
                (card.face.name, book.name((card.column, card.row)), any(card.cells) and card.cells)
                for card in player.stall
            ]
            for player in table.players
        ],
        "circles": [
            {kind: player.circles(kind) for kind in book.CIRCLED if player.circles(kind)} for player in table.players
        ],
        "market": table.market,
        "piles": {row: table.pile(row) for row in book.ROWS},
        "under": table.bottom["evaluation"] + table.bottom["bonus"],
        "round": table.rounds,
        "scores": [player.score() for player in table.players],
        "places": table.places,
    }


def compare(plan: Plan, seen: Counter[str]) -> None:
    state = start(plan)
    view = DONNANT.moves.view(state, EVERYTHING)
    hands = [[card["card"] for card in player["hand"]] for player in view["players"]]
    level = int(state.level)
    table = book.Table(plan.seats, view["starter"], hands, view["market"], level)
    assert program(state) == real(table)
    for step in walk(plan):
        table.play(step.seat, step.move, book.told_by(DONNANT.moves.view(step.after, EVERYTHING)))
        assert program(step.after) == real(table), step.move
        seen[" ".join(step.move.split()[: 2 if step.move.startswith(("joker", "put")) else 1])] += 1
        seen[f"{step.move.split()[0]} in {table.phase}"] += 1
        seen["ticked"] += sum(sum(player.ticked.values()) for player in table.players) > 0
        seen["empty pile"] += not all(table.pile(row) for row in book.ROWS)
        seen["last round"] += table.rounds_to_go == 0
    seen["full stall"] += any(len(player.stall) == 9 for player in table.players)
    assert table.phase == "over"


@pytest.mark.parametrize("seats", [2, 3, 4])
@unmeasured()
def test_every_game_is_the_books(seats: int) -> None:
    """N1-N27: games of every number of players and style agree in everything, after every move."""
    seen: Counter[str] = Counter()
    for style in STYLES:
        compare(Plan(seats, 101 * seats, style), seen)
    for word in ("reroll", "write", "buy", "lay", "done", "joker dice", "joker bonus", "put away", "put back"):
        assert seen[word], word
    for event in ("ticked", "full stall", "last round"):
        assert seen[event], event


@pytest.mark.parametrize("options", LEVELS)
@unmeasured()
def test_every_solo_game_is_the_books(options: tuple[str, ...]) -> None:
    """N30-N34: every level."""
    seen: Counter[str] = Counter()
    for style in STYLES:
        compare(Plan(1, 0, style, options), seen)
    assert seen["count"]
    assert seen["write in solo"] + seen["write in count"]
