"""Beaver Gang: what happened, to tell and to animate.

Events never say what only one player saw: a card drawn or looked at is in that player's view for as long as it is
held, and nowhere else, so nobody can look it up later. Only the replay of a finished match (`EVERYTHING`) tells all.
The first event of a move says nothing that its maker did not know before.
"""

from __future__ import annotations

from typing import Any

from lodge.games.beaver_gang.facts import NAMES, ROW
from lodge.games.beaver_gang.state import (
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    HOLD,
    KEEP,
    KNOCKS,
    PASS,
    PEEK_AT,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURNED_UP,
    State,
    over,
)
from lodge.games.beaver_gang.views import turned_up
from lodge.games.protocol import EVERYTHING

WORDS = {CLOSE: "close", AGAIN: "again", KNOCKS: "knock", PASS: "pass"}


def events(before: State, seat: int, action: int, after: State, viewer: int) -> list[dict[str, Any]]:
    """What a viewer saw happen, in order."""
    happened = _deed(before, seat, action, after)
    if not int(after.memory_aid) and viewer != EVERYTHING:
        happened = [{**event, "fades": True} if "card" in event else event for event in happened]
    if int(after.phase) == HOLD:
        if int(after.filling) > int(before.filling):
            happened.append({"event": "refill", "cards": int(after.stack_size) + 1})
        card = NAMES[after.held] if viewer == EVERYTHING else None
        happened.append({"event": "draw", "seat": seat, "card": card})
    if int(after.phase) == TURNED_UP:
        happened += [{"event": "turn-up", **told} for told in turned_up(after)]
        happened.append({"event": "end"} if over(after) else {"event": "round", "round": int(after.round) + 1})
    return happened


def _deed(before: State, seat: int, action: int, after: State) -> list[dict[str, Any]]:
    """What the player did, and the card that came to light by it."""
    if action >= SWAP_FOR:
        mine, rest = divmod(action - SWAP_FOR, SWAPS_EACH)
        return [{"event": "swap", "seat": seat, "at": mine + 1, "with": rest // ROW, "other": rest % ROW + 1}]
    if action >= PEEK_AT:
        return [{"event": "peek", "seat": seat, "at": action - PEEK_AT + 1}]
    if action >= TAKE:
        at = (action - TAKE) % ROW
        deed: dict[str, Any] = {"event": "keep", "seat": seat, "at": at + 1}
        if action < KEEP:
            deed = {"event": "take", "seat": seat, "at": at + 1, "card": NAMES[before.top]}
        return [deed, {"event": "discard", "seat": seat, "at": at + 1, "card": NAMES[before.card[seat, at]]}]
    if action == DISCARD:
        return [{"event": "discard", "seat": seat, "at": None, "card": NAMES[before.held]}]
    if action == DEAL:
        return [{"event": "deal", "seat": seat, "round": int(after.round) + 1}]
    return [] if action == DRAW else [{"event": WORDS[action], "seat": seat}]


def fade(event: dict[str, Any]) -> dict[str, Any]:
    """Without the card that everybody saw, where it is to be remembered: a real table keeps no list of them."""
    return {**event, "card": None} if event.get("fades") else event


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    saying = SAYINGS.get(event["event"], "")
    return saying.format(**{**event, "card": event.get("card") or "a card"})


SAYINGS = {
    "close": "lays the cards down",
    "draw": "draws {card}",
    "take": "takes {card} for card {at}",
    "keep": "keeps the card drawn for card {at}",
    "discard": "discards {card}",
    "swap": "swaps card {at} with card {other} of seat {with}",
    "peek": "peeks at card {at}",
    "again": "draws twice",
    "knock": "knocks: last turns",
    "pass": "does not knock",
    "deal": "deals round {round}",
    "refill": "the discard pile becomes the stack",
    "turn-up": "seat {seat} counts {sum}",
}
