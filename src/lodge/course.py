"""The course of a match: its moves so far, the positions that they led to, and what anybody may see of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Self, cast

from lodge import fairness
from lodge.errors import LodgeError
from lodge.extras import MissingExtra
from lodge.games import Game
from lodge.games.api import EVERYTHING, SPECTATOR, Rules
from lodge.games.bound import bound
from lodge.games.compiled import compiled_rules
from lodge.history import Known, Played, state_of
from lodge.kernel import Out, dtype_of
from lodge.record import Ending, Incident

if TYPE_CHECKING:
    from lodge.paper.drawing import Page

RESULTS = ("resigned", "drawn")  # the endings that have winners


class Course:
    """All of a match but how it is begun, played on and kept: `Match` adds that."""

    def __init__(
        self,
        game: Game,
        start: Any,
        *,
        seed: str,
        options: Sequence[str],
        names: Sequence[str],
        position: Any = None,
        shares: fairness.Shares = (),
    ) -> None:
        self.game = game
        self.rules: Rules = compiled_rules(game)
        self._shows = game.moves.CONTRACT
        self.options: tuple[str, ...] = tuple(options)
        self.names: tuple[str, ...] = tuple(names)
        self.commitment: str = fairness.commitment(seed)
        self.shares: tuple[fairness.Share | None, ...] = tuple(shares)
        self._seed = seed
        self._lucky = fairness.shared_seed(seed, shares)
        self._luck = fairness.LuckSource(self._lucky)
        self._dtype = dtype_of(game.rules.State)
        self._start = cast("bytes", start.tobytes())
        self._position = position
        self.ended: Ending | None = None
        self.incidents: list[Incident] = []
        self._played: list[Played] = []
        self._known: Known | None = None

    # --- copies ------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """A copy of the match, with the same luck to come: what is played in one does not happen in the other.

        Examples:
            >>> from lodge import Match
            >>> match = Match.new("dam-it", seats=2, seed=2)
            >>> fork = match.copy()
            >>> fork.play(0, "take 1")
            >>> match.number, fork.number
            (0, 1)
        """
        fork = object.__new__(type(self))
        fork.__dict__ |= self.__dict__
        fork._played = list(self._played)
        fork.incidents = list(self.incidents)
        return fork

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Nothing of a match is ever changed in place but its lists of moves and incidents."""
        return self.copy()

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
            >>> from lodge import Match
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
            >>> from lodge import Match
            >>> Match.new("amik", seats=3, seed=1).pending
            [0, 1, 2]
        """
        return [] if self.ended else list(self._here.pending)

    @property
    def _here(self) -> Known:
        """What is known of the position."""
        known, data = self._known, self._played[-1].state if self._played else self._start
        if known is None or known.data is not data:
            known = self._known = Known(data, self._dtype, bound(self.game).pending(data))
        return known

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended is not None or not self._here.pending

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
        """Everybody's rank, from 1; none where it ended without a result."""
        if self.ended:
            won = self.winners
            return [1 if seat in won else len(won) + 1 for seat in range(self.seats)] if won else []
        return [int(self.rules.place(self._now, seat)) for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end or without a result."""
        if self.ended:
            lost = {one.seat for one in self.incidents if one.kind == "resigned"}
            return [seat for seat in range(self.seats) if seat not in lost] if self.ended in RESULTS else []
        return [seat for seat, place in enumerate(self.places) if place == 1] if self.over else []

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see, as JSON values; without a seat, what a spectator may.

        Examples:
            >>> from lodge import Match
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

    def observe(self, seat: int) -> Out:
        """What a seat knows, as numbers for learners; `lodge.observations` says what each means.

        Examples:
            >>> from lodge import Match
            >>> Match.new("dam-it", seats=2, seed=2).observe(0)[:4]
            array([ 2,  0,  0, 61], dtype=int16)
        """
        return bound(self.game).observe(self._data, self._seat(seat))

    def view_bytes(self, seats: Sequence[int | None]) -> list[bytes]:
        """The same as the bytes of the game's `View`."""
        return bound(self.game).views(self._data, [self._eye(seat) for seat in seats])

    def known(self, seats: Sequence[int | None]) -> list[bytes]:
        """What each of some seats (None: a spectator) knows, as the bytes of a state: the page goes on from there.

        What a seat cannot know is made up in it, always in the same way: such a state tells no more than `view`.
        """
        return bound(self.game).known(self._data, [self._eye(seat) for seat in seats])

    def view_at(self, number: int, seat: int | None = None) -> dict[str, Any]:
        """What a seat (without one: a spectator) saw after `number` moves."""
        return self._views(self._data_at(number), [self._eye(seat)])[0]

    def replay_view(self, number: int) -> dict[str, Any]:
        """The view after `number` moves with nothing hidden; only of a match that is over."""
        return self._views(self._data_at(number), [self._all_seeing()])[0]

    def replay_events(self, number: int) -> list[dict[str, Any]]:
        """The events of move `number` (from 1) with nothing hidden; only of a match that is over."""
        return self._events(number, self._all_seeing())

    def position(self) -> dict[str, Any]:
        """The whole position as JSON values (hidden things included, like `state`)."""
        return self.game.moves.to_position(self._now)

    def events(self, number: int, seat: int | None = None) -> list[dict[str, Any]]:
        """What happened in move `number` (from 1), as a seat or a spectator saw it, to tell or to animate.

        Examples:
            >>> from lodge import Match
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

    # --- pictures ----------------------------------------------------------------------------------------

    def picture(self, seat: int | None = None, number: int | None = None) -> Page:
        """What a seat sees (None: a spectator) as a drawing, after `number` moves or now."""
        eye = self._eye(seat)
        view = self.view(seat) if number is None else self._views(self._data_at(number), [eye])[0]
        from lodge.paper import drawn

        return drawn(self.game, view, eye, self.names)

    def svg(self, seat: int | None = None, number: int | None = None) -> str:
        """The same as SVG; notebooks show a match so.

        Examples:
            >>> from lodge import Match
            >>> Match.new("dam-it", seats=2, seed=2).svg()[:4]
            '<svg'
        """
        from lodge.paper import written

        return written([self.picture(seat, number)], "svg").decode()

    def png(self, seat: int | None = None, number: int | None = None, *, width: int = 900) -> bytes:
        """The same as a PNG file so many pixels wide."""
        from lodge.paper.raster import to_png

        return to_png(self.picture(seat, number), width)

    def gif(self, seat: int | None = None, *, width: int = 600, seconds: float = 1.0) -> bytes:
        """The match from the beginning as an animated GIF, a picture after every move."""
        from lodge.paper.raster import to_gif

        return to_gif([self.picture(seat, number) for number in range(self.number + 1)], width, seconds)

    def _repr_html_(self) -> str | None:
        """What a notebook shows; where nothing can be drawn, it shows the text."""
        try:
            return f'<div style="max-width: 720px">{self.svg()}</div>'
        except MissingExtra:
            return None

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
        if not 0 <= seat < len(self.names):
            raise LodgeError(f"There is no seat {seat}: the seats are 0 to {self.seats - 1}.")
        return seat
