"""The lobby: friends arrive by a link that they can really reach, sit down on the log, and nobody is forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from lodge.server.listening import own_ip
from tests.e2e.axe import check
from tests.e2e.conftest import Open
from tests.e2e.player import Player

LINK = "Link to this table"
NAME = "Name at this table"


def test_friends_come_by_the_network_and_nobody_is_forgotten(open_page: Open) -> None:
    ip = own_ip()
    if ip is None:
        pytest.skip("this machine is in no network")
    ada, bo = Player(open_page()), Player(open_page("/about"))
    ada.invite("Ada")
    link = ada.page.get_by_label(LINK)
    expect(link).to_have_value(re.compile(r"^http://(127\.0\.0\.1|localhost):"))
    expect(ada.page.get_by_test_id("qr").locator("path")).to_have_attribute("d", re.compile("h1v1"))
    ada.page.get_by_role("button", name="Let my network in").click()
    check(ada.page)
    ada.page.get_by_role("button", name="Let them in").click()
    expect(link).to_have_value(re.compile(rf"^http://{re.escape(ip)}:"))
    bo.page.goto(link.input_value())
    bo.sit_down("Bo")
    expect(bo.page.get_by_role("button", name="Close", exact=True)).to_have_count(0)
    expect(ada.page.locator("li.human .name").nth(1)).to_have_text("Bo")
    bo.page.get_by_label(NAME).fill("Bob")
    bo.page.keyboard.press("Enter")
    expect(ada.page.locator("li.human .name").nth(1)).to_have_text("Bob")
    bo.page.get_by_label(NAME).fill("ada")  # that looks like another's
    bo.page.keyboard.press("Enter")
    expect(bo.page.get_by_label(NAME)).to_have_value("Bob")
    # Cy's name is written, but not added: who starts now means it.
    ada.page.get_by_role("button", name="Add a player on this device").click()
    ada.page.get_by_label("Name of the player").fill("Cy")
    ada.page.get_by_role("button", name="Start", exact=True).click()  # then a curtain may be down, or not
    expect(bo.page.locator(".seats li")).to_have_text([re.compile("Ada"), re.compile("Cy")])
    bo.page.wait_for_selector(".river-card")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("This link works only on this computer.")
    expect(bo.page.locator(".banner")).to_contain_text("Connection lost")
    expect(ada.page.locator(".seats [data-expression=asleep]")).to_have_count(1)


def test_whoever_is_sent_away_is_told_and_stays_out_until_invited_again(open_page: Open) -> None:
    ada, bo = Player(open_page()), Player(open_page("/about"))
    address = ada.invite("Ada")
    bo.page.goto(address)
    bo.sit_down("Bo")
    ada.page.get_by_role("button", name="About Bo").click()
    ada.page.get_by_role("button", name="Ask Bo to leave").click()
    told = bo.page.get_by_text("The host has asked you to leave this table.")
    expect(told).to_be_visible()
    check(bo.page)
    bo.page.reload()
    expect(told).to_be_visible()
    expect(bo.page.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)
    invite = ada.page.locator(".invite")
    expect(invite).to_contain_text("Bo")
    invite.get_by_role("button", name="Let them back in").click()
    expect(bo.page.get_by_text("You are invited again")).to_be_visible()
    bo.sit_down("Bo")
    expect(ada.page.locator("li.human .name").nth(1)).to_have_text("Bo")
    expect(invite).not_to_contain_text("Bo")
