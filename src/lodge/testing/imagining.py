"""Whether `imagine` is fair: what it makes of the hidden part, against what dealing makes of it.

The same moves are played again and again from new deals. Those games in which a seat saw just what it saw in the first
tell how likely each hidden position is, whatever a state is made of. That is compared with what `imagine` gives, where
few enough positions are possible to be listed. Where there are too many, every number of the state is compared for
itself, over all deals: what is imagined anew of as many deals must be spread as the deals are.
"""

from __future__ import annotations

from collections import Counter
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
SOME = 400  # deals, after which one sees whether there will be enough
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
    if tried:
        return f"{tried} positions were listed"
    lines = [_line(game, moves) for moves in (0, MOVES - 1)]
    tried = sum(_compare_numbers(game, line) for line in lines if line is not None)
    why = "no position is small enough to be listed"
    return f"not as a whole: {why}. But number by number it does" if tried else f"not tried: {why}"


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


def _alike(game: Game, line: list[tuple[int, int]], seat: int, first: Played) -> Counter[bytes]:
    """The positions of all deals that look like the first; none where there are too many, or too few of those deals."""
    found: Counter[bytes] = Counter()
    for seed in range(1, DEALS):
        played = _play(game, line, seat, seed, first.seen)
        if played is not None:
            found[played.state.tobytes()] += 1
        if len(found) > LISTED or (seed == SOME and found.total() * DEALS < SOME * ENOUGH // 4):
            return Counter()
    return found


def _secret(game: Game, line: list[tuple[int, int]], seat: int) -> bool:
    """Whether the seat would not have noticed another move: then nobody can say how likely this one was."""
    rules, shown, luck, state = compiled_rules(game), compiled_contract(game), lucky(0), new(game.rules.State)
    out, _ = outs(rules)
    rules.deal(state, game.seats[0], 0, luck)
    for mover, played in line:
        told = set()
        legal = [int(one) for one in out[: rules.legal(state, mover, out)]]
        for action in legal:
            after, same_luck = copy(state), copy(luck)
            rules.play(after, mover, action, same_luck)
            told.add(shown.told(state, mover, action, after, seat).tobytes())
        if mover != seat and len(told) < len(legal):
            return True
        if played not in legal:
            return False
        rules.play(state, mover, played, luck)
    return False


def _compare(game: Game, line: list[tuple[int, int]], seat: int) -> bool:
    """Whether there was enough to compare."""
    first = _play(game, line, seat, 0, None)
    if first is None or _secret(game, line, seat):
        return False
    dealt = _alike(game, line, seat, first)
    if dealt.total() < ENOUGH or len(dealt) < 2:
        return False
    imagined: Counter[bytes] = Counter()
    luck = lucky(2)
    for _ in range(2 * dealt.total()):
        twin = copy(first.state)
        compiled_rules(game).imagine(twin, seat, luck)
        imagined[twin.tobytes()] += 1
    off = deviation(dealt, imagined)
    promise(
        off < UNLIKELY,
        f"{_after(line)}, imagine gives {_who(seat)} the hidden positions in other proportions than dealing does: "
        f"{_told(dealt, imagined)} ({off:.0f} standard deviations)",
    )
    return True


def _compare_numbers(game: Game, line: list[tuple[int, int]]) -> bool:
    """Each number of the state for itself: of half the deals as they are, of the others as each seat imagines them."""
    played = (_play(game, line, SPECTATOR, seed, None) for seed in range(DEALS // (1 + len(line))))
    states = [one.state for one in played if one is not None]
    half = len(states) // 2
    if half < ENOUGH:
        return False
    dealt = _numbers(states[:half])
    for seat in (SPECTATOR, 0):
        if _secret(game, line, seat):
            continue
        luck, imagined = lucky(3), [copy(state) for state in states[half:]]
        for state in imagined:
            compiled_rules(game).imagine(state, seat, luck)
        for name, values in _numbers(imagined).items():
            off = deviation(dealt[name], values)
            promise(
                off < UNLIKELY,
                f"{_after(line)}, imagine gives {_who(seat)} {name} in other proportions than dealing does: "
                f"{_furthest(dealt[name], values)} ({off:.0f} standard deviations)",
            )
    return True


def _numbers(states: list[Any]) -> dict[str, Counter[Any]]:
    """By the name of each number in the states, how often it has which value."""
    counted: dict[str, Counter[Any]] = {}
    for name in states[0].dtype.names:
        block = np.array([state[name] for state in states])
        for at in np.ndindex(block.shape[1:]):
            counted[f"{name}{list(at) if at else ''}"] = Counter(block[:, *at].tolist())
    return counted


def _after(line: list[tuple[int, int]]) -> str:
    return f"after {len(line)} moves" if line else "when dealt"


def _who(seat: int) -> str:
    return "who looks on" if seat < 0 else f"seat {seat}"


def _furthest(dealt: Counter[Any], imagined: Counter[Any]) -> str:
    """The value that is furthest off, in per cent."""
    shares = {one: (dealt[one] / dealt.total(), imagined[one] / imagined.total()) for one in dealt | imagined}
    value, (first, second) = max(shares.items(), key=lambda each: abs(each[1][0] - each[1][1]))
    return f"it is {value} in {first:.1%} of all deals and is imagined so in {second:.1%}"


def _told(dealt: Counter[bytes], imagined: Counter[bytes]) -> str:
    """The position that is furthest off, in per cent."""
    shares = {one: (dealt[one] / dealt.total(), imagined[one] / imagined.total()) for one in dealt | imagined}
    most = max(shares.values(), key=lambda share: abs(share[0] - share[1]))
    return f"of {len(shares)}, one comes in {most[0]:.1%} of all deals and is imagined in {most[1]:.1%}"


def deviation(first: Counter[Any], second: Counter[Any]) -> float:
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
