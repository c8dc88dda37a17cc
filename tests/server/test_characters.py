"""Characters: every seat is shown by an animal of its own, which its owner picks in the lobby."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from lodge import characters
from lodge.server.tables import events
from lodge.server.tables.events import decode
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import built, store_of
from .player import Player, http, new_table, play_out, tokens

PAGE = Path(__file__).parents[2] / "web/src/lib/characters.json"
TOKEN = "b" * 24


def test_the_page_draws_these(tmp_path: Path) -> None:
    characters.main(str(tmp_path / "characters.json"))
    written = (tmp_path / "characters.json").read_text(encoding="utf-8")
    assert written == PAGE.read_text(encoding="utf-8"), f"run: python -m lodge.characters {PAGE}"


def test_everybody_can_have_another_and_nobody_is_the_beaver() -> None:
    """A2: up to eight players, a different animal each; Amik is the beaver, who builds for all."""
    assert len(characters.NAMES) >= 8
    assert "beaver" not in characters.NAMES
    shown = json.loads(PAGE.read_text())
    for name, drawn in shown.items():
        tones = {one["tone"] for one in drawn["outlines"]}
        assert "fur" in tones, name
        assert len(tones) > 1, name  # not all of it in one colour
        assert 1 <= len(drawn["eyes"]) <= 2, name
        for one in drawn["outlines"]:
            assert re.fullmatch(r"(M[\d. -]+([LC][\d. -]+)*Z)+", one["path"]), (name, one)
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", one["path"])]
            assert all(0 <= number <= characters.SIZE for number in numbers), (name, one)


def test_events_that_name_no_character_give_different_ones() -> None:
    """As all were before there were characters."""
    seat = decode('{"row":"sat","seat":1,"name":"Bo","owner":"b"}')
    opened = events.Opened("amik", "h", [events.SeatData("human", "Ada", owner="a"), *[events.SeatData()] * 7])
    table = built("t", [opened, seat, events.Sat(2, "Cy", owner="c", character="otter")])
    assert table.characters() == ["heron", "frog", "otter", *[""] * 5]


def test_the_page_has_the_same_colours() -> None:
    page = Path(__file__).parents[2] / "web/src"
    tokens_css = (page / "styles/tokens.css").read_text()
    by_day = re.findall(r"--colour-(\w+): (#\w+);", tokens_css)
    assert by_day[: len(by_day) // 2] == list(characters.COLOURS.items())
    assert re.findall(r"--seat-\d: var\(--colour-(\w+)\);", tokens_css) == list(characters.COLOURS)
    listed = re.search(r"const COLOURS = \[(.*?)\]", (page / "lib/characters.ts").read_text())
    assert listed
    assert re.findall(r"'(\w+)'", listed[1]) == list(characters.COLOURS)


async def test_a_colour_is_wished_for_picked_and_kept(base: str) -> None:
    """It goes with its owner: from the identity to the seat, into the match, the rematch and the shared list."""

    def colours(player: Player) -> list[str]:
        return [seat.colour for seat in player.table.seats]

    made = await new_table(
        base,
        [{"kind": "mine", "name": "Ada", "colour": "purple"}, {"kind": "open"}, {"kind": "bot", "level": "random"}],
    )
    async with Player(base, made.table, [made.host, *tokens(made)]) as ada, Player(base, made.table) as bo:
        assert colours(ada) == ["purple", "", "green", ""]
        await bo.say(p.Join(seat=1, name="Bo", token=TOKEN, colour="purple"))
        await bo.table_is(lambda table: table.mine == [1])
        assert colours(bo) == ["purple", "teal", "green", ""]
        assert (await bo.fails(p.SetCharacter(seat=1, colour="green"))).code == "character_taken"
        assert (await bo.fails(p.SetCharacter(seat=1, colour="pink"))).code == "unknown_character"
        assert (await bo.fails(p.SetCharacter(seat=0, colour="red"))).code == "not_your_seat"
        animal = bo.table.seats[1].character
        await bo.say(p.SetCharacter(seat=1, colour="orange"))
        await ada.table_is(lambda table: table.seats[1].colour == "orange")
        assert ada.table.seats[1].character == animal
        await ada.say(p.Kick(seat=2))
        await ada.say(p.Start())
        await ada.table_is(lambda table: table.status == "playing")
        assert colours(ada) == ["purple", "orange"]
        assert (await bo.fails(p.SetCharacter(seat=1, colour="red"))).code == "not_now"
        await play_out(ada, bo)
        await ada.say(p.Rematch())
        await bo.say(p.Rematch())
        await ada.table_is(lambda table: table.next)
    for table, expected in ((made.table, ["purple", "orange"]), (ada.table.next, ["orange", "purple"])):
        _, summary = await http(base, f"/api/tables/{table}")
        assert [seat["colour"] for seat in summary["seats"]][:2] == expected


async def test_a_character_is_wished_for_picked_and_kept(start: Start, sqlite: str) -> None:
    """Two cannot have the same; bots have one, too; the rematch keeps them; a spectator sees them."""
    base = start(sqlite).base
    made = await new_table(
        base, [{"kind": "mine", "name": "Ada", "character": "moose"}, {"kind": "bot", "level": "random"}]
    )
    async with Player(base, made.table, [made.host, *tokens(made)]) as ada, Player(base, made.table) as bo:
        assert seen(ada) == ["moose", "otter", "", ""]
        await bo.say(p.Join(seat=2, name="Bo", token=TOKEN, character="moose"))
        await bo.table_is(lambda table: table.mine == [2])
        assert seen(bo) == ["moose", "otter", "heron", ""]
        assert (await bo.fails(p.SetCharacter(seat=2, character="otter"))).code == "character_taken"
        assert (await bo.fails(p.SetCharacter(seat=2, character="beaver"))).code == "unknown_character"
        assert (await bo.fails(p.SetCharacter(seat=0, character="fox"))).code == "not_your_seat"
        await bo.say(p.SetCharacter(seat=2, character="fox"))
        await ada.table_is(lambda table: table.seats[2].character == "fox")
        await ada.say(p.AddBot(seat=1, level="greedy"))  # the same animal, playing otherwise
        await ada.table_is(lambda table: table.seats[1].level == "greedy")
        await ada.say(p.Start())
        await ada.table_is(lambda table: table.status == "playing")
        assert seen(ada) == ["moose", "otter", "fox"]
        assert (await bo.fails(p.SetCharacter(seat=2, character="hare"))).code == "not_now"
    _, summary = await http(base, f"/api/tables/{made.table}")
    assert [seat["character"] for seat in summary["seats"]] == ["moose", "otter", "fox"]
    again = start(sqlite).base  # from the database
    async with Player(again, made.table) as watcher:
        assert seen(watcher) == ["moose", "otter", "fox"]


async def test_a_rematch_keeps_everybodys_character(start: Start, sqlite: str) -> None:
    from .phases import ADA, HOST, phases, put

    async with store_of(sqlite) as store:
        await put(store, "over", phases()["over"], time.time())
        base = start(sqlite).base
        async with Player(base, "over", [HOST, ADA]) as ada:
            before = {seat.name: seat.character for seat in ada.table.seats}
            await ada.say(p.Rematch(lobby=True))
            await ada.table_is(lambda table: table.next)
            async with Player(base, str(ada.table.next), [HOST, ADA]) as again:
                assert {seat.name: seat.character for seat in again.table.seats if seat.name} == before


def seen(player: Player) -> list[str]:
    return [seat.character for seat in player.table.seats]
