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
    Desk,
    Node,
    add,
    best_child,
    notes_of,
    stamp,
)
from lodge.games import Game
from lodge.games.compiled import LUCKS, compiled, states_of
from lodge.games.playout import first_seat
from lodge.games.protocol import Adviser, Greedy, RivalModel
from lodge.kernel import INT, LONG, Luck, One, Rows, below, dtype_of, rule, sow
from lodge.kernel.backend import Compiled

ROOT_WIDENS = 1  # a move joins k others at the root after k * k * this visits: there all are tried soon,
WIDENS = 30  # and further down late, because most are worse than what the hasty player does;
NET_WIDENS = 10  # sooner where a net says which comes next
GROWS = 30  # visits before a node gets moves below it,
NET_GROWS = 8  # and where a net judges, which is less of a gamble than one play-out
SEEN_GROWS = 4  # where luck is known, a play-out is no gamble at all
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


def _judge(kind: Kind) -> Callable[[Desk, Any, int], int]:
    """A rule that says how well a seat stands: at a rest the game says it, elsewhere the net does."""
    worth, resting = kind.player.worth, kind.player.resting
    pending, observe = kind.game.rules.pending, kind.game.rules.observe

    @rule
    def judge(desk: Desk, state: Any, seat: int) -> int:
        if resting(state) or not pending(state):
            return worth(state, seat)
        observe(state, seat, desk.mind.seen)
        return value(desk.net, desk.mind, seat)

    return judge


def _pick(kind: Kind) -> Callable[[Desk, Any, int, int], int]:
    """A rule that says which of the untried actions in `out` is tried next: any; with a net, the one that it likes."""
    play, believe, judge = kind.game.rules.play, kind.player.believe, _judge(kind)

    @rule
    def pick_any(desk: Desk, state: Any, seat: int, fresh: int) -> int:  # noqa: ARG001
        return int(desk.notes.out[below(desk.lucks[CHANCE], fresh)])

    @rule
    def pick_best(desk: Desk, state: Any, seat: int, fresh: int) -> int:
        best, most = 0, UNKNOWN
        for i in range(fresh):
            desk.states[TRIAL] = state
            desk.lucks[GUESS] = desk.lucks[CHANCE]  # the same for all
            believe(desk.states[TRIAL], seat, desk.lucks[GUESS])
            play(desk.states[TRIAL], seat, int(desk.notes.out[i]), desk.lucks[GUESS])
            found = judge(desk, desk.states[TRIAL], seat)
            best, most = (int(desk.notes.out[i]), found) if found > most else (best, most)
        return best

    @rule
    def pick_advised(desk: Desk, state: Any, seat: int, fresh: int) -> int:  # noqa: ARG001
        opinions, out = desk.notes.opinions, desk.notes.out
        best = int(out[0])
        for i in range(1, fresh):
            best = int(out[i]) if int(opinions[out[i]]) > int(opinions[best]) else best
        return best

    if kind.advised:
        return pick_advised
    return pick_best if kind.learned else pick_any


def _select(kind: Kind) -> Callable[[Desk, Any, int, int, int, int, int], int]:
    pick = _pick(kind)

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
            if int(desk.notes.stamps[desk.notes.out[i]]) > 0:
                desk.notes.out[fresh] = desk.notes.out[i]
                fresh += 1
        if fresh == 0 or (count - fresh) ** 2 * widens > int(desk.nodes[parent].visits):
            return best
        return add(desk, parent, pick(desk, state, seat, fresh), seat) or best

    return select


def _hunch(kind: Kind) -> Callable[[Desk, Any, int], None]:
    """A rule that notes what the net says of the move at the root; where it need not, one that does nothing."""
    judge = _judge(kind)

    @rule
    def no_hunch(desk: Desk, state: Any, seat: int) -> None:
        pass

    @rule
    def note_hunch(desk: Desk, state: Any, seat: int) -> None:
        desk.notes.hunch = judge(desk, state, seat)

    @rule
    def note_opinion(desk: Desk, state: Any, seat: int) -> None:  # noqa: ARG001
        opinions, action = desk.notes.opinions, int(desk.nodes[desk.notes.path[0]].action)
        desk.notes.hunch = int(opinions[action]) - int(opinions[desk.nodes[1].action])

    if kind.advised:
        return note_opinion
    return note_hunch if kind.learned and not kind.plans else no_hunch


def _move(kind: Kind) -> Callable[[Desk, Any, int, int, int], None]:
    """A rule that plays a move, number `ahead` from the root, with luck of the play-out or with that to come."""
    play = kind.game.rules.play

    @rule
    def by_chance(desk: Desk, state: Any, seat: int, action: int, ahead: int) -> None:  # noqa: ARG001
        play(state, seat, action, desk.lucks[CHANCE])

    @rule
    def foreseen(desk: Desk, state: Any, seat: int, action: int, ahead: int) -> None:
        if ahead == 0:
            desk.lucks[LATER] = desk.lucks[CHANCE]
        if ahead < len(desk.future):
            desk.lucks[CHANCE] = desk.future[ahead]
        elif ahead == len(desk.future):
            desk.lucks[CHANCE] = desk.lucks[LATER]
        play(state, seat, action, desk.lucks[CHANCE])

    return foreseen if kind.foresees else by_chance


def _play_out(kind: Kind) -> Callable[[Desk, int], int]:
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
    def play_out(desk: Desk, node: int) -> int:
        """Play a move of the root, then by the tree as far as it goes, then hastily to a rest; the path's length."""
        state = desk.states[WORK]
        me = int(desk.nodes[node].seat)
        desk.notes.path[0] = node
        move(desk, state, me, int(desk.nodes[node].action), 0)
        note_hunch(desk, state, me)
        depth = 1
        ahead = 1
        waiting = pending(state)
        while waiting and not resting(state):
            seat = first_seat(waiting)
            action = as_hasty
            if node and plans and int(desk.nodes[node].visits) >= grows:
                node = select(desk, state, node, seat, candidates(state, seat, desk.notes.out), as_hasty, widens)
            else:
                node = 0
            if ends_with_tree and not node:
                break
            if node:
                desk.notes.path[depth] = node
                depth += 1
                action = int(desk.nodes[node].action)
            if action == as_hasty:
                action = (
                    hasty(state, seat, desk.lucks[CHANCE]) if seat == me else rival(state, seat, desk.lucks[CHANCE])
                )
            move(desk, state, seat, action, ahead)
            ahead += 1
            waiting = pending(state)
        return depth

    return play_out


def _result(kind: Kind) -> Callable[[Desk, int], int]:
    """A rule that says what a play-out was worth to a seat."""
    worth, judge = kind.player.worth, _judge(kind)

    @rule
    def by_the_game(desk: Desk, seat: int) -> int:
        return worth(desk.states[WORK], seat)

    @rule
    def by_opinion(desk: Desk, seat: int) -> int:
        return max(0, worth(desk.states[WORK], seat) + int(desk.notes.hunch))

    @rule
    def by_the_net(desk: Desk, seat: int) -> int:
        return judge(desk, desk.states[WORK], seat)

    @rule
    def by_both(desk: Desk, seat: int) -> int:
        return (int(desk.notes.hunch) + worth(desk.states[WORK], seat)) // 2

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


def _listed(kind: Kind) -> Callable[[Desk, int], int]:
    shortlist = kind.player.shortlist

    @rule
    def listed(desk: Desk, seat: int) -> int:
        """Write the actions that the seat chooses from into `out`, found once; how many they are."""
        if int(desk.notes.listed) == 0:
            desk.notes.listed = shortlist(desk.states[ROOT], seat, desk.notes.few)
        count = int(desk.notes.listed)
        for i in range(count):
            desk.notes.out[i] = desk.notes.few[i]
        return count

    return listed


def _first(kind: Kind) -> Callable[[Desk, int], int]:
    """A rule that says what is tried first: what the player would do; with an opinion, what is thought best."""
    choose, pick, listed = kind.player.choose, _pick(kind), _listed(kind)

    @rule
    def chosen(desk: Desk, seat: int) -> int:
        return choose(desk.states[ROOT], seat, desk.notes.out, desk.lucks[CHANCE])

    @rule
    def thought_best(desk: Desk, seat: int) -> int:
        return pick(desk, desk.states[ROOT], seat, listed(desk, seat))

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
    def worth_to(desk: Desk, seat: int) -> int:
        """What the play-out is worth to a seat, found out once."""
        if int(desk.notes.worths[seat]) == UNKNOWN:
            desk.notes.worths[seat] = result(desk, seat)
        return int(desk.notes.worths[seat])

    @rule
    def back_up(desk: Desk, seat: int, depth: int) -> None:
        """Count the end for the seat, and for every move on the path."""
        for who in range(MOST_SEATS):
            desk.notes.worths[who] = UNKNOWN
        mine = worth_to(desk, seat)
        desk.notes.total = int(desk.notes.total) + mine
        desk.notes.squares = int(desk.notes.squares) + mine * mine
        desk.nodes[0].visits = int(desk.nodes[0].visits) + 1
        for i in range(depth):
            node = desk.nodes[desk.notes.path[i]]
            node.visits = int(node.visits) + 1
            node.value = int(node.value) + worth_to(desk, int(node.seat))

    def grow(desk: Desk, seat: int, seed: int, stream: int, playouts: int) -> None:
        for _ in range(playouts):
            first = int(desk.nodes[1].action)
            if int(desk.nodes[0].visits) == 0:
                first = first_of(desk, seat)
            node = select(desk, desk.states[ROOT], 0, seat, listed(desk, seat), first, ROOT_WIDENS)
            sow(desk.lucks[CHANCE], seed, stream + 1 + int(desk.nodes[node].visits))
            desk.states[WORK] = desk.states[ROOT]
            guess(desk.states[WORK], seat, desk.lucks[CHANCE])
            back_up(desk, seat, play_out(desk, node))

    name = f"{name_of(kind.player)}.grow{'.net' if kind.learned else ''}{'.foresees' if kind.foresees else ''}"
    return compiled(kind.game, name, grow, _desk(kind), INT, LONG, LONG, INT)


def _desk(kind: Kind) -> Desk:
    """The kinds of what a thread works on."""
    net, mind = (net_kinds(), mind_kinds()) if kind.learned else ((), ())
    notes = One(dtype_of(notes_of(kind.game)))
    return Desk(states_of(kind.game), LUCKS, notes, Rows(dtype_of(Node)), net, mind, LUCKS if kind.foresees else ())
