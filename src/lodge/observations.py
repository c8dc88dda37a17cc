"""What the numbers of an observation mean, and how to make features of them that a net can learn from.

Every game describes its `observe` in `rules/observation.json`: each number has a name, a kind and a range.

>>> from lodge import Match
>>> fields = fields_of("dam-it")
>>> len(fields), fields[3].name, fields[5].name, fields[5].kind
(81, 'pile', 'river 1 card', 'choice')
>>> match = Match.new("dam-it", seats=2, seed=2)
>>> described("dam-it", match.observe(0))["river 1 card"]
'acacia'
>>> encoder("dam-it").encode(match.observe(0)).shape
(179,)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.errors import LodgeError
from lodge.games import game

FILE = "rules/observation.json"
Kind = Literal["number", "choice", "bits"]
Floats = npt.NDArray[np.float32]


class Field(NamedTuple):
    """One number of an observation.

    A `number` counts something, from `low` to `high`. A `choice` is one of several things: numbers beside each other
    have nothing in common, so a net should be given it one-hot. `bits` are several yes or no. `hidden` is the value
    that stands for what the seat cannot know.
    """

    name: str
    kind: Kind
    low: int
    high: int
    names: tuple[str, ...] = ()  # of a choice: what each value is called, from `low` on
    hidden: int | None = None

    @property
    def width(self) -> int:
        """How many features it becomes."""
        if self.kind == "number":
            return 1 if self.hidden is None else 2
        return self.high.bit_length() if self.kind == "bits" else self.high - self.low + 1


@cache
def fields_of(name: str) -> tuple[Field, ...]:
    """The numbers of a game's observations, in order."""
    which = game(name)
    path = which.folder / FILE
    if not path.exists():
        return tuple(Field(f"number {i}", "number", -1, 127) for i in range(which.rules.OBSERVATION))
    found = tuple(_fields("", json.loads(path.read_text(encoding="utf-8"))))
    if len(found) != which.rules.OBSERVATION:
        raise LodgeError(f"{path} describes {len(found)} numbers, but `observe` writes {which.rules.OBSERVATION}.")
    return found


def _fields(before: str, entries: Sequence[dict[str, Any]]) -> Iterator[Field]:
    for entry in entries:
        name = f"{before} {entry['name']}".strip()
        if "of" in entry:
            for each in entry.get("each") or range(1, entry["times"] + 1):
                yield from _fields(f"{name} {each}", entry["of"])
        else:
            names = tuple(entry.get("names", ()))
            yield Field(name, entry["kind"], entry["low"], entry["high"], names, entry.get("hidden"))


def described(name: str, observation: Sequence[int] | npt.NDArray[Any]) -> dict[str, int | str | None]:
    """An observation by the names of its numbers; None for what is hidden."""
    told: dict[str, int | str | None] = {}
    for field, number in zip(fields_of(name), observation, strict=True):
        value = int(number)
        at = value - field.low
        told[field.name] = None if value == field.hidden else field.names[at] if 0 <= at < len(field.names) else value
    return told


class Encoder:
    """Makes features of observations: choices and bits one-hot, numbers from 0 to 1, and whether they are hidden."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields: tuple[Field, ...] = tuple(fields)
        starts = np.cumsum([0, *(field.width for field in fields)])
        self.size: int = int(starts[-1])
        self.names: tuple[str, ...] = tuple(name for field in fields for name in _feature_names(field))
        low, high = np.array([field.low for field in fields]), np.array([field.high for field in fields])
        kinds = np.array([field.kind for field in fields])
        self._numbers, self._choices = np.flatnonzero(kinds == "number"), np.flatnonzero(kinds == "choice")
        self._number_at, self._choice_at = starts[self._numbers], starts[self._choices]
        self._low, self._scale = low[self._numbers], 1 / np.maximum(1, high - low)[self._numbers].astype(np.float32)
        self._first, self._last = low[self._choices], high[self._choices]
        self._bits = [(i, int(starts[i]), field.width) for i, field in enumerate(fields) if field.kind == "bits"]
        hidden = [(i, int(starts[i]) + 1, field.hidden) for i, field in enumerate(fields) if field.hidden is not None]
        self._hidden = np.array([i for i, _, _ in hidden], np.int64)
        self._hidden_at = np.array([at for _, at, _ in hidden], np.int64)
        self._hidden_value = np.array([value for _, _, value in hidden], np.int64)

    def encode(self, observations: npt.NDArray[Any], out: Floats | None = None) -> Floats:
        """Features of one observation or of a row for each of many; into `out`, if that is given."""
        seen = np.asarray(observations)
        rows = seen.reshape(-1, len(self.fields))
        made = np.empty((len(rows), self.size), np.float32) if out is None else out.reshape(-1, self.size)
        made[...] = 0
        made[:, self._number_at] = np.clip((rows[:, self._numbers] - self._low) * self._scale, 0, 1)
        which = np.clip(rows[:, self._choices], self._first, self._last) - self._first
        np.put_along_axis(made, which + self._choice_at, 1, axis=1)
        for i, start, width in self._bits:
            made[:, start : start + width] = rows[:, i, None] >> np.arange(width) & 1
        if len(self._hidden):
            hidden = rows[:, self._hidden] == self._hidden_value
            made[:, self._hidden_at] = hidden
            made[:, self._hidden_at - 1] *= ~hidden
        return made.reshape(*seen.shape[:-1], self.size)

    def tensor(self, observations: Any) -> Any:
        """The same as a tensor of PyTorch."""
        import torch

        return torch.from_numpy(self.encode(np.asarray(observations)))


def _feature_names(field: Field) -> Iterator[str]:
    if field.kind == "number":
        yield field.name
        if field.hidden is not None:
            yield f"{field.name} hidden"
    elif field.kind == "bits":
        yield from (f"{field.name} bit {bit}" for bit in range(field.width))
    else:
        yield from (
            f"{field.name} = {field.names[at] if at < len(field.names) else field.low + at}"
            for at in range(field.width)
        )


@cache
def encoder(name: str) -> Encoder:
    """The encoder of a game's observations."""
    return Encoder(fields_of(name))
