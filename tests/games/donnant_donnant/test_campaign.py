"""N34, N35: levels open each other; the ledger of a campaign."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from lodge import Match
from lodge.bots import bot, decide
from lodge.cli import app
from lodge.errors import BadRecord, LodgeError
from lodge.games import game, games
from lodge.games.campaign import Ledger, Open, Outcome
from lodge.games.donnant_donnant.rules.facts import LEVELS as FACTS
from lodge.games.donnant_donnant.table.campaign import BOAST, LEVELS, ledger, opened
from lodge.kernel import lucky
from lodge.record import Record
from lodge.replaying import verify_campaign

NEEDS = [10, 20, 30, 40, 50, 60, 70]


def campaign(*above: int) -> Ledger:
    """A campaign by what each match made above (or below) the need."""
    return ledger([Outcome(need, need + more) for need, more in zip(NEEDS, above, strict=False)])


def totals(found: Ledger) -> list[int]:
    return [line.total for line in found.lines]


def test_levels_are_those_of_the_rules() -> None:
    assert [(level.rounds, level.need) for level in LEVELS] == [tuple(fact) for fact in FACTS]
    donnant = game("donnant")
    bits = [donnant.option_bits(level.options) for level in LEVELS]
    assert bits == [0, 1, 2, 4, 8, 16, 32]
    assert [one.id for one in games() if one.campaign] == ["donnant"]


def test_a_level_is_passed_with_just_enough_and_opens_the_next() -> None:
    """N34."""
    assert [Outcome(25, points).passed for points in (24, 25, 26)] == [False, True, True]
    assert opened([]) == Open(frozenset({1}), campaign=False)
    assert opened([1, 2]) == Open(frozenset({1, 2, 3}), campaign=False)
    assert opened(range(1, 7)) == Open(frozenset(range(1, 8)), campaign=False)
    assert opened(range(1, 8)) == Open(frozenset(range(1, 8)), campaign=True)


@pytest.mark.parametrize(
    ("above", "total", "lost", "won"),
    [
        ((), [], False, False),
        ((0,), [0], False, False),
        ((-1,), [-1], True, False),  # level 1: nothing to pay with
        ((3, -3), [3, 0], False, False),  # paid with the last point
        ((3, -4), [3, -1], True, False),
        ((3, -3, 0, -1), [3, 0, 0, -1], True, False),  # a point is paid once
        ((0,) * 7, [0] * 7, False, True),
        ((10, 0, 0, 0, 0, 0, -10), [10, 10, 10, 10, 10, 10, 0], False, True),
        ((10, 0, 0, 0, 0, 0, -11), [10, 10, 10, 10, 10, 10, -1], True, False),  # lost at the last level
    ],
)
def test_points_above_the_need_are_added_and_a_shortfall_is_paid(
    above: tuple[int, ...], total: list[int], lost: bool, won: bool
) -> None:
    """N35."""
    found = campaign(*above)
    assert totals(found) == total
    assert (found.lost, found.won, found.ended) == (lost, won, lost or won)


def test_the_boast_is_fifty_points_at_the_end_not_before() -> None:
    """N35."""
    assert BOAST == 50
    assert not campaign(*[20] * 6).boast
    assert campaign(50, *[0] * 6).boast
    assert not campaign(50, *[0] * 5, -1).boast


def test_no_match_follows_on_the_end() -> None:
    for ended in ([-1, 5], [0] * 8):
        with pytest.raises(LodgeError, match="begins a new one"):
            ledger([Outcome(20, 20 + more) for more in ended])


@given(st.lists(st.integers(0, 90), max_size=7))
def test_it_goes_on_exactly_as_long_as_the_points_suffice(points: list[int]) -> None:
    """N35, against the sums."""
    played = [Outcome(need, made) for need, made in zip(NEEDS, points, strict=False)]
    ends = [sum(points[:at]) - sum(NEEDS[:at]) for at in range(1, len(points) + 1)]
    first = next((at for at, total in enumerate(ends, 1) if total < 0), len(ends))
    found = ledger(played[:first])
    assert totals(found) == ends[:first]
    assert found.lost == (ends[:first][-1:] != [] and ends[first - 1] < 0)
    assert all(b.total - a.total == b.surplus for a, b in pairwise(found.lines))


def solo(level: int, seed: str) -> Record:
    """A match that a hand-written player has played to its end."""
    match = Match.new("donnant", 1, seed=seed, options=LEVELS[level - 1].options)
    while match.pending:
        match.play(0, decide(bot("greedy"), match.game, match.state, 0, lucky(match.number)))
    return match.record()


def test_a_campaign_is_checked_from_its_records(tmp_path: Path) -> None:
    """N35: the records alone tell how it went; what is not of it is refused."""
    first = next(record for seed in range(20) if (record := solo(1, str(seed))).scores[0] >= LEVELS[0].need)  # type: ignore[index]
    second = solo(2, "next")
    assert first.scores
    assert second.scores
    found = verify_campaign([first, second])
    assert found == ledger([Outcome(LEVELS[0].need, first.scores[0]), Outcome(LEVELS[1].need, second.scores[0])])
    for wrong, words in (
        ([], "at least one"),
        ([second], "level 1"),
        ([first, first], "level 2"),
        ([Match.new("dam-it", 2, seed=1).record(secret=True)], "campaign's game"),
        ([Match.new("donnant", 1, seed=1).record(secret=True)], "level 1"),
        ([msgspec.structs.replace(first, scores=[99])], "scores"),
    ):
        with pytest.raises(BadRecord, match=words):
            verify_campaign(wrong)
    names = [str(tmp_path / "1.json"), str(tmp_path / "2.json")]
    for record, name in zip((first, second), names, strict=True):
        record.save(name)
    shown = CliRunner().invoke(app, ["donnant", "campaign", *names])
    assert shown.exit_code == 0
    assert str(found.lines[1].total) in shown.output
    told = json.loads(CliRunner().invoke(app, ["donnant", "campaign", *names, "--json"]).output)
    assert told["lines"][0]["points"] == first.scores[0]
