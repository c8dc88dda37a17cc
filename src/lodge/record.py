"""Records: a match as JSON that people can read, replay and check.

Behind every move stands a mark, a short hash over everything before it. It costs nothing to make, so it proves
nothing about who wrote the record; it tells where a record was damaged or edited. A signature says who wrote it
(`lodge.signing`).
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from lodge.errors import BadRecord, LodgeError
from lodge.fairness import Share

FORMAT = 1
SHARED = 2  # with shares or a signature, which format 1 does not know
EARLY = 3  # with incidents or an early ending, which format 2 does not know
MARK = 6  # hexadecimal digits of a mark


Ending: TypeAlias = Literal["resigned", "drawn", "stopped", "aborted"]


class Incident(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """Something that happened beside the moves.

    Attributes:
        after: How many moves had been made that stand.
        kind: The person at the seat left, and a bot played on; returned; was replaced by a bot, because the others
            agreed to it; resigned; or took back a move that showed something, because the others agreed to it.
        seat: Whose doing it was, or who was replaced.
        moves: What was taken back: seat and move, as text.
    """

    after: int
    kind: Literal["left", "returned", "replaced", "resigned", "undone"]
    seat: int
    moves: list[str] = []


class Signature(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who wrote the record: an Ed25519 public key, and the signature made with it, in hexadecimal digits."""

    key: str
    value: str


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
        ending: How it ended, if not by the rules: somebody resigned, all agreed to a draw or to stop, or it was
            aborted before the first moves. Then there are no points.
        incidents: What happened beside the moves, in order.
        shares: The players' shares in the luck, by seat: a seal, and the nonce that was revealed.
        signature: Of the server that wrote it.
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
    ending: Ending | None = None
    incidents: list[Incident] = []
    shares: list[Share | None] = []
    signature: Signature | None = None

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
        return msgspec.json.format(msgspec.json.encode(self.ordered()), indent=1).decode() + "\n"

    def ordered(self) -> dict[str, Any]:
        """The record as JSON values, in the order of a file."""
        return {"lodge": self.lodge, **msgspec.to_builtins(self)}

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
        if version not in (FORMAT, SHARED, EARLY):
            raise BadRecord(f"The record has format {version!r}, this Lodge reads up to {EARLY}: use a newer Lodge.")
        return msgspec.convert(values, Record)
    except OSError as error:
        raise BadRecord(f"The record {source!s} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        hint = " To read a file, give its Path." if isinstance(source, str) and source.lstrip()[:1] != "{" else ""
        raise BadRecord(f"This is not a record: {error}.{hint}") from None


def format_of(record: Record) -> int:
    """The oldest format that can hold a record."""
    if record.ending or record.incidents:
        return EARLY
    return SHARED if record.shares or record.signature else FORMAT


def chained(record: Record) -> Record:
    """A record with a mark behind each of its moves."""
    mark = chain_start(record)
    for move in record.moves:
        mark = chain_step(mark, move)
        record.chain.append(mark)
    return record


def chain_start(record: Record) -> str:
    """The mark of everything that was settled before the first move."""
    head = [record.game, record.rules, record.options, record.seats, record.commitment, record.position]
    if record.shares:
        head.append(record.shares)
    return hashlib.sha256(msgspec.json.encode(head)).hexdigest()[:MARK]


def chain_step(mark: str, move: str) -> str:
    """The mark after a move."""
    return hashlib.sha256(f"{mark}\n{move}".encode()).hexdigest()[:MARK]
