"""Draw docs/paper/GAME.png: all pages that a game prints, in English, small, beside each other.

`docs/paper/pages.json` says of which pages they are, so that a test notices when they are old.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from lodge.games import games
from lodge.paper import sheets, written
from lodge.paper.drawing import Page

FOLDER = Path(__file__).parent.parent / "docs" / "paper"
WIDTH = 290  # of a page, in pixels
ACROSS = 5
COLOURS = 200
STYLE = f"""
body {{ margin: 0; padding: 10px; display: grid; grid-template-columns: repeat({ACROSS}, {WIDTH}px); gap: 10px;
       align-items: start; width: max-content; background: #b9b4aa }}
img {{ width: {WIDTH}px; background: #fff; display: block }}
"""


def fingerprint(pages: Sequence[Page]) -> str:
    """What tells whether a picture is of these pages."""
    return hashlib.sha256(written(pages, "svg")).hexdigest()


def main() -> None:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        sys.exit("Pictures are drawn by Chromium: install it (apt-get install chromium).")
    FOLDER.mkdir(exist_ok=True)
    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": ACROSS * (WIDTH + 10) + 10, "height": 800})
        for game in games():
            pages = sheets(game.id)
            found[game.id] = fingerprint(pages)
            drawn = [base64.b64encode(written([one], "svg")).decode() for one in pages]
            pictures = "".join(f'<img src="data:image/svg+xml;base64,{data}">' for data in drawn)
            page.set_content(f"<style>{STYLE}</style>{pictures}")
            page.wait_for_function("[...document.images].every((image) => image.complete)")
            shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
            shot.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
                FOLDER / f"{game.id}.png", optimize=True
            )
        browser.close()
    (FOLDER / "pages.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
