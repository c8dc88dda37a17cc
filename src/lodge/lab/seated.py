"""One seat at many tables, with rivals in the others, as rules made for each game: what vector environments run on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import below, rule, sow
from lodge.lab.tables import WHIM, allowed, rank

MINDS = 1 << 61  # streams of luck from here on are those of rivals; from WHIM on they choose actions for the learner
OUTSIDE, RANDOM, GREEDY, HASTY = range(4)  # who sits in a seat: somebody who is asked, or a bot that moves by itself
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a table whose game is over begins the next
OURS, OVER = -1, -2  # whose turn it is: the learner's, or nobody's; else the seat of a rival who is asked


class Place(NamedTuple):
    """The learner's place at the tables, and how they are run."""

    seat: int
    seats: int
    options: int
    step: float  # between the rewards of two places
    autoreset: int


class Sight(NamedTuple):
    """What is shown of the tables, a row each."""

    turn: Any  # OURS, OVER, or the seat of a rival who is asked; what follows is then what that seat knows
    observation: Any
    mask: Any
    listed: Any  # the legal actions,
    counts: Any  # and how many
    ended: Any  # whether the last step ended a game,
    lost: Any  # and whether by an illegal action
    final: Any  # what the learner knew at the end of the latest finished game
    rewards: Any
    scores: Any
    places: Any
    games: Any  # how many are finished


class Inside(NamedTuple):
    """What nobody sees, a struct or a number for each table."""

    states: Any
    lucks: Any
    whims: Any  # the luck that chooses actions for the learner where one is wanted at random
    minds: Any  # the luck of rivals
    seeds: Any  # the family of a table's streams of luck,
    lanes: Any  # and which of them are its own


class Work(NamedTuple):
    """What can be done at tables `first` to `end - 1`."""

    begin: Callable[..., None]
    step: Callable[..., None]
    answer: Callable[..., None]
    look: Callable[..., None]
    advise: Callable[..., None]


@cache
def _advance(game: Game) -> Callable[..., int]:
    pending, candidates, play = game.rules.pending, game.rules.candidates, game.rules.play
    greedy, hasty = game.greedy.choose, game.greedy.hasty

    def advance(state: Any, luck: Any, mind: Any, kinds: Any, ours: int, out: Any) -> int:
        """Let rivals move until it is the learner's turn, or that of one who is asked, or the game is over."""
        waiting = pending(state)
        while waiting:
            if waiting >> ours & 1:
                return OURS
            seat = first_seat(waiting)
            kind = int(kinds[seat])
            if kind == OUTSIDE:
                return seat
            if kind == RANDOM:
                action = int(out[below(mind, candidates(state, seat, out))])
            elif kind == GREEDY:
                action = greedy(state, seat, out, mind)
            else:
                action = hasty(state, seat, mind)
            play(state, seat, action, luck)
            waiting = pending(state)
        return OVER

    return rule(advance)


@cache
def _show(game: Game) -> Callable[..., int]:
    legal, observe = game.rules.legal, game.rules.observe

    def show(state: Any, turn: int, ours: int, observation: Any, mask: Any, listed: Any) -> int:
        """Tell what the seat whose turn it is knows and may do; at the end, what the learner knows. How many actions.

        The mask is clear before.
        """
        seat = turn if turn >= 0 else ours
        observe(state, seat, observation)
        count = 0 if turn == OVER else legal(state, seat, listed)
        for i in range(count):
            mask[int(listed[i])] = True
        return count

    return rule(show)


@rule
def wipe(mask: Any, listed: Any, count: int) -> None:
    """Clear a mask: of a thousand actions a few are legal."""
    for i in range(count):
        mask[int(listed[i])] = False


@cache
def _deal(game: Game) -> Callable[..., int]:
    deal, advance = game.rules.deal, _advance(game)

    def deal_next(inside: Inside, at: int, number: int, plan: Place, kinds: Any, out: Any) -> int:
        """Begin game `number` of a table. Whose turn it is."""
        sow(inside.lucks[at], int(inside.seeds[at]), int(inside.lanes[at]) << 32 | number)
        deal(inside.states[at], plan.seats, plan.options, inside.lucks[at])
        return advance(inside.states[at], inside.lucks[at], inside.minds[at], kinds, plan.seat, out)

    return rule(deal_next)


@cache
def _settle(game: Game) -> Callable[..., None]:
    score, place = game.rules.score, game.rules.place

    def settle(state: Any, plan: Place, lost: int, scores: Any, places: Any, rewards: Any) -> None:
        """The game is over: points, ranks and rewards; an illegal action is the last place, whatever the points."""
        for seat in range(plan.seats):
            scores[seat] = score(state, seat)
            places[seat] = place(state, seat)
            if lost:
                places[seat] = plan.seats if seat == plan.seat else 1
        if plan.seats > 1:
            rank(places, rewards, plan.step)
        else:
            rewards[0] = -1 if lost else scores[0]

    return rule(settle)


@cache
def _close(game: Game) -> Callable[..., int]:
    observe, deal_next, settle = game.rules.observe, _deal(game), _settle(game)

    def close(sight: Sight, inside: Inside, plan: Place, kinds: Any, lost: int, table: int, at: int) -> int:
        """The game at a table is over: settle it, and begin the next if that is wanted at once. Whose turn it is."""
        state = inside.states[at]
        settle(state, plan, lost, sight.scores[table], sight.places[table], sight.rewards[table])
        sight.ended[table] = True
        sight.lost[table] = lost != 0
        sight.games[table] += 1
        if plan.autoreset != SAME_STEP:
            return OVER
        observe(state, plan.seat, sight.final[table])
        return deal_next(inside, at, int(sight.games[table]), plan, kinds, sight.listed[table])

    return rule(close)


@cache
def _begin(game: Game) -> Callable[..., None]:
    deal_next, show = _deal(game), _show(game)

    def begin(
        sight: Sight, inside: Inside, plan: Place, kinds: Any, chosen: Any, fresh: bool, first: int, end: int
    ) -> None:
        """Begin a game at the chosen tables: the next, or with fresh luck the first."""
        for table in range(first, end):
            if not chosen[table]:
                continue
            at = table - first
            wipe(sight.mask[table], sight.listed[table], int(sight.counts[table]))
            if fresh:
                seed, lane = int(inside.seeds[at]), int(inside.lanes[at])
                sow(inside.whims[at], seed, WHIM | lane)
                sow(inside.minds[at], seed, MINDS | lane)
                sight.games[table] = 0
                for seat in range(plan.seats):
                    sight.scores[table, seat] = 0
                    sight.places[table, seat] = 0
            for seat in range(plan.seats):
                sight.rewards[table, seat] = 0
            turn = deal_next(inside, at, int(sight.games[table]), plan, kinds, sight.listed[table])
            sight.turn[table] = turn
            sight.ended[table] = False
            sight.lost[table] = False
            sight.counts[table] = show(
                inside.states[at], turn, plan.seat, sight.observation[table], sight.mask[table], sight.listed[table]
            )

    return rule(begin)


@cache
def _step(game: Game) -> Callable[..., None]:
    play, advance, deal_next, close, show = game.rules.play, _advance(game), _deal(game), _close(game), _show(game)

    def step(sight: Sight, inside: Inside, plan: Place, kinds: Any, actions: Any, first: int, end: int) -> None:
        """Play the learner's action at every table, then let rivals move; an illegal one loses the game.

        Where the game was over before, the next begins if that is wanted now, and the action means nothing. On the way
        that nearly every step takes, helpers are given rows: to hand on all arrays takes longer than to play.
        """
        turns, counts, listed, mask = sight.turn, sight.counts, sight.listed, sight.mask
        observation, rewards = sight.observation, sight.rewards
        for table in range(first, end):
            at, action, count = table - first, int(actions[table]), int(counts[table])
            state, out = inside.states[at], listed[table]
            lost = 0 if allowed(out, count, action) else 1
            wipe(mask[table], out, count)
            sight.ended[table] = False
            sight.lost[table] = False
            for seat in range(plan.seats):
                rewards[table, seat] = 0
            turn = OVER
            if turns[table] == OVER:
                if plan.autoreset == NEXT_STEP:
                    turn = deal_next(inside, at, int(sight.games[table]), plan, kinds, out)
            else:
                if not lost:
                    play(state, plan.seat, action, inside.lucks[at])
                    turn = advance(state, inside.lucks[at], inside.minds[at], kinds, plan.seat, out)
                if turn == OVER:
                    turn = close(sight, inside, plan, kinds, lost, table, at)
            turns[table] = turn
            counts[table] = show(state, turn, plan.seat, observation[table], mask[table], out)

    return rule(step)


@cache
def _answer(game: Game) -> Callable[..., None]:
    play, advance, close, show = game.rules.play, _advance(game), _close(game), _show(game)

    def answer(sight: Sight, inside: Inside, plan: Place, kinds: Any, actions: Any, first: int, end: int) -> None:
        """Play the answers of rivals who were asked; then let the others move."""
        for table in range(first, end):
            at, mover = table - first, int(sight.turn[table])
            if mover >= 0:
                state, out = inside.states[at], sight.listed[table]
                wipe(sight.mask[table], out, int(sight.counts[table]))
                play(state, mover, int(actions[table]), inside.lucks[at])
                turn = advance(state, inside.lucks[at], inside.minds[at], kinds, plan.seat, out)
                if turn == OVER:
                    turn = close(sight, inside, plan, kinds, 0, table, at)
                sight.turn[table] = turn
                sight.counts[table] = show(state, turn, plan.seat, sight.observation[table], sight.mask[table], out)

    return rule(answer)


@cache
def _look(game: Game) -> Callable[..., None]:
    observe = game.rules.observe

    def look(states: Any, seat: int, out: Any, first: int, end: int) -> None:
        """What a seat knows at every table."""
        for table in range(first, end):
            observe(states[table - first], seat, out[table])

    return rule(look)


@cache
def _advise(game: Game, master: bool) -> Callable[..., None]:
    choose = (game.master if master and game.master else game.greedy).choose

    def advise(sight: Sight, inside: Inside, plan: Place, out: Any, actions: Any, first: int, end: int) -> None:
        """What the game's own player would do in the learner's place; 0 where the game is over."""
        for table in range(first, end):
            at = table - first
            actions[table] = 0
            if sight.turn[table] == OURS:
                actions[table] = choose(inside.states[at], plan.seat, out[table], inside.whims[at])

    return rule(advise)


@cache
def seated(game: Game, master: bool) -> Work:
    """The rules for a game's tables; with `master`, that player advises."""
    return Work(_begin(game), _step(game), _answer(game), _look(game), _advise(game, master))
