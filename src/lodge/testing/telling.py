"""What an event tells is known afterwards: a check of the conformance suite, and how it says what differs."""

from __future__ import annotations

from typing import Any

from lodge.games import Game
from lodge.games.compiled import compiled_contract, compiled_rules
from lodge.kernel import copy, lucky
from lodge.testing.playing import actions, outs, positions, seats_of
from lodge.testing.suite import check

TRIED = 20  # actions of a position
TWICE = 3  # pairs of equal positions, before one says what depends on what


@check
def what_is_told_is_known_afterwards(game: Game) -> str:
    """Who is told something by an event knows it afterwards."""
    if not game.rules.SECRETS:
        return ""
    rules = compiled_rules(game)
    out, _ = outs(rules)
    for number, state in enumerate(positions(game, max(2, game.seats[0]), (), seed=15, every=3)):
        for mover in seats_of(rules.pending(state))[:1]:
            legal = actions(rules.legal, state, mover, out)
            one = legal[number % len(legal)]
            for viewer in (seat for seat in (-1, 0, 1) if seat != mover):
                twins = [copy(state) for _ in range(TRIED)]
                for seed, twin in enumerate(twins):
                    rules.imagine(twin, viewer, lucky(seed))
                same_move = [twin for twin in twins if one in actions(rules.legal, twin, mover, out)]
                found = (
                    _tells_apart(game, mover, viewer, [(state, action, 1) for action in legal[:TRIED]], 0)
                    or _tells_apart(game, mover, viewer, [(twin, one, 1) for twin in [state, *same_move]], 0)
                    or _tells_apart(game, mover, viewer, [(state, one, seed) for seed in range(2 * TRIED)], TWICE)
                )
                if found:
                    return found
    return ""


def _tells_apart(game: Game, mover: int, viewer: int, moves: list[tuple[Any, int, int]], twice: int) -> str:
    """In words, where what is told depends on nothing but what `imagine` deals anew; empty where it does not.

    Moves are positions, actions and luck. Those are compared after which `imagine` makes the same of the position. What
    is told without being kept (a claim, a die) is told in several ways of equal positions, of which `twice` are needed.
    """
    rules, shown = compiled_rules(game), compiled_contract(game)
    known: dict[bytes, list[tuple[bytes, bytes, tuple[Any, int, int]]]] = {}
    for before, action, seed in moves:
        after = copy(before)
        rules.play(after, mover, action, lucky(seed))
        told = shown.told(before, mover, action, after, viewer).tobytes()
        left = after.tobytes()
        rules.imagine(after, viewer, lucky(6))
        known.setdefault(after.tobytes(), []).append((left, told, (before, action, seed)))
    for alike in known.values():
        words = {left: told for left, told, _ in alike}
        few = len(set(words.values())) < 2 or len(alike) - len(words) < twice
        if few or any(words[left] != told for left, told, _ in alike):
            continue
        one, other = alike[0], next(each for each in alike if each[1] != alike[0][1])
        path, *values = differing(*(_events(game, mover, each[2], viewer) for each in (one, other)))
        return (
            f"Not quite: {game.moves.text(one[2][1])!r} of seat {mover} tells {who(viewer)} {path}: {values[0]} (or "
            f"{values[1]}), but imagine deals that anew. If it is a secret, happened tells too much; if not, bots "
            "forget it"
        )
    return ""


def _events(game: Game, mover: int, move: tuple[Any, int, int], viewer: int) -> Any:
    before, action, seed = move
    after = copy(before)
    game.rules.play(after, mover, action, lucky(seed))
    return {event["event"]: event for event in game.moves.events(before, mover, action, after, viewer)}


def who(seat: int) -> str:
    """A seat, or a spectator, in words."""
    return "who looks on" if seat < 0 else f"seat {seat}"


def differing(one: Any, other: Any, path: str = "") -> tuple[str, Any, Any]:
    """The first place in which two JSON values differ, and what is there in each."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        inside = [(one[key], other[key], f"{path}.{key}".lstrip(".")) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        inside = [(*pair, f"{path}[{at}]") for at, pair in enumerate(zip(one, other, strict=True))]
    else:
        return path, one, other
    return next((differing(*each) for each in inside if each[0] != each[1]), (path, one, other))
