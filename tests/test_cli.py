"""The command, as it is typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lodge import Match
from lodge.bots import bot, decide
from lodge.cli import app, main
from lodge.cli.analysis_text import HELPED, HURT, UNCLEAR, change, effect, worth
from lodge.cli.common import console
from lodge.games import Game
from lodge.kernel import lucky
from lodge.lab import arena as arena_module
from lodge.record import chained, load
from lodge.terminal import REGULARS, called

RUN = CliRunner()
console.width = 120  # whatever the terminal is that somebody runs the tests in


def run(*arguments: str, typed: str = "") -> str:
    """What a command prints; it must succeed."""
    result = RUN.invoke(app, arguments, input=typed, env={"COLUMNS": "120", "TERM": "dumb"})
    assert result.exit_code == 0, result.output + repr(result.exception)
    return result.output


def fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What a command says when it cannot do what was asked."""
    monkeypatch.setattr(sys, "argv", ["lodge", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    error = capsys.readouterr().err
    assert "Traceback" not in error
    return " ".join(error.split())


def test_a_record_is_analysed(record_file: Path) -> None:
    shown = run("analyse", str(record_file), "--budget", "100")
    for told in ("Dam It! for 2", "The turning point was move", "accuracy", "played on 100 times"):
        assert told in shown
    found = json.loads(run("analyse", str(record_file), "--budget", "10", "--bot", "search:10", "--json"))
    assert found["names"] == ["Ann", "Bo"]
    assert len(found["moves"]) == len(json.loads(record_file.read_text())["moves"])
    shown = run("analyse", str(record_file), "--budget", "1s", "--move", "1", "--instead", "take 3")
    assert "Move 1: Ann played take 2" in shown
    assert "with take 3" in shown
    assert "That was played." in run(
        "analyse", str(record_file), "--budget", "10", "--move", "1", "--instead", "take 2"
    )


def test_an_analysis_is_told_in_the_words_of_the_page() -> None:
    page = json.loads((Path(__file__).parents[1] / "web/src/analysis/messages/en.json").read_text())
    for words, kind in ((HELPED, "helped"), (HURT, "hurt")):
        keys = ["none", f"{kind}_little", kind, f"{kind}_much"]
        assert list(words) == [page[f"effect_{key}"] for key in keys]
    told = [effect(value, 0.02, 0.5) for value in (0.04, -0.06, 0.3, -1)]
    assert told == [HELPED[0], HURT[1], HELPED[2], HURT[3]]
    assert effect(-0.8, 0.9, 0.5) == UNCLEAR == page["effect_unclear"]
    assert [change("chance", -0.043), change("chance", 0.25), change("points", -2.06)] == [
        "\N{MINUS SIGN}4.3%",
        "+25%",
        "\N{MINUS SIGN}2.1 points",
    ]
    assert [worth("chance", 0.617), worth("points", 71.26)] == ["62%", "71.3 points"]


def test_what_cannot_be_analysed(
    record_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments, told in (
        (["--budget", "much"], "A budget is a number"),
        (["--bot", "greedy"], "found by search or master"),
        (["--move", "500"], "There is no move 500"),
        (["--move", "1", "--instead", "take 9"], "take"),
        (["--instead", "take 1"], "--instead needs --move"),
    ):
        assert told in fails(capsys, monkeypatch, "analyse", str(record_file), "--budget", "5", *arguments)


def test_games_are_listed() -> None:
    assert "Dam It!" in run("games")
    assert json.loads(run("games", "--json"))[0] == {"id": "dam-it", "title": "Dam It!", "seats": [2, 4], "minutes": 15}


def test_listing_games_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['lodge', 'games']\n"
        "from lodge.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('numpy', 'numba', 'msgspec', 'lodge.match', 'rich.progress') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


def test_sim_prints_a_table_or_json() -> None:
    table = run("sim", "dam-it", "--games", "500", "--seats", "3", "--threads", "2", "--seed", "5")
    values = json.loads(run("sim", "dam-it", "--games", "500", "--seats", "3", "--seed", "5", "--json"))
    assert values["digest"] in table
    assert {"games", "moves", "seconds", "moves_per_second", "mean_scores", "win_shares"} <= set(values)
    python = run("sim", "dam-it", "--games", "20", "--backend", "python", "--json", "--option", "open-hands")
    native = run("sim", "dam-it", "--games", "20", "--json", "--option", "open-hands")
    assert json.loads(python)["digest"] == json.loads(native)["digest"]


def test_arena_prints_a_table_or_json() -> None:
    assert "95 % interval" in run("arena", "dam-it", "--bots", "greedy, random", "--games", "4")
    values = json.loads(run("arena", "dam-it", "--bots", "greedy,random", "--games", "4", "--json"))
    assert [entrant["bot"] for entrant in values["bots"]] == ["greedy", "random"]


def test_an_arena_that_was_stopped_is_kept_though_nobody_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    played = arena_module.play_deal

    def interrupted(game: Game, bots: Any, options: int, seed: int, deal: int, turn: int) -> Any:
        if deal == 3:
            raise KeyboardInterrupt
        return played(game, bots, options, seed, deal, turn)

    words = ["arena", "dam-it", "--bots", "greedy,random", "--games", "10"]
    with monkeypatch.context() as patch:
        patch.setattr(arena_module, "play_deal", interrupted)
        result = RUN.invoke(app, words, env={"COLUMNS": "120"})
    assert result.exit_code == 130
    assert "of 6" in result.output
    told = (
        "Stopped after 6 of 10 games. They are kept in arena-dam-it.jsonl: "
        "the same command with --keep arena-dam-it.jsonl goes on from there."
    )
    assert told in " ".join(result.output.split())
    assert "of 10" in run(*words, "--keep", "arena-dam-it.jsonl")


def test_bench_prints_json() -> None:
    values = json.loads(run("bench", "--seconds", "0.02", "--json"))
    assert values["native_moves_per_second"] > 0
    assert "search playouts per second" in run("bench", "--seconds", "0.02")


def test_show_and_verify_a_record(record_file: Path) -> None:
    shown = run("show", str(record_file))
    assert "1. " in shown
    assert "win" in shown
    assert "River" in run("show", str(record_file), "--move", "10")
    assert "Good:" in run("verify", str(record_file))
    assert "Good:" in run("verify", "-", typed=record_file.read_text())


def test_a_record_of_other_rules_is_told_but_not_replayed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record_file: Path, tmp_path: Path
) -> None:
    """Its moves as they are written and its result; the seed and the marks are checked, the moves cannot be."""
    record = load(record_file)
    record.rules, record.chain, record.moves[1] = 99, [], "1 fly to the moon"
    record.seats[1] = "Selma (steady)"
    chained(record)
    kept = tmp_path / "other.json"
    record.save(kept)
    shown = run("show", str(kept))
    assert "2. Selma: fly to the moon" in shown
    assert "steady" not in shown
    assert "win" in shown
    assert "rules version 99" in " ".join(shown.split())
    for command in (["verify"], ["analyse", "--budget", "5"], ["show", "--move", "3"]):
        told = fails(capsys, monkeypatch, command[0], str(kept), *command[1:])
        assert "rules version 99" in told
        assert f"none of the {len(record.moves)} moves was changed" in told
    record.moves[3] = "1 take 9"
    record.save(kept)
    assert "Move 4 " in fails(capsys, monkeypatch, "verify", str(kept))


def test_show_names_players_as_the_page_does_and_tells_the_tie_break(tmp_path: Path) -> None:
    match = Match.new("dam-it", 2, seed=33, names=["Ann", "Selma (steady)"])
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), match.game, match.state, seat, lucky(match.number)))
    assert match.scores == [29, 29]
    assert match.winners == [1]
    match.record().save(tmp_path / "tie.json")
    shown = run("show", str(tmp_path / "tie.json"))
    assert "Selma wins. Ann 29, Selma 29" in shown
    assert "Tie-break: Ann trees left in hand: 4; Selma trees left in hand: 12" in shown
    assert "steady" not in shown
    assert "Tie-break" not in run("show", str(tmp_path / "tie.json"), "--move", "3")


def test_bots_have_the_names_of_the_page() -> None:
    page = json.loads((Path(__file__).parent.parent / "web/src/lib/characters.json").read_text(encoding="utf-8"))
    assert list(REGULARS) == [drawn["regular"] for drawn in page.values()]
    assert called(["Ann", "Rufus (master)", "Otis (sharp) 2", "Rufus"]) == ["Ann", "Rufus (master)", "Otis", "Rufus"]
    assert called(["Ann", "Master", "Sharp 2", "Sharpe", "gentle"]) == ["Ann", "Selma", "Fergus", "Sharpe", "gentle"]


def test_what_cannot_be_done_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, record_file: Path, tmp_path: Path
) -> None:
    def told(*arguments: str) -> str:
        return fails(capsys, monkeypatch, *arguments)

    assert "The games are: dam-it" in told("sim", "chess")
    assert "2 to 4 players" in told("sim", "dam-it", "--seats", "7")
    assert "cannot be read" in told("verify", str(tmp_path / "none.json"))
    assert "no position 999" in told("show", str(record_file), "--move", "999")
    assert "no bot 'hal'" in told("play", "dam-it", "--seats", "you,hal")
    assert "2 to 4 players" in told("play", "dam-it", "--seats", "you")
    assert "cannot be written" in told("play", "dam-it", "--seats", "you,random", "--save", "/nope/x.json")
    bad = tmp_path / "bad.json"
    bad.write_text(record_file.read_text().replace('"0 take 1"', '"0 take 2"', 1))
    assert "Move " in told("verify", str(bad))
    assert "Usage" in told("sim")


# --- playing in the terminal ----------------------------------------------------------------------------------


def play(typed: str, *arguments: str) -> str:
    return run("play", "dam-it", "--seed", "5", *arguments, typed=typed)


def test_help_lists_errors_and_leaving() -> None:
    shown = play(
        "?\n99\n²\n" + "9" * 5000 + "\nsave /nope/x.json\nfly\nbuild 11 with oak\nundo\nall\nlog\nsave\n\nquit\n",
        "--seats",
        "you,greedy",
    )
    assert "take back" in shown
    assert "no move 99" in shown
    assert "'fly' is not a move" in shown
    assert "You hold no oak" in shown
    assert "no move to take back" in shown
    assert "Name a file" in shown
    assert "cannot be written" in shown
    assert "You left the game" in shown


def test_names_are_not_markup() -> None:
    shown = play("\n1\n\n1\n\nlog\nquit\n", "--seats", "you:[/x],you:[bold red]Zoë")
    assert "[/x]" in shown
    assert "[bold red]Zoë" in shown


def test_the_version_is_told() -> None:
    assert run("--version").startswith("lodge 0.")


def test_an_unfinished_record_is_not_called_good(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    play("1\nquit\n", "--seats", "you,random", "--save", str(kept))
    result = RUN.invoke(app, ["verify", str(kept)])
    assert result.exit_code == 1
    assert "Not finished" in result.output


def test_the_end_of_input_is_leaving() -> None:
    assert "You left the game" in play("1\n", "--seats", "you,random")


def test_a_whole_game_alone_and_its_record(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    shown = play("1\n" * 200, "--seats", "you,greedy", "--save", str(kept))
    assert "greedy wins" in shown
    assert "Good:" in run("verify", str(kept))


def test_leaving_and_going_on(tmp_path: Path) -> None:
    kept, other = tmp_path / "kept.json", tmp_path / "other.json"
    shown = play(f"1\nsave {other}\n1\nquit\n", "--seats", "you,greedy", "--save", str(kept))
    assert "lodge play --resume" in shown.replace("\n", " ")
    assert other.exists()
    shown = run("play", "--resume", str(kept), "--seats", "you,greedy", typed="1\n" * 200)
    assert "greedy wins" in shown


def test_resuming_needs_as_many_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.json"
    play("quit\n", "--seats", "you,random", "--save", str(kept))
    play("1\n", "--seats", "you,random", "--save", str(kept))
    error = fails(capsys, monkeypatch, "play", "--resume", str(kept), "--seats", "you,random,random")
    assert "2 seats" in error


def test_a_hint_and_a_move_taken_back() -> None:
    """Seed 5 gives the first player an acacia: with it the smallest dam can be built, and taken back."""
    shown = play("hint\n1\nbuild 3 with acacia\nundo\nbuild 3 with acacia\n\nquit\n", "--seats", "you,greedy")
    assert "Search would play" in shown
    assert "to win" in shown
    assert shown.count("Enter to end your turn, or undo") == 2


def test_several_people_at_one_screen_are_told_to_look_away() -> None:
    shown = play("\n1\n\n1\n\nquit\n", "--seats", "you:Ann,you:Bo")
    assert "Ann, it is your turn" in shown
    assert "Bo, it is your turn" in shown


def test_long_lists_are_cut(tmp_path: Path) -> None:
    cards = {"birch": 1, "willow": 1, "pine": 1, "alder": 1, "maple": 1, "oak": 1, "acacia": 1, "disposal": 1}
    position = {
        "players": [{"hand": cards}, {}],
        "river": [{"card": "oak"}] * 4,
        "top": "birch",
    }
    path = tmp_path / "position.json"
    Match.from_position("dam-it", position, seed=1).record(secret=True).save(path)
    shown = run("play", "--resume", str(path), "--seats", "you:Ann,greedy", typed="all\nquit\n")
    assert "more: type all" in shown


def test_the_installed_command_runs() -> None:
    command = Path(sys.executable).with_name("lodge")
    result = subprocess.run([command, "games"], capture_output=True, text=True, check=True, env=os.environ)
    assert "dam-it" in result.stdout
