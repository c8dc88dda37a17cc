"""OpenSpiel: every game as a Python game, `lodge_dam_it` and the like, loaded by `pyspiel.load_game`.

>>> import pyspiel
>>> game = pyspiel.load_game("lodge_dam_it(players=3)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(7)
>>> state.action_to_string(state.legal_actions()[1])
'take 2'

Options are joined by +: `lodge_donnant(players=1,options=level-2)`. Chance comes in bytes: a move that draws luck, as
the deal does, is followed by four chance nodes of 256 outcomes, which together choose one of 2**32 streams of luck.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from lodge.adapters.common import missing, observation, payoffs
from lodge.errors import LodgeError
from lodge.games import Game, games
from lodge.games import game as game_named
from lodge.games.api import Rules
from lodge.games.compiled import compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import Luck, dtype_of, lucky, new

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel") from None

BYTES = 4  # of luck for a move
BYTE = 256
DEALER = -1
MOST_POINTS = 10_000.0  # more than anybody can make or lose alone


class LodgeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its number of players and its options; each of ours has a class of its own, made by `register`."""

    lodge: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = self.lodge
        self.seats = int(params.get("players", _usual(game)))
        game.check_seats(self.seats)
        self.options = game.option_bits([name for name in params.get("options", "").split("+") if name])
        rules = game.rules
        best = 1.0 if self.seats > 1 else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=BYTE,
            num_players=self.seats,
            min_utility=-best,
            max_utility=best,
            utility_sum=0.0 if self.seats > 1 else None,
            max_game_length=rules.MOST_MOVES,
        )
        super().__init__(_type(game, self.seats), info, params)

    def max_chance_nodes_in_history(self) -> int:
        """Every move may draw luck, and the deal does."""
        return BYTES * (1 + self.lodge.rules.MOST_MOVES)

    def new_initial_state(self) -> LodgeState:
        """The position before the deal."""
        return LodgeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Memory | Knowledge | None:
        """What looks at states for a player; of other ways of looking there are none."""
        if params:
            raise LodgeError(f"Observers of Lodge's games take no parameters, but were given {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Memory() if kind.perfect_recall else Knowledge(self.lodge)


class LodgeState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, or what is between a move and its luck.

    OpenSpiel clones and keeps a state by its attributes: they are few, plain, and never changed in place.
    """

    def __init__(self, game: LodgeGame) -> None:
        super().__init__(game)
        self.name = game.lodge.id
        self.seats = game.seats
        self.options = game.options
        self.position = b""  # the state's memory; nothing before the deal
        self.mover, self.action = DEALER, 0  # the move that waits for luck
        self.luck = 0  # of that move, as far as it is known
        self.missing = BYTES  # bytes of it that are not
        self.told = ("",) * game.seats  # all that each seat has seen and done, in order

    @property
    def rules(self) -> Rules:
        """The rules, compiled."""
        return compiled_rules(game_named(self.name))

    @property
    def table(self) -> Any:
        """A copy of the position."""
        return np.frombuffer(self.position, dtype_of(self.rules.State)).copy()[0]

    def current_player(self) -> int:
        """The seat to move, lowest first where several may; chance; or nobody."""
        if self.missing:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = int(self.rules.pending(self.table))
        return first_seat(waiting) if waiting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.missing and not self.rules.pending(self.table)

    def returns(self) -> list[float]:
        """What the game was worth to each; nothing before the end."""
        return payoffs(self.rules, self.table) if self.is_terminal() else [0.0] * self.seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of luck."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        out = np.empty(self.rules.ACTIONS, np.int16)
        listed: list[int] = sorted(out[: self.rules.legal(self.table, player, out)].tolist())
        return listed

    def _apply_action(self, action: int) -> None:
        if self.missing:
            self.luck = self.luck * BYTE + action
            self.missing -= 1
            if not self.missing:
                self._play(lucky(self.luck))
            return
        self.mover, self.action = self.current_player(), action
        luck = lucky(0)
        self.rules.play(self.table, self.mover, action, luck)
        if int(luck.drawn):
            self.luck, self.missing = 0, BYTES
        else:
            self._play(luck)

    def _play(self, luck: Luck) -> None:
        """Deal or play the move, and tell everybody what they see of it."""
        after = self.table if self.dealt else new(self.rules.State)
        if self.mover == DEALER:
            self.rules.deal(after, self.seats, self.options, luck)
        else:
            self.rules.play(after, self.mover, self.action, luck)
        self.told = tuple(told + self._news(seat, after) for seat, told in enumerate(self.told))
        self.position = after.tobytes()

    def _news(self, seat: int, after: Any) -> str:
        """What a seat does and sees in a move: a line, or nothing."""
        seen = observation(self.rules, after, seat)
        before = observation(self.rules, self.table, seat) if self.dealt else np.zeros_like(seen)
        changes = [f"{at}={seen[at]}" for at in np.flatnonzero(seen != before)]
        words = ["dealt"] if self.mover == DEALER else []
        if self.mover == seat:
            words = [self._action_to_string(seat, self.action)]
        return " ".join([*words, *changes, "\n"]) if words or changes else ""

    def _action_to_string(self, player: int, action: int) -> str:
        return f"luck {action}" if player < 0 else game_named(self.name).moves.text(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LodgeState:
        """A state that the player cannot tell from this one, by the rules' `imagine`: what OpenSpiel's ISMCTS asks for.

        Its history is still the real one, so it is for playing ahead, not for keeping.
        """
        twin: LodgeState = self.clone()
        imagined = self.table
        self.rules.imagine(imagined, player, lucky(int(sampler() * (1 << 53))))
        twin.position, twin.mover = b"", DEALER  # to the others it is as if it had been dealt so
        twin.told = tuple(told if seat == player else twin._news(seat, imagined) for seat, told in enumerate(self.told))
        twin.position = imagined.tobytes()
        return twin

    @property
    def dealt(self) -> bool:
        """Whether there is anything to see."""
        return bool(self.position)

    def __str__(self) -> str:
        """The position with all that is hidden, and the move that waits for luck: for whoever looks for mistakes."""
        if not self.dealt:
            return "not dealt"
        waits = f" {self.mover} {self._action_to_string(self.mover, self.action)}" if self.missing else ""
        return json.dumps(game_named(self.name).moves.to_position(self.table)) + waits


class Memory:
    """All that a player has seen and done so far, as text."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def set_from(self, state: LodgeState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: LodgeState, player: int) -> str:
        """A line for each move of which the player noticed something: the changes in the game's `observe`."""
        return f"seat {player}\n{state.told[player]}"


class Knowledge:
    """What a player knows: the numbers of the game's `observe`, and the view as text."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.rules.OBSERVATION, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LodgeState, player: int) -> None:
        """Put what the player knows into the tensor."""
        self.tensor[:] = observation(state.rules, state.table, player) if state.dealt else 0

    def string_from(self, state: LodgeState, player: int) -> str:
        """The view, as JSON."""
        moves = game_named(state.name).moves
        return f"seat {player} {json.dumps(moves.view(state.table, player)) if state.dealt else ''}"


def _type(game: Game, players: int) -> Any:
    """What OpenSpiel wants to know of a game before it loads it."""
    kinds, sums = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if game.rules.SECRETS else kinds.PERFECT_INFORMATION,
        utility=sums.GENERAL_SUM if players == 1 else sums.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": _usual(game), "options": ""},
    )


def _usual(game: Game) -> int:
    """How many play where nobody says."""
    return max(2, game.seats[0])


def short_name(game: Game) -> str:
    """A game's name in OpenSpiel."""
    return f"lodge_{game.id.replace('-', '_')}"


def register(game: Game) -> None:
    """Let `pyspiel.load_game` know a game."""
    if short_name(game) not in pyspiel.registered_names():
        pyspiel.register_game(_type(game, _usual(game)), type(short_name(game), (LodgeGame,), {"lodge": game}))


for _game in games():
    register(_game)
