"""The deal of the day, from the start page to the statistics."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from lodge.daily import daily_seed
from lodge.games import game
from lodge.record import load
from lodge.replaying import verify
from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open, Shot
from tests.e2e.player import Player

DAY = date(2026, 11, 18)


def at_noon(page: Page, day: int) -> None:
    """It is noon, here and now."""
    page.clock.set_fixed_time(datetime(2026, 11, day, 12))  # noqa: DTZ001 - where the page is


def test_a_deal_counts_once_is_compared_and_kept(open_page: Open, shot: Shot, tmp_path: Path) -> None:
    page = open_page()
    at_noon(page, 18)
    page.get_by_role("link", name="Deal of the day").click()
    deal = page.locator("[data-deal=dam-it]")
    expect(deal).to_contain_text("Not played yet")
    expect(page.get_by_text("No streak yet")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Play this deal").click()
    player = Player(page)
    page.wait_for_selector(player.board)
    table = page.url
    while player.wait_for_turn():
        player.move()
    expect(page.get_by_test_id("comparison")).to_contain_text("Old Hand", timeout=60_000)
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    check(page)
    shot(page, "daily-end")

    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    record = load(Path(download.value.path()))
    assert verify(record).finished
    assert record.seed == daily_seed(game("dam-it"), DAY)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert download.value.suggested_filename == "lodge-dam-it-2026-11-18.png"

    page.get_by_role("link", name="All deals of the day").click()
    expect(deal).to_contain_text("points")
    compared = page.get_by_test_id("comparison").text_content()
    check(page)
    shot(page, "daily")
    page.get_by_role("button", name="Practise this deal").click()
    page.wait_for_selector(player.board)
    assert page.url == f"{table}-t2"
    page.go_back()
    at_noon(page, 19)
    page.reload()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(deal).to_contain_text("Not played yet")
    at_noon(page, 20)
    page.reload()
    expect(page.get_by_text("No streak yet")).to_be_visible()
    page.locator("td a", has_text="November 18").click()
    expect(page.get_by_test_id("comparison")).to_have_text(compared or "?")
    page.goto(f"{page.url.rpartition('/')[0]}/2026-11-21")
    expect(page.get_by_text("This deal is not there yet")).to_be_visible()
    page.goto(f"{page.url.rpartition('/')[0]}/2026-02-30")
    expect(page.get_by_role("heading", name="Nothing here but reeds")).to_be_visible()

    statistics(page, open_page, shot, tmp_path)


def statistics(page: Page, open_page: Open, shot: Shot, folder: Path) -> None:
    """One match, which stays when it is deleted, and goes to another device once."""
    page.goto(f"{page.url.partition('/daily')[0]}/")
    row = page.locator("[data-match=dam-it]")
    for left in (1, 0):  # the practice, too
        row.first.get_by_role("button", name="Delete").click()
        row.first.get_by_role("button", name="Delete").click()
        expect(row).to_have_count(left)
    page.get_by_role("link", name="My statistics").click()
    matches = page.locator("dl dd").first
    expect(matches).to_have_text("1")
    expect(page.get_by_role("row", name="Gatherer")).to_contain_text("1")
    check(page)
    shot(page, "statistics")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table (CSV)").click()
    assert len(Path(download.value.path()).read_text().splitlines()) == 2
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = folder / "statistics.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["results"][0]["day"] == DAY.isoformat()

    other = open_page("/statistics", language="de-DE", color_scheme="dark", viewport=PHONE)
    expect(other.get_by_text("Noch nichts da")).to_be_visible()
    check(other)
    for told in ("1 Partie ergänzt", "0 Partien ergänzt"):
        other.get_by_test_id("statistics-file").set_input_files(file)
        expect(other.get_by_role("status").filter(has_text=told)).to_be_visible()
    wrong = FilePayload(name="a.json", mimeType="application/json", buffer=b"{}")
    other.get_by_test_id("statistics-file").set_input_files(wrong)
    expect(other.get_by_role("alert")).to_contain_text("keine Statistik")
    other.get_by_role("button", name="Statistik löschen").click()
    other.get_by_role("button", name="Löschen", exact=True).click()
    expect(other.get_by_text("Noch nichts da")).to_be_visible()
