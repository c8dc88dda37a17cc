"""A field of play-outs: a position, and every move in it, played on many times on the same luck.

Where nobody can do anything to the others (Amik), a move changes only its maker's game. So only that is played anew for
each move; the others' games are played once, and stay as they are until luck falls again. Where players draw no luck
of their own, that says the same, to the bit, as playing for everybody each time, and costs a fraction of it.

Where a seat goes on undisturbed until luck falls, several ways to do that may be tried after a move, of which the best
counts (lodge.analysis.ways).

Where nothing is left to chance, nothing is played: what everybody's best comes to can be worked out (the last turns of
Dam It!), or the game's own player has worked out what a seat can still get (Amik's last upgrades). Where only the last
dice are left, all rolls are tried (Donnant Donnant's last turn).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from lodge.bots.exact import foregone
from lodge.bots.last import last_worths
from lodge.bots.playouts import AS_HASTY, Endings, play_outs
from lodge.games import Game
from lodge.games.api import EVERYTHING
from lodge.games.compiled import compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import copy, lucky, same


class Field:
    """`count` play-outs of a position, and of moves in it; what the seat `eye` cannot know is imagined anew.

    `before` is the field of the position before, and what was decided there (None: nothing), where seats are apart and
    that drew no luck: then how it stands is known.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        count: int,
        seed: int,
        eye: int = EVERYTHING,
        before: tuple[Field, tuple[int, int] | None] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.count: int = count
        self.seed = seed
        self.eye = eye
        self.before = before
        self.ways: dict[tuple[int, int], Sequence[tuple[Any, int]]] = {}  # elsewhere, hastily at once
        self._played: dict[tuple[bytes, int, int], Endings] = {}
        self._found: dict[tuple[int, int, bool], Endings] = {}

    def grow(self, count: int) -> None:
        """From now on look at so many play-outs, of which the first are those there were."""
        self.count = max(self.count, count)
        if self.before is not None:
            self.before[0].grow(count)

    @property
    def everybody(self) -> Endings:
        """How it ends if everybody plays on as the hasty player, but for what is worked out."""
        if self.before is not None:
            field, decided = self.before
            found = field.everybody if decided is None else field.at_once(*decided)
            return Endings(found.shares[: self.count], found.scores[: self.count], found.lines)
        return self._once(0, AS_HASTY, self._if_nobody_moves)

    def after(self, seat: int, action: int) -> Endings:
        """How it ends after an action of a seat, by the best of the ways to go on."""
        return self._once(seat, action, self._after, at_once=(seat, action) not in self.ways)

    def at_once(self, seat: int, action: int) -> Endings:
        """The same if it is gone on with hastily at once."""
        return self._once(seat, action, self._after, at_once=True)

    def _once(self, seat: int, action: int, find: Any, *, at_once: bool = True) -> Endings:
        found = self._found.get((seat, action, at_once))
        if found is None or len(found.shares) != self.count:
            found = self._found[seat, action, at_once] = find(seat, action, at_once)
        return found

    def _if_nobody_moves(self, seat: int, action: int, _at_once: bool) -> Endings:
        if self.is_settled:
            return self._ended(foregone(self.game, self.state, self._mover))
        found = self._play(self.state, seat, action)
        if self._mover >= 0 and (worths := last_worths(self.game, self.state, self._mover)):
            return _evenly(found, max(worths.values(), key=lambda one: one[self._mover]))
        for one in range(int(self.state.seats)):
            if (own := certain_lines(self.game, self.state, one)) is not None:
                found = _with(self.game, found, one, own.sum(), own)
        return found

    def _after(self, seat: int, action: int, at_once: bool) -> Endings:
        if self.is_settled:
            end = foregone(self.game, self.state, seat, action)
            return self._ended(end) if end is not None else self._play(self.state, seat, action)
        worths = last_worths(self.game, self.state, seat)
        if action not in worths:  # nobody would consider it, but it was played
            worths = last_worths(self.game, self.state, seat, action)
        if worths:
            return _evenly(self._play(self.state, seat, action), worths[action])
        known = certain_lines(self.game, self.state, seat, action)
        if known is not None:
            return _with(self.game, self.everybody, seat, known.sum(), known)
        own = without_others(self.game, self.state, seat)
        ways = [(own, action)] if at_once else self.ways[seat, action]
        tried = [self._play(then, seat, last) for then, last in ways]
        found = max(tried, key=lambda one: float(one.scores[:, seat].mean()))
        if same(own, self.state):
            return found
        return _with(self.game, self.everybody, seat, found.scores[:, seat], found.lines[seat])

    @cached_property
    def is_settled(self) -> bool:
        """Whether all that can come of the position is known, and to its mover, too."""
        return self._mover >= 0 and foregone(self.game, self.state, self._mover) is not None

    def is_exact(self, seat: int) -> bool:
        """Whether what a seat's moves come to is known, without any play-outs."""
        if self.is_settled or last_worths(self.game, self.state, seat):
            return True
        return certain_lines(self.game, self.state, seat) is not None

    @cached_property
    def _mover(self) -> int:
        waiting = compiled_rules(self.game).pending(self.state)
        return first_seat(waiting) if waiting else -1

    def _ended(self, end: Any) -> Endings:
        """As often as it is played, it ends so."""
        once, times = play_outs(self.game, end, 1, 0), (self.count, 1)
        return Endings(np.tile(once.shares, times), np.tile(once.scores, times), once.lines)

    def _play(self, state: Any, seat: int, action: int) -> Endings:
        """Play on as often as has not been done yet."""
        key = state.tobytes(), seat, action
        kept = self._played.get(key)
        done = 0 if kept is None else len(kept.shares)
        if kept is not None and done == self.count:
            return kept
        how = {"start": done, "eye": self.eye, "seat": seat, "action": action}
        more = play_outs(self.game, state, self.count - done, self.seed, **how)
        found = self._played[key] = more if kept is None else _joined(kept, more)
        return found


def _joined(one: Endings, more: Endings) -> Endings:
    """Play-outs, and those that followed."""
    was, are = len(one.shares), len(more.shares)
    lines = (was * one.lines + are * more.lines) / (was + are)
    return Endings(np.vstack([one.shares, more.shares]), np.vstack([one.scores, more.scores]), lines)


def _evenly(endings: Endings, worths: tuple[float, ...]) -> Endings:
    """Play-outs that all come to what is known; only their lines stay as they are."""
    known = np.tile(worths, (len(endings.shares), 1))
    alone = len(worths) == 1
    return Endings(endings.shares if alone else known, known if alone else endings.scores, endings.lines)


def _with(game: Game, endings: Endings, seat: int, points: Any, own: Any) -> Endings:
    """A seat's own game beside those of the others: who has most points wins."""
    scores, lines = endings.scores.copy(), endings.lines.copy()
    scores[:, seat], lines[seat] = points, own
    best = scores.max(1, keepdims=True) if game.lines.MORE_IS_BETTER else scores.min(1, keepdims=True)
    won = (scores == best).astype(np.float64)
    return Endings(won / won.sum(1, keepdims=True), scores, lines)


def certain_lines(game: Game, state: Any, seat: int, action: int | None = None) -> Any:
    """What a seat gets, line by line, where its own player has worked out all that it does (after an action).

    Only where all its moves are: what one of them comes to by the best play, and another by the hasty player's, cannot
    be compared.
    """
    own, rules = without_others(game, state, seat), compiled_rules(game)
    if game.master is None or not rules.pending(own) or (same(own, state) and int(state.seats) > 1):
        return None
    luck, best = lucky(0), game.master.certain(own, seat)
    if best is None:
        return None
    action = best if action is None else action
    while rules.pending(own):
        action = game.master.certain(own, seat) if action is None else action
        if action is None:
            return None
        rules.play(own, seat, action, luck)
        action = None
        if not same(luck, lucky(0)):
            return None
    lines = np.zeros(len(game.lines.LINES), np.int16)
    game.lines.lines(own, seat, lines)
    return lines


def without_others(game: Game, state: Any, seat: int) -> Any:
    """The position without the others, where they cannot matter to the seat; elsewhere, the position."""
    own = copy(state)
    game.greedy.alone(own, seat)
    return own


def undisturbed(game: Game, state: Any, seat: int) -> Any:
    """The same, or None where somebody could answer."""
    own = without_others(game, state, seat)
    return None if int(own.seats) > 1 and same(own, state) else own


def apart(game: Game, state: Any) -> bool:
    """Whether, from this position on, nobody can do anything to the others, and all is open."""
    return not game.rules.SECRETS and not same(without_others(game, state, 0), state)
