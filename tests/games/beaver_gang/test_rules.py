"""Beaver Gang rule by rule, B1 to B16, in positions laid out by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from lodge import Match
from lodge.errors import IllegalMove, LodgeError
from lodge.games.beaver_gang.rules.facts import COUNTS, DECK, NAMES
from lodge.kernel import lucky, new

from . import book
from .book import row
from .walks import FAST, GANG

SURE = 1e-4  # the seeds are fixed, so a test of chance fails always or never
HIGH = "9 9 9 9"
TAKES = ["take 1", "take 2", "take 3", "take 4"]
KEEPS = ["keep 1", "keep 2", "keep 3", "keep 4"]
PEEKS = ["peek 1", "peek 2", "peek 3", "peek 4"]


def play(match: Match, *moves: str) -> None:
    """The moves of those whose turn it is."""
    for move in moves:
        match.play(match.pending[0], move)


def texts(match: Match, seat: int | None = None) -> list[str]:
    """All legal moves of the player to move, in order."""
    mover = match.pending[0] if seat is None else seat
    return sorted(GANG.moves.text(action) for action in match.legal_actions(mover))


def phase(match: Match) -> str:
    """A function, so that the type checker does not think that it stays as it was."""
    return str(match.view()["phase"])


def over(match: Match) -> bool:
    return match.over


def top(match: Match) -> str | None:
    name: str | None = match.view()["top"]
    return name


def hand(match: Match, seat: int) -> list[str]:
    """What truly lies before a seat."""
    return [card["card"] for card in match.position()["players"][seat]["cards"]]


def known(match: Match, seat: int) -> list[Any]:
    """Who knows each card before a seat."""
    cards = match.position()["players"][seat]["cards"]
    return ["all" if card.get("public") else card.get("known", []) for card in cards]


def stack(match: Match) -> Counter[str]:
    """The cards of the stack: those that lie nowhere else."""
    position = match.position()
    left = Counter(book.COPIES)
    left.subtract(position["discard"])
    for seat in range(match.seats):
        left.subtract(hand(match, seat))
    left.subtract([*position.get("replacements", []), *([position["held"]] if "held" in position else [])])
    left["twice"] -= position.get("twice", 0)
    assert min(left.values()) >= 0
    assert match.view()["stack"] == left.total()
    return +left


def events(match: Match, viewer: int | None = None) -> list[str]:
    return [event["event"] for event in match.events(match.number, viewer)]


def deals(seats: int, number: int) -> list[Any]:
    states = []
    for index in range(number):
        state = new(GANG.rules.State)
        FAST.deal(state, seats, 0, lucky(20, index))
        states.append(state)
    return states


def in_look(seats: int, **position: Any) -> Match:
    """Everybody looks at their outer cards."""
    players = [row("1 2 3 4", known={1: [seat], 4: [seat]}) for seat in range(seats)]
    return book.match(*players, phase="look", looking=list(range(seats)), **position)


# --- what is in the box -----------------------------------------------------------------------------------


def test_the_cards_of_the_box() -> None:
    assert dict(zip(NAMES, COUNTS, strict=True)) == book.COPIES
    assert sum(COUNTS) == 66
    assert [card.value for card in DECK] == [*range(10), None, None, None]


# --- set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_b1_b2_everybody_has_four_cards_one_lies_open_and_the_rest_is_the_stack(seats: int) -> None:
    """B1, B2."""
    match = Match.new("beaver-gang", seats, seed=seats)
    assert [len(player["cards"]) for player in match.view()["players"]] == [4] * seats
    assert match.view()["stack"] == 66 - 4 * seats - 1
    assert match.view()["discard"] == 1
    assert match.position()["discard"] == {top(match): 1}
    assert stack(match).total() == 65 - 4 * seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_b1_only_two_to_six_play(seats: int) -> None:
    """B1."""
    with pytest.raises(LodgeError, match="2 to 6 players"):
        Match.new("beaver-gang", seats)


def test_b1_b2_any_card_is_as_likely_on_any_place() -> None:
    """B1, B2."""
    dealt = deals(3, 2000)
    expected = [2000 * copies / 66 for copies in book.COPIES.values()]
    for seat, at in ((0, 0), (1, 2), (2, 3)):
        seen = Counter(int(state.card[seat, at]) for state in dealt)
        assert chisquare([seen[kind] for kind in range(13)], expected).pvalue > SURE
    seen = Counter(int(state.top) for state in dealt)
    assert chisquare([seen[kind] for kind in range(13)], expected).pvalue > SURE


@pytest.mark.parametrize("first", ["swap", "peek", "twice"])
def test_b2_the_first_discard_may_be_special_and_does_nothing_but_bar_taking(first: str) -> None:
    """B2, B5."""
    match = in_look(2, top=first)
    play(match, "close", "close")
    assert phase(match) == "turn"
    assert top(match) == first
    assert texts(match) == ["draw"]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_b2_everybody_sees_the_top_of_the_pile_and_its_size(viewer: int | None) -> None:
    """B2."""
    match = book.match(row(HIGH), row("1 2 3 4"), row("1 2 3 4"), stack="0 0 0", top="7")
    view = match.view(viewer)
    assert (view["top"], view["stack"], view["discard"]) == ("7", 3, 66 - 12 - 3)


@pytest.mark.parametrize("seats", range(2, 7))
def test_b3_everybody_looks_at_the_outer_cards_and_only_there(seats: int) -> None:
    """B3."""
    match = Match.new("beaver-gang", seats, seed=seats)
    assert match.pending == list(range(seats))
    for seat in range(seats):
        true = hand(match, seat)
        cards = [player["cards"] for player in match.view(seat)["players"]]
        assert cards[seat] == [true[0], None, None, true[3]]
        assert all(cards[other] == [None] * 4 for other in range(seats) if other != seat)
        assert known(match, seat) == [[seat], [], [], [seat]]
        assert texts(match, seat) == ["close"]
        assert match.view()["players"][seat]["looking"] == [1, 4]


def test_b3_they_close_in_any_order_and_then_the_first_turn_begins() -> None:
    """B3."""
    match = in_look(4, dealer=1)
    for seat in (3, 0, 2):
        match.play(seat, "close")
        assert match.view(seat)["players"][seat]["cards"] == [None] * 4
        assert match.view()["players"][seat]["looking"] == []
        assert phase(match) == "look"
        with pytest.raises(IllegalMove):
            match.play(seat, "close")
    assert match.pending == [1]
    assert match.view(1)["players"][1]["cards"] == ["1", None, None, "4"]
    match.play(1, "close")
    assert phase(match) == "turn"
    assert match.pending == [2]


def test_b3_looking_changes_nothing_else() -> None:
    """B3."""
    match = in_look(2)
    before = match.position()
    play(match, "close", "close")
    after = match.position()
    for name in ("players", "top", "discard"):
        assert after[name] == before[name]


@pytest.mark.parametrize("seats", range(2, 7))
def test_b4_the_first_dealer_is_drawn_and_the_next_player_begins(seats: int) -> None:
    """B4."""
    dealt = deals(seats, 1500)
    seen = Counter(int(state.dealer) for state in dealt)
    assert set(seen) == set(range(seats))
    assert chisquare(list(seen.values())).pvalue > SURE
    assert all(int(state.to_move) == (int(state.dealer) + 1) % seats for state in dealt)


@pytest.mark.parametrize(("seats", "dealer"), [(2, 0), (2, 1), (3, 2), (6, 5), (6, 3)])
def test_b4_play_goes_clockwise_from_the_dealers_left(seats: int, dealer: int) -> None:
    """B4."""
    match = book.match(*(row("1 2 3 4") for _ in range(min(seats, 4))), *_more(seats), dealer=dealer)
    order: list[int] = []
    while len(order) < 2 * seats:
        order += match.pending
        play(match, "take 1")
        if phase(match) == "knock":
            play(match, "pass")
    assert order == [(dealer + 1 + turn) % seats for turn in range(2 * seats)]


def _more(seats: int) -> list[dict[str, Any]]:
    return [row("6 7 8 9") for _ in range(seats - 4)]


def test_b4_the_next_dealer_deals_and_the_one_after_begins() -> None:
    """B4, B15: the dealer moves one seat clockwise each round, whoever knocked."""
    match = Match.new("beaver-gang", 3, seed=2)
    first = match.view()["dealer"]
    for number in range(3):
        assert match.view()["dealer"] == (first + number) % 3
        assert match.view()["starter"] == (first + number + 1) % 3
        assert match.view()["round"] == number + 1
        begins = _play_round(match)
        assert begins == (first + number + 1) % 3
        if number < 2:
            assert match.pending == [(first + number + 1) % 3]
            assert texts(match) == ["deal"]
            play(match, "deal")
            assert match.pending == [0, 1, 2]
    assert over(match)


def _play_round(match: Match) -> int:
    """Everybody draws and discards; the first who may knocks. Says who began."""
    while phase(match) == "look":
        play(match, "close")
    begins = match.pending[0]
    while phase(match) != "turned-up":
        move = {"turn": "draw", "hold": "discard", "knock": "knock"}[phase(match)]
        play(match, move)
    return begins


# --- a turn -----------------------------------------------------------------------------------------------


def test_b5_b6_a_turn_is_taking_or_drawing() -> None:
    """B5, B6: one of them must be done."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1)
    assert texts(match) == ["draw", *TAKES]
    for word in ("pass", "discard", "knock", "close", "keep 1", "deal"):
        with pytest.raises(IllegalMove, match="Take the top discard, or draw from the stack"):
            match.play(0, word)


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_b5_the_top_discard_goes_into_the_row_and_the_old_card_on_the_pile(at: int) -> None:
    """B5."""
    match = book.match(row("6 7 8 9"), row("1 2 3 4"), dealer=1, top="2")
    play(match, f"take {at}")
    cards = ["6", "7", "8", "9"]
    assert top(match) == cards[at - 1]
    cards[at - 1] = "2"
    assert hand(match, 0) == cards
    assert match.view()["discard"] == 1
    assert match.pending == [1]


def test_b5_everybody_knows_a_card_taken_and_nobody_more_of_the_others() -> None:
    """B5."""
    match = book.match(row("6 7 8 9", known={1: [0], 2: [1]}), row("1 2 3 4"), dealer=1, top="2")
    play(match, "take 2")
    assert known(match, 0) == [[0], "all", [], []]
    assert match.events(match.number, 1) == [
        {"event": "take", "seat": 0, "at": 2, "card": "2", "fades": True},
        {"event": "discard", "seat": 0, "at": 2, "card": "7", "fades": True},
    ]


def test_b5_b6_a_card_taken_was_not_drawn_and_kept() -> None:
    """B5, B6: it comes from the discard pile; what is known of a card kept from the stack is not said of it."""
    match = book.match(row("6 7 8 9"), row("1 2 3 4"), dealer=1, top="2")
    play(match, "take 2")
    taken = match.position()["players"][0]["cards"][1]
    assert taken == {"card": "2", "public": True, "instead": "7"}


def test_b5_the_card_is_not_looked_at_before_the_swap() -> None:
    """B5: nothing of it is shown until it lies on the pile, and then it cannot be taken back."""
    match = book.match(row("6 7 8 9"), row("1 2 3 4"), dealer=1, top="2")
    assert match.view(0)["players"][0]["cards"] == [None] * 4
    play(match, "take 2")
    assert not match.can_undo(0)


@pytest.mark.parametrize("special", ["swap", "peek", "twice"])
def test_b5_a_special_card_on_top_cannot_be_taken(special: str) -> None:
    """B5."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, top=special)
    assert texts(match) == ["draw"]
    for move in TAKES:
        with pytest.raises(IllegalMove, match=f"The top discard is a special card, {special}"):
            match.play(0, move)


@pytest.mark.parametrize("special", ["swap", "peek", "twice"])
def test_b5_a_special_card_swapped_out_lies_on_top_and_bars_the_next_player(special: str) -> None:
    """B5."""
    match = book.match(row(f"9 {special} 9 9"), row("1 2 3 4"), dealer=1, top="2")
    play(match, "take 2")
    assert top(match) == special
    assert texts(match) == ["draw"]


def test_b5_the_card_just_given_away_can_be_taken_by_the_next() -> None:
    """B5."""
    match = book.match(row("9 8 9 9"), row("1 2 3 4"), dealer=1, top="2")
    play(match, "take 2", "take 1")
    assert hand(match, 1) == ["8", "2", "3", "4"]
    assert top(match) == "1"


def test_b6_only_the_one_who_drew_sees_the_card() -> None:
    """B6."""
    match = book.match(row(HIGH), row("1 2 3 4"), row("1 2 3 4"), dealer=2, stack="7 7")
    play(match, "draw")
    assert match.view(0)["held"] == {"seat": 0, "card": "7", "first": False}
    for viewer in (None, 1, 2):
        assert match.view(viewer)["held"] == {"seat": 0, "card": None, "first": False}
        assert match.events(match.number, viewer) == [{"event": "draw", "seat": 0, "card": None}]
    assert match.view()["stack"] == 1


@pytest.mark.parametrize("number", ["0", "5", "9"])
def test_b6_a_number_is_kept_or_discarded(number: str) -> None:
    """B6."""
    match = book.match(row("1 2 3 4"), row("1 2 3 4"), dealer=1, phase="hold", held=number)
    assert texts(match) == ["discard", *KEEPS]


@pytest.mark.parametrize(
    ("special", "uses"),
    [
        ("peek", PEEKS),
        ("twice", ["again"]),
        ("swap", [f"swap {mine} with {theirs} of seat 1" for mine in range(1, 5) for theirs in range(1, 5)]),
    ],
)
def test_b6_a_special_card_is_used_or_discarded_never_kept(special: str, uses: list[str]) -> None:
    """B6."""
    match = book.match(row("1 2 3 4"), row("1 2 3 4"), dealer=1, phase="hold", held=special)
    assert texts(match) == sorted(["discard", *uses])
    with pytest.raises(IllegalMove, match=f"You hold a special card, {special}"):
        match.play(0, "keep 1")
    play(match, "discard")
    assert top(match) == special
    assert hand(match, 0) == hand(match, 1) == ["1", "2", "3", "4"]
    assert phase(match) == "turn"
    assert texts(match) == ["draw"]


@pytest.mark.parametrize("old", ["8", "swap", "peek", "twice"])
def test_b6_a_number_kept_is_known_to_its_owner_and_the_old_card_lies_on_top(old: str) -> None:
    """B6: the old card goes on the pile, special or not, and has no effect there."""
    match = book.match(row(f"9 9 {old} 9", known={3: [0, 1]}), row("1 2 3 4"), dealer=1, phase="hold", held="3")
    play(match, "keep 3")
    assert hand(match, 0) == ["9", "9", "3", "9"]
    assert known(match, 0) == [[], [], [0], []]
    assert top(match) == old
    assert match.pending == [1]
    assert phase(match) == "turn"
    assert match.events(match.number, 1) == [
        {"event": "keep", "seat": 0, "at": 3},
        {"event": "discard", "seat": 0, "at": 3, "card": old, "fades": True},
    ]


def test_b6_the_card_drawn_is_any_of_the_stack() -> None:
    """B6."""
    start = book.match(row("1 2 3 4"), row("1 2 3 4"), dealer=1, stack="0 9 9 9").state
    seen: Counter[int] = Counter()
    for index in range(800):
        state = start.copy()
        FAST.play(state, 0, GANG.moves.parse("draw"), lucky(3, index))
        seen[int(state.held)] += 1
    assert set(seen) == {0, 9}
    assert chisquare([seen[0], seen[9]], [200, 600]).pvalue > SURE


def test_b7_two_cards_change_places_unseen_and_what_is_known_travels_along() -> None:
    """B7."""
    mine = row("5 6! 7 8", known={1: [0], 3: [1]})
    theirs = row("1 2 3 4", known={1: [1], 4: [1, 2]})
    match = book.match(mine, theirs, row(HIGH), dealer=2, phase="hold", held="swap")
    play(match, "swap 1 with 4 of seat 1")
    assert hand(match, 0) == ["4", "6", "7", "8"]
    assert hand(match, 1) == ["1", "2", "3", "5"]
    assert known(match, 0) == [[1, 2], "all", [1], []]
    assert known(match, 1) == [[1], [], [], [0]]
    assert top(match) == "swap"
    for viewer in (None, 0, 1, 2):
        assert match.events(match.number, viewer) == [{"event": "swap", "seat": 0, "at": 1, "with": 1, "other": 4}]
        assert all(player["cards"] == [None] * 4 for player in match.view(viewer)["players"])
    assert match.pending == [1]


def test_b7_with_any_other_player_but_not_with_oneself() -> None:
    """B7."""
    players = [row("1 2 3 4"), row("5 6 7 8"), row("1 2 3 4"), row("5 6 7 8")]
    match = book.match(*players, dealer=0, phase="hold", held="swap")
    assert len(texts(match)) == 1 + 4 * 3 * 4
    with pytest.raises(IllegalMove, match="one of another player's"):
        match.play(1, "swap 1 with 2 of seat 1")
    with pytest.raises(IllegalMove, match="There is no seat 5 in this game"):
        match.play(1, "swap 1 with 2 of seat 5")
    play(match, "swap 2 with 3 of seat 3")
    assert hand(match, 1) == ["5", "7", "7", "8"]
    assert hand(match, 3) == ["5", "6", "6", "8"]


def test_b7_a_player_who_has_knocked_can_be_swapped_with() -> None:
    """B7."""
    match = book.match(row("9 9 9 9"), row("0 0 1 1"), dealer=0, turns=3, knocker=1, phase="hold", held="swap")
    assert match.pending == [0]
    play(match, "swap 1 with 1 of seat 1")
    assert over(match) is False
    assert phase(match) == "turned-up"
    assert hand(match, 1) == ["9", "0", "1", "1"]
    assert [player["pad"] for player in match.view()["players"]] == [[27], [11]]


def test_b7_a_swap_back_gives_everything_back() -> None:
    """B7."""
    match = book.match(row("5 6 7 8"), row("1 2 3 4", known={1: [1]}), dealer=1, phase="hold", held="swap")
    before = match.position()["players"]
    play(match, "swap 1 with 1 of seat 1")
    assert match.position()["players"] != before
    match.undo(0)
    assert match.position()["players"] == before


def test_b8_one_of_my_own_cards_is_looked_at_and_closed_again() -> None:
    """B8."""
    match = book.match(row("5 6 7 8"), row("1 2 3 4"), dealer=1, phase="hold", held="peek")
    play(match, "peek 2")
    assert phase(match) == "peek"
    assert top(match) == "peek"
    assert match.view(0)["players"][0]["cards"] == [None, "6", None, None]
    for viewer in (None, 1):
        assert match.view(viewer)["players"][0]["cards"] == [None] * 4
        assert match.view(viewer)["players"][0]["looking"] == [2]
        assert match.events(match.number, viewer) == [{"event": "peek", "seat": 0, "at": 2}]
    assert texts(match) == ["close"]
    play(match, "close")
    assert match.view(0)["players"][0]["cards"] == [None] * 4
    assert known(match, 0) == [[], [0], [], []]
    assert hand(match, 0) == ["5", "6", "7", "8"]
    assert match.pending == [1]


def test_b8_a_card_already_known_to_another_is_then_known_to_both() -> None:
    """B8."""
    match = book.match(row("5 6 7 8", known={2: [1]}), row("1 2 3 4"), dealer=1, phase="hold", held="peek")
    play(match, "peek 2")
    assert known(match, 0)[1] == [0, 1]


# --- draw twice -------------------------------------------------------------------------------------------


def drawing_twice(stack: str, *, own: str = HIGH, **position: Any) -> Match:
    """Seat 0 holds a draw-twice card; the stack has these cards, all others were discarded."""
    return book.match(row(own), row("1 2 3 4"), dealer=1, phase="hold", held="twice", stack=stack, **position)


def test_b9_the_first_card_may_be_used_and_the_turn_ends_with_draw_twice_on_top() -> None:
    """B9: it bars the next player's A."""
    match = drawing_twice("0 0 0")
    play(match, "again")
    assert match.view(0)["held"] == {"seat": 0, "card": "0", "first": True}
    assert match.view(1)["held"] == {"seat": 0, "card": None, "first": True}
    assert match.view()["twice"] == 1
    assert top(match) == "5"
    assert texts(match) == ["discard", *KEEPS]
    play(match, "keep 2")
    assert hand(match, 0) == ["9", "0", "9", "9"]
    assert top(match) == "twice"
    assert match.view()["twice"] == 0
    assert match.view()["stack"] == 2
    assert match.pending == [1]
    assert texts(match) == ["draw"]


def test_b9_who_discards_the_first_must_draw_a_second_and_may_discard_that() -> None:
    """B9: never discard the first and stop."""
    match = drawing_twice("7 7 7")
    play(match, "again", "discard")
    assert events(match) == ["discard", "draw"]
    assert match.pending == [0]
    assert match.view(0)["held"] == {"seat": 0, "card": "7", "first": False}
    assert top(match) == "7"
    play(match, "discard")
    assert match.pending == [1]
    assert top(match) == "twice"
    assert match.position()["discard"]["7"] == 3
    assert match.view()["stack"] == 1


def test_b9_the_second_is_used_as_in_b6() -> None:
    """B9, B6."""
    match = drawing_twice("7 7")
    play(match, "again", "discard")
    assert texts(match) == ["discard", *KEEPS]
    play(match, "keep 4")
    assert hand(match, 0) == ["9", "9", "9", "7"]
    assert top(match) == "twice"


@pytest.mark.parametrize("discards", [0, 1])
def test_b9_a_special_card_drawn_by_it_may_be_used(discards: int) -> None:
    """B9: the first or the second of two, here a swap and a peek."""
    match = drawing_twice("swap swap")
    play(match, "again", *["discard"] * discards, "swap 1 with 1 of seat 1")
    assert (hand(match, 0)[0], hand(match, 1)[0]) == ("1", "9")
    assert top(match) == "twice"
    assert match.pending == [1]
    match = drawing_twice("peek peek")
    play(match, "again", *["discard"] * discards, "peek 3")
    assert top(match) == "peek"
    assert match.view()["twice"] == 1
    assert match.view(0)["players"][0]["cards"] == [None, None, "9", None]
    play(match, "close")
    assert top(match) == "twice"
    assert match.view()["twice"] == 0
    assert match.pending == [1]


def test_b9_a_draw_twice_drawn_first_starts_over() -> None:
    """B9: two cards again; both draw-twice cards end on the pile."""
    match = drawing_twice("twice twice")
    play(match, "again")
    assert match.view(0)["held"] == {"seat": 0, "card": "twice", "first": True}
    play(match, "again")
    assert match.view()["twice"] == 2
    assert match.view(0)["held"]["first"] is True
    play(match, "discard")
    assert match.view(0)["held"]["first"] is False
    assert match.view()["discard"] == 0  # the stack was used up
    play(match, "discard")
    assert match.view()["twice"] == 0
    assert top(match) == "twice"
    assert match.view()["discard"] == 3
    assert match.pending == [1]


def test_b9_a_draw_twice_drawn_second_starts_over_too() -> None:
    """B9."""
    match = book.match(
        row(HIGH), row("1 2 3 4"), dealer=1, phase="hold", held="twice", twice=1, first=False, stack="0 0 0"
    )
    play(match, "again")
    assert match.view()["twice"] == 2
    assert match.view(0)["held"] == {"seat": 0, "card": "0", "first": True}
    play(match, "discard", "keep 1")
    assert hand(match, 0)[0] == "0"
    assert top(match) == "twice"
    assert match.position()["discard"]["twice"] == 2 + 3


def test_b9_all_five_in_a_row() -> None:
    """B9: the longest turn: five draw-twice cards are used, and 11 cards are drawn."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, stack="twice")
    play(match, "draw", "again")
    position = match.position() | {"held": "twice", "twice": 4, "first": False}
    position["discard"] = {"0": 4, "5": 2}
    position["top"] = "0"
    match = Match.from_position("beaver-gang", position, seed=1)
    play(match, "again")
    assert match.view()["twice"] == 5
    assert match.view(0)["held"]["card"] != "twice"
    play(match, "discard", "discard")
    assert match.pending == [1]
    assert top(match) == "twice"
    assert match.position()["discard"]["twice"] == 5


def test_b9_a_draw_twice_may_be_discarded_as_first_or_second_without_effect() -> None:
    """B9, B6."""
    match = drawing_twice("twice twice twice")
    play(match, "again", "discard")
    assert match.view()["twice"] == 1
    assert match.view(0)["held"] == {"seat": 0, "card": "twice", "first": False}
    play(match, "discard")
    assert match.pending == [1]
    assert match.view()["stack"] == 1


def test_b9_the_card_swapped_out_lies_below_the_draw_twice() -> None:
    """B9: even a special one."""
    match = drawing_twice("0", own="swap 9 9 9", top="6")
    play(match, "again", "keep 1")
    assert top(match) == "twice"
    assert match.position()["discard"]["swap"] == 9


# --- the stack is used up ---------------------------------------------------------------------------------


def test_b10_the_pile_is_shuffled_when_a_card_must_be_drawn_and_there_is_none() -> None:
    """B10: not before."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, stack="0")
    play(match, "draw", "discard")
    assert match.view()["stack"] == 0
    assert match.view()["discard"] == 58
    pile = Counter(match.position()["discard"])
    play(match, "draw")
    assert events(match) == ["refill", "draw"]
    assert match.events(match.number, 0)[0] == {"event": "refill", "cards": 58}
    view = match.view(1)
    assert (view["stack"], view["discard"], view["top"]) == (57, 0, None)
    assert stack(match) + Counter([match.position()["held"]]) == pile


def test_b10_the_top_card_is_shuffled_in_too_and_taking_it_is_no_draw() -> None:
    """B10: with an empty stack A is still possible, and nothing is shuffled for it."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, stack="", top="6")
    assert texts(match) == ["draw", *TAKES]
    play(match, "take 1")
    assert match.view()["stack"] == 0
    assert match.view()["discard"] == 58
    play(match, "draw")
    assert match.view()["discard"] == 0
    assert match.view()["stack"] == 57


@pytest.mark.parametrize(("held", "use"), [("3", "keep 2"), ("3", "discard"), ("peek", "peek 1"), ("swap", "discard")])
def test_b10_the_pile_is_empty_until_the_next_discard(held: str, use: str) -> None:
    """B10: whatever is done with the card drawn, the next turn finds one card on the pile."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, phase="hold", held=held, top=None, discard={}, filling=1)
    play(match, use)
    if phase(match) == "peek":
        play(match, "close")
    assert match.view()["discard"] == 1
    assert top(match) == ("9" if use == "keep 2" else held)
    assert phase(match) == "turn"


def test_b10_b9_reshuffled_in_the_middle_of_draw_twice_its_card_stays_out() -> None:
    """B10, B9: the card in use is not yet discarded; the first of two, just discarded, is shuffled in."""
    match = drawing_twice("0")
    play(match, "again")
    assert match.view()["stack"] == 0
    play(match, "discard")
    assert events(match) == ["discard", "refill", "draw"]
    assert match.view()["twice"] == 1
    assert match.view()["discard"] == 0
    assert match.view()["stack"] == 66 - 8 - 1 - 1
    held = match.view(0)["held"]["card"]
    whole = stack(match) + Counter([held])
    assert whole["twice"] == 4
    assert whole["0"] == 4


def test_b10_b9_two_draw_twice_cards_in_use_stay_out() -> None:
    """B10, B9."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, phase="hold", held="twice", twice=1, stack="")
    play(match, "again")
    assert events(match) == ["again", "refill", "draw"]
    assert match.view()["twice"] == 2
    assert match.view()["stack"] == 66 - 8 - 2 - 1
    assert (stack(match) + Counter([match.view(0)["held"]["card"]]))["twice"] == 3
    assert top(match) is None
    play(match, "discard", "discard")
    assert top(match) == "twice"
    assert match.view()["discard"] == 4


def test_b10_any_card_of_the_pile_may_come_next() -> None:
    """B10: shuffled, not turned over."""
    start = book.match(row(HIGH), row("1 2 3 4"), dealer=1, stack="").state
    pile = Counter(GANG.moves.to_position(start)["discard"])
    seen: Counter[str] = Counter()
    for index in range(2000):
        state = start.copy()
        FAST.play(state, 0, GANG.moves.parse("draw"), lucky(3, index))
        seen[NAMES[int(state.held)]] += 1
    assert set(seen) == set(pile)
    assert chisquare([seen[name] for name in pile], [2000 * pile[name] / 58 for name in pile]).pvalue > SURE


def test_b10_the_pile_is_never_empty_at_the_start_of_a_turn() -> None:
    """B10: so no position says otherwise."""
    with pytest.raises(LodgeError, match="empty only while"):
        book.match(row(HIGH), row("1 2 3 4"), top=None)


# --- knocking ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_b11_nobody_may_knock_before_everybody_had_a_turn_the_one_just_taken_counts(seats: int) -> None:
    """B11: the last player of the first time round is the first who may."""
    match = Match.new("beaver-gang", seats, seed=seats)
    while phase(match) == "look":
        play(match, "close")
    last = match.view()["dealer"]
    for turn in range(seats):
        assert match.pending == [(last + 1 + turn) % seats]
        assert match.view()["may_knock"] == (turn == seats - 1)
        play(match, "draw")
        for word in ("knock", "pass"):
            with pytest.raises(IllegalMove):
                match.play(match.pending[0], word)
        play(match, "discard")
    assert match.pending == [last]
    assert texts(match) == ["knock", "pass"]


@pytest.mark.parametrize(
    ("held", "use"), [("3", "keep 2"), ("3", "discard"), ("swap", "swap 1 with 1 of seat 1"), ("peek", "peek 1")]
)
def test_b11_after_any_action_the_player_may_knock(held: str, use: str) -> None:
    """B11: after the action, not instead of it."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, turns=2, phase="hold", held=held)
    play(match, use)
    if phase(match) == "peek":
        play(match, "close")
    assert match.pending == [0]
    assert texts(match) == ["knock", "pass"]
    play(match, "pass")
    assert match.pending == [1]
    assert match.view()["knocker"] is None


def test_b11_taking_and_draw_twice_are_followed_by_the_question_once() -> None:
    """B11."""
    match = book.match(row(HIGH), row("1 2 3 4"), dealer=1, turns=2, top="3")
    play(match, "take 1")
    assert texts(match) == ["knock", "pass"]
    match = drawing_twice("0 0", turns=2)
    play(match, "again")
    assert phase(match) == "hold"
    play(match, "discard")
    assert phase(match) == "hold"
    play(match, "discard")
    assert texts(match) == ["knock", "pass"]


def test_b11_only_one_player_knocks() -> None:
    """B11: after a knock nobody is asked."""
    match = book.match(*(row("1 2 3 4") for _ in range(3)), dealer=2, turns=3, phase="knock")
    play(match, "knock")
    assert match.view()["knocker"] == 0
    play(match, "draw", "discard")
    assert phase(match) == "turn"
    assert match.pending == [2]
    assert match.view()["may_knock"] is False


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_b11_sixty_turns_a_player_end_the_round_and_the_last_mover_counts_as_knocker(seats: int) -> None:
    """B11: at once, without a question."""
    players = [row("1 2 3 4") for _ in range(min(seats, 4))] + _more(seats)
    match = book.match(*players, dealer=seats - 1, turns=60 * seats - 1, top="5")
    mover = match.pending[0]
    assert mover == seats - 1
    assert match.view()["may_knock"] is False
    play(match, "take 1")
    assert phase(match) == "turned-up"
    assert match.view()["knocker"] == mover
    assert match.view()["limit"] is True
    assert [told["seat"] for told in match.view()["turned_up"]] == [mover, *range(seats - 1)]
    play(match, "deal")
    assert match.view()["limit"] is False


def test_b11_a_knock_is_told_from_the_limit_even_after_as_many_turns() -> None:
    """B11: who sits left of the dealer knocks, and the others' last turns are the sixtieth."""
    match = book.match(*(row("1 2 3 4") for _ in range(3)), dealer=2, turns=59 * 3, top="5")
    play(match, "take 1", "knock", "take 1", "take 1")
    assert phase(match) == "turned-up"
    assert int(match.state.turns) == 60 * 3
    assert match.view()["knocker"] == 0
    assert match.view()["limit"] is False


def test_b11_one_turn_before_the_player_may_still_knock() -> None:
    """B11: and then everybody else has a turn, even beyond the sixtieth."""
    match = book.match(*(row("1 2 3 4") for _ in range(3)), dealer=2, turns=60 * 3 - 2, top="5")
    assert match.pending == [1]
    play(match, "take 1", "knock")
    assert match.pending == [2]
    play(match, "take 1")
    assert match.pending == [0]
    assert phase(match) == "turn"
    play(match, "take 1")
    assert phase(match) == "turned-up"
    assert match.view()["knocker"] == 1


def test_b11_passing_one_turn_before_leaves_one_more_turn() -> None:
    """B11."""
    match = book.match(row("1 2 3 4"), row("1 2 3 4"), dealer=1, turns=118, top="5")
    play(match, "take 1", "pass", "take 1")
    assert phase(match) == "turned-up"
    assert match.view()["knocker"] == 1


@pytest.mark.parametrize(("seats", "knocker"), [(2, 0), (2, 1), (3, 1), (6, 0), (6, 5)])
def test_b12_everybody_else_has_exactly_one_more_turn(seats: int, knocker: int) -> None:
    """B12: the knocker has none."""
    players = [row("1 2 3 4") for _ in range(min(seats, 4))] + _more(seats)
    match = book.match(*players, dealer=seats - 1, turns=seats + knocker, phase="knock")
    assert match.pending == [knocker]
    play(match, "knock")
    order = []
    while phase(match) != "turned-up":
        order += match.pending
        play(match, "draw", "discard")
    assert order == [(knocker + step) % seats for step in range(1, seats)]


def test_b12_a_last_turn_may_draw_twice() -> None:
    """B12, B9: one turn, however long."""
    match = drawing_twice("0 0", turns=2, knocker=1)
    play(match, "again", "discard")
    assert phase(match) == "hold"
    play(match, "keep 1")
    assert phase(match) == "turned-up"
    assert match.view()["players"][0]["pad"] == [27]


# --- counting ---------------------------------------------------------------------------------------------


def last_turn(*rows: str, stack: str | None = None, **position: Any) -> Match:
    """Seat 0 has the last turn of the round, holding a 9 that it will discard; seat 1 has knocked."""
    seats = len(rows)
    if stack is not None:
        position["stack"] = stack
    return book.match(
        *(row(cards) for cards in rows),
        dealer=seats - 1,
        turns=2 * seats,
        knocker=1,
        phase="hold",
        held="9",
        **position,
    )


def test_b13_b14_all_cards_are_turned_up_and_added() -> None:
    """B13, B14: with the sums 11, 7 and 12 of the rulebook's example."""
    match = last_turn("4 2 0 5", "1 2 1 3", "0 4 swap 0", stack="8")
    play(match, "discard")
    assert [player["pad"] for player in match.view()["players"]] == [[11], [7], [12]]
    assert match.scores == [11, 7, 12]
    for viewer in (None, 0, 1, 2):
        assert [player["cards"] for player in match.view(viewer)["players"]] == [
            ["4", "2", "0", "5"],
            ["1", "2", "1", "3"],
            ["0", "4", "swap", "0"],
        ]
        assert match.view(viewer)["turned_up"] == [
            {"seat": 1, "cards": ["1", "2", "1", "3"], "replaced": [], "sum": 7},
            {"seat": 2, "cards": ["0", "4", "swap", "0"], "replaced": [{"at": 3, "drawn": ["8"]}], "sum": 12},
            {"seat": 0, "cards": ["4", "2", "0", "5"], "replaced": [], "sum": 11},
        ]
    assert events(match) == ["discard", "turn-up", "turn-up", "turn-up", "round"]


def test_b13_again_and_again_until_it_is_a_number() -> None:
    """B13: the stack is drawn from until a number comes; two special cards are two replacements."""
    for seed in range(20):
        match = last_turn("0 0 0 0", "swap 1 1 peek", stack="peek peek twice 8 8 7", seed=seed)
        play(match, "discard")
        told = match.view()["turned_up"][0]
        assert [change["at"] for change in told["replaced"]] == [1, 4]
        drawn = [change["drawn"] for change in told["replaced"]]
        for cards in drawn:
            assert cards[-1] in book.NUMBERS
            assert not set(cards[:-1]) & set(book.NUMBERS)
        assert told["sum"] == 2 + sum(int(cards[-1]) for cards in drawn)
        assert match.view()["stack"] == 6 - sum(map(len, drawn))


def test_b13_the_knocker_replaces_first_then_clockwise() -> None:
    """B13: only numbers are left, so seat 1's card is drawn first; all orders of the stack are possible."""
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        match = last_turn("swap 0 0 0", "swap 1 1 1", "peek 2 2 2", stack="3 4 5", seed=seed)
        play(match, "discard")
        told = match.view()["turned_up"]
        assert [entry["seat"] for entry in told] == [1, 2, 0]
        order = [int(entry["replaced"][0]["drawn"][0]) for entry in told]
        assert match.position()["replacements"] == [str(value) for value in order]
        assert match.scores == [order[2], 3 + order[0], 6 + order[1]]
        seen[tuple(order)] += 1
    assert len(seen) == 6


def test_b13_the_cards_set_aside_stay_out_of_a_reshuffle() -> None:
    """B13: neither the special cards nor their replacements come back; the pile does."""
    for seed in range(10):
        match = last_turn("swap swap swap swap", "peek peek peek peek", stack="twice twice", seed=seed)
        pile = Counter(match.position()["discard"]) + Counter(["9"])
        play(match, "discard")
        drawn = Counter(match.position()["replacements"])
        assert drawn["twice"] >= 2
        assert match.view()["discard"] == 0
        assert top(match) is None
        assert stack(match) == pile + Counter(twice=2) - drawn
        assert sum(drawn[name] for name in book.NUMBERS) == 8


def test_b13_a_card_swapped_out_in_the_last_turn_counts_no_more() -> None:
    """B13, B14."""
    match = last_turn("swap 1 1 1", "0 0 0 0")
    play(match, "keep 1")
    assert match.scores == [12, 0]
    assert match.view()["turned_up"][1]["replaced"] == []


@pytest.mark.parametrize(
    ("cards", "points"),
    [("4 2 0 5", 11), ("1 2 1 3", 7), ("0 4 8 0", 12), ("0 0 0 0", 0), ("9 9 9 9", 36), ("8 7 6 9", 30)],
)
def test_b14_a_round_counts_the_sum_of_the_four(cards: str, points: int) -> None:
    """B14: the rulebook's examples, the lowest and the highest."""
    match = last_turn("3 3 7 7", cards)
    play(match, "discard")
    assert match.scores == [20, points]


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_b15_as_many_rounds_as_players_with_two_four(seats: int, rounds: int) -> None:
    """B15."""
    match = Match.new("beaver-gang", seats, seed=seats)
    dealers = []
    for number in range(1, rounds + 1):
        assert match.view()["rounds"] == rounds
        assert match.view()["round"] == number
        dealers.append(match.view()["dealer"])
        _play_round(match)
        assert [len(player["pad"]) for player in match.view()["players"]] == [number] * seats
        assert over(match) == (number == rounds)
        if number < rounds:
            play(match, "deal")
    assert match.pending == []
    assert events(match)[-1] == "end"
    assert Counter(dealers) == Counter(dict.fromkeys(range(seats), rounds // seats))
    assert match.scores == [sum(player["pad"]) for player in match.view()["players"]]
    with pytest.raises(IllegalMove, match="The game is over"):
        match.play(0, "deal")


def test_b15_a_new_round_begins_with_all_cards_and_nothing_known() -> None:
    """B15, B1-B4."""
    match = last_turn("swap swap swap swap", "peek peek peek 9", stack="twice")
    play(match, "discard", "deal")
    view = match.view()
    assert (view["round"], view["phase"], view["stack"], view["discard"]) == (2, "look", 66 - 9, 1)
    assert view["knocker"] is None
    assert known(match, 0) == [[0], [], [], [0]]
    assert known(match, 1) == [[1], [], [], [1]]
    assert "replacements" not in match.position()
    assert match.view()["turned_up"] is None


def finished(*totals: int) -> Match:
    """A match that is over: everybody's cards count 10, the rounds before made these totals of it."""
    players = []
    for total in totals:
        before = [0] * (len(totals) - 1)
        before[0] = total - 10
        players.append(row("1 2 3 4", pad=(*before, 10)))
    return book.match(*players, phase="turned-up", round=len(totals), knocker=0, turns=9, top="9")


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((27, 26, 18), [3, 2, 1]),
        ((17, 17, 18), [1, 1, 3]),
        ((17, 16, 17), [2, 1, 2]),
        ((17, 17, 17), [1, 1, 1]),
        ((20, 30, 25, 10), [2, 4, 3, 1]),
        ((23, 21, 21, 20), [4, 2, 2, 1]),
        ((30, 20, 30, 20), [3, 1, 3, 1]),
    ],
)
def test_b16_the_lowest_total_wins_and_equals_share(totals: tuple[int, ...], places: list[int]) -> None:
    """B16: 1, 1, 3."""
    match = finished(*totals)
    assert over(match)
    assert match.scores == list(totals)
    assert match.places == places
    assert match.winners == [seat for seat, place in enumerate(places) if place == 1]
    assert [player["place"] for player in match.view()["players"]] == places


def test_b16_nobody_has_won_before_the_end() -> None:
    """B16."""
    match = last_turn("1 1 1 1", "0 0 0 0")
    play(match, "discard")
    assert match.winners == []
    assert [player["place"] for player in match.view()["players"]] == [None, None]
