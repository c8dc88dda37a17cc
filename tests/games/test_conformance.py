"""What every game must do (lodge.testing). A game is under test by being registered: nothing here names one."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from lodge.games import Game, games
from lodge.games.tuning import Tuning
from lodge.testing.conformance import Case, cases
from tests.native import wholly_native
from tests.unmeasured import unmeasured

# What runs for long, and no line that the makers' tests do not run on a small game.
LONG = {
    "interpreted_and_compiled_games_end_in_the_same_bits",
    "every_rule_gives_the_same_bits_interpreted_and_compiled",
    "random_games_keep_the_promises",
    "imagining_keeps_what_the_seat_knows_and_uses_nothing_else",
    "believing_is_imagining_with_prejudice",
    "no_bot_depends_on_hidden_things",
}


@pytest.mark.parametrize("case", [case for game in games() for case in cases(game)], ids=str)
def test_conformance(case: Case) -> None:
    if case.given.get("backend") == "native" and not wholly_native(case.game):
        pytest.skip("LODGE_NATIVE=all compiles every rule of the large games, too")
    with unmeasured() if case.check.__name__ in LONG else nullcontext():
        case.run()


def test_a_game_that_was_not_measured_has_defaults() -> None:
    bare = Game("bare", "Bare", (2, 2), 1, "lodge.kernel")
    assert (bare.tuning, bare.paper) == (Tuning(), None)
