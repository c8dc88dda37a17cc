"""A game's words for the page, read: a key that nothing asks for, a field that is not there, JSON that is none."""

from __future__ import annotations

import difflib
import json
import re
import typing
from collections.abc import Iterator
from typing import Any

from lodge.games import Game
from lodge.games.board import WORDS
from lodge.games.validate import Problem

LANGUAGES = ("en", "de", "fr", "it", "nl")
ALWAYS = {"tagline", "rules"}
FIELD = re.compile(r"\{(\w+)\}")


def read_words(game: Game) -> list[Problem]:
    """What of `table/words.json` never comes to the page, or comes to it with braces."""
    path = game.folder / "table" / WORDS
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    try:
        words = json.loads(text)
    except json.JSONDecodeError as error:
        return [Problem(f"this is no JSON: {error.msg}.", path, error.lineno)]
    if not isinstance(words, dict) or not all(isinstance(one, dict) for one in words.values()):
        return [Problem('words stand by language: {"en": {"tagline": "..."}}.', path)]
    return [Problem(what, path, _line(text, key)) for key, what in _wrong(game, words)]


def _wrong(game: Game, words: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for language in words.keys() - set(LANGUAGES):
        yield language, f"no page speaks {language!r}: it is one of {', '.join(LANGUAGES)}."
    filled = _filled(game)
    asked = ALWAYS | filled.keys() | _asked(game)
    for key, said in dict.fromkeys((key, str(said)) for each in words.values() for key, said in each.items()):
        if key not in asked and not re.fullmatch(r"face_\d+", key):
            yield key, f"nothing asks for {key!r}.{_meant(key, asked)}"
        for name in FIELD.findall(said):
            fields = filled.get(key)
            if fields is not None and name not in fields:
                yield key, f"{key} has no field {name!r}. It has {', '.join(fields) or 'none'}."


def _meant(key: str, asked: set[str]) -> str:
    near = difflib.get_close_matches(key, sorted(asked), 1)
    return f" Did you mean {near[0]}?" if near else ""


def _filled(game: Game) -> dict[str, tuple[str, ...]]:
    """The words of moves and events, with the fields that may stand in them."""
    moves = typing.get_args(game.moves.Move) or (game.moves.Move,)
    events = game.moves.CONTRACT.schema()["event"]["cases"]
    return {
        **{f"move_{one.__struct_config__.tag}": one.__struct_encode_fields__ for one in moves},
        **{f"event_{name}": ("name", *(key for key in one["fields"] if key != "seat")) for name, one in events.items()},
    }


def _asked(game: Game) -> set[str]:
    named = {f"line_{one}" for one in game.lines.LINES} | {f"option_{one}" for one in game.rules.OPTIONS}
    return named | set(_in(game.moves.CONTRACT.schema()))


def _in(schema: Any) -> Iterator[str]:
    """The fields and the names of things in a schema, however deep."""
    if isinstance(schema, dict):
        names, fields = schema.get("names"), schema.get("fields")
        yield from (f"face_{one}" for one in names or ())
        yield from (f"field_{one}" for one in fields or ())
    for one in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _in(one)


def _line(text: str, key: str) -> int | None:
    at = text.find(f'"{key}"')
    return None if at < 0 else text.count("\n", 0, at) + 1
