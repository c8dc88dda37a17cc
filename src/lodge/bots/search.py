"""`search`: open-loop information-set tree search, compiled, for any game.

Each play-out imagines anew what the seat cannot know, walks down a tree of moves (not of positions: luck falls
anew every time), adds one leaf, plays on at random and counts how it ended for everybody. At a node only the
moves that are possible in this play-out compete, each weighed by how often it could have been chosen
(Cowling, Powley and Whitehouse, 2012).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, below, bits, i8, i16, i32, i64, record, rule, sow
from lodge.kernel.compile import native

EXPLORE = 0.1
WINW = 0
WIDEN = 20
UNIT = 1000  # the reward of a clear win
HALF_MARGIN = 30  # points of lead that count as half a clear win
CHUNK = 64  # play-outs between two looks at the clock
NODES_A_MILLISECOND = 250


@record
class Node:
    """A move in the tree."""

    value: i64  # rewards of the seat that made it, added up
    visits: i32
    chances: i32  # how often it could have been chosen
    child: i32  # its first answer, 0 for none
    sibling: i32  # the next alternative to it, 0 for none
    action: i16
    seat: i8


class Weight(NamedTuple):
    """What the search found out about an action."""

    action: int
    visits: int
    value: float  # mean reward, 0 to 1


@dataclass(frozen=True)
class Search:
    """The bot. A budget in play-outs gives the same move for the same luck; one in milliseconds need not."""

    playouts: int | None = 2000
    milliseconds: int | None = None
    threads: int = 1

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """The action that was looked at most."""
        return self.weigh(game, state, seat, luck)[0].action

    def weigh(self, game: Game, state: Any, seat: int, luck: Luck) -> list[Weight]:
        """All candidate actions, the most visited first."""
        seed = bits(luck) << 31 | bits(luck) >> 1
        share = None if self.playouts is None else -(-self.playouts // self.threads)
        deadline = math.inf if self.milliseconds is None else time.monotonic() + self.milliseconds / 1000
        trees = [_Tree(game, state, seat, seed, number, self._nodes(share)) for number in range(self.threads)]
        if self.threads == 1:
            trees[0].grow(share, deadline)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda tree: tree.grow(share, deadline), trees))
        visits: dict[int, list[int]] = {}
        for tree in trees:
            for action, count, value in tree.answers():
                total = visits.setdefault(action, [0, 0])
                total[0] += count
                total[1] += value
        weights = [Weight(action, n, value / n / UNIT) for action, (n, value) in visits.items()]
        return sorted(weights, key=lambda weight: (-weight.visits, -weight.value, weight.action))

    def _nodes(self, share: int | None) -> int:
        """Room for one node a play-out."""
        if share is not None:
            return share + 1
        return NODES_A_MILLISECOND * int(self.milliseconds or 0) + CHUNK + 1


class _Tree:
    """One thread's tree, with everything that the compiled part works on."""

    def __init__(self, game: Game, state: Any, seat: int, seed: int, number: int, nodes: int) -> None:
        self.run = _grow(game)
        self.seat = seat
        self.root = array(game.rules.State, 1)
        self.root[0] = state
        self.work = array(game.rules.State, 1)
        self.lucks = array(Luck, 1)
        sow(self.lucks[0], seed, number)
        self.nodes = array(Node, nodes)
        self.used = 1
        self.path = np.zeros(game.rules.MOST_MOVES + 1, np.int32)
        self.ticks = np.zeros(game.rules.ACTIONS, np.int64)
        self.out = np.zeros(max(game.rules.MOST_CANDIDATES, game.rules.ACTIONS), np.int16)

    def grow(self, playouts: int | None, deadline: float) -> None:
        """Run play-outs until the budget is spent; at least one chunk."""
        left = playouts
        while left is None or left > 0:
            count = CHUNK if left is None else left if deadline == math.inf else min(left, CHUNK)
            self.used = self.run(
                self.root,
                self.work,
                self.lucks,
                self.nodes,
                self.used,
                self.path,
                self.ticks,
                self.out,
                self.seat,
                count,
            )
            left = None if left is None else left - count
            if time.monotonic() >= deadline:
                return

    def answers(self) -> list[tuple[int, int, int]]:
        """Action, visits and value of the seat's own moves."""
        found = []
        child = int(self.nodes[0].child)
        while child:
            node = self.nodes[child]
            found.append((int(node.action), int(node.visits), int(node.value)))
            child = int(node.sibling)
        return found


@rule
def best_child(nodes: Any, parent: int, ticks: Any, tick: int) -> int:
    """Among the children whose action is possible now (marked with `tick`), the one with the highest upper bound.

    Marks them as known (`-tick`) and counts that they could have been chosen.
    """
    best = 0
    best_bound = -1.0
    child = int(nodes[parent].child)
    while child:
        node = nodes[child]
        if ticks[node.action] == tick:
            ticks[node.action] = -tick
            node.chances += 1
            visits = float(node.visits)
            bound = node.value / (visits * UNIT) + EXPLORE * math.sqrt(math.log(float(node.chances)) / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = int(node.sibling)
    return best


@cache
def _grow(game: Game) -> Callable[..., int]:
    """The compiled part for a game: grow a tree by `playouts` play-outs, return how many nodes it has."""
    rules = game.rules
    imagine, pending, candidates, play = rules.imagine, rules.pending, rules.candidates, rules.play
    score, place, hasty, choose = rules.score, rules.place, game.greedy.hasty, game.greedy.choose

    def reward(state: Any, seat: int) -> int:
        """0 to UNIT: half for winning, half for the lead over the best other."""
        rival = -1
        lead = 0
        winners = 0
        other = 0
        while other < int(state.seats):
            if place(state, other) == 1:
                winners += 1
            if other != seat and (rival < 0 or score(state, other) > lead):
                rival = other
                lead = score(state, other)
            other += 1
        lead = score(state, seat) - lead
        margin = UNIT // 2 + UNIT * lead // (2 * (abs(lead) + HALF_MARGIN))
        won = UNIT // winners if place(state, seat) == 1 else 0
        return (won * WINW + margin * (100 - WINW)) // 100

    rule(reward)

    def grow(
        root: Any,
        work: Any,
        lucks: Any,
        nodes: Any,
        used: int,
        path: Any,
        ticks: Any,
        out: Any,
        seat: int,
        playouts: int,
    ) -> int:
        state = work[0]
        luck = lucks[0]
        tick = int(nodes[0].chances)
        for _ in range(playouts):
            work[0] = root[0]
            imagine(state, seat, luck)
            node = 0
            nodes[0].visits += 1
            depth = 1
            leaf = False
            waiting = pending(state)
            while waiting and not leaf:
                mover = first_seat(waiting)
                count = candidates(state, mover, out)
                tick += 1
                for i in range(count):
                    ticks[out[i]] = tick
                child = best_child(nodes, node, ticks, tick)
                untried = 0
                for i in range(count):
                    if ticks[out[i]] == tick:
                        out[untried] = out[i]
                        untried += 1
                known = count - untried
                if untried and used < len(nodes) and known * known * WIDEN <= int(nodes[node].visits):
                    action = int(out[below(luck, untried)])
                    if known == 0:
                        action = choose(state, mover, out, luck)
                    leaf = True
                    child = used
                    used += 1
                    new = nodes[child]
                    new.action = action
                    new.seat = mover
                    new.chances = 1
                    new.sibling = nodes[node].child
                    nodes[node].child = child
                elif child == 0:
                    break  # the tree is full and knows nothing here
                node = child
                path[depth] = node
                depth += 1
                play(state, mover, int(nodes[node].action), luck)
                waiting = pending(state)
            while waiting:
                mover = first_seat(waiting)
                play(state, mover, hasty(state, mover, luck), luck)
                waiting = pending(state)
            for i in range(1, depth):
                step = nodes[path[i]]
                step.visits += 1
                step.value += reward(state, int(step.seat))
        nodes[0].chances = tick
        return used

    return native(grow, game.folder)
