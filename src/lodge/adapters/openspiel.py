"""OpenSpiel: every game as a Python game, `lodge_dam_it` and the like, loaded by `pyspiel.load_game`.

>>> import pyspiel
>>> game = pyspiel.load_game("lodge_dam_it(players=3)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(7)
>>> state.action_to_string(state.legal_actions()[1])
'take 2'

Options are joined by +: `lodge_donnant(players=1,options=level-2)`. A game that takes more than `max_game_length` moves
(if nothing else is said, 400 for each player) is called off and counts as it stands. Chance comes in bytes: a move that
draws luck, as the deal does, is followed by four chance nodes of 256 outcomes, which together choose one of 2**32
streams of luck.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.adapters.common import missing, observation, payoffs
from lodge.errors import LodgeError
from lodge.games import Game, games
from lodge.games import game as game_named
from lodge.games.api import Rules
from lodge.games.compiled import compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import Luck, dtype_of, lucky, new
from lodge.lab.parallel import check_number
from lodge.observations import encoder

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel") from None

BYTES = 4  # of luck for a move
BYTE = 256
DEALER = -1
MOST_POINTS = 10_000.0  # more than anybody can make or lose alone
REMEMBERED = 8  # observations before the latest that the tensor of an information state holds
LONG = 400  # moves a player that no sensible game takes, though the rules of some allow thousands


class LodgeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its number of players and its options; each of ours has a class of its own, made by `register`."""

    lodge: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = self.lodge
        self.seats: int = int(params.get("players", _usual(game)))
        game.check_seats(self.seats)
        self.options: int = game.option_bits([name for name in params.get("options", "").split("+") if name])
        rules = game.rules
        self.longest: int = int(params.get("max_game_length", 0)) or min(rules.MOST_MOVES, LONG * self.seats)
        check_number("moves in max_game_length", self.longest, rules.MOST_MOVES)
        best = 1.0 if self.seats > 1 else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=BYTE,
            num_players=self.seats,
            min_utility=-best,
            max_utility=best,
            utility_sum=0.0 if self.seats > 1 else None,
            max_game_length=self.longest,
        )
        super().__init__(_type(game, self.seats), info, params)

    def max_chance_nodes_in_history(self) -> int:
        """Every move may draw luck, and the deal does."""
        return BYTES * (1 + self.longest)

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
        return Memory(self.lodge) if kind.perfect_recall else Knowledge(self.lodge)


class LodgeState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, or what is between a move and its luck.

    OpenSpiel clones and keeps a state by its attributes: they are few, plain, and never changed in place.
    """

    def __init__(self, game: LodgeGame) -> None:
        super().__init__(game)
        self.name: str = game.lodge.id
        self.seats: int = game.seats
        self.options: int = game.options
        self.position: bytes = b""  # the state's memory; nothing before the deal
        self.mover: int = DEALER  # the move that waits for luck: whose,
        self.action: int = 0  # and what
        self.luck: int = 0  # of that move, as far as it is known
        self.missing: int = BYTES  # bytes of it that are not
        self.left: int = game.longest  # moves until the game is called off
        self.told: tuple[str, ...] = ("",) * game.seats  # all that each seat has seen and done, in order
        self.seen: tuple[tuple[bytes, ...], ...] = ((),) * game.seats  # the latest that each seat observed, in order

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
        waiting = int(self.rules.pending(self.table)) if self.left else 0
        return first_seat(waiting) if waiting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over, or has taken as many moves as it may."""
        return not self.missing and not (self.left and self.rules.pending(self.table))

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
        self.left -= 1
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
        news = [self._news(seat, after) for seat in range(self.seats)]
        self.told = tuple(told + new for told, new in zip(self.told, news, strict=True))
        self.seen = tuple(
            (*seen, observation(self.rules, after, seat).tobytes())[-1 - REMEMBERED :] if news[seat] else seen
            for seat, seen in enumerate(self.seen)
        )
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
        twin.seen = tuple(
            seen if seat == player else (observation(self.rules, imagined, seat).tobytes(),)
            for seat, seen in enumerate(self.seen)
        )
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
    """All that a player has seen and done so far, as text; as numbers, what it knows and what it observed before that.

    The numbers are features of the latest observation (`lodge.observations`), then the last few before it, newest
    first, as they are but small. So nets have a memory, though not of everything.
    """

    def __init__(self, game: Game) -> None:
        self._encoder = encoder(game.id)
        low, high = (np.array([getattr(field, end) for field in self._encoder.fields]) for end in ("low", "high"))
        self._low, self._span = low, np.maximum(1, high - low)
        self.tensor: npt.NDArray[np.float32] = np.zeros(
            self._encoder.size + REMEMBERED * game.rules.OBSERVATION, np.float32
        )
        now = self._encoder.size
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            "now": self.tensor[:now],
            "before": self.tensor[now:].reshape(REMEMBERED, -1),
        }

    def set_from(self, state: LodgeState, player: int) -> None:
        """Put what the player knows and remembers into the tensor."""
        self.tensor[:] = 0
        seen = [np.frombuffer(each, np.int16) for each in state.seen[player]]
        if seen:
            self._encoder.encode(seen[-1], self.dict["now"])
        for number, before in enumerate(seen[-2::-1]):
            self.dict["before"][number] = (before - self._low) / self._span

    def string_from(self, state: LodgeState, player: int) -> str:
        """A line for each move of which the player noticed something: the changes in the game's `observe`."""
        return f"seat {player}\n{state.told[player]}"


class Knowledge:
    """What a player knows: the numbers of the game's `observe`, and the view as text."""

    def __init__(self, game: Game) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(game.rules.OBSERVATION, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {"observation": self.tensor}

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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": _usual(game), "options": "", "max_game_length": 0},
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
