"""The icons of the page, rendered from web/icons/icon.svg by Chromium: python web/tools/icons.py."""

from __future__ import annotations

import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

WEB = Path(__file__).parents[1]
# By name: its size, and the part of it that the drawing keeps to. Systems cut maskable ones to a shape of their own and
# round Apple's themselves: those have no corners.
ICONS = {"192": (192, True), "512": (512, True), "maskable": (512, False), "apple-touch": (180, False)}
COLOURS = 64  # few shapes in few tones: more would make larger files, not better ones
SMALLER = ".lodge, circle { transform: scale(0.86); transform-origin: 50% 72%; }"


def main() -> None:
    """Write all of them."""
    drawing = (WEB / "icons" / "icon.svg").read_text(encoding="utf-8")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, (size, rounded) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = "" if rounded else f".ground {{ rx: 0; }} {SMALLER}"
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }} {style}</style>{drawing}")
            target = WEB / "public" / "icons" / f"{name}.png"
            page.screenshot(path=target, omit_background=True)
            Image.open(target).quantize(COLOURS).save(target, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
