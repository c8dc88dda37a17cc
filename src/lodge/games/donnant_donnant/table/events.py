"""Donnant Donnant: what happened, to tell and to animate. The first event of a move previews it."""

from typing import Any

from lodge.games.api import EVERYTHING, sees
from lodge.games.donnant_donnant.rules.arrays import POINTS, SPOTS
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import COLOURS, COLUMNS, DICE, FACES, MOST_CELLS, MOST_SEATS, STALL
from lodge.games.donnant_donnant.rules.knowledge import pile_of_card
from lodge.games.donnant_donnant.rules.piles import rightmost
from lodge.games.donnant_donnant.rules.scoring import best_way, card_times, score_in
from lodge.games.donnant_donnant.rules.state import (
    BUY,
    COUNT,
    COUNTS,
    DONE,
    JOKER_DRAWS,
    LAYS,
    NONE,
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
from lodge.games.donnant_donnant.table.names import called
from lodge.games.donnant_donnant.table.views import CardName, Colour, Row, Spot
from lodge.kernel import i16, rule
from lodge.kernel.view import Each, Map, Optional, Subset, UpTo, flag, union, view

Colours = Subset[COLOURS]
MOST_EVENTS = 7 + MOST_SEATS


@view
class Deed:
    """Somebody did something."""

    seat: i16


@view
class Write:
    """N7, N17: a die was written, counted as a number, into a cell."""

    seat: i16
    die: Colour
    shows: i16
    number: i16
    card: CardName
    cell: i16


@view
class Complete:
    """N15: a card was completed."""

    seat: i16
    card: CardName


@view
class Buy:
    """N9: a card was bought."""

    seat: i16
    card: CardName
    column: i16
    dice: Colours


@view
class Lay:
    """N3, N9: a card was laid."""

    seat: i16
    card: CardName
    at: Spot


@view
class Reroll:
    """N5: some dice are rolled again."""

    seat: i16
    dice: Colours


@view
class Moved:
    """N2, N10, N32: a card was put back, put away, or onto the round counter."""

    seat: i16
    row: Row
    card: Optional[CardName]


@view
class Blind:
    """N10b: a card was taken unseen."""

    seat: i16
    row: Row


@view
class Ending:
    """N25: the end has come nearer."""

    last_round: flag


@view
class Drift:
    """N16: a row of the market changed."""

    row: Row
    cards: Each[COLUMNS, Optional[CardName]]


@view
class Turn:
    """A turn begins."""

    seat: i16
    solo: flag


@view
class Roll:
    """The dice that were rolled."""

    dice: Map[DICE, Colour, i16]


@view
class Points:
    """N26: what a completed evaluation brings."""

    card: CardName
    points: i16


@view
class Score:
    """N26: a player's points, card by card."""

    seat: i16
    cards: UpTo[STALL, Points]
    score: i16


@union("event", "-")
class Event:
    """Something that happened."""

    write: Write
    complete: Complete
    buy: Buy
    lay: Lay
    reroll: Reroll
    put_back: Moved
    put_away: Moved
    count: Moved
    blind: Blind
    joker: Deed
    done: Deed
    ending: Ending
    market: Drift
    turn: Turn
    roll: Roll
    score: Score


@rule
def happened(before: State, seat: int, action: int, after: State, viewer: int, events: Any) -> int:
    """What the player did, and what came of it."""
    tell_deed(before, seat, action, viewer, events[0])
    count = 1
    which = (action - WRITE) // WRITES_EACH
    if action >= WRITE and is_completed(after, seat, which):
        events[count].complete.seat = seat
        events[count].complete.card = after.card[seat, which]
        count += 1
    if int(after.ending) > int(before.ending):
        events[count].ending.last_round = 1 if int(after.ending) > 1 else 0
        count += 1
    ended = turn_ended(before, after)
    if ended:
        count = tell_market(before, after, events, count)
        if not over(after):
            events[count].turn.seat = after.active
            events[count].turn.solo = 1 if int(after.phase) == SOLO else 0
            count += 1
    if REROLL < action < LAYS or (ended and not over(after)):
        tell_roll(after, events[count].roll)
        count += 1
    if over(after):
        for owner in range(int(after.seats)):
            tell_score(after, owner, events[count].score)
            count += 1
    return count


@rule
def turn_ended(before: State, after: State) -> bool:
    """Whether a turn ended, or the first began."""
    was, phase = int(before.phase), int(after.phase)
    if was in (SETUP, COUNT):
        return phase != was
    return int(after.active) != int(before.active) or over(after) or (phase == SOLO and was != SOLO)


@rule
def tell_deed(before: State, seat: int, action: int, viewer: int, told: Event) -> None:
    """What the player did."""
    if action >= WRITE:
        tell_write(before, seat, action - WRITE, told.write)
    elif action >= BUY:
        place = (action - BUY) >> DICE
        told.buy.seat = seat
        told.buy.card = before.market[place // COLUMNS, place % COLUMNS]
        told.buy.column = place % COLUMNS + 1
        told.buy.dice = (action - BUY) & ((1 << DICE) - 1)
    elif action >= LAYS:
        told.lay.seat = seat
        told.lay.card = before.hand[seat, (action - START) // SPOTS] if action >= START else before.held
        told.lay.at = (action - START) % SPOTS if action >= START else action - LAYS
    elif action > REROLL:
        told.reroll.seat = seat
        told.reroll.dice = action - REROLL
    elif action >= PUT_BACK:
        tell_moved(seat, int(before.hand[seat, action - PUT_BACK]), viewer, told.put_back)
    elif action >= COUNTS:
        row = action - COUNTS
        tell_moved(seat, int(before.market[row, rightmost(before, row)]), EVERYTHING, told.count)
    elif action == PUT_AWAY:
        tell_moved(seat, int(before.held), viewer, told.put_away)
    elif action >= JOKER_DRAWS:
        told.blind.seat = seat
        told.blind.row = action - JOKER_DRAWS
    elif action == DONE:
        told.done.seat = seat
    else:
        told.joker.seat = seat


@rule
def tell_write(before: State, seat: int, write: int, told: Write) -> None:
    """A die written."""
    which, code = write // WRITES_EACH, write % WRITES_EACH
    die = code // MOST_CELLS // FACES
    told.seat = seat
    told.die = die
    told.shows = die_shows(before, die)
    told.number = code // MOST_CELLS % FACES + 1
    told.card = before.card[seat, which]
    told.cell = code % MOST_CELLS + 1


@rule
def tell_moved(seat: int, card: int, viewer: int, told: Moved) -> None:
    """A card that only some know."""
    told.seat = seat
    told.row = pile_of_card(card)
    if sees(viewer, seat):
        told.card = card


@rule
def tell_market(before: State, after: State, events: Any, count: int) -> int:
    """N16: the rows of the market that changed; how many events there are then."""
    for row in range(2):
        changed = False
        for column in range(COLUMNS):
            changed = changed or int(before.market[row, column]) != int(after.market[row, column])
        if changed:
            told = events[count].market
            told.row = row
            for column in range(COLUMNS):
                if int(after.market[row, column]) != NONE:
                    told.cards[column] = after.market[row, column]
            count += 1
    return count


@rule
def tell_roll(after: State, told: Roll) -> None:
    """The dice just rolled."""
    told.dice.count = 0
    for die in range(DICE):
        if int(after.rolled) >> die & 1:
            told.dice.keys[int(told.dice.count)] = die
            told.dice.values[int(told.dice.count)] = die_shows(after, die)
            told.dice.count = int(told.dice.count) + 1


@rule
def tell_score(after: State, seat: int, told: Score) -> None:
    """N26: card by card, what a player's completed evaluations bring."""
    way = best_way(after, seat)
    told.seat = seat
    told.score = score_in(after, seat, way)
    for which in range(int(after.cards[seat])):
        card = int(after.card[seat, which])
        if card < EVALUATION_COUNT and is_completed(after, seat, which):
            line = told.cards.items[int(told.cards.count)]
            line.card = card
            line.points = int(POINTS[card]) * card_times(after, seat, which, way)
            told.cards.count = int(told.cards.count) + 1


def tell(event: dict[str, Any]) -> str:
    """An event in words that follow the player's name."""
    words = dict(event)
    words["card"] = called(event["card"]) if event.get("card") else "a card"
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
