"""The page's types are made from the rules."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from lodge.bots import typescript as engine
from lodge.games import Game, games, typescript
from lodge.kernel.view import Kind

PAGE = Path(__file__).parents[2] / "web/src/games"


@pytest.mark.parametrize("made_by", [typescript, engine], ids=["types", "engine"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games()])
def test_what_the_page_knows_of_a_game_is_up_to_date(made_by: ModuleType, game: Game, tmp_path: Path) -> None:
    (tmp_path / game.id).mkdir()
    made_by.main(str(tmp_path))
    kept, made = ((folder / game.id / made_by.FILE).read_text(encoding="utf-8") for folder in (PAGE, tmp_path))
    assert kept == made, f"run: python -m {made_by.__name__} web/src/games"


def test_what_has_no_type_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript.Writer(games()[0].moves.CONTRACT).of(Kind())
