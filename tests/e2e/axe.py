"""axe-core, injected into a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.player import still

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})"


def check(page: Page) -> None:
    """axe-core finds nothing."""
    still(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: Any = page.evaluate(RULES)
    problems = [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]
    assert not problems, "\n".join(problems)
