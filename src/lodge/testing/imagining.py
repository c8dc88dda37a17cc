"""Whether `imagine` is fair: what it makes of the hidden part, against what dealing makes of it.

The same moves are played again and again from new deals. Those games in which a seat saw just what it saw in the first
tell how likely each hidden position is, whatever a state is made of. That is compared with what `imagine` gives, where
few enough positions are possible to be listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lodge.games import Game
from lodge.games.api import SPECTATOR
from lodge.games.compiled import compiled_contract, compiled_rules
from lodge.games.playout import first_seat
from lodge.kernel import below, copy, lucky, new
from lodge.testing.playing import outs, promise

DEALS = 4_000
ENOUGH = 200  # deals that look the same
LISTED = 40  # positions
MOVES = 3  # that are played at most before one looks
RARE = 5  # fewer than so many are counted together
UNLIKELY = 5.0  # standard deviations


class Played(NamedTuple):
    """The beginning of a game: what a seat saw of it, and where it stands."""

    seen: list[bytes]
    state: Any


def compare_imagined(game: Game) -> str:
    """Broken where `imagine` is not fair; how it was found out, in words."""
    if not game.rules.SECRETS:
        return "nothing is hidden"
    tried = 0
    for moves in range(MOVES + 1):
        line = _line(game, moves)
        if line is None:
            break
        for seat in range(SPECTATOR, game.seats[0]):
            tried += _compare(game, line, seat)
    return f"{tried} positions were listed" if tried else "not tried: no position is small enough to be listed"


def _line(game: Game, moves: int) -> list[tuple[int, int]] | None:
    """Moves to begin with, each with its seat; None where the game is shorter."""
    rules, luck, state = compiled_rules(game), lucky(1), new(game.rules.State)
    rules.deal(state, game.seats[0], 0, lucky(0))
    found: list[tuple[int, int]] = []
    _, out = outs(rules)
    for _ in range(moves):
        if not (waiting := rules.pending(state)):
            return None
        seat = first_seat(waiting)
        action = int(out[below(luck, rules.candidates(state, seat, out))])
        found.append((seat, action))
        rules.play(state, seat, action, luck)
    return found


def _play(game: Game, line: list[tuple[int, int]], seat: int, seed: int, wanted: list[bytes] | None) -> Played | None:
    """A new deal with the same moves; None as soon as it looks different from what is wanted."""
    rules, shown, luck = compiled_rules(game), compiled_contract(game), lucky(seed)
    out, _ = outs(rules)
    state = new(rules.State)
    rules.deal(state, game.seats[0], 0, luck)
    seen = [shown.seen(state, [seat]).tobytes()]
    for mover, action in line:
        if wanted is not None and seen != wanted[: len(seen)]:
            return None
        if not rules.pending(state) >> mover & 1 or action not in out[: rules.legal(state, mover, out)]:
            return None
        before = copy(state)
        rules.play(state, mover, action, luck)
        seen.append(shown.told(before, mover, action, state, seat).tobytes())
        seen.append(shown.seen(state, [seat]).tobytes())
    return Played(seen, state) if wanted is None or seen == wanted else None


def _alike(game: Game, line: list[tuple[int, int]], seat: int, first: Played) -> Iterator[bytes]:
    for seed in range(1, DEALS):
        played = _play(game, line, seat, seed, first.seen)
        if played is not None:
            yield played.state.tobytes()


def _compare(game: Game, line: list[tuple[int, int]], seat: int) -> bool:
    """Whether there was enough to compare."""
    first = _play(game, line, seat, 0, None)
    if first is None:
        return False
    dealt = Counter(_alike(game, line, seat, first))
    if dealt.total() < ENOUGH or not 1 < len(dealt) <= LISTED:
        return False
    imagined: Counter[bytes] = Counter()
    luck = lucky(2)
    for _ in range(2 * dealt.total()):
        twin = copy(first.state)
        compiled_rules(game).imagine(twin, seat, luck)
        imagined[twin.tobytes()] += 1
    off = deviation(dealt, imagined)
    after = f"after {len(line)} moves" if line else "when dealt"
    promise(
        off < UNLIKELY,
        f"{after}, imagine gives seat {seat} the hidden positions in other proportions than dealing does: "
        f"{_told(dealt, imagined)} ({off:.0f} standard deviations)",
    )
    return True


def _told(dealt: Counter[bytes], imagined: Counter[bytes]) -> str:
    """The position that is furthest off, in per cent."""
    shares = {one: (dealt[one] / dealt.total(), imagined[one] / imagined.total()) for one in dealt | imagined}
    most = max(shares.values(), key=lambda share: abs(share[0] - share[1]))
    return f"of {len(shares)}, one comes in {most[0]:.1%} of all deals and is imagined in {most[1]:.1%}"


def deviation(first: Counter[bytes], second: Counter[bytes]) -> float:
    """Of two samples: how unlikely they come from one source, by chi-square, as a number of standard deviations."""
    share = first.total() / (first.total() + second.total())
    expected = {one: (first[one] + second[one]) * share for one in first | second}
    rare = {one for one, number in expected.items() if number < RARE}
    cells = [(first[one], second[one]) for one in expected if one not in rare]
    if rare:
        cells.append((sum(first[one] for one in rare), sum(second[one] for one in rare)))
    table = np.array([cell for cell in cells if sum(cell)], float)
    if len(table) < 2:
        return 0.0
    meant = np.outer(table.sum(1), table.sum(0)) / table.sum()
    freedom = len(table) - 1
    square = float(((table - meant) ** 2 / meant).sum())
    bulk = 2 / (9 * freedom)  # Wilson and Hilferty: its cube root is nearly normal
    return float(((square / freedom) ** (1 / 3) - (1 - bulk)) / bulk**0.5)
