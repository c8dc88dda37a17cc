"""How a tree grows: the compiled part of `search` and `master`, made for each game.

Each play-out imagines anew what the seat cannot know (as the game's player believes), walks down the tree, lets the
game's hasty player play on to the end, or to where the game rests, and counts what that is worth to everybody. What
makes it strong with few play-outs: first it tries what the greedy player would do, and below the root no fixed move but
"as the hasty player", which fits whatever has just come up. And play-out number n of every move at the root has the
same luck, so that moves are compared on the same cards.

With a net two things differ. A play-out ends where it leaves the tree, and the net says what that is worth; where the
game's player does not plan, so that there is no tree below the root, it goes on all the same, and both count by half.
And of the moves that have not been tried, the one that the net likes best comes next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from lodge.bots.net import value
from lodge.bots.tree import CHANCE, GUESS, MOST_SEATS, ROOT, TRIAL, WORK, Desk, add, best_child, stamp
from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import below, rule, sow
from lodge.kernel.compile import native

ROOT_WIDENS = 1  # a move joins k others at the root after k * k * this visits: there all are tried soon,
WIDENS = 30  # and further down late, because most are worse than what the hasty player does;
NET_WIDENS = 10  # sooner where a net says which comes next
GROWS = 30  # visits before a node gets moves below it,
NET_GROWS = 8  # and where a net judges, which is less of a gamble than one play-out
UNKNOWN = -1


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
            if int(desk.notes.stamps[desk.notes.out[i]]) > 0:
                desk.notes.out[fresh] = desk.notes.out[i]
                fresh += 1
        if fresh == 0 or (count - fresh) ** 2 * widens > int(desk.nodes[parent].visits):
            return best
        return add(desk, parent, pick(desk, state, seat, fresh), seat) or best

    return select


def _hunch(game: Game, has_hunch: bool) -> Callable[[Desk, Any, int], None]:
    """A rule that notes what the net says of the move at the root; where it need not, one that does nothing."""
    judge = _judge(game)

    @rule
    def no_hunch(desk: Desk, state: Any, seat: int) -> None:
        pass

    @rule
    def note_hunch(desk: Desk, state: Any, seat: int) -> None:
        desk.notes.hunch = judge(desk, state, seat)

    return note_hunch if has_hunch else no_hunch


def _play_out(game: Game, learned: bool) -> Callable[[Desk, int], int]:
    rules, hasty, as_hasty, plans = game.rules, game.greedy.hasty, game.rules.ACTIONS, game.greedy.PLANS
    select = _select(game, learned)
    grows, widens = (NET_GROWS, NET_WIDENS) if learned else (GROWS, WIDENS)
    note_hunch, ends_with_tree = _hunch(game, learned and not plans), learned and plans
    pending, candidates, play, resting = rules.pending, rules.candidates, rules.play, game.greedy.resting

    @rule
    def play_out(desk: Desk, node: int) -> int:
        """Play a move of the root, then by the tree as far as it goes, then hastily to a rest; the path's length."""
        state = desk.states[WORK]
        play(state, int(desk.nodes[node].seat), int(desk.nodes[node].action), desk.lucks[CHANCE])
        note_hunch(desk, state, int(desk.nodes[node].seat))
        desk.notes.path[0] = node
        depth = 1
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
                action = hasty(state, seat, desk.lucks[CHANCE])
            play(state, seat, action, desk.lucks[CHANCE])
            waiting = pending(state)
        return depth

    return play_out


def _result(game: Game, learned: bool) -> Callable[[Desk, int], int]:
    """A rule that says what a play-out was worth to a seat."""
    worth, judge = game.greedy.worth, _judge(game)

    @rule
    def by_the_game(desk: Desk, seat: int) -> int:
        return worth(desk.states[WORK], seat)

    @rule
    def by_the_net(desk: Desk, seat: int) -> int:
        return judge(desk, desk.states[WORK], seat)

    @rule
    def by_both(desk: Desk, seat: int) -> int:
        return (int(desk.notes.hunch) + worth(desk.states[WORK], seat)) // 2

    if not learned:
        return by_the_game
    return by_the_net if game.greedy.PLANS else by_both


@cache
def growth(game: Game, learned: bool) -> Callable[..., None]:
    """The compiled part for a game: grow a tree by `playouts` play-outs."""
    play_out, select, result = _play_out(game, learned), _select(game, learned), _result(game, learned)
    greedy = game.greedy
    choose, believe, alone, shortlist = greedy.choose, greedy.believe, greedy.alone, greedy.shortlist

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

    @rule
    def listed(desk: Desk, seat: int) -> int:
        """Write the actions that the seat chooses from into `out`, found once; how many they are."""
        if int(desk.notes.listed) == 0:
            desk.notes.listed = shortlist(desk.states[ROOT], seat, desk.notes.few)
        count = int(desk.notes.listed)
        for i in range(count):
            desk.notes.out[i] = desk.notes.few[i]
        return count

    def grow(desk: Desk, seat: int, seed: int, stream: int, playouts: int) -> None:
        for _ in range(playouts):
            first = int(desk.nodes[1].action)
            if int(desk.nodes[0].visits) == 0:
                first = choose(desk.states[ROOT], seat, desk.notes.out, desk.lucks[CHANCE])
            node = select(desk, desk.states[ROOT], 0, seat, listed(desk, seat), first, ROOT_WIDENS)
            sow(desk.lucks[CHANCE], seed, stream + 1 + int(desk.nodes[node].visits))
            desk.states[WORK] = desk.states[ROOT]
            believe(desk.states[WORK], seat, desk.lucks[CHANCE])
            alone(desk.states[WORK], seat)
            back_up(desk, seat, play_out(desk, node))

    return native(grow, game.folder)
