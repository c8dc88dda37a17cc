"""Beaver Gang as people see it: texts, JSON, reasons, events, taking back, and the terminal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lodge import Match
from lodge.errors import CannotUndo, IllegalMove
from lodge.games.beaver_gang.rules import ACTIONS
from lodge.games.beaver_gang.table import moves
from lodge.games.beaver_gang.table.moves import (
    Again,
    Close,
    Deal,
    Discard,
    Draw,
    Keep,
    Knock,
    Pass,
    Peek,
    Swap,
    Take,
)
from tests.games.terminal import printed

from . import book
from .book import SPECTATOR, row
from .walks import STYLES, Plan, actions, states, waiting, walk

ALL = range(ACTIONS)
WORDS = ("close", "draw", "discard", "again", "knock", "pass", "deal")


# --- texts and JSON ---------------------------------------------------------------------------------------


def test_the_action_space_is_seven_words_twelve_cards_and_all_swaps() -> None:
    assert ACTIONS == 7 + 3 * 4 + 4 * 6 * 4


@pytest.mark.parametrize(
    ("text", "move", "values"),
    [
        ("close", Close(), {"do": "close"}),
        ("draw", Draw(), {"do": "draw"}),
        ("discard", Discard(), {"do": "discard"}),
        ("again", Again(), {"do": "again"}),
        ("knock", Knock(), {"do": "knock"}),
        ("pass", Pass(), {"do": "pass"}),
        ("deal", Deal(), {"do": "deal"}),
        ("take 1", Take(1), {"do": "take", "at": 1}),
        ("keep 4", Keep(4), {"do": "keep", "at": 4}),
        ("peek 2", Peek(2), {"do": "peek", "at": 2}),
        ("swap 2 with 4 of seat 1", Swap(2, 1, 4), {"do": "swap", "at": 2, "seat": 1, "other": 4}),
        ("swap 4 with 1 of seat 5", Swap(4, 5, 1), {"do": "swap", "at": 4, "seat": 5, "other": 1}),
    ],
)
def test_texts(text: str, move: Any, values: dict[str, Any]) -> None:
    assert moves.parse(text) == moves.to_action(move)
    assert moves.text(moves.to_action(move)) == text
    assert msgspec.to_builtins(move) == values


def test_spaces_and_case_do_not_matter() -> None:
    assert moves.text(moves.parse("  SWAP 2\tWith  4 of Seat 1\n")) == "swap 2 with 4 of seat 1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take 0",
        "take 5",
        "take one",
        "take 1 2",
        "keep",
        "peek 12",
        "peek \N{ARABIC-INDIC DIGIT TWO}",
        "swap",
        "swap 1",
        "swap 1 with 2",
        "swap 1 with 2 of seat 6",
        "swap 0 with 2 of seat 1",
        "swap 1 with 5 of seat 1",
        "draw 1",
        "draw; draw",
        "draw\0",
        pytest.param("x" * 5000, id="long"),
    ],
)
def test_what_is_no_move_is_told_what_moves_look_like(text: str) -> None:
    with pytest.raises(
        IllegalMove, match=r"is not a move\. Moves are 'draw', 'take 1' to 'take 4', 'discard'"
    ) as caught:
        moves.parse(text)
    for word in WORDS:
        assert f"'{word}'" in str(caught.value)


@pytest.mark.parametrize(
    "move", [Take(0), Take(5), Keep(-1), Peek(99), Swap(0, 1, 1), Swap(1, 1, 5), Swap(5, 1, 1), Swap(1, 1, 0)]
)
def test_there_are_four_cards(move: Any) -> None:
    with pytest.raises(IllegalMove, match=r"There is no card -?\d+: everybody has cards 1 to 4, from left to right"):
        moves.to_action(move)


@pytest.mark.parametrize("seat", [-1, 6])
def test_there_are_six_seats(seat: int) -> None:
    with pytest.raises(IllegalMove, match=f"There is no seat {seat}: seats are 0 to 5"):
        moves.to_action(Swap(1, seat, 1))


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"do": "take"},
        {"do": "sleep"},
        {"do": "take", "at": 0},
        {"do": "take", "at": 5},
        {"do": "take", "at": "1"},
        {"do": "take", "at": 1.0},
        {"do": "take", "at": True},
        {"do": "take", "at": 10**5000},
        {"do": "draw", "card": "0"},
        {"do": "draw", "at": 1},
        {"do": "swap", "at": 1, "seat": 6, "other": 1},
        {"do": "swap", "at": 1, "seat": 1},
        {"do": "swap", "at": 1, "seat": -1, "other": 1},
    ],
)
def test_json_that_is_no_move_is_refused(values: Any) -> None:
    match = book.match(row("9 9 9 9"), row("1 2 3 4"), dealer=1)
    with pytest.raises(IllegalMove):
        match.play(0, values)
    assert match.number == 0


# --- why not ----------------------------------------------------------------------------------------------

LOOK = "Look at your outer cards, then close them (B3)."
TURN = "Take the top discard, or draw from the stack (B5, B6)."
CLOSE = "Close the card that you look at (B8)."
KNOCK = "Knock, or pass (B11)."
DEAL = "All cards are turned up: deal the next round (B4)."


def tables() -> dict[str, Match]:
    """A match in every phase; seat 0 may act."""
    rows = [row("9 9 9 9"), row("1 2 3 4")]
    held = {name: book.match(*rows, dealer=1, phase="hold", held=name) for name in ("3", "swap", "peek", "twice")}
    return {
        "look": book.match(*rows, dealer=1, phase="look", looking=[0]),
        "turn": book.match(*rows, dealer=1),
        "barred": book.match(*rows, dealer=1, top="twice"),
        "peeking": book.match(*rows, dealer=1, phase="peek", peeked=1),
        "knock": book.match(*rows, dealer=1, turns=2, phase="knock"),
        "turned-up": book.match(
            row("9 9 9 9", pad=(36,)), row("1 2 3 4", pad=(10,)), dealer=1, phase="turned-up", knocker=0
        ),
        **held,
    }


@pytest.mark.parametrize(
    ("table", "text", "reason"),
    [
        ("look", "draw", LOOK),
        ("look", "take 1", LOOK),
        ("turn", "discard", TURN),
        ("turn", "keep 1", TURN),
        ("turn", "close", TURN),
        ("turn", "knock", TURN),
        ("barred", "take 3", "The top discard is a special card, twice: draw from the stack (B5)."),
        ("barred", "keep 3", TURN),
        ("peeking", "draw", CLOSE),
        ("peeking", "knock", CLOSE),
        ("knock", "draw", KNOCK),
        ("knock", "deal", KNOCK),
        ("turned-up", "draw", DEAL),
        ("turned-up", "close", DEAL),
        ("3", "draw", "You hold a 3: keep it for one of your cards, or discard it (B6)."),
        ("3", "again", "You hold a 3: keep it for one of your cards, or discard it (B6)."),
        ("3", "swap 1 with 1 of seat 1", "You hold a 3: keep it for one of your cards, or discard it (B6)."),
        ("swap", "keep 1", "You hold a special card, swap: swap with it, or discard it (B6)."),
        ("swap", "swap 1 with 1 of seat 0", "Swap one of your cards for one of another player's (B7)."),
        ("swap", "swap 1 with 1 of seat 2", "There is no seat 2 in this game: seats are 0 to 1."),
        ("peek", "keep 1", "You hold a special card, peek: peek with it, or discard it (B6)."),
        ("twice", "peek 1", "You hold a special card, twice: draw again with it, or discard it (B6)."),
    ],
)
def test_why_not(table: str, text: str, reason: str) -> None:
    """B3-B11: in every phase, the reason says what to do instead."""
    match = tables()[table]
    before = match.position()
    with pytest.raises(IllegalMove) as caught:
        match.play(0, text)
    assert str(caught.value) == f"{text!r} is not possible: {reason}"
    assert match.position() == before


def test_every_illegal_action_has_a_reason() -> None:
    for match in tables().values():
        for action in set(ALL) - set(match.legal_actions(0)):
            reason = moves.why_not(match.state, 0, action)
            assert reason.endswith(".")
            assert "(B" in reason or "no seat" in reason


def test_why_not_when_it_is_not_the_turn() -> None:
    match = book.match(row("9 9 9 9"), row("1 2 3 4"), row("1 2 3 4"), phase="look", looking=[0, 2])
    with pytest.raises(IllegalMove, match=r"Player 1 \(seat 0\) and Player 3 \(seat 2\) to move"):
        match.play(1, "close")


@pytest.mark.parametrize("seats", [2, 6])
def test_candidates_are_legal_and_every_swap_is_like_one_of_them(seats: int) -> None:
    """B7: of swaps that are alike to the seat only one is a candidate; all other moves are."""
    for state in states(Plan(seats, 3, "user"), every=3):
        for seat in waiting(state):
            legal, few = actions(state, seat), actions(state, seat, "candidates")
            assert set(few) <= set(legal)
            assert {action for action in legal if action < 19} == {action for action in few if action < 19}
            assert any(action >= 19 for action in few) == any(action >= 19 for action in legal)


def test_candidates_name_one_of_each_sort_of_card() -> None:
    """B7: two nines and two unknown cards against an eight and three unknown cards, one of them a number."""
    match = book.match(
        row("9 9 1 2", known={1: [0], 2: [0]}), row("3+ 8 4 5", known={2: [0]}), dealer=1, phase="hold", held="swap"
    )
    few = [moves.text(action) for action in actions(match.state, 0, "candidates")]
    assert few == [
        "discard",
        *(f"swap {mine} with {theirs} of seat 1" for mine in (1, 3) for theirs in (1, 2, 3)),
    ]


# --- events and words -------------------------------------------------------------------------------------


def test_what_happens_in_a_game_has_words_without_gaps() -> None:
    words = set()
    for style in STYLES:
        for step in walk(Plan(3, 4, style)):
            for event in moves.CONTRACT.events(step.before, step.seat, moves.parse(step.move), step.after, SPECTATOR):
                said = moves.tell(event)
                assert "None" not in said
                assert "{" not in said
                words.add(said.partition(" ")[0])
    assert words == {
        *(
            "lays",
            "draws",
            "takes",
            "keeps",
            "discards",
            "swaps",
            "peeks",
            "knocks:",
            "does",
            "deals",
            "the",
            "seat",
            "",
        )
    }


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"event": "close", "seat": 0}, "lays the cards down"),
        ({"event": "draw", "seat": 0, "card": None}, "draws a card"),
        ({"event": "draw", "seat": 0, "card": "7"}, "draws 7"),
        ({"event": "take", "seat": 0, "at": 2, "card": "3"}, "takes 3 for card 2"),
        ({"event": "keep", "seat": 0, "at": 2}, "keeps the card drawn for card 2"),
        ({"event": "discard", "seat": 0, "at": None, "card": "9"}, "discards 9"),
        ({"event": "swap", "seat": 0, "at": 1, "with": 2, "other": 4}, "swaps card 1 with card 4 of seat 2"),
        ({"event": "peek", "seat": 0, "at": 3}, "peeks at card 3"),
        ({"event": "again", "seat": 0}, "draws twice"),
        ({"event": "knock", "seat": 0}, "knocks: last turns"),
        ({"event": "pass", "seat": 0}, "does not knock"),
        ({"event": "deal", "seat": 0, "round": 2}, "deals round 2"),
        ({"event": "refill", "cards": 40}, "the discard pile becomes the stack"),
        ({"event": "turn-up", "seat": 1, "cards": [], "replaced": [], "sum": 11}, "seat 1 counts 11"),
        ({"event": "round", "round": 1}, ""),
        ({"event": "end"}, ""),
    ],
)
def test_words(event: dict[str, Any], words: str) -> None:
    assert moves.tell(event) == words


# --- taking back ------------------------------------------------------------------------------------------


def test_a_swap_a_knock_and_a_pass_can_be_taken_back_nothing_else() -> None:
    """Nothing new is shown by them. All other moves show a card, or close one that would be shown again."""
    for name, match in tables().items():
        for action in match.legal_actions(0):
            text = moves.text(action)
            other = Match.from_position("beaver-gang", match.position(), seed=3)
            before = other.position()
            other.play(0, text)
            free = text.startswith("swap") or text in ("knock", "pass")
            assert other.can_undo(0) == free, (name, text)
            assert not other.can_undo(1)
            if free:
                other.undo(0)
                assert other.position() == before
            else:
                with pytest.raises(CannotUndo, match="it showed something new"):
                    other.undo(0)


def test_a_swap_that_ends_the_round_cannot_be_taken_back_b12() -> None:
    """B12: all cards lie open then."""
    match = book.match(row("9 9 9 9"), row("1 2 3 4"), dealer=1, turns=2, knocker=1, phase="hold", held="swap")
    match.play(0, "swap 1 with 1 of seat 1")
    assert not match.can_undo()


def test_a_swap_with_the_knocker_before_the_last_turn_can_be_taken_back_b12() -> None:
    """B12."""
    match = book.match(
        row("9 9 9 9"), row("1 2 3 4"), row("1 2 3 4"), dealer=2, turns=3, knocker=2, phase="hold", held="swap"
    )
    match.play(0, "swap 1 with 1 of seat 2")
    assert match.can_undo(0)


def test_whether_a_move_can_be_taken_back_says_nothing_of_hidden_cards_b13() -> None:
    """B13: the swap that ends a round draws luck only where special cards lie; it cannot be taken back either way."""
    for cards in ("9 9 9 9", "swap peek 9 9"):
        match = book.match(row("0 0 0 0"), row(cards), dealer=1, turns=119, phase="hold", held="swap")
        assert match.pending == [1]
        match.play(1, "swap 1 with 1 of seat 0")
        assert match.view()["phase"] == "turned-up"
        assert not match.can_undo()


# --- in the terminal --------------------------------------------------------------------------------------


def test_the_terminal_shows_the_table_and_hides_what_is_hidden() -> None:
    match = book.match(row("8 8 8 8"), row("1 2 3 4"), dealer=1, phase="hold", held="7", top="6", first=True, twice=1)
    mine, theirs, looking_on = printed(match, 0), printed(match, 1), printed(match, None)
    assert "▶ 0 Player 1 (you)" in mine
    for words in (mine, theirs, looking_on):
        assert "Round 1 of 4" in words
        assert "Card drawn by seat 0, Player 1" in words
        assert "the first of two" in words
        assert "8" not in words
    assert "7" in mine.split("Card drawn")[1]
    assert "7" not in theirs.split("Card drawn")[1]


def test_the_terminal_shows_a_peek_to_its_maker_only_b8() -> None:
    """B8."""
    match = book.match(row("9 9 9 9"), row("8 2 3 4"), dealer=0, phase="peek", peeked=1, top="peek")
    assert "8" in printed(match, 1)
    assert "8" not in printed(match, 0)
    assert "8" not in printed(match, None)


def test_the_terminal_shows_the_knock_and_the_end_of_a_round_b12_b13() -> None:
    """B12, B13."""
    match = book.match(
        row("4 2 0 5"),
        row("1 2 1 3"),
        row("0 4 swap 0"),
        dealer=2,
        turns=6,
        knocker=1,
        phase="hold",
        held="9",
        stack="8",
    )
    assert "last turns!" in printed(match, 0)
    assert "Player 2 (knocked)" in printed(match, 0)
    match.play(0, "discard")
    words = printed(match, 0)
    assert "all cards are turned up" in words
    assert "swap > 8" in words
    assert "12" in words
