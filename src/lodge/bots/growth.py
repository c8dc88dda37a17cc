"""How a tree grows: the compiled part of `search` and `master`, made for each game.

Each play-out imagines anew what the seat cannot know (as the game's player believes), walks down the tree, lets the
game's hasty player play on to the end, or to where the game rests, and counts what that is worth to everybody. What
makes it strong with few play-outs: first it tries what the greedy player would do, and below the root no fixed move but
"as the hasty player", which fits whatever has just come up. And play-out number n of every move at the root has the
same luck, so that moves are compared on the same cards.

With a net two things differ. A play-out ends where it leaves the tree, and the net says what that is worth; where the
game's player does not plan, so that there is no tree below the root, it goes on all the same, and both count by half.
And of the moves that have not been tried, the one that the net likes best comes next.

A game's master may have an opinion of each action of the root (`advise` in `players/master.py`): it is added to what
play-outs find out, and the best by it is tried first.

A ceiling (lodge.lab.ceiling) knows all that is hidden, and the luck to come: nothing is imagined, every play-out has
the same luck, move by move, as far as it sees, and it plans ahead in every game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple, cast

from lodge.bots.net import mind_kinds, net_kinds, value
from lodge.bots.tree import (
    CHANCE,
    GUESS,
    LATER,
    MOST_SEATS,
    ROOT,
    TRIAL,
    WORK,
    Memory,
    Node,
    add,
    best_child,
    notes_of,
    stamp,
)
from lodge.games import Game
from lodge.games.api import Adviser, Greedy, RivalModel
from lodge.games.compiled import LUCKS, compiled, states_of
from lodge.games.playout import first_seat
from lodge.kernel import INT, LONG, Luck, One, Rows, below, dtype_of, rule, sow
from lodge.kernel.backend import Compiled

ROOT_WIDENS = 1  # at the root, move k + 1 joins after k * k * this visits, so all are tried soon;
WIDENS = 30  # further down later, because most moves are worse than the hasty player's;
NET_WIDENS = 10  # sooner where a net orders the moves
GROWS = 30  # visits before a node gets moves below it;
NET_GROWS = 8  # fewer where a net judges, because that is less of a gamble than one play-out;
SEEN_GROWS = 4  # fewer still where luck is known, because then a play-out is no gamble at all
UNKNOWN = -1


class Kind(NamedTuple):
    """Whose tree it is: the game, the player that it searches with, whether it has a net, whether it sees all."""

    game: Game
    player: Greedy
    learned: bool = False
    foresees: bool = False

    @property
    def rival(self) -> Callable[[Any, int, Luck], int]:
        """How the others play in play-outs."""
        return self.player.rival if isinstance(self.player, RivalModel) else self.player.hasty

    @property
    def advised(self) -> bool:
        """Whether the player says what it thinks of the actions at the root."""
        return isinstance(self.player, Adviser) and not self.learned and not self.foresees

    @property
    def plans(self) -> bool:
        """Whether there is a tree below the root."""
        return self.player.PLANS or self.foresees


def _judge(kind: Kind) -> Callable[[Memory, Any, int], int]:
    """A rule that says how well a seat stands: at a rest the game says it, elsewhere the net does."""
    worth, resting = kind.player.worth, kind.player.resting
    pending, observe = kind.game.rules.pending, kind.game.rules.observe

    @rule
    def judge(memory: Memory, state: Any, seat: int) -> int:
        if resting(state) or not pending(state):
            return worth(state, seat)
        observe(state, seat, memory.mind.seen)
        return value(memory.net, memory.mind, seat)

    return judge


def _pick(kind: Kind) -> Callable[[Memory, Any, int, int], int]:
    """A rule that says which of the untried actions in `out` is tried next: any; with a net, the one that it likes."""
    play, believe, judge = kind.game.rules.play, kind.player.believe, _judge(kind)

    @rule
    def pick_any(memory: Memory, state: Any, seat: int, fresh: int) -> int:  # noqa: ARG001
        return int(memory.notes.out[below(memory.lucks[CHANCE], fresh)])

    @rule
    def pick_best(memory: Memory, state: Any, seat: int, fresh: int) -> int:
        best, most = 0, UNKNOWN
        for i in range(fresh):
            memory.states[TRIAL] = state
            memory.lucks[GUESS] = memory.lucks[CHANCE]  # the same for all
            believe(memory.states[TRIAL], seat, memory.lucks[GUESS])
            play(memory.states[TRIAL], seat, int(memory.notes.out[i]), memory.lucks[GUESS])
            found = judge(memory, memory.states[TRIAL], seat)
            best, most = (int(memory.notes.out[i]), found) if found > most else (best, most)
        return best

    @rule
    def pick_advised(memory: Memory, state: Any, seat: int, fresh: int) -> int:  # noqa: ARG001
        opinions, out = memory.notes.opinions, memory.notes.out
        best = int(out[0])
        for i in range(1, fresh):
            best = int(out[i]) if int(opinions[out[i]]) > int(opinions[best]) else best
        return best

    if kind.advised:
        return pick_advised
    return pick_best if kind.learned else pick_any


def _select(kind: Kind) -> Callable[[Memory, Any, int, int, int, int, int], int]:
    pick = _pick(kind)

    @rule
    def select(memory: Memory, state: Any, parent: int, seat: int, count: int, first: int, widens: int) -> int:
        """The child to follow, for one of the `count` actions in `out` or `first`, which is tried first; 0: no room.

        Another untried action is tried as soon as the parent's visits allow it, else the best child is followed.
        """
        count = stamp(memory, count, first)
        best = best_child(memory, parent)
        if best == 0:
            return add(memory, parent, first, seat)
        fresh = 0
        for i in range(count):
            if int(memory.notes.stamps[memory.notes.out[i]]) > 0:
                memory.notes.out[fresh] = memory.notes.out[i]
                fresh += 1
        if fresh == 0 or (count - fresh) ** 2 * widens > int(memory.nodes[parent].visits):
            return best
        return add(memory, parent, pick(memory, state, seat, fresh), seat) or best

    return select


def _hunch(kind: Kind) -> Callable[[Memory, Any, int], None]:
    """A rule that notes what the net says of the move at the root; where it need not, one that does nothing."""
    judge = _judge(kind)

    @rule
    def no_hunch(memory: Memory, state: Any, seat: int) -> None:
        pass

    @rule
    def note_hunch(memory: Memory, state: Any, seat: int) -> None:
        memory.notes.hunch = judge(memory, state, seat)

    @rule
    def note_opinion(memory: Memory, state: Any, seat: int) -> None:  # noqa: ARG001
        opinions, action = memory.notes.opinions, int(memory.nodes[memory.notes.path[0]].action)
        memory.notes.hunch = int(opinions[action]) - int(opinions[memory.nodes[1].action])

    if kind.advised:
        return note_opinion
    return note_hunch if kind.learned and not kind.plans else no_hunch


def _move(kind: Kind) -> Callable[[Memory, Any, int, int, int], None]:
    """A rule that plays a move, number `ahead` from the root, with luck of the play-out or with that to come."""
    play = kind.game.rules.play

    @rule
    def by_chance(memory: Memory, state: Any, seat: int, action: int, ahead: int) -> None:  # noqa: ARG001
        play(state, seat, action, memory.lucks[CHANCE])

    @rule
    def foreseen(memory: Memory, state: Any, seat: int, action: int, ahead: int) -> None:
        if ahead == 0:
            memory.lucks[LATER] = memory.lucks[CHANCE]
        if ahead < len(memory.future):
            memory.lucks[CHANCE] = memory.future[ahead]
        elif ahead == len(memory.future):
            memory.lucks[CHANCE] = memory.lucks[LATER]
        play(state, seat, action, memory.lucks[CHANCE])

    return foreseen if kind.foresees else by_chance


def _play_out(kind: Kind) -> Callable[[Memory, int], int]:
    rules, as_hasty, plans, hasty, resting = (
        kind.game.rules,
        kind.game.rules.ACTIONS,
        kind.plans,
        kind.player.hasty,
        kind.player.resting,
    )
    select, move, note_hunch, ends_with_tree = _select(kind), _move(kind), _hunch(kind), kind.learned and plans
    rival = kind.rival
    grows, widens = (NET_GROWS, NET_WIDENS) if kind.learned else (SEEN_GROWS if kind.foresees else GROWS, WIDENS)
    pending, candidates = rules.pending, rules.candidates

    @rule
    def play_out(memory: Memory, node: int) -> int:
        """Play a move of the root, then by the tree as far as it goes, then hastily to a rest; the path's length."""
        state = memory.states[WORK]
        me = int(memory.nodes[node].seat)
        memory.notes.path[0] = node
        move(memory, state, me, int(memory.nodes[node].action), 0)
        note_hunch(memory, state, me)
        depth = 1
        ahead = 1
        waiting = pending(state)
        while waiting and not resting(state):
            seat = first_seat(waiting)
            action = as_hasty
            if node and plans and int(memory.nodes[node].visits) >= grows:
                node = select(memory, state, node, seat, candidates(state, seat, memory.notes.out), as_hasty, widens)
            else:
                node = 0
            if ends_with_tree and not node:
                break
            if node:
                memory.notes.path[depth] = node
                depth += 1
                action = int(memory.nodes[node].action)
            if action == as_hasty:
                action = (
                    hasty(state, seat, memory.lucks[CHANCE]) if seat == me else rival(state, seat, memory.lucks[CHANCE])
                )
            move(memory, state, seat, action, ahead)
            ahead += 1
            waiting = pending(state)
        return depth

    return play_out


def _result(kind: Kind) -> Callable[[Memory, int], int]:
    """A rule that says what a play-out was worth to a seat."""
    worth, judge = kind.player.worth, _judge(kind)

    @rule
    def by_the_game(memory: Memory, seat: int) -> int:
        return worth(memory.states[WORK], seat)

    @rule
    def by_opinion(memory: Memory, seat: int) -> int:
        return max(0, worth(memory.states[WORK], seat) + int(memory.notes.hunch))

    @rule
    def by_the_net(memory: Memory, seat: int) -> int:
        return judge(memory, memory.states[WORK], seat)

    @rule
    def by_both(memory: Memory, seat: int) -> int:
        return (int(memory.notes.hunch) + worth(memory.states[WORK], seat)) // 2

    if not kind.learned:
        return by_opinion if kind.advised else by_the_game
    return by_the_net if kind.plans else by_both


def _guess(kind: Kind) -> Callable[[Any, int, Luck], None]:
    """A rule that makes of a position one that the seat could be in, with those out of it who cannot matter."""
    believe, alone = kind.player.believe, kind.player.alone

    @rule
    def guess(state: Any, seat: int, luck: Luck) -> None:
        believe(state, seat, luck)
        alone(state, seat)

    @rule
    def know(state: Any, seat: int, luck: Luck) -> None:
        pass

    return know if kind.foresees else guess


def _listed(kind: Kind) -> Callable[[Memory, int], int]:
    shortlist = kind.player.shortlist

    @rule
    def listed(memory: Memory, seat: int) -> int:
        """Write the actions that the seat chooses from into `out`, found once; how many they are."""
        if int(memory.notes.listed) == 0:
            memory.notes.listed = shortlist(memory.states[ROOT], seat, memory.notes.few)
        count = int(memory.notes.listed)
        for i in range(count):
            memory.notes.out[i] = memory.notes.few[i]
        return count

    return listed


def _first(kind: Kind) -> Callable[[Memory, int], int]:
    """A rule that says what is tried first: what the player would do; with an opinion, what is thought best."""
    choose, pick, listed = kind.player.choose, _pick(kind), _listed(kind)

    @rule
    def chosen(memory: Memory, seat: int) -> int:
        return choose(memory.states[ROOT], seat, memory.notes.out, memory.lucks[CHANCE])

    @rule
    def thought_best(memory: Memory, seat: int) -> int:
        return pick(memory, memory.states[ROOT], seat, listed(memory, seat))

    return thought_best if kind.advised else chosen


def name_of(player: Greedy) -> str:
    """A player as entries name it: after its module."""
    return cast("ModuleType", player).__name__.rpartition(".")[2]


@cache
def growth(kind: Kind) -> Compiled:
    """The compiled part of one kind: grow a tree by `playouts` play-outs."""
    play_out, select, result, guess = _play_out(kind), _select(kind), _result(kind), _guess(kind)
    listed, first_of = _listed(kind), _first(kind)

    @rule
    def worth_to(memory: Memory, seat: int) -> int:
        """What the play-out is worth to a seat, found out once."""
        if int(memory.notes.worths[seat]) == UNKNOWN:
            memory.notes.worths[seat] = result(memory, seat)
        return int(memory.notes.worths[seat])

    @rule
    def back_up(memory: Memory, seat: int, depth: int) -> None:
        """Count the end for the seat, and for every move on the path."""
        for who in range(MOST_SEATS):
            memory.notes.worths[who] = UNKNOWN
        mine = worth_to(memory, seat)
        memory.notes.total = int(memory.notes.total) + mine
        memory.notes.squares = int(memory.notes.squares) + mine * mine
        memory.nodes[0].visits = int(memory.nodes[0].visits) + 1
        for i in range(depth):
            node = memory.nodes[memory.notes.path[i]]
            node.visits = int(node.visits) + 1
            node.value = int(node.value) + worth_to(memory, int(node.seat))

    def grow(memory: Memory, seat: int, seed: int, stream: int, playouts: int) -> None:
        for _ in range(playouts):
            first = int(memory.nodes[1].action)
            if int(memory.nodes[0].visits) == 0:
                first = first_of(memory, seat)
            node = select(memory, memory.states[ROOT], 0, seat, listed(memory, seat), first, ROOT_WIDENS)
            sow(memory.lucks[CHANCE], seed, stream + 1 + int(memory.nodes[node].visits))
            memory.states[WORK] = memory.states[ROOT]
            guess(memory.states[WORK], seat, memory.lucks[CHANCE])
            back_up(memory, seat, play_out(memory, node))

    name = f"{name_of(kind.player)}.grow{'.net' if kind.learned else ''}{'.foresees' if kind.foresees else ''}"
    return compiled(kind.game, name, grow, _memory(kind), INT, LONG, LONG, INT)


def _memory(kind: Kind) -> Memory:
    """The kinds of what a thread works on."""
    net, mind = (net_kinds(), mind_kinds()) if kind.learned else ((), ())
    notes = One(dtype_of(notes_of(kind.game)))
    return Memory(states_of(kind.game), LUCKS, notes, Rows(dtype_of(Node)), net, mind, LUCKS if kind.foresees else ())
