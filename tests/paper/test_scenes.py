"""Pictures of positions: of every game, from every seat, with nothing in them that the seat may not see."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import lodge.adapters.gymnasium
from lodge import LodgeError, Match
from lodge.adapters.pettingzoo import LodgeAECEnv
from lodge.bots import bot, decide
from lodge.cli import app
from lodge.games import Game, game, games
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky
from lodge.paper import drawn
from lodge.paper.drawing import Curve, Style, Words, placed
from lodge.paper.raster import flat

from .printed import room_of

ALL = [pytest.param(game, id=game.id) for game in games()]
SEATS = 3


def played(which: Game, seats: int, moves: int, player: str = "greedy") -> Match:
    match = Match.new(which.id, seats, seed=6, names=["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"][:seats])
    while match.pending and match.number < moves:
        seat = match.pending[0]
        match.play(seat, decide(bot(player), which, match.state, seat, lucky(match.number)))
    return match


@pytest.mark.parametrize("game", ALL)
def test_every_position_is_drawn_within_its_frame(game: Game) -> None:
    for seats in sorted({game.seats[0], game.seats[1]}):
        match = played(game, seats, 80 * seats)
        for number in range(0, match.number + 1, max(1, match.number // 6)):
            page = match.picture(seats - 1, number)
            for item in page.items:
                room = room_of(item)
                assert room.left >= -0.6, item
                assert room.right <= page.width + 0.6, item
                assert room.top >= -0.6, item
                assert room.bottom <= page.height + 0.6, item
            first = next(item for item in page.items if isinstance(item, Words))
            assert first.text.startswith(game.title)


@pytest.mark.parametrize("game", ALL)
def test_pictures_do_not_tell_hidden_things(game: Game) -> None:
    match, differ = played(game, SEATS, 1), 0
    while match.pending and match.number < 60:
        for seat in range(SEATS) if match.number % 9 == 0 else ():
            state = match.state
            compiled_rules(game).imagine(state, seat, lucky(99))
            twin = Match(game, state, seed="other", options=match.options, names=match.names)
            differ += twin.state.tobytes() != match.state.tobytes()
            assert twin.svg(seat) == match.svg(seat)
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), game, match.state, seat, lucky(match.number)))
    assert bool(differ) == game.rules.SECRETS


def test_a_match_as_svg_png_gif_and_html() -> None:
    match = played(game("beaver-gang"), 2, 12)
    root = ET.fromstring(match.svg())  # noqa: S314
    assert root.tag.endswith("svg")
    assert "Ann" in match.svg()
    assert match.svg(number=0) != match.svg()
    assert str(match._repr_html_()).count("<svg") == 1
    with Image.open(io.BytesIO(match.png(0, width=300))) as image:
        assert image.width == 300
        assert len(image.getcolors(1 << 20) or []) > 20
    with Image.open(io.BytesIO(match.gif(width=120, seconds=0.1))) as image:
        assert match.number // 2 < getattr(image, "n_frames") <= match.number + 1  # noqa: B009 - equal ones are joined
    with pytest.raises(LodgeError, match="There is no position 99"):
        match.svg(number=99)


def test_without_what_draws_a_match_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new("dam-it", 2, seed=1)
    for name in [each for each in sys.modules if each.startswith(("reportlab", "lodge.paper.text"))]:
        monkeypatch.delitem(sys.modules, name)
    drawing = ("lodge.games.dam_it.table.paper.scene", "lodge.games.dam_it.table.paper.cards", "lodge.paper.cards")
    for name in (*drawing, "lodge.paper.raster"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.delitem(match.game.__dict__, "picture", raising=False)
    for draw in (match.svg, match.png, match.gif):
        with pytest.raises(LodgeError, match=r"pip install 'lodge-games\[paper\]'"):
            draw()
    assert match._repr_html_() is None


def test_a_game_that_draws_nothing_is_shown_as_in_the_terminal() -> None:
    plain = replace(game("dam-it"))
    plain.__dict__["picture"] = None
    match = Match.new("dam-it", 2, seed=1, names=["Ann", "Bo"])
    texts = [item.text for item in drawn(plain, match.view(), -1, match.names).items if isinstance(item, Words)]
    assert any("River" in text for text in texts)
    assert any("Bo" in text for text in texts)


def test_curves_become_lines_and_items_move() -> None:
    curve = Curve(((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)), Style(width=2))
    points = flat(curve.points)
    assert list(points[0]) == [0, 0]
    assert list(points[-1]) == pytest.approx([1, 0])
    assert max(y for _, y in points) == pytest.approx(0.75)
    assert list(placed([curve], 10, 20, 3)) == [Curve(((10, 20), (10, 23), (13, 23), (13, 20)), Style(width=6))]


def test_environments_render_dots() -> None:
    env: Any = gymnasium.make("lodge/dam-it-v1", render_mode="rgb_array")
    env.reset(seed=1)
    dots = env.render()
    assert dots.dtype == np.uint8
    assert dots.shape[1:] == (640, 3)
    many: Any = gymnasium.make_vec("lodge/dam-it-v1", 2, render_mode="rgb_array", rivals=["random"])
    many.reset(seed=1)
    assert [each.shape[1] for each in many.render()] == [640, 640]
    assert gymnasium.make_vec("lodge/dam-it-v1", 2, rivals=["random"]).render() is None
    table = LodgeAECEnv("beaver-gang", render_mode="rgb_array")
    table.reset(seed=1)
    assert table.render().shape[2] == 3
    assert lodge.adapters.gymnasium.LodgeEnv.metadata["render_modes"] == ["ansi", "rgb_array"]


def test_the_command_draws_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played(game("dam-it"), 2, 5).record(secret=True).save(tmp_path / "game.json")
    run = CliRunner()

    def draw(*words: str) -> Any:
        return run.invoke(app, ["picture", "game.json", *words])

    wanted: list[tuple[tuple[str, ...], bytes]] = [
        ((), b"<svg"),
        (("--to", "a.png", "--move", "2", "--seat", "1", "--width", "200"), b"\x89PNG"),
        (("--to", "a.gif", "--width", "150"), b"GIF8"),
    ]
    for words, begins in wanted:
        result = draw(*words)
        assert result.exit_code == 0, result.output
        file = words[1] if words else "dam-it.svg"
        assert f"The picture is {file}." in result.output
        assert (tmp_path / file).read_bytes().startswith(begins)
    refused: list[tuple[tuple[str, ...], str]] = [
        (("--to", "a.bmp"), "must end in one of"),
        (("--to", "a.gif", "--move", "1"), "shows the whole match"),
        (("--width", "9"), "100 to 4000 pixels"),
        (("--move", "77"), "no position 77"),
        (("--seat", "7"), "no seat 7"),
    ]
    for words, told in refused:
        result = draw(*words)
        assert isinstance(result.exception, LodgeError)
        assert told in str(result.exception)
