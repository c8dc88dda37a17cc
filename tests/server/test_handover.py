"""A match that was begun in a browser goes on at the server."""

from __future__ import annotations

import json
from typing import Any

from lodge import Match
from lodge.replaying import verify
from lodge.server.ws import protocol as p

from .player import Player, http, play_out

PATH = "/api/tables/hand-over"


def begun(moves: int = 9) -> Match:
    match = Match.new("dam-it", seats=2, names=["Ada", "Heron"])
    for _ in range(moves):
        match.play(match.pending[0], match.legal_actions(match.pending[0])[0])
    return match


def wish(match: Match, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "mine"}, {"kind": "bot", "level": "greedy"}]
    return {"record": json.loads(match.record(secret=True).to_json()), "seats": seats} | more


async def test_it_goes_on_where_it_stood_and_a_friend_takes_the_bots_place(base: str) -> None:
    match = begun()
    status, made = await http(base, PATH, wish(match))
    assert status == 201
    ada = Player(base, made["table"], [made["host"], made["seats"][0]["token"]])
    bo = Player(base, made["table"], [made["seats"][1]["token"]])
    async with ada, bo:
        welcome = ada.welcome
        assert welcome.update is not None
        assert welcome.update.number >= match.number
        assert (ada.table.mine, ada.table.host, bo.table.mine) == ([0], True, [1])
        assert ada.table.commitment == match.commitment
        assert bo.table.seats[1].stand_in == "greedy"
        await bo.say(p.TakeBack(seat=1))
        await bo.table_is(lambda table: table.seats[1].stand_in is None)
        await play_out(ada, bo)
    record = (await http(base, f"/api/tables/{made['table']}/record.json"))[1]
    verdict = verify(record)
    assert verdict.finished
    assert verdict.match.history[: match.number] == match.history


async def test_what_does_not_hold_is_refused(base: str) -> None:
    match = begun()
    for change, code in (
        ({"moves": ["0 take 5", *wish(match)["record"]["moves"][1:]]}, "bad_record"),
        ({"seed": "another"}, "bad_record"),
        ({"seed": None}, "bad_record"),
        ({"game": "chess"}, "bad_record"),
    ):
        told = wish(match)
        status, answer = await http(base, PATH, told | {"record": told["record"] | change})
        assert (status, answer["code"]) == (400, code), change
    for seats in ([{"kind": "mine"}], [{"kind": "mine"}, {"kind": "open"}]):
        assert (await http(base, PATH, wish(match, seats=seats)))[1]["code"] == "bad_seats"
    strange = [{"kind": "mine"}, {"kind": "bot", "level": "nobody"}]
    assert (await http(base, PATH, wish(match, seats=strange)))[1]["code"] == "unknown_bot"
