"""The master: search with a net. It keeps to the rules and to what its seat knows, and is no worse than greedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from lodge import Match
from lodge.bots import bot, decide
from lodge.bots.net import blank, save, shipped
from lodge.bots.search import Master
from lodge.errors import LodgeError
from lodge.games import game
from lodge.kernel import copy, lucky, same
from lodge.lab.arena import arena
from tests.bots.test_search import late, midgame

DAM_IT = game("dam-it")


def master(playouts: int, threads: int = 1, file: Path | None = None) -> Master:
    return Master(playouts=playouts, milliseconds=None, threads=threads, file=file)


def test_interpreted_and_compiled_agree() -> None:
    weights = master(60).weigh(DAM_IT, late(), 0, lucky(9))
    assert master(60).weigh(DAM_IT.on("python"), late(), 0, lucky(9)) == weights


def test_where_a_game_does_not_plan_net_and_play_out_count_by_half(tmp_path: Path) -> None:
    """Beaver Gang, interpreted, with a net that knows nothing."""
    gang, file = game("beaver-gang").on("python"), tmp_path / "net.npz"
    save(blank(gang.rules.OBSERVATION), file, gang)
    match = Match.new("beaver-gang", 2, seed=4)
    while len(match.legal(match.pending[0])) == 1:
        match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
    state, seat = match.state, match.pending[0]
    played = master(1).weigh(gang, state, seat, lucky(2))[0].value
    assert played != 0.5
    assert master(1, file=file).weigh(gang, state, seat, lucky(2))[0].value == pytest.approx(
        (played + 0.5) / 2, abs=1e-4
    )


def test_play_outs_are_counted_and_the_same_every_time() -> None:
    state = midgame()
    weights = master(1000, threads=2).weigh(DAM_IT, state, int(state.to_move), lucky(5))
    assert sum(weight.visits for weight in weights) == 1000
    assert all(0 <= weight.value <= 1 for weight in weights)
    assert weights == master(1000, threads=2).weigh(DAM_IT, state, int(state.to_move), lucky(5))


def test_what_the_seat_cannot_know_changes_nothing() -> None:
    state = midgame()
    seat = int(state.to_move)
    weights = master(300).weigh(DAM_IT, state, seat, lucky(7))
    for index in range(3):
        other = copy(state)
        DAM_IT.rules.imagine(other, seat, lucky(8, index))
        assert not same(state, other)
        assert master(300).weigh(DAM_IT, other, seat, lucky(7)) == weights


def test_plays_a_whole_game(tmp_path: Path) -> None:
    match = Match.new("dam-it", 3, seed="master")
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(master(40), DAM_IT, match.state, seat, lucky(match.number)))
    assert match.winners


def test_a_net_of_ones_own_is_read_again_when_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    state = midgame()

    def values() -> set[float]:
        return {weight.value for weight in master(50, file=file).weigh(DAM_IT, state, int(state.to_move), lucky(1))}

    save(blank(DAM_IT.rules.OBSERVATION), file, DAM_IT)
    assert values() == {0.5}
    save(shipped(DAM_IT), file, DAM_IT)
    assert len(values()) > 1


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    state = midgame()
    with pytest.raises(LodgeError, match="no net at"):
        bot(f"master={tmp_path}/none.npz").choose(DAM_IT, state, int(state.to_move), lucky(1))


def test_is_no_worse_than_greedy() -> None:
    ours, _ = arena("dam-it", ["master:300", "greedy"], games=20, seed=5, threads=2).bots
    assert ours.wins >= 10
