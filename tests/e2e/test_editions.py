"""A new version with other rules: matches that were begun before go on with the page that knows theirs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import lodge.site
from lodge.record import load
from lodge.site import PAGE, module_parts, write_site
from tests.e2e.conftest import Open
from tests.e2e.player import END, Player, ways
from tests.e2e.test_site import KEPT, WAITING, Host, host

__all__ = ["host"]
TEXTS = {".js", ".css", ".html", ".json"}
RULES = 7  # of the new version
FORGET_EDITIONS = "async () => { for (const name of await caches.keys()) await caches.delete(name); }"


def newer_page(folder: Path) -> Path:
    """The page as a build would give it for other rules: all that was made anew has new names."""
    page = shutil.copytree(PAGE, folder / "page")
    files = [path for path in page.rglob("*") if path.suffix in TEXTS and path.parent.name == "assets"]
    names = {path.name: path.name.replace("-", "-0", 1) for path in files}
    found = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    for path in [*files, page / "index.html"]:
        text = found.sub(lambda name: names[name[0]], path.read_text())
        if path.suffix == ".json" and '"game":"dam-it"' in text:
            text = re.sub(r'"rules":\d+', f'"rules":{RULES}', text, count=1)
        if path.name == "index.html":
            text = text.replace("<title>", '<meta name="edition" content="2" /><title>')
        path.unlink()
        path.with_name(names.get(path.name, path.name)).write_text(text)
    return page


def newer_modules(folder: Path) -> dict[str, Path]:
    parts = module_parts()
    name = "modules/dam-it/module.json"
    path = folder / "module.json"
    path.write_text(json.dumps(json.loads(parts[name].read_text()) | {"rules": RULES}))
    return parts | {name: path}


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    path = folder / "saved.json"
    download.value.save_as(path)
    return path


def test_a_match_is_finished_with_its_own_rules(
    browse: Open, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(host.folder)
    page = browse(host.url)
    page.wait_for_function(KEPT)
    player = Player(page)
    player.play_now()
    while player.wait_for_turn() and player.log_length < 4:
        player.move()
    old = page.url
    page.goto(host.url)
    monkeypatch.setattr(lodge.site, "module_parts", lambda: newer_modules(tmp_path))
    write_site(host.folder, newer_page(tmp_path))
    page.reload()
    page.evaluate(WAITING)
    page.reload(wait_until="commit")  # it loads once more by itself
    page.wait_for_selector("meta[name=edition]", state="attached")
    page.context.set_offline(True)

    # The old match goes on in the old page, to its end; from there one comes back to the new one.
    page.get_by_role("link", name="Go on").click()
    page.wait_for_url(re.compile(r"\?edition="))
    player.wait_for_turn()
    assert page.locator("meta[name=edition]").count() == 0
    assert page.url.endswith(old.partition("#")[2])
    player.move()
    player.wait_for_turn()
    page.reload()
    player.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.wait_for_selector(END, timeout=60_000)
    page.get_by_role("link", name="To the start page").last.click()
    page.wait_for_selector("meta[name=edition]", state="attached")
    assert load(saved(page, tmp_path)).rules != RULES
    ways(page).get_by_role("button", name="Play now against bots").click()
    page.wait_for_selector(".bar.turn")
    assert "edition" not in page.url
    page.go_back()
    page.get_by_role("link", name="Watch again").click()
    page.wait_for_selector(".replay .board")
    assert "edition" in page.url

    # Where that page is gone, the match is told of and can be saved; it is never played by other rules.
    page.context.set_offline(False)
    page.goto(host.url)
    page.evaluate(FORGET_EDITIONS)
    page.get_by_role("link", name="Watch again").click()
    expect(page.get_by_text("another version of the rules")).to_be_visible()
    assert load(saved(page, tmp_path)).scores
    page.locator("summary").click()
    expect(page.locator("details li").first).to_contain_text("take")
