"""Golden playthroughs: one seeded random game for each game and number of players, written out to be read.

    .venv/bin/python tests/playthroughs/make.py

writes them all again. A change of the rules then shows as a change of these files, to be read in review; one that was
not meant to change any rule must leave them as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lodge import Match
from lodge.games import Game, games
from lodge.kernel import below, lucky

FOLDER = Path(__file__).parent
WIDTH = 118
SHOWN = 8  # candidates written out
ROOM = 59_500  # characters that can be read
VIEWS_AFTER = 12  # moves after which everybody's view is written out


def path(game: Game, seats: int) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{game.id}.{seats}.txt"


def all_playthroughs() -> list[tuple[Game, int]]:
    """Every game with every number of players; where seats act apart, one sheet tells it all."""
    return [
        (game, seats)
        for game in games()
        for seats in range(
            game.seats[0], (game.seats[0] if game.rules.APART and not game.rules.SECRETS else game.seats[1]) + 1
        )
    ]


def playthrough(game: Game, seats: int) -> str:
    """The whole text of one; of a long game not all moves, but its end depends on them all."""
    match = Match.new(game.id, seats, seed=f"playthrough {seats}")
    lines = [f"{game.title} with {seats} players, rules version {game.rules.VERSION}", "", "The position:"]
    lines += written(match.position())
    luck = lucky(seats)
    moves: list[list[str]] = []
    while match.pending:
        seen = list(views(match, (None, *range(seats)))) if match.number == VIEWS_AFTER else []
        moves.append([*seen, *one_move(match, match.pending[below(luck, len(match.pending))], luck)])
    end = ["", "The end:", *written(match.position()), *views(match, (None,))]
    end += ["", f"scores {match.scores}  places {match.places}  winners {match.winners}  moves {match.number}"]
    room = ROOM - size(lines) - size(end)
    while sum(map(size, moves)) > room:
        moves[-2:] = [["", "More moves, which are left out."]]
    return "\n".join([*lines, *(line for move in moves for line in move), *end]) + "\n"


def size(lines: list[str]) -> int:
    """How many characters lines are, their ends too."""
    return sum(len(line) + 1 for line in lines)


def one_move(match: Match, seat: int, luck: Any) -> Iterator[str]:
    """What could be done, what was done, what was told of it, and what it changed."""
    game, before, number = match.game, match.position(), match.number + 1
    legal = match.legal_actions(seat)
    offered = candidates(match, seat)
    chosen = offered if below(luck, 4) else legal  # mostly sensible moves
    action = chosen[below(luck, len(chosen))]
    yield ""
    yield f"{number}. seat {seat}: {game.moves.text(action)}"
    if len(legal) > 1:
        yield (
            f"   of {len(legal)} legal {check(game, legal)}, {len(offered)} candidates {check(game, offered)}: "
            + shortened([game.moves.text(action) for action in offered])
        )
    points = match.scores
    match.play(seat, action)
    for event in match.events(number):
        told = game.moves.tell(event)
        yield f"   {short(event)}" + (f" - {told}" if told else "")
    after = match.position()
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            yield from changes(key, before.get(key), after.get(key, "left out"))
    if match.scores != points:
        yield f"   scores {match.scores}  places {match.places}"


def candidates(match: Match, seat: int) -> list[int]:
    """The actions that random play and search choose from."""
    out = np.zeros(match.game.rules.ACTIONS, np.int16)
    count = match.game.rules.candidates(match.state, seat, out)
    return [int(action) for action in out[:count]]


def check(game: Game, actions: list[int]) -> str:
    """A check sum of actions too many to write out."""
    texts = "\n".join(sorted(game.moves.text(action) for action in actions))
    return f"[{zlib.crc32(texts.encode()):08x}]"


def changes(key: str, before: Any, after: Any) -> Iterator[str]:
    """An entry of the position as it is now; of a list of players or seats, those that changed."""
    if key == "players" and isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                yield f"   player {seat} {short(new)}"
    else:
        yield f"   {key} {short(after)}"


def views(match: Match, seats: tuple[int | None, ...]) -> Iterator[str]:
    """What these seats see; None is a spectator."""
    for seat in seats:
        yield ""
        yield "A spectator sees:" if seat is None else f"Seat {seat} sees:"
        yield from written(match.view(seat))


def written(values: dict[str, Any]) -> Iterator[str]:
    """JSON values, one line an entry, lists of players or places one line each."""
    for key, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], dict) and len(short(value)) > WIDTH:
            for number, item in enumerate(value):
                yield f"   {key} {number} {short(item)}"
        else:
            yield f"   {key} {short(value)}"


def short(value: Any) -> str:
    """JSON values in few characters."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {short(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(short, value)) + "]"
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def shortened(texts: list[str]) -> str:
    """The first few of them."""
    return ", ".join(texts[:SHOWN]) + (", ..." if len(texts) > SHOWN else "")


def main() -> None:
    """Write them all."""
    for game, seats in all_playthroughs():
        path(game, seats).write_text(playthrough(game, seats), encoding="utf-8")


if __name__ == "__main__":
    main()
