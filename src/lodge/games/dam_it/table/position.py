"""Dam It! positions as JSON values that can be written by hand."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from lodge.errors import BadPosition
from lodge.games.dam_it.rules.facts import (
    CARDS,
    COUNTS,
    CUBES_EACH,
    DAM_NAMES,
    DAM_PILES,
    DAMS,
    GARBAGE,
    KINDS,
    MOST_SEATS,
    NAMES,
    PILE_SIZES,
    PILE_STARTS,
    PILES,
    RIVER_LENGTH,
)
from lodge.games.dam_it.rules.state import NONE, OPEN_HANDS, SEATS, TOP, State, discarded
from lodge.kernel import new

Number = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]  # of anything: no place holds more
Counts = dict[str, Number]


class RiverCard(msgspec.Struct, forbid_unknown_fields=True):
    """A card of the river and the cubes on it."""

    card: str
    cubes: Number = 0


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """What one player has; dams are written `cost/points`."""

    cubes: Number = CUBES_EACH
    hand: Counts = {}
    dams: list[str] = []
    garbage: Number = 0


class Position(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. Without `pile`, all cards that lie nowhere else are in the draw pile."""

    players: list[Player]
    river: list[RiverCard]
    top: str | None = None
    to_move: Number = 0
    discard: Counts = {}
    pile: Counts | None = None


def counts(numbers: Sequence[int]) -> Counts:
    """Numbers by kind as names and counts, without the zeros."""
    return {NAMES[kind]: number for kind, number in enumerate(numbers) if number}


def to_position(state: State) -> dict[str, Any]:
    """The whole state; `from_position` gives it back."""
    position = Position(
        players=[
            Player(
                int(state.cubes[seat]),
                counts([int(n) for n in state.hand[seat]]),
                [DAM_NAMES[dam] for dam in range(DAMS) if int(state.dams[seat]) >> dam & 1],
                int(state.garbage[seat]),
            )
            for seat in range(int(state.seats))
        ],
        river=[RiverCard(NAMES[state.river[i]], int(state.stones[i])) for i in range(RIVER_LENGTH)],
        top=NAMES[state.river[TOP]] if state.river[TOP] != NONE else None,
        to_move=int(state.to_move),
        discard=counts([discarded(state, kind) for kind in range(KINDS)]),
        pile=counts([int(n) for n in state.pile]),
    )
    values: dict[str, Any] = msgspec.to_builtins(position)
    return values


def from_position(values: Any, options: int) -> State:
    """The state of a position; BadPosition says why it cannot be."""
    try:
        position = msgspec.convert(values, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"This is not a Dam It! position: {error}.") from None
    _check_players(position)
    state = new(State)
    state.seats = len(position.players)
    state.to_move = position.to_move
    state.open_hands = 1 if options & OPEN_HANDS else 0
    for place in range(RIVER_LENGTH):
        state.river[place] = _kind(position.river[place].card)
        state.stones[place] = position.river[place].cubes
    state.river[TOP] = NONE if position.top is None else _kind(position.top)
    for seat, player in enumerate(position.players):
        state.cubes[seat] = player.cubes
        state.garbage[seat] = player.garbage
        for kind, number in _by_kind(player.hand).items():
            if kind == GARBAGE:
                raise BadPosition(f"Seat {seat} holds garbage in hand: garbage goes to the dam pile (D11).")
            state.hand[seat, kind] = number
    _lay_dams(state, position)
    _lay_pile(state, position)
    return state


def _check_players(position: Position) -> None:
    """Seats, the turn, the river's length and the cubes."""
    seats = len(position.players)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise BadPosition(f"Dam It! is for {SEATS[0]} to {MOST_SEATS} players, the position has {seats}.")
    if position.to_move >= seats:
        raise BadPosition(f"to_move is {position.to_move}, the seats are 0 to {seats - 1}.")
    if len(position.river) != RIVER_LENGTH:
        raise BadPosition(f"The river has {len(position.river)} cards, it must have {RIVER_LENGTH} (D4).")
    cubes = sum(card.cubes for card in position.river) + sum(p.cubes for p in position.players)
    if cubes != CUBES_EACH * seats:
        raise BadPosition(f"There are {cubes} cubes in all, {seats} players have {CUBES_EACH * seats} (D1).")


def _lay_dams(state: State, position: Position) -> None:
    """Give every seat its dams: from each pile, those on top are built first (D2, D12)."""
    owners: list[list[int]] = [[] for _ in range(DAMS)]
    for seat, player in enumerate(position.players):
        for name in player.dams:
            same = [dam for dam in range(DAMS) if DAM_NAMES[dam] == name]
            if not same:
                raise BadPosition(f"There is no dam {name!r}; the dams are {_all_dams()}.")
            owners[min(same, key=lambda dam: len(owners[dam]))].append(seat)
    for dam, seats in enumerate(owners):
        if len(seats) > 1:
            raise BadPosition(f"The dam {DAM_NAMES[dam]} is counted twice, at seats {seats[0]} and {seats[1]}.")
        if seats:
            state.dams[seats[0]] = int(state.dams[seats[0]]) | 1 << dam
    for pile in range(PILES):
        built = [bool(owners[PILE_STARTS[pile] + i]) for i in range(PILE_SIZES[pile])]
        state.built[pile] = sum(built)
        if not all(built[: sum(built)]):
            missing = DAM_NAMES[PILE_STARTS[pile] + built.index(False)]
            raise BadPosition(f"The dam {missing} must be built before the ones below it in its pile (D2).")


def _lay_pile(state: State, position: Position) -> None:
    """Fill the draw pile and check that every card is somewhere exactly once (D3)."""
    thrown = _by_kind(position.discard)
    given = None if position.pile is None else _by_kind(position.pile)
    for kind in range(KINDS):
        left = discarded(state, kind) - thrown.get(kind, 0)
        if left < 0:
            raise BadPosition(
                f"There are {COUNTS[kind] - left} {NAMES[kind]} cards in the position, only {COUNTS[kind]} exist."
            )
        if given is not None and given.get(kind, 0) != left:
            there = COUNTS[kind] - left + given.get(kind, 0)
            raise BadPosition(f"There are {there} {NAMES[kind]} cards in the position, it must be {COUNTS[kind]}.")
        state.pile[kind] = left
    if state.river[TOP] == NONE and state.pile.sum():
        raise BadPosition(f"{state.pile.sum()} cards are left for the draw pile, but it has no top card (D3).")


def _kind(name: str) -> int:
    if name not in NAMES:
        raise BadPosition(f"There is no card {name!r}; the cards are {', '.join(NAMES)}.")
    return NAMES.index(name)


def _by_kind(cards: Counts) -> dict[int, int]:
    """Names and counts by kind."""
    return {_kind(name): number for name, number in cards.items()}


def _all_dams() -> str:
    return ", ".join(f"{pile.cost}/{points}" for pile in DAM_PILES for points in dict.fromkeys(pile.points))
