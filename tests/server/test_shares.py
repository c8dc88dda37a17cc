"""Players have a share in the luck: sealed before the start, revealed after the server's seal; and signed records."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from lodge.fairness import seal
from lodge.replaying import verify
from lodge.server.ws import protocol as p
from lodge.signing import public_key

from .conftest import Start
from .player import Player, http, new_table, play_out, tokens

NONCES = ["1" * 64, "2" * 64, "3" * 64]
OPEN = [{"kind": "mine", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]


async def record_of(base: str, table: str) -> dict[str, Any]:
    return dict((await http(base, f"/api/tables/{table}/record.json"))[1])


async def test_luck_comes_from_the_server_and_all_players(base: str) -> None:
    made = await new_table(base, OPEN)
    ada, bo = Player(base, made.table, tokens(made)), Player(base, made.table)
    async with ada, bo:
        await bo.say(p.Join(seat=1, name="Bo", token="b" * 24))
        await bo.say(p.Seal(seat=1, seal=seal(NONCES[1])))
        for seat in (0, 2):  # her own, and the bot's
            await ada.say(p.Seal(seat=seat, seal=seal("9" * 64)))
            await ada.say(p.Seal(seat=seat, seal=seal(NONCES[seat])))  # she has thought better of it
        await ada.table_is(lambda table: all(seat.seal for seat in table.seats[:3]) and table.seats[1].name == "Bo")
        assert ada.table.commitment is None
        await ada.say(p.Start())
        await bo.table_is(lambda table: table.commitment)
        commitment = bo.table.commitment
        assert bo.table.status == "lobby"
        assert [seat.nonce for seat in bo.table.seats[:3]] == [None] * 3
        await ada.say(p.Reveal(seat=0, nonce=NONCES[0]))
        await ada.say(p.Reveal(seat=0, nonce=NONCES[0]))  # again: nothing happens
        await ada.say(p.Reveal(seat=2, nonce=NONCES[2]))
        await bo.table_is(lambda table: table.seats[2].nonce)
        assert bo.table.status == "lobby"
        assert (await http(base, f"/api/tables/{made.table}/record.json"))[1]["code"] == "not_now"
        await bo.say(p.Reveal(seat=1, nonce=NONCES[1]))
        await bo.table_is(lambda table: table.status == "playing")
        running = await record_of(base, made.table)
        assert running["shares"] == [{"seal": seal(nonce), "nonce": nonce} for nonce in NONCES]
        await play_out(ada, bo)
    record = await record_of(base, made.table)
    assert record["commitment"] == commitment
    verdict = verify(record)
    assert verdict.finished
    assert "what Ada, Bo, Selma (random) added" in verdict.proved[0]
    assert verdict.signer == (await http(base, "/api/key"))[1]["key"]
    told = (await http(base, "/api/verify", record))[1]
    assert (told["fair"], told["signer"], told["proved"]) == (True, verdict.signer, verdict.proved)
    for reader in (ada, bo):
        for text, message in zip(reader.sent, reader.inbox, strict=True):
            table = getattr(message, "table", None)
            assert (record["seed"] in text) == (table is not None and table.status == "over")


async def test_whoever_does_not_reveal_keeps_nobody_waiting(start: Start, sqlite: str) -> None:
    """Somebody has sealed and is gone; the table is opened at another process in the meantime."""
    first = start(sqlite, reveal_seconds=3600.0)
    made = await new_table(first.base, [{"kind": "mine", "name": name, "seal": seal(NONCES[0])} for name in "AB"])
    async with Player(first.base, made.table, tokens(made)) as both:
        await both.say(p.Start())
        await both.table_is(lambda table: table.commitment)
        commitment = both.table.commitment
        await both.say(p.Reveal(seat=1, nonce=NONCES[0]))
        await both.table_is(lambda table: table.seats[1].nonce)
        assert both.table.status == "lobby"
    base = start(sqlite, reveal_seconds=0.01).base
    async with Player(base, made.table, tokens(made)) as both:
        await both.table_is(lambda table: table.status == "playing")
        assert both.table.commitment == commitment
        await play_out(both)
    record = await record_of(base, made.table)
    assert record["shares"] == [{"seal": seal(NONCES[0])}, {"seal": seal(NONCES[0]), "nonce": NONCES[0]}]
    assert "by keeping back what A added" in " ".join(verify(record).unproved)


async def test_a_match_that_begins_at_once_and_its_rematch(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    wishes = [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "random"}]
    assert (await http(base, "/api/tables", {"game": "dam-it", "seats": [{**wishes[0], "seal": "x"}]}))[0] == 400
    sealed = [{**wish, "seal": seal(nonce)} for wish, nonce in zip(wishes, NONCES, strict=False)]
    made = await new_table(base, sealed, start=True)
    async with Player(base, made.table, tokens(made)) as ada:
        assert ada.table.commitment
        for seat in (0, 1):
            await ada.say(p.Reveal(seat=seat, nonce=NONCES[seat]))
        await play_out(ada)
        await ada.say(p.Rematch(seals=[seal(NONCES[2]), seal(NONCES[1])]))
        await ada.table_is(lambda table: table.next)
    async with Player(base, str(ada.table.next), tokens(made)) as again:
        assert [seat.kind for seat in again.table.seats[:2]] == ["bot", "human"]
        for seat in (0, 1):
            await again.say(p.Reveal(seat=seat, nonce=NONCES[seat + 1]))
        await play_out(again)
        shares = verify(await record_of(base, again.table.id)).match.shares
        assert [share and share.nonce for share in shares] == NONCES[1:]


async def test_the_key_is_made_once_and_nobody_is_told_it(start: Start, sqlite: str) -> None:
    first = start(sqlite)
    key = (await http(first.base, "/api/key"))[1]["key"]
    assert (await http(start(sqlite).base, "/api/key"))[1] == {"key": key}
    path = Path(sqlite.partition("///")[2])
    with closing(sqlite3.connect(path)) as file:
        (secret,) = file.execute("SELECT value FROM lodge_secrets").fetchone()
    assert public_key(secret) == key


async def test_nobody_chooses_luck_by_trying(start: Start, sqlite: str) -> None:
    """Once the server's seed is sealed, nothing changes it or who has a share in it; beginning anew leaves a trace."""
    first = start(sqlite, reveal_seconds=3600.0)
    made = await new_table(first.base, [{"kind": "mine", "name": name, "seal": seal(NONCES[0])} for name in "AB"])
    async with Player(first.base, made.table, tokens(made)) as both, Player(first.base, made.table) as late:
        await both.say(p.Start())
        await both.table_is(lambda table: table.commitment)
        commitment = both.table.commitment
        await both.say(p.Reveal(seat=0, nonce=NONCES[0]))
        for message in (  # the other has seen that nonce, and thinks better of its own
            p.Seal(seat=1, seal=seal(NONCES[1])),
            p.Leave(seat=1),
            p.Kick(seat=1),
            p.AddBot(seat=2, level="random"),
            p.SetOptions(options=[]),
        ):
            assert (await both.fails(message)).code == "not_now", message
        assert (await both.fails(p.Reveal(seat=1, nonce=NONCES[1]))).code == "bad_seal"
        assert (await late.fails(p.Join(seat=2, name="Late", token="c" * 24))).code == "not_now"
        await both.say(p.Start())  # again
        await both.settle()
        assert both.table.commitment == commitment
    base = start(
        sqlite, reveal_seconds=0.01
    ).base  # whoever runs it starts it again: the seed is the one that was sealed
    async with Player(base, made.table, tokens(made)) as both:
        await both.table_is(lambda table: table.status == "playing")
        assert both.table.commitment == commitment
        mover = both.turn()
        assert mover is not None
        await both.say(p.Abort(seat=mover))  # the cards that lie there are not to its liking
        await both.table_is(lambda table: table.status == "over")
        await both.say(p.Rematch())
        await both.table_is(lambda table: table.next)
    aborted = await record_of(base, made.table)
    assert (aborted["ending"], aborted["commitment"]) == ("aborted", commitment)
    assert verify(aborted).finished
    assert (await http(base, f"/api/tables/{both.table.next}"))[1]["status"] == "playing"
    async with Player(base, str(both.table.next), tokens(made)) as again:
        assert again.table.commitment not in (None, commitment)
