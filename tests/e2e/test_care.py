"""What a table takes care of: sound only for those who want it, clicks that were not meant, moves to be confirmed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open
from tests.e2e.player import Player, ways


def test_sound_is_offered_once_and_fetched_only_then(open_page: Open) -> None:
    page = open_page("/about")
    page.evaluate("localStorage.removeItem('lodge.sound')")
    page.context.add_init_script("localStorage.removeItem('lodge.sound')")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if request.url.endswith(".mp3") else None)
    page.goto("/")
    Player(page).play_now()
    offer = page.get_by_role("region", name="Sound")
    expect(offer).to_have_count(0)
    page.mouse.click(5, 300)
    expect(offer).to_be_visible()
    check(page)
    assert not fetched
    with page.expect_response("**/*.mp3"):
        offer.get_by_role("button", name="Sound on").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("localStorage['lodge.sound']") == "on"


def test_the_second_of_two_clicks_does_not_hit_what_came_under_it(open_page: Open) -> None:
    page = open_page()
    button = ways(page).get_by_role("button", name="Play now against bots")
    box = button.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*at)
    page.wait_for_selector(".bar.turn")
    page.evaluate("() => { window.heard = 0; addEventListener('click', () => window.heard++); }")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.evaluate("window.heard") == 0
    page.mouse.click(at[0], at[1] + 60)
    assert page.evaluate("window.heard") == 1


def test_moves_are_confirmed_where_that_is_wished(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_label("Ask before each move").check()
    player = Player(page)
    player.play_now()
    player.wait_for_turn()
    asked = page.get_by_role("alertdialog", name="Play this move?")
    for key in ("1", "1"):
        page.keyboard.press(key)
    expect(asked).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert player.my_turn
    for key in ("1", "1"):
        page.keyboard.press(key)
    asked.get_by_role("button", name="Play it").click()
    expect(asked).to_have_count(0)
    for reload in (False, True):  # the move was made, and is kept
        if reload:
            page.reload()
            page.wait_for_selector(player.board)
        page.get_by_role("button", name="What happened").click()
        expect(page.locator("dialog[open] .log li.mine").first).to_contain_text("Guest")


def test_several_round_one_device(open_page: Open) -> None:
    page = open_page()
    field = page.get_by_label("Your name")
    field.focus()
    page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    page.get_by_role("button", name="Pass and play").click()
    sheet = page.get_by_role("dialog", name="Pass and play")
    sheet.get_by_label("Beaver Gang").check()
    check(page)
    sheet.get_by_label("Your name").fill("Ada")
    sheet.get_by_label("Name of the player 2").fill("Ada")
    sheet.get_by_role("button", name="One more player").click()
    sheet.get_by_label("Name of the player 3").fill("Cy")
    sheet.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Pass the device to Ada")).to_be_visible()
    assert "local-" in page.url
    expect(page.locator(".seats")).to_contain_text("Cy")
    page.goto("/")
    expect(page.locator("[data-match=beaver-gang]")).to_contain_text("Ada, Guest, Cy")


def test_who_starts_by_keyboard_is_at_the_first_thing_to_do(open_page: Open) -> None:
    page = open_page()
    first = {
        "dam-it": ".river-card.can",
        "beaver-gang": ".mine [data-rove]",
        "donnant": ".hand .pick",
        "amik": "[data-hex].can",
    }
    for game, wanted in first.items():
        page.goto("/")
        start = ways(page, game).locator(".primary").first
        start.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".bar.turn")
        expect(page.locator(f":focus:is({wanted})")).to_have_count(1)
