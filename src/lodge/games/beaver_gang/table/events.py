"""Beaver Gang: what happened, to tell and to animate.

Events never say what only one player saw: a card drawn or looked at is in that player's view for as long as it is
held, and nowhere else, so nobody can look it up later. Only the replay of a finished match (`EVERYTHING`) tells all.
The first event of a move says nothing that its maker did not know before.
"""

from typing import Any

from lodge.games.api import EVERYTHING
from lodge.games.beaver_gang.rules.facts import MOST_SEATS, ROW
from lodge.games.beaver_gang.rules.state import (
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
from lodge.games.beaver_gang.table.views import Kind, Told, tell_row
from lodge.kernel import i16, rule
from lodge.kernel.view import Optional, flag, mark, union, view

MOST_EVENTS = 5 + MOST_SEATS


@view
class Deed:
    """Somebody did something."""

    seat: i16


@view
class Drawn:
    """B6: a card was drawn."""

    seat: i16
    card: Optional[Kind]


@view
class Taken:
    """B5: the top discard was taken; where players have to remember it, it is told only until the next move."""

    seat: i16
    at: i16
    card: Optional[Kind]  # null once it has faded
    fades: mark


@view
class Own:
    """B6, B8: something with one's own card."""

    seat: i16
    at: i16


@view
class Discarded:
    """B5, B6: a card of the row was discarded, or the one drawn."""

    seat: i16
    at: Optional[i16]
    card: Optional[Kind]
    fades: mark


@view
class Swapped:
    """B7: two cards were exchanged."""

    seat: i16
    at: i16
    with_: i16
    other: i16


@view
class Dealt:
    """B4: a round was dealt."""

    seat: i16
    round: i16


@view
class Refilled:
    """B10: the discard pile became the stack."""

    cards: i16


@view
class Round:
    """B14: a round is over."""

    round: i16


@union("event", "-")
class Event:
    """Something that happened."""

    close: Deed
    again: Deed
    knock: Deed
    pass_: Deed
    draw: Drawn
    take: Taken
    keep: Own
    peek: Own
    discard: Discarded
    swap: Swapped
    deal: Dealt
    refill: Refilled
    turn_up: Told
    round: Round
    end: flag


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:
    """What the player did, and what came of it."""
    fades = 0 if int(after.memory_aid) or viewer == EVERYTHING else 1
    count = tell_deed(before, seat, action, after, fades, events)
    if int(after.phase) == HOLD:
        if int(after.filling) > int(before.filling):
            events[count].refill.cards = int(after.stack_size) + 1
            count += 1
        events[count].draw.seat = seat
        if viewer == EVERYTHING:
            events[count].draw.card = after.held
        count += 1
    if int(after.phase) == TURNED_UP:
        drawn = 0
        for step in range(int(after.seats)):
            drawn = tell_row(after, step, drawn, events[count].turn_up)
            count += 1
        if over(after):
            events[count].end = 1
        else:
            events[count].round.round = int(after.round) + 1
        count += 1
    return count


@rule
def tell_deed(before: State, seat: int, action: int, after: State, fades: int, events: Any) -> int:
    """What the player did, and the card that came to light by it; how many events that is."""
    told = events[0]
    if action >= SWAP_FOR:
        tell_swap(seat, action - SWAP_FOR, told.swap)
    elif action >= PEEK_AT:
        told.peek.seat = seat
        told.peek.at = action - PEEK_AT + 1
    elif action >= TAKE:
        at = (action - TAKE) % ROW
        if action < KEEP:
            told.take.seat = seat
            told.take.at = at + 1
            told.take.card = before.top
            told.take.fades = fades
        else:
            told.keep.seat = seat
            told.keep.at = at + 1
        tell_discard(seat, int(before.card[seat, at]), fades, events[1].discard)
        events[1].discard.at = at + 1
        return 2
    elif action == DISCARD:
        tell_discard(seat, int(before.held), fades, told.discard)
    elif action == DEAL:
        told.deal.seat = seat
        told.deal.round = int(after.round) + 1
    elif action == DRAW:
        return 0
    else:
        tell_word(seat, action, told)
    return 1


@rule
def tell_swap(seat: int, swap: int, told: Swapped) -> None:
    """B7: an exchange."""
    told.seat = seat
    told.at = swap // SWAPS_EACH + 1
    told.with_ = swap % SWAPS_EACH // ROW
    told.other = swap % ROW + 1


@rule
def tell_discard(seat: int, card: int, fades: int, told: Discarded) -> None:
    """A card that everybody sees."""
    told.seat = seat
    told.card = card
    told.fades = fades


@rule
def tell_word(seat: int, action: int, told: Event) -> None:
    """What is done without a card."""
    if action == CLOSE:
        told.close.seat = seat
    elif action == AGAIN:
        told.again.seat = seat
    elif action == KNOCKS:
        told.knock.seat = seat
    elif action == PASS:
        told.pass_.seat = seat


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
