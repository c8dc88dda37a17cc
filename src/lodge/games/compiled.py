"""A game's entries: what of it can be compiled, and its rules one by one for a caller in Python, only faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from lodge.kernel import INT, LONG, NUMBERS, WORDS, Kind, Luck, One, Out, Rows, below, bits, dtype_of, sow
from lodge.kernel.backend import Compiled
from lodge.kernel.entry import Entry

if TYPE_CHECKING:
    from lodge.games import Game
    from lodge.games.api import Rules
    from lodge.games.contract import Contract

CONSTANTS = (
    "VERSION",
    "SEATS",
    "OPTIONS",
    "SECRETS",
    "APART",
    "ACTIONS",
    "MOST_CANDIDATES",
    "MOST_MOVES",
    "OBSERVATION",
    "State",
)
STEP = 1 << 16  # more than a game has actions
FREE = STEP << 8  # more than masks of seats go to
LUCK, LUCKS = One(dtype_of(Luck)), Rows(dtype_of(Luck))


def state_of(game: Game) -> One:
    """A position of a game."""
    return One(dtype_of(game.rules.State))


def states_of(game: Game) -> Rows:
    """Several of them."""
    return Rows(dtype_of(game.rules.State))


def compiled(game: Game, name: str, function: Callable[..., Any], *takes: Kind, short: bool = False) -> Compiled:
    """A function of a game, on the game's backend."""
    return Compiled(Entry(game.folder, name, function, takes), game.backend, short=short)


def signatures(game: Game) -> dict[str, tuple[Kind, ...]]:
    """What each function of the rules takes."""
    state = state_of(game)
    return {
        "deal": (state, INT, INT, LUCK),
        "pending": (state,),
        "legal": (state, INT, NUMBERS),
        "candidates": (state, INT, NUMBERS),
        "play": (state, INT, INT, LUCK),
        "over": (state,),
        "score": (state, INT),
        "standing": (state, INT, INT),
        "place": (state, INT),
        "imagine": (state, INT, LUCK),
        "observe": (state, INT, NUMBERS),
    }


@cache
def compiled_rules(game: Game) -> Rules:
    """The rules on the game's backend."""
    if game.backend == "python":
        return game.rules
    names: dict[str, object] = {name: getattr(game.rules, name) for name in CONSTANTS}
    names |= {name: compiled(game, name, getattr(game.rules, name), *takes) for name, takes in signatures(game).items()}
    return cast("Rules", SimpleNamespace(**names))


@cache
def compiled_step(game: Game) -> Compiled:
    """A move and what must be known after it in one go: who is to act, and if that is one seat, what it may do.

    The bit mask of the seats to act, times STEP, plus how many actions are in `out`; plus FREE if the move drew no
    luck, showed nobody anything new and did not end the game, so that it may be taken back.
    """
    play, pending, legal, reveals = game.rules.play, game.rules.pending, game.rules.legal, game.moves.reveals

    def step(states: Any, seat: int, action: int, lucks: Any, out: Out) -> int:
        state = states[0]  # arrays of one: compiled code takes them quicker than structs
        shows = reveals(state, seat, action)
        play(state, seat, action, lucks[0])
        waiting = int(pending(state))
        free = FREE if waiting != 0 and not shows and int(lucks[0].drawn) == 0 else 0
        count = 0
        if waiting != 0 and waiting & (waiting - 1) == 0:
            mover = 0
            while waiting >> mover != 1:
                mover += 1
            count = int(legal(state, mover, out))
        return free + waiting * STEP + count

    return compiled(game, "step", step, states_of(game), INT, INT, LUCKS, NUMBERS, short=True)


@cache
def compiled_contract(game: Game) -> Contract:
    """What the game shows, written on the game's backend."""
    contract, states = game.moves.CONTRACT, states_of(game)
    seen, told = Rows(dtype_of(contract.View)), Rows(dtype_of(contract.Event))
    return contract.written_by(
        compiled(game, "look", contract.look_all, states, WORDS, seen, short=True),
        compiled(game, "happened", contract.all_happened, states, INT, INT, states, INT, told, short=True),
    )


@cache
def compiled_known(game: Game) -> Compiled:
    """States that hold what a seat knows and nothing else: all that is hidden from it is made up, always the same way.

    `imagine` makes sure of that: what comes out depends on what the seat knows and on the luck alone, which is fixed.
    """
    imagine = game.rules.imagine

    def known(states: Any, seats: Any, lucks: Any, out: Any) -> None:
        for number in range(len(seats)):
            out[number] = states[0]
            sow(lucks[0], 0, 0)
            imagine(out[number], int(seats[number]), lucks[0])

    states = states_of(game)
    return compiled(game, "known", known, states, WORDS, LUCKS, states, short=True)


def luck_entries(game: Game) -> Iterator[Compiled]:
    """What a stream of luck offers to callers in other languages."""

    def sow_luck(luck: Luck, seed: int, stream: int) -> None:
        sow(luck, seed, stream)

    yield compiled(game, "luck.sow", sow_luck, LUCK, LONG, LONG)
    yield compiled(game, "luck.bits", bits, LUCK)
    yield compiled(game, "luck.below", below, LUCK, INT)


def is_interpreted(game: Game) -> bool:
    """Whether there is neither a module nor native code of a game: some hundred times slower."""
    return compiled_step(game).interpreted


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled."""
    rules = compiled_rules(game)
    yield from (getattr(rules, name) for name in signatures(game))
    yield from (compiled_step(game), compiled_known(game))
    shown = compiled_contract(game)
    yield from (cast("Compiled", shown.look_all), cast("Compiled", shown.all_happened))
    yield from luck_entries(game)
