"""Every game passes the test functions of the tools that it is adapted to, and tells nobody what they cannot know."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import absl.flags
import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from lodge import Match, replay, verify
from lodge.adapters.common import payoffs
from lodge.adapters.gymnasium import LodgeEnv
from lodge.adapters.openspiel import LodgeState, short_name
from lodge.adapters.pettingzoo import LodgeAECEnv, LodgeParallelEnv
from lodge.bots import bot, decide
from lodge.errors import IllegalMove, LodgeError, UnknownName
from lodge.games import Game, games
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck, below, lucky, same
from lodge.kernel import copy as copy_state
from lodge.observations import encoder

ALL = [pytest.param(game, id=game.id) for game in games()]
SEATS = 3
LONG = 600  # steps: more than any of these games takes


def imagined(match: Match, seat: int) -> Match:
    """A match that the seat cannot tell from this one."""
    state = match.state
    compiled_rules(match.game).imagine(state, seat, lucky(99))
    return Match(match.game, state, seed="other", options=match.options, names=match.names)


def any_legal(mask: Any, luck: Luck) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[below(luck, len(legal))])


# --- PettingZoo -------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # PettingZoo excuses its own card games
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # from this by their names
@pytest.mark.parametrize("game", ALL)
def test_pettingzoo_says_that_it_is_an_environment(game: Game) -> None:
    api_test(LodgeAECEnv(game.id, SEATS, render_mode="ansi"), num_cycles=LONG // SEATS)
    seed_test(lambda: LodgeAECEnv(game.id, SEATS), num_cycles=10)


@pytest.mark.parametrize("game", ALL)
def test_pettingzoo_says_that_it_is_parallel(game: Game) -> None:
    """All who may act do so at once, and nobody's choice forbids another's."""
    parallel_api_test(LodgeParallelEnv(game.id, SEATS), num_cycles=LONG)


@pytest.mark.parametrize("game", ALL)
def test_parallel_and_turn_by_turn_are_the_same_game(game: Game) -> None:
    together, again = (LodgeParallelEnv(game.id, SEATS, seed=5) for _ in range(2))
    seen, _ = together.reset()
    again.reset(seed=5)
    luck, at_once = lucky(1), 0
    while together.agents:
        at_once = max(at_once, len(together.match.pending))
        actions = {agent: any_legal(seen[agent]["action_mask"], luck) for agent in together.agents}
        results = together.step(actions)
        assert data_equivalence(results, again.step(actions), exact=True)
        seen, rewards, ended, *_ = results
    assert set(ended.values()) == {True}
    assert at_once == (1 if game.id == "dam-it" else SEATS)
    one_by_one = LodgeAECEnv(game.id, SEATS, seed=5)
    one_by_one.reset()
    for seat, text in together.match.history:
        one_by_one.match.play(seat, text)
    assert same(one_by_one.match.state, together.match.state)
    assert rewards == one_by_one._payoffs()


@pytest.mark.parametrize("game", ALL)
def test_a_reset_environment_is_the_match_of_its_seed(game: Game) -> None:
    env = LodgeAECEnv(game.id, SEATS, seed=7)
    env.reset()
    assert same(env.match.state, Match.new(game.id, SEATS, seed=7).state)
    env.reset()
    assert same(env.match.state, Match.new(game.id, SEATS, seed="7 1").state)
    env.reset(seed=8)
    luck = lucky(2)
    for _ in env.agent_iter():
        seen, reward, ended, _, info = env.last()
        if ended:
            assert info["place"] in {1, 2, 3}
            assert -1 <= reward <= 1
        env.step(None if ended else any_legal(seen["action_mask"], luck))
    assert verify(env.match.record().to_json()).finished
    assert same(replay(env.match.record()).state, env.match.state)


def test_agents_who_do_what_they_may_not() -> None:
    env = LodgeAECEnv("dam-it", seed=1)
    env.reset()
    for wrong in (None, 8, -1, 100_000):
        with pytest.raises(IllegalMove):
            env.step(wrong)
    assert env.match.number == 0
    lenient = TerminateIllegalWrapper(env, illegal_reward=-1)
    lenient.reset(seed=1)
    lenient.step(8)
    assert all(lenient.terminations.values())

    together = LodgeParallelEnv("amik", seed=1)
    seen, _ = together.reset()
    legal = [int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in together.agents]
    for actions, why in (
        ({"seat_0": legal[0], "seat_1": together.wait}, "seat_1 may act now: it cannot wait"),
        ({"seat_0": legal[0]}, "seat_1 may act now: give it an action"),
        ({"seat_0": legal[0], "seat_1": together.wait - 1}, "is not possible"),
    ):
        with pytest.raises(IllegalMove, match=why):
            together.step(actions)
    assert together.match.number == 0
    waiting = LodgeParallelEnv("dam-it", seed=1)
    waiting.reset()
    with pytest.raises(IllegalMove, match="not the turn"):
        waiting.step({"seat_0": 0, "seat_1": 0})


@pytest.mark.parametrize("kind", [LodgeAECEnv, LodgeParallelEnv])
def test_the_state_is_what_all_seats_know(kind: Any) -> None:
    env = kind("beaver-gang", SEATS, seed=2)
    env.reset()
    state = env.state()
    assert env.state_space.contains(state)
    for seat, known in enumerate(state.reshape(SEATS, -1)):
        assert np.array_equal(known, env.match.observe(seat))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
@pytest.mark.parametrize("game", ALL)
def test_environments_are_copied_in_mid_game(game: Game, way: Callable[[Any], Any]) -> None:
    env, luck = LodgeEnv(game.id, rivals=["greedy"] * (max(2, game.seats[0]) - 1), seed=5), lucky(1)
    _, info = env.reset()
    for _ in range(8):
        _, *_, info = env.step(any_legal(info["action_mask"], luck))
    twin = way(env)
    for _ in range(8):
        action = any_legal(info["action_mask"], luck)
        (*_, info), told = env.step(action), twin.step(action)
        assert data_equivalence(info, told[-1], exact=True)
    for kind in (LodgeAECEnv, LodgeParallelEnv):
        table = kind(game.id, SEATS, seed=5)
        table.reset()
        assert np.array_equal(way(table).state(), table.state())


# --- Gymnasium --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
def test_gymnasium_says_that_it_is_an_environment(game: Game) -> None:
    for seats in {game.seats[0], SEATS}:
        env = gymnasium.make(
            f"lodge/{game.id}-v{game.rules.VERSION}",
            rivals=["greedy"] * (seats - 1),
            seat=seats - 1,
            render_mode="ansi",
        )
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", ALL)
def test_a_seat_among_bots(game: Game) -> None:
    env = LodgeEnv(game.id, rivals=["random"] * (game.seats[0] - 1), seed=3)
    luck = lucky(4)
    total, steps, ended = 0.0, 0, False
    _, info = env.reset()
    while not ended:
        assert (info["action_mask"] == env.action_masks()).all()
        _, reward, ended, cut_short, info = env.step(any_legal(info["action_mask"], luck))
        total += reward
        steps += 1
        assert not cut_short
    assert steps == sum(seat == 0 for seat, _ in env.match.history)
    assert info["scores"] == env.match.scores
    assert total == (info["scores"][0] if game.seats[0] == 1 else {1: 1.0, 2: -1.0}[info["places"][0]])
    assert verify(env.match.record().to_json()).finished
    with pytest.raises(LodgeError, match="reset"):
        env.step(0)


def test_an_illegal_action_loses() -> None:
    env = LodgeEnv("dam-it", seed=1)
    env.reset()
    _, reward, ended, _, info = env.step(8)
    assert (reward, ended) == (-1.0, True)
    assert "is not possible" in info["illegal"]


# --- OpenSpiel --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
def test_openspiel_says_that_it_is_a_game(game: Game) -> None:
    """Clones, serialized states, masks, utilities, tensors and strings, over a whole game."""
    for players in {game.seats[0], 2} if game.id == "amik" else {game.seats[0]}:
        loaded = pyspiel.load_game(f"{short_name(game)}(players={players})")
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
        assert loaded.num_players() == players
        assert loaded.max_history_length() == loaded.max_game_length() + loaded.max_chance_nodes_in_history()


@pytest.mark.parametrize("game", ALL)
def test_openspiel_knows_how_long_a_game_may_take(game: Game) -> None:
    """By default more than anybody needs and less than the rules allow; and as long as one says."""
    for players in {game.seats[0], game.seats[1]}:
        most = pyspiel.load_game(f"{short_name(game)}(players={players})").max_game_length()
        assert most == min(400 * players, game.rules.MOST_MOVES)
    short = pyspiel.load_game(f"{short_name(game)}(players=2,max_game_length=10)")
    assert short.max_game_length() == 10
    pyspiel.random_sim_test(short, num_sims=1, serialize=True, verbose=False)
    passed = walk(game, 2, seed=1, more=",max_game_length=10")
    assert len(passed) == 10
    passed[-1].apply_action(passed[-1].legal_actions()[0])
    while passed[-1].is_chance_node():
        passed[-1].apply_action(0)
    assert passed[-1].is_terminal()
    assert sum(passed[-1].returns()) == 0
    with pytest.raises(LodgeError, match="moves in max_game_length must be from 1 to"):
        pyspiel.load_game(f"{short_name(game)}(max_game_length=1000000)")


def test_an_openspiel_playthrough_can_be_replayed(tmp_path: Path) -> None:
    """All that OpenSpiel asks of the states of a game, written down, and the same when asked again."""
    absl.flags.FLAGS(["playthrough"])
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough("lodge_beaver_gang", [], seed=1))
    before, after = generate_playthrough.replay(file)
    assert before.splitlines() == after.splitlines()


def walk(game: Game, players: int, seed: int, more: str = "") -> list[LodgeState]:
    """The positions of a random game in which a player is to move."""
    state = pyspiel.load_game(f"{short_name(game)}(players={players}{more})").new_initial_state()
    luck, passed = lucky(seed), []
    while not state.is_terminal():
        if not state.is_chance_node():
            passed.append(state.clone())
        state.apply_action(any_legal(state.legal_actions_mask(), luck))
    return passed


@pytest.mark.parametrize("game", ALL)
def test_openspiel_keeps_states(game: Game) -> None:
    for state in walk(game, 2, seed=1)[::25]:
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        _, kept = pyspiel.deserialize_game_and_state(text)
        assert str(kept) == str(state)
        assert kept.history() == state.history()
        assert [kept.information_state_string(p) for p in range(2)] == [
            state.information_state_string(p) for p in range(2)
        ]


@pytest.mark.parametrize("game", ALL)
def test_openspiel_remembers_in_numbers(game: Game) -> None:
    """What was observed before is in the tensor, newest first, and small; the string tells apart what it does."""
    states = walk(game, 2, seed=1)[:40]
    size = encoder(game.id).size
    for state in states:
        player = state.current_player()
        tensor = np.array(state.information_state_tensor(player), np.float32)
        assert tensor.shape == tuple(state.get_game().information_state_tensor_shape())
        assert 0 <= tensor.min() <= tensor.max() <= 1
        latest = np.array(state.observation_tensor(player), np.int16)
        assert np.array_equal(tensor[:size], encoder(game.id).encode(latest))
        rows = tensor[size:].reshape(8, -1)
        assert rows.any(1).sum() == min(8, len(state.seen[player]) - 1)


def test_openspiel_observers() -> None:
    """Of what nobody at a table sees so, there is none; all that a player is shown is the player's."""
    game = pyspiel.load_game("lodge_dam_it")
    private = pyspiel.PrivateInfoType
    for public, whose in ((True, private.ALL_PLAYERS), (True, private.NONE), (False, private.SINGLE_PLAYER)):
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=whose)
        assert make_observation(game, kind) is None
    with pytest.raises(LodgeError, match="take no parameters"):
        make_observation(game, None, {"fog": 1})


def test_openspiel_bots_play() -> None:
    """Tree search that needs clones, and that which imagines what is hidden."""
    state = walk(games()[0], 2, seed=2)[10]
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    open_eyed = mcts.MCTSBot(state.get_game(), 1.0, 3, rollouts, random_state=np.random.RandomState(1))
    assert open_eyed.step(state) in state.legal_actions()
    player = state.current_player()
    moves = set()
    for twin in (state, state.resample_from_infostate(player, lambda: 0.4)):
        random = np.random.RandomState(1)
        blind = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, random), 1.0, 4, random_state=random)
        blind.set_resampler(lambda seen, player, random=random: seen.resample_from_infostate(player, random.rand))
        moves.add(blind.step(twin))
    assert len(moves) == 1


# --- secrets ----------------------------------------------------------------------------------------------


def told_by_pettingzoo(game: Game, match: Match, seat: int) -> Any:
    told = []
    for kind in (LodgeAECEnv, LodgeParallelEnv):
        env = kind(game.id, SEATS)
        env.reset()
        env.match = match
        told.append((env._seen(seat), env._payoffs(), env._infos()))
    return told


def told_by_gymnasium(game: Game, match: Match, seat: int) -> Any:
    env = LodgeEnv(game.id, rivals=["random"] * (SEATS - 1), seat=seat)
    env.match = match
    return env._seen(), env._info()


@pytest.mark.parametrize("told", [told_by_pettingzoo, told_by_gymnasium])
@pytest.mark.parametrize("game", ALL)
def test_environments_do_not_tell_hidden_things(game: Game, told: Callable[[Game, Match, int], Any]) -> None:
    match = Match.new(game.id, SEATS, seed=6)
    differ = 0
    while match.pending and match.number < 60:
        if match.number % 6 == 0:
            for seat in range(SEATS):
                twin = imagined(match, seat)
                differ += not same(twin.state, match.state)
                assert data_equivalence(told(game, match, seat), told(game, twin, seat), exact=True)
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), game, match.state, seat, lucky(match.number)))
    assert bool(differ) == game.rules.SECRETS


def told_by_openspiel(state: LodgeState, player: int) -> Any:
    legal = state.legal_actions() if player == state.current_player() else []
    told = (
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_tensor(player),
    )
    return told, state.information_state_string(player), legal, state.legal_actions_mask(player), state.returns()


@pytest.mark.parametrize("game", ALL)
def test_openspiel_does_not_tell_hidden_things(game: Game) -> None:
    differ = 0
    for state in walk(game, SEATS, seed=3)[::8]:
        for player in range(SEATS):
            twin = state.resample_from_infostate(player, lambda: 0.7)
            differ += str(twin) != str(state)
            assert told_by_openspiel(twin, player) == told_by_openspiel(state, player)
    assert bool(differ) == game.rules.SECRETS


@pytest.mark.parametrize("game", ALL)
def test_what_openspiel_remembers_of_luck_is_what_was_seen_of_it(game: Game) -> None:
    """The same move with other luck: who sees no difference remembers none."""
    hidden = 0
    for state in walk(game, SEATS, seed=4)[::8]:
        state.apply_action(state.legal_actions()[-1])
        twins = [state, state.clone()]
        for byte, twin in enumerate(twins):
            while twin.is_chance_node():
                twin.apply_action(byte)
        for player in range(SEATS):
            (seen, remembered, *_), (seen_too, remembered_too, *_) = (told_by_openspiel(twin, player) for twin in twins)
            if seen == seen_too:
                assert remembered == remembered_too
                hidden += str(twins[0]) != str(twins[1])
            else:
                assert remembered != remembered_too
    assert bool(hidden) == (game.id in {"beaver-gang", "donnant"})  # in Dam It! all luck is seen


# --- what is asked wrongly --------------------------------------------------------------------------------


def test_payoffs() -> None:
    match = Match.new("dam-it", 3, seed=1)
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), match.game, match.state, seat, lucky(match.number)))
    worth = payoffs(match.rules, match.state)
    assert sum(worth) == 0
    assert [seat for seat in range(3) if worth[seat] == max(worth)] == match.winners
    equal = copy_state(match.state)
    for seat in range(1, 3):
        for field in (equal.dams, equal.cubes, equal.garbage, equal.hand):
            field[seat] = field[0]
    assert payoffs(match.rules, equal) == [0, 0, 0]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: LodgeAECEnv("chess"), UnknownName, "There is no game 'chess'"),
        (lambda: LodgeAECEnv("dam-it", 9), LodgeError, "for 2 to 4 players, not 9"),
        (lambda: LodgeParallelEnv("dam-it", options=["fog"]), UnknownName, "no option 'fog'"),
        (lambda: LodgeAECEnv("dam-it", render_mode="human"), LodgeError, "no render mode 'human'"),
        (lambda: LodgeEnv("dam-it", rivals=[]), LodgeError, "for 2 to 4 players, not 1"),
        (lambda: LodgeEnv("dam-it", rivals="greedy"), LodgeError, r"one for each other seat, like \['greedy'\]"),
        (lambda: LodgeEnv("dam-it", rivals=["wizard"]), UnknownName, "no bot 'wizard'"),
        (lambda: LodgeEnv("dam-it", seat=2), LodgeError, "the seats are 0 to 1"),
        (lambda: pyspiel.load_game("lodge_dam_it(players=9)"), LodgeError, "for 2 to 4 players, not 9"),
        (lambda: pyspiel.load_game("lodge_dam_it(options=fog)"), UnknownName, "no option 'fog'"),
    ],
)
def test_what_cannot_be_is_refused(make: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    ("module", "peer", "title"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("openspiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_without_the_peer_it_says_what_to_install(
    module: str, peer: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, peer, None)
    monkeypatch.delitem(sys.modules, f"lodge.adapters.{module}")
    with pytest.raises(ImportError, match=rf"needs {title}: pip install 'lodge-games\[adapters\]'"):
        importlib.import_module(f"lodge.adapters.{module}")
