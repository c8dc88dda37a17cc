"""Beaver Gang for two: a net that says at once what to do, from all that a player has seen.

It learned by playing against itself, the bot `search` and the bot `greedy`. All in whole numbers: it says the
same interpreted, compiled and on a GPU. The first layer adds up a row of its table for each feature, two small layers
follow; the last has a number for each slot of an action, the higher the better, and one for how well the player stands.
"""

from typing import Any, NamedTuple

import numpy as np

from lodge.games.beaver_gang.sight import FEATURES, ROWS, SLOTS, action_of, forced, open_slots, see
from lodge.games.beaver_gang.state import NONE, State
from lodge.kernel import rule

WIDE = 128
NARROW = 64
ONE = 1024  # what stands for 1 in weights
CAP = 4  # numbers behind a layer are cut off here
WIDE_BITS, NARROW_BITS = 3, 7  # dropped behind each layer, so that no sum leaves 32 bits


class Net(NamedTuple):
    """The weights."""

    table: Any
    bias: Any
    mix: Any
    mix_bias: Any
    out: Any
    out_bias: Any


class Mind(NamedTuple):
    """What it works on."""

    seen: Any
    wide: Any
    narrow: Any


def mind() -> Mind:
    """Room to work in."""
    return Mind(np.zeros(FEATURES, np.int16), np.zeros(WIDE, np.int32), np.zeros(NARROW, np.int32))


def quantise(floats: Any) -> Net:
    """The net of floating weights."""

    def whole(name: str, one: int, kind: Any) -> Any:
        most = np.iinfo(kind).max
        return np.clip(np.rint(np.float64(floats[name]) * one), -most, most).astype(kind)

    return Net(
        whole("table", ONE, np.int16),
        whole("bias", ONE, np.int32),
        whole("mix", ONE, np.int16),
        whole("mix_bias", ONE * ONE >> WIDE_BITS, np.int32),
        whole("out", ONE, np.int32),
        whole("out_bias", ONE * ONE, np.int32),
    )


@rule
def ponder(net: Net, mind: Mind) -> None:
    """The first two layers, of what is seen."""
    table, mix, seen, wide, narrow = net.table, net.mix, mind.seen, mind.wide, mind.narrow
    for h in range(WIDE):
        wide[h] = net.bias[h]
    for i in range(FEATURES):
        row = int(seen[i])
        for h in range(WIDE):
            wide[h] += np.int32(table[row, h])
    for k in range(NARROW):
        narrow[k] = net.mix_bias[k]
    for h in range(WIDE):
        much = min(max(wide[h], np.int32(0)), np.int32(CAP * ONE)) >> np.int32(WIDE_BITS)
        if much:
            for k in range(NARROW):
                narrow[k] += much * np.int32(mix[h, k])
    for k in range(NARROW):
        narrow[k] = min(max(narrow[k], np.int32(0)), np.int32(CAP * ONE * ONE >> WIDE_BITS)) >> np.int32(NARROW_BITS)


@rule
def told(net: Net, mind: Mind, head: int) -> int:
    """One number of the last layer."""
    total = int(net.out_bias[head])
    for k in range(NARROW):
        total += int(mind.narrow[k]) * int(net.out[k, head])
    return total


@rule
def decide(state: State, seat: int, net: Net, mind: Mind) -> int:
    """The action that seems best."""
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
