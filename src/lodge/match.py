"""A match: a game being played. It is its list of moves; everything else is derived from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from lodge import fairness
from lodge.course import Course
from lodge.errors import CannotUndo, IllegalMove, LodgeError
from lodge.games import Game, game
from lodge.games.bound import bound
from lodge.history import AnyMove, Known, Played, action_of, names_for, state_of
from lodge.kernel import dtype_of
from lodge.record import Ending, Incident, Record, chained, format_of


class Match(Course):
    """A game being played. Make one with `Match.new`, `Match.from_position` or `lodge.replay`.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed="example", names=["Ann", "Bo"])
        >>> while match.pending:
        ...     seat = match.pending[0]
        ...     match.play(seat, match.legal(seat)[0])
        >>> match.scores, [match.names[seat] for seat in match.winners]
        ([-23, -23], ['Bo'])

    A match knows everything. If you write a server or a bot, give players `view` and `events`, never `state`, `scores`
    or `position`. It can be copied and pickled; the seed is in a pickle, so keep one as secret as that.

    Attributes:
        game: The game, as `lodge.games.game` gives it.
        rules: Its rules, as quick as they can be had at once.
        options: The names of the options chosen.
        names: The players' names, by seat.
        commitment: A hash of the seed, to be shown before the first move.
        shares: The players' shares in the luck, by seat; none where it comes from the seed alone.
        ended: How it ended, if not by the rules.
        incidents: What happened beside the moves.
    """

    @classmethod
    def new(
        cls,
        name: str,
        seats: int = 2,
        *,
        seed: int | str | None = None,
        options: Iterable[str] = (),
        names: Sequence[str] | None = None,
        shares: fairness.Shares = (),
    ) -> Match:
        """A new match; without a seed, a secret one is made.

        Examples:
            >>> Match.new("amik", seats=3, options=["three-games"], names=["Ann", "Bo", "Cy"]).number
            0
            >>> Match.new("dam-it", seats=9)
            Traceback (most recent call last):
            lodge.errors.LodgeError: Dam It! is for 2 to 4 players, not 9.

        The same game, seats, options, seed and moves give the same match everywhere. A seed of your own is as secret as
        it is hard to guess. `shares` are what the players add to it (docs/fair-luck.md).
        """
        which = game(name)
        which.check_seats(seats)
        chosen = sorted(set(options))
        seed = fairness.new_seed() if seed is None else str(seed)
        luck = fairness.luck_bytes(fairness.shared_seed(seed, shares), fairness.DEAL)
        start = state_of(bound(which).deal(seats, which.option_bits(chosen), luck), dtype_of(which.rules.State))
        return cls(which, start, seed=seed, options=chosen, names=names_for(names, seats), shares=shares)

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

    def __repr__(self) -> str:
        """Which match it is and where it stands; no secrets.

        Examples:
            >>> Match.new("dam-it", seats=2, seed=2, names=["Ann", "Bo"])
            <Match of Dam It!: Ann, Bo; 0 moves; Ann (seat 0) to move>
        """
        if self.over:
            ends = [f"{name} {points}" for name, points in zip(self.names, self.scores, strict=True)]
            won = " and ".join(self.names[seat] for seat in self.winners) or "nobody"
            stands = f"{self.ended}; {won} won" if self.ended else f"over; {', '.join(ends)}; {won} won"
        else:
            stands = " and ".join(f"{self.names[seat]} (seat {seat})" for seat in self.pending) + " to move"
        who = ", ".join(self.names) + (f" ({', '.join(self.options)})" if self.options else "")
        return f"<Match of {self.game.title}: {who}; {self.number} move{'' if self.number == 1 else 's'}; {stands}>"

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
        if seat in here.legal and not self.ended:
            return here.legal[seat]
        if self._seat(seat) not in here.pending or self.ended:
            return []
        found = here.legal[seat] = bound(self.game).legal(here.data, seat)
        return found

    def legal(self, seat: int) -> list[Any]:
        """The moves that a seat may choose from, as values of the game's own types; none when it is not its turn.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.legal(0)[0]
            Take(place=1, dispose=False)
        """
        return [self.game.moves.to_move(action) for action in self._legal(seat)]

    def legal_texts(self, seat: int) -> list[str]:
        """The same as texts, as records hold them and `play` takes them.

        Examples:
            >>> Match.new("dam-it", seats=2, seed=2).legal_texts(0)
            ['take 1', 'take 2', 'take 3', 'take 4', 'take pile']
        """
        return [self.game.moves.text(action) for action in self._legal(seat)]

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
        legal = self._legal(seat)
        if type(move) is int and move in legal:
            return move
        action = action_of(self.game, move)
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
        fork = self.copy()
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
        if not self._played or self.ended:
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
            self.rules.play(state, played.seat, played.action, fairness.luck_for(self._lucky, len(kept) + 1))
            kept.append(played._replace(state=state.tobytes()))
        return kept

    def last_of(self, seat: int) -> int:
        """The number of a seat's latest move; 0: it has not moved."""
        return next((number for number in range(self.number, 0, -1) if self._played[number - 1].seat == seat), 0)

    def take_back(self, number: int) -> None:
        """Take back move `number` and all since, whatever they showed: for players who agree to it. It is written down.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.play(0, "take 1")
            >>> match.take_back(1)
            >>> match.number, match.incidents[0].kind, match.incidents[0].moves
            (0, 'undone', ['0 take 1'])

        The luck of a move is that of its number: whoever plays another one meets what was seen.
        """
        seat, _ = self.action_at(number)
        if self.ended:
            raise CannotUndo("The match has ended.")
        gone = [f"{mover} {text}" for mover, text in self.history[number - 1 :]]
        self._played = self._played[: number - 1]
        if self._played:
            self._played[-1] = self._played[-1]._replace(free=False)  # its maker has seen what came of it
        self.incidents: list[Incident] = [replace(one, after=min(one.after, self.number)) for one in self.incidents]
        self.note("undone", seat, gone)

    def note(self, kind: str, seat: int, moves: Sequence[str] = ()) -> None:
        """Write down something that happened beside the moves (`lodge.record.Incident`)."""
        fields = {"after": self.number, "kind": kind, "seat": self._seat(seat), "moves": list(moves)}
        self.incidents.append(msgspec.convert(fields, Incident))

    def end(self, ending: Ending) -> None:
        """End the match before its rules do.

        Examples:
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> match.note("resigned", 0)
            >>> match.end("resigned")
            >>> match.over, match.winners, match.record().ending
            (True, [1], 'resigned')
        """
        if self.over:
            raise LodgeError("The match is over.")
        lost = {one.seat for one in self.incidents if one.kind == "resigned"}
        if ending == "resigned" and not 0 < len(lost) < self.seats:
            raise LodgeError("Somebody resigns, and somebody wins by that.")
        self.ended: Ending | None = ending

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
        record = Record(
            game=self.game.id,
            rules=self.rules.VERSION,
            options=list(self.options),
            seats=list(self.names),
            commitment=self.commitment,
            seed=self._seed if (over := self.over) or secret else None,
            position=self._position,
            scores=self.scores if over and not self.ended else None,
            winners=self.winners if over else None,
            ending=self.ended,
            incidents=list(self.incidents),
            shares=list(self.shares),
            moves=[f"{seat} {text}" for seat, text in self.history],
        )
        record.lodge = format_of(record)
        return chained(record)

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[Any, ...]]:
        """Pickled without its rules, which are loaded where it arrives."""
        how = {
            "seed": self._seed,
            "options": self.options,
            "names": self.names,
            "position": self._position,
            "shares": self.shares,
        }
        played = [tuple(played) for played in self._played]
        return _unpickled, (self.game, self._start, how, played, self.ended, self.incidents)


def _unpickled(
    game: Game,
    start: bytes,
    how: dict[str, Any],
    played: Iterable[tuple[Any, ...]],
    ended: Ending | None,
    incidents: list[Incident],
) -> Match:
    """A match from its pickle."""
    match = Match(game, state_of(start, dtype_of(game.rules.State)), **how)
    match._played = [Played(*move) for move in played]
    match.ended, match.incidents = ended, list(incidents)
    return match
