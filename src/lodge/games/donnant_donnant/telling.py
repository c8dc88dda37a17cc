"""Donnant Donnant: what happened, to tell and to animate. The first event of a move previews it."""

from __future__ import annotations

from typing import Any

from lodge.games.donnant_donnant.deck import DECK
from lodge.games.donnant_donnant.facts import COLOURS, COLUMNS, DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.names import ROWS, card_name, colours_in, row_of, spot_name
from lodge.games.donnant_donnant.piles import rightmost
from lodge.games.donnant_donnant.scoring import best_way, card_times, score_in
from lodge.games.donnant_donnant.state import (
    BUY,
    COUNT,
    COUNTS,
    DONE,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAYS,
    PUT_AWAY,
    PUT_BACK,
    REROLL,
    SETUP,
    SOLO,
    START,
    WRITE,
    WRITES_EACH,
    State,
    die_shows,
    is_completed,
    over,
)
from lodge.games.donnant_donnant.tables import SPOTS
from lodge.games.protocol import EVERYTHING


def events(before: State, seat: int, action: int, after: State, viewer: int) -> list[dict[str, Any]]:
    """What a viewer saw happen, in order."""
    happened = [_deed(before, seat, action, viewer)]
    if action >= WRITE:
        which = (action - WRITE) // WRITES_EACH
        if is_completed(after, seat, which):
            happened.append({"event": "complete", "seat": seat, "card": card_name(int(after.card[seat, which]))})
    if int(after.ending) > int(before.ending):
        happened.append({"event": "ending", "last_round": int(after.ending) > 1})
    if turn_ended(before, after):
        happened += _drifted(before, after)
        if not over(after):
            happened.append({"event": "turn", "seat": int(after.active), "solo": int(after.phase) == SOLO})
    if REROLL < action < LAYS or (turn_ended(before, after) and not over(after)):
        happened.append(_rolled(after))
    if over(after):
        happened += _counted(after)
    return happened


def turn_ended(before: State, after: State) -> bool:
    """Whether a turn ended, or the first began."""
    was, phase = int(before.phase), int(after.phase)
    if was in (SETUP, COUNT):
        return phase != was
    return int(after.active) != int(before.active) or over(after) or (phase == SOLO and was != SOLO)


def _deed(before: State, seat: int, action: int, viewer: int) -> dict[str, Any]:  # noqa: PLR0911 - one for each action
    """What the player did."""
    if action >= WRITE:
        which, code = divmod(action - WRITE, WRITES_EACH)
        tried, at = divmod(code, MOST_CELLS)
        die = tried // FACES
        return {
            "event": "write",
            "seat": seat,
            "die": COLOURS[die],
            "shows": die_shows(before, die),
            "number": tried % FACES + 1,
            "card": card_name(int(before.card[seat, which])),
            "cell": at + 1,
        }
    if action >= BUY:
        place, dice = divmod(action - BUY, 1 << DICE)
        row, column = divmod(place, COLUMNS)
        card = card_name(int(before.market[row, column]))
        return {"event": "buy", "seat": seat, "card": card, "column": column + 1, "dice": colours_in(dice)}
    if action >= START:
        which, spot = divmod(action - START, SPOTS)
        return {
            "event": "lay",
            "seat": seat,
            "card": card_name(int(before.hand[seat, which])),
            "at": spot_name(spot),
        }
    if action >= LAYS:
        return {"event": "lay", "seat": seat, "card": card_name(int(before.held)), "at": spot_name(action - LAYS)}
    if action > REROLL:
        return {"event": "reroll", "seat": seat, "dice": colours_in(action - REROLL)}
    if action >= PUT_BACK:
        card_number = int(before.hand[seat, action - PUT_BACK])
        known = viewer in (seat, EVERYTHING)
        name = card_name(card_number) if known else None
        return {"event": "put-back", "seat": seat, "row": row_of(card_number), "card": name}
    return _plain_deed(before, seat, action, viewer)


def _plain_deed(before: State, seat: int, action: int, viewer: int) -> dict[str, Any]:
    if action >= COUNTS:
        row = action - COUNTS
        card = card_name(int(before.market[row, rightmost(before, row)]))
        return {"event": "count", "seat": seat, "row": ROWS[row], "card": card}
    if action == PUT_AWAY:
        held = int(before.held)
        name = card_name(held) if viewer in (seat, EVERYTHING) else None
        return {"event": "put-away", "seat": seat, "row": row_of(held), "card": name}
    if action >= JOKER_DRAWS:
        return {"event": "blind", "seat": seat, "row": ROWS[action - JOKER_DRAWS]}
    return {"event": {DONE: "done", JOKER_WRITES: "joker"}[action], "seat": seat}


def _drifted(before: State, after: State) -> list[dict[str, Any]]:
    """N16: the rows of the market that changed."""
    return [
        {"event": "market", "row": name, "cards": [card_name(int(after.market[row, c])) for c in range(COLUMNS)]}
        for row, name in enumerate(ROWS)
        if list(before.market[row]) != list(after.market[row])
    ]


def _rolled(after: State) -> dict[str, Any]:
    return {
        "event": "roll",
        "dice": {colour: die_shows(after, COLOURS.index(colour)) for colour in colours_in(int(after.rolled))},
    }


def _counted(after: State) -> list[dict[str, Any]]:
    """N26: card by card, what each player's completed evaluations bring."""
    told: list[dict[str, Any]] = []
    for seat in range(int(after.seats)):
        way = best_way(after, seat)
        cards = [
            {"card": card.name, "points": card.points * card_times(after, seat, which, way)}
            for which in range(int(after.cards[seat]))
            if not (card := DECK[int(after.card[seat, which])]).bonus and is_completed(after, seat, which)
        ]
        told.append({"event": "score", "seat": seat, "cards": cards, "score": score_in(after, seat, way)})
    return told


def fade(event: dict[str, Any]) -> dict[str, Any]:
    """Nothing needs to be remembered: who put a card under a pile knows it in any case."""
    return event


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    words = dict(event)
    words["card"] = event.get("card") or "a card"
    if isinstance(event.get("dice"), list):
        words["dice"] = " ".join(event["dice"]) or "nothing"
    elif isinstance(event.get("dice"), dict):
        words["dice"] = ", ".join(f"{colour} {number}" for colour, number in event["dice"].items())
    if event["event"] == "ending":
        return "the last round begins" if event["last_round"] else "a stall is full: this round, then one more"
    return SAYINGS.get(event["event"], "").format(**words)


SAYINGS = {
    "write": "writes {die} as {number} on {card}, cell {cell}",
    "complete": "completes {card}",
    "buy": "buys {card} with {dice}",
    "lay": "lays {card} at {at}",
    "reroll": "rolls {dice} again",
    "roll": "the dice: {dice}",
    "put-back": "puts {card} back ({row})",
    "put-away": "puts {card} under its pile ({row})",
    "blind": "takes a card unseen ({row})",
    "joker": "takes the joker: two dice",
    "done": "is done",
    "count": "puts {card} onto the round counter",
    "score": "seat {seat} has {score} points",
}
