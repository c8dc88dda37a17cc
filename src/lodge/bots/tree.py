"""The tree of `search` and `master`: open-loop information-set tree search, compiled, for any game.

Each play-out imagines anew what the seat cannot know (as the game's player believes), walks down a tree of moves (not
of positions: luck falls anew every time), lets the game's hasty player play on to the end, or to where the game rests,
and counts what that is worth to everybody. At a node only the moves that are possible in this play-out compete
(Cowling, Powley and Whitehouse, 2012). What makes it strong with few play-outs: first it tries what the greedy player
would do, and below the root no fixed move but "as the hasty player", which fits whatever has just come up; other moves
join as visits allow. And play-out number n of every move at the root has the same luck, so that moves are compared on
the same cards.

With a net two things differ. A play-out ends where it leaves the tree, and the net says what that is worth; where the
game's player does not plan, so that there is no tree below the root, it goes on all the same, and both count by half.
And of the moves that have not been tried, the one that the net likes best comes next.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lodge.bots.net import Mind, Net, blank, mind, value
from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, below, i8, i16, i32, i64, record, rule, sow
from lodge.kernel.compile import native

EXPLORE = 2.0  # upper bounds reach this many times as far as the rewards are spread
ROOT_WIDENS = 1  # a move joins k others at the root after k * k * this visits: there all are tried soon,
WIDENS = 30  # and further down late, because most are worse than what the hasty player does;
NET_WIDENS = 10  # sooner where a net says which comes next
GROWS = 30  # visits before a node gets moves below it,
NET_GROWS = 8  # and where a net judges, which is less of a gamble than one play-out
CHUNK = 64  # play-outs between two looks at the clock
BREATH = 4096  # play-outs at a time where no clock runs, so that the program can be interrupted
UNKNOWN = -1
MOST_SEATS = 8


@record
class Node:
    """A move in the tree."""

    value: i64  # rewards of the seat that made it, added up
    visits: i32
    chances: i32  # how often it could have been chosen
    child: i32  # its first answer, 0 for none
    sibling: i32  # the next alternative to it, 0 for none
    action: i16  # ACTIONS stands for "as the hasty player"
    seat: i8


@record
class Tally:
    """What a tree counts."""

    nodes: i64  # in use; node 0 is the position itself
    stamp: i64  # marks the actions that are possible at the node in hand
    listed: i64  # actions that the searching seat chooses from
    total: i64  # rewards of the searching seat, added up
    squares: i64  # the same squared
    hunch: i64  # what the net said of the move in hand, where the play-out goes on behind it


class Desk(NamedTuple):
    """All that one thread works on; the first six arrays hold one record each."""

    root: Any
    work: Any
    trial: Any  # where a net looks at a move ahead,
    luck: Any
    guess: Any  # and the luck that it imagines
    tally: Any
    nodes: Any
    path: Any  # the nodes of a play-out
    stamps: Any  # by action: the tally's stamp if it is possible now, minus that if it is in the tree, too
    out: Any
    few: Any  # what the searching seat chooses from
    worths: Any  # what the play-out is worth to each seat, or UNKNOWN
    net: Net
    mind: Mind


class Tree:
    """One thread's tree."""

    def __init__(
        self, game: Game, net: Net | None, state: Any, seat: int, seed: int, number: int, share: tuple[float, int]
    ) -> None:
        rules = game.rules
        self.run = _grow(game, learned=net is not None)
        self.playouts, room = share
        root, work, trial = (array(rules.State, 1) for _ in range(3))
        luck, guess, tally = (array(kind, 1) for kind in (Luck, Luck, Tally))
        path = np.zeros(rules.MOST_MOVES + 1, np.int32)
        stamps = np.zeros(rules.ACTIONS + 1, np.int64)
        out = np.zeros(max(rules.MOST_CANDIDATES, rules.ACTIONS) + 1, np.int16)
        few = np.zeros(rules.ACTIONS, np.int16)
        worths = np.zeros(MOST_SEATS, np.int64)
        net = blank(0) if net is None else net
        nodes, room_to_think = array(Node, room), mind(net, MOST_SEATS)
        self.desk = Desk(
            root, work, trial, luck, guess, tally, nodes, path, stamps, out, few, worths, net, room_to_think
        )
        root[0] = state
        tally[0].nodes = 1
        self.who = seat, seed, number << 32  # every thread has its own streams of luck
        sow(luck[0], seed, number << 32)

    def grow(self, deadline: float) -> None:
        """Run play-outs until the budget is spent; where only the clock ends it, at least a few."""
        left = self.playouts
        while left > 0:
            count = int(min(left, BREATH if deadline == math.inf else CHUNK))
            self.run(self.desk, *self.who, count)
            left = left - count if time.monotonic() < deadline else 0

    def answers(self) -> Iterator[Any]:
        """The nodes of the seat's own moves."""
        child = int(self.desk.nodes[0].child)
        while child:
            yield self.desk.nodes[child]
            child = int(self.desk.nodes[child].sibling)


@rule
def stamp(desk: Desk, count: int, first: int) -> int:
    """Mark the actions in `out` as possible now and not yet found in the tree; `first` joins them. Their number."""
    now = int(desk.tally[0].stamp) + 1
    desk.tally[0].stamp = now
    for i in range(count):
        desk.stamps[desk.out[i]] = now
    if int(desk.stamps[first]) == now:
        return count
    desk.stamps[first] = now
    desk.out[count] = first
    return count + 1


@rule
def best_child(desk: Desk, parent: int) -> int:
    """Mark the children that are possible now as found; the one with the highest upper bound, 0 if there is none."""
    now = int(desk.tally[0].stamp)
    playouts = max(1, int(desk.nodes[0].visits))
    mean = int(desk.tally[0].total) / playouts
    reach = EXPLORE * math.sqrt(max(0.0, int(desk.tally[0].squares) / playouts - mean * mean))
    best = 0
    highest = -1.0
    child = int(desk.nodes[parent].child)
    while child:
        node = desk.nodes[child]
        if int(desk.stamps[node.action]) == now:
            desk.stamps[node.action] = -now
            node.chances = int(node.chances) + 1
            visits = float(node.visits)
            bound = int(node.value) / visits + reach * math.sqrt(math.log(float(node.chances)) / visits)
            if bound > highest:
                highest = bound
                best = child
        child = int(node.sibling)
    return best


@rule
def add(desk: Desk, parent: int, action: int, seat: int) -> int:
    """A new child; 0 if there is no room."""
    child = int(desk.tally[0].nodes)
    if child == len(desk.nodes):
        return 0
    desk.tally[0].nodes = child + 1
    node = desk.nodes[child]
    node.action = action
    node.seat = seat
    node.chances = 1
    node.sibling = desk.nodes[parent].child
    desk.nodes[parent].child = child
    return child


def _judge(game: Game) -> Callable[[Desk, Any, int], int]:
    """A rule that says how well a seat stands: at a rest the game says it, elsewhere the net does."""
    worth, resting, pending, observe = game.greedy.worth, game.greedy.resting, game.rules.pending, game.rules.observe

    @rule
    def judge(desk: Desk, state: Any, seat: int) -> int:
        if resting(state) or not pending(state):
            return worth(state, seat)
        observe(state, seat, desk.mind.seen)
        return value(desk.net, desk.mind, seat)

    return judge


def _pick(game: Game, learned: bool) -> Callable[[Desk, Any, int, int], int]:
    """A rule that says which of the untried actions in `out` is tried next: any; with a net, the one that it likes."""
    play, believe, judge = game.rules.play, game.greedy.believe, _judge(game)

    @rule
    def pick_any(desk: Desk, state: Any, seat: int, fresh: int) -> int:  # noqa: ARG001
        return int(desk.out[below(desk.luck[0], fresh)])

    @rule
    def pick_best(desk: Desk, state: Any, seat: int, fresh: int) -> int:
        best, most = 0, UNKNOWN
        for i in range(fresh):
            desk.trial[0] = state
            desk.guess[0] = desk.luck[0]  # the same for all
            believe(desk.trial[0], seat, desk.guess[0])
            play(desk.trial[0], seat, int(desk.out[i]), desk.guess[0])
            found = judge(desk, desk.trial[0], seat)
            best, most = (int(desk.out[i]), found) if found > most else (best, most)
        return best

    return pick_best if learned else pick_any


def _select(game: Game, learned: bool) -> Callable[[Desk, Any, int, int, int, int, int], int]:
    pick = _pick(game, learned)

    @rule
    def select(desk: Desk, state: Any, parent: int, seat: int, count: int, first: int, widens: int) -> int:
        """The child to follow, for one of the `count` actions in `out` or `first`, which is tried first; 0: no room.

        Another untried action is tried as soon as the parent's visits allow it, else the best child is followed.
        """
        count = stamp(desk, count, first)
        best = best_child(desk, parent)
        if best == 0:
            return add(desk, parent, first, seat)
        fresh = 0
        for i in range(count):
            if int(desk.stamps[desk.out[i]]) > 0:
                desk.out[fresh] = desk.out[i]
                fresh += 1
        if fresh == 0 or (count - fresh) ** 2 * widens > int(desk.nodes[parent].visits):
            return best
        return add(desk, parent, pick(desk, state, seat, fresh), seat) or best

    return select


def _play_out(game: Game, learned: bool) -> Callable[[Desk, int], int]:
    rules, hasty, as_hasty, plans = game.rules, game.greedy.hasty, game.rules.ACTIONS, game.greedy.PLANS
    select = _select(game, learned)
    grows, widens = (NET_GROWS, NET_WIDENS) if learned else (GROWS, WIDENS)
    judge, ends_with_tree, has_hunch = _judge(game), learned and plans, learned and not plans
    pending, candidates, play, resting = rules.pending, rules.candidates, rules.play, game.greedy.resting

    @rule
    def play_out(desk: Desk, node: int) -> int:
        """Play a move of the root, then by the tree as far as it goes, then hastily to a rest; the path's length."""
        state = desk.work[0]
        play(state, int(desk.nodes[node].seat), int(desk.nodes[node].action), desk.luck[0])
        if has_hunch:
            desk.tally[0].hunch = judge(desk, state, int(desk.nodes[node].seat))
        desk.path[0] = node
        depth = 1
        waiting = pending(state)
        while waiting and not resting(state):
            seat = first_seat(waiting)
            action = as_hasty
            if node and plans and int(desk.nodes[node].visits) >= grows:
                node = select(desk, state, node, seat, candidates(state, seat, desk.out), as_hasty, widens)
            else:
                node = 0
            if ends_with_tree and not node:
                break
            if node:
                desk.path[depth] = node
                depth += 1
                action = int(desk.nodes[node].action)
            if action == as_hasty:
                action = hasty(state, seat, desk.luck[0])
            play(state, seat, action, desk.luck[0])
            waiting = pending(state)
        return depth

    return play_out


def _result(game: Game, learned: bool) -> Callable[[Desk, int], int]:
    """A rule that says what a play-out was worth to a seat."""
    worth, judge = game.greedy.worth, _judge(game)

    @rule
    def by_the_game(desk: Desk, seat: int) -> int:
        return worth(desk.work[0], seat)

    @rule
    def by_the_net(desk: Desk, seat: int) -> int:
        return judge(desk, desk.work[0], seat)

    @rule
    def by_both(desk: Desk, seat: int) -> int:
        return (int(desk.tally[0].hunch) + worth(desk.work[0], seat)) // 2

    if not learned:
        return by_the_game
    return by_the_net if game.greedy.PLANS else by_both


@cache
def _grow(game: Game, learned: bool) -> Callable[..., None]:
    """The compiled part for a game: grow a tree by `playouts` play-outs."""
    play_out, select, result = _play_out(game, learned), _select(game, learned), _result(game, learned)
    greedy = game.greedy
    choose, believe, alone, shortlist = greedy.choose, greedy.believe, greedy.alone, greedy.shortlist

    @rule
    def worth_to(desk: Desk, seat: int) -> int:
        """What the play-out is worth to a seat, found out once."""
        if int(desk.worths[seat]) == UNKNOWN:
            desk.worths[seat] = result(desk, seat)
        return int(desk.worths[seat])

    @rule
    def back_up(desk: Desk, seat: int, depth: int) -> None:
        """Count the end for the seat, and for every move on the path."""
        for who in range(MOST_SEATS):
            desk.worths[who] = UNKNOWN
        mine = worth_to(desk, seat)
        desk.tally[0].total = int(desk.tally[0].total) + mine
        desk.tally[0].squares = int(desk.tally[0].squares) + mine * mine
        desk.nodes[0].visits = int(desk.nodes[0].visits) + 1
        for i in range(depth):
            node = desk.nodes[desk.path[i]]
            node.visits = int(node.visits) + 1
            node.value = int(node.value) + worth_to(desk, int(node.seat))

    @rule
    def listed(desk: Desk, seat: int) -> int:
        """Write the actions that the seat chooses from into `out`, found once; how many they are."""
        if int(desk.tally[0].listed) == 0:
            desk.tally[0].listed = shortlist(desk.root[0], seat, desk.few)
        count = int(desk.tally[0].listed)
        for i in range(count):
            desk.out[i] = desk.few[i]
        return count

    def grow(desk: Desk, seat: int, seed: int, stream: int, playouts: int) -> None:
        for _ in range(playouts):
            first = int(desk.nodes[1].action)
            if int(desk.nodes[0].visits) == 0:
                first = choose(desk.root[0], seat, desk.out, desk.luck[0])
            node = select(desk, desk.root[0], 0, seat, listed(desk, seat), first, ROOT_WIDENS)
            sow(desk.luck[0], seed, stream + 1 + int(desk.nodes[node].visits))
            desk.work[0] = desk.root[0]
            believe(desk.work[0], seat, desk.luck[0])
            alone(desk.work[0], seat)
            back_up(desk, seat, play_out(desk, node))

    return native(grow, game.folder)
