"""Playing a record again, and checking that it was fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lodge import fairness
from lodge.errors import BadRecord, LodgeError
from lodge.games import game
from lodge.games.campaign import Campaign, Ledger, Outcome
from lodge.match import Match
from lodge.record import AnyRecord, Record, chain_start, chain_step, load


@dataclass(frozen=True)
class Verdict:
    """What `verify` found out about a good record."""

    match: Match
    finished: bool

    def __str__(self) -> str:
        moves = f"{self.match.number} moves replayed, every one legal"
        return f"{moves}; the seed is the one committed to; " + (
            "scores and winners agree." if self.finished else "the match is not finished."
        )


def replay(source: AnyRecord, *, seed: str | None = None) -> Match:
    """The match that a record tells of, after its last move.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed=2)
        >>> match.play(0, "take 1")
        >>> replay(match.record(), seed="2").history
        [(0, 'take 1')]

    The record of a match that is not over holds no seed; give it if you know it. A damaged or edited record raises
    `lodge.BadRecord`, which names the first bad move.
    """
    record = load(source)
    match = _begin(record, record.seed if seed is None else seed)
    mark = chain_start(record)
    for number, entry in enumerate(record.moves, start=1):
        where = f"Move {number} ({entry!r})"
        mark = chain_step(mark, entry)
        if number <= len(record.chain) and record.chain[number - 1] != mark:
            raise BadRecord(
                f"{where} is not what was recorded: its mark is {record.chain[number - 1]!r}, not {mark!r}."
            )
        seat, _, text = entry.partition(" ")
        try:
            match.play(int(seat), text)
        except ValueError:
            raise BadRecord(f"{where} does not begin with a seat number.") from None
        except LodgeError as error:
            raise BadRecord(f"{where} cannot be played. {error}") from None
    return match


def verify(source: AnyRecord) -> Verdict:
    """Check a record from end to end: seed, marks, every move, scores; `lodge.BadRecord` says what is wrong.

    Examples:
        >>> match = Match.new("dam-it", seats=2, seed="example")
        >>> while match.pending:
        ...     match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
        >>> print(verify(match.record()))
        62 moves replayed, every one legal; the seed is the one committed to; scores and winners agree.
    """
    record = load(source)
    if record.seed is None:
        raise BadRecord("This record holds no seed: a match can be verified only when it is over.")
    if len(record.chain) != len(record.moves):
        raise BadRecord(f"Move {len(record.chain) + 1} has no mark: the record was cut or edited.")
    match = replay(record)
    if record.scores is None:
        if match.over:
            raise BadRecord("The match is over, but the record holds no scores.")
        return Verdict(match, finished=False)
    if not match.over:
        raise BadRecord(f"Move {match.number + 1} is missing: the record holds scores, but the match is not over.")
    for name, told, true in (("scores", record.scores, match.scores), ("winners", record.winners, match.winners)):
        if told != true:
            raise BadRecord(f"The {name} in the record are {told}, the moves lead to {true}.")
    return Verdict(match, finished=True)


def verify_campaign(sources: Sequence[AnyRecord]) -> Ledger:
    """Check the records of a campaign, level 1 first, and give its ledger; BadRecord says what is wrong."""
    played: list[Outcome] = []
    campaign: Campaign | None = None
    for level, source in enumerate(sources, 1):
        verdict = verify(source)
        match = verdict.match
        campaign = campaign or match.game.campaign
        if campaign is None or match.game.campaign is not campaign:
            raise BadRecord(f"Record {level} is not of this campaign's game.")
        options = campaign.LEVELS[level - 1].options if level <= len(campaign.LEVELS) else None
        if not verdict.finished or match.seats != 1 or match.options != options or load(source).position is not None:
            raise BadRecord(f"Record {level} is not a finished solo match of level {level}.")
        played.append(Outcome(campaign.LEVELS[level - 1].need, match.scores[0]))
    if campaign is None:
        raise BadRecord("A campaign has at least one record.")
    return campaign.ledger(played)


def _begin(record: Record, seed: str | None) -> Match:
    """The match before its first move."""
    if seed is None:
        raise BadRecord("This match is not over, so its record holds no seed: replaying it needs the seed.")
    if fairness.commitment(seed) != record.commitment:
        raise BadRecord("The seed is not the one that was committed to when the match began.")
    try:
        which = game(record.game)
        if record.rules != which.rules.VERSION:
            raise BadRecord(
                f"The record was played by rules version {record.rules}, this Lodge has version {which.rules.VERSION}: "
                f"use the Lodge that it was played with."
            )
        if record.position is None:
            return Match.new(record.game, len(record.seats), seed=seed, options=record.options, names=record.seats)
        return Match.from_position(record.game, record.position, seed=seed, options=record.options, names=record.seats)
    except BadRecord:
        raise
    except LodgeError as error:
        raise BadRecord(f"The match of this record cannot be set up: {error}") from None
