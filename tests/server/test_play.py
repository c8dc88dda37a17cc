"""Whole games over real websockets."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from lodge.replaying import verify
from lodge.server.http import schemas
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, CY, OPEN, Player, http, new_table, play_out, tokens

BOT = {"kind": "bot", "level": "greedy"}


async def two_players(base: str, **more: Any) -> tuple[Player, Player, schemas.TableMade, str]:
    """A lobby with Ada (host) and Bo; the players are not connected yet, only seated."""
    made = await new_table(base, [ADA, OPEN], **more)
    secret = secrets.token_urlsafe(20)
    async with Player(base, made.table) as guest:
        await guest.say(p.Join(seat=1, name="Bo", token=secret))
        await guest.table_is(lambda table: table.mine == [1])
    return Player(base, made.table, tokens(made)), Player(base, made.table, [secret]), made, secret


async def started(ada: Player, bo: Player) -> None:
    await ada.say(p.Start())
    await ada.until(p.Update)
    await bo.until(p.Update)


async def test_two_people_play_to_the_end(base: str) -> None:
    ada, bo, made, _ = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        assert ada.table.mine == [0]
        assert bo.table.mine == [1]
        assert [seat.name for seat in bo.table.seats] == ["Ada", "Bo"]
        await play_out(ada, bo)
        assert ada.table.result == bo.table.result
        result = ada.table.result
        assert result is not None
    status, record = await http(base, f"/api/tables/{made.table}/record.json")
    assert status == 200
    verdict = verify(record)
    assert verdict.finished
    assert verdict.match.scores == result.scores
    assert verdict.match.commitment == ada.table.commitment
    assert (await http(base, "/api/verify", record))[1]["fair"]
    record["moves"][3] = record["moves"][3].replace("take 1", "take 2").replace("take 5", "take 1") + " "
    broken = (await http(base, "/api/verify", record))[1]
    assert not broken["fair"]
    assert "Move 4" in broken["message"]
    _, replay = await http(base, f"/api/tables/{made.table}/replay.json")
    assert len(replay["frames"]) == verdict.match.number + 1
    assert replay["frames"][-1]["view"]["over"]
    assert all(player["hand"] is not None for frame in replay["frames"] for player in frame["view"]["players"])
    assert (await http(base, f"/api/tables/{made.table}"))[1]["status"] == "over"


async def test_a_person_against_bots_of_every_level(base: str) -> None:
    seats = [{"kind": "bot", "level": level} for level in ("random", "greedy", "search")]
    made = await new_table(base, [*seats, ADA], start=True)
    async with Player(base, made.table, tokens(made)) as ada:
        assert ada.table.mine == [3]
        await play_out(ada)
        assert ada.table.result is not None


async def test_hot_seat_has_a_sight_for_each_seat(base: str) -> None:
    made = await new_table(base, [ADA, BO, BOT], start=True, options=["open-hands"])
    async with Player(base, made.table, tokens(made)) as both:
        welcome = both.welcome
        assert welcome.table.options == ["open-hands"]
        assert [sight.seat for sight in welcome.update.sights] == [0, 1] if welcome.update else False
        await play_out(both)


async def test_open_seats_are_dropped_and_seats_renumbered(base: str) -> None:
    made = await new_table(base, [OPEN, ADA, OPEN, BOT], start=True)
    assert [seat.seat for seat in made.seats] == [0]
    async with Player(base, made.table, tokens(made)) as ada:
        assert ada.table.mine == [0]
        assert [seat.kind for seat in ada.table.seats] == ["human", "bot"]


async def test_the_lobby(base: str) -> None:
    ada, bo, _, secret = await two_players(base)
    async with ada, bo:
        assert len(ada.table.seats) == 4
        assert ada.table.host
        assert not bo.table.host
        assert [seat.host for seat in bo.table.seats] == [True, False, False, False]
        assert (await bo.fails(p.Start())).code == "not_host"
        assert (await bo.fails(p.AddBot(seat=2, level="greedy"))).code == "not_host"
        assert (await ada.fails(p.AddBot(seat=1, level="greedy"))).code == "seat_taken"
        for level in ("clever", "ceiling", "ceiling:100"):  # a ceiling sees hidden cards: it is for the lab
            assert (await ada.fails(p.AddBot(seat=2, level=level))).code == "unknown_bot"
        assert (await ada.fails(p.AddBot(seat=9, level="greedy"))).code == "bad_seats"
        assert (await ada.fails(p.SetOptions(options=["magic"]))).code == "bad_options"
        assert (await ada.fails(p.SetOptions(options=[], clock=1))).code == "bad_clock"
        assert (await ada.fails(p.Play(seat=0, number=0, move={"do": "take", "place": 1}))).code == "not_now"
        await ada.say(p.SetOptions(options=["open-hands"], clock=3600))
        await ada.say(p.AddBot(seat=2, level="greedy"))
        await ada.say(p.AddBot(seat=3, level="greedy"))
        await ada.say(p.Kick(seat=3))
        await ada.settle()
        assert [seat.kind for seat in ada.table.seats] == ["human", "human", "bot", "open"]
        assert (ada.table.options, ada.table.clock) == (["open-hands"], 3600)
        await bo.say(p.Join(seat=1, name="Bo", token=secret))  # again: harmless
        assert (await bo.fails(p.Join(seat=3, name="Bo", token=secret))).code == "bad_token"
        assert (await bo.fails(p.Join(seat=0, name="Bo", token=secrets.token_urlsafe(20)))).code == "seat_taken"
        assert (await bo.fails(p.Join(seat=3, name="Bo", token="a" * 21))).code == "bad_token"
        await bo.say(p.Leave(seat=1))
        await bo.settle()
        assert bo.table.mine == []
        await ada.settle()
        await ada.say(p.Kick(seat=2))
        assert (await ada.fails(p.Start())).code == "too_few_players"
        await ada.say(p.AddBot(seat=1, level="random"))
        await ada.say(p.Start())
        update = await ada.until(p.Update)
        assert update.seconds_left is not None
        assert 0 < update.seconds_left <= 3600
        assert (await ada.fails(p.Kick(seat=1))).code == "not_now"
        assert (await bo.fails(p.Join(seat=1, name="Bo", token=secret))).code == "not_now"


async def test_spectators_see_and_chat_but_do_not_play(base: str) -> None:
    ada, bo, made, _ = await two_players(base)
    async with ada, bo, Player(base, made.table, name="Zoë") as zoe:
        await started(ada, bo)
        await zoe.until(p.Update)
        assert zoe.sight().legal == []
        assert zoe.table.watchers == 1
        assert (await zoe.fails(p.Play(seat=0, number=0, move={"do": "take", "place": 1}))).code == "not_your_seat"
        assert (await zoe.fails(p.Hint(seat=0))).code == "not_your_seat"
        assert (await zoe.fails(p.Chat(seat=0, text="I am Ada"))).code == "not_your_seat"
        await zoe.say(p.Chat(text="  hello   there \n"))
        line = (await ada.until(p.Said)).line
        assert (line.seat, line.name, line.text) == (None, "Zoë", "hello there")
        await bo.say(p.Chat(seat=1, text="hi 👩‍🚀"))
        while (line := (await zoe.until(p.Said)).line).seat != 1:
            pass
        assert (line.name, line.text) == ("Bo", "hi 👩‍🚀")
        async with Player(base, made.table) as late:
            welcome = late.welcome
            assert [line.name for line in welcome.chat] == ["Zoë", "Bo"]
            assert (await late.fails(p.Chat(text="no name"))).code == "bad_name"


async def test_reconnecting_tells_what_was_missed(base: str) -> None:
    ada, bo, made, secret = await two_players(base)
    async with ada:
        async with bo:
            await started(ada, bo)
            for _ in range(6):
                await (ada if ada.turn() is not None else bo).play()
                await asyncio.gather(ada.settle(), bo.settle())
            seen = bo.update.number
            while ada.turn() is None:
                await bo.play()
                seen = bo.update.number
                await ada.settle()
        await ada.table_is(lambda table: not table.seats[1].connected)
        moves = 0
        while ada.turn() is not None:
            await ada.play()
            moves += 1
        async with Player(base, made.table, [secret], seen=seen) as back:
            welcome = back.welcome
            assert welcome.update
            assert [step.number for step in welcome.update.steps] == list(range(seen + 1, seen + moves + 1))
            assert all(step.seat == 0 and step.seen[0].events for step in welcome.update.steps)
            assert back.sight(1).legal
        async with Player(base, made.table, [secret], seen=0) as all_of_it:
            welcome = all_of_it.welcome
            assert welcome.update
            assert len(welcome.update.steps) == seen + moves


async def test_duplicate_and_late_moves_are_harmless(base: str) -> None:
    ada, bo, _, _ = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        mover, other = (ada, bo) if ada.turn() is not None else (bo, ada)
        seat = mover.table.mine[0]
        move = p.Play(seat=seat, number=0, move=mover.sight(seat).legal[0])
        for _ in range(5):
            await mover.say(move)
        await mover.settle()
        await other.settle()
        assert mover.update.number == 1
        assert not any(isinstance(message, p.Failure) for message in mover.inbox)
        assert sum(isinstance(message, p.Update) and bool(message.steps) for message in other.inbox) == 1
        different = p.Play(seat=seat, number=0, move={"do": "take", "place": 2})
        assert (await mover.fails(different)).code == "late"
        again = await mover.until(p.Update)
        assert (again.number, again.steps) == (1, [])
        assert (await mover.fails(p.Play(seat=seat, number=77, move=different.move))).code == "late"
        assert (await other.fails(p.Undo(seat=1 - seat, number=0))).code == "late"


async def test_undo(base: str) -> None:
    ada, bo, made, _ = await two_players(base)
    async with ada, bo, Player(base, made.table) as watcher:
        await started(ada, bo)
        built = False
        while not built:
            mover = ada if ada.turn() is not None else bo
            other = bo if mover is ada else ada
            seat = mover.table.mine[0]
            legal = mover.sight(seat).legal
            dams = [number for number, move in enumerate(legal) if move["do"] == "build"]
            before = mover.sight(seat).view
            await mover.play(dams[0] if dams else 0)
            await asyncio.gather(ada.settle(), bo.settle(), watcher.settle())
            built = bool(dams)
            if not built:
                assert not mover.sight(seat).can_undo
        assert mover.sight(seat).can_undo
        seen = mover.update.number
        assert (await other.fails(p.Undo(seat=1 - seat, number=seen))).code == "cannot_undo"
        await mover.say(p.Undo(seat=seat, number=seen))
        update = await mover.until(p.Update)
        assert update.number == seen + 1
        assert update.steps[0].undo
        assert mover.sight(seat).view == before
        assert (await mover.fails(p.Undo(seat=seat, number=seen + 1))).code == "cannot_undo"
        await watcher.until(p.Update)
        async with Player(base, made.table, seen=seen) as back:
            welcome = back.welcome
            assert welcome.update
            assert [step.undo for step in welcome.update.steps] == [True]
        async with Player(base, made.table, seen=seen - 1) as back:
            welcome = back.welcome
            assert welcome.update
            assert welcome.update.steps == []
        late = p.Play(seat=seat, number=seen - 1, move=legal[dams[0]])
        assert (await mover.fails(late)).code == "late"
        await play_out(ada, bo)
    assert verify((await http(base, f"/api/tables/{made.table}/record.json"))[1]).finished


async def test_a_bot_replaces_a_player_by_vote_and_the_player_comes_back(base: str) -> None:
    ada, bo, made, secret = await two_players(base)
    async with ada:
        async with bo:
            await started(ada, bo)
            assert (await ada.fails(p.Offer(what="bot", seat=1))).code == "not_now"
            assert (await ada.fails(p.Offer(what="bot", seat=0))).code == "not_your_seat"
            assert (await ada.fails(p.Offer(what="bot", seat=3))).code == "bad_seats"
        await ada.table_is(lambda table: not table.seats[1].connected)
        await ada.say(p.Offer(what="bot", seat=1))
        await ada.table_is(lambda table: table.seats[1].stand_in)
        for _ in range(3):
            while ada.turn() is None:
                await ada.hear()
            await ada.play()
        async with Player(base, made.table, [secret]) as back:
            assert back.table.seats[1].stand_in
            assert (await ada.fails(p.TakeBack(seat=1))).code == "not_your_seat"
            await back.say(p.TakeBack(seat=1))
            await back.table_is(lambda table: not table.seats[1].stand_in)
            await ada.settle()
            await play_out(ada, back)


async def test_three_people_must_agree_on_a_bot(base: str) -> None:
    made = await new_table(base, [ADA, BO, CY], start=True)
    one, two, three = (seat.token for seat in made.seats)
    async with Player(base, made.table, [one]) as ada, Player(base, made.table, [two]) as bo:
        await ada.say(p.Offer(what="bot", seat=2))
        await ada.table_is(lambda table: table.offer)
        assert ada.table.seats[2].stand_in is None
        await bo.say(p.Offer(what="bot", seat=2))
        await ada.table_is(lambda table: table.seats[2].stand_in)
        await ada.say(p.Leave(seat=0))
        await bo.say(p.Leave(seat=1))
        await ada.table_is(lambda table: table.status == "over")  # bots play it out
    async with Player(base, made.table, [three]) as cy:
        assert (await cy.fails(p.Resign(seat=2))).code == "not_now"


async def test_rematch(base: str) -> None:
    made = await new_table(base, [ADA, BOT], start=True)
    async with Player(base, made.table, tokens(made)) as ada, Player(base, made.table) as watcher:
        assert (await ada.fails(p.Rematch())).code == "not_now"
        await play_out(ada)
        await watcher.table_is(lambda table: table.status == "over")
        assert (await watcher.fails(p.Rematch())).code == "not_your_seat"
        await ada.say(p.Rematch())
        await ada.say(p.Rematch())
        await ada.table_is(lambda table: table.next)
        again = str(ada.table.next)
        assert (await watcher.fails(p.Rematch())).code == "not_your_seat", "where it is does not make one a player"
    async with Player(base, again, tokens(made)) as ada:
        assert ada.table.status == "playing"
        assert ada.table.mine == [1]
        await play_out(ada)


async def test_a_rematch_begins_when_both_want_it_and_the_chat_comes_along(base: str) -> None:
    ada, bo, _made, secret = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        await play_out(ada, bo)
        await ada.say(p.Chat(text="well played", seat=0))
        await bo.say(p.Rematch())
        await ada.table_is(lambda table: table.seats[1].rematch)
        assert ada.table.next is None, "nobody is taken anywhere while somebody else has not said so"
        await ada.say(p.Rematch())
        await bo.table_is(lambda table: table.next)
    async with Player(base, str(bo.table.next), [secret]) as bo:
        welcome = bo.welcome
        assert bo.table.status == "playing"
        assert bo.table.mine == [0]
        assert [seat.name for seat in bo.table.seats] == ["Bo", "Ada"]
        assert [seat.host for seat in bo.table.seats] == [False, True], "who was host stays it"
        assert [(line.seat, line.name, line.text) for line in welcome.chat] == [(1, "Ada", "well played")]


async def test_who_does_not_wait_for_the_others_meets_them_in_the_lobby(base: str) -> None:
    ada, bo, _made, secret = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        await play_out(ada, bo)
        await bo.say(p.Rematch(lobby=True))
        await ada.table_is(lambda table: table.next)
        assert [seat.rematch for seat in ada.table.seats] == [False, True]
        await ada.say(p.Rematch())
        await bo.table_is(lambda table: all(seat.rematch for seat in table.seats))
    async with Player(base, str(ada.table.next), [secret]) as bo:
        assert bo.table.status == "lobby"
        assert bo.table.host, "who asks for a rematch can start it"
        assert [seat.host for seat in bo.table.seats[:2]] == [True, False]
        assert [seat.name for seat in bo.table.seats[:2]] == ["Bo", "Ada"]


async def test_for_whom_a_bot_played_to_the_end_it_plays_the_rematch(base: str) -> None:
    ada, bo, _made, secret = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        await ada.say(p.Leave(seat=0))
        await play_out(bo)
        await bo.say(p.Rematch())
        await bo.table_is(lambda table: table.next)
    async with Player(base, str(bo.table.next), [secret]) as bo:
        assert bo.table.status == "playing"
        assert [seat.kind for seat in bo.table.seats] == ["human", "bot"]


async def test_hints(base: str) -> None:
    made = await new_table(base, [ADA, BO], start=True, hints="everybody")
    async with Player(base, made.table, tokens(made)) as both:
        seat = both.turn()
        assert seat is not None
        await both.say(p.Hint(seat=seat, ref=5))
        answer = await both.until(p.HintAnswer)
        assert (answer.ref, answer.seat, answer.number) == (5, seat, 0)
        assert answer.choices[0].move in both.sight(seat).legal
        assert (answer.unit, answer.than) == ("chance", None)
        last = both.sight(seat).legal[-1]
        await both.say(p.Hint(seat=seat, than=last))
        answer = await both.until(p.HintAnswer)
        assert answer.than is not None
        assert answer.choices[answer.than].move == last
        assert (await both.fails(p.Hint(seat=1 - seat))).code == "not_your_turn"
        assert [one.hints for one in both.table.seats] == [[0] if number == seat else [] for number in range(2)]


async def test_between_people_there_are_no_hints_unless_the_host_allows_them(base: str) -> None:
    ada, bo, _, _ = await two_players(base)
    async with ada, bo:
        await started(ada, bo)
        assert bo.table.hints == "off"
        mover = ada if ada.turn() is not None else bo
        seat = mover.turn()
        assert seat is not None
        assert (await mover.fails(p.Hint(seat=seat))).code == "not_now"
        assert (await mover.fails(p.Hint(seat=seat, here=True))).code == "not_now"
    made = await new_table(base, [ADA, {"kind": "bot", "level": "random"}], start=True)
    async with Player(base, made.table, tokens(made)) as alone:
        assert alone.welcome.table.hints == "everybody"


async def test_where_hints_are_open_everybody_hears_of_them(base: str) -> None:
    """A page that thinks itself says so first; a rematch is played in the same way."""
    ada, bo, _, _ = await two_players(base)
    async with ada, bo:
        await ada.say(p.SetHints(hints="open"))
        await started(ada, bo)
        assert bo.table.hints == "open"
        mover, other = (ada, bo) if ada.turn() is not None else (bo, ada)
        seat = mover.turn()
        assert seat is not None
        await mover.say(p.Hint(seat=seat, here=True))
        await other.table_is(lambda table: table.seats[seat].hints == [0])
        await mover.say(p.Hint(seat=seat))  # once more in the same position: told once
        await mover.until(p.HintAnswer)
        assert mover.table.seats[seat].hints == [0]
        await mover.play()
        await play_out(ada, bo)
        assert ada.table.seats[seat].hints == [0]
        await ada.say(p.Rematch(lobby=True))
        await ada.table_is(lambda table: table.next)
    async with Player(base, str(ada.table.next)) as watcher:
        assert watcher.welcome.table.hints == "open"


async def test_when_time_is_up_a_bot_moves(start: Start, sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("lodge.server.limits.SHORTEST_CLOCK", 1)
    base = start(sqlite).base
    made = await new_table(base, [ADA, BO], start=True, clock=1)
    async with Player(base, made.table, tokens(made)) as both:
        update = await both.until(p.Update)
        assert update.number == 1
        assert update.steps[0].time_up
        assert both.table.seats[0].stand_in is None


async def test_a_person_may_be_called_like_a_bot(base: str) -> None:
    names = set[str]()
    for name in ("Ada", "Selma (greedy)"):
        made = await new_table(base, [{"kind": "mine", "name": name}, {"kind": "bot", "level": "greedy"}])
        told = (await http(base, f"/api/tables/{made.table}"))[1]["seats"][:2]
        assert [seat["level"] for seat in told] == [None, "greedy"]
        assert told[0]["name"] == name != told[1]["name"]
        names.add(told[1]["name"])
    assert "Selma (greedy)" in names


async def test_where_others_reach_the_server_is_told(start: Start, sqlite: str) -> None:
    assert (await http(start(sqlite).base, "/api/network"))[1]["address"] is None
    open_to_all = start(sqlite, address="http://192.0.2.7:8000")
    assert (await http(open_to_all.base, "/api/network"))[1]["address"] == "http://192.0.2.7:8000"
