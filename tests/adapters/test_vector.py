"""Vector environments: the same games as single states, Gymnasium's ways of beginning anew, rivals of all kinds."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from lodge import Match
from lodge.adapters.gymnasium import LodgeEnv
from lodge.adapters.vector import LodgeVectorEnv
from lodge.errors import LodgeError, UnknownName
from lodge.games import Game, game, games
from lodge.kernel import lucky, new, same
from lodge.lab import rivals
from lodge.lab.policy import Net, load, policy, save
from lodge.lab.rivals import Seat
from lodge.lab.seated import MINDS, OVER, seated
from lodge.observations import encoder

ALL = [pytest.param(game, id=game.id) for game in games()]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables made from now on run as they are written."""
    monkeypatch.setattr(rivals, "compiled", seated)


class First:
    """A rival that takes the first legal action."""

    def act(self, observations: Any, masks: Any) -> Any:
        assert len(observations) == len(masks)
        return masks.argmax(1)


class FirstBot:
    """The same as a bot."""

    def choose(self, game: Game, state: Any, seat: int, luck: Any) -> int:  # noqa: ARG002
        out = np.zeros(game.rules.ACTIONS, np.int16)
        return int(out[: game.rules.legal(state, seat, out)].min())


class Reference:
    """One table, played by the rules themselves: the learner at a seat, others as named."""

    def __init__(self, which: Game, seats: int, seat: int, rival: str, seed: int, table: int) -> None:
        self.game, self.rules, self.seats, self.seat, self.rival = which, which.rules, seats, seat, rival
        self.seed, self.table, self.number = seed, table, 0
        self.mind = lucky(seed, MINDS | table)
        self.out = np.zeros(max(self.rules.ACTIONS, self.rules.MOST_CANDIDATES), np.int16)
        self.begin()

    def begin(self) -> None:
        self.state, self.luck = new(self.rules.State), lucky(self.seed, self.table << 32 | self.number)
        self.rules.deal(self.state, self.seats, 0, self.luck)
        self.others()

    def others(self) -> None:
        while (waiting := self.rules.pending(self.state)) and not waiting >> self.seat & 1:
            mover = (waiting & -waiting).bit_length() - 1
            if self.rival == "greedy":
                action = self.game.greedy.choose(self.state, mover, self.out, self.mind)
            else:
                action = int(self.out[: self.rules.legal(self.state, mover, self.out)].min())
            self.rules.play(self.state, mover, int(action), self.luck)

    def step(self, action: int) -> bool:
        self.rules.play(self.state, self.seat, action, self.luck)
        self.others()
        return bool(self.rules.over(self.state))

    def known(self) -> Any:
        seen = np.zeros(self.rules.OBSERVATION, np.int16)
        self.rules.observe(self.state, self.seat, seen)
        return seen

    def legal(self) -> list[int]:
        return sorted(self.out[: self.rules.legal(self.state, self.seat, self.out)].tolist())


def assert_like_single_tables(tables: Seat, rival: str, steps: int) -> int:
    """Play beside tables of the rules' own; how many games ended."""
    ones = [Reference(tables.game, tables.seats, tables.seat, rival, 5, at) for at in range(tables.tables)]
    for _ in range(steps):
        for at, one in enumerate(ones):
            assert same(tables.state(at), one.state)
            assert np.array_equal(tables.observation[at], one.known())
            assert np.flatnonzero(tables.mask[at]).tolist() == one.legal()
        actions = tables.sample()
        tables.step(actions)
        for at, one in enumerate(ones):
            over = one.step(int(actions[at]))
            assert tables.ended[at] == over
            if over:
                assert tables.scores[at].tolist() == [one.rules.score(one.state, seat) for seat in range(one.seats)]
                assert tables.places[at].tolist() == [one.rules.place(one.state, seat) for seat in range(one.seats)]
                assert np.array_equal(tables.final[at], one.known())
                one.number += 1
                one.begin()
    return sum(one.number for one in ones)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", ALL)
def test_tables_with_rivals_play_by_the_rules(game: Game) -> None:
    tables = Seat(game.id, 2, [First()] * (max(2, game.seats[0]) - 1), seat=1, seed=5, threads=1)
    assert_like_single_tables(tables, "first", 25)


@pytest.mark.parametrize("rival", ["greedy", "first"])
def test_compiled_tables_with_rivals_play_by_the_rules(rival: str) -> None:
    kinds: list[Any] = ["greedy"] if rival == "greedy" else [First(), FirstBot()]
    for kind in kinds:
        tables = Seat("dam-it", 2, [kind], seed=5, threads=2)
        assert assert_like_single_tables(tables, rival, 45) >= 2


def test_rivals_of_all_kinds(tmp_path: Path) -> None:
    """They play whole games, each its own seat, and the better ones win."""
    file = tmp_path / "policy.npz"
    rng, sizes = np.random.default_rng(1), (encoder("dam-it").size, 8, game("dam-it").rules.ACTIONS)
    save(
        file,
        game("dam-it"),
        [(rng.normal(size=pair), np.zeros(pair[1])) for pair in pairwise(sizes)],
    )
    tables = Seat("dam-it", 8, ["search:5", "greedy", f"policy={file}"], seat=2, seed=1, threads=2)
    for _ in range(45):
        tables.step(tables.sample())
    assert (tables.games > 0).all()
    assert set(tables.places[:, :2].min(1).tolist()) == {1}
    again = Seat("dam-it", 8, ["search:5", "greedy", f"policy={file}"], seat=2, seed=1, threads=1)
    for _ in range(45):
        again.step(again.sample())
    assert np.array_equal(again.places, tables.places)


# --- Gymnasium --------------------------------------------------------------------------------------------


def make(**more: Any) -> LodgeVectorEnv:
    envs = gymnasium.make_vec(
        "lodge/dam-it-v1", num_envs=4, vectorization_mode="vector_entry_point", **{"rivals": ["random"], **more}
    )
    assert isinstance(envs, LodgeVectorEnv)
    assert envs.single_action_space == LodgeEnv("dam-it").action_space
    return envs


def play_to_an_end(envs: LodgeVectorEnv) -> tuple[Any, ...]:
    for _ in range(60):
        told = envs.step(envs.sample())
        assert envs.observation_space.contains(told[0])
        if told[2].any():
            return told
    raise AssertionError("no game has ended")


def test_with_next_step_the_end_is_seen_and_the_next_action_means_nothing() -> None:
    envs = make()
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(seen)
    assert not infos["action_mask"].all()
    seen, rewards, ended, cut, infos = play_to_an_end(envs)
    assert not cut.any()
    assert set(np.abs(rewards[ended])) <= {0, 1}
    assert infos["action_mask"][ended].all()
    assert (infos["places"][ended].min(1) == 1).all()
    assert infos["_scores"].tolist() == ended.tolist()
    over = np.array([seen[at][2] for at in range(4)])
    assert over.tolist() == ended.tolist()  # the third number of an observation says so
    seen, rewards, again, _, infos = envs.step(np.where(ended, 1289, envs.sample()))
    assert not again[ended].any()
    assert not rewards[ended].any()
    assert not seen[ended, 2].any()
    assert "scores" not in infos or not infos["_scores"][ended].any()


def test_with_same_step_the_end_is_in_the_infos() -> None:
    envs = make(autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=3)
    seen, rewards, ended, _, infos = play_to_an_end(envs)
    assert not seen[:, 2].any()
    assert infos["_final_obs"].tolist() == ended.tolist() == infos["_final_info"].tolist()
    for at in range(4):
        assert (infos["final_obs"][at] is not None) == ended[at]
        if ended[at]:
            assert infos["final_obs"][at][2] == 1
            place = infos["final_info"]["places"][at, 0]
            assert rewards[at] == {1: 1, 2: -1}[place] or infos["final_info"]["places"][at].tolist() == [1, 1]


def test_disabled_waits_for_a_reset_of_some() -> None:
    envs = make(autoreset_mode="Disabled")
    envs.reset(seed=3)
    seen, _, ended, *_ = play_to_an_end(envs)
    with pytest.raises(LodgeError, match="is over: begin the next one first"):
        envs.step(envs.sample())
    before = seen.copy()
    seen, _ = envs.reset(options={"reset_mask": ended})
    assert not seen[ended, 2].any()
    assert np.array_equal(seen[~ended], before[~ended])
    envs.step(envs.sample())
    for wrong in (np.zeros(4, np.bool_), np.ones(3, np.bool_), np.ones(4)):
        with pytest.raises(LodgeError, match="A reset mask is an array of 4 booleans"):
            envs.reset(options={"reset_mask": wrong})


def test_masks_are_where_one_wants_them() -> None:
    envs = make(mask_in="observation", autoreset_mode=AutoresetMode.SAME_STEP)
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert np.array_equal(seen["action_mask"], infos["action_mask"])
    assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))
    *_, infos = play_to_an_end(envs)
    final = next(each for each in infos["final_obs"] if each is not None)
    assert envs.single_observation_space.contains(final)


def test_the_same_seed_gives_the_same_games_in_any_number_of_tables() -> None:
    few, many = make(), LodgeVectorEnv("dam-it", 9, rivals=["random"], threads=2)
    some, _ = few.reset(seed=8)
    more, _ = many.reset(seed=8)
    assert np.array_equal(some, more[:4])
    listed, _ = few.reset(seed=[8, 1, 8, 2])
    assert np.array_equal(listed[0], some[0])
    assert np.array_equal(listed[0], listed[2])
    assert not np.array_equal(listed[0], listed[1])
    with pytest.raises(LodgeError, match="There are 2 seeds for 4 tables"):
        few.reset(seed=[1, 2])


def test_an_illegal_action_loses_at_its_table_alone() -> None:
    envs = make(autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    actions = envs.sample()
    actions[2] = 1289
    _, rewards, ended, _, infos = envs.step(actions)
    assert ended.tolist() == [False, False, True, False]
    assert rewards.tolist() == [0, 0, -1, 0]
    assert infos["final_info"]["illegal"].tolist() == ended.tolist()
    assert infos["final_info"]["places"][2].tolist() == [2, 1]


@pytest.mark.parametrize("way", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])  # noqa: S301
def test_environments_are_kept_and_go_on(way: Callable[[Any], Any]) -> None:
    envs = make(rivals=["greedy"])
    envs.reset(seed=1)
    for _ in range(30):
        envs.step(envs.sample())
    saved, twin = envs.save(), way(envs)
    there = [[one.step(one.sample())[0] for _ in range(20)] for one in (envs, twin)]
    assert np.array_equal(there[0], there[1])
    envs.restore(saved)
    assert np.array_equal([envs.step(envs.sample())[0] for _ in range(20)], there[0])
    with pytest.raises(LodgeError, match="saved from other tables"):
        LodgeVectorEnv("dam-it", 5, rivals=["random"]).restore(saved)


@pytest.mark.parametrize("name", ["dam-it", "beaver-gang"])
@pytest.mark.usefixtures("interpreted")
def test_hidden_things_are_told_to_nobody(name: str) -> None:
    """What is hidden is dealt anew at the tables: what the learner is told stays the same."""
    envs = LodgeVectorEnv(name, 3, rivals=[First()], seed=2)
    envs.reset()
    for step in range(12):
        twin = pickle.loads(pickle.dumps(envs.save()))  # noqa: S301
        before = envs.observe(0), envs.action_masks()
        for table in range(3):
            envs.tables.game.rules.imagine(envs.tables._inside.states[table], 0, lucky(step, table))
        assert np.array_equal(before[0], envs.observe(0))
        assert not np.array_equal(envs.observe(1), before[0])
        envs.restore(twin)
        envs.step(envs.sample())


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"rivals": "greedy"}, LodgeError, r"one for each other seat, like \['greedy'\]"),
        ({"rivals": []}, LodgeError, "for 2 to 4 players, not 1"),
        ({"rivals": ["wizard"]}, UnknownName, "no bot 'wizard'"),
        ({"rivals": ["policy=none.npz"]}, LodgeError, "There is no policy at none.npz"),
        ({"seat": 2}, LodgeError, "the seats are 0 to 1"),
        ({"num_envs": 0}, LodgeError, "number of tables must be from 1"),
        ({"mask_in": "hat"}, LodgeError, "A mask is in one of info, observation"),
        ({"options": ["fog"]}, UnknownName, "no option 'fog'"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LodgeVectorEnv("dam-it", **settings)
    tables = Seat("dam-it", 1, ["random"], threads=1)
    for wrong in (lambda: tables.observe(2), lambda: tables.state(1), lambda: Seat("dam-it", autoreset="never")):
        with pytest.raises(LodgeError):
            wrong()


# --- policies ---------------------------------------------------------------------------------------------


BASELINES = sorted((Path(__file__).parents[2] / "docs" / "baselines").glob("*.npz"))


@pytest.mark.parametrize("file", BASELINES, ids=lambda file: str(file.stem))
def test_the_policies_that_come_with_the_source_play(file: Path) -> None:
    which = game(file.stem)
    net = load(file, which)
    match = Match.new(which.id, which.seats[0], seed=1)
    for _ in range(8):
        seat = match.pending[0]
        match.play(seat, net.choose(which, match.state, seat, lucky(1)))


def test_a_policy_is_kept_and_plays(tmp_path: Path) -> None:
    which, file = game("dam-it"), tmp_path / "net.npz"
    sizes = (encoder("dam-it").size, 4, which.rules.ACTIONS)
    rng = np.random.default_rng(2)
    layers = [(rng.normal(size=pair), rng.normal(size=pair[1])) for pair in pairwise(sizes)]
    save(file, which, layers)
    net = policy(f"policy={file}", which)
    assert isinstance(net, Net)
    assert net.size == sum(a * b + b for a, b in pairwise(sizes))
    assert policy("greedy", which) is None
    tables = Seat("dam-it", 5, ["random"], threads=1)
    actions = net.act(tables.observation, tables.mask)
    assert tables.mask[np.arange(5), actions].all()
    assert [net.choose(which, tables.state(at), 0, lucky(1)) for at in range(5)] == actions.tolist()
    save(file, which, layers[:1])
    with pytest.raises(LodgeError, match="is not of the size that dam-it needs"):
        load(file, which)
    with pytest.raises(LodgeError, match="is a policy of format 1 for dam-it"):
        load(file, game("amik"))
    file.write_text("nothing")
    with pytest.raises(LodgeError, match="is not a policy"):
        load(file, which)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "seats"), [("dam-it", 2), ("beaver-gang", 3), ("donnant", 1), ("amik", 1)])
def test_a_learner_is_advised_by_the_best_player_that_does_not_search(name: str, seats: int) -> None:
    which = game(name)
    player: Any = which.master or which.greedy
    tables = Seat(name, 2, ["hasty"] * (seats - 1), seed=3, threads=1)
    out = np.zeros(max(which.rules.ACTIONS, which.rules.MOST_CANDIDATES), np.int16)
    for _ in range(5):
        minds = [copy.deepcopy(luck) for luck in tables._inside.whims]
        advised = tables.advice()
        told = [player.choose(tables.state(table), 0, out, minds[table]) for table in range(2)]
        assert advised.tolist() == told
        assert tables.mask[np.arange(2), advised].all()
        tables.step(advised)
    tables._sight.turn[0] = OVER
    assert tables.advice()[0] == 0, "nothing is advised where the game is over"
