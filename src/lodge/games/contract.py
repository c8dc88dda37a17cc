"""What a game shows: views and events, written by rules and decoded into JSON values.

A game declares it once, as `CONTRACT` in its `table/moves.py`. The page's types are made from it
(`lodge.games.typescript`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from lodge.kernel import dtype_of
from lodge.kernel.view import blanks, decoder, schema

Json = dict[str, Any]


@dataclass(frozen=True)
class Contract:
    """A game's moves, views and events: the types, and the rules that fill them.

    `look(state, seat, view)` writes what a seat may see (SPECTATOR: anybody, EVERYTHING: all there is). It may try
    things out on the state, which is a copy.
    `happened(before, seat, action, after, viewer, events)` writes what a viewer saw of a move and returns how many
    events that is. `types` are names for the page's types of what is called by the names of a table; `facts` are tables
    and numbers of the box that the page needs itself. Where all see the same, `alike`, one look is enough. An event
    that is marked `fades` is told without the fields `fades` once the next move has been made: players are to remember
    them. In such a game a position that holds all that a seat knows would remind it, and is not given away.
    """

    Move: Any
    View: type[Any]
    Event: type[Any]
    look: Callable[[Any, int, Any], None]
    happened: Callable[[Any, int, int, Any, int, Any], int]
    most_events: int
    types: Mapping[str, Sequence[str]] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    alike: bool = False
    fades: Sequence[str] = ()

    def view(self, state: Any, seat: int) -> Json:
        """What a seat may see of a state, as JSON values. Views may share what is the same in them: change none."""
        return self.views(state, [seat])[0]

    def views(self, state: Any, seats: Sequence[int]) -> list[Json]:
        """What each of some seats may see."""
        return self.decode_views(lambda eyes: [one.tobytes() for one in self.seen(state, eyes)], seats)

    def decode_views(self, seen: Callable[[Sequence[int]], list[bytes]], seats: Sequence[int]) -> list[Json]:
        """What each of some seats may see, of a function that gives the bytes of a `View` for each."""
        if self.alike:
            return [self._decode_view(seen(seats[:1])[0])] * len(seats)
        return list(map(self._decode_view, seen(seats)))

    def seen(self, state: Any, seats: Sequence[int]) -> Any:
        """The same as an array of `View`."""
        seen = blanks(self.View, len(seats))
        self.look_all(_own(state), np.array(seats, np.int64), seen)
        return seen

    def events(self, before: Any, seat: int, action: int, after: Any, viewer: int) -> list[Json]:
        """What a viewer saw happen, in order, as JSON values."""
        return self.decode_events(self.told(before, seat, action, after, viewer).tobytes())

    def decode_events(self, told: bytes) -> list[Json]:
        """Events in JSON values, of the bytes of `Event`s one after another."""
        size, decode = dtype_of(self.Event).itemsize, self._decode_event
        return [decode(told[at : at + size]) for at in range(0, len(told), size)]

    def told(self, before: Any, seat: int, action: int, after: Any, viewer: int) -> Any:
        """The same as an array of `Event`."""
        told = blanks(self.Event, self.most_events)
        return told[: self.all_happened(_own(before), seat, action, _own(after), viewer, told)]

    def fade(self, event: Json) -> Json:
        """An event as it is told when the next move has been made: without what players are to remember themselves."""
        return {**event, **dict.fromkeys(self.fades)} if event.get("fades") else event

    def written_by(self, look_all: Callable[..., Any], all_happened: Callable[..., int]) -> Contract:
        """The same with these functions in place of its own: compiled ones."""
        other = replace(self)
        other.__dict__["look_all"], other.__dict__["all_happened"] = look_all, all_happened
        return other

    def schema(self) -> Json:
        """How views and events lie in bytes, in JSON values."""
        return {"view": schema(self.View), "event": schema(self.Event), "fades": list(self.fades)}

    @cached_property
    def look_all(self) -> Callable[[Any, Any, Any], None]:
        """Arrays go in, for compiled code takes them quicker than structs; and one call is enough for all seats."""
        look = self.look

        def look_all(states: Any, seats: Any, views: Any) -> None:
            for number in range(len(seats)):
                look(states[0], seats[number], views[number])

        return look_all

    @cached_property
    def all_happened(self) -> Callable[..., int]:
        """The same for events."""
        happened = self.happened

        def all_happened(befores: Any, seat: int, action: int, afters: Any, viewer: int, events: Any) -> int:
            return happened(befores[0], seat, action, afters[0], viewer, events)

        return all_happened

    @cached_property
    def _decode_view(self) -> Callable[[bytes], Any]:
        return decoder(self.View)

    @cached_property
    def _decode_event(self) -> Callable[[bytes], Any]:
        return decoder(self.Event)


def _own(state: Any) -> Any:
    """A copy of a state, as an array of one; where it is no struct but reads like one, it itself."""
    if not isinstance(state, np.void):
        return (state,)
    return np.frombuffer(bytearray(np.void.tobytes(state)), state.dtype)
