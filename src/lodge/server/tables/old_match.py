"""A match begun with other rules: it can neither go on nor be replayed, but who played and what was done is told.

A rules' version rises when the same moves would lead elsewhere. Playing an old match's moves by new rules would show a
match that nobody played, so they are kept as texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from lodge import fairness
from lodge.games import Game
from lodge.record import FORMAT, SHARED, Record, chained


class OldMatch:
    """The moves of a match, as texts, by rules of another version."""

    def __init__(
        self,
        game: Game,
        rules: int,
        seed: str,
        options: Sequence[str],
        names: Sequence[str],
        shares: fairness.Shares = (),
    ) -> None:
        self.rules = rules
        self.commitment: str = fairness.commitment(seed)
        self.moves: list[tuple[int, str]] = []
        self._game = game
        self._options = list(options)
        self._names = list(names)
        self._shares = list(shares)

    def play(self, seat: int, text: str) -> None:
        """A move."""
        self.moves.append((seat, text))

    def undo(self, move: int, *, all_since: bool = False) -> None:
        """Move number `move` was taken back; 0: the last."""
        at = (move or len(self.moves)) - 1
        del self.moves[at : None if all_since else at + 1]

    def record(self) -> Record:
        """The match as a record, for the Lodge that it was played with; whether it is over cannot be said: no seed."""
        return chained(
            Record(
                lodge=SHARED if self._shares else FORMAT,
                game=self._game.id,
                rules=self.rules,
                options=self._options,
                seats=self._names,
                commitment=self.commitment,
                moves=[f"{seat} {text}" for seat, text in self.moves],
                shares=self._shares,
            )
        )
