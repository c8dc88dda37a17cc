"""The modules in a real browser: the same bytes as everywhere else, from random games and from thinking bots."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from lodge.games import Game, games
from lodge.kernel.sources import DESCRIPTION, MODULE
from tests.worlds import Call, budget, deals, hashed, simulation, thoughts

SCRIPT = (Path(__file__).parent / "module.js").read_text()
RUN = """async ([code, description, calls]) => {
  const module = await openModule(code, description);
  const found = [];
  for (const call of calls) found.push((await module.call(call)).slice(0, 2));
  return found;
}"""


def in_browser(browser: Browser, url: str, game: Game, calls: list[Call]) -> list[list[Any]]:
    """What calls give in a page."""
    context = browser.new_context(bypass_csp=True)
    try:
        page = context.new_page()
        page.goto(url)
        page.add_script_tag(content=SCRIPT)
        code = b64encode((game.folder / MODULE).read_bytes()).decode()
        description = msgspec.json.decode((game.folder / DESCRIPTION).read_bytes())
        found: list[list[Any]] = page.evaluate(RUN, [code, description, [call.plain() for call in calls]])
        return found
    finally:
        context.close()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_module_gives_the_same_in_chromium(browser: Browser, server: Any, game: Game) -> None:
    """Every number of seats and every option; natively and interpreted they are the same (tests/kernel)."""
    calls = []
    for deal in deals():
        if deal.game == game:
            calls += [simulation(deal, 5), *thoughts(deal, 5, budget(game) // 5)]
    assert in_browser(browser, f"{server.url}/healthz", game, calls) == [hashed(call.on("wasm")) for call in calls]
