"""Gymnasium: one seat of a game as an environment; bots sit in the others, or nobody does.

>>> env = LodgeEnv("dam-it", rivals=["greedy", "random"], seed=7)
>>> seen, info = env.reset()
>>> int(info["action_mask"].sum())
5
>>> seen, reward, terminated, truncated, info = env.step(0)
>>> reward, terminated
(0.0, False)

Importing this module registers `lodge/dam-it-v1` and the like: `gymnasium.make("lodge/dam-it-v1", rivals=["greedy"])`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from lodge.adapters.common import (
    RENDER_MODES,
    Mask,
    Matches,
    check_render_mode,
    mask,
    missing,
    payoffs,
    rendered,
)
from lodge.bots import bot, decide
from lodge.errors import IllegalMove, LodgeError
from lodge.fairness import luck_for
from lodge.games import Game, games
from lodge.games import game as game_named
from lodge.kernel import Out
from lodge.match import Match

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium") from None

LOST = -1.0


class LodgeEnv(gymnasium.Env[Out, np.int64]):
    """One seat of a game.

    `rivals` are the bots in the other seats, in the order of the seats; without them, `greedy` bots as few as the game
    allows, which is nobody in Amik and Donnant Donnant. An illegal action loses at once: reward -1, the reason in
    `info["illegal"]`. The legal ones are in `info["action_mask"]` and in `action_masks()`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it
    match: Match

    def __init__(
        self,
        game: str,
        *,
        rivals: Sequence[str] | None = None,
        seat: int = 0,
        options: Iterable[str] = (),
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if rivals is None:
            rivals = ["greedy"] * (game_named(game).seats[0] - 1)
        if isinstance(rivals, str):
            raise LodgeError(f"Rivals are a list of bots, one for each other seat, like [{rivals!r}].")
        self._matches = Matches(game, 1 + len(rivals), options, seed)
        if not 0 <= seat <= len(rivals):
            raise LodgeError(f"There is no seat {seat}: the seats are 0 to {len(rivals)}.")
        others = [other for other in range(self._matches.seats) if other != seat]
        self._bots = {other: bot(name) for other, name in zip(others, rivals, strict=True)}
        self.seat = seat
        self.render_mode = render_mode
        rules = self._matches.game.rules
        bounds = np.iinfo(np.int16)
        self.observation_space: spaces.Space[Any] = spaces.Box(bounds.min, bounds.max, (rules.OBSERVATION,), np.int16)
        self.action_space: spaces.Space[Any] = spaces.Discrete(rules.ACTIONS)
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Out, dict[str, Any]]:
        """A new match, up to the seat's first turn."""
        super().reset(seed=seed, options=options)
        self.match = self._matches.begin(seed)
        self._over = False
        self._others_move()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Out, float, bool, bool, dict[str, Any]]:
        """Play an action; then the others move, until it is the seat's turn again or the game is over."""
        if self._over:
            raise LodgeError("The game is over: reset the environment.")
        try:
            self.match.play(self.seat, action)  # type: ignore[arg-type]  # NumPy's integers are welcome
        except IllegalMove as reason:
            self._over = True
            return self._seen(), LOST, True, False, self._info() | {"illegal": str(reason)}
        self._others_move()
        self._over = self.match.over
        reward = payoffs(self.match.rules, self.match.state)[self.seat] if self._over else 0.0
        return self._seen(), reward, self._over, False, self._info()

    def action_masks(self) -> Mask:
        """Ones for the legal actions, by the name under which some learners ask for them."""
        return mask(self.match.legal_actions(self.seat), self.match.rules.ACTIONS)

    def render(self) -> Any:
        """What the seat sees: text for a terminal, or an array of dots."""
        return rendered(self.match, self.seat, self.render_mode)

    def _others_move(self) -> None:
        match = self.match
        while match.pending and self.seat not in match.pending:
            seat = match.pending[0]
            luck = luck_for(f"{self._matches.seed} seat {seat}", match.number)
            match.play(seat, decide(self._bots[seat], match.game, match.state, seat, luck))

    def _seen(self) -> Out:
        return self.match.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        ends = {"scores": self.match.scores, "places": self.match.places} if self.match.over else {}
        return {"action_mask": self.action_masks(), **ends}


def register(game: Game) -> str:
    """Let `gymnasium.make` know a game. Its name there, which ends in the version of the rules."""
    name = f"lodge/{game.id}-v{game.rules.VERSION}"
    if name not in gymnasium.registry:
        vector = "lodge.adapters.vector:LodgeVectorEnv"
        gymnasium.register(name, f"{__name__}:LodgeEnv", vector_entry_point=vector, kwargs={"game": game.id})
    return name


for _game in games():
    register(_game)
