"""Donnant Donnant positions as JSON values that can be written by hand."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from lodge.errors import BadPosition
from lodge.games.donnant_donnant.rules.arrays import BITS
from lodge.games.donnant_donnant.rules.dealing import clear, level_of
from lodge.games.donnant_donnant.rules.deck import CARDS, DECK, NAMES
from lodge.games.donnant_donnant.rules.facts import (
    BONUSES,
    COLOURS,
    COLUMNS,
    DICE,
    FACES,
    MOST_SEATS,
    PATIENCE,
    PHASES,
    ROLLS,
    ROWS,
    STALL,
)
from lodge.games.donnant_donnant.rules.state import (
    CARD,
    CIRCLED,
    HAND,
    KNOWN,
    NONE,
    SEATS,
    UNDER,
    State,
    die_shows,
    is_completed,
)
from lodge.games.donnant_donnant.table.checking import check
from lodge.games.donnant_donnant.table.names import (
    card_name,
    colours_in,
    dice_of,
    numbers_in,
    row_of,
    seats_in,
    spot_name,
    spot_number,
)
from lodge.kernel import new

Number = Annotated[int, msgspec.Meta(ge=0, le=FACES)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Small = Annotated[int, msgspec.Meta(ge=0, le=12)]
Row = Annotated[list[str | None], msgspec.Meta(min_length=COLUMNS, max_length=COLUMNS)]


def _no_cards() -> list[str | None]:
    return [None] * COLUMNS


def _all_ones() -> list[int]:
    return [1] * DICE


def _all_dice() -> list[str]:
    return list(COLOURS)


class Card(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A card of a stall: where it lies, and what is written in its cells, 0 where nothing is."""

    card: str
    at: Annotated[str, msgspec.Meta(pattern="^[a-e][1-5]$")]
    written: list[Number] = []


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A stall in the order in which it was laid, circles left, and while setting up the cards dealt (N2)."""

    cards: list[Card] = []
    circles: dict[str, Small] = {}
    wrote: list[str] = []
    hand: Annotated[list[str | None], msgspec.Meta(max_length=HAND)] = []
    back: str | None = None


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """A card under a pile, and who knows it."""

    card: str
    known: list[Seat]


class Position(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. Cards that lie nowhere are in the piles; `gone` are those on the solo round counter."""

    players: list[Player]
    phase: str = "turn"
    starter: Seat = 0
    active: Seat = 0
    round: Annotated[int, msgspec.Meta(ge=1, le=PATIENCE + 1)] = 1
    dice: Annotated[list[Number], msgspec.Meta(min_length=DICE, max_length=DICE)] = msgspec.field(
        default_factory=_all_ones
    )
    rolls: Annotated[int, msgspec.Meta(ge=0, le=ROLLS)] = 1
    free: list[str] = msgspec.field(default_factory=_all_dice)
    rolled: list[str] = msgspec.field(default_factory=_all_dice)
    waiting: list[Seat] = []
    working: Annotated[int, msgspec.Meta(ge=1, le=STALL)] | None = None
    did: bool = False
    left: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    held: str | None = None
    held_known: list[Seat] = []
    ending: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    evaluation: Row = msgspec.field(default_factory=_no_cards)  # the market
    bonus: Row = msgspec.field(default_factory=_no_cards)
    under: list[Known] = []  # both piles, the next card to come first
    gone: list[str] = []


def to_position(state: State) -> dict[str, Any]:
    """The whole state; `from_position` gives it back."""
    position = Position(
        players=[_player(state, seat) for seat in range(int(state.seats))],
        phase=PHASES[int(state.phase)],
        starter=int(state.starter),
        active=int(state.active),
        round=int(state.round) + 1,
        dice=[die_shows(state, die) for die in range(DICE)],
        rolls=int(state.rolls),
        free=colours_in(int(state.free)),
        rolled=colours_in(int(state.rolled)),
        waiting=seats_in(int(state.waiting)),
        working=None if int(state.working) == NONE else int(state.working) + 1,
        did=bool(state.did),
        left=int(state.left),
        held=card_name(int(state.held)),
        held_known=seats_in(int(state.held_known)),
        ending=int(state.ending),
        evaluation=[card_name(int(state.market[0, column])) for column in range(COLUMNS)],
        bonus=[card_name(int(state.market[1, column])) for column in range(COLUMNS)],
        under=[
            Known(NAMES[int(entry) & CARD], seats_in(int(entry) >> KNOWN))
            for pile in range(2)
            for entry in state.under[pile][: int(state.under_size[pile])]
        ],
        gone=[],
    )
    lying = set(_lying(position))
    position.gone = [name for card, name in enumerate(NAMES) if name not in lying and not int(state.rest) >> card & 1]
    values: dict[str, Any] = msgspec.to_builtins(position)
    return values


def _player(state: State, seat: int) -> Player:
    circles = {BONUSES[kind]: int(state.circles[seat, kind]) for kind in range(CIRCLED)}
    hand = [card_name(int(state.hand[seat, at])) for at in range(HAND)]
    return Player(
        cards=[_card(state, seat, which) for which in range(int(state.cards[seat]))],
        circles={kind: left for kind, left in circles.items() if left},
        wrote=colours_in(int(state.wrote[seat])),
        hand=hand if any(hand) else [],
        back=card_name(int(state.back[seat])),
    )


def _card(state: State, seat: int, which: int) -> Card:
    card = DECK[int(state.card[seat, which])]
    written = numbers_in(int(state.written[seat, which]), len(card.cells))
    return Card(card.name, spot_name(int(state.spot[seat, which])), written if any(written) else [])


def _lying(position: Position) -> list[str]:
    """Every card that is not in the unordered piles."""
    names = [card.card for player in position.players for card in player.cards]
    names += [name for player in position.players for name in (*player.hand, player.back) if name]
    names += [name for name in (*position.evaluation, *position.bonus, position.held) if name]
    return names + [entry.card for entry in position.under] + position.gone


def from_position(values: Any, options: int) -> State:
    """The state of a position; BadPosition says why it cannot be."""
    try:
        position = msgspec.convert(values, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"This is not a Donnant Donnant position: {error}.") from None
    seats = len(position.players)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise BadPosition(f"Donnant Donnant is for {SEATS[0]} to {SEATS[1]} players, the position has {seats}.")
    state = new(State)
    clear(state)
    state.seats = seats
    state.level = level_of(options) if seats == 1 else 0
    _fill_piles(state, position)
    _fill_middle(state, position)
    for seat, player in enumerate(position.players):
        _fill_player(state, seat, player)
    check(state)
    return state


def _fill_piles(state: State, position: Position) -> None:
    """Every card is somewhere exactly once; what is nowhere is in the piles."""
    rest = (1 << CARDS) - 1
    for name in _lying(position):
        card = _number(name)
        if not rest >> card & 1:
            raise BadPosition(f"Card {name} lies in two places.")
        rest &= ~(1 << card)
    state.rest = rest
    for entry in position.under:
        pile = ROWS.index(row_of(_number(entry.card)))
        size = int(state.under_size[pile])
        if size == UNDER:
            raise BadPosition(f"No more than {UNDER} cards can lie in known order under a pile.")
        state.under[pile, size] = _number(entry.card) | _seats(state, entry.known) << KNOWN
        state.under_size[pile] = size + 1
    for row, cards in enumerate((position.evaluation, position.bonus)):
        for column, there in enumerate(cards):
            if there is not None and row_of(_number(there)) != ROWS[row]:
                raise BadPosition(f"Card {there} lies in the wrong row of the market: it is for {ROWS[row]} cards.")
            state.market[row, column] = NONE if there is None else _number(there)


def _fill_middle(state: State, position: Position) -> None:
    if position.phase not in PHASES:
        raise BadPosition(f"There is no phase {position.phase!r}; the phases are {', '.join(PHASES)}.")
    state.phase = PHASES.index(position.phase)
    state.starter = _seat(state, position.starter)
    state.active = _seat(state, position.active)
    state.round = position.round - 1
    state.dice = sum(number << BITS * die for die, number in enumerate(position.dice))
    state.rolls = position.rolls
    state.free = _dice(position.free)
    state.rolled = _dice(position.rolled)
    state.waiting = _seats(state, position.waiting)
    state.working = NONE if position.working is None else position.working - 1
    state.did = int(position.did)
    state.left = position.left
    state.held = NONE if position.held is None else _number(position.held)
    state.held_known = _seats(state, position.held_known)
    state.ending = position.ending


def _fill_player(state: State, seat: int, player: Player) -> None:
    if len(player.cards) > STALL:
        raise BadPosition(f"Seat {seat} has {len(player.cards)} cards; a stall has {STALL} at most (N3).")
    state.cards[seat] = len(player.cards)
    for which, card in enumerate(player.cards):
        number = _number(card.card)
        if len(card.written) not in (0, len(DECK[number].cells)):
            raise BadPosition(f"Card {card.card} has {len(DECK[number].cells)} cells, not {len(card.written)}.")
        state.card[seat, which] = number
        state.spot[seat, which] = spot_number(card.at)
        state.written[seat, which] = sum(value << BITS * at for at, value in enumerate(card.written))
        if not is_completed(state, seat, which):
            state.unfinished[seat] = int(state.unfinished[seat]) | 1 << which
    for kind, left in player.circles.items():
        if kind not in BONUSES[:CIRCLED]:
            raise BadPosition(f"There is no bonus {kind!r} with circles; there are {', '.join(BONUSES[:CIRCLED])}.")
        state.circles[seat, BONUSES.index(kind)] = left
    state.wrote[seat] = _dice(player.wrote)
    for at, name in enumerate(player.hand):
        state.hand[seat, at] = NONE if name is None else _number(name)
    state.back[seat] = NONE if player.back is None else _number(player.back)


def _number(name: str) -> int:
    if name not in NAMES:
        raise BadPosition(f"There is no card {name!r}; the cards are e1 to e29 and b1 to b20.")
    return NAMES.index(name)


def _seat(state: State, seat: int) -> int:
    if seat >= int(state.seats):
        raise BadPosition(f"There is no seat {seat}: the seats are 0 to {int(state.seats) - 1}.")
    return seat


def _seats(state: State, seats: list[int]) -> int:
    return sum(1 << _seat(state, seat) for seat in set(seats))


def _dice(colours: list[str]) -> int:
    for colour in colours:
        if colour not in COLOURS:
            raise BadPosition(f"There is no {colour!r} die; the dice are {', '.join(COLOURS)}.")
    return dice_of(colours)
