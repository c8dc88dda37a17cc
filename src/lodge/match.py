"""A match: a game being played. It is its list of moves; everything else is derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy as shallow_copy
from functools import partial
from typing import Any, cast

import numpy as np

from lodge import fairness
from lodge.errors import CannotUndo, IllegalMove, LodgeError
from lodge.games import Game, game
from lodge.games.api import EVERYTHING, SPECTATOR
from lodge.games.bound import bound
from lodge.games.compiled import compiled_rules
from lodge.kernel import dtype_of, new
from lodge.played import AnyMove, Known, Played, action_of, names_for, state_of
from lodge.record import Record, chain_start, chain_step


class Match:
    """A game being played. Make one with `Match.new`, `Match.from_position` or `lodge.replay`.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed="example", names=["Ann", "Bo"])
        >>> while match.pending:
        ...     seat = match.pending[0]
        ...     match.play(seat, match.legal(seat)[0])
        >>> match.scores, [match.names[seat] for seat in match.winners]
        ([-23, -23], ['Bo'])

    A match knows everything. If you write a server or a bot, give players `view` and `events`, never `state`, `scores`
    or `position`.

    Attributes:
        game: The game, as `lodge.games.game` gives it.
        rules: Its rules, as quick as they can be had at once.
        options: The names of the options chosen.
        names: The players' names, by seat.
        commitment: A hash of the seed, to be shown before the first move.
    """

    def __init__(
        self,
        game: Game,
        start: Any,
        *,
        seed: str,
        options: Sequence[str],
        names: Sequence[str],
        position: Any = None,
    ) -> None:
        self.game = game
        self.rules, self._shows = compiled_rules(game), game.moves.CONTRACT
        self.options = tuple(options)
        self.names = tuple(names)
        self.commitment = fairness.commitment(seed)
        self._seed, self._luck = seed, fairness.LuckSource(seed)
        self._dtype = dtype_of(game.rules.State)
        self._start = cast("bytes", start.tobytes())
        self._position = position
        self._played: list[Played] = []
        self._known: Known | None = None
        self._out = np.zeros(game.rules.ACTIONS, np.int16)

    @classmethod
    def new(
        cls,
        name: str,
        seats: int = 2,
        *,
        seed: int | str | None = None,
        options: Iterable[str] = (),
        names: Sequence[str] | None = None,
    ) -> Match:
        """A new match; without a seed, a secret one is made.

        Examples:
            >>> Match.new("amik", seats=3, options=["three-games"], names=["Ann", "Bo", "Cy"]).number
            0
            >>> Match.new("dam-it", seats=9)
            Traceback (most recent call last):
            lodge.errors.LodgeError: Dam It! is for 2 to 4 players, not 9.

        The same game, seats, options, seed and moves give the same match everywhere. A seed of your own is as secret as
        it is hard to guess.
        """
        which = game(name)
        which.check_seats(seats)
        chosen = sorted(set(options))
        seed = fairness.new_seed() if seed is None else str(seed)
        start = new(which.rules.State)
        compiled_rules(which).deal(start, seats, which.option_bits(chosen), fairness.luck_for(seed, fairness.DEAL))
        return cls(which, start, seed=seed, options=chosen, names=names_for(names, seats))

    @classmethod
    def from_position(
        cls,
        name: str,
        position: Any,
        *,
        seed: int | str | None = None,
        options: Iterable[str] = (),
        names: Sequence[str] | None = None,
    ) -> Match:
        """A match that begins in a position given as JSON values, as `position` gives them.

        Examples:
            >>> before = Match.new("dam-it", seats=2, seed=2).position()
            >>> before["to_move"] = 1
            >>> Match.from_position("dam-it", before).pending
            [1]

        A position that cannot be raises `lodge.BadPosition` with the reason. Whether some course of play leads to it is
        not asked.
        """
        which = game(name)
        chosen = sorted(set(options))
        seed = fairness.new_seed() if seed is None else str(seed)
        start = which.moves.from_position(position, which.option_bits(chosen))
        position = which.moves.to_position(start)
        return cls(which, start, seed=seed, options=chosen, names=names_for(names, int(start.seats)), position=position)

    # --- where it stands ---------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """A copy of the position, hidden things included: for the authority, never for a player."""
        return state_of(self._data, self._dtype)

    @property
    def _data(self) -> bytes:
        """The position as bytes."""
        return self._played[-1].state if self._played else self._start

    @property
    def _now(self) -> Any:
        """The position itself: not to be changed, not to be given away."""
        return self._here.state

    def _data_at(self, number: int) -> bytes:
        if not 0 <= number <= self.number:
            raise LodgeError(f"There is no position {number}: {self.number} moves have been played.")
        return self._played[number - 1].state if number else self._start

    def state_at(self, number: int) -> Any:
        """A copy of the position after `number` moves."""
        return state_of(self._data_at(number), self._dtype)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def number(self) -> int:
        """How many moves have been played."""
        return len(self._played)

    @property
    def history(self) -> list[tuple[int, str]]:
        """Seat and text of every move so far.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.play(0, "take 2")
            >>> match.history
            [(0, 'take 2')]
        """
        return [(played.seat, self.game.moves.text(played.action)) for played in self._played]

    def action_at(self, number: int) -> tuple[int, int]:
        """Seat and action of move `number` (from 1)."""
        if not 1 <= number <= self.number:
            raise LodgeError(f"There is no move {number}: {self.number} have been played.")
        return self._played[number - 1].seat, self._played[number - 1].action

    def free_at(self, number: int) -> bool:
        """Whether move `number` (from 1) drew no luck, showed nobody anything new, and did not end the game."""
        self.action_at(number)
        return self._played[number - 1].free

    @property
    def pending(self) -> list[int]:
        """The seats that may act now, several where the game lets them act at once; none when it is over.

        Examples:
            >>> Match.new("amik", seats=3, seed=1).pending
            [0, 1, 2]
        """
        return list(self._here.pending)

    @property
    def _here(self) -> Known:
        """What is known of the position."""
        data = self._data
        if self._known is None or self._known.data is not data:
            waiting = int(self.rules.pending(state_of(data, self._dtype)))
            self._known = Known(data, self._dtype, waiting)
        return self._known

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._here.pending

    @property
    def seed(self) -> str | None:
        """The seed: secret until the end."""
        return self._seed if self.over else None

    @property
    def scores(self) -> list[int]:
        """Everybody's points as they would count now (hidden things included, like `state`)."""
        return [int(self.rules.score(self._now, seat)) for seat in range(self.seats)]

    @property
    def places(self) -> list[int]:
        """Everybody's rank, from 1."""
        return [int(self.rules.place(self._now, seat)) for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        return [seat for seat, place in enumerate(self.places) if place == 1] if self.over else []

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see, as JSON values; without a seat, what a spectator may.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed="example")
            >>> match.play(0, "take 1")
            >>> match.view(0)["players"][0]["hand"]  # its own
            {'disposal': 1}
            >>> print(match.view(1)["players"][0]["hand"])  # somebody else's
            None

        This is all that a player may be given of the match, with `events`. Views share what is the same in them: do not
        change one.
        """
        return self.views([seat])[0]

    def views(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """What each of some seats (None: a spectator) may see."""
        known, eyes = self._here.views, [self._eye(seat) for seat in seats]
        if new := [eye for eye in eyes if eye not in known]:
            known.update(zip(new, self._views(self._data, new), strict=True))
        return [known[eye] for eye in eyes]

    def view_bytes(self, seats: Sequence[int | None]) -> list[bytes]:
        """The same as the bytes of the game's `View`."""
        return bound(self.game).views(self._data, [self._eye(seat) for seat in seats])

    def known(self, seats: Sequence[int | None]) -> list[bytes]:
        """What each of some seats (None: a spectator) knows, as the bytes of a state: the page goes on from there.

        What a seat cannot know is made up in it, always in the same way: such a state tells no more than `view`.
        """
        return bound(self.game).known(self._data, [self._eye(seat) for seat in seats])

    def replay_view(self, number: int) -> dict[str, Any]:
        """The view after `number` moves with nothing hidden; only of a match that is over."""
        return self._views(self._data_at(number), [self._all_seeing()])[0]

    def replay_events(self, number: int) -> list[dict[str, Any]]:
        """The events of move `number` (from 1) with nothing hidden; only of a match that is over."""
        return self._events(number, self._all_seeing())

    def position(self) -> dict[str, Any]:
        """The whole position as JSON values (hidden things included, like `state`)."""
        return self.game.moves.to_position(self._now)

    # --- playing -----------------------------------------------------------------------------------------

    def legal_actions(self, seat: int) -> list[int]:
        """The actions that a seat may choose from, as numbers; none when it is not its turn.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.legal_actions(0), match.legal_actions(1)
            ([0, 1, 2, 3, 4], [])
        """
        return list(self._legal(seat))

    def _legal(self, seat: int) -> list[int]:
        """The same, not to be changed."""
        here = self._here
        if self._seat(seat) not in here.pending:
            return []
        if seat not in here.legal:
            here.legal[seat] = self._out[: self.rules.legal(here.state, seat, self._out)].tolist()
        return here.legal[seat]

    def legal(self, seat: int) -> list[Any]:
        """The moves that a seat may choose from, as values of the game's own types; none when it is not its turn.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.legal(0)[0]
            Take(place=1, dispose=False)
        """
        return [self.game.moves.to_move(action) for action in self.legal_actions(seat)]

    def check(self, seat: int, move: AnyMove) -> int:
        """The action number of a move that the seat may play now; `lodge.IllegalMove` says why it may not.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.check(0, "take 2")
            1
            >>> match.check(0, "build 7 with oak")
            Traceback (most recent call last):
            lodge.errors.IllegalMove: 'build 7 with oak' is not possible: You hold no oak.
        """
        action = action_of(self.game, move)
        legal = self._legal(seat)
        if not legal:
            turn = " and ".join(f"{self.names[s]} (seat {s})" for s in self.pending)
            raise IllegalMove(f"It is not the turn of seat {seat}: {turn} to move." if turn else "The game is over.")
        if action not in legal:
            text = self.game.moves.text(action)
            raise IllegalMove(f"{text!r} is not possible: {self.game.moves.why_not(self._now, seat, action)}")
        return action

    def play(self, seat: int, move: AnyMove) -> None:
        """Play a move, given as text, as a move, as JSON values or as an action number.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.play(0, "take 1")
            >>> match.play(1, {"do": "take", "place": 2})
            >>> match.play(0, match.legal_actions(0)[0])
            >>> match.number
            3

        A move that may not be played now raises `lodge.IllegalMove` with the reason, and nothing has changed.
        """
        action = self.check(seat, move)
        after = bound(self.game).play(self._data, seat, action, self._luck.of(len(self._played) + 1))
        self._played.append(Played(seat, action, after.state, after.free))
        here = self._known = Known(after.state, self._dtype, after.waiting)
        if after.legal is not None:
            here.legal[here.pending[0]] = after.legal

    def ending(self, seat: int, move: AnyMove) -> list[int]:
        """The scores, if this move ends the match; nothing is played."""
        fork = shallow_copy(self)
        fork._played = list(self._played)
        fork.play(seat, move)
        return [] if fork.pending else fork.scores

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether `undo` would take a move back; with `seat`, that seat's own latest."""
        number, _ = self._undoable(seat)
        try:
            return number > 0 and bool(self._without(number) or number == 1)
        except CannotUndo:
            return False

    def undo(self, seat: int | None = None) -> int:
        """Take back the last move, if it drew no luck and showed nobody anything new; returns the number that it had.

        With `seat`, only a move of that seat. Where several act at once on things of their own, as in Amik, that is its
        latest move even if others have moved since.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.play(0, "take 1")
            >>> match.undo()
            Traceback (most recent call last):
            lodge.errors.CannotUndo: This move cannot be taken back: it showed something new.
        """
        number = self.undoable(seat)
        mover = self._played[number - 1].seat
        self._played = self._without(number)
        if self._played and self._played[-1].seat != mover and not self.rules.APART:
            self._played[-1] = self._played[-1]._replace(free=False)  # its maker has seen what the next one meant to do
        return number

    def undoable(self, seat: int | None = None) -> int:
        """The number of the move that `undo` would take back; `lodge.CannotUndo` says why there is none."""
        number, why_not = self._undoable(seat)
        if not number:
            raise CannotUndo(why_not)
        return number

    def _undoable(self, seat: int | None) -> tuple[int, str]:
        """The same; 0 and the reason where there is none. Everybody is told after every move, so no errors here."""
        if not self._played:
            return 0, "There is no move to take back."
        for number in range(len(self._played), 0, -1):
            played = self._played[number - 1]
            own = seat is None or seat == played.seat
            if not played.free and (own or self.rules.APART):
                return 0, "This move cannot be taken back: it showed something new."
            if own:
                return number, ""
            if not self.rules.APART:
                break
        return 0, "Only the one who made the last move can take it back."

    def _without(self, number: int) -> list[Played]:
        """The moves without one of them, those after it played again."""
        kept, later = self._played[: number - 1], self._played[number:]
        for played in later:
            state = state_of(kept[-1].state if kept else self._start, self._dtype)
            out = np.empty(self.rules.ACTIONS, np.int16)
            waiting = int(self.rules.pending(state)) >> played.seat & 1
            if not waiting or played.action not in out[: self.rules.legal(state, played.seat, out)]:
                raise CannotUndo("This move cannot be taken back: others have gone on from it.")
            self.rules.play(state, played.seat, played.action, fairness.luck_for(self._seed, len(kept) + 1))
            kept.append(played._replace(state=state.tobytes()))
        return kept

    def events(self, number: int, seat: int | None = None) -> list[dict[str, Any]]:
        """What happened in move `number` (from 1), as a seat or a spectator saw it, to tell or to animate.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed="example")
            >>> match.play(0, "take 1")
            >>> [event["event"] for event in match.events(1)]
            ['take', 'uncover']
        """
        return self.seen(number, [seat])[0]

    def seen(self, number: int, seats: Sequence[int | None]) -> list[list[dict[str, Any]]]:
        """The same as each of some seats (None: a spectator) saw it."""
        if self.game.moves.ALL_SEE:
            return [self._events(number, SPECTATOR)] * len(seats)
        return [self._shows.decode_events(told) for told in self.event_bytes(number, seats)]

    def event_bytes(self, number: int, seats: Sequence[int | None]) -> list[bytes]:
        """The same as the bytes of the game's `Event`s."""
        eyes = [self._eye(seat) for seat in seats]
        if self.game.moves.ALL_SEE:
            return [self._told(number, SPECTATOR)] * len(eyes)
        return [self._told(number, eye) for eye in eyes]

    # --- keeping -----------------------------------------------------------------------------------------

    def record(self, *, secret: bool = False) -> Record:
        """The match as a record: a file that can be read, replayed and verified.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.play(0, "take 1")
            >>> match.record().moves
            ['0 take 1']

        The seed is in it once the match is over. With `secret` it is in there before, for keeping a match: whoever has
        such a record knows all luck to come.
        """
        over = self.over
        record = Record(
            game=self.game.id,
            rules=self.rules.VERSION,
            options=list(self.options),
            seats=list(self.names),
            commitment=self.commitment,
            seed=self._seed if over or secret else None,
            position=self._position,
            scores=self.scores if over else None,
            winners=self.winners if over else None,
        )
        mark = chain_start(record)
        for seat, text in self.history:
            record.moves.append(f"{seat} {text}")
            mark = chain_step(mark, record.moves[-1])
            record.chain.append(mark)
        return record

    # --- inside ------------------------------------------------------------------------------------------

    def _views(self, data: bytes, eyes: Sequence[int]) -> list[dict[str, Any]]:
        return self._shows.decode_views(partial(bound(self.game).views, data), eyes)

    def _events(self, number: int, viewer: int) -> list[dict[str, Any]]:
        return self._shows.decode_events(self._told(number, viewer))

    def _told(self, number: int, viewer: int) -> bytes:
        seat, action = self.action_at(number)
        return bound(self.game).events(self._data_at(number - 1), seat, action, self._data_at(number), viewer)

    def _eye(self, seat: int | None) -> int:
        return SPECTATOR if seat is None else self._seat(seat)

    def _all_seeing(self) -> int:
        if not self.over:
            raise LodgeError("Hidden things are shown only when the match is over.")
        return EVERYTHING

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise LodgeError(f"There is no seat {seat}: the seats are 0 to {self.seats - 1}.")
        return seat
