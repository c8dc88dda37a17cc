"""Records: a match as JSON that people can read, replay and check.

Behind every move stands a mark, a short hash over everything before it. It costs nothing to make, so it proves
nothing about who wrote the record; it tells where a record was damaged or edited.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from lodge.errors import BadRecord, LodgeError

FORMAT = 1
MARK = 6  # hexadecimal digits of a mark


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished or running match, as `Match.record` makes it and `load` reads it.

    Examples:
        >>> from lodge import Match, replay
        >>> match = Match.new("dam-it", seats=2, seed=2, names=["Ann", "Bo"])
        >>> match.play(0, "take 1")
        >>> record = match.record(secret=True)
        >>> record.game, record.seats, record.moves
        ('dam-it', ['Ann', 'Bo'], ['0 take 1'])
        >>> replay(record).history == match.history
        True

    Attributes:
        lodge: The version of the format.
        game: The id of the game.
        rules: The version of its rules.
        options: The names of the options chosen.
        seats: The players' names, by seat.
        commitment: A hash of the seed, made before the first move.
        seed: The seed, revealed when the match is over.
        position: Where it began, if not with the usual set-up.
        moves: Seat and move, as text.
        chain: A mark behind every move, by which a damaged or edited one is found.
        scores: The points at the end, by seat.
        winners: The seats that have won.
    """

    lodge: int = FORMAT
    game: str
    rules: int
    options: list[str] = []
    seats: list[str]
    commitment: str
    seed: str | None = None
    position: dict[str, Any] | None = None
    moves: list[str] = []
    chain: list[str] = []
    scores: list[int] | None = None
    winners: list[int] | None = None

    def __post_init__(self) -> None:
        if len(self.chain) > len(self.moves):
            raise ValueError(f"{len(self.chain)} marks for {len(self.moves)} moves")

    def to_json(self) -> str:
        """The record as JSON text, one move a line.

        Examples:
            >>> from lodge import Match
            >>> print(Match.new("dam-it", seats=2, seed=1).record().to_json()[:32])
            {
             "lodge": 1,
             "game": "dam-it"
        """
        values = {**msgspec.to_builtins(self), "lodge": self.lodge}
        ordered = {"lodge": values.pop("lodge"), **values}
        return msgspec.json.format(msgspec.json.encode(ordered), indent=1).decode() + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        fresh = target.with_name(f".{target.name}.new")
        try:
            fresh.write_text(self.to_json(), encoding="utf-8")
            fresh.replace(target)
        except OSError as error:
            raise LodgeError(f"The record cannot be written to {target}: {error.strerror}.") from None


AnyRecord: TypeAlias = "Record | str | bytes | dict[str, Any] | Path"


def load(source: AnyRecord) -> Record:
    """A record from JSON text, JSON values or a `Path`; `lodge.BadRecord` says what is wrong with it.

    Examples:
        >>> load('{"lodge": 1, "game": "dam-it", "rules": 1, "seats": ["Ann", "Bo"], "commitment": "8a2f"}').seats
        ['Ann', 'Bo']
        >>> load("game.json")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        lodge.errors.BadRecord: This is not a record: ... To read a file, give its Path.

    The moves are not played here: that is what `lodge.replay` and `lodge.verify` do.
    """
    if isinstance(source, Record):
        return source
    try:
        text = source.read_bytes() if isinstance(source, Path) else source
        values = msgspec.json.decode(text) if isinstance(text, str | bytes) else text
        version = values.get("lodge") if isinstance(values, dict) else None
        if version is None:
            raise BadRecord("This is not a record of Lodge: give a file written by `Save the record` or --save.")
        if version != FORMAT:
            raise BadRecord(f"The record has format {version!r}, this Lodge reads format {FORMAT}: use a newer Lodge.")
        return msgspec.convert(values, Record)
    except OSError as error:
        raise BadRecord(f"The record {source!s} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        hint = " To read a file, give its Path." if isinstance(source, str) and source.lstrip()[:1] != "{" else ""
        raise BadRecord(f"This is not a record: {error}.{hint}") from None


def chain_start(record: Record) -> str:
    """The mark of everything that was settled before the first move."""
    head = [record.game, record.rules, record.options, record.seats, record.commitment, record.position]
    return hashlib.sha256(msgspec.json.encode(head)).hexdigest()[:MARK]


def chain_step(mark: str, move: str) -> str:
    """The mark after a move."""
    return hashlib.sha256(f"{mark}\n{move}".encode()).hexdigest()[:MARK]
