"""Beaver Gang over the wire: a card looked at is sent while it is held up, and never again."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lodge.replaying import replay
from lodge.server.ws import protocol as p
from tests.games.beaver_gang.book import card_words

from .conftest import Start
from .player import Player, http, new_table

QUOTED = re.compile(r'"([0-9]|swap|peek|twice)"(?!:)')  # as a value, not as a key
PUBLIC = {".top", ".turned_up.cards", ".turned_up.replaced.drawn"}  # in a view
OPEN_EVENTS = {"take", "discard", "turn-up"}


def people(names: str) -> list[dict[str, str]]:
    return [{"kind": "mine", "name": name} for name in names.split()]


def update_of(message: p.FromServer) -> p.Update | None:
    if isinstance(message, p.Welcome):
        return message.update
    return message if isinstance(message, p.Update) else None


def check_events(update: p.Update) -> None:
    """What is told names only cards that lie open now; of the past, while it is to be remembered, none."""
    for step in update.steps:
        named = OPEN_EVENTS if step.number == update.number or update.over else {"turn-up"}
        for seen in step.seen:
            for event in seen.events:
                words = [word for path, word in card_words(event) if path != ".event"]
                assert not words or event["event"] in named, event


def check_sight(sight: p.Sight) -> None:
    """Of a position, a reader is shown what lies open, what it holds up, and the card it has drawn."""
    view = sight.view
    for path, word in card_words(view):
        assert path in PUBLIC | {".phase", ".held.card", ".players.cards"}, (path, word)
    for owner, player in enumerate(view["players"]):
        up = [1, 2, 3, 4] if view["turned_up"] else player["looking"] if owner == sight.seat else []
        assert [at for at, card in enumerate(player["cards"], 1) if card is not None] == up
    if view["held"] is not None:
        assert (view["held"]["card"] is not None) == (view["held"]["seat"] == sight.seat)


def check_all(reader: Player) -> None:
    for message in reader.inbox:
        update = update_of(message)
        if update is None:
            assert not isinstance(message, p.Failure), message
            continue
        check_events(update)
        for sight in update.sights:
            check_sight(sight)


async def look_and_come_back(base: str, table: str, token: str, **hello: Any) -> tuple[list[str], Player]:
    """Look, close, go; come back and ask for all that happened: the cards seen, and the client that came back."""
    async with Player(base, table, [token]) as looking:
        (seat,) = looking.table.mine
        cards = looking.sight(seat).view["players"][seat]["cards"]
        assert [card is None for card in cards] == [False, True, True, False]
        await looking.play(seat=seat)
    back = Player(base, table, [token], **hello)
    async with back:
        await back.settle()
    return [card for card in cards if card], back


@pytest.mark.parametrize("hello", [{}, {"seen": 0}], ids=["a new page", "a page that missed all"])
async def test_memory_what_was_looked_at_is_not_sent_again(start: Start, sqlite: str, hello: Any) -> None:
    """B3: the bytes after closing name one card only, the open discard."""
    base = start(sqlite).base
    made = await new_table(base, people("Ada Bo"), game="beaver-gang", start=True)
    for seat in made.seats:
        _, back = await look_and_come_back(base, made.table, seat.token, **hello)
        top = back.sight(seat.seat).view["top"]
        assert [word for text in back.sent for word in QUOTED.findall(text)] == [top]


async def test_memory_aid_what_was_looked_at_stays_for_the_one_who_looked(start: Start, sqlite: str) -> None:
    """B3."""
    base = start(sqlite).base
    made = await new_table(base, people("Ada Bo"), game="beaver-gang", options=["memory-aid"], start=True)
    ada, bo = made.seats
    first, back = await look_and_come_back(base, made.table, ada.token)
    second, other = await look_and_come_back(base, made.table, bo.token)
    for cards, reader, seat in ((first, back, ada.seat), (second, other, bo.seat)):
        rows = [player["cards"] for player in reader.sight(seat).view["players"]]
        assert rows[seat] == [cards[0], None, None, cards[1]]
        assert rows[1 - seat] == [None] * 4
    async with Player(base, made.table, name="Zoe") as watcher:
        assert [player["cards"] for player in watcher.sight().view["players"]] == [[None] * 4] * 2


async def test_memory_a_whole_game_with_a_client_that_comes_back_after_every_move(start: Start, sqlite: str) -> None:
    """B3-B16: nobody is ever sent a card that does not lie open, but while looking at it; the replay tells all."""
    base = start(sqlite).base
    made = await new_table(base, people("Ada Bo"), game="beaver-gang", start=True)
    tokens = {seat.seat: seat.token for seat in made.seats}
    path = f"/api/tables/{made.table}"
    watcher = Player(base, made.table, name="Zoe")
    readers = [watcher]
    undone = moves = 0
    async with watcher:
        while watcher.table.status != "over":
            assert (await http(base, f"{path}/replay.json"))[1]["code"] == "not_now"
            running = (await http(base, f"{path}/record.json"))[1]
            assert "seed" not in running
            assert "position" not in running
            seat = watcher.update.pending[0]
            player = Player(base, made.table, [tokens[seat]], seen=max(0, watcher.update.number - 5))
            readers.append(player)
            async with player:
                for _ in range(12):
                    if player.turn() != seat or player.update.over:
                        break
                    moves += 1
                    await player.play(moves * 7, seat=seat)
                    if player.sight(seat).can_undo and undone < 4:
                        undone += 1
                        await player.say(p.Undo(seat=seat, number=player.update.number))
                        await player.until(p.Update)
                        await player.play(moves * 7, seat=seat)
                await player.settle()
            await watcher.settle()
    for reader in readers:
        check_all(reader)
    assert undone > 0
    record = (await http(base, f"{path}/record.json"))[1]
    truth = replay(record)
    told = (await http(base, f"{path}/replay.json"))[1]
    assert len(told["frames"]) == truth.number + 1
    for frame in told["frames"]:
        assert all(card is not None for player in frame["view"]["players"] for card in player["cards"])
        assert frame["view"]["held"] is None or frame["view"]["held"]["card"] is not None
        assert all(event["card"] for event in frame["events"] if event["event"] == "draw")


async def test_a_hint_says_a_move_and_no_card(start: Start, sqlite: str) -> None:
    """It is asked for by the seat's own client, and by nobody else."""
    base = start(sqlite).base
    made = await new_table(base, people("Ada Bo"), game="beaver-gang", start=True, hints="everybody")
    tokens = [seat.token for seat in made.seats]
    async with Player(base, made.table, tokens) as both, Player(base, made.table, name="Zoe") as watcher:
        await both.play()
        await both.play()
        await both.play(0)  # draw
        seat = both.turn()
        assert seat is not None
        await both.say(p.Hint(seat=seat, ref=5))
        answer = await both.until(p.HintAnswer)
        assert {choice.text for choice in answer.choices} <= {
            *("discard", "again"),
            *(f"{word} {at}" for word in ("keep", "peek") for at in range(1, 5)),
            *(f"swap {a} with {b} of seat {1 - seat}" for a in range(1, 5) for b in range(1, 5)),
        }
        assert (await watcher.fails(p.Hint(seat=seat))).code == "not_your_seat"
