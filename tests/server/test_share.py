"""What is shown of a table where its link is shared: tags, a picture, a public page; nothing that is hidden."""

from __future__ import annotations

import io
import json
import urllib.request
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from lodge.games import game
from lodge.games.api import SPECTATOR
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky
from lodge.match import Match
from lodge.server.http import schemas
from lodge.server.http.share import HEIGHT, WIDTH, Card, Sitter, card, drawn, tags
from lodge.server.notices.service import KINDS, payload
from lodge.server.storage.notices import Notice
from lodge.server.tables import events, presenter
from lodge.server.tables.table import Table

from .conftest import Start
from .phases import ADA, BO, HOST, built, human, played, table_in
from .player import http, new_table, tokens

HIDDEN = (HOST, ADA, BO, "a seed")
PNG = b"\x89PNG\r\n\x1a\n"


def fetched(address: str) -> tuple[int, str, bytes]:
    with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310
        return answer.status, answer.headers.get_content_type(), answer.read()


def test_a_card_holds_what_anybody_may_know() -> None:
    turn, over = card(table_in("turn")), card(table_in("over"))
    assert [(one.name, one.points, one.won) for one in turn.sitters] == [(n, None, False) for n in ("Ada", "Bo", "Cy")]
    match = table_in("over").playing
    assert [one.points for one in over.sitters] == match.scores
    assert [number for number, one in enumerate(over.sitters) if one.won] == match.winners
    drawn_game = card(table_in("drawn"))
    assert drawn_game.ended == "drawn"
    assert all(one.points is None and one.won for one in drawn_game.sitters)
    assert card(table_in("lobby")).seats == 4
    assert card(table_in("old")).status == "old"


def begun(which: str, moves: int) -> Table:
    """A table at which some moves have been made."""
    seats = [human("Ada", ADA, host=True), human("Bo", BO)]
    empty = [events.SeatData()] * (game(which).rules.SEATS[1] - 2)
    start: list[events.AnyEvent] = [
        events.Opened(which, HOST, seats + empty),
        events.Started("a seed", [0, 1], game(which).rules.VERSION),
    ]
    return built("same", played("same", start, lambda table: table.position >= moves))


def public(table: Table) -> dict[str, bytes]:
    """All that is told of a table to others than those who sit at it, and of it to a player in lists and notices."""
    shown = card(table)
    words = schemas.Subscription(endpoint="", p256dh="", auth="", words=dict.fromkeys(KINDS, "It is so."))
    nobody = presenter.table_info(table, (), host=False, sent_away=False, connected=set(), watchers=0)
    told = {
        "picture": drawn(shown),
        "tags": tags(shown, "http://x/t/a", "http://x/p.png").encode(),
        "around": msgspec.json.encode(nobody),
        "summary": msgspec.json.encode(presenter.summary(table)),
        "my games": msgspec.json.encode(presenter.my_game(table)),
        "watched": msgspec.json.encode(presenter.updates(table, [presenter.Kind(())], ())[presenter.Kind(())]),
    }
    told |= {kind: payload(Notice("ada", table.id, kind, "0 1", None), table, words) for kind in KINDS}
    return told


@pytest.mark.parametrize("which", ["amik", "beaver-gang", "dam-it", "donnant"])
def test_two_matches_that_differ_in_secrets_alone_look_the_same(which: str) -> None:
    """Hidden things are dealt anew: as long as the match goes on, nothing that is shared may tell that."""
    table = begun(which, 12)
    truth, rules = table.playing, compiled_rules(game(which))
    other = truth.state
    rules.imagine(other, SPECTATOR, lucky(7))
    assert (other.tobytes() != truth.state.tobytes()) == rules.SECRETS
    first, one, number = card(table), public(table), table.position
    match = Match.from_position(which, game(which).moves.to_position(other), names=["Ada", "Bo"])
    commitment = table.playing.commitment
    table.match = match
    assert card(table) == first
    two = public(table)
    assert table.position == number
    # The seal of another seed is another one, and tells nothing of it.
    two["around"] = two["around"].replace(str(match.commitment).encode(), str(commitment).encode())
    assert two == one


def test_the_picture_shows_the_board_as_it_is() -> None:
    shown = [card(begun("dam-it", moves)) for moves in (12, 13)]
    assert [json.loads(one.board) for one in shown] == [begun("dam-it", moves).playing.view() for moves in (12, 13)]
    pictures = [drawn(one) for one in (*shown, shown[0]._replace(board=b""), card(table_in("old")))]
    assert len(set(pictures)) == len(pictures)
    for data in pictures:
        assert Image.open(io.BytesIO(data)).size == (WIDTH, HEIGHT)


def test_tags_hold_no_secret_and_no_markup() -> None:
    names = Sitter('<b>"A" & B</b>', "otter", "teal", -3, won=True)
    told = tags(Card("dam-it", "Dam It!", (names,), 2, "over", None), "http://x/t/a", "http://x/p.png")
    assert "<b>" not in told
    assert "&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt; \N{MINUS SIGN}3" in told
    for phase in ("lobby", "turn", "over", "drawn"):
        shown = tags(card(table_in(phase)), "http://x/t/a", "http://x/p.png")
        assert not any(secret in shown for secret in HIDDEN)


async def test_the_page_of_a_table_carries_its_tags(start: Start, sqlite: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head></head></html>")
    base = start(sqlite, page=tmp_path).base
    made = await new_table(base, [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}], start=True)
    for kind in "tm":
        page = fetched(f"{base}/{kind}/{made.table}")[2].decode()
        assert f'<meta property="og:url" content="{base}/{kind}/{made.table}" />' in page
        assert '<meta property="og:description" content="Ada, Bo" />' in page
        assert not any(secret in page for secret in tokens(made))
    picture = page.split('og:image" content="')[1].split('"')[0]
    assert picture.startswith(f"{base}/api/tables/{made.table}/picture.png?")
    status, kind, data = fetched(picture)
    assert (status, kind, data[:8]) == (200, "image/png", PNG)
    for path in ("/", "/t/nothere", "/about"):
        assert "og:" not in fetched(base + path)[2].decode()
    assert (await http(base, "/api/tables/nothere/picture.png"))[0] == 404
    summary = (await http(base, f"/api/tables/{made.table}"))[1]
    assert summary["result"] is None
