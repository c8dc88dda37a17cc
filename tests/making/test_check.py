"""`lodge check`: what it says of a game that is whole, and of every mistake that one makes first."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lodge.cli import app, making
from lodge.games import Game, game
from lodge.games.compiled import compiled_rules
from lodge.games.validate import Problem
from lodge.testing import compiling, conformance, imagining, reading, telling, wording
from lodge.testing.playing import Broken
from tests.making.conftest import Project
from tests.unmeasured import unmeasured

UNFAIR = """                first(state, other)


@rule
def first(state: State, seat: int) -> None:
    \"\"\"The first card of the box, which is not any card.\"\"\"
    for card in range(CARDS):
        if int(state.where[card]) == BOX:
            state.where[card] = seat
            return


@rule
"""


def check(project: Project, *options: str) -> tuple[int, str]:
    project.begin()
    done = CliRunner().invoke(app, ["check", project.name, *options], env={"COLUMNS": "300"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_a_new_game_is_whole_compiles_and_keeps_all_promises(project: Project) -> None:
    status, told = check(project)
    assert status == 0, told
    assert "0 failed" in told
    assert "positions were listed" in told


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "rules.py",
            "    tricks = 0\n",
            "    tricks = sum(int(one) for one in state.tricks)\n",
            "rules.py:108: over cannot be compiled: a generator expression: write a loop.",
        ),
        (
            "rules.py",
            "(state.tricks[seat])",
            "(state.trick[seat])",
            "rules.py:117: State has no field 'trick'. Did you mean tricks?",
        ),
        ("rules.py", "state.to_move = winner", "state.leader = winner", "State has no field 'leader'. It has"),
        (
            "rules.py",
            "@rule\ndef held",
            "def held",
            "imagine calls held, which is no rule: write @rule above it (rules.py:",
        ),
        ("rules.py", "skip = below(luck, left)", "skip = below(luck, leftt)", "draw: leftt is not defined."),
        ("rules.py", "    left = 0\n", "    left = np.zeros(3)\n", "asks for memory"),
        (
            "table/moves.py",
            "player.cards = held",
            "player.card = held",
            "Player has no field 'card'. Did you mean cards?",
        ),
        (
            "table/moves.py",
            "seen.players.count",
            "seen.player.count",
            "View has no field 'player'. Did you mean players?",
        ),
        ("rules.py", "    winner = 0\n", "    winner = [0]\n", "play cannot be compiled: a list is made"),
        ("rules.py", "import Luck", "import Chance", "rules.py:6: ImportError"),
    ],
)
def test_a_mistake_is_told_in_a_line_with_its_place(project: Project, file: str, old: str, new: str, told: str) -> None:
    project.change(file, old, new)
    status, output = check(project, "--quick")
    assert status == 1
    assert told in " ".join(output.split()), output
    assert len(output.splitlines()) <= 4


def test_what_only_the_compiler_finds_is_short_too(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "entries", lambda game: [compiled_rules(game).play])
    project.change("rules.py", "state.where[action] = GONE", 'state.where[action] = GONE + "no"')
    status, output = check(project, "--quick")
    assert status == 1
    assert "rules.py:" in output
    assert "play does not compile: there is no add(" in " ".join(output.split())
    assert len(output.splitlines()) <= 4, output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("                draw(state, other, luck)\n\n\n@rule\n", UNFAIR, "in other proportions"),
        ("MOST_MOVES = HAND * MOST_SEATS", "MOST_MOVES = 3", "goes on after MOST_MOVES = 3 moves"),
        ("    return count\n", "    out[count] = 0\n    return count + 1\n", "legal"),
    ],
)
def test_a_promise_that_is_not_kept_is_named(
    project: Project, monkeypatch: pytest.MonkeyPatch, old: str, new: str, told: str
) -> None:
    monkeypatch.setattr(compiling, "have_native", lambda: False)  # interpreted: the checks are the same
    project.change("rules.py", old, new)
    with nullcontext() if new == UNFAIR else unmeasured():  # all checks, each time
        status, output = check(project)
    assert status == 1
    assert re.search(told, " ".join(output.split())), output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('trick.",', 'trick."', "words.json:4: this is no JSON"),
        (
            '"move_play": "Play',
            '"move_ploy": "Play',
            "words.json:5: nothing asks for 'move_ploy'. Did you mean move_play?",
        ),
        ("{name} spielt die {card}", "{name} spielt {cards}", "event_play has no field 'cards'. It has name, card."),
        ('"de"', '"dk"', "no page speaks 'dk'"),
        ("{\n", "[\n", "words.json:2: this is no JSON"),
    ],
)
def test_words_that_never_come_to_the_page_are_told(project: Project, old: str, new: str, told: str) -> None:
    project.change("table/words.json", old, new)
    status, output = check(project, "--quick")
    assert status == 1
    assert told in " ".join(output.split()), output


def test_words_must_stand_by_language(project: Project) -> None:
    project.begin()
    path = project.source / "table" / "words.json"
    assert wording.read_words(game(project.name)) == []
    path.write_text('{"tagline": "Play"}')
    assert "words stand by language" in str(wording.read_words(game(project.name))[0])
    path.unlink()
    assert wording.read_words(game(project.name)) == []


LARGE = {"CARDS = 7 ": "CARDS = 30 ", "BOX, GONE = 10, 11": "BOX, GONE = 40, 41"}


def large(project: Project, **changes: str) -> Game:
    """The same game with so many cards that no position can be listed."""
    for old, new in {**LARGE, **changes}.items():
        project.change("rules.py", old, new)
    project.begin()
    return game(project.name)


def test_an_unfair_imagine_is_found_where_no_position_can_be_listed(project: Project) -> None:
    assert "But number by number" in imagining.compare_imagined(large(project))


def test_it_is_found_what_is_furthest_off(project: Project) -> None:
    unfair = large(project, **{"                draw(state, other, luck)\n\n\n@rule\n": UNFAIR})
    with pytest.raises(Broken, match=r"when dealt, imagine gives .* where\[\d+\] in other proportions .* it is \d+ in"):
        imagining.compare_imagined(unfair)


PEEK = """    events[0].play.card = action
    for card in range(CARDS):
        if int(after.where[card]) == BOX:
            events[0].play.card = card
"""


def test_an_event_that_tells_no_secret_is_fine(project: Project) -> None:
    project.begin()
    assert telling.what_is_told_is_known_afterwards(game(project.name)) == ""


def test_an_event_that_tells_a_secret_is_found(project: Project) -> None:
    project.change("table/moves.py", "    events[0].play.card = action\n", PEEK)
    project.begin()
    told = telling.what_is_told_is_known_afterwards(game(project.name)) or ""
    assert re.search(r"tells who looks on play\.card: \d \(or \d\), but imagine deals that anew", told), told


LEFT = """    for other in range(int(state.seats)):
        if other != seat:
            for _ in range(held(state, other)):
"""


def test_an_imagine_that_depends_on_what_it_replaces_is_found(project: Project) -> None:
    """One hand is dealt anew before the next has been put back."""
    project.change("rules.py", LEFT, "            for _ in range(held(state, other)):\n")
    project.begin()
    name = "imagining_keeps_what_the_seat_knows_and_uses_nothing_else"
    found = [one for one in conformance.cases(game(project.name)) if one.check.__name__ == name]
    with pytest.raises(Broken, match=r"what who looks on cannot know: .* the same luck makes where\[\d\]: "):
        [one.run() for one in found]


def test_a_game_that_is_not_there(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception, match="go into the folder"):
        making._found(project.name)
    with pytest.raises(Exception, match="There is no game"):
        making._found("no-such-game")


def test_watching_looks_again_when_a_file_is_saved(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.begin()
    looked: list[str] = []
    naps = iter(["", "save", ""])

    def nap(_: float) -> None:
        act = next(naps, None)
        if act is None:
            raise KeyboardInterrupt
        if act == "save":
            project.change("rules.py", "HAND = 2", "HAND = 1")

    def lodge(*words: str) -> int:
        looked.append(" ".join(words))
        return 0

    monkeypatch.setattr("time.sleep", nap)
    monkeypatch.setattr(making, "_lodge", lodge)
    done = CliRunner().invoke(app, ["watch", project.name, "--games", "5"])
    assert done.exit_code == 0, done.output
    assert looked == [f"check {project.name}", f"sim {project.name} --games 5 --seats 2"] * 2


def test_two_samples_of_one_source_and_of_two() -> None:
    even = Counter({b"a": 100, b"b": 104, b"c": 96, b"rare": 1})
    assert imagining.deviation(even, Counter({b"a": 210, b"b": 190, b"c": 200, b"seldom": 2})) < 2
    assert imagining.deviation(even, Counter({b"a": 300, b"b": 200, b"c": 100})) > imagining.UNLIKELY
    assert imagining.deviation(Counter({b"a": 9}), Counter({b"a": 20})) == 0
    assert "one comes in" in imagining._told(even, Counter({b"a": 1}))


def test_compilers_words_are_shortened(tmp_path: Path) -> None:
    (tmp_path / "rules.py").touch()
    words = f"""Failed in nopython mode pipeline (step: nopython frontend)
Use of unsupported opcode (MAKE_THING) found

File "src/{tmp_path.name}/rules.py", line 7:
def x():
"""
    problem = compiling.shortened(ValueError(words), tmp_path, "play")
    assert problem == Problem(
        "play does not compile: Use of unsupported opcode (MAKE_THING).", tmp_path / "rules.py", 7
    )
    assert str(compiling.shortened(ValueError(""), tmp_path, "play")).endswith("no reason was given.")
    assert reading.is_rule(len)
    assert issubclass(Broken, AssertionError)
