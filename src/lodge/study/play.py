"""Played games as rows: one game, one row of whole numbers. All that a study says is worked out from rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from lodge.bots import Bot
from lodge.games import Game
from lodge.games.api import EVERYTHING, Rules
from lodge.games.compiled import compiled_rules
from lodge.games.study import Count
from lodge.lab.arena import play_deal
from lodge.lab.parallel import on_backend
from lodge.study.variants import variant

Row = dict[str, int]

TENTHS = range(1, 10)  # of a game, after which is asked who leads
NOBODY = -1


class Part(NamedTuple):
    """Some deals of a study, in plain values: whoever has Lodge can play them, on any machine, to the same rows."""

    game: str
    changes: tuple[str, ...]
    options: tuple[str, ...]
    bots: tuple[str, ...]  # one a seat
    rotated: bool  # every deal once from each seat, for the result alone
    seed: int
    nets: str  # a hash of the nets that the bots play with, if any
    first: int
    deals: int

    @property
    def games(self) -> int:
        """How many games that are."""
        return self.deals * (len(self.bots) if self.rotated else 1)


def play_part(players: Mapping[str, Bot], *part: Any) -> list[Row]:
    """The rows of a part's games, in order, played by the players of these names."""
    this = Part(*part)
    game = on_backend(variant(this.game, this.changes), "auto")
    bots = [players[name] for name in this.bots]
    options = game.option_bits(this.options)
    rows = []
    for deal in range(this.first, this.first + this.deals):
        for turn in range(len(bots) if this.rotated else 1):
            watcher = None if this.rotated else Watcher(game, len(bots))
            ending = play_deal(game, bots, options, this.seed, deal, turn, watcher)
            row = {"deal": deal, "turn": turn}
            for number, (points, rank) in enumerate(zip(ending.scores, ending.places, strict=True)):
                row |= {f"score_{number}": points, f"place_{number}": rank}
            rows.append(row | (watcher.told(ending.places) if watcher else {}))
    return rows


class Watcher:
    """Watches a game, to tell what happened in it."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.rules: Rules = compiled_rules(game)
        self.seats = seats
        self.states: list[Any] = []  # before each move
        self.last: Any = None
        self.decisions: int = 0
        self.choices: int = 0
        self.counts: Counter[tuple[int, str]] = Counter()
        self._out = np.zeros(self.rules.MOST_CANDIDATES, np.int16)

    def __call__(self, before: Any, seat: int, action: int, after: Any) -> None:
        """See a move."""
        self.states.append(before)
        self.last = after
        choices = int(self.rules.candidates(before, seat, self._out))
        self.decisions += choices > 1
        self.choices += choices if choices > 1 else 0
        for count in happened(self.game, before, seat, action, after):
            self.counts[count.seat, f"{count.group}: {count.item}"] += count.number

    def told(self, places: list[int]) -> Row:
        """The row; `count: ...` is how often something happened, `won: ...` how often it was a winner's doing."""
        study = self.game.study
        start = self.states[0]
        lone = self.rules.pending(start)
        begins = study.first(start) if study else lone.bit_length() - 1 if lone.bit_count() == 1 else NOBODY
        row = {
            "first": begins,
            "moves": len(self.states),
            "decisions": self.decisions,
            "choices": self.choices,
            "rounds": study.rounds(self.last) if study else 0,
        }
        for tenth in TENTHS:
            row[f"leader_{tenth}"] = self._leader(self.states[len(self.states) * tenth // 10])
        for (seat, what), number in sorted(self.counts.items()):
            row[f"count: {what}"] = row.get(f"count: {what}", 0) + number
            if seat != NOBODY and places[seat] == 1:
                row[f"won: {what}"] = row.get(f"won: {what}", 0) + number
        return row

    def _leader(self, state: Any) -> int:
        """The seat that stands alone in first place, if one does."""
        first = [seat for seat in range(self.seats) if self.rules.place(state, seat) == 1]
        return first[0] if len(first) == 1 else NOBODY


def happened(game: Game, before: Any, seat: int, action: int, after: Any) -> Iterator[Count]:
    """What is to be counted of a move: what the game's study says, or its events by their names."""
    if game.study is not None:
        yield from game.study.happened(before, seat, action, after)
        return
    for event in game.moves.events(before, seat, action, after, EVERYTHING):
        yield Count(int(event.get("seat", NOBODY)), "events", str(event["event"]))
