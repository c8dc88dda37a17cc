"""All seats at many tables: the same games as parallel environments of one table."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from lodge.adapters.pettingzoo import LodgeParallelVectorEnv
from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game, games
from lodge.kernel import lucky, new, same
from lodge.lab import together as module
from lodge.lab.together import Together, together

ALL = [pytest.param(game, id=game.id) for game in games()]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables made from now on run as they are written."""
    monkeypatch.setattr(module, "compiled", together)


def any_legal(masks: Any, rng: np.random.Generator) -> Any:
    return (rng.random(masks.shape) * masks).argmax(-1)


def assert_like_single_tables(many: Together, steps: int) -> int:
    rules, rng = many.game.rules, np.random.default_rng(1)
    states, lucks = [new(rules.State) for _ in range(many.tables)], [lucky(3, at << 32) for at in range(many.tables)]
    out, seen, ended = np.zeros(rules.ACTIONS, np.int16), np.zeros(rules.OBSERVATION, np.int16), 0
    for state, luck in zip(states, lucks, strict=True):
        rules.deal(state, many.seats, 0, luck)
    for _ in range(steps):
        for at, state in enumerate(states):
            assert same(many._states[at], state)
            for seat in range(many.seats):
                rules.observe(state, seat, seen)
                assert np.array_equal(many.observation[at, seat], seen)
                legal = (
                    sorted(out[: rules.legal(state, seat, out)].tolist())
                    if rules.pending(state) >> seat & 1
                    else [many.wait]
                )
                assert np.flatnonzero(many.mask[at, seat]).tolist() == legal
        actions = any_legal(many.mask, rng)
        many.step(actions)
        for at, state in enumerate(states):
            movers = rules.pending(state)
            for seat in range(many.seats):
                if movers >> seat & 1:
                    rules.play(state, seat, int(actions[at, seat]), lucks[at])
            assert many.ended[at] == rules.over(state)
            if many.ended[at]:
                ended += 1
                assert many.places[at].tolist() == [rules.place(state, seat) for seat in range(many.seats)]
                lucks[at] = lucky(3, at << 32 | int(many.games[at]))
                rules.deal(state, many.seats, 0, lucks[at])
    return ended


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", ALL)
def test_tables_play_by_the_rules(game: Game) -> None:
    assert_like_single_tables(Together(game.id, 2, 2, seed=3, threads=1), 12)


def test_compiled_tables_play_by_the_rules_and_are_pickled() -> None:
    many = Together("dam-it", 2, 2, seed=3, threads=2)
    assert assert_like_single_tables(many, 90) >= 2
    twin, rng = pickle.loads(pickle.dumps(many)), np.random.default_rng(2)  # noqa: S301
    for _ in range(30):
        actions = any_legal(many.mask, rng)
        many.step(actions)
        twin.step(actions)
    assert np.array_equal(many.observation, twin.observation)


def test_an_environment_of_many_tables() -> None:
    envs, rng = LodgeParallelVectorEnv("dam-it", 6, 3, seed=1, threads=1), np.random.default_rng(1)
    seen, _ = envs.reset(seed=4)
    again, _ = envs.reset(seed=4)
    assert np.array_equal(seen["seat_1"]["observation"], again["seat_1"]["observation"])
    assert envs.state().shape == (6, *envs.state_space.shape)
    games = 0
    for _ in range(160):
        actions = {agent: any_legal(seen[agent]["action_mask"], rng) for agent in envs.agents}
        seen, rewards, ended, cut, infos = envs.step(actions)
        assert not cut["seat_0"].any()
        assert np.allclose(sum(rewards.values()), 0)
        games += int(ended["seat_2"].sum())
        if ended["seat_0"].any():
            assert set(infos["seat_1"]["place"][ended["seat_0"]]) <= {1, 2, 3}
    assert games >= 6
    one = {agent: rows["observation"][0] for agent, rows in seen.items()}
    assert all(envs.observation_space(agent)["observation"].contains(row) for agent, row in one.items())
    with pytest.raises(IllegalMove, match="seat_2 is at every table"):
        envs.step({"seat_0": actions["seat_0"], "seat_1": actions["seat_1"]})
    with pytest.raises(IllegalMove, match="No table has moved"):
        envs.step({agent: np.full(6, 8) for agent in envs.agents})
    with pytest.raises(LodgeError, match="A step takes 6 x 3 whole numbers"):
        envs.step({agent: np.zeros(5, np.int64) for agent in envs.agents})
