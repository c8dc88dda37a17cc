"""Beaver Gang: what a seat may see of a position."""

from lodge.games.api import EVERYTHING, sees
from lodge.games.beaver_gang.rules.facts import MOST_ROUNDS, MOST_SEATS, NAMES, PHASES, ROW, SPECIALS
from lodge.games.beaver_gang.rules.knowledge import knows
from lodge.games.beaver_gang.rules.state import (
    LOOK,
    NONE,
    PEEKING,
    TURNED_UP,
    State,
    after,
    by_limit,
    discard_size,
    is_number,
    may_knock,
    over,
    place,
    rounds,
    score,
)
from lodge.kernel import i16, rule
from lodge.kernel.view import Each, Named, Optional, UpTo, add, flag, view

Kind = Named[NAMES]
OUTER = 1 | 1 << (ROW - 1)  # the cards that everybody looks at when a round begins (B3)
ALL = (1 << ROW) - 1


@view
class Replaced:
    """B13: what was drawn for a special card: the last is a number."""

    at: i16
    drawn: UpTo[SPECIALS, Kind]


@view
class Told:
    """B13, B14: a row when all is turned up, what was drawn for its special cards, and the sum."""

    seat: i16
    cards: Each[ROW, Kind]
    replaced: UpTo[ROW, Replaced]
    sum: i16


@view
class Held:
    """The card drawn: everybody sees that it is held, its holder which it is."""

    seat: i16
    card: Optional[Kind]
    first: flag  # of two (B9)


@view
class Player:
    """A player: the cards held up to look at, counted from 1, the rounds on the score pad, and the row."""

    looking: UpTo[ROW, i16]
    pad: UpTo[MOST_ROUNDS, i16]
    score: i16
    place: Optional[i16]
    cards: Each[ROW, Optional[Kind]]


@view
class View:
    """A position as a seat sees it."""

    round: i16
    rounds: i16
    phase: Named[PHASES]
    to_move: Optional[i16]
    dealer: i16
    starter: i16
    knocker: Optional[i16]
    limit: flag  # B11: the round ended by its limit, nobody has knocked: `knocker` only counts as such
    may_knock: flag
    stack: i16
    discard: i16
    top: Optional[Kind]
    twice: i16  # draw-twice cards in use, beside the pile
    over: flag
    turned_up: Optional[UpTo[MOST_SEATS, Told]]
    held: Optional[Held]
    players: UpTo[MOST_SEATS, Player]


@rule
def look(state: State, seat: int, seen: View) -> None:
    """The middle of the table, and each player."""
    phase = int(state.phase)
    ended = over(state)
    seen.round = int(state.round) + 1
    seen.rounds = rounds(state)
    seen.phase = phase
    if not ended and phase != LOOK:
        seen.to_move = state.to_move
    seen.dealer = state.dealer
    seen.starter = after(state, int(state.dealer))
    if int(state.knocker) != NONE:
        seen.knocker = state.knocker
    seen.limit = 1 if phase == TURNED_UP and by_limit(state) else 0
    seen.may_knock = 1 if phase != TURNED_UP and may_knock(state) else 0
    seen.over = 1 if ended else 0
    look_at_piles(state, seat, seen)
    if phase == TURNED_UP:
        seen.turned_up.count = state.seats
        drawn = 0
        for step in range(int(state.seats)):
            drawn = tell_row(state, step, drawn, seen.turned_up.items[step])
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        look_at_player(state, seat, owner, ended, seen.players.items[owner])


@rule
def look_at_piles(state: State, seat: int, seen: View) -> None:
    """The stack, the discard pile, and the card drawn."""
    seen.stack = state.stack_size
    seen.discard = discard_size(state)
    if int(state.top) != NONE:
        seen.top = state.top
    seen.twice = state.twice
    if int(state.held) != NONE:
        seen.held.seat = state.to_move
        seen.held.first = state.first
        if sees(seat, int(state.to_move)):
            seen.held.card = state.held


@rule
def look_at_player(state: State, seat: int, owner: int, ended: bool, seen: Player) -> None:
    """What a seat sees of a player."""
    looking = looked_at(state, owner)
    shown = shown_cards(state, seat, owner)
    for at in range(ROW):
        if looking >> at & 1:
            add(seen.looking, at + 1)
        if shown >> at & 1:
            seen.cards[at] = state.card[owner, at]
    for number in range(int(state.round) + (1 if int(state.phase) == TURNED_UP else 0)):
        add(seen.pad, int(state.pad[number, owner]))
    seen.score = score(state, owner)
    if ended:
        seen.place = place(state, owner)


@rule
def looked_at(state: State, seat: int) -> int:
    """The cards that a player holds up to look at, as bits: everybody sees which, nobody else what they are."""
    if int(state.phase) == LOOK and int(state.looking) >> seat & 1:
        return OUTER
    if int(state.phase) == PEEKING and int(state.to_move) == seat:
        return 1 << int(state.peeked)
    return 0


@rule
def shown_cards(state: State, seat: int, owner: int) -> int:
    """The cards of a row that a seat sees, as bits: what it looks at; with memory-aid, all it knows; turned up, all."""
    if seat == EVERYTHING or int(state.phase) == TURNED_UP:
        return ALL
    if int(state.memory_aid) == 0:
        return looked_at(state, owner) if seat == owner else 0
    shown = 0
    for at in range(ROW):
        shown |= 1 << at if knows(state, seat, owner, at) else 0
    return shown


@rule
def tell_row(state: State, step: int, drawn: int, told: Told) -> int:
    """B13, B14: the row of the player so many seats after the knocker; how many cards have been drawn by then."""
    owner = (int(state.knocker) + step) % int(state.seats)
    told.seat = owner
    told.sum = state.pad[int(state.round), owner]
    for at in range(ROW):
        kind = int(state.card[owner, at])
        told.cards[at] = kind
        if not is_number(kind):
            replaced = told.replaced.items[int(told.replaced.count)]
            told.replaced.count = int(told.replaced.count) + 1
            replaced.at = at + 1
            while not is_number(kind):
                kind = int(state.replacement[drawn])
                drawn += 1
                add(replaced.drawn, kind)
    return drawn
