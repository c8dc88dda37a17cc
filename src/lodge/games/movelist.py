"""A list of all moves of a game: for each action its move in JSON and its text, for those who have no Python.

Actions of one kind have their fields in columns, and their texts are written by a few patterns: `take {place}`. That
keeps the list short, and nobody needs to know how a game numbers its actions or writes them down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from lodge.games import Game

TAG = "do"
BETWEEN = ("+", " ")  # what texts write between the items of a list

Json = dict[str, Any]


def move_list(game: Game) -> Json:
    """The list.

    `runs` goes through the actions in order: so many of a pattern, one after another. A pattern is the kind of move,
    its text and what is written between the items of lists. `columns` has, by kind of move, the values of each field in
    the order of the actions.
    """
    patterns: list[tuple[str, str, str]] = []
    columns: dict[str, dict[str, list[Any]]] = {}
    used = []
    for action in range(game.rules.ACTIONS):
        move = msgspec.json.decode(msgspec.json.encode(game.moves.to_move(action)))
        kind, text = str(move.pop(TAG)), game.moves.text(action)
        found = next((one for one in patterns if one[0] == kind and written(one[1], one[2], move) == text), None)
        if found is None:
            found = (kind, *max(_made(text, move), key=lambda made: made[0].count("{")))
            patterns.append(found)
        used.append(patterns.index(found))
        kept = columns.setdefault(kind, {})
        for name, value in move.items():
            kept.setdefault(name, []).append(value)
    return {
        "tag": TAG,
        "patterns": patterns,
        "runs": [[number, len(list(run))] for number, run in groupby(used)],
        "columns": columns,
    }


def written(pattern: str, between: str, move: Json) -> str:
    """The text of a move by a pattern."""
    return re.sub(r"\{(\w+)\}", lambda found: _word(move[found[1]], between), pattern)


def _word(value: Any, between: str) -> str:
    return between.join(value) if isinstance(value, list) else str(value)


def _made(text: str, move: Json) -> Iterator[tuple[str, str]]:
    """Patterns that give a text: what fields hold is replaced where it stands, one after another."""
    for between in BETWEEN:
        pattern = text
        for name, value in move.items():
            word = _word(value, between)
            if word and not isinstance(value, bool):
                pattern = re.sub(rf"(?<![\w{{]){re.escape(word)}(?![\w}}])", f"{{{name}}}", pattern, count=1)
        if written(pattern, between, move) == text:
            yield pattern, between
    yield text, ""
