"""A player without an account: the same games on a laptop and on a phone, and nobody else's."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open, Server
from tests.e2e.player import LOG, Player


def row(page: Page) -> Locator:
    return page.locator("[data-match='dam-it']")


def test_my_games_on_two_devices(open_page: Open) -> None:
    ada, bo = Player(open_page()), Player(open_page())
    table = ada.invite("Ada")
    bo.page.goto(table)
    bo.sit_down("Bo")
    expect(ada.page.get_by_text("Bo", exact=True).first).to_be_visible()
    ada.more_options()
    ada.page.get_by_label("Clock").select_option(label="7 days, and 1 day for each move")
    ada.page.get_by_label("Days off").select_option(label="2 days")
    bo.more_options()
    expect(bo.page.get_by_label("Days off")).to_have_value("2")
    ada.start()
    bo.page.wait_for_selector(bo.board)
    # Ada adds her phone: by a link that works once.
    ada.page.goto("/me")
    expect(row(ada.page)).to_contain_text(re.compile(r"(Your turn|Bo to move).* · [67] days left"))
    ada.page.get_by_role("button", name="Use another device, too").click()
    link = ada.page.get_by_label("Link for one other device").input_value()
    expect(ada.page.get_by_test_id("qr")).to_be_visible()
    check(ada.page)
    how = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    phone = open_page("/me", language="de-DE", refused="403 (Forbidden)", **how)
    expect(phone.get_by_text("Noch keine Partien.")).to_be_visible()
    phone.goto("about:blank")
    phone.goto(link)
    phone.get_by_role("button", name="Ja, es ist meines").tap()
    assert "#" not in phone.url
    # Its name, language and match are Ada's.
    expect(phone.get_by_label("Your name")).to_have_value("Ada")
    expect(row(phone)).to_contain_text("Bo")
    expect(phone.get_by_role("listitem").filter(has_text="this one")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    check(phone)
    row(phone).get_by_role("link", name="Go on").tap()
    phone.wait_for_selector(ada.board)
    expect(phone).to_have_title(re.compile(r"(● Your turn · )?Dam It! · Lodge"))
    # Her seat is played on the phone, which has none of her tokens.
    if bo.my_turn:
        bo.move()
    mine = Player(phone)
    mine.wait_for_turn()
    phone.locator("[data-place='1']").tap()
    take = phone.locator(".bar .buttons .button")
    if take.count():
        take.first.tap()
    bo.page.wait_for_selector(f"{LOG}:has-text('Ada')")
    # She takes days off: her clock stands still, and the others see it.
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Stop my clock").tap()
    expect(phone.get_by_role("button", name="I am back")).to_be_visible()
    expect(bo.page.get_by_title("On vacation: the clock stands still")).to_be_visible()
    # Forgotten, and brought back.
    phone.goto("/me")
    row(phone).get_by_role("button", name="Forget").tap()
    row(phone).get_by_role("button", name="Forget").tap()
    expect(row(phone)).to_have_count(0)
    phone.reload()
    phone.get_by_role("button", name="Show what is off the list").tap()
    phone.get_by_role("button", name="Put it back").tap()
    expect(row(phone).get_by_role("link", name="Go on")).to_be_visible()
    # The link was for one device.
    thief = open_page(link, refused="400 (Bad Request)")
    thief.get_by_role("button", name="Yes, it is mine").click()
    expect(thief.get_by_role("alert")).to_contain_text("was opened already")
    thief.get_by_role("button", name="No", exact=True).click()
    expect(thief.get_by_text("No matches yet.")).to_be_visible()
    # The phone is lost: it is removed, and no longer sees anything.
    ada.page.reload()
    lost = ada.page.get_by_role("listitem").filter(has_not_text="this one").filter(has_text="since")
    lost.get_by_role("button", name="Remove").click()
    lost.get_by_role("button", name="Remove").click()
    expect(lost).to_have_count(0)
    phone.reload()
    expect(phone.get_by_text("No matches yet.")).to_be_visible()
    phone.goto(table)
    phone.wait_for_selector(ada.board)
    expect(phone.get_by_text("You are watching")).to_be_visible()


def test_a_notice_is_shown_while_the_page_is_closed(browse: Open, server: Server) -> None:
    page = browse(server.url + "/me", base_url=server.url, permissions=["notifications"])
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_enabled()
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    devtools = page.context.new_cdp_session(page)
    versions: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerVersionUpdated", lambda told: versions.extend(told["versions"]))
    devtools.send("ServiceWorker.enable")
    while not any(one["status"] == "activated" for one in versions):
        page.wait_for_timeout(50)  # what the browser tells comes while it waits
    told = {"title": "Dam It!", "body": "It is your turn.", "table": "k7m2", "tag": "turn k7m2"}
    message = {"origin": server.url, "registrationId": versions[-1]["registrationId"], "data": json.dumps(told)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_function("navigator.serviceWorker.ready.then(async (one) => (await one.getNotifications()).length)")
    shown = "({ title, body, tag, data }) => ({ title, body, tag, table: data })"
    [notice] = page.evaluate(
        f"navigator.serviceWorker.ready.then(async (one) => (await one.getNotifications()).map({shown}))"
    )
    assert notice == told
