"""Changed facts: what may be set, what is refused, and that a changed game is the printed one but for the change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge.errors import LodgeError, UnknownName
from lodge.games import Game, game, games
from lodge.games.playout import first_seat
from lodge.kernel import below, copy, lucky, new
from lodge.study.play import happened
from lodge.study.variants import checked, facts, listed, printed, variant

GAMES = [one.id for one in games()]
MOVES = 150  # some of a game as its rules are written: compiling every variant would take minutes


def walk(game: Game, seats: int, moves: int = MOVES) -> Iterator[tuple[Any, int, int, Any]]:
    """A random game, interpreted."""
    rules = game.rules
    luck, state, out = lucky(7), new(rules.State), np.zeros(rules.MOST_CANDIDATES, np.int16)
    rules.deal(state, seats, 0, luck)
    for _ in range(moves):
        if not (waiting := rules.pending(state)):
            return
        seat = first_seat(waiting)
        action = int(out[below(luck, rules.candidates(state, seat, out))])
        before = copy(state)
        rules.play(state, seat, action, luck)
        yield before, seat, action, state


def set_to(name: str, which: str) -> tuple[str, ...]:
    """All facts of a game at once: as printed, or as little or much as may be."""
    texts = []
    for fact in facts(game(name)):
        now = printed(game(name), fact)
        numbers = now if isinstance(now, tuple) else (now,)
        value = {"printed": numbers, "least": (fact.least,) * len(numbers), "most": (fact.most,) * len(numbers)}[which]
        texts.append(f"{fact.name}={','.join(map(str, value))}")
    return checked(name, texts)


@pytest.mark.parametrize("name", GAMES)
def test_set_to_what_is_printed_it_is_the_same_game(name: str) -> None:
    there, again = game(name), variant(name, set_to(name, "printed"))
    assert again.package != there.package
    assert again.rules is not there.rules
    seats = max(2, there.seats[0])
    for (_, a, b, state), (_, c, d, other) in zip(walk(there, seats), walk(again, seats), strict=True):
        assert (a, b, state.tobytes()) == (c, d, other.tobytes())


@pytest.mark.parametrize("which", ["least", "most"])
@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_set_can_be_played(name: str, which: str) -> None:
    changed = variant(name, set_to(name, which))
    for fact in facts(changed):
        now = printed(changed, fact)
        assert set(now if isinstance(now, tuple) else [now]) == {fact.least if which == "least" else fact.most}
    assert len(list(walk(changed, max(changed.seats)))) >= 5
    before, seat, *_ = next(walk(changed, max(changed.seats)))
    action = changed.greedy.choose(before, seat, np.zeros(changed.rules.MOST_CANDIDATES, np.int16), lucky(1))
    assert 0 <= action < changed.rules.ACTIONS


def test_a_change_is_what_it_says_and_nothing_else() -> None:
    changed = variant("dam-it", checked("dam-it", ["cubes = 5", "dams.7=12, 10,8"]))
    there: Any = changed.study
    assert [pile.points for pile in there.DAM_PILES] == [(17,), (14, 12), (12, 10, 8), (7, 6, 6, 5), (5, 4, 4, 3, 3)]
    state = new(changed.rules.State)
    changed.rules.deal(state, 2, 0, lucky(1))
    assert list(state.cubes) == [5, 5, 0, 0]
    state.dams[0] = 1 << 3
    assert changed.rules.score(state, 0) - game("dam-it").rules.score(state, 0) == 1
    points = variant("donnant", checked("donnant", ["points.e5=7"])).study
    assert [card.points for card in points.DECK[3:6]] == [4, 7, 2]  # type: ignore[union-attr]


def test_changes_are_kept_in_one_order() -> None:
    assert checked("dam-it", ["cubes=5", "dams.7=12,10,8"]) == checked("dam-it", ["dams.7=12,10,8", "cubes=05"])
    assert variant("dam-it", ()) is game("dam-it")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dams.8=1", "dams.7=11,10,8"),
        ("cubes", "cubes=4"),
        ("dams.7=12,10", "3 numbers from 0 to 99, like 11,10,8; not 12,10"),
        ("dams.7=12,10,300", "from 0 to 99"),
        ("cubes=", "a number from 0 to 20, like 4; not nothing"),
        ("cubes=four", "not four"),
    ],
)
def test_what_cannot_be_set_is_told(text: str, told: str) -> None:
    with pytest.raises(LodgeError) as error:
        checked("dam-it", [text])
    assert told in str(error.value)


def test_twice_or_nowhere() -> None:
    with pytest.raises(LodgeError, match="set twice"):
        checked("dam-it", ["cubes=4", "cubes=5"])
    with pytest.raises(UnknownName):
        checked("chess", ["cubes=4"])
    plain = Game("plain", "Plain", (2, 2), 1, "lodge.games.dam_it")
    object.__setattr__(plain, "study", None)
    assert listed(plain) == ""


def test_where_nothing_can_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("lodge.study.variants.cache_root", lambda: tmp_path / "file")
    with pytest.raises(LodgeError, match="LODGE_CACHE"):
        variant("dam-it", ("cubes=19",))


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_counted_is_announced(name: str) -> None:
    """And every game says how it ended, or what it came to."""
    which = game(name)
    study = which.study
    assert study is not None
    said = set()
    for before, seat, action, after in walk(which, max(2, which.seats[0]), moves=10**6):
        for count in happened(which, before, seat, action, after):
            assert count.item in study.COUNTED[count.group].items
            assert -1 <= count.seat < int(after.seats)
            said.add(count.group)
    assert len(said) >= len(study.COUNTED) - 2
    assert next(iter(study.COUNTED)) in said
    assert study.rounds(after) >= 0
