"""Names and lines of chat: what they may hold, and which names look the same."""
# ruff: noqa: RUF001 - letters that are taken for others are what this is about

from __future__ import annotations

import unicodedata

JOINER = "\u200d"  # joins emoji
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control and bidi characters, halves, private, unassigned
# Characters that are shown as nothing: zero-width spaces and joiners, fillers, a blank of Braille.
INVISIBLE = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064"
    "\u2800\u3164\ufeff\uffa0"
)
STACK = 3  # accents on one letter

# Letters that look like another, by what they look like: what people who want to be taken for somebody else use.
LOOKS = {
    "a": "αаɑ⍺",
    "b": "вьƅ",
    "c": "сϲⅽ",
    "d": "ԁɗⅾ",
    "e": "еҽєε",
    "f": "ƒϝ",
    "g": "ɡցԍ",
    "h": "һհнη",
    "i": "іıɩι1l|ǀӏ!ⅰⅼ",
    "j": "јϳ",
    "k": "кκĸ",
    "m": "мⅿ",
    "n": "ոпи",
    "o": "оοօ0ө੦०௦",
    "p": "рρƿ",
    "q": "ԛզ",
    "r": "гɾґ",
    "s": "ѕꜱƽ5$",
    "t": "тτ",
    "u": "υսʋц",
    "v": "ѵⅴν",
    "w": "ѡԝшω",
    "x": "хχⅹ×",
    "y": "уγү",
    "z": "ᴢ2",
    "3": "зӡʒ",
}
_LOOKS = str.maketrans({other: letter for letter, others in LOOKS.items() for other in others})
PAIRS = (("rn", "m"), ("vv", "w"))  # two letters that look like one


def clean(text: str) -> str | None:
    """The text with plain spaces and without what cannot be seen; None where nobody should be sent it."""
    text = " ".join(unicodedata.normalize("NFC", _visible(text)).split())
    stacked = 0
    for letter in text:
        kind = unicodedata.category(letter)
        stacked = stacked + 1 if kind in ("Mn", "Me") else 0
        if stacked > STACK or (kind in HIDDEN and letter != JOINER):
            return None
    return text


def _visible(text: str) -> str:
    """Without invisible characters; a joiner stays between two emoji."""
    kept = ""
    for at, letter in enumerate(text):
        joins = letter == JOINER and _emoji(text[at - 1 : at]) and _emoji(text[at + 1 : at + 2])
        if joins or letter not in INVISIBLE:
            kept += letter
    return kept


def _emoji(letter: str) -> bool:
    return bool(letter) and (unicodedata.category(letter) in ("So", "Sk") or letter == "\ufe0f")


def skeleton(name: str) -> str:
    """What a name looks like: the same for names that a quick eye takes for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(letter for letter in plain if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))
    looks = "".join(letters.translate(_LOOKS).split())
    for pair, letter in PAIRS:
        looks = looks.replace(pair, letter)
    return looks.translate(_LOOKS)


def alike(name: str, others: list[str]) -> bool:
    """Whether a name looks like one of others."""
    looks = skeleton(name)
    return any(skeleton(other) == looks for other in others if other)


def unlike(name: str, others: list[str], longest: int) -> str:
    """The name, with a number behind it where it looks like one of others."""
    found, number = name, 2
    while alike(found, others):
        end = f" {number}"
        found, number = name[: longest - len(end)].rstrip() + end, number + 1
    return found
