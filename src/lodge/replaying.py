"""Playing a record again, and checking that it was fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lodge import fairness
from lodge.errors import BadRecord, LodgeError, OtherRules
from lodge.games import game
from lodge.games.campaign import Campaign, Ledger, Outcome
from lodge.match import Match
from lodge.record import AnyRecord, Record, chain_start, chain_step, load
from lodge.signing import signer

ENDED = {
    "resigned": "it ended because somebody resigned",
    "drawn": "it ended in a draw that all agreed to",
    "stopped": "all agreed to stop, so nobody has won",
    "aborted": "it was aborted before the first moves, so nobody has won",
}
UNSIGNED = "Who wrote it: the record is not signed."


@dataclass(frozen=True)
class Verdict:
    """What `verify` found out about a good record."""

    match: Match
    finished: bool
    record: Record
    signer: str | None  # the public key that signed it

    def __str__(self) -> str:
        moves = f"{self.match.number} moves replayed, every one legal"
        end = "scores and winners agree" if self.finished else "the match is not finished"
        if self.match.ended:
            end = ENDED[self.match.ended]
        return f"{moves}; the seed is the one committed to; {end}."

    @property
    def proved(self) -> list[str]:
        """What the record proves, beyond that sentence."""
        found = []
        if self._who(revealed=True):
            found.append(f"The luck comes from the seed and from {self._who(revealed=True)}: nobody chose it alone.")
        if self.signer:
            found.append(f"The key {self.signer} signed it, and nothing was changed since.")
        return found

    @property
    def unproved(self) -> list[str]:
        """What it does not prove."""
        found = ["That the players are who their names say."]
        if not fairness.DIGEST.fullmatch(str(self.record.seed)):
            found.append("That nobody knew the luck: the seed is somebody's own choice.")
        elif not self._who(revealed=True):
            found.append("That whoever made the seed did not try many before: the players had no share in it.")
        if self._who(revealed=False):
            found.append(f"That the luck was not chosen by keeping back {self._who(revealed=False)}.")
        if self.record.position is not None:
            found.append("How the match came to where it begins: the position was set up.")
        if (self.match.ended or self.match.incidents) and not self.signer:
            found.append("What happened beside the moves, such as an early end: only a signature would.")
        found.append("Whose key that is: compare it with the one that the server shows." if self.signer else UNSIGNED)
        return found

    def _who(self, *, revealed: bool) -> str:
        """The shares that were revealed, or were not, in words."""
        shares = zip(self.record.seats, self.record.shares, strict=False)
        names = [name for name, share in shares if share and (share.nonce is not None) == revealed]
        return f"what {', '.join(names)} added" if names else ""


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
    for where, entry in _marked(record):
        seat, _, text = entry.partition(" ")
        try:
            match.play(int(seat), text)
        except ValueError:
            raise BadRecord(f"{where} does not begin with a seat number.") from None
        except LodgeError as error:
            raise BadRecord(f"{where} cannot be played. {error}") from None
    _add_incidents(match, record)
    return match


def _add_incidents(match: Match, record: Record) -> None:
    """What happened beside the moves, and the early end."""
    before = 0
    for number, one in enumerate(record.incidents, start=1):
        if not (0 <= one.seat < match.seats and before <= one.after <= match.number):
            raise BadRecord(f"Incident {number} names a seat or a move that does not exist.")
        before = one.after
    match.incidents = list(record.incidents)
    if record.ending:
        try:
            match.end(record.ending)
        except LodgeError as error:
            raise BadRecord(f"The match cannot have ended so ({record.ending}). {error}") from None


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
    if record.scores is None and not match.ended:
        if match.over:
            raise BadRecord("The match is over, but the record holds no scores.")
        return Verdict(match, finished=False, record=record, signer=signer(record))
    if not match.over:
        raise BadRecord(f"Move {match.number + 1} is missing: the record holds scores, but the match is not over.")
    scores = None if match.ended else match.scores
    for name, told, true in (("scores", record.scores, scores), ("winners", record.winners, match.winners)):
        if told != true:
            raise BadRecord(f"The {name} in the record are {told}, the moves lead to {true}.")
    return Verdict(match, finished=True, record=record, signer=signer(record))


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
        usual = match.seats == 1 and match.options == options and load(source).position is None
        if not verdict.finished or match.ended or not usual:
            raise BadRecord(f"Record {level} is not a finished solo match of level {level}.")
        played.append(Outcome(campaign.LEVELS[level - 1].need, match.scores[0]))
    if campaign is None:
        raise BadRecord("A campaign has at least one record.")
    return campaign.ledger(played)


def _marked(record: Record) -> Iterator[tuple[str, str]]:
    """The moves, each with words for where it stands, as long as their marks agree."""
    mark = chain_start(record)
    for number, entry in enumerate(record.moves, start=1):
        where = f"Move {number} ({entry!r})"
        mark = chain_step(mark, entry)
        if number <= len(record.chain) and record.chain[number - 1] != mark:
            raise BadRecord(
                f"{where} is not what was recorded: its mark is {record.chain[number - 1]!r}, not {mark!r}."
            )
        yield where, entry


def _begin(record: Record, seed: str | None) -> Match:
    """The match before its first move."""
    if seed is None:
        raise BadRecord("This match is not over, so its record holds no seed: replaying it needs the seed.")
    if fairness.commitment(seed) != record.commitment:
        raise BadRecord("The seed is not the one that was committed to when the match began.")
    _check_shares(record)
    try:
        which = game(record.game)
        if record.rules != which.rules.VERSION:
            checked = len(list(_marked(record)))
            raise OtherRules(
                f"The record was played by rules version {record.rules}, this Lodge has version {which.rules.VERSION}: "
                f"use the Lodge that it was played with. What can be said without its rules: the seed is the one "
                f"committed to, and none of the {checked} moves was changed."
            )
        if record.position is None:
            options, names, shares = record.options, record.seats, record.shares
            return Match.new(record.game, len(names), seed=seed, options=options, names=names, shares=shares)
        return Match.from_position(record.game, record.position, seed=seed, options=record.options, names=record.seats)
    except BadRecord:
        raise
    except LodgeError as error:
        raise BadRecord(f"The match of this record cannot be set up: {error}") from None


def _check_shares(record: Record) -> None:
    """BadRecord where a nonce is not the one that was sealed."""
    if record.shares and (len(record.shares) != len(record.seats) or record.position is not None):
        raise BadRecord(f"There are {len(record.shares)} shares in the luck for {len(record.seats)} seats.")
    for seat, share in enumerate(record.shares):
        if share is not None and share.nonce is not None and fairness.seal(share.nonce) != share.seal:
            raise BadRecord(f"The nonce of seat {seat} is not the one that was sealed before the match began.")
        if share is not None and not fairness.DIGEST.fullmatch(share.nonce or share.seal):
            raise BadRecord(f"The share of seat {seat} is damaged: a seal or nonce has 64 hexadecimal digits.")
