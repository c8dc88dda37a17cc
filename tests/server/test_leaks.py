"""Nothing hidden leaves the server: every message of whole games is compared with what its reader may know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lodge.games.bound import bound
from lodge.replaying import replay
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import Player, http, new_table, play_out, tokens

HIDDEN = ("hand", "dams", "garbage", "score")


def people(names: str) -> list[dict[str, str]]:
    return [{"kind": "mine", "name": name} for name in names.split()]


async def test_every_message_shows_only_what_its_reader_may_know(base: str) -> None:
    made = await new_table(base, people("Ada Bo Cy"), start=True)
    one, two, three = (seat.token for seat in made.seats)
    players = [Player(base, made.table, [one]), Player(base, made.table, [two]), Player(base, made.table, [three, two])]
    watcher = Player(base, made.table, name="Zoe")
    async with players[0], players[1], players[2], watcher:
        running = (await http(base, f"/api/tables/{made.table}/record.json"))[1]
        assert "seed" not in running
        assert (await http(base, f"/api/tables/{made.table}/replay.json"))[1]["code"] == "not_now"
        await play_out(*players[:2], players[2])
        for reader in (*players, watcher):
            await reader.settle()
    record = (await http(base, f"/api/tables/{made.table}/record.json"))[1]
    truth = replay(record)
    secrets = [made.host, *(seat.token for seat in made.seats)]
    for reader in (*players, watcher):
        seats: list[int | None] = [*reader.table.mine] or [None]
        for text, message in zip(reader.sent, reader.inbox, strict=True):
            assert not any(secret in text for secret in secrets)
            table = getattr(message, "table", None)
            assert (record["seed"] in text) == (table is not None and table.status == "over")
            update = message.update if isinstance(message, p.Welcome) else message
            if isinstance(update, p.Update):
                check(update, seats, truth)


def check(update: p.Update, seats: list[int | None], truth: Any) -> None:
    assert [sight.seat for sight in update.sights] == seats
    state = truth.state_at(update.number)
    for sight in update.sights:
        eye = -1 if sight.seat is None else sight.seat
        assert sight.view == json.loads(json.dumps(truth.game.moves.view(state, eye)))
        if not update.over:
            others = [player for number, player in enumerate(sight.view["players"]) if number != sight.seat]
            assert all(player[key] is None for player in others for key in HIDDEN)
        assert bool(sight.legal) == (sight.seat in update.pending)
    for step in update.steps:
        assert [seen.seat for seen in step.seen] == seats
        for seen in step.seen:
            assert seen.events == json.loads(json.dumps(truth.events(step.number, seen.seat)))


async def test_a_client_that_runs_the_rules_gets_what_its_seat_knows(base: str) -> None:
    made = await new_table(base, people("Ada Bo"), start=True)
    one, two = (seat.token for seat in made.seats)
    plain = Player(base, made.table, [one, two])
    readers = [Player(base, made.table, tokens, rules=True) for tokens in ([one], [two], [])]
    async with plain, readers[0], readers[1], readers[2]:
        await play_out(plain)
        for player in readers:
            await player.settle()
    truth = replay((await http(base, f"/api/tables/{made.table}/record.json"))[1])
    contract = truth.game.moves.CONTRACT
    for reader in readers:
        seats: list[int | None] = [*reader.table.mine] or [None]
        updates = [one for one in reader.inbox if isinstance(one, p.Update)]
        assert len(updates) == truth.number
        for update in updates:
            assert not update.sights
            known = bound(truth.game).known(
                truth.state_at(update.number).tobytes(), [-1 if seat is None else seat for seat in seats]
            )
            assert [(one.seat, one.state, one.view, one.legal) for one in update.known] == [
                (seat, state, None, []) for seat, state in zip(seats, known, strict=True)
            ]
            for step in update.steps:
                for seen in step.seen:
                    assert seen.told is not None
                    assert contract.decode_events(seen.told) == truth.events(step.number, seen.seat)


async def test_nobody_is_reminded_of_what_is_to_be_remembered(base: str) -> None:
    """In Beaver Gang a position would tell which cards one has looked at."""
    made = await new_table(base, people("Ada Bo"), start=True, game="beaver-gang")
    async with Player(base, made.table, tokens(made), rules=True) as both:
        welcome = both.welcome
    assert welcome.update is not None
    assert [one.seat for one in welcome.update.known] == [0, 1]
    assert all(one.state is None and one.view for one in welcome.update.known)
    assert any(one.legal for one in welcome.update.known)


async def test_the_database_holds_no_tokens(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, people("Ada Bo"), start=True)
    async with Player(base, made.table, tokens(made)) as both:
        await both.play()
    path = sqlite.removeprefix("sqlite+aiosqlite:///")
    kept = b"".join(Path(path + end).read_bytes() for end in ("", "-wal"))
    assert made.table.encode() in kept
    assert not any(token.encode() in kept for token in tokens(made))
