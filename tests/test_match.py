"""Matches: playing, undo, records, replay, verification."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import lodge
from lodge import (
    BadPosition,
    BadRecord,
    CannotUndo,
    IllegalMove,
    LodgeError,
    Match,
    Record,
    UnknownName,
    load,
    replay,
    verify,
)
from lodge.analysis.judging import check_over
from lodge.bots import bot, decide
from lodge.cli import app
from lodge.fairness import commitment, luck_for, new_seed
from lodge.games import Game, games
from lodge.kernel import lucky, same

RIVER = [{"card": "oak"}, {"card": "garbage", "cubes": 1}, {"card": "birch"}, {"card": "pine"}]
POSITION: dict[str, Any] = {
    "players": [{"cubes": 4, "hand": {"oak": 1, "acacia": 1, "disposal": 1}}, {"cubes": 3}],
    "river": RIVER,
    "top": "maple",
}


def finished(seed: int = 1, seats: int = 2) -> Match:
    match = Match.new("dam-it", seats, seed=seed, names=["Ann", "Bo", "Cy", "Di"][:seats])
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    return match


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(finished().record().to_json())
    return values


# --- copies ---------------------------------------------------------------------------------------------------


def through_pickle(match: Match) -> Match:
    twin: Match = pickle.loads(pickle.dumps(match))  # noqa: S301
    return twin


@pytest.mark.parametrize("way", [Match.copy, copy.copy, copy.deepcopy, through_pickle])
def test_a_copy_goes_its_own_way_and_ends_alike(way: Callable[[Match], Match]) -> None:
    match = Match.new("dam-it", 3, seed=4, options=["open-hands"], names=["Ann", "Bo", "Cy"])
    for _ in range(9):
        match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
    twin, number = way(match), match.number
    for one in (twin, match):
        assert one.number == number
        while one.pending:
            one.play(one.pending[0], one.legal_actions(one.pending[0])[-1])
        number = 9
    assert twin.record() == match.record()
    assert repr(twin) == repr(match)


def test_a_match_from_a_position_is_pickled_with_it() -> None:
    match = Match.from_position("dam-it", POSITION, seed=1)
    match.play(0, match.legal(0)[0])
    assert through_pickle(match).record(secret=True) == match.record(secret=True)


def test_a_match_says_which_it_is_and_keeps_its_seed_to_itself() -> None:
    match = Match.new("amik", 2, seed="hush-hush", options=["three-games"], names=["Ann", "Bo"])
    assert repr(match) == "<Match of Amik: Ann, Bo (three-games); 0 moves; Ann (seat 0) and Bo (seat 1) to move>"
    match.play(0, match.legal(0)[0])
    assert "; 1 move; " in repr(match)
    assert "hush" not in repr(match)
    over = finished()
    winner = " and ".join(over.names[seat] for seat in over.winners)
    assert repr(over).endswith(f"over; Ann {over.scores[0]}, Bo {over.scores[1]}; {winner} won>")


def test_legal_moves_have_texts() -> None:
    match = Match.new("beaver-gang", 2, seed=1)
    seat = match.pending[0]
    assert match.legal_texts(seat) == [match.game.moves.text(action) for action in match.legal_actions(seat)]
    match.play(seat, match.legal_texts(seat)[-1])


@pytest.mark.parametrize("seats", ["2", 2.0, None])
def test_a_number_of_seats_is_a_number(seats: Any) -> None:
    with pytest.raises(LodgeError, match=r"The number of seats is a whole number, like 2, not"):
        Match.new("dam-it", seats=seats)


# --- beginning ------------------------------------------------------------------------------------------------


def test_a_new_match_is_ready_to_play() -> None:
    match = Match.new("dam-it", seats=3, seed=7)
    assert match.seats == 3
    assert match.names == ("Player 1", "Player 2", "Player 3")
    assert len(match.pending) == 1
    assert not match.over
    assert match.winners == []
    assert match.number == 0


def test_the_same_seed_gives_the_same_match_and_none_a_new_one() -> None:
    assert same(Match.new("dam-it", seed=5).state, Match.new("dam-it", seed="5").state)
    assert Match.new("dam-it").commitment != Match.new("dam-it").commitment
    assert len(new_seed()) == 64


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"name": "chess"}, UnknownName, "dam-it"),
        ({"name": "dam-it", "seats": 5}, LodgeError, "2 to 4"),
        ({"name": "dam-it", "options": ["blind"]}, UnknownName, "open-hands"),
        ({"name": "dam-it", "names": ["Ann"]}, LodgeError, "one for each seat"),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments: dict[str, Any], error: type[LodgeError], words: str) -> None:
    with pytest.raises(error, match=words):
        Match.new(**arguments)


def test_lodge_exports_what_people_need() -> None:
    for name in lodge.__all__:
        assert getattr(lodge, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        _ = lodge.nothing


# --- playing --------------------------------------------------------------------------------------------------


def test_a_move_may_be_a_text_a_move_json_or_an_action() -> None:
    states = []
    for move in ("take 1", {"do": "take", "place": 1}, 0):
        match = Match.from_position("dam-it", POSITION, seed=1)
        match.play(0, move)
        states.append(match.state)
    match = Match.from_position("dam-it", POSITION, seed=1)
    match.play(0, match.legal(0)[0])
    assert all(same(match.state, state) for state in states)


def test_only_the_seat_to_move_has_legal_moves() -> None:
    match = Match.from_position("dam-it", POSITION)
    assert match.legal(1) == []
    assert len(match.legal(0)) > 5
    with pytest.raises(IllegalMove, match=r"Player 1 \(seat 0\) to move"):
        match.play(1, "take 1")


def test_a_finished_match_takes_no_more_moves() -> None:
    match = finished()
    assert match.over
    assert match.pending == []
    assert match.winners
    assert max(match.scores) == match.scores[match.winners[0]]
    with pytest.raises(IllegalMove, match="over"):
        match.play(0, "take 1")


def test_states_given_out_are_copies() -> None:
    match = Match.from_position("dam-it", POSITION)
    match.state.cubes[0] = 0
    match.state_at(0).cubes[0] = 0
    assert match.state.cubes[0] == 4


def test_the_start_position_is_not_the_caller_s() -> None:
    match = Match.from_position("dam-it", POSITION, seed=3)
    match.play(0, "take 1")
    assert replay(match.record(secret=True)).number == 1
    assert POSITION["river"][0] == {"card": "oak"}
    with pytest.raises(BadPosition):
        Match.from_position("dam-it", {})


# --- undo -----------------------------------------------------------------------------------------------------


def test_building_can_be_taken_back_and_taking_cannot() -> None:
    match = Match.from_position("dam-it", POSITION, seed=1)
    before = match.state
    match.play(0, "build 5 with oak+disposal")
    assert match.can_undo()
    assert match.can_undo(0)
    assert not match.can_undo(1)
    with pytest.raises(CannotUndo, match="Only the one"):
        match.undo(1)
    match.undo(0)
    assert same(before, match.state)
    match.play(0, "take 1")
    assert not match.can_undo()
    with pytest.raises(CannotUndo, match="showed something new"):
        match.undo()


def test_there_must_be_a_move_to_take_back() -> None:
    with pytest.raises(CannotUndo, match="no move"):
        Match.new("dam-it").undo()


def test_after_another_s_move_it_is_too_late() -> None:
    match = Match.from_position("dam-it", POSITION, seed=1)
    match.play(0, "build 5 with oak+disposal")
    match.play(1, "take 1")
    assert not match.can_undo(0)
    with pytest.raises(CannotUndo):
        match.undo(0)


def test_a_move_that_was_answered_stays_even_if_the_answer_is_taken_back() -> None:
    players = [POSITION["players"][0], {"cubes": 3, "hand": {"acacia": 1}}]
    match = Match.from_position("dam-it", POSITION | {"players": players}, seed=1)
    match.play(0, "build 3 with oak")
    match.play(1, "build 3 with acacia")
    match.undo(1)
    assert not match.can_undo(0)


def test_where_seats_act_apart_each_takes_back_its_own_latest_move() -> None:
    match = Match.new("amik", 3, seed=5)
    match.play(1, "forest 2")
    match.play(0, "forest 4")
    assert match.undoable(1) == 1
    assert match.undo(1) == 1
    assert match.history == [(0, "forest 4")]
    assert match.pending == [1, 2]
    with pytest.raises(CannotUndo, match="Only the one"):
        match.undo(2)
    match.play(1, "forest 3")
    match.play(2, "forest 3")
    assert not any(match.can_undo(seat) for seat in range(3)), "a die has fallen"
    with pytest.raises(CannotUndo, match="something new"):
        match.undo(0)
    again = replay(match.record(secret=True))
    assert same(again.state, match.state)


def test_there_is_nothing_before_the_first_and_after_the_last_move() -> None:
    match = Match.from_position("dam-it", POSITION, seed=1)
    match.play(0, "take 1")
    for number in (0, 2, -1):
        with pytest.raises(LodgeError, match="no move"):
            match.events(number)
    for number in (-1, 2):
        with pytest.raises(LodgeError, match="no position"):
            match.state_at(number)


def test_the_last_dam_cannot_be_taken_back() -> None:
    """The end shows everything, the seed too."""
    dams = ["11/17", "9/14", "9/12", "7/11", "7/10", "7/8", "5/7", "5/6", "5/6", "5/5", "3/5", "3/4", "3/4", "3/3"]
    position = POSITION | {"players": [POSITION["players"][0], {"cubes": 3, "dams": dams}]}
    match = Match.from_position("dam-it", position, seed=1)
    match.play(0, "build 3 with oak")
    assert match.over
    assert not match.can_undo()


def test_a_move_s_luck_does_not_depend_on_moves_taken_back() -> None:
    plain, changed = (Match.from_position("dam-it", POSITION, seed=1) for _ in range(2))
    changed.play(0, "build 3 with oak")
    changed.undo()
    for match in (plain, changed):
        match.play(0, "take 3")
    assert same(plain.state, changed.state)


# --- secrets --------------------------------------------------------------------------------------------------


def test_the_seed_is_secret_until_the_end() -> None:
    match = Match.new("dam-it", seed="very secret")
    assert match.seed is None
    assert "very secret" not in match.record().to_json()
    assert match.commitment == commitment("very secret")
    assert match.record(secret=True).seed == "very secret"
    ended = finished(seed=5)
    assert ended.seed == "5"
    assert ended.record().seed == "5"


def test_luck_depends_on_seed_and_number_alone() -> None:
    assert same(luck_for("a", 1), luck_for("a", 1))
    assert not same(luck_for("a", 1), luck_for("a", 2))
    assert not same(luck_for("a", 1), luck_for("b", 1))


def test_a_running_record_tells_no_hidden_thing() -> None:
    """Two matches that differ only in what nobody has seen have the same record but for the commitment."""
    match = Match.from_position("dam-it", POSITION, seed=1)
    match.play(0, "take 1")
    values = json.loads(match.record().to_json())
    assert set(values) == {"lodge", "game", "rules", "seats", "commitment", "position", "moves", "chain"}


# --- records --------------------------------------------------------------------------------------------------


def test_a_record_is_readable_and_goes_round(record: dict[str, Any], tmp_path: Path) -> None:
    assert record["lodge"] == 1
    assert record["game"] == "dam-it"
    assert record["seats"] == ["Ann", "Bo"]
    assert record["moves"][0].split()[1] == "take"
    path = tmp_path / "game.json"
    load(record).save(path)
    assert load(path) == load(record) == load(json.dumps(record)) == load(path.read_bytes())
    assert verify(path).match.scores == record["scores"]
    assert "every one legal" in str(verify(path))


def test_options_and_positions_are_part_of_a_record() -> None:
    match = Match.from_position("dam-it", POSITION, seed=2, options=["open-hands"])
    match.play(0, "take pile")
    again = replay(match.record(secret=True).to_json())
    assert again.options == ("open-hands",)
    assert again.position() == match.position()


def test_a_running_record_needs_the_seed() -> None:
    match = Match.new("dam-it", seed="s")
    match.play(match.pending[0], "take 1")
    with pytest.raises(BadRecord, match="needs the seed"):
        replay(match.record())
    with pytest.raises(BadRecord, match="when it is over"):
        verify(match.record())
    with pytest.raises(BadRecord, match="committed to"):
        replay(match.record(), seed="t")
    assert same(replay(match.record(), seed="s").state, match.state)
    assert not verify(match.record(secret=True)).finished
    assert "not finished" in str(verify(match.record(secret=True)))


def test_a_record_written_by_hand_needs_no_marks(record: dict[str, Any]) -> None:
    by_hand = {key: value for key, value in record.items() if key != "chain"}
    assert replay(by_hand).over
    with pytest.raises(BadRecord, match="Move 1 has no mark"):
        verify(by_hand)


def change(record: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return json.loads(json.dumps(record)) | fields  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", [1, 7, 30])
def test_the_first_changed_move_is_named(record: dict[str, Any], number: int) -> None:
    moves = list(record["moves"])
    moves[number - 1] = moves[number - 1].replace("take 1", "take 2") + " "
    with pytest.raises(BadRecord, match=rf"Move {number} \("):
        verify(change(record, moves=moves))


@pytest.mark.parametrize("entry", ["x take 1", "take 1", "", "0", "9 take 1", "0 build 11 with oak", "0 fly"])
def test_the_first_impossible_move_is_named(record: dict[str, Any], entry: str) -> None:
    moves = [*record["moves"][:4], entry, *record["moves"][5:]]
    with pytest.raises(BadRecord, match=r"Move 5 \("):
        replay(change(record, moves=moves, chain=[]))


def test_a_removed_move_is_noticed(record: dict[str, Any]) -> None:
    moves, chain = list(record["moves"]), list(record["chain"])
    with pytest.raises(BadRecord, match=r"Move 3 \("):
        verify(change(record, moves=moves[:2] + moves[3:], chain=chain[:2] + chain[3:]))
    with pytest.raises(BadRecord, match=f"Move {len(moves)} is missing"):
        verify(change(record, moves=moves[:-1], chain=chain[:-1]))
    with pytest.raises(BadRecord, match="marks"):
        verify(change(record, moves=moves[:-1]))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"scores": [99, 0]}, "scores in the record are"),
        ({"winners": []}, "winners in the record are"),
        ({"scores": None}, "holds no scores"),
        ({"seed": "2"}, "committed to"),
        ({"commitment": "0" * 64}, "committed to"),
        ({"rules": 99}, r"Move 1 \("),  # changed in the file: the marks say so
        ({"game": "chess"}, "no game 'chess'"),
        ({"lodge": 4}, "up to 3"),
        ({"seats": ["Ann"]}, "cannot be set up"),
        ({"seats": ["Eve", "Bo"]}, r"Move 1 \("),
        ({"options": ["blind"]}, "cannot be set up"),
        ({"position": {}}, "cannot be set up"),
        ({"moves": "take 1"}, "not a record"),
        ({"extra": 1}, "not a record"),
    ],
)
def test_a_tampered_record_is_refused_with_the_reason(record: dict[str, Any], fields: Any, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        verify(change(record, **fields))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", b"\xff\xfe", '{"lodge": 1}', '{"lodge": "1"}'])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        load(text)


def test_a_file_s_name_and_endless_nesting_are_no_records() -> None:
    with pytest.raises(BadRecord, match="give its Path"):
        load("game.json")
    with pytest.raises(BadRecord):
        load('{"lodge": 1, "position": ' + '{"a":' * 100_000)


def test_an_unwritable_place_is_told_and_a_kept_record_survives(tmp_path: Path) -> None:
    record = Match.new("dam-it").record()
    with pytest.raises(LodgeError, match="cannot be written"):
        record.save(tmp_path / "none" / "game.json")
    record.save(tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path / "none.json")


def test_a_record_is_a_struct() -> None:
    assert isinstance(Match.new("dam-it").record(), Record)


def early(ending: str = "resigned") -> Match:
    match = Match.new("dam-it", seats=2, seed=2, names=["Ann", "Bo"])
    match.play(0, "take 1")
    match.note("left", 1)
    match.note("returned", 1)
    match.note("resigned", 0)
    match.end(cast("Any", ending))
    return match


def test_an_early_end_is_in_the_record_and_verified(tmp_path: Path) -> None:
    match = early()
    assert (match.over, match.pending, match.winners, match.places) == (True, [], [1], [2, 1])
    assert match.legal_actions(1) == []
    assert not match.can_undo(0)
    record = match.record()
    assert (record.lodge, record.scores, record.seed) == (3, None, "2")
    assert load(record.to_json()) == record
    verdict = verify(record.to_json())
    assert verdict.finished
    assert "somebody resigned" in str(verdict)
    assert any("beside the moves" in line for line in verdict.unproved)
    changes: list[dict[str, Any]] = [{"winners": [0]}, {"scores": [1, 2]}, {"ending": "stopped"}, {"incidents": []}]
    for change in changes:
        with pytest.raises(BadRecord):
            verify({**record.ordered(), **change})
    with pytest.raises(BadRecord, match="Incident 1"):
        verify({**record.ordered(), "incidents": [{"after": 9, "kind": "left", "seat": 0}]})
    with pytest.raises(LodgeError, match="over"):
        match.end("drawn")
    path = tmp_path / "early.json"
    record.save(path)
    told = CliRunner().invoke(app, ["show", str(path)]).output
    assert "Bo leaves, and a bot plays on." in told
    assert "Ann resigns." in told
    assert "Bo wins." in told


def test_nobody_wins_a_match_that_was_stopped() -> None:
    match = early("stopped")
    assert (match.winners, match.places) == ([], [])
    with pytest.raises(LodgeError, match="played to its end"):
        check_over(match)


def test_records_of_older_formats_are_read_as_before() -> None:
    for number in (1, 2):
        assert (
            load({"lodge": number, "game": "dam-it", "rules": 1, "seats": ["A", "B"], "commitment": "8a"}).ending
            is None
        )
    with pytest.raises(BadRecord, match="up to 3"):
        load({"lodge": 4, "game": "dam-it", "rules": 1, "seats": ["A", "B"], "commitment": "8a"})


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_a_move_can_be_played_in_every_form(which: Game) -> None:
    seat = Match.new(which.id, seed=3).pending[0]
    action = Match.new(which.id, seed=3).legal_actions(seat)[-1]
    move, number, text = which.moves.to_move(action), np.int16(action), which.moves.text(action)
    forms: list[Any] = [action, number, text, move, msgspec.to_builtins(move)]
    for form in forms:
        match = Match.new(which.id, seed=3)
        match.play(seat, form)
        assert match.history == [(seat, text)]
    for wrong in (-1, which.rules.ACTIONS, 99999):
        with pytest.raises(IllegalMove, match=f"{wrong} does not exist: actions are 0 to {which.rules.ACTIONS - 1}"):
            which.moves.to_move(wrong)
