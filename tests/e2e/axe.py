"""axe-core, injected into a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.e2e.player import still

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Only what is wrong is asked for, and without where it is: the rest is most of the work.
RUN = """(rules) => axe
  .run({ runOnly: rules, resultTypes: ['violations'], selectors: false })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
COLOURS = ["color-contrast"]
OTHER_SCHEME = """() => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
}"""


def check(page: Page) -> None:
    """axe-core finds nothing, by day and by night: only colours differ between them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    problems: list[str] = []
    for rules in (ALL, COLOURS):
        still(page)
        problems += page.evaluate(RUN, rules)
        page.evaluate(OTHER_SCHEME)
    assert not problems, "\n".join(problem[:200] for problem in problems)
