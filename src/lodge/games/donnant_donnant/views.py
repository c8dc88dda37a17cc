"""Donnant Donnant: what a seat may see of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lodge.games.donnant_donnant.completing import NO_WRITE, cheapest_write
from lodge.games.donnant_donnant.deck import DECK, EVALUATION_COUNT
from lodge.games.donnant_donnant.facts import (
    BONUSES,
    COLOURS,
    COLUMNS,
    DICE,
    FACES,
    LEVELS,
    MOST_CELLS,
    PRICES,
    ROLLS,
)
from lodge.games.donnant_donnant.knowledge import knows_held
from lodge.games.donnant_donnant.names import (
    PHASES,
    ROWS,
    card_name,
    colours_in,
    numbers_in,
    row_of,
    seats_in,
    spot_name,
)
from lodge.games.donnant_donnant.objectives import completed
from lodge.games.donnant_donnant.pens import put
from lodge.games.donnant_donnant.piles import pile_size
from lodge.games.donnant_donnant.scoring import best_way, card_times, colour_of, place, score_in
from lodge.games.donnant_donnant.state import (
    CIRCLED,
    HAND,
    NINTH_LAID,
    NONE,
    OTHER,
    PASSIVE,
    PLUS,
    TURN,
    State,
    die_shows,
    empty_cells,
    is_completed,
    over,
    spots_for,
)
from lodge.games.donnant_donnant.tables import SPOTS
from lodge.games.donnant_donnant.turns import lay
from lodge.games.protocol import EVERYTHING
from lodge.kernel import new


def view(state: State, seat: int) -> dict[str, Any]:
    """What a seat (-1: a spectator) sees; `None` stands for what is hidden from it."""
    return views(state, [seat])[0]


def views(state: State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """What each of some seats sees. What all see is worked out once: the views share it, so change none of them."""
    everybody = range(int(state.seats))
    phase = int(state.phase)
    common: dict[str, Any] = {
        "phase": PHASES[phase],
        "active": None if over(state) else int(state.active),
        "starter": int(state.starter),
        "round": int(state.round) + 1,
        "level": level(state),
        "waiting": seats_in(int(state.waiting)) if phase <= PASSIVE else [],
        "dice": [_die(state, die) for die in range(DICE)],
        "rolls_left": ROLLS - int(state.rolls) if phase in (TURN, PASSIVE) else 0,
        "working": None if int(state.working) == NONE else int(state.working) + 1,
        "left": int(state.left),
        "market": {
            name: [card_name(int(state.market[row, column])) for column in range(COLUMNS)]
            for row, name in enumerate(ROWS)
        },
        "prices": list(PRICES),
        "piles": {name: pile_size(state, row) for row, name in enumerate(ROWS)},
        "ending": None if int(state.ending) == 0 else "round" if int(state.ending) == NINTH_LAID else "last-round",
        "offers": offers(state, int(state.active)) if phase == TURN else [],
        "over": over(state),
    }
    players = [_player(state, owner) for owner in everybody]
    return [
        {
            **common,
            "held": _held(state, seat),
            "players": [{**players[owner], **_dealt(state, seat, owner)} for owner in everybody],
        }
        for seat in seats
    ]


def level(state: State) -> dict[str, int] | None:
    """N33, N34: the solo level: what it allows and needs."""
    number = int(state.level)
    if number == 0:
        return None
    return {"number": number, "rounds": LEVELS[number - 1].rounds, "points": LEVELS[number - 1].points}


def _die(state: State, die: int) -> dict[str, Any]:
    return {
        "colour": COLOURS[die],
        "number": die_shows(state, die) or None,
        "free": bool(int(state.free) >> die & 1),
        "rolled": bool(int(state.rolled) >> die & 1),
    }


def _held(state: State, seat: int) -> dict[str, Any] | None:
    """The card to be laid: everybody sees from which row, who knows it also which; its owner, what it brings where."""
    held, active = int(state.held), int(state.active)
    if held == NONE:
        return None
    return {
        "seat": active,
        "row": row_of(held),
        "card": card_name(held) if seat == EVERYTHING or knows_held(state, seat) else None,
        "worths": _worths(state, active, held) if seat == active and held < EVALUATION_COUNT else None,
    }


def _worths(state: State, seat: int, held: int) -> dict[str, int]:
    """N26: what an evaluation card would be worth at each spot, if it were completed now."""
    found = {}
    spots = spots_for(state, seat)
    for spot in range(SPOTS):
        if spots >> spot & 1:
            then = own_copy(state)
            lay(then, seat, held, spot)
            times = card_times(then, seat, int(then.cards[seat]) - 1, best_way(then, seat))
            found[spot_name(spot)] = DECK[held].points * times
    return found


def _dealt(state: State, seat: int, owner: int) -> dict[str, Any]:
    """N2: the cards dealt: everybody sees the backs, only their owner the cards."""
    mine = seat in (owner, EVERYTHING)
    cards = [int(state.hand[owner, at]) for at in range(HAND)]
    back = int(state.back[owner])
    return {
        "hand": [None if c == NONE else {"row": row_of(c), "card": card_name(c) if mine else None} for c in cards],
        "back": None if back == NONE else {"row": row_of(back), "card": card_name(back) if mine else None},
    }


def _player(state: State, seat: int) -> dict[str, Any]:
    """What everybody sees of one player: each card with what it is worth, or would be if it were completed now."""
    way = best_way(state, seat)
    circles = [int(state.circles[seat, kind]) for kind in range(CIRCLED)]
    return {
        "cards": [_card(state, seat, which, way) for which in range(int(state.cards[seat]))],
        "circles": dict(zip(BONUSES[:CIRCLED], circles, strict=True)),
        "wrote": colours_in(int(state.wrote[seat])),
        "score": score_in(state, seat, way),
        "empty": empty_cells(state, seat),
        "place": place(state, seat) if over(state) else None,
    }


def _card(state: State, seat: int, which: int, way: int) -> dict[str, Any]:
    number = int(state.card[seat, which])
    card = DECK[number]
    colour = colour_of(state, seat, which, way)
    return {
        "card": card.name,
        "at": spot_name(int(state.spot[seat, which])),
        "written": numbers_in(int(state.written[seat, which]), len(card.cells)),
        "completed": is_completed(state, seat, which),
        "colour": None if colour == NONE else COLOURS[colour],
        "worth": card.points * card_times(state, seat, which, way) if number < EVALUATION_COUNT else None,
    }


def offers(state: State, seat: int) -> list[dict[str, Any]]:
    """N8: the active player's cards that the dice can complete, each with a way that ticks the fewest circles."""
    found = []
    for which in range(int(state.cards[seat])):
        if not is_completed(state, seat, which) and int(state.working) in (NONE, which):
            writes = whole_way(state, seat, which)
            if writes:
                found.append({"card": which + 1, "writes": writes})
    return found


def own_copy(state: State) -> State:
    """A record to try things on, made from a record or from a plain copy of one (as a server reads it)."""
    twin: Any = new(State)
    for name in twin.dtype.names:
        if name != "padding":
            value = getattr(state, name)
            twin[name] = value.tolist() if hasattr(value, "tolist") else value
    own: State = twin
    return own


def whole_way(state: State, seat: int, which: int) -> list[dict[str, Any]]:
    """All writes that complete a card, or none."""
    then = own_copy(state)
    card = int(then.card[seat, which])
    writes: list[dict[str, Any]] = []
    while not completed(card, int(then.written[seat, which])):
        plus, other = int(then.circles[seat, PLUS]), int(then.circles[seat, OTHER])
        code = cheapest_write(card, int(then.written[seat, which]), int(then.dice), int(then.free), plus, other)
        if code == NO_WRITE:
            return []
        tried, at = divmod(code, MOST_CELLS)
        die, number = tried // FACES, tried % FACES + 1
        put(then, seat, which, die, number, at)
        then.free = int(then.free) & ~(1 << die)
        writes.append({"die": COLOURS[die], "number": number, "cell": at + 1})
    return writes
