"""Lodge as a folder on a plain host, in a subfolder, without a network after the first visit."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from typer.testing import CliRunner

from lodge.cli import app
from lodge.record import load
from lodge.replaying import verify
from lodge.site import PAGE, write_site
from tests.e2e.axe import check
from tests.e2e.builder import Builder
from tests.e2e.conftest import PHONE, WIDE, Open, Server, Shot
from tests.e2e.gang import Ganger
from tests.e2e.player import END, LOG, STALLED, Player, ways
from tests.e2e.trader import Trader

RUN = CliRunner()
WHERE = "games/lodge/"
MOST_BYTES = 3_000_000
WAITING = """async () => {
  const found = await navigator.serviceWorker.ready;
  while (!found.waiting) await new Promise((later) => setTimeout(later, 20));
}"""
# What a system does when another program shares a file with the app.
SHARE = """text => {
  const form = new FormData();
  form.append('record', new File([text], 'record.json', { type: 'application/json' }));
  return fetch('share', { method: 'POST', body: form, redirect: 'manual' }).then(() => undefined);
}"""
TAKE = """async ([end, seconds]) => {  // whatever can be taken, on screens that show no log
  const find = (selector) => document.querySelector(selector);
  for (let last = Date.now(); !find(end); await new Promise((later) => setTimeout(later, 20))) {
    const able = find('.bar.turn') && (find('.bar .buttons .button:enabled') ?? find('.river-card.can'));
    if (able) last = Date.now();
    able?.click();
    if (Date.now() > last + 1000 * seconds) throw new Error(`${end} did not come`);
  }
}"""
KEPT = "() => navigator.serviceWorker.controller !== null"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Patient(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        pass  # a page was closed before all of a file had come


class Host:
    """A folder, served as it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / WHERE
        self.server = Patient(("localhost", 0), partial(Quiet, directory=str(folder)))
        self.url = f"http://localhost:{self.server.server_port}/{WHERE}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with Host(tmp_path) as host:
        yield host


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host")) as host:
        assert sum(write_site(host.folder).values()) < MOST_BYTES
        yield host


def arrive(browse: Open, url: str, **more: object) -> Page:
    """The first visit: the page is there, and all of it is kept. Then the network goes."""
    page = browse(url, **more)
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".tile")
    return page


def again(page: Page, size: ViewportSize, board: str) -> None:
    """The page is loaded again, and the match goes on on a screen of another size."""
    page.set_viewport_size(size)
    page.reload()
    page.wait_for_selector(board)


def exported(page: Page, folder: Path) -> Path:
    """The record of the match that has just ended, from the start page."""
    if page.locator(END).count():
        page.get_by_role("link", name="To the start page").last.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    assert verify(load(path)).finished
    return path


def test_dam_it(browse: Open, site: Host, shot: Shot, tmp_path: Path) -> None:
    page = arrive(browse, site.url, viewport=WIDE)
    check(page)
    player = Player(page)
    player.play_now()
    check(page)
    shot(page, "site-table")
    while player.log_length < 9 and player.wait_for_turn():
        player.move()
    again(page, PHONE, player.board)
    page.evaluate(TAKE, [END, STALLED])
    assert load(exported(page, tmp_path)).game == "dam-it"
    page.get_by_role("link", name="Watch again").click()
    page.wait_for_selector(".replay .board")
    assert page.url.endswith("#replay")
    page.go_back()
    page.wait_for_selector(".tile")


def test_beaver_gang(browse: Open, site: Host, tmp_path: Path) -> None:
    page = arrive(browse, site.url, viewport=PHONE)
    player = Ganger(page, knocks_after=0)
    player.play_now()
    player.play_until("[data-do=draw]")
    again(page, WIDE, "[data-do=draw]")
    player.play_until(END)
    record = exported(page, tmp_path)
    assert load(record).game == "beaver-gang"
    page.evaluate(SHARE, record.read_text())
    page.reload()
    page.wait_for_selector(".replay .board")


def test_amik(browse: Open, site: Host, tmp_path: Path) -> None:
    page = arrive(browse, site.url, viewport=PHONE)
    player = Builder(page)
    player.play_alone()
    while (state := player.state()) != "over":
        before = player.look()
        if state == "wait":
            page.wait_for_selector(f"[data-hex].can, [data-testid=done], [data-testid=stop], {END}")
            continue
        player.step(state)
        player.settle(before)
        if player.decisions == 12:
            again(page, WIDE, player.board)
    assert load(exported(page, tmp_path)).game == "amik"


def test_donnant(browse: Open, site: Host, shot: Shot, tmp_path: Path) -> None:
    page = arrive(browse, site.url, viewport=WIDE)
    player = Trader(page)
    ways(page, "donnant").get_by_role("link", name="Solo levels").click()
    levels = page.locator("ol > li")
    expect(levels.nth(1)).to_contain_text("Opens after level 1")
    check(page)
    page.get_by_role("button", name="Play level 1").click()
    page.wait_for_selector(player.board)
    player.play_until(f"{LOG}:nth-of-type(12)")
    again(page, PHONE, player.board)
    player.play_until(END)
    made = int(page.locator("dialog[open] .total b").inner_text())
    page.get_by_role("link", name="All levels").click()
    expect(levels.first).to_contain_text(f"your best: {made}")
    shot(page, "site-levels")
    page.get_by_role("link", name="Lodge").first.click()
    record = load(exported(page, tmp_path))
    assert (record.game, record.scores) == ("donnant", [made])


def test_together_at_one_screen_and_with_a_guide(browse: Open, site: Host, shot: Shot) -> None:
    page = arrive(browse, site.url, viewport=PHONE, has_touch=True, is_mobile=True)
    for game in ("dam-it", "beaver-gang", "amik", "donnant"):
        ways(page, game).get_by_role("button", name="A first game with a guide").click()
        expect(page.get_by_role("region", name="A first game with a guide")).to_be_visible()
        assert "local-" in page.url
        page.goto(site.url)
    sheet = ways(page)
    sheet.get_by_role("button", name="Pass and play").click()
    sheet.get_by_label("Name of the player 2").fill("Bo")
    shot(page, "site-together")
    check(page)
    sheet.locator("form .primary").click()
    seen = []
    for turn in range(4):
        lift = page.get_by_role("button", name=re.compile("I am"))
        seen.append(lift.inner_text())
        assert page.locator(".hand").count() == 0
        lift.click()
        page.wait_for_selector(".bar.turn")
        page.locator("[data-place='1']").click()
        page.locator(".curtain").or_(page.locator(".bar .buttons .button").first).wait_for()
        if page.locator(".bar .buttons .button").count():
            page.locator(".bar .buttons .button").first.click()
        page.wait_for_selector(".curtain")
        if turn == 1:
            page.reload()
            page.wait_for_selector(".curtain")
    assert sorted(seen[:2]) == ["I am Bo", "I am Guest"]
    assert seen[:2] == seen[2:]


def test_records_from_the_disk(browse: Open, site: Host, record_file: Path, shot: Shot) -> None:
    page = browse(site.url, viewport=PHONE, language="de-DE", color_scheme="dark", service_workers="block")
    page.wait_for_selector(".tile")
    expect(page.get_by_text("Freunde einladen")).to_have_count(0)
    field = page.get_by_test_id("record-file")
    damaged = record_file.read_text().replace("take 1", "take 2", 1)
    for text, told in (("[]", "keine Aufzeichnung"), (damaged, "beschädigt"), ('{"lodge": 9}', "anderen Version")):
        field.set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})
        expect(page.get_by_role("alert")).to_contain_text(told)
    field.set_input_files(record_file)
    page.wait_for_selector(".replay .board")
    page.goto(site.url)
    row = page.locator("[data-match=dam-it]")
    expect(row).to_contain_text("Ann 57, Bo 50")
    check(page)
    row.get_by_role("button", name="Löschen").click()
    check(page)
    shot(page, "site-matches")
    row.get_by_role("button", name="Behalten").click()
    row.get_by_role("button", name="Löschen").click()
    row.get_by_role("button", name="Löschen").click()
    expect(row).to_have_count(0)


def test_a_running_match_is_taken_along(browse: Open, site: Host, tmp_path: Path) -> None:
    player = Player(browse(site.url, service_workers="block"))
    player.play_now()
    while player.wait_for_turn() and player.log_length < 4:
        player.move()
    made = player.log_length
    player.page.goto(site.url)
    with player.page.expect_download() as download:
        player.page.locator("[data-match=dam-it]").get_by_role("button", name="Save the record").click()
    file = tmp_path / "running.json"
    download.value.save_as(file)
    # Another device goes on with it, and so does the terminal.
    there = Player(browse(site.url, service_workers="block"))
    there.page.get_by_test_id("record-file").set_input_files(file)
    there.wait_for_turn()
    assert "replay" not in there.page.url
    assert there.log_length == made
    there.move()
    there.wait_for_turn()
    here = RUN.invoke(app, ["play", "--resume", str(file), "--seats", "you,greedy"], input="1\n" * 200)
    assert "wins" in here.output
    assert verify(load(file)).finished


def test_a_browser_that_keeps_nothing_says_so(browse: Open, site: Host) -> None:
    page = browse(site.url, service_workers="block")
    page.context.add_init_script("IDBFactory.prototype.open = () => { throw new Error('refused'); }")
    page.reload()
    expect(page.get_by_text("This browser keeps nothing now")).to_be_visible()
    ways(page).get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector(".bar.turn")
    expect(page.get_by_role("status").get_by_text("This browser keeps nothing now")).to_be_visible()


def test_a_new_version_comes_with_the_next_start(browse: Open, host: Host, tmp_path: Path) -> None:
    write_site(host.folder)
    page = browse(host.url)
    page.wait_for_function(KEPT)
    table = browse(host.url, context=page.context)
    ways(table).get_by_role("button", name="Play now against bots").click()
    table.wait_for_selector(".bar.turn")
    newer = shutil.copytree(PAGE, tmp_path / "page")
    text = (newer / "index.html").read_text()
    (newer / "index.html").write_text(text.replace("<title>", '<meta name="edition" content="2" /><title>'))
    write_site(host.folder, newer)
    page.reload()
    page.evaluate(WAITING)
    table.reload()
    table.wait_for_selector(".bar.turn")
    assert table.locator("meta[name=edition]").count() == 0
    table.close()
    newest = page.locator("meta[name=edition]")
    for _ in range(5):  # the table may be counted a while after it was closed: then it is the start after this one
        page.reload()
        page.wait_for_selector(".tile")
        with suppress(AssertionError):
            expect(newest).to_be_attached(timeout=4000)
            break
    expect(newest).to_be_attached()


def test_without_its_server_a_page_plays_on(browse: Open, server: Server, shot: Shot) -> None:
    page = browse(server.url)
    expect(ways(page).get_by_role("button", name="Invite friends")).to_be_visible()
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    expect(page.get_by_role("button", name="Invite friends")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_text("The server cannot be reached just now")).to_be_visible()
    page.goto(f"{server.url}/how/amik")
    expect(page.get_by_text("a Lodge server is needed")).to_be_visible()
    page.goto(server.url)
    shot(page, "offline")
    ways(page).get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector(".bar.turn")
    page.reload()
    page.wait_for_selector(".bar.turn")
    page.context.set_offline(False)
    page.goto(server.url)
    expect(ways(page).get_by_role("button", name="Invite friends")).to_be_visible()
