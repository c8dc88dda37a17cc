"""A net that says how well a seat stands: small, learned by self-play, all in whole numbers.

It sees what the rules' `observe` writes. Every number of an observation has a table of its own, with a row of weights
for each value, so the first layer adds rows up and multiplies nothing. Two small layers follow. Sums of whole numbers
are exact: a position has the same value interpreted, compiled and on a GPU, to the bit.
"""

from __future__ import annotations

import zipfile
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lodge.errors import LodgeError
from lodge.games import Game
from lodge.games.worth import UNIT
from lodge.kernel import NUMBERS, Rows, rule

FORMAT = 1
ROWS = 64  # rows of weights for each number observed,
EXACT = 40  # of which the first are for one value each,
STEP = 4  # and the others for this many
WIDE = 64  # numbers behind the first layer
NARROW = 16  # and behind the second
ONE = 1024  # what stands for 1 in weights and behind the first layer
MOST = 4  # numbers behind the second layer are cut off here, behind the first at 1
SHIPPED = Path(str(files("lodge.bots"))) / "nets"


class Net(NamedTuple):
    """The weights, as compiled code takes them. While a net learns, the same as floats."""

    table: Any  # by number observed, row, number behind the first layer
    bias: Any
    mix: Any  # from the first layer to the second
    mix_bias: Any
    out: Any
    out_bias: Any


# What stands for 1 in each part, how far its numbers go (so that no sum leaves 32 bits), and what they are kept in.
_PARTS = Net(
    table=(ONE, (1 << 14) - 1, np.int16),
    bias=(ONE, 1 << 24, np.int32),
    mix=(ONE, 1 << 14, np.int16),
    mix_bias=(ONE * ONE, 1 << 29, np.int32),
    out=(ONE, 1 << 24, np.int32),
    out_bias=(ONE * ONE, 1 << 30, np.int32),
)


def net_kinds() -> Net:
    """The kinds of its parts."""
    return Net(*(Rows(np.dtype(part[2]), len(shape)) for part, shape in zip(_PARTS, shapes(1), strict=True)))


class Mind(NamedTuple):
    """What a net works on. The first layer's sums are kept for each seat: only rows that change are added anew."""

    seen: Any  # an observation
    shown: Any  # by seat: the rows that are in its sums
    wide: Any  # by seat: the sums
    narrow: Any


def mind_kinds() -> Mind:
    """The kinds of its parts."""
    wide = np.dtype(np.int32)
    return Mind(NUMBERS, Rows(np.dtype(np.uint8), 2), Rows(wide, 2), Rows(wide))


def mind(net: Net, seats: int) -> Mind:
    """Room for a net to work in, for so many seats; at first the first row of every number is in the sums."""
    observation = len(net.table)
    wide = np.tile(net.bias + net.table[:, 0].sum(0, np.int32), (seats, 1)).astype(np.int32)
    return Mind(
        np.zeros(observation, np.int16), np.zeros((seats, observation), np.uint8), wide, np.zeros(NARROW, np.int32)
    )


def shapes(observation: int) -> Net:
    """The shape of each part."""
    return Net((observation, ROWS, WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW,), (1,))


def blank(observation: int) -> Net:
    """A net that knows nothing."""
    return Net(*(np.zeros(shape, part[2]) for shape, part in zip(shapes(observation), _PARTS, strict=True)))


@rule
def row_of(number: int) -> int:
    """The row that stands for a number from -1 on: high ones share theirs with their neighbours."""
    row = max(number + 1, 0)
    return row if row < EXACT else min(EXACT + (row - EXACT) // STEP, ROWS - 1)


@rule
def look(net: Net, mind: Mind, seat: int) -> None:
    """The first layer: bring the seat's sums up to what is seen."""
    table, seen, shown, wide = net.table, mind.seen, mind.shown, mind.wide
    for i in range(len(seen)):
        row, before = row_of(int(seen[i])), int(shown[seat, i])
        if row != before:
            shown[seat, i] = row
            for h in range(WIDE):
                wide[seat, h] += table[i, row, h] - table[i, before, h]


@rule
def value(net: Net, mind: Mind, seat: int) -> int:
    """How well the seat that sees this stands, from 0 to UNIT."""
    look(net, mind, seat)
    mix, wide, narrow = net.mix, mind.wide, mind.narrow
    for k in range(NARROW):
        narrow[k] = net.mix_bias[k]
    for h in range(WIDE):
        much = min(max(wide[seat, h], np.int32(0)), np.int32(ONE))
        for k in range(NARROW):
            narrow[k] += much * mix[h, k]
    total = int(net.out_bias[0])
    for k in range(NARROW):
        total += min(max(int(narrow[k]), 0), MOST * ONE * ONE) * int(net.out[k]) // ONE
    return UNIT // 2 + UNIT * total // (2 * (abs(total) + ONE * ONE))


def quantise(floats: Net) -> Net:
    """A net in whole numbers."""
    return Net(
        *(
            np.clip(np.rint(np.float64(part) * one), -most, most).astype(kind)
            for part, (one, most, kind) in zip(floats, _PARTS, strict=True)
        )
    )


def floats(net: Net) -> Net:
    """A net in floats, to learn on."""
    return Net(*((part / one).astype(np.float32) for part, (one, _, _) in zip(net, _PARTS, strict=True)))


def save(net: Net, path: Path, game: Game) -> None:
    """Write a net into a file; whoever reads meanwhile finds the old one or the new one."""
    fresh = path.with_name(path.name + ".new")
    parts: dict[str, Any] = net._asdict()
    with fresh.open("wb") as file:
        np.savez_compressed(file, format=FORMAT, game=game.id, rules=game.rules.VERSION, **parts)
    fresh.replace(path)


def load(path: Path, game: Game, packed: bytes | None = None) -> Net:
    """A net from a file, or from what was in that file; a LodgeError says why it is of no use for the game."""
    try:
        with np.load(path if packed is None else BytesIO(packed), allow_pickle=False) as parts:
            made = int(parts["format"]), str(parts["game"]), int(parts["rules"])
            net = Net(*(np.ascontiguousarray(parts[name]) for name in Net._fields))
    except FileNotFoundError:
        raise LodgeError(f"There is no net at {path}.") from None
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise LodgeError(f"{path} is not a net: lodge train {game.id} makes one.") from None
    if made != (FORMAT, game.id, game.rules.VERSION):
        told = f"{path} is a net of format {made[0]} for {made[1]}, rules {made[2]}"
        raise LodgeError(f"{told}, not of format {FORMAT} for {game.id}, rules {game.rules.VERSION}.")
    fits = zip(net, shapes(game.rules.OBSERVATION), _PARTS, strict=True)
    if any(part.shape != shape or part.dtype != kind for part, shape, (_, _, kind) in fits):
        raise LodgeError(f"The net in {path} is not of the size that {game.id} needs: train it anew.")
    return net


def has_net(game: Game) -> bool:
    """Whether a net is shipped for a game."""
    return (SHIPPED / f"{game.id}.npz").exists()


@cache
def shipped(game: Game) -> Net:
    """The net that is shipped for a game."""
    if not has_net(game):
        raise LodgeError(f"No net is shipped for {game.title}: lodge train {game.id} makes one for master=FILE.")
    return load(SHIPPED / f"{game.id}.npz", game)
