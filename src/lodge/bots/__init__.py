"""Bots: anything that chooses an action from a seat's knowledge.

No bot can peek: what it is handed is not the state but one that was imagined from the seat's knowledge, in which
everything hidden has been dealt anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from lodge.bots import exact, halving, playouts, search
from lodge.bots.levels import LEVELS, Tuned
from lodge.bots.search import Master, Search
from lodge.errors import UnknownName
from lodge.games import Game
from lodge.games.compiled import LUCK, compiled, compiled_rules, state_of
from lodge.kernel import INT, NUMBERS, Luck, below, copy
from lodge.kernel.backend import Compiled

BOTS = {
    "random": "plays any sensible move",
    "greedy": "a good hand-written player that looks one move ahead",
    "gentle": "understands the game and overlooks much",
    "steady": "plays well and overlooks something now and then",
    "sharp": "thinks for up to a second and overlooks little",
    "search": "tree search; search:500 for 500 play-outs a move, search:500ms for half a second, x2 for two threads",
    "master": "the best there is: up to three seconds, with a net where there is one, exact where luck is over",
}
_BUDGET = r"(:(?P<budget>[1-9]\d{0,8})(?P<ms>ms)?(x(?P<threads>[1-9]\d?))?)?"
_SPEC = re.compile(rf"(?P<name>random|greedy)|((?P<search>search)|(?P<master>master)(=(?P<file>.+?))?){_BUDGET}")
_LEVEL = re.compile(r"(?P<level>\w+):(?P<playouts>[1-9]\d{0,8})")


class Bot(Protocol):
    """A player. Anything with this method is one.

    Examples:
        >>> class First:
        ...     def choose(self, game, state, seat, luck):
        ...         out = np.zeros(game.rules.ACTIONS, np.int16)
        ...         game.rules.legal(state, seat, out)
        ...         return int(out[0])
        >>> from lodge import Match
        >>> from lodge.kernel import lucky
        >>> match = Match.new("dam-it", seats=2, seed=1)
        >>> decide(First(), match.game, match.state, match.pending[0], lucky(1))
        0
    """

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """A legal action for the seat. `state` is the bot's to change; `luck` is its own, not the match's."""


@dataclass(frozen=True)
class Random:
    """Any candidate, each as likely."""

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """A random candidate."""
        rules = compiled_rules(game)
        out = np.zeros(rules.MOST_CANDIDATES, np.int16)
        return int(out[below(luck, rules.candidates(state, seat, out))])


@dataclass(frozen=True)
class Greedy:
    """The game's own hand-written player."""

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """What the game's `greedy.choose` says."""
        out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
        return int(_greedy(game)(state, seat, out, luck))


@cache
def _greedy(game: Game) -> Compiled:
    return compiled(game, "greedy.choose", game.greedy.choose, state_of(game), INT, NUMBERS, LUCK)


def entries(game: Game) -> Iterator[Compiled]:
    """What of the bots can be compiled for a game."""
    yield _greedy(game)
    yield from exact.entries(game)
    yield from search.entries(game)
    yield from halving.entries(game)
    yield from playouts.entries(game)


def bot(spec: str) -> Bot:
    """A bot by its name, one of `BOTS`; with `search` and `master`, how long it may think, and on how many threads.

    Examples:
        >>> bot("greedy")
        Greedy()
        >>> bot("search:5000").playouts, bot("master:300ms").milliseconds, bot("master:1000msx2").threads
        (5000, 300, 2)
        >>> bot("steady:400").playouts
        400
        >>> bot("oracle")
        Traceback (most recent call last):
        lodge.errors.UnknownName: There is no bot 'oracle'. The bots are: random, greedy, gentle, ...

    `master=net.npz` plays with a net of your own. `steady:400` is a level that takes 400 play-outs, however long they
    take.
    """
    if spec in LEVELS:
        return LEVELS[spec]
    if (level := _LEVEL.fullmatch(spec)) and isinstance(tuned := LEVELS.get(level["level"]), Tuned):
        return replace(tuned, playouts=int(level["playouts"]))
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise UnknownName(f"There is no bot {spec!r}. The bots are: {', '.join(BOTS)} (or search:2000, master:500ms).")
    if match["name"]:
        return Random() if match["name"] == "random" else Greedy()
    budget: dict[str, int | None] = {}
    if match["budget"]:
        amount = int(match["budget"])
        budget = {"playouts": None if match["ms"] else amount, "milliseconds": amount if match["ms"] else None}
    threads = int(match["threads"] or 1)
    if match["search"]:
        return Search(**budget, threads=threads)
    return Master(**budget, threads=threads, file=Path(match["file"]) if match["file"] else None)


def decide(player: Bot, game: Game, state: Any, seat: int, luck: Luck) -> int:
    """The bot's action in a state, of which it learns only what the seat knows.

    Examples:
        >>> from lodge import Match
        >>> from lodge.kernel import lucky
        >>> match = Match.new("dam-it", seats=2, seed=1)
        >>> action = decide(bot("greedy"), match.game, match.state, match.pending[0], lucky(1))
        >>> match.game.moves.text(action)
        'take 1'
        >>> match.play(match.pending[0], action)

    The same luck gives the same action; only a budget in milliseconds leaves that to the clock.
    """
    known = copy(state)
    compiled_rules(game).imagine(known, seat, luck)
    return player.choose(game, known, seat, luck)
