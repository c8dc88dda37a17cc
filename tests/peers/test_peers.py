"""Other people's learners learn on our tables: `make test-peers`, some minutes, in an environment of its own.

Not part of `make test`: these libraries are large, and learning takes time.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np
import pytest

from lodge.lab.rivals import Seat

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="make test-peers installs what this needs"),
    pytest.mark.filterwarnings("ignore"),
]


def needs(name: str) -> Any:
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed")
    return importlib.import_module(name)


def share_won(act: Any, games: int = 100) -> float:
    """How many games against `random` something wins that acts by features and masks."""
    tables = Seat("dam-it", games, ["random"], seed=99, threads=1)
    won = np.zeros(games)
    while (tables.games == 0).any():
        tables.step(act(tables.observation, tables.mask))
        first = tables.ended & (tables.games == 1)
        won[first] = tables.places[first, 0] == 1
    return float(won.mean())


def test_stable_baselines_default_path() -> None:
    needs("stable_baselines3")
    importlib.import_module("lodge.adapters.gymnasium")
    make_vec_env = importlib.import_module("stable_baselines3.common.env_util").make_vec_env
    ppo = importlib.import_module("stable_baselines3").PPO
    envs = make_vec_env("lodge/dam-it-v1", n_envs=2, env_kwargs={"rivals": ["random"]})
    assert envs.render_mode == "rgb_array"
    envs.reset()
    assert envs.render().shape[2] == 3  # both tables in one picture
    ppo("MlpPolicy", envs, n_steps=32, batch_size=32, seed=1).learn(256)


def test_maskable_ppo_learns_to_beat_random() -> None:
    needs("stable_baselines3")
    contrib = needs("sb3_contrib")
    from lodge.adapters.sb3 import LodgeVecEnv
    from lodge.observations import encoder

    envs = LodgeVecEnv("dam-it", 64, rivals=["random"], seed=1)
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=1024, learning_rate=1e-3, seed=1)
    before = share_won(lambda seen, masks: model.predict(encoder("dam-it").encode(seen), action_masks=masks)[0])
    model.learn(150_000)
    after = share_won(lambda seen, masks: model.predict(encoder("dam-it").encode(seen), action_masks=masks)[0])
    assert after > max(0.6, before)


def test_torchrl_collects_with_masks() -> None:
    needs("torchrl")
    torch: Any = importlib.import_module("torch")
    wrappers: Any = importlib.import_module("torchrl.envs.libs.gym")
    from lodge.adapters.vector import LodgeVectorEnv

    env = wrappers.GymWrapper(
        LodgeVectorEnv("dam-it", 8, rivals=["random"], seed=1, mask_in="observation", autoreset_mode="Disabled")
    )
    assert env.batch_size == torch.Size([8])
    envs: Any = importlib.import_module("torchrl.envs")
    masked = envs.TransformedEnv(env, envs.ActionMask())
    data = masked.rollout(60, break_when_any_done=False)
    chosen = data["action"]
    legal = data["action_mask"].bool()
    played = legal[chosen.bool()] if chosen.shape == legal.shape else legal.gather(-1, chosen.unsqueeze(-1))
    assert played.all()
    assert data["next", "done"].any()


def test_tianshou_plays_the_multi_agent_environment() -> None:
    needs("tianshou")
    wrapped: Any = importlib.import_module("tianshou.env").PettingZooEnv
    from lodge.adapters.pettingzoo import LodgeAECEnv

    env = wrapped(LodgeAECEnv("dam-it", seed=1))
    seen, _ = env.reset(seed=1)
    rng, steps, ended = np.random.default_rng(1), 0, False
    while not ended:
        action = int(rng.choice(np.flatnonzero(seen["mask"])))
        seen, rewards, ended, _, _ = env.step(action)
        steps += 1
    assert steps > 30
    assert sum(rewards) == 0


def test_openspiel_nfsp_runs() -> None:
    """Information states as tensors are what it needs."""
    rl_environment: Any = importlib.import_module("open_spiel.python.rl_environment")
    adapter: Any = importlib.import_module("lodge.adapters.openspiel")
    del adapter
    found = [name for name in ("open_spiel.python.pytorch.nfsp", "open_spiel.python.jax.nfsp") if _there(name)]
    if not found:
        pytest.skip("this OpenSpiel has no NFSP")
    nfsp: Any = importlib.import_module(found[0])
    env = rl_environment.Environment("lodge_dam_it", observation_type=rl_environment.ObservationType.INFORMATION_STATE)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    more = {"reservoir_buffer_capacity": 2000, "anticipatory_param": 0.1}
    agents = [
        nfsp.NFSP(player, state_representation_size=size, num_actions=actions, hidden_layers_sizes=[32], **more)
        for player in range(2)
    ]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            output = agents[step.observations["current_player"]].step(step)
            step = env.step([output.action])
        for agent in agents:
            agent.step(step)
    assert sum(step.rewards) == 0


def test_openspiel_deep_cfr_learns() -> None:
    """Dam It! for two, its first six moves: a traversal goes through all that a player may do in them, some 100 times.

    What that is worth in the short game is learned from information states, and so is what may be done at all.
    """
    torch = needs("torch")
    deep_cfr = needs("open_spiel.python.pytorch.deep_cfr")
    importlib.import_module("lodge.adapters.openspiel")
    game: Any = importlib.import_module("pyspiel").load_game("lodge_dam_it(players=2,max_game_length=6)")
    training = {f"{net}_network_train_steps": 150 for net in ("policy", "advantage")}
    sizes = {f"{net}_network_layers": (32,) for net in ("policy", "advantage")}
    batches = {f"batch_size_{kind}": 64 for kind in ("advantage", "strategy")}
    solver = deep_cfr.DeepCFRSolver(
        game, num_iterations=2, num_traversals=4, learning_rate=1e-2, memory_capacity=4000, seed=1,
        **training, **sizes, **batches,
    )  # fmt: skip
    states = _on_the_way(game, 20)
    before = [sum(solver.action_probabilities(state).values()) for state in states]
    _, losses, policy_loss = solver.solve()
    after = [solver.action_probabilities(state) for state in states]
    assert np.isfinite([policy_loss, *losses[0], *losses[1]]).all()
    assert all(list(found) == state.legal_actions() for found, state in zip(after, states, strict=True))
    assert all(0 <= chance <= 1 for found in after for chance in found.values())
    legal = [sum(found.values()) for found in after]
    assert np.mean(before) < 0.02  # of 1,290 actions five may be played: nothing is known of that yet
    assert 0.5 < np.mean(legal) <= 1 + 1e-6
    for player in range(2):
        memory = solver.advantage_buffers[player]
        seen, regrets = (getattr(memory.experience, name)[: len(memory)] for name in ("info_state", "advantage"))
        learned = solver._advantage_networks[player](torch.FloatTensor(seen)).detach().numpy()
        legal_ones = regrets != 0  # a regret of exactly 0 is nearly always of an action that may not be played
        assert np.corrcoef(learned[legal_ones], regrets[legal_ones])[0, 1] > 0.45  # 0.37 where all states look alike


def _on_the_way(game: Any, count: int) -> list[Any]:
    """Positions in which somebody is to move, from random games."""
    rng = np.random.default_rng(1)
    found: list[Any] = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                found.append(state.clone())
            state.apply_action(int(rng.choice(state.legal_actions())))
    return found[:count]


def _there(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
