"""Ladders: everybody meets everybody, and ratings say who is stronger, by how much, and how sure that is."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.errors import LodgeError
from lodge.lab.ladder import Ladder, fit, ladder, tables


@pytest.fixture(scope="module")
def climbed() -> Ladder:
    """Three bots of which one knows which is stronger."""
    return ladder("dam-it", ["random", "greedy", "search:50"], games=12, seed=3)


def test_everybody_plays_everybody_equally_often() -> None:
    for bots, seats, games in ((5, 2, 100), (4, 3, 10), (3, 1, 7), (4, 4, 1)):
        played, met = Counter[int](), Counter[tuple[int, ...]]()
        for _, who in tables(bots, seats, games):
            met[who] += 1
            played.update(dict.fromkeys(who, seats))
        assert len(set(played.values())) == 1
        assert min(played.values()) >= games
        assert len(set(met.values())) == 1


def test_ratings_are_found_again() -> None:
    rng = random.Random(1)  # noqa: S311
    truth = [-200.0, -50.0, 250.0]
    games = [(a, b) for a in range(3) for b in range(3) if a < b for _ in range(3000)]
    chance = {(a, b): 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400)) for a, b in games}
    compared = [(a, b, float(rng.random() < chance[a, b])) for a, b in games]
    assert fit(3, compared) == pytest.approx(truth, abs=15)
    first, second = fit(2, [(0, 1, 1.0)] * 64 + [(0, 1, 0.0)] * 36)
    assert first - second == pytest.approx(100, abs=1)
    assert fit(2, []) == [0, 0]


def test_the_stronger_stand_higher(climbed: Ladder) -> None:
    names = [rung.bot for rung in climbed.rungs]
    assert names[-1] == "random"
    for rung in climbed.rungs:
        low, high = rung.interval
        assert low <= rung.rating <= high
        assert rung.games == 12
        assert rung.seconds > 0
    assert sum(rung.rating for rung in climbed.rungs) == pytest.approx(0)
    assert climbed.rungs[0].skill > climbed.rungs[-1].skill
    assert climbed.games == 18


def test_the_same_seed_gives_the_same_ladder(climbed: Ladder) -> None:
    again = ladder("dam-it", ["random", "greedy", "search:50"], games=12, seed=3, threads=2)
    assert [(rung.rating, rung.mean_score) for rung in again.rungs] == [
        (rung.rating, rung.mean_score) for rung in climbed.rungs
    ]


def test_alone_they_are_compared_by_points() -> None:
    climbed = ladder("donnant", ["random", "greedy"], seats=1, games=6)
    greedy, rest = climbed.rungs
    assert greedy.bot == "greedy"
    assert greedy.rating > 0 > rest.rating
    assert greedy.mean_score > rest.mean_score
    assert climbed.games == 12


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(LodgeError, match="different bots"):
        ladder("dam-it", ["greedy", "greedy"])
    with pytest.raises(LodgeError, match="at least 3"):
        ladder("dam-it", ["greedy", "random"], seats=3)
    with pytest.raises(LodgeError, match="games"):
        ladder("dam-it", ["greedy", "random"], games=0)


def test_the_page_shows_every_ladder_that_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    for seats, bots in (("2", "random,greedy,gentle"), ("2", "gentle,master:20"), ("3", "random,greedy,gentle")):
        command = ["ladder", "dam-it", "--bots", bots, "--seats", seats, "--games", "2"]
        done = CliRunner().invoke(app, [*command, "--to", str(folder)])
        assert done.exit_code == 0, done.output
        assert "gentle" in done.output
    page = folder.with_suffix(".md").read_text()
    assert "lodge ladder dam-it --bots random,greedy,gentle --seats 3 --games 2" in page
    assert "## Dam It!, 2 seats, the levels\n" in page
    for name in ("dam-it-2", "dam-it-2-levels", "dam-it-3"):
        assert f"strength/{name}.svg" in page
        assert "<svg" in (folder / f"{name}.svg").read_text()
        assert json.loads((folder / f"{name}.json").read_text())["ladder"]["seats"] == int(name[7])
