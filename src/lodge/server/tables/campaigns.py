"""A player's way through the levels of a game: what is open, what is best, the campaign, and the next match of it.

A player is a secret that the browser keeps; here its hash stands for it. All is worked out from the matches that
count for the player. Whatever ends such a match is written together with the points (see `Table.notes`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.games.campaign import Campaign, Ledger, Level, Outcome, open_levels
from lodge.server.http import schemas
from lodge.server.limits import Refused, check_token, clean_name
from lodge.server.storage.store import StoredPlay
from lodge.server.storage.writers import Play
from lodge.server.tables import events
from lodge.server.tables.commands import Events, start_event
from lodge.server.tables.hub import Hub
from lodge.server.tables.tokens import derived_token, new_id, owner_of


def levels_of(name: str) -> tuple[Game, Campaign]:
    """A game that has levels, or Refused."""
    try:
        which = game(name)
    except LodgeError as error:
        raise Refused("unknown_game", str(error)) from None
    if which.campaign is None:
        raise Refused("unknown_game", f"{which.title} has no levels.")
    return which, which.campaign


# --- how it stands -------------------------------------------------------------------------------------------


def passed_levels(plays: Sequence[StoredPlay]) -> set[int]:
    """The levels passed so far, each for itself."""
    return {one.level for one in plays if one.run is None and one.points is not None and one.points >= one.need}


def outcomes(plays: Sequence[StoredPlay], run: int) -> list[Outcome]:
    """The finished matches of a campaign, in order."""
    return [Outcome(one.need, one.points) for one in plays if one.run == run and one.points is not None]


def progress(which: Game, campaign: Campaign, plays: Sequence[StoredPlay]) -> schemas.Progress:
    """What a player is told."""
    passed = passed_levels(plays)
    can = open_levels(len(campaign.LEVELS), passed)
    levels = [
        _level_info(number, level, [one for one in plays if one.run is None and one.level == number], can, passed)
        for number, level in enumerate(campaign.LEVELS, 1)
    ]
    return schemas.Progress(game=which.id, levels=levels, campaign=_campaign_info(campaign, plays, passed))


def _level_info(
    number: int, level: Level, tries: Sequence[StoredPlay], can: set[int], passed: set[int]
) -> schemas.LevelInfo:
    points = [one.points for one in tries if one.points is not None]
    return schemas.LevelInfo(
        level=number,
        rounds=level.rounds,
        need=level.need,
        open=number in can,
        passed=number in passed,
        best=max(points, default=None),
        tries=len(points),
        running=len(points) < len(tries),
    )


def _campaign_info(campaign: Campaign, plays: Sequence[StoredPlay], passed: set[int]) -> schemas.CampaignInfo:
    runs = max((one.run for one in plays if one.run), default=0)
    ledgers = [campaign.ledger(outcomes(plays, run)) for run in range(1, runs + 1)]
    last = ledgers[-1] if ledgers else campaign.ledger([])
    return schemas.CampaignInfo(
        open=len(passed) == len(campaign.LEVELS),
        status="lost" if last.lost else "won" if last.won else "going" if ledgers else "new",
        level=1 if last.ended else len(last.lines) + 1,
        running=any(one.run == runs and one.points is None for one in plays),
        lines=[schemas.LedgerLine(**line._asdict()) for line in last.lines],
        best=max((_points(ledger) for ledger in ledgers if ledger.won), default=None),
        boast=campaign.BOAST,
    )


def _points(ledger: Ledger) -> int:
    return ledger.lines[-1].total


# --- the next match ------------------------------------------------------------------------------------------


async def play(hub: Hub, wish: schemas.NewPlay, count: Callable[[], None]) -> schemas.TableMade:
    """The match of a level, or of the campaign's next: the one that is not over, or a new one (then `count`)."""
    which, campaign = levels_of(wish.game)
    player, name = owner_of(check_token(wish.player)), clean_name(wish.name)
    plays = await hub.store.plays(player, which.id)
    if running := _running(wish, plays):
        return _tokens(wish.player, running)
    level, run = _next(wish, campaign, plays)
    count()
    made = _tokens(wish.player, new_id())
    begun = Play(made.table, player, which.id, level, run, campaign.LEVELS[level - 1].need)
    opened = _opening(which, campaign, begun, made, name)
    try:
        await hub.make(made.table, opened, [begun])
    except Refused:  # another tab may have been quicker, or the answer of the database was lost
        if running := _running(wish, await hub.store.plays(player, which.id)):
            return _tokens(wish.player, running)
        raise
    return made


def _running(wish: schemas.NewPlay, plays: Sequence[StoredPlay]) -> str | None:
    """The match to go on with. In a campaign there is no other way: nobody tries for better luck."""
    if wish.level is None:
        left = [one for one in plays if one.run]
    else:
        left = [one for one in plays if one.run is None and one.level == wish.level and not wish.again]
    return next((one.table for one in reversed(left) if one.points is None), None)


def _next(wish: schemas.NewPlay, campaign: Campaign, plays: Sequence[StoredPlay]) -> tuple[int, int | None]:
    """The level to begin, and which campaign it belongs to; Refused where it is locked."""
    most = len(campaign.LEVELS)
    passed = passed_levels(plays)
    if wish.level is not None:
        if not 1 <= wish.level <= most:
            raise Refused("bad_options", f"There is no level {wish.level}: the levels are 1 to {most}.")
        if wish.level not in open_levels(most, passed):
            raise Refused("locked", f"Level {wish.level} opens when level {wish.level - 1} is passed.")
        return wish.level, None
    if len(passed) < most:
        raise Refused("locked", f"The campaign opens when all {most} levels are passed.")
    run = max((one.run for one in plays if one.run), default=1)
    ledger = campaign.ledger(outcomes(plays, run))
    return (1, run + 1) if ledger.ended else (len(ledger.lines) + 1, run)


def _opening(which: Game, campaign: Campaign, begun: Play, made: schemas.TableMade, name: str) -> Events:
    """A table for one, begun at once: no clock, nobody else, no bot."""
    seat = events.SeatData("human", name, owner=owner_of(made.seats[0].token), host=True)
    seats = [seat] + [events.SeatData()] * (which.seats[1] - 1)
    opened = events.Opened(
        which.id,
        owner_of(made.host),
        seats,
        sorted(campaign.LEVELS[begun.level - 1].options),
        level=begun.level,
        need=begun.need,
        campaign=begun.run is not None,
    )
    return [opened, start_event(which, [one.kind != "open" for one in seats])]


def _tokens(secret: str, table: str) -> schemas.TableMade:
    """The player's tokens at a table: made from the secret, so that any device that has it can sit down there."""
    seat = schemas.NewSeat(seat=0, token=derived_token(secret, table, "seat"))
    return schemas.TableMade(table=table, host=derived_token(secret, table, "host"), seats=[seat])
