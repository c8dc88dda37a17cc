"""The tree of `search` and `master`: its nodes, what a thread works on, and which move of a node is followed.

It is an open-loop tree for information sets: of moves, not of positions, because luck falls anew every time. At a node
only the moves that are possible in this play-out compete (Cowling, Powley and Whitehouse, 2012), and other moves join
as visits allow. How it grows is in `growth`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from lodge.bots.net import Net, mind
from lodge.games import Game
from lodge.kernel import Luck, dtype_of, i8, i16, i32, i64, rule, sow, struct
from lodge.kernel.backend import Plain
from lodge.kernel.logarithm import logarithm
from lodge.kernel.module import Workspace

EXPLORE = 2.0  # upper bounds reach this many times as far as the rewards are spread
CHUNK = 64  # play-outs between two looks at the clock, at most:
FEW, SHORT = 4, 0.002  # a few at first, and no more where they take longer than so many seconds
BREATH = 4096  # play-outs at a time where no clock runs, so that the program can be interrupted
MOST_SEATS = 8

# The states and the streams of luck of a thread.
ROOT, WORK, TRIAL = range(3)  # the position, the one of a play-out, and one where a net looks at a move ahead
CHANCE, GUESS, LATER = range(
    3
)  # the luck of a play-out, what a net imagines with, what comes after all that is foreseen


@struct
class Node:
    """A move in the tree."""

    value: i64  # rewards of the seat that made it, added up
    visits: i32
    chances: i32  # how often it could have been chosen
    child: i32  # its first answer, 0 for none
    sibling: i32  # the next alternative to it, 0 for none
    action: i16  # ACTIONS stands for "as the hasty player"
    seat: i8


@cache
def notes_of(game: Game) -> type[Any]:
    """A struct for what a thread counts and writes down."""
    rules = game.rules
    fields = {
        "used": i64,  # nodes in use; node 0 is the position itself
        "stamp": i64,  # marks the actions that are possible at the node in hand
        "listed": i64,  # actions that the searching seat chooses from
        "total": i64,  # rewards of the searching seat, added up
        "squares": i64,  # the same squared
        "hunch": i64,  # what the net said of the move in hand, where the play-out goes on behind it
        "opinions": i32[rules.ACTIONS + 1],  # by action of the root: what the game's player thinks of it, if it says so
        "worths": i64[MOST_SEATS],  # what the play-out is worth to each seat, or UNKNOWN
        "stamps": i64[rules.ACTIONS + 1],  # by action: the stamp if it is possible now, minus that if found in the tree
        "path": i32[rules.MOST_MOVES + 1],  # the nodes of a play-out
        "out": i16[max(rules.MOST_CANDIDATES, rules.ACTIONS) + 1],
        "few": i16[rules.ACTIONS],  # what the searching seat chooses from
    }
    return struct(type("Notes", (), {"__annotations__": fields}))


class Memory(NamedTuple):
    """All that one thread works on. Arrays are few: every call in compiled code hands on all of each."""

    states: Any
    lucks: Any
    notes: Any
    nodes: Any
    net: Any = ()  # only where there is one,
    mind: Any = ()  # and what it works on
    future: Any = ()  # the luck of the moves to come, for who sees it


class Tree:
    """One thread's tree; `run` makes it grow."""

    def __init__(
        self,
        game: Game,
        run: Workspace | Plain,
        net: Net | None,
        state: Any,
        seat: int,
        seed: int,
        number: int,
        share: tuple[float, int],
        future: Any = (),
    ) -> None:
        self.run = run
        self.playouts: float = share[0]
        states, lucks = run.zeros(3, dtype_of(game.rules.State)), run.zeros(3, dtype_of(Luck))
        notes, nodes = run.zeros(1, dtype_of(notes_of(game)))[0], run.zeros(share[1], dtype_of(Node))
        self.memory: Memory = Memory(states, lucks, notes, nodes, future=run.keep(future))
        if net is not None:
            self.memory = self.memory._replace(net=run.keep(net), mind=run.keep(mind(net, MOST_SEATS)))
        states[ROOT] = state
        notes.used = 1
        self.who: tuple[int, int, int] = seat, seed, number << 32  # every thread has its own streams of luck
        sow(lucks[CHANCE], seed, number << 32)

    def grow(self, deadline: float) -> None:
        """Run play-outs until the budget is spent; where only the clock ends it, at least a few."""
        left, chunk = self.playouts, 1 if self.run.interpreted else FEW
        while left > 0:
            count, start = int(min(left, BREATH if deadline == math.inf else chunk)), time.monotonic()
            self.run(self.memory, *self.who, count)
            now = time.monotonic()
            left = left - count if now < deadline else 0
            chunk = min(2 * chunk, CHUNK) if now - start < SHORT else chunk

    def moments(self) -> tuple[int, int, int]:
        """How many play-outs there were, their rewards added up, and the same squared."""
        return int(self.memory.nodes[0].visits), int(self.memory.notes.total), int(self.memory.notes.squares)

    def answers(self) -> Iterator[tuple[int, int, int]]:
        """The seat's own moves: each with its visits, and its rewards added up."""
        child = int(self.memory.nodes[0].child)
        while child:
            node = self.memory.nodes[child]
            yield int(node.action), int(node.visits), int(node.value)
            child = int(node.sibling)


@rule
def stamp(memory: Memory, count: int, first: int) -> int:
    """Mark the actions in `out` as possible now and not yet found in the tree; `first` joins them. Their number."""
    now = int(memory.notes.stamp) + 1
    memory.notes.stamp = now
    for i in range(count):
        memory.notes.stamps[memory.notes.out[i]] = now
    if int(memory.notes.stamps[first]) == now:
        return count
    memory.notes.stamps[first] = now
    memory.notes.out[count] = first
    return count + 1


@rule
def best_child(memory: Memory, parent: int) -> int:
    """Mark the children that are possible now as found; the one with the highest upper bound, 0 if there is none."""
    now = int(memory.notes.stamp)
    playouts = max(1, int(memory.nodes[0].visits))
    mean = int(memory.notes.total) / playouts
    reach = EXPLORE * math.sqrt(max(0.0, int(memory.notes.squares) / playouts - mean * mean))
    best = 0
    highest = -1.0
    child = int(memory.nodes[parent].child)
    while child:
        node = memory.nodes[child]
        if int(memory.notes.stamps[node.action]) == now:
            memory.notes.stamps[node.action] = -now
            node.chances = int(node.chances) + 1
            visits = float(node.visits)
            bound = int(node.value) / visits + reach * math.sqrt(logarithm(int(node.chances)) / visits)
            if bound > highest:
                highest = bound
                best = child
        child = int(node.sibling)
    return best


@rule
def add(memory: Memory, parent: int, action: int, seat: int) -> int:
    """A new child; 0 if there is no room."""
    child = int(memory.notes.used)
    if child == len(memory.nodes):
        return 0
    memory.notes.used = child + 1
    node = memory.nodes[child]
    node.action = action
    node.seat = seat
    node.chances = 1
    node.sibling = memory.nodes[parent].child
    memory.nodes[parent].child = child
    return child
