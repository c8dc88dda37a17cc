"""A player's way through the levels of a game: what is open, what is best, the campaign, and the next match of it.

Who the player is says `players`. All is worked out from the matches that
count for the player. Whatever ends such a match is written together with the points (see `Table.notes`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.games.campaign import Campaign, Ledger, Level, Open, Outcome
from lodge.record import load
from lodge.replaying import Verdict, verify
from lodge.server.http import schemas
from lodge.server.limits import Refused, clean_name
from lodge.server.storage.players import sit
from lodge.server.storage.store import Conflict, StoreBroken, StoredPlay
from lodge.server.storage.writers import Play, Points
from lodge.server.tables import events
from lodge.server.tables.commands import Events, start_event
from lodge.server.tables.hub import Hub
from lodge.server.tables.players import known
from lodge.server.tables.tokens import derived_token, new_id, owner_of

MOST_RUNS = 2**31  # what the database holds


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
    can = campaign.opened(passed)
    levels = [
        _level_info(number, level, [one for one in plays if one.run is None and one.level == number], can, passed)
        for number, level in enumerate(campaign.LEVELS, 1)
    ]
    return schemas.Progress(
        game=which.id,
        levels=levels,
        campaign=_campaign_info(campaign, plays, can),
        plays=[schemas.PlayInfo(**one._asdict()) for one in plays],
    )


def _level_info(
    number: int, level: Level, tries: Sequence[StoredPlay], can: Open, passed: set[int]
) -> schemas.LevelInfo:
    points = [one.points for one in tries if one.points is not None]
    return schemas.LevelInfo(
        level=number,
        rounds=level.rounds,
        need=level.need,
        open=number in can.levels,
        passed=number in passed,
        best=max(points, default=None),
        tries=len(points),
        running=len(points) < len(tries),
    )


def _campaign_info(campaign: Campaign, plays: Sequence[StoredPlay], can: Open) -> schemas.CampaignInfo:
    runs = sorted({one.run for one in plays if one.run})
    ledgers = [campaign.ledger(outcomes(plays, run)) for run in runs]
    last = ledgers[-1] if ledgers else campaign.ledger([])
    return schemas.CampaignInfo(
        open=can.campaign,
        status="lost" if last.lost else "won" if last.won else "going" if ledgers else "new",
        level=1 if last.ended else len(last.lines) + 1,
        running=any(one.run == runs[-1] and one.points is None for one in plays if runs),
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
    player, name = await known(hub.store, wish.player), clean_name(wish.name)
    plays = await hub.store.plays(player, which.id)
    while running := _running(wish, plays):
        if (await hub.room(running)).table.status != "old":
            return _tokens(wish.player, running)
        await hub.store.forget_play(running)  # the rules have changed since: the level begins anew
        plays = await hub.store.plays(player, which.id)
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
    await sit(hub.store, player, made.table, {owner_of(made.host), owner_of(made.seats[0].token)})
    return made


def _running(wish: schemas.NewPlay, plays: Sequence[StoredPlay]) -> str | None:
    """The match to go on with. A campaign cannot start it again, so nobody tries for better luck."""
    if wish.level is None:
        left = [one for one in plays if one.run]
    else:
        left = [one for one in plays if one.run is None and one.level == wish.level and not wish.again]
    return next((one.table for one in reversed(left) if one.points is None), None)


def _next(wish: schemas.NewPlay, campaign: Campaign, plays: Sequence[StoredPlay]) -> tuple[int, int | None]:
    """The level to begin, and which campaign it belongs to; Refused where it is locked."""
    if wish.level is not None:
        _check_open(campaign, plays, wish.level)
        return wish.level, None
    _check_open(campaign, plays, None)
    run = max((one.run for one in plays if one.run), default=1)
    ledger = campaign.ledger(outcomes(plays, run))
    return (1, run + 1) if ledger.ended else (len(ledger.lines) + 1, run)


def _check_open(campaign: Campaign, plays: Sequence[StoredPlay], level: int | None) -> None:
    """Refused where a level, or (None) the campaign, may not be played yet."""
    most = len(campaign.LEVELS)
    can = campaign.opened(passed_levels(plays))
    if level is None and not can.campaign:
        raise Refused("locked", f"The campaign opens when all {most} levels are passed.")
    if level is not None and not 1 <= level <= most:
        raise Refused("bad_options", f"There is no level {level}: the levels are 1 to {most}.")
    if level is not None and level not in can.levels:
        raise Refused("locked", f"Level {level} opens when level {level - 1} is passed.")


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
    return [opened, start_event(which, seats)]


def _tokens(secret: str, table: str) -> schemas.TableMade:
    """The player's tokens at a table: made from the secret, so that any device that has it can sit down there."""
    seat = schemas.NewSeat(seat=0, token=derived_token(secret, table, "seat"))
    return schemas.TableMade(table=table, host=derived_token(secret, table, "host"), seats=[seat])


# --- matches of the browser's own ----------------------------------------------------------------------------


async def keep(hub: Hub, wish: schemas.KeepPlay, count: Callable[[], None]) -> schemas.Progress:
    """A match of a level that was played in the browser counts here, too; sent again, it changes nothing."""
    which, campaign = levels_of(wish.game)
    player = await known(hub.store, wish.player)
    plays = await hub.store.plays(player, which.id)
    name = _name_of(wish)
    if all(one.table != name for one in plays):
        _check_step(campaign, plays, wish)
        count()
        level = campaign.LEVELS[wish.level - 1]
        verdict = await hub.workers.checks.run(_checked, wish.record, owners=[wish.player])
        match = verdict.match
        fits = match.game == which and match.seats == 1 and match.options == level.options
        if not verdict.finished or match.ended or not fits:
            raise Refused("bad_record", f"This is not a finished match of level {wish.level}, played alone.")
        begun = Play(name, player, which.id, wish.level, wish.run, level.need)
        try:
            await hub.store.append(name, 0, [], time.time(), [begun, Points(name, match.scores[0])])
        except (Conflict, StoreBroken):  # it was sent twice at once, perhaps
            raise Refused("busy", "The match could not be kept: try again.") from None
        plays = await hub.store.plays(player, which.id)
    return progress(which, campaign, plays)


def _name_of(wish: schemas.KeepPlay) -> str:
    """In place of a table's: it follows from the match."""
    try:
        return f"r{load(wish.record).commitment[:15]}"
    except LodgeError as error:
        raise Refused("bad_record", str(error)) from None


def _checked(record: dict[str, object]) -> Verdict:
    try:
        return verify(record)
    except LodgeError as error:
        raise Refused("bad_record", str(error)) from None


def _check_step(campaign: Campaign, plays: Sequence[StoredPlay], wish: schemas.KeepPlay) -> None:
    """Refused where nobody could have played this now: a level that is locked, or another than the campaign's next."""
    if wish.run is None:
        return _check_open(campaign, plays, wish.level)
    _check_open(campaign, plays, None)
    ledger = campaign.ledger(outcomes(plays, wish.run))
    if not 0 < wish.run < MOST_RUNS or ledger.ended or wish.level != len(ledger.lines) + 1:
        raise Refused("locked", f"Level {wish.level} is not what comes next in this campaign.")
    return None
