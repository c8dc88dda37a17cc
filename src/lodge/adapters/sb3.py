"""Stable-Baselines3: its vector environment over compiled tables, with masks as MaskablePPO asks for them.

from sb3_contrib import MaskablePPO
from lodge.adapters.sb3 import LodgeVecEnv

MaskablePPO("MlpPolicy", LodgeVecEnv(name, 64, rivals=["hasty"])).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lodge.adapters.common import missing
from lodge.adapters.vector import LodgeVectorEnv
from lodge.lab.rivals import Array
from lodge.observations import encoder

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise missing("Stable-Baselines3 (pip install stable-baselines3 sb3-contrib) and Gymnasium") from None


class LodgeVecEnv(VecEnv):  # type: ignore[misc]  # not installed where types are checked
    """One seat of a game at many tables. Observations are features from 0 to 1 (`lodge.observations.encoder`)."""

    def __init__(self, game: str, num_envs: int = 64, **settings: Any) -> None:
        self.envs: LodgeVectorEnv = LodgeVectorEnv(game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **settings)
        self._encoder = encoder(game)
        features = spaces.Box(0, 1, (self._encoder.size,), np.float32)
        self.render_mode: str | None = self.envs.render_mode
        super().__init__(num_envs, features, self.envs.single_action_space)
        self._actions: Any = None

    def reset(self) -> Array:
        """New games everywhere."""
        seen, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._encoder.encode(seen)

    def step_async(self, actions: Array) -> None:
        """Remember the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play them."""
        seen, rewards, ended, _, infos = self.envs.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table in np.flatnonzero(ended):
            final = infos["final_info"]
            told[table] = {
                "terminal_observation": self._encoder.encode(infos["final_obs"][table]),
                "TimeLimit.truncated": False,
                "scores": final["scores"][table],
                "places": final["places"][table],
            }
        return self._encoder.encode(seen), rewards.astype(np.float32), ended, told

    def action_masks(self) -> Array:
        """Which actions are legal, by table."""
        return self.envs.action_masks()

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **more: Any) -> list[Any]:
        """A method of the environments, asked for some tables: masks are what learners ask for."""
        found = getattr(self, method_name)(*arguments, **more)
        return [found[table] for table in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, which all tables share."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        """Set an attribute for all tables."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:  # noqa: ARG002
        """No table is wrapped in anything."""
        return [False] * len(self._chosen(indices))

    def get_images(self) -> Sequence[Any]:
        """What the seat sees at every table."""
        return self.envs.render() or ()

    def close(self) -> None:
        """Nothing is open."""

    def _chosen(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return list(indices) if isinstance(indices, Iterable) else [int(indices)]
