"""Analysis: what it says is exact where all is known, adds up everywhere, and uses only what players knew."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge import Match
from lodge.analysis import Reason, analyse, playouts_for, weigh, what_if
from lodge.analysis.budget import FEWEST, LEAST, MOST
from lodge.analysis.field import Field, apart, certain_lines
from lodge.analysis.judging import accuracy, turning_points
from lodge.analysis.numbers import SURE, noise_of
from lodge.analysis.second_opinion import confirms
from lodge.analysis.weighing import _reason
from lodge.analysis.what_if import _outlooks
from lodge.bots import bot, decide
from lodge.bots.playouts import Endings, play_outs
from lodge.bots.search import Search
from lodge.errors import IllegalMove, LodgeError
from lodge.games import game, games
from lodge.games.amik.rules.state import BUILD_LAST
from lodge.games.compiled import compiled_rules
from lodge.games.dam_it.rules.facts import COUNTS, NAMES
from lodge.kernel import copy, lucky

ROOT = Path(__file__).parents[2]
BUILT = "build 7 with oak+acacia+pine+alder+disposal"
DEAREST = 17  # points of the dam that the hand can pay


def played(name: str, seats: int, moves: int | None = None) -> Match:
    """A match between quick bots, to its end or so many moves long."""
    match = Match.new(name, seats, seed="analysis")
    while match.pending and match.number != moves:
        seat = match.pending[0]
        spec = "random" if seat == 1 else "greedy"
        match.play(seat, decide(bot(spec), match.game, match.state, seat, lucky(match.number)))
    return match


def last_turns() -> Match:
    """No card is left to come, so that taking one ends it: who builds first wins, who takes loses."""
    hand = {"oak": 1, "acacia": 1, "pine": 1, "alder": 1, "disposal": 1}
    players: Any = [{"cubes": 4, "hand": hand}, {"cubes": 4, "dams": ["3/5"]}]
    river, top = ["birch", "birch", "pine", "maple"], "willow"
    left = Counter(dict(zip(NAMES, COUNTS, strict=True))) - Counter(river) - Counter([top])
    for player in players:
        left -= Counter(player.get("hand", {}))
    cards = [{"card": card, "cubes": 0} for card in river]
    position = {"players": players, "river": cards, "top": top, "discard": dict(left), "pile": {}}
    return Match.from_position("dam-it", position, options=["open-hands"], seed=1)


def test_where_all_is_known_every_number_is_exact() -> None:
    match = last_turns()
    match.play(0, "take 1")
    assert match.winners == [1], "the chance to win is thrown away"
    found = analyse(match, playouts=20)
    (first,) = found.moves
    assert found.start == [1.0, 0.0]
    assert first.stands == [0.0, 1.0]
    assert first.choices[0].text.startswith("build")
    assert first.choices[first.played].edge == first.loss == 1.0
    assert first.choices[first.played].noise == 0.0
    assert first.choices[first.played].why == Reason(line="dams", points=DEAREST)
    assert first.skill == [-1.0, 1.0]
    assert first.luck == [0.0, 0.0]
    assert found.turning == [1]
    loser, winner = found.standings
    assert (loser.start, loser.luck, loser.own, loser.others, loser.result) == (1.0, 0.0, -1.0, 0.0, 0.0)
    assert (winner.own, winner.others, winner.result) == (0.0, 1.0, 1.0)
    assert (loser.luck_noise, loser.own_noise, winner.others_noise) == (0.0, 0.0, 0.0)
    assert loser.accuracy < winner.accuracy == 100
    other = what_if(match, 0, first.choices[0].text, games=20)
    assert (other.gain, other.noise) == (1.0, 0.0)
    assert [seat.chance for seat in other.instead] == [1.0, 0.0]
    assert [seat.chance for seat in other.as_played] == [0.0, 1.0]


@pytest.mark.parametrize(("name", "seats"), [("dam-it", 3), ("beaver-gang", 2), ("donnant", 1)])
def test_start_luck_and_play_add_up_to_the_result(name: str, seats: int) -> None:
    match = played(name, seats)
    playouts = 100 if seats > 1 else 10
    found = analyse(match, playouts=playouts, searcher=Search(playouts=playouts // 4))
    assert found.unit == ("points" if seats == 1 else "chance")
    assert len(found.moves) == match.number
    for seat, one in enumerate(found.standings):
        ended = match.scores[0] if seats == 1 else (seat in match.winners) / len(match.winners)
        assert one.result == ended
        assert one.start + one.luck + one.own + one.others == pytest.approx(one.result)
        assert 0 <= one.accuracy <= 100
    for move in found.moves:
        for choice in move.choices:
            assert choice.results[move.seat] + choice.edge == pytest.approx(move.choices[0].results[move.seat])
        if move.choices:
            assert move.choices[move.played].text == move.text
        assert move.skill[move.seat] == pytest.approx(-move.loss)
        assert not (move.loss and move.gain)
    if seats > 1:
        assert found.standings[1].accuracy < found.standings[0].accuracy, "who plays anything"


@pytest.mark.parametrize(("name", "seats"), [("dam-it", 2), ("beaver-gang", 3), ("amik", 1), ("donnant", 2)])
def test_accuracy_own_play_and_luck_have_one_yardstick(name: str, seats: int) -> None:
    """Those who lost something have an accuracy below 100 and own play below 0, nobody else has; luck is the rest."""
    found = analyse(played(name, seats), playouts=20 if seats > 1 and name != "donnant" else 2)
    for seat, one in enumerate(found.standings):
        lost = [move.loss for move in found.moves if move.seat == seat]
        assert one.own == pytest.approx(-sum(lost))
        assert one.loss * one.decisions == pytest.approx(sum(lost))
        assert (one.accuracy < 100) is (one.own < 0) is any(lost)
        assert one.own_noise <= -one.own / SURE, "nothing is counted that could be noise"
        assert one.luck == pytest.approx(one.result - one.start - one.own - one.others)


def test_the_same_budget_gives_the_same_on_any_number_of_threads() -> None:
    match = played("dam-it", 2)
    one, two = (analyse(match, playouts=5, seed=3, threads=threads) for threads in (1, 2))
    assert one == two
    other = analyse(match, playouts=5, seed=4)
    assert one != other


def test_a_loss_within_the_noise_does_not_count() -> None:
    found = analyse(played("dam-it", 2), playouts=20)
    made = [(one.loss, one.choices[one.played]) for one in found.moves if one.choices]
    unsure = [loss for loss, choice in made if 0 < choice.edge <= SURE * choice.noise]
    assert unsure == [0.0] * len(unsure) != []
    lost = [(loss, choice) for loss, choice in made if loss]
    assert lost
    assert all(loss == choice.edge > SURE * choice.noise for loss, choice in lost)


def test_a_mistake_needs_two_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """What play-outs call a mistake is none where the search of master finds the move as good."""
    match = played("dam-it", 2)
    assert any(one.loss for one in analyse(match, playouts=50).moves)
    monkeypatch.setattr("lodge.analysis.weighing.confirms", lambda *_, **__: False)
    assert not any(one.loss for one in analyse(match, playouts=50).moves)


def test_search_below_a_move_plans_where_play_outs_do_not() -> None:
    """All is known, and who takes loses at once: search knows it as well."""
    match = last_turns()
    build, take = (match.game.moves.parse(text) for text in (BUILT, "take 1"))
    asked = {"seed": 5, "playouts": 320}
    assert confirms(match.game, match.state, 0, build, take, **asked)
    assert not confirms(match.game, match.state, 0, take, build, **asked)


@pytest.mark.parametrize(("name", "bad"), [("dam-it", -5.0), ("beaver-gang", 5.0)])
def test_what_the_others_lose_is_a_reason_and_what_they_gain_is_none(name: str, bad: float) -> None:
    """In Beaver Gang points are bad."""
    which, nothing = game(name), np.zeros((3, 1))

    def endings(points: float) -> Endings:
        """As seat 0 gets nothing, and the others so many points each, in the first line of the score."""
        lines = np.zeros((3, len(which.lines.LINES)))
        lines[1:, 0] = points
        return Endings(nothing, nothing, lines)

    assert _reason(which, 0, endings(0.0), endings(bad)) == Reason(line="others", points=bad)
    assert _reason(which, 0, endings(bad), endings(0.0)) is None


def test_eight_of_ten_endings_are_between_low_and_high() -> None:
    scores = np.arange(101.0).reshape(-1, 1)
    (told,) = _outlooks(Endings(np.ones_like(scores), scores, np.zeros((1, 1))))
    assert (told.low, told.points, told.high) == (10, 50, 90)


@pytest.mark.parametrize(("name", "seats", "moves"), [("dam-it", 3, 20), ("beaver-gang", 3, 12), ("donnant", 2, 6)])
def test_a_hint_depends_on_nothing_that_its_seat_cannot_know(name: str, seats: int, moves: int) -> None:
    match = played(name, seats, moves)
    seat, state = match.pending[0], match.state
    told = []
    for number in range(3):
        true = copy(state)
        if number:  # any other deal that looks the same to the seat
            compiled_rules(match.game).imagine(true, seat, lucky(number))
        told.append(weigh(match.game, true, seat, lucky(9), searcher=Search(playouts=30), playouts=10))
    assert told[0] == told[1] == told[2]


def test_not_everybody_seems_to_lose_where_dams_are_hidden() -> None:
    """If every other could have any dam, one would seem far ahead: four players would see an eighth of a win in all."""
    together = 0.0
    for seed in range(8):
        match = Match.new("dam-it", 4, seed=seed)
        while match.number < 56:
            seat = match.pending[0]
            match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
        for seat in range(4):
            together += play_outs(match.game, match.state, 50, 1, eye=seat).shares[:, seat].mean() / 8
    assert 0.4 < together < 1.1


def test_play_outs_end_as_the_game_does() -> None:
    """The lines of the score are all of it, and somebody has won."""
    for name, seats in (("dam-it", 2), ("beaver-gang", 3), ("amik", 1), ("donnant", 2)):
        match = played(name, seats)
        endings = play_outs(game(name), match.state, 2, 1)
        assert endings.scores.tolist() == [match.scores] * 2, name
        assert endings.lines.sum(1).tolist() == match.scores, name
        assert endings.shares.sum(1).tolist() == [1.0, 1.0]


def test_the_page_has_words_for_every_line_of_every_score() -> None:
    for one in games():
        words = json.loads((ROOT / "web/src/games" / one.id / "messages/en.json").read_text())
        for line in one.lines.LINES:
            assert {f"score_{line}", f"line_{line}"} & set(words), f"{one.id}: {line}"


def test_what_cannot_be_is_refused() -> None:
    running = played("dam-it", 2, 4)
    with pytest.raises(LodgeError, match="played to its end"):
        analyse(running)
    with pytest.raises(LodgeError, match="played to its end"):
        what_if(running, 0, "take 1")
    match = played("dam-it", 2)
    with pytest.raises(LodgeError, match="playouts"):
        analyse(match, playouts=0)
    with pytest.raises(IllegalMove, match="was not possible"):
        what_if(match, 0, "build 11 with oak+acacia")
    with pytest.raises(LodgeError, match="no decision"):
        what_if(match, match.number, "take 1")


def test_a_time_budget_becomes_play_outs_by_the_length_of_the_record() -> None:
    match = played("dam-it", 2)
    assert playouts_for(match, 0.0001) == LEAST
    assert playouts_for(match, 1e6) == MOST
    assert LEAST < playouts_for(match, 1.0) < playouts_for(match, 2.0) < MOST
    once, again = (analyse(match, seconds=0.001) for _ in range(2))
    assert once.playouts == LEAST
    assert once == again, "no clock is asked"
    assert 0 < once.noise < 1


def test_a_first_picture_is_there_soon() -> None:
    """With too little time for decisions it is a curve."""
    match = played("dam-it", 2)
    rough, curve = (analyse(match, seconds=seconds, rough=True) for seconds in (0.2, 1e-6))
    assert rough.playouts < LEAST or any(one.choices for one in rough.moves)
    assert curve.playouts == FEWEST
    assert not any(one.choices for one in curve.moves)
    assert len(curve.moves) == match.number


def test_where_seats_are_apart_the_others_need_not_be_played_again() -> None:
    """To the bit what playing for everybody gives; and no move is lucky between two rolls."""
    match = played("amik", 3, 60)
    assert apart(match.game, match.state)
    field, seat = Field(match.game, match.state, 3, 5), match.pending[0]
    for action in match.legal_actions(seat)[:2]:
        whole = play_outs(match.game, match.state, 3, 5, seat=seat, action=action)
        found = field.after(seat, action)
        assert found.scores.tolist() == whole.scores.tolist()
        assert found.shares.tolist() == whole.shares.tolist()
        assert found.lines.tolist() == whole.lines.tolist()
    assert not any(apart(game(name), Match.new(name, 2).state) for name in ("dam-it", "beaver-gang", "donnant"))


def test_accuracy_falls_with_what_is_lost() -> None:
    assert accuracy(0, 0.5) == 100
    assert 49 < accuracy(0.058, 0.5) < 51
    assert accuracy(1.2, 10.0) == accuracy(0.06, 0.5)


@pytest.mark.parametrize(("moves", "seats", "playouts"), [(80, 2, 200), (300, 3, 16), (300, 2, 50), (600, 8, 16)])
def test_noise_alone_makes_no_turning_point(moves: int, seats: int, playouts: int) -> None:
    random = np.random.default_rng(1)
    told, counts = 0, [float(playouts)] * moves
    for _ in range(20):
        wins = random.integers(0, seats, (moves, playouts))
        results = [np.eye(seats)[each] for each in wins]
        curve, noise = [one.mean(0) for one in results], [noise_of(one) for one in results]
        told += bool(turning_points(curve, noise, counts, spread=0.3))
        curve[40:] = [np.eye(seats)[0]] * (moves - 40)
        noise[40:] = [np.zeros(seats)] * (moves - 40)
        if playouts >= 50:  # fewer could have come to that by chance, somewhere among so many moves
            assert turning_points(curve, noise, counts, spread=0.3)[0] == 40
    assert told <= 2


@pytest.mark.parametrize("seats", [1, 2])
def test_what_is_certain_is_not_left_to_quick_bots(seats: int) -> None:
    """The last upgrades of Amik, where quick bots leave points lying (A13)."""
    match = Match.new("amik", seats, seed=5)
    while int(match.state.step[0]) != BUILD_LAST:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    field, quick = Field(match.game, match.state, 4, 1), play_outs(match.game, match.state, 4, 1)
    found = field.everybody.scores
    assert (found[:, 0] >= quick.scores[:, 0]).all()
    stop, first = (float(field.after(0, action).scores[0, 0]) for action in match.legal_actions(0)[:2])
    assert stop < first, "who stops gets nothing for what is saved"
    while 0 in match.pending:
        match.play(0, decide(bot("master:1"), match.game, match.state, 0, lucky(0)))
    assert found[:, 0].tolist() == [match.scores[0]] * 4


CONSTANT = re.compile(r"^(?:export )?const (\[[A-Z_, ]+\]|[A-Z_]+) = (\[[\d., ]+\]|[\d.]+);", re.MULTILINE)
TWINS = {"opinion": "second_opinion", "standings": "judging"}  # where a file of the page has another name


def test_the_page_has_the_same_bounds() -> None:
    """What counts as a mistake, how close a look is, when a turning point is one: as in Python."""
    compared = 0
    for file in (ROOT / "web/src/engine/analysis").glob("*.ts"):
        name = f"lodge.analysis.{TWINS.get(file.stem, file.stem)}"
        for names, numbers in CONSTANT.findall(file.read_text("utf-8")):
            told = dict(zip(re.findall(r"[A-Z_]+", names), map(float, re.findall(r"[\d.]+", numbers)), strict=True))
            here = vars(import_module(name)) if find_spec(name) else {}
            same = {one: here[one] for one in told if one in here}
            assert {one: told[one] for one in same} == same, file.name
            compared += len(same)
    assert compared > 15


def test_who_stops_is_judged_as_who_goes_on() -> None:
    """What the best last upgrades bring is told of no move as long as another does not lead to them (Amik)."""
    match = Match.new("amik", 1, seed=5)
    while int(match.state.step[0]) != BUILD_LAST:
        before, action = copy(match.state), decide(bot("greedy"), match.game, match.state, 0, lucky(match.number))
        match.play(0, action)
    assert match.game.moves.text(action) == "stop"
    assert certain_lines(match.game, match.state, 0) is not None
    assert certain_lines(match.game, before, 0, action) is None
