"""Beaver Gang: nets that say at once what to do, from all that a player has seen; one for two players, one for more.

They learned by play against themselves, the bot `search` and the bot `greedy` (tools/beaver_net). All in whole numbers:
they say the same interpreted, compiled and on a GPU. The first layer adds up a row of its table for each feature, two
small layers follow. The last has a number for each slot of an action: one more makes the action e times as likely to be
what a player like this does.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lodge.games.beaver_gang.players.master import features, features_more
from lodge.games.beaver_gang.players.master.features_more import see
from lodge.games.beaver_gang.players.master.slots import SLOTS, action_of, forced, open_slots
from lodge.games.beaver_gang.rules.facts import FEWEST_SEATS
from lodge.games.beaver_gang.rules.state import NONE, State
from lodge.games.worth import UNIT
from lodge.kernel import INT, NUMBERS, One, Rows, dtype_of, heavy, rule

HERE = Path(__file__).parent
ONE = 1024  # what stands for 1 in weights
CAP = 4  # numbers behind a layer are cut off here
WIDE_BITS, NARROW_BITS = 3, 7  # dropped behind each layer, so that no sum leaves 32 bits
MIXED = ONE * ONE >> WIDE_BITS  # what stands for 1 behind the second layer
COUNTS = 3  # what 1 behind the last layer counts beside play-outs, in parts of UNIT: more was weaker


class Size(NamedTuple):
    """How large a net is, and where it is kept."""

    features: int
    rows: int
    wide: int  # numbers behind the first layer
    narrow: int  # and behind the second
    file: Path


FOR_TWO = Size(features.FEATURES, features.ROWS, 128, 64, HERE / "net-two.npz")
# All of the other has to be small.
FOR_MORE = Size(features_more.FEATURES, features_more.ROWS, 64, 64, HERE / "net-more.npz")


def size_for(seats: int) -> Size:
    """That of the net for so many players."""
    return FOR_TWO if seats == FEWEST_SEATS else FOR_MORE


class Net(NamedTuple):
    """The weights."""

    table: Any  # by row, number behind the first layer
    bias: Any
    mix: Any  # from the first layer to the second
    mix_bias: Any
    out: Any  # from the second to the slots, and to how well the player stands
    out_bias: Any


class Mind(NamedTuple):
    """What a net works on."""

    seen: Any  # by feature: its row
    wide: Any
    narrow: Any


# What stands for 1 in each part, and what it is kept in.
_PARTS = Net(
    (ONE, np.int16), (ONE, np.int32), (ONE, np.int16), (MIXED, np.int32), (ONE, np.int32), (ONE * ONE, np.int32)
)

_TABLE, _WIDE, _BROAD = (Rows(np.dtype(kind), ndim) for kind, ndim in ((np.int16, 2), (np.int32, 1), (np.int32, 2)))
NET = Net(_TABLE, _WIDE, _TABLE, _WIDE, _BROAD, _WIDE)  # the kinds of the parts
MIND = Mind(NUMBERS, _WIDE, _WIDE)


def mind(size: Size) -> Mind:
    """Room to work in."""
    return Mind(np.zeros(size.features, np.int16), np.zeros(size.wide, np.int32), np.zeros(size.narrow, np.int32))


def quantise(floats: Any) -> Net:
    """The net of weights that are floats, by their names."""
    wholes = []
    for name, (one, kind) in zip(Net._fields, _PARTS, strict=True):
        most = np.iinfo(kind).max
        wholes.append(np.clip(np.rint(np.float64(floats[name]) * one), -most, most).astype(kind))
    return Net(*wholes)


@cache
def shipped(size: Size) -> Net:
    """The net that is shipped."""
    with np.load(size.file, allow_pickle=False) as parts:
        return Net(*(np.ascontiguousarray(parts[name]) for name in Net._fields))


# --- layers ----------------------------------------------------------------------------------------------


@rule
def ponder(net: Net, mind: Mind) -> None:
    """The first two layers, of what is seen."""
    table, mix, seen, wide, narrow = net.table, net.mix, mind.seen, mind.wide, mind.narrow
    for h in range(len(wide)):
        wide[h] = net.bias[h]
    for i in range(len(seen)):
        row = int(seen[i])
        for h in range(len(wide)):
            wide[h] += table[row, h]
    for k in range(len(narrow)):
        narrow[k] = net.mix_bias[k]
    for h in range(len(wide)):
        much = min(max(int(wide[h]), 0), CAP * ONE) >> WIDE_BITS
        for k in range(len(narrow)):
            narrow[k] += much * int(mix[h, k])
    for k in range(len(narrow)):
        narrow[k] = min(max(int(narrow[k]), 0), CAP * MIXED) >> NARROW_BITS


@rule
def told(net: Net, mind: Mind, slot: int) -> int:
    """The last layer: what is said of a slot."""
    total = int(net.out_bias[slot])
    for k in range(len(mind.narrow)):
        total += int(mind.narrow[k]) * int(net.out[k, slot])
    return total


# --- what it says ----------------------------------------------------------------------------------------


@rule
def decide(state: State, seat: int, net: Net, mind: Mind) -> int:
    """The action that seems best, without looking ahead."""
    action = forced(state, seat)
    if action != NONE:
        return action
    orders = see(state, seat, mind.seen)
    there = open_slots(state, seat, orders)
    ponder(net, mind)
    best, most = NONE, 0
    for slot in range(SLOTS):
        if there >> slot & 1:
            much = told(net, mind, slot)
            best, most = (slot, much) if best == NONE or much > most else (best, most)
    return action_of(state, seat, orders, best)


@heavy(One(dtype_of(State)), INT, NET, MIND, _WIDE)
def weigh(state: State, seat: int, net: Net, mind: Mind, opinions: Any) -> None:
    """Write by action what it is thought to be worth beside the others, in parts of UNIT."""
    orders = see(state, seat, mind.seen)
    there = open_slots(state, seat, orders)
    ponder(net, mind)
    for action in range(len(opinions)):
        opinions[action] = -UNIT
    for slot in range(SLOTS):
        if there >> slot & 1:
            opinions[action_of(state, seat, orders, slot)] = COUNTS * told(net, mind, slot) // (ONE * ONE)


def advise(state: Any, seat: int, opinions: Any) -> None:
    """What the shipped net thinks of every action of a seat that has a choice."""
    size = size_for(int(state.seats))
    weigh(state, seat, shipped(size), mind(size), opinions)
