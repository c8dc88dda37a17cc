"""A study from its settings to its files: what it finds, what it keeps, and that it goes on where it was stopped."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from lodge.bots.net import quantise, save
from lodge.cli import app
from lodge.errors import LodgeError
from lodge.games import Game, game, games
from lodge.lab.fit import fresh
from lodge.study.changed import changes_of
from lodge.study.files import listing, write
from lodge.study.findings import Finding, Sample, findings
from lodge.study.journal import Journal
from lodge.study.plan import Lineup, Settings, settings
from lodge.study.play import Row, happened, play_part
from lodge.study.run import Study, games_of, study
from tests.study.test_variants import walk
from tests.unmeasured import environment

FILES = ("report.html", "findings.csv", "games.csv", "games.parquet", "ladder.csv", "ladder.parquet")


@pytest.fixture(scope="module")
def small() -> Settings:
    return settings("dam-it", seats=(2, 3), games=12, deals=3, seed=5)


@pytest.fixture(scope="module")
def done(small: Settings, tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    folder = tmp_path_factory.mktemp("done")
    result = study(small, folder)
    write(result, folder)
    return result, folder


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


# --- what is found ----------------------------------------------------------------------------------------


def sample(rows: list[Row], seats: int = 2) -> dict[tuple[str, str], Finding]:
    """The findings of games made by hand."""
    lineup = Lineup((), ("greedy",) * seats, rotated=False)
    return {(one.section, one.name): one for one in findings("dam-it", [Sample.of(lineup, rows)])[0]}


def game_of(scores: tuple[int, int], places: tuple[int, int], first: int, leader: int, **more: int) -> Row:
    row = {"deal": 0, "score_0": scores[0], "score_1": scores[1], "place_0": places[0], "place_1": places[1]}
    leaders = {f"leader_{tenth}": leader for tenth in range(1, 10)}
    return row | leaders | {"first": first, "moves": 70, "decisions": 60, "choices": 300, "rounds": 0} | more


def test_what_is_found_in_games_made_by_hand() -> None:
    found = sample(
        [
            game_of((40, 30), (1, 2), first=0, leader=0, **{"count: cards taken: oak": 4, "won: cards taken: oak": 3}),
            game_of((30, 31), (2, 1), first=1, leader=0, **{"count: cards taken: oak": 2, "won: cards taken: oak": 0}),
            game_of((35, 35), (2, 1), first=0, leader=1),
            game_of((20, 20), (1, 1), first=1, leader=-1),
        ]
    )

    def value(section: str, name: str) -> float:
        return found[section, name].measure.estimate.value

    assert value("order of play", "first to play") == (1 + 1 + 0 + 0.5) / 4
    assert value("order of play", "second to play") == (0 + 0 + 1 + 0.5) / 4
    assert value("points", "of the winner") == (40 + 31 + 35 + 20) / 4
    assert value("decision", "points between first and second") == (10 + 1 + 0 + 0) / 4
    assert value("decision", "won by 1 point or less") == 0.75
    assert value("decision", "equal points, won by a tie-break") == 0.25
    assert value("decision", "the win was shared") == 0.25
    assert value("leaders", "leads after 50 %, wins") == pytest.approx(2 / 3)
    assert value("leaders", "leads half-way, does not win") == pytest.approx(1 / 3)
    assert value("leaders", "nobody leads alone half-way") == 0.25
    assert value("length", "choices in a decision") == 5
    assert value("cards taken", "oak") == 1.5
    assert value("cards taken", "birch") == 0
    theirs = found["cards taken", "oak"].winners
    assert theirs is not None
    assert theirs.estimate.value == 0.5


def test_without_a_study_of_the_game_its_events_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game("dam-it").__dict__, "study", None)
    found = sample([game_of((1, 0), (1, 2), 0, 0, **{"count: events: take": 3}), game_of((0, 1), (2, 1), 0, 0)])
    assert found["events", "take"].measure.estimate.value == 1.5
    assert ("length", "moves") in found


def test_where_fewer_points_win_the_winner_has_the_fewest() -> None:
    found = sample([game_of((3, 9), (1, 2), 0, 0), game_of((8, 5), (2, 1), 0, 0)])
    assert found["points", "of the winner"].measure.estimate.value == 4
    assert found["decision", "points between first and second"].measure.estimate.value == 4.5


def test_a_played_study_adds_up(done: tuple[Study, Path]) -> None:
    result, _ = done
    assert [lineup.seats for lineup in result.findings] == [2, 3]
    for lineup, found in result.findings.items():
        values = {(one.section, one.name): one.measure.estimate for one in found}
        assert sum(one.value for (section, _), one in values.items() if section == "order of play") == pytest.approx(1)
        assert sum(one.value for (section, _), one in values.items() if section == "the game ended because") == 1
        points = sum(one.value for (section, _), one in values.items() if section == "points from")
        assert points == pytest.approx(values["points", "of a player"].value)
        for one in values.values():
            assert not one.low > one.value
            assert not one.high < one.value
        assert result.samples[lineup].games == 12
    for step in result.steps:
        assert step.wins.value > 0.9
        assert step.lead.low > 0
        assert step.split.skill.value > 0.5


def test_a_part_gives_the_same_rows_wherever_it_is_played(small: Settings) -> None:
    lineup = small.lineups()[0]
    first = next(small.parts(lineup))
    rows = play_part(small.players, *first)
    assert rows == play_part(small.players, *first)
    late = first._replace(first=4, deals=2)
    assert play_part(small.players, *late) == rows[4:6]


# --- what is kept -----------------------------------------------------------------------------------------


def test_the_data_beside_the_report(done: tuple[Study, Path]) -> None:
    result, folder = done
    with (folder / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    kept = parquet.read_table(folder / "games.parquet").to_pylist()
    assert len(rows) == len(kept) == 24
    assert [{name: value or "" for name, value in row.items()} for row in rows] == [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in kept
    ]
    assert {row["players"] for row in rows} == {"2", "3"}
    assert kept[0]["score_2"] is None
    assert parquet.read_metadata(folder / "ladder.parquet").num_rows == 3 * 2 + 3 * 3
    with (folder / "findings.csv").open() as file:
        lines = list(csv.reader(file))
    assert lines == [["" if value is None else str(value) for value in line] for line in listing(result)]


def test_without_pyarrow_all_but_parquet_is_written(
    done: tuple[Study, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(LodgeError, match=r"pip install 'lodge-games\[study\]'"):
        write(done[0], tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"report.html", "findings.csv", "games.csv", "ladder.csv"}


class Balanced(HTMLParser):
    """Whether every element is closed; and all that a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "br"}:
            self.open.append(tag)
        values = dict(attrs)
        self.fetched += [str(values[name]) for name in ("src", "srcset", "xlink:href") if name in values]
        self.ids |= {str(values["id"])} if "id" in values else set()
        self.links += [str(values["href"])] if "href" in values else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_whole_and_fetches_nothing(done: tuple[Study, Path]) -> None:
    _, folder = done
    text = (folder / "report.html").read_text()
    page = Balanced()
    page.feed(text)
    assert not page.open
    assert not page.fetched
    assert not re.search(r"//|@import|url\(|<script", text.replace("<!doctype html>", ""))
    assert {link.removeprefix("#") for link in page.links if link.startswith("#")} <= page.ids
    for words in ("Dam It!", "who begins wins", "Comebacks", "Skill and luck", "prefers-color-scheme: dark", "nan"):
        assert (words in text) == (words != "nan")


# --- going on ---------------------------------------------------------------------------------------------


def test_a_study_that_was_killed_goes_on_to_the_same_bits(
    small: Settings, done: tuple[Study, Path], tmp_path: Path
) -> None:
    journal = tmp_path / "games.jsonl"
    words = ["--seats", "2,3", "--games", "12", "--deals", "3", "--seed", "5", "--threads", "2", "--to", str(tmp_path)]
    command = [str(Path(sys.executable).with_name("lodge")), "study", "dam-it", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment()) as process:
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 3):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = journal.read_bytes()
    assert kept.count(b"\n") >= 3
    whole = (done[1] / "games.jsonl").read_bytes().splitlines(keepends=True)
    journal.write_bytes(kept + whole[-1][:100])  # torn in the middle of a line
    for name in FILES:
        (tmp_path / name).unlink(missing_ok=True)
    played: list[int] = []
    result = study(small, tmp_path, threads=2, progress=played.append)
    write(result, tmp_path)
    assert sum(played) == games_of(small)
    assert 12 <= played[0] < games_of(small)  # at least the first line-up was there, and not all
    assert contents(tmp_path) == contents(done[1])
    assert sorted(journal.read_bytes().splitlines()) == sorted(line.rstrip(b"\n") for line in whole)


def test_a_study_can_grow_and_a_damaged_line_is_played_again(small: Settings, tmp_path: Path) -> None:
    few = settings("dam-it", seats=(2,), games=10, ladder=(), seed=5)
    study(few, tmp_path)
    journal = tmp_path / "games.jsonl"
    before = journal.read_bytes()
    played: list[int] = []
    more = settings("dam-it", seats=(2,), games=12, ladder=(), seed=5)
    study(more, tmp_path, progress=played.append)
    assert played == [10, 2]
    assert journal.read_bytes().startswith(before)
    journal.write_bytes(journal.read_bytes().replace(b'"rows":[{', b'"rows":[}', 1))
    played.clear()
    study(more, tmp_path, progress=played.append)
    assert played == [2, 10]


def test_another_version_s_journal_is_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    journal.write_text('{"lodge study":1,"sources":"0123456789abcdef"}\n{}\n')
    with pytest.raises(LodgeError, match="another version of Lodge"):
        Journal(journal)
    assert journal.read_text().endswith("\n{}\n")
    (tmp_path / "file").touch()
    with pytest.raises(LodgeError, match="cannot be kept"):
        Journal(tmp_path / "file" / "games.jsonl")


# --- changed facts ----------------------------------------------------------------------------------------


def test_a_change_is_compared_deal_by_deal(done: tuple[Study, Path], tmp_path: Path) -> None:
    """Rows as if every winner of the first line-up had had ten points more under other rules."""
    result, _ = done
    lineup = next(iter(result.findings))
    other = lineup._replace(changes=("dams.11=27",))
    old = result.samples[lineup]
    new = Sample(other, {**old.columns, "score_0": old["score_0"] + 10, "score_1": old["score_1"] + 10})
    wanted = settings("dam-it", seats=(2,), games=12, ladder=(), seed=5, changes=["dams.11=27"])
    found = {lineup: result.findings[lineup], other: findings("dam-it", [new])[0]}
    changed = Study(wanted, {lineup: old, other: new}, found, [])
    differences = {(one.printed.section, one.printed.name): one for one in changes_of(changed)}
    assert differences["points", "of a player"].more == pytest.approx((10, 10, 10))
    assert [name for name, one in differences.items() if one.clear] == [
        ("points", "of a player"),
        ("points", "of the winner"),
        ("points", "of the last"),
    ]
    text = write(changed, tmp_path).read_text()
    assert "What the change does" in text
    assert "dams.11=27" in text
    assert "+10.0" in text


def test_set_to_what_is_printed_a_study_finds_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The changed game runs as it is written here: compiling it would take longer than all other tests of studies."""
    monkeypatch.setattr("lodge.lab.parallel.have_native", lambda: False)
    same = settings("dam-it", seats=[3], games=2, ladder=(), changes=["dams.7=11,10,8", "copies.oak=6"])
    result = study(same, tmp_path)
    printed, changed = result.samples.values()
    assert printed.columns.keys() == changed.columns.keys()
    for name, column in printed.columns.items():
        assert column.tolist() == changed[name].tolist(), name
    assert not any(one.clear for one in changes_of(result))
    assert "Nothing changed clearly" in write(result, tmp_path).read_text()


# --- settings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seats": [5]}, "2 to 4 players"),
        ({"bots": []}, "needs a bot"),
        ({"bots": ["greedy", "greedy"]}, "named twice"),
        ({"bots": ["gentle"]}, "by the clock"),
        ({"ladder": ["random", "search:50ms"]}, "by the clock"),
        ({"ladder": ["random", "hal"]}, "no bot 'hal'"),
        ({"games": 1}, "at least 2 games"),
        ({"deals": 0}, "number of deals"),
        ({"seed": -1}, "A seed"),
        ({"options": ["x"]}, "no option"),
        ({"changes": ["x=1"]}, "What can be set"),
    ],
)
def test_what_cannot_be_studied_is_told(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(LodgeError, match=told):
        settings("dam-it", **wrong)


def test_another_net_is_another_player(tmp_path: Path) -> None:
    file, parts = tmp_path / "net.npz", []
    with pytest.raises(LodgeError, match="There is no net at"):
        settings("dam-it", bots=[f"master={file}:20"])
    for seed in (1, 2, 1):
        save(quantise(fresh(game("dam-it").rules.OBSERVATION, seed)), file, game("dam-it"))
        asked = settings("dam-it", bots=[f"master={file}:20"], ladder=())
        parts.append(next(asked.parts(asked.lineups()[0])))
    assert parts[0] != parts[1]
    assert parts[0] == parts[2]


def test_alone_there_is_no_contest_but_a_ladder() -> None:
    alone = settings("donnant", seats=[1], ladder=["random", "greedy"], changes=["circles=4"])
    assert [lineup.bots for lineup in alone.lineups()] == [("greedy",)] * 2 + [("greedy",), ("random",)] * 2
    assert "--set circles=4" in alone.command


def test_a_game_without_a_study_of_its_own_is_counted_by_its_events() -> None:
    plain = Game("plain", "Plain", (2, 4), 1, "lodge.games.dam_it")
    object.__setattr__(plain, "study", None)
    before, seat, action, after = next(walk(plain, 2))
    assert [(one.group, one.item) for one in happened(plain, before, seat, action, after)] == [
        ("events", "take"),
        ("events", "uncover"),
    ]


def test_the_command(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(app, ["study", *words], env={"COLUMNS": "140", "TERM": "dumb"})
        assert result.exit_code == 0, result.output + repr(result.exception)
        return result.output

    words = ["dam-it", "--games", "4", "--deals", "2", "--to", str(tmp_path)]
    assert "order of play: first to play" in run(*words)
    lines = json.loads(run(*words, "--json"))
    assert {"rules", "players", "section", "name", "value", "low", "high", "games"} <= set(lines[0])
    assert "dams.7=11,10,8" in run("dam-it", "--set", "?")
    wrong = CliRunner().invoke(app, ["study", "dam-it", "--seats", "two"])
    assert isinstance(wrong.exception, LodgeError)


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_every_game_can_be_studied_with_its_master(which: Game) -> None:
    """Whether its weights are a net, a player's own, or none: which ones they are belongs to the settings."""
    assert settings(which.id, bots=["master:20"]).nets
    assert not settings(which.id).nets
