"""People who would take what is others': tables, lines of chat, seats, names. And what a host can do about them."""
# ruff: noqa: RUF001 - names that are taken for others

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from sqlalchemy import text

from lodge.server.names import alike, clean, skeleton, unlike
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, OPEN, Player, http, new_table, play_out, tokens, until

TOKEN = "t" * 30


async def tables(hub: Any) -> int:
    """How many tables there are."""

    async def count() -> int:
        async with hub.store.reading() as connection:
            return int((await connection.execute(text("SELECT count(*) FROM lodge_tables"))).scalar())

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(count(), hub.store._task.get_loop()))


async def test_sixty_rematches_at_once_are_one_table(start: Start, database: str) -> None:
    one, two = start(database), start(database)
    made = await new_table(one.base, [ADA, BO], start=True)
    async with Player(one.base, made.table, tokens(made)) as both, Player(two.base, made.table, tokens(made)) as there:
        await play_out(both, there)
        for _ in range(60):
            await both.say(p.Rematch())
            await there.say(p.Rematch())
        for player in (both, there):
            await player.table_is(lambda table: table.next)
            await player.settle()
        assert both.table.next == there.table.next
        assert await tables(one.hub) == 2
    assert (await http(two.base, f"/api/tables/{both.table.next}"))[1]["status"] == "playing"


async def test_rematches_count_as_new_tables(start: Start, sqlite: str) -> None:
    running = start(sqlite, tables_per_address=1)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        await play_out(both)
        assert (await both.fails(p.Rematch())).code == "too_many_tables"


async def test_a_rematch_counts_once_by_however_many_connections_it_is_asked_for(start: Start, sqlite: str) -> None:
    running = start(sqlite, tables_per_address=2)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(Player(running.base, made.table, tokens(made))) for _ in range(10)]
        await play_out(both[0])
        for one in both:
            await one.table_is(lambda table: table.status == "over")
        await asyncio.gather(*(one.say(p.Rematch()) for one in both))
        for one in both:
            await one.settle()
            assert one.table.next
            assert not [message for message in one.inbox if isinstance(message, p.Failure)]
    assert await tables(running.hub) == 2


async def test_an_address_says_a_line_a_second(start: Start, sqlite: str) -> None:
    """However many connections it has; the others are not held up, and nobody is cut off for talking."""
    running = start(sqlite, chat_per_second=1.0, chat_burst=5)
    made = await new_table(running.base, [ADA, BO])
    async with (
        Player(running.base, made.table, tokens(made)) as ada,
        Player(running.base, made.table, name="Zoe") as zoe,
    ):
        for _ in range(20):
            await ada.say(p.Chat(seat=0, text="spam"))
            await zoe.say(p.Chat(text="spam"))
        await zoe.settle()
        await ada.settle()
        said = [message for message in ada.inbox if isinstance(message, p.Said)]
        assert 5 <= len(said) < 20
        assert {one.code for one in zoe.inbox if isinstance(one, p.Failure)} <= {"too_fast"}


async def test_whoever_is_kicked_stays_out_until_pardoned(start: Start, sqlite: str) -> None:
    running = start(sqlite)
    made = await new_table(running.base, [ADA, OPEN])
    async with Player(running.base, made.table, tokens(made)) as ada, Player(running.base, made.table) as bo:
        await bo.say(p.Join(seat=1, name="Bo", token=TOKEN))
        await ada.table_is(lambda table: table.seats[1].kind == "human")
        await ada.say(p.Kick(seat=1))
        await bo.table_is(lambda table: table.sent_away)  # and is told, not only left to find out
        assert bo.table.seats[1].kind == "open"
        for token, name in ((TOKEN, "Bo"), ("u" * 30, "Bo"), ("v" * 30, "Cy")):  # this connection knows the old token
            assert (await bo.fails(p.Join(seat=1, name=name, token=token))).code == "barred"
        async with Player(running.base, made.table, [TOKEN], name="Bo") as again:
            assert again.welcome.table.sent_away
            assert (await again.fails(p.Join(seat=1, name="Bo", token="w" * 30))).code == "barred"
        async with Player(running.base, made.table, name="Bo") as fresh:  # with nothing kept, at the host's own address
            assert (await fresh.fails(p.Join(seat=1, name="Bo", token="x" * 30))).code == "barred"
        async with Player(running.base, made.table, name="Cy") as cy:  # who lives there, too
            assert not cy.welcome.table.sent_away
            await cy.say(p.Join(seat=1, name="Cy", token="y" * 30))
            await ada.table_is(lambda table: table.seats[1].name == "Cy")
            await cy.say(p.Leave(seat=1))
            await ada.table_is(lambda table: table.seats[1].kind == "open")
        assert ada.table.barred == ["Bo"]
        assert bo.table.barred == []
        assert (await bo.fails(p.Pardon())).code == "not_host"
        await ada.say(p.Pardon())
        await ada.table_is(lambda table: not table.barred)
        await bo.table_is(lambda table: not table.sent_away)
        await bo.say(p.Join(seat=1, name="Bo", token="z" * 30))
        await ada.table_is(lambda table: table.seats[1].kind == "human")


async def test_another_address_is_kept_out_whatever_it_says(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite)
    connection = "lodge.server.ws.socket.network"
    made = await new_table(running.base, [ADA, OPEN])
    async with Player(running.base, made.table, tokens(made)) as ada:
        monkeypatch.setattr(connection, lambda _: "10.0.0.2")
        async with Player(running.base, made.table) as bo:
            await bo.say(p.Join(seat=1, name="Bo", token=TOKEN))
            await ada.table_is(lambda table: table.seats[1].kind == "human")
            await ada.say(p.Kick(seat=1))
            await bo.table_is(lambda table: table.seats[1].kind == "open")
        async with Player(running.base, made.table, name="Somebody else") as fresh:
            assert (await fresh.fails(p.Join(seat=1, name="Else", token="x" * 30))).code == "barred"


async def test_mute_and_ban(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite)
    made = await new_table(running.base, [ADA, BO], start=True)
    ada_tokens, bo_token = [made.host, made.seats[0].token], made.seats[1].token
    async with (
        Player(running.base, made.table, ada_tokens, name="Ada") as ada,
        Player(running.base, made.table, [bo_token], name="Bo") as bo,
    ):
        monkeypatch.setattr("lodge.server.ws.socket.network", lambda _: "10.0.0.9")
        async with (
            Player(running.base, made.table, name="Zoe") as zoe,
            Player(running.base, made.table, name="Yu"),
        ):
            await zoe.say(p.Chat(text="boo"))
            line = (await ada.until(p.Said)).line
            assert (await bo.fails(p.Mute(line=line.id))).code == "not_host"
            assert (await ada.fails(p.Mute(line=9999))).code == "not_now"
            await ada.say(p.Mute(line=line.id))
            await ada.table_is(lambda table: table.barred == ["Zoe"])
            assert (await zoe.fails(p.Chat(text="boo"))).code == "muted"
            await bo.say(p.Chat(seat=1, text="well played"))  # who plays is heard, wherever they sit
            said = await ada.until(p.Said)
            assert (await ada.fails(p.Ban(line=said.line.id))).code == "not_now"
            await ada.say(p.Mute(line=said.line.id))
            await ada.table_is(lambda table: table.barred == ["Zoe", "Bo"])
            assert (await bo.fails(p.Chat(seat=1, text="but"))).code == "muted"
            await ada.say(p.Ban(line=line.id))
            assert (await zoe.until(p.Failure)).code == "barred"
            assert await zoe.closed() == 4005
        async with Player(running.base, made.table, name="Zed") as back:
            assert back.refusal.code == "barred"
            assert await back.closed() == 4005
        await ada.say(p.Chat(seat=0, text="mine"))
        own = await ada.until(p.Said)
        assert (await ada.fails(p.Mute(line=own.line.id))).code == "not_now", "nobody mutes themselves"


async def test_nobody_sits_down_or_signs_as_somebody_else(start: Start, sqlite: str) -> None:
    running = start(sqlite)
    made = await new_table(running.base, [ADA, OPEN, {"kind": "bot", "level": "random"}])
    async with (
        Player(running.base, made.table, tokens(made), name="Ada") as ada,
        Player(running.base, made.table, name="Аdа") as fake,
    ):
        for name in (
            "Ada",
            "ada",
            "A da",
            "Аda",
            "Adа",
            "Ａｄａ",
            "A\u200bda",
            "Ad\u00ada",
            "Ada\u3164",
            "Àda",
            "Selma (rаndоm)",
            "SELMA (RANDOM)",
        ):
            assert (await fake.fails(p.Join(seat=1, name=name, token=TOKEN))).code == "name_taken", ascii(name)
        for name in ("\u3164", "\u200b\u200b", "\u2800", "\u00ad"):
            assert (await fake.fails(p.Join(seat=1, name=name, token=TOKEN))).code == "bad_name", ascii(name)
        await fake.say(p.Chat(text="I am Ada, trust me"))
        assert (await ada.until(p.Said)).line.name == "Аdа 2"
        await ada.say(p.Chat(text="me, without my seat"))
        while (said := (await ada.until(p.Said)).line).text.startswith("I am"):
            pass
        assert said.seat is None
    twins = await new_table(running.base, [ADA, ADA, {"kind": "mine", "name": "АDА"}], start=True)
    names = [seat["name"] for seat in (await http(running.base, f"/api/tables/{twins.table}"))[1]["seats"]]
    assert names == ["Ada", "Ada 2", "АDА 3"]


def test_skeletons() -> None:
    for one, other in (("Marnie", "Mamie"), ("Ol1ver", "Oliver"), ("B0", "Bo"), ("Lisa", "Iisa"), ("ﬁona", "Fiona")):
        assert alike(one, [other]), (one, other)
    for one, other in (
        ("Ada", "Ida"),
        ("Clara", "Dara"),
        ("Ada 2", "Ada 3"),
        ("李雷", "韩梅"),
        ("Player 1", "Player 2"),
    ):
        assert not alike(one, [other]), (one, other)
    assert skeleton("Zoë") == skeleton("Zoe")
    assert unlike("x" * 24, ["x" * 24], 24) == "x" * 22 + " 2"
    assert clean("👩\u200d🚀 Sam") == "👩\u200d🚀 Sam"
    assert clean("S\u200da\u200bm\ufeff") == "Sam"


async def test_what_is_barred_outlives_the_memory(start: Start, sqlite: str) -> None:
    running = start(sqlite, idle=0.0)
    made = await new_table(running.base, [ADA, OPEN])
    async with Player(running.base, made.table, tokens(made)) as ada, Player(running.base, made.table) as bo:
        await bo.say(p.Join(seat=1, name="Bo", token=TOKEN))
        await ada.table_is(lambda table: table.seats[1].kind == "human")
        await ada.say(p.Kick(seat=1))
        await ada.table_is(lambda table: table.barred)
    await until(lambda: not running.hub.rooms[made.table].clients)
    running.hub.store._task.get_loop().call_soon_threadsafe(running.hub.upkeep.evict)
    await until(lambda: made.table not in running.hub.rooms)
    async with Player(running.base, made.table, [TOKEN]) as bo:
        assert (await bo.fails(p.Join(seat=1, name="Bo", token="u" * 30))).code == "barred"
