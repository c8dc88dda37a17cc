"""Players without an account: one identity on several devices, their games, and nobody else's business."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from lodge.server import clock
from lodge.server.settings import DAY
from lodge.server.storage import players as storage
from lodge.server.storage import retention
from lodge.server.storage.store import Store
from lodge.server.tables.tokens import new_token, owner_of
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import PAIR, Player, http, new_table, play_out, tokens, until

ADA, BO, CY = new_token(), new_token(), new_token()
PROFILE = {"name": "Ada", "character": "otter", "settings": {"theme": "dark", "volume": "0.7"}, "colour": "red"}


async def ask(base: str, path: str, **body: Any) -> tuple[int, Any]:
    return await http(base, f"/api/player{path}", body)


async def games(base: str, player: str, **more: Any) -> dict[str, Any]:
    status, found = await ask(base, "/games", player=player, **more)
    assert status == 200, found
    answer: dict[str, Any] = found
    return answer


async def listed(base: str, player: str, count: int = 1) -> dict[str, Any]:
    """The games of a player, once there are so many that go on: they are noted beside what is told."""
    found: dict[str, Any] = await until(lambda: games(base, player), lambda found: len(found["running"]) == count)
    return found


async def link(base: str, player: str) -> str:
    status, made = await ask(base, "/links", player=player, device="Firefox · Linux", profile=PROFILE)
    assert status == 201, made
    return str(made["link"])


async def refused(base: str, path: str, **body: Any) -> str:
    status, failure = await ask(base, path, **body)
    assert status >= 400
    return str(failure["code"])


async def test_a_second_device_is_the_same_player(base: str) -> None:
    made = await new_table(base, PAIR, start=True)
    async with Player(base, made.table, tokens(made)[:2], player=ADA):  # the host's token, and Ada's seat
        [game] = (await listed(base, ADA))["running"]
        assert (game["id"], game["mine"], game["status"]) == (made.table, [0], "playing")
        assert game["since"] is not None
        word = await link(base, ADA)
        status, player = await ask(base, "/devices", player=BO, link=word, device="Chrome · Android")
        assert (status, player["profile"]) == (201, PROFILE)
        assert [one["name"] for one in player["devices"]] == ["Firefox · Linux", "Chrome · Android"]
        assert [one["here"] for one in player["devices"]] == [False, True]
        assert (await games(base, BO))["running"][0]["id"] == made.table
        # With no token of its own, only by whose device it is.
        async with Player(base, made.table, player=BO) as second:
            assert second.table.mine == [0]
            assert second.table.host
            if second.turn() is None:
                async with Player(base, made.table, tokens(made)[2:]) as other:
                    await other.play()
                await second.until(p.Update)
            await second.play()
        # What was lost on the way is asked again.
        assert (await ask(base, "/devices", player=BO, link=word, device=""))[0] == 201


async def test_a_link_works_once_and_can_be_revoked(base: str) -> None:
    first, second = await link(base, ADA), await link(base, ADA)
    assert (await ask(base, "/devices", player=BO, link=first, device="x"))[0] == 201
    assert await refused(base, "/devices", player=CY, link=first, device="x") == "bad_link"
    devices = (await ask(base, "", player=BO))[1]["devices"]
    waiting = next(one for one in devices if one["until"])
    assert waiting["until"] > clock.now()
    assert len((await ask(base, "/devices/remove", player=ADA, device=waiting["id"]))[1]["devices"]) == 2
    assert await refused(base, "/devices", player=CY, link=second, device="x") == "bad_link"
    assert await refused(base, "/devices", player=CY, link="?" * 30, device="x") == "bad_token"
    for wrong in (new_token(), owner_of(first)):
        assert await refused(base, "/devices", player=CY, link=wrong, device="x") == "bad_link"
    # A device that is somebody's already does not change hands.
    third = await link(base, CY)
    assert (await ask(base, "/devices", player=BO, link=third, device="x"))[0] == 201  # as the answer to the first link
    assert (await games(base, BO)) == (await games(base, ADA))
    assert (await ask(base, "/devices", player=new_token(), link=third, device="x"))[0] == 201


async def test_a_link_that_is_too_old_is_refused(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    base = start(sqlite).base
    word = await link(base, ADA)
    later = clock.now() + 2 * DAY
    monkeypatch.setattr("lodge.server.tables.players.clock.now", lambda: later)
    assert await refused(base, "/devices", player=BO, link=word, device="x") == "bad_link"
    assert [one["until"] for one in (await ask(base, "", player=ADA))[1]["devices"]] == [None]


@pytest.mark.parametrize("gone", [ADA, BO], ids=["first", "second"])
async def test_a_removed_device_is_somebody_new(base: str, gone: str) -> None:
    """The first one, too, whose secret the player was."""
    made = await new_table(base, PAIR, start=True)
    async with Player(base, made.table, tokens(made), player=ADA):
        await listed(base, ADA)
    await ask(base, "/devices", player=BO, link=await link(base, ADA), device="phone")
    stays = BO if gone == ADA else ADA
    devices = (await ask(base, "", player=stays))[1]["devices"]
    lost = next(one["id"] for one in devices if not one["here"])
    assert len((await ask(base, "/devices/remove", player=stays, device=lost))[1]["devices"]) == 1
    for path, more in (("", {}), ("/games", {}), ("/links", {"device": "", "profile": PROFILE})):
        assert await refused(base, path, player=gone, **more) == "removed_device"
    assert (await http(base, "/api/progress", {"game": "donnant", "player": gone}))[1]["code"] == "removed_device"
    async with Player(base, made.table, player=gone) as nobody:
        assert nobody.table.mine == []
        assert not nobody.table.host
    assert len((await games(base, stays))["running"]) == 1
    # Whoever removes the device at hand is somebody new, too.
    here = (await ask(base, "", player=stays))[1]["devices"][0]["id"]
    assert (await ask(base, "/devices/remove", player=stays, device=here))[1] == {"profile": None, "devices": []}


async def test_nobody_learns_of_others(base: str) -> None:
    """Not their games, tokens, devices or settings; and nobody takes a device away from them."""
    made = await new_table(base, [*PAIR, {"kind": "mine", "name": "Cy"}], start=True)
    host, ada, bo, cy = tokens(made)
    secrets = [ADA, BO, CY, host, ada, bo, cy]
    people = [
        Player(base, made.table, [host, ada], player=ADA),
        Player(base, made.table, [bo], player=BO),
        Player(base, made.table, [cy], player=CY),
    ]
    async with people[0], people[1], people[2]:
        word = await link(base, ADA)
        answers = []
        for seat, player in enumerate((ADA, BO, CY)):
            found = await listed(base, player)
            assert found["running"][0]["mine"] == [seat]
            answers.append(json.dumps(found))
        await play_out(*people)
        await until(lambda: games(base, BO), itemgetter("over"))
        for seat, player in enumerate((ADA, BO, CY)):  # the first has kept what the others read
            [game] = (over := (await games(base, player))["over"])
            assert game["mine"] == [seat]
            assert min(game["places"]) == 1
            answers.append(json.dumps(over))
        answers += [text for one in people for text in one.sent]
    hashes = [owner_of(secret) for secret in [*secrets, word]]
    assert not any(secret in text for text in answers for secret in [*secrets, *hashes, word])
    mine = (await ask(base, "", player=ADA))[1]
    assert (await ask(base, "", player=BO))[1] == {"profile": None, "devices": []}
    for device in mine["devices"]:
        assert await refused(base, "/devices/remove", player=BO, device=device["id"]) == "bad_link"
    assert (await ask(base, "", player=ADA))[1] == mine
    stranger = new_token()
    assert await games(base, stranger) == {"running": [], "over": [], "more": False}
    assert await refused(base, "/games/forget", player=stranger, table=made.table, forget=True) == "unknown_table"
    # Tokens that open nothing claim nothing; nor does a hash, which somebody may have read in a backup.
    wrong = [new_token(), owner_of(ada), owner_of(ADA)]
    claims = [{"table": made.table, "tokens": wrong}, {"table": "nowhere", "tokens": [ada]}]
    assert await games(base, stranger, claims=claims) == {"running": [], "over": [], "more": False}
    for secret in (owner_of(ADA), ADA[:-1], ADA + "A"):
        assert (await games(base, secret))["over"] == []


async def test_tables_that_a_browser_has_kept_are_claimed(base: str) -> None:
    made = await new_table(base, PAIR)
    claims = [{"table": made.table, "tokens": tokens(made)[1:]}]
    found = (await games(base, CY, claims=claims))["running"]
    assert [(one["id"], one["status"], one["mine"]) for one in found] == [(made.table, "lobby", [0, 1])]
    async with Player(base, made.table, player=CY) as cy:
        assert cy.table.mine == [0, 1]
        await cy.say(p.Leave(seat=0))
        await cy.say(p.Leave(seat=1))
        await cy.table_is(lambda table: not table.mine)
    assert (await games(base, CY))["running"] == []  # whoever has left sits there no more


async def test_a_forgotten_match_can_be_brought_back(base: str) -> None:
    made = await new_table(base, PAIR, start=True)
    claims = [{"table": made.table, "tokens": tokens(made)}]
    await games(base, ADA, claims=claims)
    assert (await ask(base, "/games/forget", player=ADA, table=made.table, forget=True))[0] == 200
    assert (await games(base, ADA, claims=claims))["running"] == []
    assert (await games(base, ADA, forgotten=True))["running"][0]["id"] == made.table
    assert (await ask(base, "/games/forget", player=ADA, table=made.table, forget=False))[0] == 200
    assert (await games(base, ADA))["running"][0]["id"] == made.table
    assert (await games(base, ADA, forgotten=True))["running"] == []


async def test_whoever_sits_at_a_table_sits_at_its_rematch(base: str) -> None:
    made = await new_table(base, PAIR, start=True, game="donnant")
    one, two = (
        Player(base, made.table, tokens(made)[:2], player=ADA),
        Player(base, made.table, tokens(made)[2:], player=BO),
    )
    async with one, two:
        await play_out(one, two)
        await listed(base, BO, 0)
        await one.say(p.Rematch(lobby=True))
        await one.table_is(lambda table: table.next)
    found = await listed(base, BO)  # who has not opened it yet
    assert found["running"][0]["id"] == one.table.next
    assert found["running"][0]["mine"] == [0]
    assert [game["id"] for game in found["over"]] == [made.table]


async def test_those_that_are_over_come_in_parts(start: Start, sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("lodge.server.tables.players.AT_ONCE", 2)
    base = start(sqlite).base
    made = [await new_table(base, PAIR, start=True) for _ in range(3)]
    for one in made:
        async with Player(base, one.table, tokens(one), player=ADA) as ada:
            await play_out(ada)
        await listed(base, ADA, 0)
    first = await until(lambda: games(base, ADA), itemgetter("more"))
    rest = await games(base, ADA, before=first["over"][-1]["at"])
    assert [one["id"] for one in first["over"] + rest["over"]] == [one.table for one in reversed(made)]
    assert not rest["more"]


async def test_a_profile_is_checked(base: str) -> None:
    for wrong, code in (
        ({"name": "x" * 25}, "bad_name"),
        ({"character": "dragon"}, "unknown_character"),
        ({"colour": "pink"}, "unknown_character"),
        ({"settings": {"theme": "<script>"}}, "bad_message"),
        ({"settings": {f"key_{'abcdefghijklmnopqrst'[i]}": "" for i in range(20)}}, "bad_message"),
        ({"settings": {"theme": 3}}, "bad_message"),
    ):
        assert await refused(base, "", player=ADA, profile=PROFILE | wrong) == code
    assert (await ask(base, "", player=ADA, profile=PROFILE))[1]["profile"] == PROFILE
    assert (await ask(base, "", player=ADA))[1]["profile"] == PROFILE
    async with Player(base, (await new_table(base, PAIR)).table, player="short") as bad:
        assert bad.refusal.code == "bad_token"
        assert await bad.closed() == 4000


async def test_devices_links_and_claims_have_a_limit(start: Start, sqlite: str) -> None:
    running = start(sqlite)
    for _ in range(11):
        await link(running.base, ADA)
    assert await refused(running.base, "/links", player=ADA, device="", profile=PROFILE) == "too_many_devices"
    made, store = await new_table(running.base, PAIR), Store(sqlite)
    owner = owner_of(made.host)
    for number in range(storage.MOST_SITTERS + 3):
        await storage.sit(store, f"player {number}", made.table, {owner})
    found = [await storage.seats_of(store, (f"player {number}", made.table)) for number in range(23)]
    assert found == [{owner}] * 20 + [None] * 3
    await retention.forget(store, made.table)
    assert not await storage.seats_of(store, ("player 0", made.table))
    await store.close()


async def test_the_database_holds_only_hashes(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, PAIR, start=True)
    async with Player(base, made.table, tokens(made), player=ADA):
        await listed(base, ADA)
    words = [await link(base, ADA), await link(base, ADA)]
    await ask(base, "/devices", player=BO, link=words[0], device="phone")
    path = sqlite.removeprefix("sqlite+aiosqlite:///")
    kept = b"".join(Path(path + end).read_bytes() for end in ("", "-wal"))
    assert b"phone" in kept
    assert owner_of(BO).encode() in kept
    assert not any(secret.encode() in kept for secret in [ADA, BO, *words, *tokens(made)])


async def test_two_processes_know_the_same_players(start: Start, empty_postgres: Callable[[], str]) -> None:
    database = empty_postgres()
    one, two = start(database).base, start(database).base
    made = await new_table(one, PAIR, start=True)
    async with Player(one, made.table, tokens(made), player=ADA):
        assert (await listed(two, ADA))["running"][0]["id"] == made.table
    assert (await ask(two, "/devices", player=BO, link=await link(one, ADA), device="x"))[0] == 201
    async with Player(two, made.table, player=BO) as second:
        assert second.table.mine == [0, 1]
