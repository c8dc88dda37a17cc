"""Gymnasium's vector environments over compiled tables: thousands of games at once, with bots in the other seats.

>>> import gymnasium
>>> import lodge.adapters.gymnasium
>>> envs = gymnasium.make_vec("lodge/dam-it-v1", num_envs=64, rivals=["random"])
>>> seen, infos = envs.reset(seed=7)
>>> seen.shape, infos["action_mask"].shape
((64, 81), (64, 1290))
>>> seen, rewards, terminated, truncated, infos = envs.step(envs.unwrapped.sample())
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lodge.adapters.common import RENDER_MODES, check_render_mode, missing, rendered
from lodge.bots import Bot
from lodge.errors import LodgeError
from lodge.games import game as game_named
from lodge.lab.rivals import Array, Policy, Saved, Seat
from lodge.match import Match

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium 1.1") from None

MODES = {AutoresetMode.NEXT_STEP: "next-step", AutoresetMode.SAME_STEP: "same-step", AutoresetMode.DISABLED: "disabled"}
WHERE = ("info", "observation")


class LodgeVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of a game at many tables.

    `rivals` are as in `LodgeEnv`, or policies (`policy=FILE`, or anything that is a `lodge.lab.rivals.Policy`). An
    illegal action loses at once: reward -1, and `infos["illegal"]` says where. `mask_in` says where the mask of legal
    actions is put: in `infos["action_mask"]`, or in the observation as well, which then is a dictionary. Where a game
    is over and an action means nothing, every action is in the mask.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        rivals: Sequence[str | Bot | Policy] | None = None,
        seat: int = 0,
        options: Sequence[str] = (),
        seed: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        mask_in: str = "info",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if mask_in not in WHERE:
            raise LodgeError(f"A mask is in one of {', '.join(WHERE)}, not in {mask_in!r}.")
        if rivals is None:
            rivals = ["greedy"] * (game_named(game).seats[0] - 1)
        mode = AutoresetMode(autoreset_mode)
        self.tables: Seat = Seat(
            game,
            num_envs,
            rivals,
            seat=seat,
            seed=np.random.SeedSequence(seed).generate_state(1, np.uint64)[0].item() >> 1 if seed is None else seed,
            options=options,
            autoreset=MODES[mode],
            threads=threads,
        )
        self.autoreset_mode = mode
        self.metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.mask_in = mask_in
        rules, bounds = self.tables.game.rules, np.iinfo(np.int16)
        numbers = spaces.Box(bounds.min, bounds.max, (rules.OBSERVATION,), np.int16)
        marks = spaces.Box(0, 1, (rules.ACTIONS,), np.int8)
        self.single_observation_space: spaces.Space[Any] = (
            numbers if mask_in == "info" else spaces.Dict({"observation": numbers, "action_mask": marks})
        )
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(rules.ACTIONS)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games: everywhere, or where `options["reset_mask"]` says.

        With one seed, table i has the luck of (seed, i); with a list of them each table that of its own.
        """
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            self.tables.reset(seed)
            return self._seen(), self._infos(np.zeros(self.num_envs, np.bool_))
        chosen = np.asarray(chosen)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
            raise LodgeError(f"A reset mask is an array of {self.num_envs} booleans, at least one of them true.")
        self.tables.begin(chosen)
        return self._seen(), self._infos(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play an action at every table; then the rivals move."""
        tables = self.tables
        tables.step(actions)
        ended = tables.ended.copy()
        infos = self._infos(ended)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            infos |= self._finals(ended)
        return self._seen(), tables.rewards.astype(np.float64), ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Array:
        """Which actions are legal, by table: by the name under which some learners ask for them."""
        mask: Array = self.tables.mask.copy()
        mask[self.tables.over] = True
        return mask

    def sample(self) -> Array:
        """A legal action for every table, each as likely."""
        return self.tables.sample()

    def observe(self, seat: int) -> Array:
        """What another seat knows at every table: for a critic that sees more, never for the learner's own play."""
        return self.tables.observe(seat)

    def render(self) -> tuple[Any, ...] | None:
        """What the seat sees at every table: text for a terminal, or arrays of dots."""
        if self.render_mode is None:
            return None
        matches = (self._match(table) for table in range(self.num_envs))
        return tuple(rendered(match, self.tables.seat, self.render_mode) for match in matches)

    def _match(self, table: int) -> Match:
        names = [f"Player {seat + 1}" for seat in range(self.tables.seats)]
        return Match(self.tables.game, self.tables.state(table), seed="", options=self.tables.options, names=names)

    def save(self) -> Saved:
        """Where all tables stand: for `restore`, in this environment or in another one like it."""
        return self.tables.save()

    def restore(self, saved: Saved) -> tuple[Any, dict[str, Any]]:
        """Go back to where everything was saved; what is seen there."""
        self.tables.restore(saved)
        return self._seen(), self._infos(self.tables.ended.copy())

    def _seen(self) -> Any:
        seen = self.tables.observation.copy()
        return seen if self.mask_in == "info" else {"observation": seen, "action_mask": self._marks()}

    def _marks(self) -> Array:
        return self.action_masks().view(np.int8)

    def _infos(self, ended: Array) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": self._marks(), "_action_mask": np.ones(self.num_envs, np.bool_)}
        if ended.any() and self.autoreset_mode is not AutoresetMode.SAME_STEP:
            infos |= self._ends(ended)
        return infos

    def _ends(self, ended: Array) -> dict[str, Any]:
        """How games ended, where one did."""
        told = {"scores": self.tables.scores.copy(), "places": self.tables.places.copy()}
        if self.tables.lost.any():
            told |= {"illegal": self.tables.lost.copy()}
        return told | {f"_{name}": ended for name in told}

    def _finals(self, ended: Array) -> dict[str, Any]:
        """What Gymnasium says of games that ended where the next has begun in the same step."""
        finals = np.full(self.num_envs, None, object)
        nothing = np.zeros(self.tables.game.rules.ACTIONS, np.int8)
        for table in np.flatnonzero(ended):
            final = self.tables.final[table].copy()
            finals[table] = final if self.mask_in == "info" else {"observation": final, "action_mask": nothing}
        return {"final_obs": finals, "_final_obs": ended, "final_info": self._ends(ended), "_final_info": ended}
