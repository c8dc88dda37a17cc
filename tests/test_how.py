"""How to play: every rule is told, in every language, and the languages keep their own conventions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lodge.games import Game, games
from lodge.games.terms import LANGUAGES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "web" / "src"
RULES: dict[str, list[str]] = json.loads((ROOT / "tests" / "games" / "rules.json").read_text())  # of the rules pages
ALL = list(games())
SCOPES = sorted(path.parent.relative_to(PAGE).as_posix() for path in PAGE.rglob("en.json"))
NARROW = "\u00a0"  # French: a space that does not break


def words(scope: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((PAGE / scope / f"{language}.json").read_text(encoding="utf-8"))
    return found


def told(which: Game) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads((PAGE / "games" / which.id / "rules.json").read_text())
    return found


@pytest.mark.parametrize("which", ALL, ids=lambda which: which.id)
def test_every_rule_is_told_or_left_out_for_a_reason(which: Game) -> None:
    page = told(which)
    ids = {rule for rules in page["told"].values() for rule in rules}
    assert ids.isdisjoint(page["left_out"])
    assert ids | page["left_out"].keys() == set(RULES[which.id])
    assert all(len(reason) > 20 for reason in page["left_out"].values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", ALL, ids=lambda which: which.id)
def test_it_is_told_in_every_language(which: Game, language: str) -> None:
    here, english = words(f"games/{which.id}/how", language), words(f"games/{which.id}/how", "en")
    source = (PAGE / "games" / which.id / "How.svelte").read_text(encoding="utf-8")
    (points,) = re.findall(r"<FinePoints {how} points={\[([^]]*)]", source)
    fine = {f"fine_{name}" for name in re.findall(r"'(\w+)'", points)}
    for key in told(which)["told"]:
        assert here[key].strip(), key
        beginning = key[: key.index("_") + 1] if "_" in key else key
        shown = f"'{key}'" in source or f"`{beginning}${{" in source or key in fine
        assert shown, f"{key} is not on the page"
    for key, text in english.items():  # a number is a rule: it is the same everywhere
        assert sorted(re.findall(r"\d+", here[key])) == sorted(re.findall(r"\d+", text)), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scope", SCOPES)
def test_signs_are_those_of_the_language(scope: str, language: str) -> None:
    for key, text in words(scope, language).items():
        assert not re.search(r"['\"`]|\.\.\.|  ", text), f"{key}: straight quotes, three dots or two spaces: {text}"
        quotes = {"en": "“”", "de": "„“", "fr": "«»", "it": "«»", "nl": "\u2018"}[language]
        assert {sign for sign in text if sign in "“”„«»\u2018"} <= set(quotes), (
            f"{key}: not the quotes of {language}: {text}"
        )
        if language == "fr":
            assert not re.search(r"(?<![\s|]) [:;!?»]|« ", text), f"{key}: this space may break: {text}"
            plain = re.sub(r"Dam It!|HUCH!|Amik: Another|https?:", "", text)
            assert not re.search(rf"[^\s{NARROW}:][:;!?»]|«[^{NARROW}]", plain), f"{key}: a space is missing: {text}"


FORMAL = {
    "de": r"(?<=[\w,] )(?:Sie|Ihnen|Ihre[mnrs]?)\b",
    "fr": r"\b(vous|votre|vos)\b",
    "it": r"(?<=[\w,] )(Lei|Suo|Sua)\b|\b(voi|vostr\w+)\b",
    "nl": r"\b(u|uw)\b",
}


@pytest.mark.parametrize("language", FORMAL)
@pytest.mark.parametrize("scope", SCOPES)
def test_players_are_addressed_as_friends(scope: str, language: str) -> None:
    for key, text in words(scope, language).items():
        assert not re.search(FORMAL[language], text), f"{key}: {text}"
