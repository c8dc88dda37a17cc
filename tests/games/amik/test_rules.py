"""The rules of Amik on positions laid out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge import Match
from lodge.errors import BadPosition, IllegalMove
from lodge.games import game
from lodge.kernel import lucky, new
from lodge.observations import described

from . import book

AMIK = game("amik")
CORNERS = "a6 b5 c4 d3 e2 f2 g1 h1 i0 j0 k0 k1 k2"  # thirteen hexes at the left edge
ALL = [book.name(h) for h in book.BOARD]


def match(rows: list[str], roll: tuple[int, int] = (1, 1), options: tuple[str, ...] = (), **player: Any) -> Match:
    """A solo match before a river roll."""
    position = {"roll": list(roll), "players": [{"animal": "c8", **player, "rows": rows}]}
    return Match.from_position("amik", position, seed=1, options=options)


def texts(one: Match, seat: int = 0) -> set[str]:
    return {AMIK.moves.text(action) for action in one.legal_actions(seat)}


def verbs(one: Match) -> set[str]:
    return {text.split()[0] for text in texts(one)}


def player(one: Match) -> dict[str, Any]:
    seen: dict[str, Any] = one.view(0)["players"][0]
    return seen


def habitat(one: Match, name: str) -> str:
    letter = player(one)["hexes"][ALL.index(name)]
    return book.LETTER[letter]


def test_a1_thirteen_dice_each_for_all() -> None:
    one = Match.new("amik", 2, seed=8)
    for number in range(13):
        assert one.view()["phase"] == "forests"
        assert one.view()["number"] == number + 1
        assert one.pending == [0, 1]
        die = one.view()["roll"][0]
        for seat in range(2):
            section = (number * (seat + 4)) % 13 + 1
            one.play(seat, f"forest {section}")
            told = one.events(one.number)[0]
            assert told["hex"] == book.name(book.SECTION[section][die - 1])
        assert len(texts(one)) == 12 - number or number == 12
    assert one.view()["phase"] == "animal"
    assert one.view()["roll"] == []


def test_a1_no_second_forest_in_a_section() -> None:
    one = Match.new("amik", 1, seed=8)
    one.play(0, "forest 5")
    with pytest.raises(IllegalMove, match="Section 5 has a forest already"):
        one.play(0, "forest 5")


def test_a2_the_animal_hex_stays_blank() -> None:
    one = Match.new("amik", 1, seed=8)
    for section in range(1, 14):
        one.play(0, f"forest {section}")
    assert texts(one) == {"animal c8", "animal g2", "animal i6"}
    one.play(0, "animal g2")
    assert player(one)["animal"] == "g2"
    assert habitat(one, "g2") == "blank"
    assert one.view()["phase"] == "pond roll"
    assert len(one.view()["roll"]) == 2


def test_a2_the_animal_hex_is_filled_like_any_other() -> None:
    """A2: c8 is the animal's here; where both shapes lie it becomes river."""
    one = match(book.sheet(forest=CORNERS), roll=(1, 1))
    assert (player(one)["animal"], habitat(one, "c8")) == ("c8", "blank")
    lay = next(text for text in sorted(texts(one)) if text.startswith("lay") and "c8" in text.split())
    one.play(0, lay)
    one.play(0, lay)
    assert habitat(one, "c8") == "river"
    assert player(one)["animal"] == "c8"


def test_a3_the_dice_are_fair() -> None:
    """A3."""
    counts = [0] * 7
    for number in range(600):
        state = new(AMIK.rules.State)
        AMIK.rules.deal(state, 1, 0, lucky(3, number))
        counts[int(state.roll[0])] += 1
    assert counts[0] == 0
    assert all(70 < count < 130 for count in counts[1:])


def test_a4_a_pond_roll_makes_ponds_where_the_shapes_lie_double_and_no_upgrades_follow() -> None:
    position = {
        "round": 14,
        "roll": [1, 1],
        "players": [{"rows": book.sheet(forest=CORNERS), "animal": "c8"}],
    }
    one = Match.from_position("amik", position, seed=1)
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "lay e6 e7 e8 e9")
    assert [habitat(one, name) for name in ("e4", "e5", "e6", "e7", "e8", "e9")] == [
        "river", "river", "pond", "pond", "river", "river",
    ]  # fmt: skip
    assert texts(one) == {"done"}
    with pytest.raises(IllegalMove, match="after the first pond roll"):
        one.play(0, "upgrade e6")
    with pytest.raises(IllegalMove, match="after the first pond roll"):
        one.play(0, "cut a6")
    one.play(0, "done")
    assert one.view()["phase"] == "river roll"


def test_a4_who_has_no_place_draws_nothing_and_plays_on() -> None:
    """No bar fits on blank hexes that lie three in a row at most."""
    rows = book.filled(blank="e4 e5 e6", wetland="f4 f5 f6 f7 f8")
    one = Match.from_position(
        "amik", {"round": 14, "roll": [1, 1], "players": [{"rows": rows, "animal": "c8"}]}, seed=1
    )
    assert texts(one) == {"done"}
    one.play(0, "done")
    assert not one.over
    assert one.view()["phase"] == "river roll"


def test_a5_single_layers_make_wetland_of_blank_and_forest_of_wetland_shared_hexes_always_river() -> None:
    one = match(book.sheet(forest=CORNERS, wetland="e4 e6"))
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "lay e6 e7 e8 e9")
    assert habitat(one, "e4") == "forest"
    assert habitat(one, "e5") == "wetland"
    assert habitat(one, "e6") == "river", "also where a wetland was"
    assert habitat(one, "e7") == "river"
    assert habitat(one, "e8") == habitat(one, "e9") == "wetland"
    changes = one.events(2)[1]["changes"]
    assert changes == {
        "e4": "forest", "e5": "wetland", "e6": "river", "e7": "river", "e8": "wetland", "e9": "wetland",
    }  # fmt: skip


def test_a5_the_same_place_twice_is_all_river() -> None:
    one = match(book.sheet(forest=CORNERS))
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "lay e4 e5 e6 e7")
    assert {habitat(one, name) for name in ("e4", "e5", "e6", "e7")} == {"river"}


def test_a5_either_shape_may_lie_first() -> None:
    one = match(book.sheet(forest=CORNERS), roll=(1, 6))
    shapes = {text.split()[1] for text in texts(one)}
    assert shapes == {"bar", "bee"}
    bee = next(text for text in sorted(texts(one)) if text.startswith("lay bee e5"))
    one.play(0, bee)
    assert {text.split()[1] for text in texts(one)} == {"bar"}


def test_a5_nothing_else_may_be_covered() -> None:
    one = match(book.sheet(forest=CORNERS, river="e5"))
    with pytest.raises(IllegalMove, match="e5 is river: this roll is laid on blank and wetland hexes only"):
        one.play(0, "lay e4 e5 e6 e7")
    with pytest.raises(IllegalMove, match="The shape to lay is the bar"):
        one.play(0, next(AMIK.moves.text(action) for action in range(AMIK.rules.ACTIONS - 1, 0, -1)))
    one.play(0, "lay g4 g5 g6 g7")
    with pytest.raises(IllegalMove, match="must share"):
        one.play(0, "lay i2 i3 i4 i5")


def test_a5_learners_see_where_the_first_shape_lies() -> None:
    one = match(book.sheet(forest=CORNERS, wetland="e4 e6"))
    before = described("amik", one.observe(0))
    one.play(0, "lay e4 e5 e6 e7")
    seen = described("amik", one.observe(0))
    told = {name: seen[name] for name in seen if seen[name] != before[name] and " hex " in name}
    kinds = {"e4": "wetland", "e5": "blank", "e6": "wetland", "e7": "blank"}
    assert told == {f"sheet 1 hex {ALL.index(at) + 1}": f"{kind} under the first shape" for at, kind in kinds.items()}
    one.play(0, "lay e4 e5 e6 e7")
    assert not any("under" in str(value) for value in described("amik", one.observe(0)).values())


def test_a5_a_first_place_needs_a_second() -> None:
    """A bar fits at the top and a bee at the bottom, but nowhere both."""
    rows = book.filled(blank="e4 e5 e6 e7 i3 i4 j3 j2")
    one = match(rows, roll=(1, 6))
    assert texts(one) == {"stop"}
    with pytest.raises(IllegalMove, match="no place that shares a hex"):
        one.play(0, "lay e4 e5 e6 e7")


PONDS = "e4 e5 e6"


def test_a6_a_lodge_changes_a_die_by_one_for_this_player_in_this_roll() -> None:
    one = match(book.sheet(forest=CORNERS, pond=PONDS), roll=(1, 6), lodges=[13])
    assert {text for text in texts(one) if text.startswith("die")} == {"die 1 +1", "die 2 -1"}
    with pytest.raises(IllegalMove, match="cannot go further"):
        one.play(0, "die 1 -1")
    one.play(0, "die 2 -1")
    assert player(one)["dice"] == [1, 5]
    assert one.view()["roll"] == [1, 6]
    assert player(one)["lodges"] == [{"points": 13, "used": True}]
    assert not any(text.startswith("die") for text in texts(one))
    with pytest.raises(IllegalMove, match="no unused lodge"):
        one.play(0, "die 1 +1")


def test_a6_several_lodges_also_on_the_same_die() -> None:
    """A6."""
    one = match(book.sheet(forest=CORNERS, pond=f"{PONDS} e7 e8 e9"), roll=(3, 3), lodges=[13, 9])
    one.play(0, "die 1 +1")
    one.play(0, "die 1 +1")
    assert player(one)["dice"] == [5, 3]
    assert player(one)["lodges"][1]["used"]


def test_a7_who_can_lay_must() -> None:
    """A7."""
    one = match(book.sheet(forest=CORNERS))
    assert "stop" not in texts(one)
    with pytest.raises(IllegalMove, match="so you must"):
        one.play(0, "stop")
    with pytest.raises(IllegalMove, match="First the roll must be laid"):
        one.play(0, "done")


STUCK = {"blank": "e7 e8 e9", "wetland": "f7", "pond": PONDS}


def test_a7_who_cannot_lay_may_spend_a_lodge_but_need_not() -> None:
    one = match(book.filled(**STUCK), roll=(4, 5), lodges=[5])
    assert texts(one) == {"die 1 -1", "die 1 +1", "die 2 -1", "die 2 +1", "stop"}
    one.play(0, "die 1 +1")  # two hooks
    assert "lay" in verbs(one)
    assert "stop" not in verbs(one)
    one.undo()
    one.play(0, "stop")
    assert player(one)["step"] == "last"
    one.play(0, "done")
    assert one.over
    assert one.scores == [5 - 30]


def test_a7_who_spends_lodges_so_that_the_roll_no_longer_fits_may_stop() -> None:
    """A7: what counts is the roll as the player has changed it."""
    one = match(book.filled(blank="e4 e5 e6 e7", pond="h4 h5 h6"), roll=(1, 1), lodges=[5])
    assert "lay" in verbs(one)
    assert "stop" not in verbs(one)
    one.play(0, "die 1 +1")
    assert "lay" not in verbs(one)
    one.play(0, "stop")
    assert player(one)["step"] == "last"


def test_a7_the_last_upgrades_then_out() -> None:
    one = match(book.filled(blank="e4", river="f3 f4 e3", wetland="d4 d5 e5"), roll=(1, 1))
    one.play(0, "stop")
    assert verbs(one) == {"done", "cut"} - ({"cut"} if not player(one)["cuts"] else set())
    one.play(0, "done")
    assert one.over


ANIMAL_DONE = {"river": "c8", "forest": "b8 b9 c9 d8 d7 c7 " + CORNERS}


def test_a8_the_very_next_roll_may_be_a_pond_roll() -> None:
    one = match(book.sheet(**ANIMAL_DONE), pond_roll="now")
    assert "pond roll" in texts(one)
    one.play(0, "pond roll")
    assert player(one)["pond"]
    assert not any(text.startswith("die") for text in texts(one))
    with pytest.raises(IllegalMove, match="pond roll already"):
        one.play(0, "pond roll")
    one.play(0, "lay g4 g5 g6 g7")
    one.play(0, "lay g6 g7 g8 g9")
    assert habitat(one, "g6") == habitat(one, "g7") == "pond"
    one.play(0, "done")
    assert not player(one)["may_pond"]
    with pytest.raises(IllegalMove, match="right after the animal hex is completed"):
        one.play(0, "pond roll")


def test_a8_the_right_is_won_by_completing_the_animal_hex_and_lost_if_not_used() -> None:
    rows = book.sheet(forest="b8 b9 c9 " + CORNERS, river="c8 d7 c7")
    one = match(rows, roll=(1, 1))
    one.play(0, "lay d8 e8 f8 g8")
    one.play(0, "lay d8 e8 f8 g8")
    assert player(one)["animal_complete"]
    assert one.events(2)[-1]["event"] == "animal_complete"
    assert not player(one)["may_pond"]
    one.play(0, "done")
    assert player(one)["may_pond"]
    lay = next(text for text in sorted(texts(one)) if text.startswith("lay"))
    one.play(0, lay)
    one.play(0, min(texts(one)))
    one.play(0, "done")
    assert not player(one)["may_pond"]


def test_a8_no_pond_roll_where_the_shapes_do_not_fit_on_blank_hexes() -> None:
    rows = book.filled(river="c8", blank="i2 i4", wetland="g4 g5 g6 g7")
    one = match(rows, pond_roll="now")
    assert "pond roll" not in texts(one)
    with pytest.raises(IllegalMove, match="cannot be laid on blank"):
        one.play(0, "pond roll")


def test_a9_upgrades_step_by_step() -> None:
    """A9."""
    one = match(book.filled(blank="e4 i2"), roll=(1, 1), upgrades=4)
    one.play(0, "stop")
    for kind in ("wetland", "river", "dam", "pond"):
        one.play(0, "upgrade e4")
        assert habitat(one, "e4") == kind
    with pytest.raises(IllegalMove, match="pond cannot be upgraded"):
        one.play(0, "upgrade e4")
    with pytest.raises(IllegalMove, match="forest cannot be upgraded"):
        one.play(0, "upgrade e5")
    with pytest.raises(IllegalMove, match="cut a forest first"):
        one.play(0, "upgrade i2")


def test_a10_cutting_takes_filled_neighbours_and_three_waters_and_six_give_three() -> None:
    around = "e4 e6 d5 d6 f4 f5"  # of e5
    one = match(book.filled(blank="k4", river=around), roll=(1, 1))
    one.play(0, "stop")
    assert player(one)["cuts"]["e5"] == 3
    one.play(0, "cut e5")
    assert player(one)["upgrades"] == 3
    assert player(one)["hexes"][ALL.index("e5")] == "c"
    with pytest.raises(IllegalMove, match="cut already"):
        one.play(0, "cut e5")
    with pytest.raises(IllegalMove, match="is river, not forest"):
        one.play(0, "cut e4")
    with pytest.raises(IllegalMove, match="k4 beside it is still blank"):
        one.play(0, "cut k3")
    with pytest.raises(IllegalMove, match="here it is 0"):
        one.play(0, "cut i2")


def test_a10_a_dam_counts_as_water_and_the_edge_gives_one() -> None:
    corner = "a6"
    beside = " ".join(book.name(h) for h in book.around(book.named(corner)))
    assert len(beside.split()) == 3
    one = match(book.filled(dam=beside, blank="k4"), roll=(1, 1))
    one.play(0, "stop")
    assert player(one)["cuts"][corner] == 1
    one.play(0, f"cut {corner}")
    assert player(one)["upgrades"] == 1


def test_a10_upgrades_are_kept() -> None:
    one = match(book.sheet(forest=CORNERS), upgrades=2)
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "done")
    assert player(one)["upgrades"] == 2


def test_a11_groups_that_join_bring_their_lodges() -> None:
    """Three and three, joined by one: seven ponds hold the two lodges that there are; two more make a third."""
    rows = book.filled(pond="e2 e3 e4 e6 e7 e8", dam="e5 e9 e10", blank="k4")
    one = match(rows, roll=(1, 1), lodges=[5, 5], upgrades=3)
    one.play(0, "stop")
    one.play(0, "upgrade e5")
    assert len(player(one)["lodges"]) == 2
    one.play(0, "upgrade e9")
    assert len(player(one)["lodges"]) == 2
    one.play(0, "upgrade e10")
    assert len(player(one)["lodges"]) == 3
    assert one.events(one.number)[1] == {"event": "lodge", "seat": 0, "points": 5}


def test_a12_a_lodge_scores_the_open_forests_or_five() -> None:
    crowded = match(book.filled(pond="e4 e5", dam="e6", blank="k4"), upgrades=1)
    crowded.play(0, "stop")
    crowded.play(0, "upgrade e6")
    assert [lodge["points"] for lodge in player(crowded)["lodges"]] == [5], "k3 and j4 are open, five is more"
    wide = match(book.sheet(forest=CORNERS, pond="e4 e5", dam="e6"), upgrades=1)
    assert player(wide)["lodge_worth"] == 13
    wide.play(0, "lay h4 h5 h6 h7")
    wide.play(0, "lay h4 h5 h6 h7")
    wide.play(0, "upgrade e6")
    assert [lodge["points"] for lodge in player(wide)["lodges"]] == [13]


def test_a12_two_lodges_of_one_move_count_the_sheet_after_it() -> None:
    """Four shared hexes, between two ponds and two: eight ponds, two lodges."""
    rows = book.sheet(pond="e2 e3 e8 e9", forest=f"{CORNERS} d5".replace("e2", "j3"), river="c8 b8 b9 c9 d8 d7 c7")
    one = match(rows, pond_roll="now")
    one.play(0, "pond roll")
    one.play(0, "lay e4 e5 e6 e7")
    one.play(0, "lay e4 e5 e6 e7")
    land = book.land_of(one.position()["players"][0])
    unsurrounded = sum(land[h] == "forest" and any(land[n] == "blank" for n in book.around(h)) for h in book.BOARD)
    assert [lodge["points"] for lodge in player(one)["lodges"]] == [max(5, unsurrounded)] * 2


def test_a13_a_lodge_serves_once() -> None:
    """A13."""
    one = match(book.sheet(forest=CORNERS, pond=PONDS), lodges=[13], spent=1)
    assert not any(text.startswith("die") for text in texts(one))


def test_a14_the_animal_hex_must_hold_water() -> None:
    dry = match(book.filled(wetland="c8", blank="k4"))
    assert not player(dry)["animal_complete"]
    for kind in ("river", "dam", "pond"):
        assert player(match(book.filled(**{kind: "c8", "blank": "k4"})))["animal_complete"]
    assert not player(match(book.filled(river="c8", blank="c9")))["animal_complete"]


def test_a15_without_blank_hexes_one_may_lay_or_stop() -> None:
    one = match(book.filled(wetland="e4 e5 e6 e7"))
    assert texts(one) == {"stop", "lay bar e4 e5 e6 e7"}
    with_blank = match(book.filled(wetland="e4 e5 e6", blank="e7"))
    assert texts(with_blank) == {"lay bar e4 e5 e6 e7"}


def test_a15_the_others_play_on() -> None:
    stuck = {"rows": book.filled(blank="k4"), "animal": "c8"}
    free = {"rows": book.sheet(forest=CORNERS), "animal": "c8"}
    one = Match.from_position("amik", {"roll": [1, 1], "players": [stuck, free]}, seed=1)
    one.play(0, "stop")
    one.play(0, "done")
    assert one.pending == [1]
    one.play(1, "lay e4 e5 e6 e7")
    one.play(1, "lay e4 e5 e6 e7")
    one.play(1, "done")
    assert one.pending == [1]
    assert one.view()["number"] == 2
    assert player(one)["step"] == "out"


def total(rows: list[str], **more: Any) -> dict[str, int]:
    score: dict[str, int] = player(match(rows, **more))["score"]
    return score


def test_a16_blank_hexes_cost_ten() -> None:
    assert total(book.filled(blank="k4 e4"))["total"] == -20


ACROSS = "a8 b8 c8 d8 e8 f8 g8 h8 i8"  # from edge to edge through the animal hex c8


def test_a17_the_longest_river_from_edge_to_edge_through_the_animal() -> None:
    one = match(book.filled(river=ACROSS))
    assert player(one)["score"]["river"] == 9
    assert player(one)["river"] in ([[name] for name in ACROSS.split()], [[name] for name in reversed(ACROSS.split())])
    assert total(book.filled(river="a8 b8 c8 d8 e8"))["river"] == 0, "it does not reach another edge"
    assert total(book.filled(river="a7 b7 a8 b8"))["river"] == 0, "not through the animal"
    assert total(book.filled(river=ACROSS, blank="c9"))["river"] == 0, "the animal hex is not complete"


def test_a17_a_pond_group_counts_whole_and_once() -> None:
    bulge = "f7 f6 g7"
    with_ponds = book.filled(river=ACROSS.replace("f8 ", ""), pond=f"f8 {bulge}")
    assert total(with_ponds, lodges=[5])["river"] == 9 + 3


def test_a17_ponds_can_destroy_a_river() -> None:
    """A bow that leaves a river hex and comes back to another is lost when both are the same pond."""
    river = "g1 g2 g3 g4 g5 f6 e7 f7 g7 g8 g9 g10"
    assert total(book.filled(river=river), animal="g2")["river"] == 12
    spoilt = book.filled(river=river.replace(" g5", "").replace(" g7", ""), pond="g5 g6 g7")
    assert total(spoilt, animal="g2", lodges=[5])["river"] == 4 + 3 + 3


def test_a17_a_pond_group_with_two_edge_hexes_and_the_animal_is_a_river() -> None:
    assert total(book.filled(pond="a8 b8 c8 b9 c9"), lodges=[5])["river"] == 5
    assert total(book.filled(pond="c8 c9"))["river"] == 0


def test_a18_exits_of_a_river_hex() -> None:
    lone = match(book.filled(river="e5"))
    assert player(lone)["dead_ends"] == ["e5"]
    pair = match(book.filled(river="e5 e6"))
    assert player(pair)["dead_ends"] == ["e5", "e6"]
    at_the_edge = match(book.filled(river="e2 e3", dam="e4"))
    assert player(at_the_edge)["dead_ends"] == [], "the edge is an exit, the dam another"
    assert player(match(book.filled(river="e2")))["dead_ends"] == ["e2"], "the edge alone is not enough"
    assert total(book.filled(dam="e5", pond="i2"))["dead_ends"] == 0, "dams and ponds are never penalised"


def test_a19_the_highest_total_wins_and_equals_share() -> None:
    players = [{"rows": book.filled(blank=blank), "animal": "c8", "step": "out"} for blank in ("k4", "k4 e4", "k3")]
    players[1]["step"] = "last"
    one = Match.from_position("amik", {"roll": [1, 1], "players": players}, seed=1)
    one.play(1, "done")
    assert one.over
    assert one.scores == [-10, -20, -10]
    assert one.places == [1, 3, 1]
    assert one.winners == [0, 2]
    assert player(one)["title"] == "Busted Dam"


def test_a20_three_landscapes_and_their_total() -> None:
    """A20."""
    last = {"rows": book.filled(blank="k4"), "animal": "c8", "step": "last"}
    one = Match.from_position("amik", {"roll": [1, 1], "players": [last]}, seed=1, options=["three-games"])
    one.play(0, "done")
    assert not one.over
    assert [event["event"] for event in one.events(1)] == ["out", "landscape", "roll"]
    assert one.events(1)[0]["score"] == -10
    assert one.view()["landscape"] == 2
    assert player(one)["score"]["earlier"] == [-10]
    assert player(one)["hexes"] == "." * 81
    third = last | {"earlier": [30, 40]}
    end = Match.from_position(
        "amik", {"roll": [1, 1], "landscape": 3, "players": [third]}, seed=1, options=["three-games"]
    )
    end.play(0, "done")
    assert end.over
    assert end.scores == [60]
    with pytest.raises(BadPosition, match="three-games"):
        Match.from_position("amik", {"roll": [1, 1], "landscape": 2, "players": [last | {"earlier": [1]}]})


def test_two_greedy_bots_do_not_plant_the_same_forests() -> None:
    """Sections are often equally good: each bot takes one by its own luck."""
    state: Any = new(AMIK.rules.State)
    luck, own = lucky(3), [lucky(3, 1), lucky(3, 2)]
    AMIK.rules.deal(state, 2, 0, luck)
    out = np.zeros(AMIK.rules.MOST_CANDIDATES, np.int16)
    while int(state.round) < len(CORNERS.split()):
        for seat in range(2):
            action = AMIK.greedy.choose(state, seat, out, own[seat])
            assert action in out[: AMIK.rules.legal(state, seat, out)]
            AMIK.rules.play(state, seat, action, luck)
    forests = [[int(word) for word in state.forest[seat]] for seat in range(2)]
    assert forests[0] != forests[1]
