"""Dam It! as people see it: texts, JSON, reasons, events and what each viewer may see."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lodge import Match
from lodge.errors import IllegalMove
from lodge.games import game
from lodge.games.dam_it import rules
from lodge.games.dam_it.table import moves
from lodge.games.dam_it.table.moves import Build, Take
from tests.games.terminal import printed

from . import book

DAM_IT = game("dam-it")
ALL = range(rules.ACTIONS)


# --- texts and JSON -------------------------------------------------------------------------------------


def test_the_action_space_is_ten_takes_and_five_piles_of_256_payments() -> None:
    assert rules.ACTIONS == 10 + 5 * 256


def test_legal_moves_never_have_an_empty_payment() -> None:
    match = book.match({"hand": {"oak": 1}}, {})
    assert not any("nothing" in moves.text(action) for action in match.legal_actions(0))
    with pytest.raises(IllegalMove, match="worth 0, the dam costs 3"):
        match.play(0, "build 3 with nothing")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take 1", Take(1)),
        ("take 4", Take(4)),
        ("take pile", Take(5)),
        ("take 2 dispose", Take(2, dispose=True)),
        ("take pile dispose", Take(5, dispose=True)),
        ("build 5 with birch+pine+disposal", Build(5, ("birch", "pine", "disposal"))),
        ("build 11 with oak", Build(11, ("oak",))),
        ("build 3 with acacia", Build(3, ("acacia",))),
    ],
)
def test_texts(text: str, move: Take | Build) -> None:
    assert moves.parse(text) == moves.to_action(move)
    assert moves.text(moves.to_action(move)) == text


@pytest.mark.parametrize(
    ("sloppy", "neat"),
    [
        ("  TAKE   1 ", "take 1"),
        ("Take Pile\tDispose\n", "take pile dispose"),
        ("build 5 with disposal+oak", "build 5 with oak+disposal"),
        ("BUILD 05 WITH Oak+Birch+Pine", "build 5 with birch+pine+oak"),
    ],
)
def test_spaces_case_and_order_do_not_matter(sloppy: str, neat: str) -> None:
    assert moves.text(moves.parse(sloppy)) == neat


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take 0",
        "take 5",
        "take 10",
        "take -1",
        "take 1 2",
        "take one",
        "take 1 keep",
        "take 1 dispose dispose",
        "dispose",
        "pass",
        "build",
        "build 5",
        "build 5 with",
        "build 5 with +",
        "build 5 with oak+",
        "build 5 with oak pine",
        "build five with oak",
        "build -5 with oak",
        "build 5.0 with oak",
        "build \N{ARABIC-INDIC DIGIT FIVE} with oak",
        "take 1; take 1",
        "take 1\0",
        pytest.param("build " + "9" * 5000 + " with oak", id="many digits"),
        pytest.param("x" * 5000, id="long"),
    ],
)
def test_what_is_no_move_is_told_what_moves_look_like(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"is not a move\. Moves are 'take 1' to 'take 4', 'take pile'") as caught:
        moves.parse(text)
    assert "'build 5 with birch+pine+disposal'" in str(caught.value)
    assert "'take 1 dispose'" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("build 4 with oak", "No dam costs 4: dams cost 11, 9, 7, 5, 3."),
        ("build 0 with oak", "No dam costs 0: dams cost 11, 9, 7, 5, 3."),
        ("build 999999999 with oak", "No dam costs 999999999: dams cost 11, 9, 7, 5, 3."),
        (
            "build 5 with oak+elm",
            "'elm' cannot be built with: use birch, willow, pine, alder, maple, oak, acacia, disposal.",
        ),
        (
            "build 5 with garbage",
            "'garbage' cannot be built with: use birch, willow, pine, alder, maple, oak, acacia, disposal.",
        ),
        (
            "build 5 with oak+nothing",
            "'nothing' cannot be built with: use birch, willow, pine, alder, maple, oak, acacia, disposal.",
        ),
        ("build 5 with oak+pine+oak", "A dam takes each kind only once, oak is named twice (D12)."),
        ("build 5 with disposal+disposal", "A dam takes each kind only once, disposal is named twice (D12)."),
    ],
)
def test_what_cannot_be_a_build_is_told_why(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        moves.parse(text)
    assert str(caught.value) == reason


@pytest.mark.parametrize("place", [-1, 0, 6, 99])
def test_there_are_five_places(place: int) -> None:
    with pytest.raises(IllegalMove, match=f"There is no place {place}: places are 1 to 5"):
        moves.to_action(Take(place))


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"do": "take"},
        {"do": "pass"},
        {"do": "take", "place": 0},
        {"do": "take", "place": 6},
        {"do": "take", "place": 10**5000},
        {"do": "take", "place": -(10**5000)},
        {"do": "take", "place": "1"},
        {"do": "take", "place": 1.0},
        {"do": "take", "place": True},
        {"do": "take", "place": None},
        {"do": "take", "place": 1, "dispose": 1},
        {"do": "take", "place": 1, "luck": 7},
        {"do": "build", "cost": 5},
        {"do": "build", "cost": 4, "cards": ["oak", "pine"]},
        {"do": "build", "cost": 10**5000, "cards": ["oak", "pine"]},
        {"do": "build", "cost": 5, "cards": "oak"},
        {"do": "build", "cost": 5, "cards": ["garbage"]},
        {"do": "build", "cost": 5, "cards": ["oak", "oak"]},
        {"do": "build", "cost": 5, "cards": ["oak", 3]},
        {"do": "build", "cost": 5, "cards": {"oak": 1}},
        {1: 2},
    ],
)
def test_json_that_is_no_move_is_refused(values: Any) -> None:
    match = book.match({"hand": {"oak": 2, "pine": 1}}, {})
    with pytest.raises(IllegalMove):
        match.play(0, values)
    assert match.number == 0


# --- why not --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take 3", "Reaching place 3 takes 2 cubes, you have 1 (D7)."),
        ("take 4", "Reaching place 4 takes 3 cubes, you have 1 (D7)."),
        ("take pile", "Reaching the top of the pile takes 4 cubes, you have 1 (D7)."),
        ("take 3 dispose", "Reaching place 3 takes 2 cubes, you have 1 (D7)."),
        ("take pile dispose", "Reaching the top of the pile takes 4 cubes, you have 1 (D7)."),
        ("take 1 dispose", "Only garbage can be disposed of (D11)."),
        ("take 2 dispose", "You hold no disposal card to give up (D11)."),
        ("build 11 with oak+acacia", "No dam that costs 11 is left."),
        ("build 5 with pine+oak+acacia", "You hold no pine."),
        ("build 5 with oak+disposal", "You hold no disposal."),
        ("build 9 with oak+acacia", "These cards are worth 6, the dam costs 9 (D12)."),
        ("build 7 with oak", "These cards are worth 3, the dam costs 7 (D12)."),
    ],
)
def test_why_not(text: str, reason: str) -> None:
    match = book.match(
        {"cubes": 1, "hand": {"oak": 1, "acacia": 2}},
        {"dams": ["11/17"], "cubes": 7},
        cards="oak garbage garbage maple",
        top="garbage",
    )
    action = moves.parse(text)
    assert action not in match.legal_actions(0)
    assert moves.why_not(match.state, 0, action) == reason
    with pytest.raises(IllegalMove) as caught:
        match.play(0, text)
    assert str(caught.value) == f"{text!r} is not possible: {reason}"


def test_every_illegal_action_has_a_reason() -> None:
    hand = {"oak": 1, "acacia": 2, "birch": 1}
    match = book.match({"cubes": 2, "hand": hand}, {"dams": ["11/17"], "cubes": 6}, cards="oak garbage garbage maple")
    legal = set(match.legal_actions(0))
    for action in set(ALL) - legal:
        assert moves.why_not(match.state, 0, action).endswith(".")


# --- events ---------------------------------------------------------------------------------------------


def happened(match: Match, text: str) -> list[dict[str, Any]]:
    """Play and tell; all viewers see the same, for all is done in the open."""
    match.play(match.pending[0], text)
    seen = [match.events(match.number, viewer) for viewer in (None, *range(match.seats))]
    assert all(events == seen[0] for events in seen)
    assert msgspec.json.decode(msgspec.json.encode(seen[0])) == seen[0]
    return seen[0]


def test_event_take() -> None:
    match = book.match({}, {"cubes": 1}, cubes=(2, 1, 0, 0), pile={"maple": 1}, to_move=0)
    events = happened(match, "take 2")
    assert events == [
        {"event": "take", "seat": 0, "place": 2, "card": "willow", "paid": 1, "gained": 1, "fate": "hand"},
        {"event": "uncover", "card": "maple"},
    ]
    assert [moves.tell(event) for event in events] == ["takes willow, pays 1 cube, gains 1 cube", ""]


def test_event_free_take() -> None:
    events = happened(book.match({}, {}), "take 1")
    assert moves.tell(events[0]) == "takes birch"


def test_event_take_from_the_pile() -> None:
    match = book.match({}, {}, top="acacia", pile={"maple": 1})
    events = happened(match, "take pile")
    assert events[0] == {
        "event": "take",
        "seat": 0,
        "place": 5,
        "card": "acacia",
        "paid": 4,
        "gained": 0,
        "fate": "hand",
    }
    assert moves.tell(events[0]) == "takes acacia, pays 4 cubes"


@pytest.mark.parametrize(
    ("text", "fate", "words"),
    [
        ("take 1", "kept", "keeps garbage, gains 2 cubes"),
        ("take 1 dispose", "disposed", "disposes of garbage, gains 2 cubes"),
    ],
)
def test_event_garbage_d11(text: str, fate: str, words: str) -> None:
    """D11."""
    match = book.match(
        {"cubes": 3}, {"cubes": 3, "hand": {"disposal": 1}}, cards="garbage oak oak oak", cubes=(2, 0, 0, 0), to_move=1
    )
    events = happened(match, text)
    assert events[0]["fate"] == fate
    assert events[0]["seat"] == 1
    assert moves.tell(events[0]) == words
    assert [event["event"] for event in events] == ["take", "uncover"]


def test_event_build_d12() -> None:
    """D12."""
    match = book.match({}, {"hand": {"oak": 1, "pine": 1}}, {"dams": ["5/7"]}, to_move=1)
    events = happened(match, "build 5 with oak+pine")
    assert events == [{"event": "build", "seat": 1, "cost": 5, "points": 6, "cards": ["pine", "oak"]}]
    assert moves.tell(events[0]) == "builds a dam of 5 worth 6 with pine, oak"


def test_event_end_by_the_river_d14() -> None:
    """D14."""
    events = happened(book.match({}, {}, pile={}), "take 1")
    assert [event["event"] for event in events] == ["take", "end"]
    assert events[-1] == {"event": "end", "by": "river"}
    assert moves.tell(events[-1]) == ""


def test_event_end_by_the_last_dam_d15() -> None:
    """D15."""
    match = book.match({"hand": {"oak": 1}}, {"dams": book.all_dams_but("3/3")})
    events = happened(match, "build 3 with oak")
    assert [event["event"] for event in events] == ["build", "end"]
    assert events[0]["points"] == 3
    assert events[-1] == {"event": "end", "by": "dams"}


# --- views ----------------------------------------------------------------------------------------------

SECRETS = ("hand", "dams", "garbage", "score", "points", "wood")


def busy(options: tuple[str, ...] = ()) -> Match:
    """A position in which everybody has something to hide."""
    return book.match(
        {"cubes": 2, "hand": {"oak": 2, "disposal": 1}, "dams": ["11/17", "3/5"], "garbage": 1},
        {"cubes": 3, "hand": {"birch": 1}, "dams": ["9/14"], "garbage": 2},
        {"cubes": 4, "hand": {}, "dams": [], "garbage": 0},
        cards="garbage pine maple maple",
        cubes=(2, 1, 0, 0),
        top="disposal",
        pile={"willow": 3, "garbage": 2},
        to_move=1,
        options=options,
    )


OPEN = {
    "river": [
        {"card": "garbage", "cubes": 2},
        {"card": "pine", "cubes": 1},
        {"card": "maple", "cubes": 0},
        {"card": "maple", "cubes": 0},
    ],
    "top": "disposal",
    "pile": 5,
    "discard": 66 - 5 - 5 - 4 - 3,
    "dams": [
        {"cost": 11, "points": []},
        {"cost": 9, "points": [12]},
        {"cost": 7, "points": [11, 10, 8]},
        {"cost": 5, "points": [7, 6, 6, 5]},
        {"cost": 3, "points": [4, 4, 3, 3]},
    ],
    "to_move": 1,
    "over": False,
}
SIZES = [(2, 3, 3), (3, 1, 3), (4, 0, 0)]
OWN: list[dict[str, Any]] = [
    {
        "hand": {"oak": 2, "disposal": 1},
        "dams": ["11/17", "3/5"],
        "garbage": 1,
        "score": 17 + 5 + 1 - 1,
        "points": {"dams": 17 + 5, "cubes": 1, "garbage": -1},
        "wood": 3 + 3,
    },
    {
        "hand": {"birch": 1},
        "dams": ["9/14"],
        "garbage": 2,
        "score": 14 + 1 - 4,
        "points": {"dams": 14, "cubes": 1, "garbage": -4},
        "wood": 1,
    },
    {
        "hand": {},
        "dams": [],
        "garbage": 0,
        "score": 2,
        "points": {"dams": 0, "cubes": 2, "garbage": 0},
        "wood": 0,
    },
]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_view_shows_what_is_open_and_the_viewers_own_cards_and_nothing_else(viewer: int | None) -> None:
    view = busy().view(viewer)
    players = [
        {
            "cubes": cubes,
            "hand_size": hand,
            "dam_pile_size": dams,
            "place": None,
            **(OWN[seat] if seat == viewer else dict.fromkeys(SECRETS)),
        }
        for seat, (cubes, hand, dams) in enumerate(SIZES)
    ]
    assert view == {**OPEN, "players": players, "pile_cards": None, "discard_cards": None}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_with_open_hands_everybody_sees_all_that_was_taken_openly(viewer: int | None) -> None:
    match = busy(("open-hands",))
    view = match.view(viewer)
    for seat, own in enumerate(OWN):
        assert {key: view["players"][seat][key] for key in SECRETS} == own
        assert view["players"][seat]["place"] is None
    assert {key: view[key] for key in OPEN} == OPEN
    assert view["pile_cards"] == {"willow": 3, "garbage": 2}
    assert view["discard_cards"] == match.position()["discard"]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_after_the_end_everything_is_open(viewer: int | None) -> None:
    match = book.ended(
        {"cubes": 3, "hand": {"oak": 2}, "dams": ["11/17"], "garbage": 2},
        {"cubes": 0, "hand": {"birch": 1}, "dams": ["9/14"]},
        {"cubes": 4, "hand": {"disposal": 2}},
    )
    view = match.view(viewer)
    assert view["over"] is True
    assert view["to_move"] is None
    assert view["top"] is None
    assert view["pile_cards"] == {}
    assert view["discard_cards"] == match.position()["discard"]
    assert [player["score"] for player in view["players"]] == [14, 14, 2]
    assert [player["place"] for player in view["players"]] == [1, 2, 3]
    assert [player["hand"] for player in view["players"]] == [{"oak": 2}, {"birch": 1}, {"disposal": 2}]
    assert [player["dams"] for player in view["players"]] == [["11/17"], ["9/14"], []]
    assert [player["garbage"] for player in view["players"]] == [2, 0, 0]


def test_a_hidden_garbage_looks_like_a_hidden_dam() -> None:
    """Both lie face down in the dam pile: other seats and spectators see its size alone."""
    one = book.match({}, {"dams": ["11/17"], "garbage": 1}, {"garbage": 2, "dams": ["9/14"]})
    two = book.match({}, {"dams": ["9/14"], "garbage": 1}, {"garbage": 2, "dams": ["11/17"]})
    three = book.match({}, {"dams": ["9/14", "11/17"]}, {"garbage": 3})
    for viewer in (None, 0):
        assert one.view(viewer) == two.view(viewer) == three.view(viewer)
    assert one.view(1) != two.view(1) != three.view(1)


def test_views_do_not_tell_what_lies_in_pile_and_discard() -> None:
    one = book.match({}, {}, {}, pile={"oak": 3})
    two = book.match({}, {}, {}, pile={"garbage": 3})
    for viewer in (None, 0, 1, 2):
        assert one.view(viewer) == two.view(viewer)


def test_another_hand_of_the_same_size_looks_the_same() -> None:
    one = book.match({}, {"hand": {"oak": 1, "disposal": 1}})
    two = book.match({}, {"hand": {"birch": 2}})
    for viewer in (None, 0):
        assert one.view(viewer) == two.view(viewer)
    assert one.view(1) != two.view(1)


# --- in the terminal ------------------------------------------------------------------------------------


def test_the_terminal_shows_the_table_to_a_player() -> None:
    words = printed(busy(), 0)
    for word in ("garbage", "pine 2", "maple 2", "disposal 2", "+5 below", "Player 1 (you)", "Your hand", "oak 3 x2"):
        assert word in words
    assert "▶ Player 2" in words
    assert "birch" not in words


def test_the_terminal_shows_no_hand_to_a_spectator() -> None:
    words = printed(busy(), None)
    assert "Your hand" not in words
    assert "oak" not in words
    assert "birch" not in words


def test_the_terminal_shows_open_hands_and_the_end() -> None:
    assert "oak x2, disposal" in printed(busy(("open-hands",)), 2)
    words = printed(book.ended({"dams": ["11/17"], "hand": {"oak": 2}}, {"garbage": 2}), 1)
    assert "empty" in words
    assert "oak x2" in words
    assert "garbage 2" in words
    assert "-4" in words
