"""PettingZoo: every game as an AEC environment, one seat after the other, and as a parallel one, all at once.

>>> env = LodgeAECEnv("dam-it", seats=3, seed=7)
>>> env.reset()
>>> env.agent_selection
'seat_0'
>>> seen, reward, terminated, truncated, info = env.last()
>>> int(seen["action_mask"].sum())
5
>>> env.step(1)  # take the second card
>>> env.match.history
[(0, 'take 2')]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lodge.adapters.common import RENDER_MODES, Matches, check_render_mode, mask, missing, payoffs, rendered
from lodge.errors import IllegalMove
from lodge.games.api import SPECTATOR
from lodge.kernel import Out
from lodge.lab.together import Together
from lodge.match import Match

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise missing("PettingZoo") from None


class _Seats:
    """What both environments are: agents named seat_0, seat_1, ..., who see what their seat sees."""

    match: Match
    actions: int

    def __init__(
        self,
        game: str,
        seats: int = 2,
        *,
        options: Iterable[str] = (),
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self._matches = Matches(game, seats, options, seed)
        rules = self._matches.game.rules
        self.metadata: dict[str, Any] = {
            "name": f"lodge_{self._matches.game.id.replace('-', '_')}_v{rules.VERSION}",
            "render_modes": RENDER_MODES,
        }
        self.render_mode = render_mode
        self.actions = rules.ACTIONS + self._extra_actions
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        bounds = np.iinfo(np.int16)
        numbers = spaces.Box(bounds.min, bounds.max, (rules.OBSERVATION,), np.int16)
        self.state_space: spaces.Box[Any] = spaces.Box(bounds.min, bounds.max, (seats * rules.OBSERVATION,), np.int16)
        marks = spaces.Box(0, 1, (self.actions,), np.int8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": numbers, "action_mask": marks}) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.actions) for agent in self.possible_agents
        }

    _extra_actions = 0

    def observation_space(self, agent: str) -> Any:
        """The numbers that the game's `observe` writes, and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The game's action numbers."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """What a spectator sees: text for a terminal, or an array of dots."""
        return rendered(self.match, SPECTATOR, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        """The name, with the version of the rules."""
        return str(self.metadata["name"])

    def state(self) -> Out:
        """What all seats know together, one after the other: for a critic that sees more than any player may."""
        return np.concatenate([self.match.observe(seat) for seat in range(self.match.seats)])

    def _seen(self, seat: int) -> dict[str, Any]:
        match = self.match
        return {"observation": match.observe(seat), "action_mask": mask(match.legal_actions(seat), self.actions)}

    def _payoffs(self) -> dict[str, float]:
        """By agent; nothing before the end."""
        if not self.match.over:
            return dict.fromkeys(self.possible_agents, 0.0)
        return dict(zip(self.possible_agents, payoffs(self.match.rules, self.match.state), strict=True))

    def _infos(self) -> dict[str, dict[str, Any]]:
        """By agent; at the end, the points and the place."""
        if not self.match.over:
            return {agent: {} for agent in self.possible_agents}
        ends = zip(self.possible_agents, self.match.scores, self.match.places, strict=True)
        return {agent: {"score": score, "place": place} for agent, score, place in ends}


class LodgeAECEnv(_Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game, one seat after the other. Where several may act at once, the lowest seat comes first.

    An illegal action raises IllegalMove with the reason, and nothing has changed; PettingZoo's
    `TerminateIllegalWrapper` makes a loss of it.
    """

    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new match."""
        self.match: Match = self._matches.begin(seed)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards = self._payoffs()
        self._cumulative_rewards = self._payoffs()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self.possible_agents[self.match.pending[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows; nothing is legal for those who are not to move."""
        return self._seen(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play an action for the agent whose turn it is. All rewards are 0 until the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self._seat_of[agent], action if action is None else int(action))  # type: ignore[arg-type]  # the match refuses None
        if pending := self.match.pending:
            self.agent_selection = self.possible_agents[pending[0]]
            return
        self.agent_selection = self.possible_agents[0]
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = self._infos()
        self.rewards = self._payoffs()
        self._accumulate_rewards()


class LodgeParallelEnv(_Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A game in which all who may act do so at once; the others wait, which is the last action.

    Made for Amik, where all lay the same dice, and for what is done at once in Donnant Donnant and Beaver Gang; Dam It!
    works too. Illegal actions raise IllegalMove with the reason, and nothing has changed.
    """

    _extra_actions = 1

    @property
    def wait(self) -> int:
        """The action of those who have nothing to do."""
        return self.actions - 1

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match."""
        self.match: Match = self._matches.begin(seed)
        self.agents: list[str] = list(self.possible_agents)
        return self._all_seen(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Play one action for each agent."""
        movers = self.match.pending
        for agent, action in actions.items():
            self._check(self._seat_of[agent], int(action))
        for seat in movers:
            if (agent := self.possible_agents[seat]) not in actions:
                raise IllegalMove(f"{agent} may act now: give it an action.")
        for seat in movers:
            self.match.play(seat, actions[self.possible_agents[seat]])
        ended = dict.fromkeys(self.agents, self.match.over)
        cut_short = dict.fromkeys(self.agents, False)
        if self.match.over:
            self.agents = []
        return self._all_seen(), self._payoffs(), ended, cut_short, self._infos()

    def _check(self, seat: int, action: int) -> None:
        if seat in self.match.pending and action == self.wait:
            raise IllegalMove(f"seat_{seat} may act now: it cannot wait.")
        if seat in self.match.pending or action != self.wait:
            self.match.check(seat, action)

    def _all_seen(self) -> dict[str, Any]:
        return {agent: self._seen(seat) for seat, agent in enumerate(self.possible_agents)}

    def _seen(self, seat: int) -> dict[str, Any]:
        legal = self.match.legal_actions(seat) or [self.wait]
        return {"observation": self.match.observe(seat), "action_mask": mask(legal, self.actions)}


class LodgeParallelVectorEnv(_Seats):
    """Many tables at once, by the words of a parallel environment: what it takes and gives has a row for each table.

    A table whose game ends begins the next in the same step; an observation is then of that one already. `seat_0` gets
    `observations["seat_0"]["observation"]`, tables x numbers, and gives `actions["seat_0"]`, one for each table.
    """

    _extra_actions = 1

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        seats: int = 2,
        *,
        options: Sequence[str] = (),
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, seats, options=options)
        self.tables: Together = Together(game, num_envs, seats, options=options, seed=seed, threads=threads)
        self.num_envs = num_envs
        self.agents: list[str] = list(self.possible_agents)

    @property
    def wait(self) -> int:
        """The action of those who have nothing to do."""
        return self.tables.wait

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games everywhere."""
        self.tables.reset(seed)
        return self._all_seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play an action of every agent at every table."""
        if lacking := [agent for agent in self.agents if agent not in actions]:
            raise IllegalMove(f"{lacking[0]} is at every table: give it actions, {self.wait} to wait.")
        self.tables.step(np.stack([np.asarray(actions[agent]) for agent in self.agents], axis=1))
        tables, ended = self.tables, self.tables.ended.copy()
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        if ended.any():
            for seat, agent in enumerate(self.agents):
                infos[agent] = {"score": tables.scores[:, seat].copy(), "place": tables.places[:, seat].copy()}
        rewards = {agent: tables.rewards[:, seat].copy() for seat, agent in enumerate(self.agents)}
        cut_short = np.zeros(self.num_envs, np.bool_)
        return (
            self._all_seen(),
            rewards,
            dict.fromkeys(self.agents, ended),
            dict.fromkeys(self.agents, cut_short),
            infos,
        )

    def state(self) -> Out:
        """What all seats know together, by table."""
        state: Out = self.tables.observation.reshape(self.num_envs, -1).copy()
        return state

    def _all_seen(self) -> dict[str, Any]:
        tables = self.tables
        return {
            agent: {
                "observation": tables.observation[:, seat].copy(),
                "action_mask": tables.mask[:, seat].astype(np.int8),
            }
            for seat, agent in enumerate(self.agents)
        }
