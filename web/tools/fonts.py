"""The fonts of the page, cut to what it shows: uv run --with fonttools,brotli python web/tools/fonts.py.

Each face is two files. The first holds what five languages need, and every table loads it; the second holds the other
letters of Western names, and a browser fetches it only for a page that shows one (`unicode-range`). Weights of the sans
go from 400 to 600. A changed font may not bear its first name (SIL OFL, 3), so these are called after Lodge.
"""

from __future__ import annotations

import io
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parents[1]
PACKAGES = WEB / "node_modules"
SANS = PACKAGES / "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2"
SERIF = PACKAGES / "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2"
WEIGHTS = (400, 600)

LETTERS = "ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŒßàâäæçèéêëìîïòóôöùûüœáíúñ"  # a test compares them with the messages
SIGNS = "\N{NO-BREAK SPACE}«»±·×–—‘’‚“”„…‹›−\N{NARROW NO-BREAK SPACE}"  # noqa: RUF001
MAIN = {*map(chr, range(0x20, 0x7F)), *LETTERS, *SIGNS}
MORE = {*map(chr, range(0xA1, 0x100)), "Ÿ", "€", "™"} - MAIN

FACE = """@font-face {{
  font-family: '{family}';
  font-display: swap;
  font-weight: {weight};
  src: url('../fonts/{file}.woff2') format('woff2');
  unicode-range: {range};
}}
"""


def cut(source: Path, characters: set[str], family: str, target: Path) -> None:
    """Write the part of a font that some characters need."""
    font = TTFont(source)
    for identity in (1, 3, 4, 6, 16, 21):
        font["name"].removeNames(nameID=identity)
    for identity in (1, 4, 6):
        font["name"].setName(family if identity != 6 else family.replace(" ", ""), identity, 3, 1, 0x409)
    options = Options(hinting=False, glyph_names=False, layout_features=["kern"], name_IDs=[0, 1, 2, 4, 6, 13, 14])
    options.drop_tables += ["STAT", "MVAR"]
    cutter = Subsetter(options)
    cutter.populate(text="".join(characters))
    cutter.subset(font)
    if "fvar" in font:
        font = instantiateVariableFont(reread(font), {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.save(target)


def reread(font: TTFont) -> TTFont:
    """The font as it would be read from a file: what was left out of it is gone."""
    data = io.BytesIO()
    font.flavor = None
    font.save(data)
    data.seek(0)
    return TTFont(data)


def ranges(characters: set[str]) -> str:
    """Characters as CSS names them."""
    codes = sorted(map(ord, characters))
    starts = [code for code in codes if code - 1 not in codes]
    ends = [code for code in codes if code + 1 not in codes]
    return ", ".join(
        f"U+{start:X}" if start == end else f"U+{start:X}-{end:X}" for start, end in zip(starts, ends, strict=True)
    )


def main() -> None:
    """Write all of them, and the style sheet that names them."""
    css = ["/* Made by web/tools/fonts.py. */\n"]
    for family, source, weight in (("Lodge Sans", SANS, "400 600"), ("Lodge Serif", SERIF, "600")):
        for suffix, characters in (("", MAIN), ("-more", MORE)):
            file = family.lower().replace(" ", "-") + suffix
            cut(source, characters, family, WEB / "src" / "fonts" / f"{file}.woff2")
            css.append(FACE.format(family=family, weight=weight, file=file, range=ranges(characters)))
    (WEB / "src" / "styles" / "fonts.css").write_text("".join(css), encoding="utf-8")


if __name__ == "__main__":
    main()
