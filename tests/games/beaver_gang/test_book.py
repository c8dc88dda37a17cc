"""B1-B16: random games, played side by side by the program and by the slow rules of `book`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from lodge.games.beaver_gang.rules.state import gave_for, lies_since, moved_by
from tests.unmeasured import unmeasured

from . import book
from .walks import FAST, STYLES, Plan, start, texts, waiting, walk

NAMES = [*book.NUMBERS, "swap", "peek", "twice"]
PHASES = ["look", "turn", "hold", "peek", "knock", "turned-up"]
PUBLIC = 0b1111111


def bag(number: int) -> Counter[str]:
    """A stack as the program keeps it: four bits a kind."""
    return Counter({name: number >> 4 * kind & 15 for kind, name in enumerate(NAMES) if number >> 4 * kind & 15})


def dealt(state: Any) -> tuple[list[list[str]], str]:
    return [[NAMES[kind] for kind in row] for row in state.card[: int(state.seats)].tolist()], NAMES[int(state.top)]


def program(state: Any) -> dict[str, Any]:
    """Everything about a state."""
    seats = int(state.seats)
    phase = PHASES[int(state.phase)]
    used = Counter(NAMES[kind] for row in state.card[:seats].tolist() for kind in row)
    used.update(NAMES[kind] for kind in state.replacement.tolist()[: int(state.drawn)])
    used.update({"twice": int(state.twice)})
    used.update([NAMES[int(state.held)]] if state.held >= 0 else [])
    stack = bag(int(state.stack))
    assert stack.total() == int(state.stack_size)
    return {
        "phase": phase,
        "round": int(state.round) + 1,
        "dealer": int(state.dealer),
        "turns": int(state.turns),
        "knocker": int(state.knocker) if state.knocker >= 0 else None,
        "waiting": waiting(state),
        "moves": [sorted(texts(state, seat)) for seat in waiting(state)],
        "over": bool(FAST.over(state)),
        "rows": [[NAMES[kind] for kind in row] for row in state.card[:seats].tolist()],
        "known": state.known[:seats].tolist(),
        "source": [
            [None if known == PUBLIC else source for source, known in zip(*rows, strict=True)]
            for rows in zip(state.source[:seats].tolist(), state.known[:seats].tolist(), strict=True)
        ],
        "past": [[past(int(one)) for one in row] for row in state.past[:seats]],
        "refused": state.refused[:seats].tolist(),
        "declined": state.declined[:seats].tolist(),
        "top": NAMES[int(state.top)] if state.top >= 0 else None,
        "held": NAMES[int(state.held)] if state.held >= 0 else None,
        "first": bool(state.first),
        "in use": int(state.twice),
        "peeked": int(state.peeked) + 1 if state.peeked >= 0 else None,
        "stack": stack,
        "discard": Counter(book.COPIES) - used - stack,
        "replacements": [NAMES[kind] for kind in state.replacement.tolist()[: int(state.drawn)]],
        "pads": [list(pad) for pad in zip(*state.pad.tolist()[: finished(phase, int(state.round))], strict=True)][
            :seats
        ]
        or [[] for _ in range(seats)],
        "places": [FAST.place(state, seat) for seat in range(seats)],
    }


def past(number: int) -> tuple[str | None, int | None, int]:
    gave, mover = gave_for(number), moved_by(number)
    return NAMES[gave] if gave >= 0 else None, mover if mover >= 0 else None, lies_since(number)


def finished(phase: str, number: int) -> int:
    return number + (phase == "turned-up")


def real(table: book.Table) -> dict[str, Any]:
    """The same about a real table."""
    turned_up = table.phase == "turned-up"

    def known(card: book.Card) -> int:
        if turned_up or card.seen_by == table.everybody:
            return PUBLIC
        return sum(1 << seat for seat in card.seen_by)

    seats = sorted(table.waiting)
    return {
        "phase": table.phase,
        "round": table.round,
        "dealer": table.dealer,
        "turns": table.turns,
        "knocker": table.knocker,
        "waiting": seats,
        "moves": [sorted(table.moves(seat)) for seat in seats],
        "over": table.over,
        "rows": [[card.face for card in row] for row in table.rows],
        "known": [[known(card) for card in row] for row in table.rows],
        "source": [
            [None if known(card) == PUBLIC else 2 * card.filling + card.kept for card in row] for row in table.rows
        ],
        "past": [[(card.instead, card.mover, card.since) for card in row] for row in table.rows],
        "refused": table.refused,
        "declined": table.declined,
        "top": table.discard[-1].face if table.discard else None,
        "held": table.held.face if table.held else None,
        "first": table.first_of_two,
        "in use": len(table.in_use),
        "peeked": table.peeked,
        "stack": book.faces(table.stack),
        "discard": book.faces(table.discard),
        "replacements": table.replacements,
        "pads": table.pads,
        "places": table.places,
    }


def compare(plan: Plan, seen: Counter[str]) -> None:
    state = start(plan)
    table = book.Table(plan.seats, int(state.dealer))
    table.deal(*dealt(state))
    assert program(state) == real(table)
    for step in walk(plan):
        if step.move == "deal":
            table.next_round(*dealt(step.after))
        else:
            drawn = [NAMES[int(step.after.held)]] if step.after.held >= 0 else []
            if PHASES[int(step.after.phase)] == "turned-up":
                drawn = [NAMES[kind] for kind in step.after.replacement.tolist()[: int(step.after.drawn)]]
            table.play(step.seat, step.move, book.told(drawn))
        assert program(step.after) == real(table), step.move
        assert book.faces(list(book.all_cards(table))) == Counter(book.COPIES)
        count(step.move, table, seen)
    assert table.over


def count(move: str, table: book.Table, seen: Counter[str]) -> None:
    """What the games have led to: the comparison is worth only what it has met."""
    seen[move.split(maxsplit=1)[0]] += 1
    seen["refilled"] += table.filling > 0
    seen["refilled while drawing twice"] += bool(table.in_use) and not table.discard
    seen["draw-twice inside draw-twice"] += len(table.in_use) > 1
    seen["long chain of replacements"] += len(table.replacements) > 3
    seen["nobody knocked"] += table.phase == "turned-up" and table.turns == 60 * table.seats
    seen["refilled while replacing"] += table.phase == "turned-up" and not table.discard
    seen["refilled twice"] += table.filling > 1
    seen["shared places"] += table.over and len(set(table.places)) < table.seats


@pytest.mark.parametrize("seats", range(2, 7))
@unmeasured()
def test_every_game_is_the_books(seats: int) -> None:
    """B1-B16: games of every number of players and style agree in every card, seat and sum, after every move."""
    seen: Counter[str] = Counter()
    for style in STYLES:
        for seed in range(18 // seats):
            compare(Plan(seats, 1000 * seats + seed, style), seen)
    for word in ("close", "draw", "take", "keep", "discard", "swap", "peek", "again", "knock", "pass", "deal"):
        assert seen[word] > 30, word
    for event in ("refilled", "draw-twice inside draw-twice", "long chain of replacements"):
        assert seen[event], event


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_in_which_nobody_knocks_is_the_books(seats: int) -> None:
    """B10, B11: 60 turns a player, and the stack refilled again and again."""
    seen: Counter[str] = Counter()
    for seed in range(2):
        compare(Plan(seats, seed, "patient"), seen)
    assert seen["nobody knocked"] == 2 * (4 if seats == 2 else seats)
    assert seen["refilled twice"] > 100
    assert seen["knock"] == 0
