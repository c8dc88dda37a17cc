"""Self-play: games from which a net learns, as a rule for each game, the same on every backend to the bit.

The first net learns from the game's hasty player. Every later one learns from games in which its predecessor chooses:
each move is tried on a few imaginations of what the seat cannot know, and the one that the net likes best is played.
Now and then any move is played instead, so that nets also see what comes of bad ones. Of every game a few positions
are kept, each as likely, as one of the seats sees them, and beside them what the game was worth to that seat when it
came to a rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lodge.bots.net import Mind, Net, mind, row_of, value
from lodge.games import Game
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, below, bits, rule, sow
from lodge.kernel.compile import native
from lodge.lab.parallel import Progress, in_order, silent

KEPT = 16  # positions of a game
ODD = 80  # of a thousand moves, those that are any candidate
TRIES = 2  # imaginations on which a move is tried
CHUNK = 256  # games at a time
NEVER = -1  # a place for a position that the game was too short for,
NOT_YET = -2  # and one for which it has not come to a rest
GAME, TRIAL, IMAGINED = 0, 1, 2  # which state is which,
DEALER, CHOICE, GUESS = 0, 1, 2  # and which luck


class Scratch(NamedTuple):
    """What a thread plays a game on."""

    states: Any
    lucks: Any
    out: Any
    sums: Any  # by candidate: its value on all tries
    mind: Mind
    owners: Any  # by position kept: whose view it is


class Samples(NamedTuple):
    """Positions: the row of the net's table for every number observed, and what came of it, 0 to UNIT."""

    rows: npt.NDArray[np.uint8]
    worths: npt.NDArray[np.int16]


class Plan(NamedTuple):
    """Which games are played."""

    seed: int
    fewest: int  # players
    most: int
    options: int
    learned: int  # whether the net chooses, or the hasty player


def scratch(game: Game, net: Net) -> Scratch:
    """Everything for one thread."""
    most = game.rules.MOST_CANDIDATES
    return Scratch(
        array(game.rules.State, 3),
        array(Luck, 3),
        np.zeros(most, np.int16),
        np.zeros(most, np.int64),
        mind(net, 1),
        np.zeros(KEPT, np.int8),
    )


@cache
def _choice(game: Game) -> Callable[[Scratch, Net, int, int], int]:
    """A rule that chooses an action of the seat."""
    play, pending, observe, believe = game.rules.play, game.rules.pending, game.rules.observe, game.greedy.believe
    shortlist, hasty, resting, worth = game.greedy.shortlist, game.greedy.hasty, game.greedy.resting, game.greedy.worth

    @rule
    def try_all(scratch: Scratch, net: Net, seat: int, count: int) -> None:
        """Add the value of every listed action on one imagination, with the same luck for all."""
        states, lucks = scratch.states, scratch.lucks
        states[IMAGINED] = states[GAME]
        believe(states[IMAGINED], seat, lucks[CHOICE])
        key = bits(lucks[CHOICE])
        trial = states[TRIAL]
        for i in range(count):
            states[TRIAL] = states[IMAGINED]
            sow(lucks[GUESS], key, 0)
            play(trial, seat, int(scratch.out[i]), lucks[GUESS])
            if resting(trial) or not pending(trial):
                scratch.sums[i] += worth(trial, seat)
            else:
                observe(trial, seat, scratch.mind.seen)
                scratch.sums[i] += value(net, scratch.mind, 0)

    @rule
    def choose(scratch: Scratch, net: Net, seat: int, learned: int) -> int:
        state = scratch.states[GAME]
        odd = below(scratch.lucks[CHOICE], 1000) < ODD
        if not odd and not learned:
            return hasty(state, seat, scratch.lucks[CHOICE])
        count = shortlist(state, seat, scratch.out)
        if odd or count == 1:
            return int(scratch.out[below(scratch.lucks[CHOICE], count)])
        for i in range(count):
            scratch.sums[i] = 0
        for _ in range(TRIES):
            try_all(scratch, net, seat, count)
        best = 0
        for i in range(count):
            best = i if int(scratch.sums[i]) > int(scratch.sums[best]) else best
        return int(scratch.out[best])

    return choose


@cache
def self_play(game: Game) -> Callable[..., None]:
    """A rule that plays game number `index` of a plan and writes what it keeps into `rows` and `worths`."""
    deal, pending, play, observe = game.rules.deal, game.rules.pending, game.rules.play, game.rules.observe
    resting, worth, choose = game.greedy.resting, game.greedy.worth, _choice(game)

    @rule
    def keep(scratch: Scratch, number: int, rows: Any, worths: Any) -> None:
        """Perhaps keep position `number` of the game: at the end each was as likely to be kept."""
        place = number if number < KEPT else below(scratch.lucks[CHOICE], number + 1)
        if place < KEPT:
            state = scratch.states[GAME]
            owner = below(scratch.lucks[CHOICE], int(state.seats))
            scratch.owners[place] = owner
            worths[place] = NOT_YET
            observe(state, owner, scratch.mind.seen)
            for i in range(len(scratch.mind.seen)):
                rows[place, i] = row_of(int(scratch.mind.seen[i]))

    @rule
    def settle(scratch: Scratch, worths: Any) -> None:
        """The game rests: what it is worth to those whose positions wait for it."""
        for place in range(KEPT):
            if int(worths[place]) == NOT_YET:
                worths[place] = worth(scratch.states[GAME], int(scratch.owners[place]))

    def play_itself(scratch: Scratch, net: Net, plan: Plan, index: int, rows: Any, worths: Any) -> None:
        state, luck = scratch.states[GAME], scratch.lucks[DEALER]
        sow(luck, plan.seed, 2 * index)
        sow(scratch.lucks[CHOICE], plan.seed, 2 * index + 1)
        deal(state, plan.fewest + index % (plan.most - plan.fewest + 1), plan.options, luck)
        for place in range(KEPT):
            worths[place] = NEVER
        number = 0
        waiting = pending(state)
        while waiting:
            seat = first_seat(waiting)
            play(state, seat, choose(scratch, net, seat, plan.learned), luck)
            waiting = pending(state)
            if resting(state) or not waiting:
                settle(scratch, worths)
            else:
                keep(scratch, number, rows, worths)
                number += 1

    return rule(play_itself)


Runner = Callable[[int, int], Samples]


def runner(game: Game, net: Net, plan: Plan, *, interpreted: bool = False) -> Runner:
    """A function that plays games `first` to `first + count - 1` and returns all places for their positions."""
    return partial(play_chunk, game, net, plan, interpreted)


def play_chunk(game: Game, net: Net, plan: Plan, interpreted: bool, first: int, count: int) -> Samples:
    """Games `first` to `first + count - 1` of a plan, on one thread."""
    batch = _interpreted(game) if interpreted else _batch(game)
    samples = room(game, count)
    batch(scratch(game, net), net, plan, first, count, samples.rows, samples.worths)
    return samples


def room(game: Game, count: int) -> Samples:
    """Places for the positions of so many games."""
    return Samples(np.zeros((count * KEPT, game.rules.OBSERVATION), np.uint8), np.zeros(count * KEPT, np.int16))


@cache
def _interpreted(game: Game) -> Callable[..., None]:
    play_itself = self_play(game)

    def play_batch(scratch: Scratch, net: Net, plan: Plan, first: int, count: int, rows: Any, worths: Any) -> None:
        for i in range(count):
            start, end = i * KEPT, (i + 1) * KEPT
            play_itself(scratch, net, plan, first + i, rows[start:end], worths[start:end])

    return play_batch


@cache
def _batch(game: Game) -> Callable[..., None]:
    return native(_interpreted(game), game.folder)


def generate(
    run: Runner, first: int, count: int, *, chunk: int = CHUNK, threads: int = 1, progress: Progress = silent
) -> Samples:
    """The positions of games `first` to `first + count - 1`, in their order."""
    chunks = ((start, min(chunk, first + count - start)) for start in range(first, first + count, chunk))
    parts: list[Samples] = []
    for part in in_order(run, chunks, threads):
        there = part.worths != NEVER
        parts.append(Samples(part.rows[there], part.worths[there]))
        progress(len(part.worths) // KEPT)
    return Samples(np.concatenate([part.rows for part in parts]), np.concatenate([part.worths for part in parts]))
