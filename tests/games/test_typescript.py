"""The page's types are made from the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from lodge.games import Game, games, typescript
from lodge.kernel.view import Kind

PAGE = Path(__file__).parents[2] / "web/src/games"


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games()])
def test_the_pages_types_are_up_to_date(game: Game, tmp_path: Path) -> None:
    (tmp_path / game.id).mkdir()
    typescript.main(str(tmp_path))
    written = (PAGE / game.id / typescript.FILE).read_text(encoding="utf-8")
    made = (tmp_path / game.id / typescript.FILE).read_text(encoding="utf-8")
    assert written == made, "run: python -m lodge.games.typescript web/src/games"


def test_what_has_no_type_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript.Writer(games()[0].moves.CONTRACT).of(Kind())
