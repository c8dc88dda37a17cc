"""Levels and campaigns: what a player has passed is kept, whatever happens, and nobody tries twice for better luck."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import msgspec
import pytest

from lodge import Match
from lodge.bots import bot, decide
from lodge.games import game
from lodge.kernel import lucky
from lodge.server.http import schemas
from lodge.server.storage import retention
from lodge.server.storage.store import Conflict, Store, StoredPlay
from lodge.server.storage.writers import Note, Play, Points
from lodge.server.tables.events import Spoke
from lodge.server.tables.tokens import derived_token, owner_of
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import store_of
from .player import Player, http, play_out, tokens

ADA = "ada-secret-of-22-letters"
BO = "bo-secret-of-22-letters-"
LINE = Spoke(None, "Ada", "hello")
LEVELS = game("donnant").campaign.LEVELS  # type: ignore[union-attr]


async def progress(base: str, player: str = ADA) -> schemas.Progress:
    status, found = await http(base, "/api/progress", {"game": "donnant", "player": player})
    assert status == 200, found
    return msgspec.convert(found, schemas.Progress)


async def ask(base: str, **more: Any) -> tuple[int, Any]:
    wish = {"game": "donnant", "player": ADA, "name": "Ada", **more}
    return await http(base, "/api/progress/tables", wish)


async def begin(base: str, **more: Any) -> schemas.TableMade:
    status, made = await ask(base, **more)
    assert status == 201, made
    return msgspec.convert(made, schemas.TableMade)


async def played(store: Store, level: int, above: int, run: int | None = None, player: str = ADA) -> None:
    """A match that ended some points above the need."""
    name, need = f"{player[0]}{run or 0}x{level}y{above}".replace("-", "z"), LEVELS[level - 1].need
    notes: list[Note] = [Play(name, owner_of(player), "donnant", level, run, need), Points(name, need + above)]
    await store.append(name, 0, [LINE], time.time(), notes)


def record_of(level: int, seed: str, *, moves: int = 10**6) -> dict[str, Any]:
    """A level, played in a browser, to its end or not so far."""
    match = Match.new("donnant", 1, seed=seed, options=LEVELS[level - 1].options, names=["Ada"])
    while not match.over and match.number < moves:
        action = decide(bot("greedy"), match.game, match.state, 0, lucky(match.number))
        match.play(0, action)
    found: dict[str, Any] = json.loads(match.record(secret=True).to_json())
    return found


async def test_a_level_played_in_the_browser_counts_with_its_record(start: Start, database: str) -> None:
    base = start(database).base
    record = record_of(1, "a level of the browser")

    async def keep(**more: Any) -> tuple[int, Any]:
        wish = {"game": "donnant", "player": ADA, "level": 1, "run": None, "record": record, **more}
        return await http(base, "/api/progress/records", wish)

    for more, code in (
        ({"record": record_of(1, "not over", moves=9)}, "bad_record"),
        ({"record": record | {"scores": [record["scores"][0] + 9]}}, "bad_record"),
        ({"record": record | {"seed": "another"}}, "bad_record"),
        ({"record": {}}, "bad_record"),
        ({"level": 2}, "locked"),
        ({"level": 8}, "bad_options"),
        ({"run": 1}, "locked"),
        ({"player": "short"}, "bad_token"),
        ({"game": "amik"}, "unknown_game"),
    ):
        status, answer = await keep(**more)
        assert (status, answer["code"]) == (400, code), more
    assert (await progress(base)).plays == []
    for _ in range(2):  # sent again, it changes nothing
        status, answer = await keep()
        assert status == 201
        told = msgspec.convert(answer, schemas.Progress)
        assert (told.levels[0].best, told.levels[0].tries) == (record["scores"][0], 1)
    assert (await progress(base, BO)).levels[0].tries == 0

    # The campaign: one match a step, whichever device it was played on; a lost one ends it.
    async with store_of(database) as store:
        for level in range(1, len(LEVELS) + 1):
            await played(store, level, above=1)
        await played(store, 1, above=60, run=1)
    assert (await keep(level=3, run=1, record=record_of(3, "out of turn")))[1]["code"] == "locked"
    status, answer = await keep(level=2, run=1, record=record_of(2, "the second step"))
    assert status == 201
    assert [line["level"] for line in answer["campaign"]["lines"]] == [1, 2]
    assert (await keep(level=2, run=1, record=record_of(2, "a second try")))[1]["code"] == "locked"
    assert (await keep(level=1, run=29_000_000, record=record_of(1, "another campaign")))[0] == 201
    assert len((await progress(base)).campaign.lines) == 1


async def test_a_level_that_ends_counts_and_the_next_opens(start: Start, database: str) -> None:
    """N34; with two servers on one database, and a browser that has the secret alone."""
    base, other = start(database).base, start(database).base
    fresh = await progress(base)
    assert [level.open for level in fresh.levels] == [True] + [False] * 6
    assert [(level.rounds, level.need) for level in fresh.levels] == [(one.rounds, one.need) for one in LEVELS]
    made = await begin(base, level=1)
    assert (await progress(other)).levels[0].running
    async with Player(other, made.table, [derived_token(ADA, made.table, "seat")]) as ada:
        assert (ada.table.mine, ada.table.level, ada.table.campaign) == ([0], 1, False)
        assert ada.table.need == fresh.levels[0].need
        assert (await ada.fails(p.Resign(seat=0))).code == "not_now"
        await play_out(ada)
        assert ada.table.result is not None
        points = ada.table.result.scores[0]
        assert (await ada.fails(p.Rematch())).code == "not_now"
    first = (await progress(base)).levels[0]
    assert (first.best, first.tries, first.running, first.passed) == (points, 1, False, points >= first.need)
    assert (await progress(base, BO)).levels[0].tries == 0
    assert (await progress(base)).levels[1].open == first.passed


async def test_what_is_locked_or_not_there_is_refused(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    for wish, code in (
        ({"level": 2}, "locked"),
        ({}, "locked"),
        ({"level": 0}, "bad_options"),
        ({"level": 8}, "bad_options"),
        ({"game": "dam-it", "level": 1}, "unknown_game"),
        ({"game": "chess", "level": 1}, "unknown_game"),
        ({"player": "short", "level": 1}, "bad_token"),
        ({"name": "", "level": 1}, "bad_name"),
        ({"seats": 2}, "bad_message"),
    ):
        status, failure = await ask(base, **wish)
        assert (status, failure["code"]) == (400, code), wish
    assert (await http(base, "/api/progress", {"game": "donnant", "player": ""}))[1]["code"] == "bad_token"
    # Any level can be played at an ordinary table; it counts for nobody.
    seats = [{"kind": "mine", "name": "Ada"}]
    wish = {"game": "donnant", "seats": seats, "options": ["level-7"], "start": True}
    assert (await http(base, "/api/tables", wish))[0] == 201
    assert not any(level.running for level in (await progress(base)).levels)


async def test_a_level_is_gone_on_with_or_begun_again(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    first = await begin(base, level=1)
    assert await begin(base, level=1) == first
    assert (await begin(base, level=1, player=BO)).table != first.table
    second = await begin(base, level=1, again=True)
    assert second.table != first.table
    assert await begin(base, level=1) == second
    async with Player(base, first.table, tokens(first)) as old:
        assert old.table.mine == [0]  # both can still be ended


async def test_a_campaign_has_one_match_a_step(start: Start, database: str) -> None:
    """N35: two tabs at two servers, and a step that is not over: the same table; no hints there."""
    one, two = start(database), start(database)
    async with store_of(database) as store:
        for level in range(1, 8):
            assert not (await progress(one.base)).campaign.open
            await played(store, level, 0)
    assert (await progress(one.base)).campaign.open
    wishes = [begin(server.base) for server in (one, two, one, two)]
    made = await asyncio.gather(*wishes)
    assert made == [made[0]] * 4
    assert await begin(two.base, again=True) == made[0]
    async with Player(one.base, made[0].table, tokens(made[0])) as ada:
        assert (ada.table.level, ada.table.campaign) == (1, True)
        assert (await ada.fails(p.Hint(seat=0))).code == "not_now"
    told = (await progress(two.base)).campaign
    assert (told.status, told.level, told.running, told.lines) == ("going", 1, True, [])


async def test_a_campaign_goes_from_level_to_level_and_begins_anew(start: Start, sqlite: str) -> None:
    """N35."""
    base = start(sqlite).base
    async with store_of(sqlite) as store:

        async def step(level: int, above: int, run: int | None) -> schemas.CampaignInfo:
            await played(store, level, above, run)
            return (await progress(base)).campaign

        for level in range(1, 8):
            await step(level, 0, None)
        assert (await step(1, 5, 1)).level == 2
        lost = await step(2, -6, 1)
        assert (lost.status, lost.level, lost.best) == ("lost", 1, None)
        assert [(line.surplus, line.total) for line in lost.lines] == [(5, 5), (-6, -1)]
        for level in range(1, 8):
            won = await step(level, 8, 2)
        assert (won.status, won.level, won.best, won.boast) == ("won", 1, 56, 50)
        made = await begin(base)
        again = (await progress(base)).campaign
        assert (again.status, again.level, again.running, again.lines, again.best) == ("going", 1, True, [], 56)
        found = await store.plays(owner_of(ADA), "donnant")
        assert found[-1] == StoredPlay(made.table, 1, 3, LEVELS[0].need, None)


async def test_points_are_written_with_the_move_or_not_at_all(database: str) -> None:
    async with store_of(database) as store:
        play = Play("solo", "hash", "donnant", 1, None, 25)
        await store.append("solo", 0, [LINE], 1.0, [play])
        with pytest.raises(Conflict):  # another process was quicker with row 1
            await store.append("solo", 0, [LINE], 2.0, [Points("solo", 30)])
        assert await store.plays("hash", "donnant") == [StoredPlay("solo", 1, None, 25, None)]
        await store.append("solo", 1, [LINE], 2.0, [Points("solo", 30)])
        assert await store.plays("hash", "donnant") == [StoredPlay("solo", 1, None, 25, 30)]


async def test_progress_outlives_its_tables(database: str) -> None:
    """A campaign's match that nobody ended is lost with its table; a level's was never tried."""
    async with store_of(database) as store:
        for name, run in (("over", None), ("left", None), ("step", 1)):
            await store.append(name, 0, [LINE], 1.0, [Play(name, "hash", "donnant", 1, run, 25)])
        await store.append("over", 1, [LINE], 1.0, [Points("over", 30)])
        for name in ("over", "left", "step"):
            await retention.remove(store, name, 1.0, 2.0)
        assert await store.plays("hash", "donnant") == [
            StoredPlay("over", 1, None, 25, 30),
            StoredPlay("step", 1, 1, 25, 0),
        ]
