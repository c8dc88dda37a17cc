"""Fair luck: shares, signatures, what is proved; docs/fair-luck.md and the example that was written from it."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from lodge import BadRecord, Match, load, replay, verify
from lodge.fairness import Share, seal
from lodge.record import Record, chained
from lodge.signing import new_key, public_key, signed, signer
from tests.luck_vectors import FOLDER, MATCHES, files, played, shares, vectors

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "verify_luck.py"
View = dict[str, Any]


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_luck", EXAMPLE)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


# --- shares ---------------------------------------------------------------------------------------------------


def test_every_nonce_changes_the_luck_and_the_seed_is_still_the_one_committed_to() -> None:
    alone = Match.new("dam-it", 2, seed="7")
    one = Match.new("dam-it", 2, seed="7", shares=[Share(seal("0" * 64), "0" * 64), None])
    other = Match.new("dam-it", 2, seed="7", shares=[None, Share(seal("0" * 64), "0" * 64)])
    assert alone.commitment == one.commitment == other.commitment
    assert len({str(match.position()) for match in (alone, one, other)}) == 3
    unrevealed = Match.new("dam-it", 2, seed="7", shares=[Share(seal("0" * 64)), None])
    assert unrevealed.position() == alone.position()


def test_a_record_with_shares_goes_round_and_undo_keeps_its_luck() -> None:
    match = Match.new("amik", 2, seed="7", shares=shares(2))
    match.play(0, "forest 1")
    match.play(1, "forest 1")
    again = replay(match.record(secret=True).to_json())
    assert again.position() == match.position()
    assert again.shares == match.shares
    match.play(0, "forest 2")
    match.undo(0)
    assert again.position() == match.position()


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return dict(json.loads((FOLDER / "dam-it.json").read_text()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"shares": [{"seal": "0" * 64, "nonce": "0" * 64}, None, None]}, "not the one that was sealed"),
        ({"shares": [None, None]}, "2 shares in the luck for 3 seats"),
        ({"shares": []}, r"Move 1 \("),
        ({"shares": [{"seal": "x"}, None, None]}, "is damaged"),
        ({"scores": [1, 2, 3]}, "scores in the record"),
    ],
)
def test_a_changed_share_is_found(record: dict[str, Any], change: dict[str, Any], words: str) -> None:
    changed = {name: value for name, value in record.items() if name != "signature"} | change
    with pytest.raises(BadRecord, match=words):
        verify(changed)


def test_a_record_that_was_written_anew_does_not_fit_its_signature(record: dict[str, Any]) -> None:
    mine = load(record)
    forged = chained(msgspec.structs.replace(mine, seats=["Eve", *mine.seats[1:]], chain=[]))
    with pytest.raises(BadRecord, match="signature does not fit"):
        verify(forged)


def test_records_of_the_format_before_still_verify() -> None:
    before = played("dam-it", 2, shared=False).record()
    assert before.lodge == 1
    assert "shares" not in before.to_json()
    assert verify(before.to_json()).finished


# --- signatures -----------------------------------------------------------------------------------------------


def test_a_signature_says_who_wrote_a_record() -> None:
    key = new_key()
    made = signed(Match.new("dam-it", 2, seed="é", names=["Ann", 'Bjørn "\\"']).record(), key)
    assert signer(load(made.to_json())) == public_key(key)
    assert signer(msgspec.structs.replace(made, signature=None)) is None
    other = msgspec.structs.replace(made, seats=["Eve", "Bo"])
    strange = msgspec.structs.replace(made, signature=msgspec.structs.replace(made.signature, key="no key"))  # type: ignore[type-var]
    for bad in (other, strange):
        with pytest.raises(BadRecord, match="signature"):
            signer(bad)


def test_the_verdict_says_what_was_proved_and_what_not(record: dict[str, Any]) -> None:
    verdict = verify(record)
    assert [line[:13] for line in verdict.proved] == ["The luck come", "The key d04ab"]
    assert "Player 1, Player 3 added" in verdict.proved[0]
    assert verdict.unproved == [
        "That the players are who their names say.",
        "That nobody knew the luck: the seed is somebody's own choice.",
        "Whose key that is: compare it with the one that the server shows.",
    ]
    hidden = Match.new("amik", 1, shares=[Share(seal("1" * 64))])
    assert "by keeping back what Player 1 added" in " ".join(verify(hidden.record(secret=True)).unproved)
    plain = " ".join(verify(Match.new("amik", 1).record(secret=True)).unproved)
    assert "had no share" in plain
    assert "not signed" in plain
    position = Match.from_position("dam-it", Match.new("dam-it", 2, seed=2).position())
    assert "was set up" in " ".join(verify(position.record(secret=True)).unproved)


# --- the page, its vectors, and the example ---------------------------------------------------------------------


def test_the_vectors_are_those_of_the_code() -> None:
    for name, text in files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: run python -m tests.luck_vectors"


def test_the_page_shows_some_of_them() -> None:
    page, found = (ROOT / "docs" / "fair-luck.md").read_text(), vectors()
    numbers = found["streams"][1]["numbers"][:4]
    for value in (
        found["commitments"][0]["commitment"],
        found["seals"][0]["seal"],
        found["shared"][0]["shared"],
        ", ".join(map(str, numbers)),
    ):
        assert f"{value}" in page


def test_the_example_imports_nothing_of_lodge_and_agrees_with_the_vectors() -> None:
    ours, found = example(), json.loads((FOLDER / "vectors.json").read_text())
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.lstrip().startswith("#")]
    imported = [line.split()[1] for line in lines if line.lstrip().startswith(("import ", "from "))]
    assert imported == ["hashlib", "hmac", "json", "sys", "collections.abc", "itertools", "typing"]
    assert len(lines) <= 200, "it is short enough to be read"
    for one in found["commitments"]:
        assert ours.sha("lodge commitment\0" + one["seed"]) == one["commitment"]
    for one in found["shared"]:
        given = [{"seal": "", "nonce": nonce} if nonce else None for nonce in one["nonces"]]
        assert ours.shared_seed({"seed": one["seed"], "shares": given}) == one["shared"]
    for one in found["streams"]:
        numbers, luck = (ours.numbers(one["seed"], one["move"]) for _ in range(2))
        assert [next(numbers) for _ in one["numbers"]] == one["numbers"]
        assert [[limit, ours.below(luck, limit)] for limit, _ in one["below"]] == one["below"]


def dam_it(match: Match, number: int, events: list[View], view: View) -> list[str]:
    river = [place["card"] for place in view["river"]]
    if not number:
        return [*river, view["top"], f"seat {view['to_move']}"]
    return [event["card"] for event in events if event["event"] == "uncover"]


def beaver_gang(match: Match, number: int, events: list[View], view: View) -> list[str]:
    dealt = [*(card for player in view["players"] for card in player["cards"]), view["top"]]
    if not number or any(event["event"] == "deal" for event in events):
        return dealt if number else [f"seat {view['dealer']}", *dealt]
    drawn = [event["card"] for event in events if event["event"] == "draw"]
    turned = [event for event in events if event["event"] == "turn-up"]
    return drawn + [card for event in turned for new in event["replaced"] for card in new["drawn"]]


def amik(match: Match, number: int, events: list[View], view: View) -> list[str]:
    rolls = [event["dice"] for event in events if event["event"] == "roll"] if number else [view["roll"]]
    return [str(die) for roll in rolls for die in roll]


def donnant(match: Match, number: int, events: list[View], view: View) -> list[str]:
    market, rows = view["market"], ("evaluation", "bonus")
    if not number:
        filled = [card for row in rows for card in reversed(market[row])]
        return [*filled, *(c["card"] for player in view["players"] for c in player["hand"]), f"seat {view['starter']}"]
    before = match.replay_view(number - 1)["market"]
    blind = [view["held"]["card"] for event in events if event["event"] == "blind"]
    filled = [card for row in rows for card in reversed(market[row]) if card and card not in before[row]]
    rolls = [event["dice"] for event in events if event["event"] == "roll"]
    return blind + filled + [f"{colour} {shows}" for roll in rolls for colour, shows in roll.items()]


CAME: dict[str, Callable[[Match, int, list[View], View], list[str]]] = {
    "dam-it": dam_it,
    "beaver-gang": beaver_gang,
    "amik": amik,
    "donnant": donnant,
}


@pytest.mark.parametrize("which", [*MATCHES, ("donnant", 1, ()), ("amik", 1, ("three-games",)), ("beaver-gang", 2, ())])
def test_the_example_tells_the_luck_of_every_move(which: tuple[str, int, tuple[str, ...]]) -> None:
    game, seats, options = which
    match = played(game, seats, options, seed=f"{game} {seats}")
    record = json.loads(match.record().to_json())
    assert list(example().faults(record)) == []
    shown = [
        CAME[game](match, number, match.replay_events(number) if number else [], match.replay_view(number))
        for number in range(match.number + 1)
    ]
    assert list(example().GAMES[game](record)) == shown


def test_the_example_refills_the_stack_and_ends_a_round_without_a_knock() -> None:
    match = Match.new("beaver-gang", 2, seed="patience")
    while match.pending:
        seat = match.pending[0]
        texts = [match.game.moves.text(action) for action in match.legal_actions(seat)]
        match.play(seat, next((one for one in texts if one.startswith(("draw", "discard", "pass"))), texts[0]))
    assert match.number > 900
    shown = [
        beaver_gang(match, number, match.replay_events(number) if number else [], match.replay_view(number))
        for number in range(match.number + 1)
    ]
    assert list(example().beaver_gang(json.loads(match.record().to_json()))) == shown


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "Seed, seals and marks are as they should be."),
        ({"seed": "8"}, "not the one committed to"),
        ({"options": ["open-hands"]}, "Move 1 is not what was recorded"),
        ({"shares": [{"seal": "0", "nonce": "1"}, None, None]}, "The nonce of seat 0"),
    ],
)
def test_the_example_as_a_program(record: dict[str, Any], tmp_path: Path, change: dict[str, Any], words: str) -> None:
    (tmp_path / "game.json").write_text(json.dumps(record | change))
    ran = subprocess.run(
        [sys.executable, "-I", EXAMPLE, tmp_path / "game.json"], capture_output=True, text=True, check=False
    )
    assert words in ran.stdout, ran.stderr
    assert ran.returncode == int("should be" not in words)


def test_a_record_is_of_the_fields_that_the_page_names() -> None:
    page = (ROOT / "docs" / "fair-luck.md").read_text()
    lines = [line for line in page.splitlines() if line.startswith("| `") and line.split("|")[1].strip()]
    named = [name.strip(" `") for line in lines for name in line.split("|")[1].split(",")]
    fields = [field.name for field in msgspec.structs.fields(Record)]
    assert [name for name in named if name in fields] == fields
