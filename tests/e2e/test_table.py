"""Playing Dam It! with a mouse: against bots, with friends, to the end."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.axe import check
from tests.e2e.conftest import Open, Server, Shot
from tests.e2e.player import STALLED, Player, ways


def test_the_first_move_is_three_clicks_away(open_page: Open, shot: Shot) -> None:
    page = open_page(motion=True)
    page.wait_for_selector(".tile")
    shot(page, "start")
    ways(page).get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector(".bar.turn")
    shot(page, "table")
    page.locator("[data-place='1']").click()
    expect(page.locator("aside .log")).to_contain_text("Guest: ")
    expect(page.locator("[data-spot] > [data-testid=last-move]")).to_have_count(1)


def test_two_browsers_play_each_other_to_the_end(open_page: Open, shot: Shot) -> None:
    ada, bo = Player(open_page(), 1), Player(open_page("/about"), 2)
    address = ada.invite("Ada")
    bo.page.goto(address)
    bo.page.wait_for_selector(".lobby")
    shot(bo.page, "lobby")
    bo.sit_down("Bo")
    expect(ada.page.locator(".lobby")).to_contain_text("Bo")
    ada.start()
    bo.page.wait_for_selector(".river-card")
    until = time.monotonic() + STALLED
    while not ada.over and time.monotonic() < until:
        for player in (ada, bo):
            if player.my_turn:
                player.move()
                until = time.monotonic() + STALLED
    for player in (ada, bo):
        player.page.wait_for_selector("dialog[open] .headline")
    assert _scores(ada.page) == _scores(bo.page)
    shot(ada.page, "end")
    _take_picture(ada.page)
    check(ada.page)
    for player in (ada, bo):  # each page checks the luck without being asked
        expect(player.page.locator(".verify")).to_contain_text("and the players had a share in it")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".json")
    _watch_again(bo.page, shot)
    ada.page.get_by_role("button", name="Rematch").click()
    waiting = ada.page.get_by_role("dialog").get_by_role("button", name="Waiting for Bo")
    expect(waiting).to_be_disabled()  # nobody is thrown into a lobby
    bo.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: url != address)
    bo.page.wait_for_url(ada.page.url)
    for player in (ada, bo):
        player.page.wait_for_selector(".river-card")
    assert ada.page.locator(".bar.turn").count() + bo.page.locator(".bar.turn").count() <= 1
    bo.page.goto("/")  # what the server wrote, with the players' shares in the luck, is watched from the file
    bo.page.get_by_test_id("record-file").set_input_files(download.value.path())
    bo.page.wait_for_selector(".replay .board")
    assert "local-" in bo.page.url


def _take_picture(page: Page) -> None:
    """The final boards with names and points, as files that need nothing else."""
    held = list[Route]()
    page.route("**/assets/Picture-*.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in
    page.get_by_role("button", name="Picture").click()
    while not held:
        page.wait_for_timeout(20)
    expect(page.get_by_role("button", name="Save as PNG")).to_be_disabled()  # there is nothing to save yet
    held[0].continue_()
    expect(page.get_by_role("button", name="Save as PNG")).to_be_enabled()
    files = dict[str, bytes]()
    for kind in ("PNG", "SVG"):
        with page.expect_download() as download:
            # By key: a click this soon, where another one was, is taken for the tail of that.
            page.get_by_role("button", name=f"Save as {kind}").press("Enter")
        files[kind] = download.value.path().read_bytes()
    assert files["PNG"].startswith(b"\x89PNG")
    drawn = files["SVG"].decode()
    for name, points in _scores(page):
        assert f">{name.strip()}<" in drawn
        assert f">{points}<" in drawn
    assert set(re.findall(r"https?://[^\"']*", drawn)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"var\(|<use|class=", drawn)


def _scores(page: Page) -> list[tuple[str, str]]:
    names = page.locator("dialog[open] thead th").all_inner_texts()
    return sorted(zip(names, page.locator("dialog[open] .total b").all_inner_texts(), strict=True))


def _watch_again(page: Page, shot: Shot) -> None:
    asked = list[str]()
    page.on("websocket", lambda line: line.on("framesent", lambda text: asked.append(str(text))))
    page.get_by_role("button", name="Watch again").click()
    slider = page.get_by_role("slider")
    slider.fill("12")
    expect(page.locator(".controls")).to_contain_text("12 /")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".controls")).to_contain_text("13 /")
    shot(page, "replay")
    check(page)
    _analyse(page, shot)
    page.go_back()
    expect(page.locator(".curve")).to_have_count(0)
    page.go_forward()
    page.reload()
    expect(page.locator(".curve")).to_be_visible(timeout=60_000)  # an analysis takes its time
    assert asked  # since then, over a new line
    assert not any("analyse" in text for text in asked)  # the page made it, of the record
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def _analyse(page: Page, shot: Shot) -> None:
    """Curve, moves and board follow each other; another move is played on."""
    page.get_by_role("button", name="Analysis").click()
    curve = page.get_by_label("Chances to win after each move")
    curve.press("ArrowRight")
    expect(page.locator(".controls")).to_contain_text("14 /")
    expect(page.locator(".decision")).to_contain_text("Move 14")
    page.locator(".panel ol button").first.click()
    page.get_by_role("button", name="What if?").click()
    expect(page.locator(".decision")).to_contain_text("Bots played on")
    page.get_by_role("button", name="Another move").click()
    expect(page.get_by_label("Another move")).to_be_focused()
    page.get_by_label("Another move").select_option(index=1)
    wanted = page.get_by_label("Another move").evaluate("field => field.selectedOptions[0].text")
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page.locator(".decision .tried")).to_have_text(f"What if? {wanted}")
    told = re.compile(r"Luck: .*Own play: .*Accuracy \(of 100\): \d+", re.DOTALL)
    expect(page.locator(".panel ul li")).to_have_text([told] * 2)
    page.get_by_text("The players in numbers").click()
    expect(page.locator(".panel details tr.sum td")).to_have_text([re.compile("^(0|50|100)$")] * 2)
    shot(page, "analysis-wide")
    check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".board")).to_have_count(0)
    shot(page, "analysis-phone")
    check(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")


def test_reloading_in_the_middle_changes_nothing(open_page: Open) -> None:
    player = Player(open_page())
    player.play_now()
    for _ in range(3):
        player.wait_for_turn()
        player.take(1)
    player.wait_for_turn()
    things = (".hand", ".river .row", ".near .mine", "aside .log")
    before = [player.page.locator(thing).inner_text() for thing in things]
    player.page.reload()
    player.wait_for_turn()
    assert [player.page.locator(thing).inner_text() for thing in things] == before
    player.page.go_back()
    player.page.wait_for_selector(".tile")
    expect(player.page.locator("main")).to_contain_text("Your running matches")
    player.page.get_by_role("link", name="Guest").first.click()
    player.wait_for_turn()


def test_a_second_tab_follows(open_page: Open) -> None:
    first = Player(open_page())
    first.play_now()
    second = Player(open_page(first.page.url, context=first.page.context))
    second.wait_for_turn()
    second.take(1)
    expect(first.page.locator("aside .log")).to_contain_text("Guest: ")
    first.wait_for_turn()
    first.take(1)


def test_a_lost_connection_comes_back_with_what_was_missed(open_page: Open) -> None:
    ada, bo = Player(open_page(), 1), Player(open_page("/about"), 2)
    address = ada.invite("Ada")
    lines: list[WebSocketRoute] = []
    away = [False]

    def through(line: WebSocketRoute) -> None:
        if away[0]:
            line.close(code=1012)
        else:
            line.connect_to_server()
            lines.append(line)

    bo.page.route_web_socket("**/ws", through)
    bo.page.goto(address)
    bo.sit_down("Bo")
    ada.start()
    bo.page.wait_for_selector(".river-card")
    if bo.my_turn:
        bo.take(1)
    ada.wait_for_turn()
    away[0] = True
    for line in lines:
        line.close(code=1012)
    expect(bo.page.get_by_text("Connection lost")).to_be_visible()
    before = ada.log_length
    ada.take(1)
    away[0] = False
    expect(bo.page.get_by_text("Connection lost")).to_be_hidden()
    bo.wait_for_log(before + 1)
    bo.wait_for_turn()
    bo.take(1)
    ada.wait_for_log(before + 2)


def test_the_server_may_be_killed_in_between(open_page: Open, mortal_server: Server) -> None:
    player = Player(open_page(at=mortal_server))
    player.play_at_server()
    player.wait_for_turn()
    player.take(1)
    player.wait_for_turn()
    before = player.log_length
    mortal_server.kill()
    expect(player.page.get_by_text("Connection lost")).to_be_visible()
    mortal_server.start()
    expect(player.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
    assert player.log_length == before
    player.take(1)


def test_hot_seat_draws_a_curtain(open_page: Open, shot: Shot) -> None:
    page = open_page()
    player = Player(page)
    player.invite("Ada")
    player.add_here("Bo")
    page.get_by_role("button", name="Start", exact=True).click()
    seen = []
    for _ in range(4):
        page.wait_for_selector(".curtain")
        assert page.locator(".hand").count() == 0
        shot(page, "curtain")
        check(page)
        name = page.get_by_role("button", name=re.compile("I am")).inner_text()
        seen.append(name)
        page.get_by_role("button", name=name).click()
        expect(page.locator(".hand")).to_be_visible()
        player.wait_for_turn()
        page.locator("[data-place='1']").click()
        page.locator(".curtain").or_(page.locator(".bar .buttons .button").first).wait_for()
        if page.locator(".bar .buttons .button").count():
            page.locator(".bar .buttons .button").first.click()
    assert seen[0] != seen[1]
    assert seen[:2] == seen[2:]


def test_a_spectator_sees_the_public_things_only(open_page: Open, shot: Shot) -> None:
    player = Player(open_page())
    player.play_at_server()
    player.wait_for_turn()
    player.take(1)
    player.wait_for_turn()
    watcher = open_page(player.page.url)
    watcher.wait_for_selector(".river-card")
    assert watcher.locator(".hand").count() == 0
    assert watcher.locator(".seats li").count() == 2
    expect(watcher.locator("main")).to_contain_text("Waiting for Guest")
    watcher.get_by_label("Say something").fill("Well played")
    watcher.get_by_role("button", name="Send").click()
    expect(player.page.locator(".chat")).to_contain_text("Well played")
    expect(player.page.locator("aside")).to_contain_text("1 watching")
    shot(watcher, "spectator")
    check(watcher)


def test_a_seat_link_moves_a_seat_to_another_device(open_page: Open) -> None:
    player = Player(open_page())
    player.play_at_server()
    player.wait_for_turn()
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Show").click()
    link = player.page.get_by_label("Your seat on another device").input_value()
    other = Player(open_page(link))
    other.wait_for_turn()
    assert "#" not in other.page.url
    other.take(1)


def test_a_match_of_this_browser_goes_on_with_a_friend(open_page: Open) -> None:
    player = Player(open_page())
    player.play_now()
    player.wait_for_turn()
    player.take(1)
    player.wait_for_turn()
    before = player.log_length
    other = open_page(player.page.url, context=player.page.context)
    other.wait_for_selector(".bar.turn")
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Invite a friend").click()
    player.page.wait_for_url(lambda url: "local-" not in url)
    # The links are there at once; another tab does not play on by itself.
    link = player.page.get_by_label(re.compile("Seat of .* for a friend")).input_value()
    expect(other.get_by_role("heading", name="No such table")).to_be_visible()
    assert "#" not in player.page.url
    player.wait_for_turn()
    assert player.log_length >= before
    friend = Player(open_page(link))
    friend.page.get_by_role("button", name="Take my seat back").click()
    player.page.keyboard.press("Escape")
    player.take(1)
    friend.wait_for_turn()
    friend.take(1)
    player.wait_for_turn()


def _two(open_page: Open, hints: str = "") -> tuple[Player, Player]:
    """Ada and Bo at a table, just started; hints are off unless Ada says otherwise."""
    ada, bo = Player(open_page(), 1), Player(open_page("/about"), 2)
    ada.meet(bo)
    if hints:
        ada.more_options()
        expect(ada.page.get_by_label("Hints")).to_have_value("off")
        ada.page.get_by_label("Hints").select_option(hints)
    ada.start_with(bo)
    return ada, bo


def test_a_hint_and_leaving_to_a_bot(open_page: Open, shot: Shot) -> None:
    ada, bo = _two(open_page, hints="open")  # two bots would be through before the seat is taken back
    if bo.my_turn:
        bo.take(1)
    page, said = ada.page, list[str]()
    page.on("websocket", lambda line: line.on("framesent", lambda text: said.append(str(text))))
    page.reload()
    ada.wait_for_turn()
    page.keyboard.press("1")
    chosen = page.locator(".bar").inner_text()
    assert "Take it" in chosen
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("[data-testid=pointer] .ring")  # first only where to look
    expect(page.locator(".note")).to_have_count(0)
    page.get_by_role("button", name="Show the move").click()
    page.wait_for_selector(".note")
    expect(page.locator("[data-testid=pointer] .ring")).to_have_count(0)
    page.get_by_role("button", name="Why?").first.click()
    assert any('"hello"' in text for text in said)
    asked = [text for text in said if '"hint"' in text]
    assert len(asked) == 1
    assert '"here":true' in asked[0]  # the page thinks itself, of what the seat knows, when the table has noted it
    expect(bo.page.locator("aside .log")).to_contain_text("Ada: had a hint")
    shot(page, "hint")
    check(page)
    page.get_by_role("button", name="Close").click()  # what was chosen is as before
    expect(page.locator(".bar")).to_have_text(chosen, use_inner_text=True)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Do it").click()
    bo.wait_for_turn()
    bo.take(1)
    ada.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    shot(page, "menu")
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    back = page.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    back.click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(1)


def test_a_dam_can_be_taken_back(open_page: Open) -> None:
    ada, bo = _two(open_page)
    until = time.monotonic() + 40
    while time.monotonic() < until:
        if bo.my_turn:
            bo.take(1)
        if ada.my_turn and ada.page.locator(".stack.lit").count():
            break
        if ada.my_turn:
            ada.take(1)
    hand = ada.page.locator(".hand").inner_text()
    before = ada.log_length
    ada.page.locator(".stack.lit").last.click()
    ada.page.locator(".bar .primary").click()
    bo.wait_for_turn()
    bo.wait_for_log(before + 1)
    ada.page.get_by_role("button", name="Undo").click()
    ada.wait_for_turn()
    assert ada.log_length == before
    expect(bo.page.locator("aside .log")).to_contain_text("Ada: takes the move back")
    assert ada.page.locator(".hand").inner_text() == hand
    expect(bo.page.locator(".bar.turn")).to_have_count(0)


def test_a_bot_plays_for_somebody_who_is_gone(open_page: Open) -> None:
    ada, bo = _two(open_page)
    address = bo.page.url
    if ada.my_turn:
        ada.take(1)
    bo.wait_for_turn()
    bo.page.goto("/about")
    ada.page.get_by_role("button", name="Let a bot play").click()
    ada.wait_for_turn()
    ada.take(1)
    bo.page.goto(address)
    bo.page.get_by_role("button", name="Take my seat back").click()
    expect(bo.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(bo.page.get_by_role("button", name="Hint")).to_have_count(0)  # between people there are none, unless


def test_my_own_clock_is_shown(open_page: Open) -> None:
    player = Player(open_page())
    player.invite("Ada")
    player.add_bot()
    player.page.locator("summary", has_text="More").click()
    player.page.get_by_label("Clock").select_option(index=1)
    player.start()
    player.wait_for_turn()
    expect(player.page.locator(".bar").get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))


def test_an_unknown_table_says_what_to_do(open_page: Open, shot: Shot) -> None:
    page = open_page("/t/nosuchtable")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    page.get_by_role("link", name="To the start page").click()
    page.wait_for_selector(".tile")
