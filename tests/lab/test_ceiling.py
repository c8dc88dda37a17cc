"""Ceilings see everything: they know what luck will bring, and only the lab knows them."""

from __future__ import annotations

import pytest

from lodge.bots import BOTS, bot
from lodge.bots.search import Search
from lodge.errors import UnknownName
from lodge.games import Game, game
from lodge.games.worth import UNIT
from lodge.kernel import Luck, array, lucky, new
from lodge.lab.arena import arena
from lodge.lab.ceiling import Ceiling, player
from tests.unmeasured import unmeasured

DAM_IT = game("dam-it")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is played here: compiling would take longer."""
    monkeypatch.setattr("lodge.lab.ceiling.have_native", lambda: False)


class Plain(Ceiling):
    """One that plays on to the end where a net would judge."""

    def net(self, game: Game) -> None:  # noqa: ARG002
        return None


def test_by_name_and_only_in_the_lab() -> None:
    assert player("ceiling:70ms") == Ceiling(milliseconds=70)
    assert player("search:7") == Search(playouts=7)
    assert "ceiling" not in BOTS
    for spec in ("ceiling", "ceiling:7"):
        with pytest.raises(UnknownName):
            bot(spec)


def test_the_only_play_out_is_what_comes() -> None:
    """Greedy's move, then both hasty, each move with the luck that it will have."""
    state = new(DAM_IT.rules.State)
    DAM_IT.rules.deal(state, 2, 0, lucky(3))
    seat, most = int(state.to_move), DAM_IT.rules.MOST_MOVES
    future = array(Luck, most)
    for ahead in range(most):
        future[ahead] = lucky(5, ahead)
    foreseen = Plain(playouts=1)
    [weight] = foreseen.weigh(DAM_IT, state, seat, lucky(1), future)
    assert foreseen.foresee(DAM_IT, state, seat, lucky(1), lambda ahead: lucky(5, ahead)) == weight.action
    action, number = weight.action, 0
    while DAM_IT.rules.pending(state):
        DAM_IT.rules.play(state, int(state.to_move), action, lucky(5, number))
        number += 1
        action = DAM_IT.greedy.hasty(state, int(state.to_move), lucky(9)) if DAM_IT.rules.pending(state) else 0
    assert weight.value * UNIT == pytest.approx(DAM_IT.greedy.worth(state, seat))


@unmeasured()  # it compiles
def test_in_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ceiling, "net", lambda *_: None)
    assert [entrant.bot for entrant in arena("dam-it", ["ceiling:2", "greedy"], games=2).bots] == [
        "ceiling:2",
        "greedy",
    ]
