"""Beaver Gang positions as JSON values that can be written by hand."""

from typing import Annotated, Any

import msgspec

from lodge.errors import BadPosition
from lodge.games.beaver_gang.rules.facts import (
    CARDS,
    COUNTS,
    KINDS,
    MOST_ROUNDS,
    MOST_SEATS,
    NAMES,
    NUMBERS,
    PATIENCE,
    PHASES,
    ROW,
    SPECIALS,
    TWICE,
)
from lodge.games.beaver_gang.rules.multiset import FULL, number_of, one
from lodge.games.beaver_gang.rules.state import (
    EVERYBODY,
    HOLD,
    KNOCK,
    LOOK,
    MEMORY_AID,
    NONE,
    PEEKING,
    SEATS,
    TURNED_UP,
    State,
    after,
    discard_pile,
    gave_for,
    is_number,
    lies_since,
    may_knock,
    moved_by,
    past_of,
    rounds,
)
from lodge.games.beaver_gang.table.views import looked_at
from lodge.kernel import new

Number = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
Counts = dict[str, Number]


class Card(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A card of a row: who knows it (`public`: everybody), the filling it came from, whether it was drawn and kept.

    And what everybody saw: the card that it was laid in place of, who exchanged it last, how many turns all had had.
    """

    card: str
    known: list[Seat] = []
    public: bool = False
    filling: Annotated[int, msgspec.Meta(ge=0, le=127)] = 0
    kept: bool = False
    instead: str | None = None
    mover: Seat | None = None
    since: Annotated[int, msgspec.Meta(ge=0, le=PATIENCE)] = 0


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A row of cards, what stands on the score pad, and the lowest number drawn and not kept, and not taken."""

    cards: list[Card]
    pad: list[Annotated[int, msgspec.Meta(ge=0, le=9 * ROW)]] = []
    refused: Annotated[int, msgspec.Meta(ge=0, lt=NUMBERS)] | None = None
    declined: Annotated[int, msgspec.Meta(ge=0, lt=NUMBERS)] | None = None


class Position(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position. Without `discard`, all cards that lie nowhere else but the top one are in the stack."""

    players: list[Player]
    top: str | None
    dealer: Seat = 0
    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 1
    phase: str = "turn"
    turns: Annotated[int, msgspec.Meta(ge=0, le=(PATIENCE + 1) * MOST_SEATS)] = 0  # finished; they say who is to move
    looking: list[Seat] = []
    peeked: Annotated[int, msgspec.Meta(ge=1, le=ROW)] | None = None
    held: str | None = None
    first: bool = False
    twice: Annotated[int, msgspec.Meta(ge=0, le=COUNTS[TWICE])] = 0
    knocker: Seat | None = None
    filling: Annotated[int, msgspec.Meta(ge=0, le=127)] = 0
    replacements: list[str] = []
    discard: Counts | None = None  # the whole discard pile, its top card too


def to_position(state: State) -> dict[str, Any]:
    """The whole state; `from_position` gives it back."""
    seats = range(int(state.seats))
    phase = int(state.phase)
    bag = discard_pile(state)
    position = Position(
        players=[
            Player(
                [_card(state, seat, at) for at in range(ROW)],
                [int(state.pad[number, seat]) for number in range(int(state.round) + (phase == TURNED_UP))],
                _number(int(state.refused[seat])),
                _number(int(state.declined[seat])),
            )
            for seat in seats
        ],
        top=_name(int(state.top)),
        dealer=int(state.dealer),
        round=int(state.round) + 1,
        phase=PHASES[phase],
        turns=int(state.turns),
        looking=[seat for seat in seats if int(state.looking) >> seat & 1],
        peeked=None if int(state.peeked) == NONE else int(state.peeked) + 1,
        held=_name(int(state.held)),
        first=bool(state.first),
        twice=int(state.twice),
        knocker=None if int(state.knocker) == NONE else int(state.knocker),
        filling=int(state.filling),
        replacements=[NAMES[state.replacement[i]] for i in range(int(state.drawn))],
        discard={NAMES[kind]: number_of(bag, kind) for kind in range(KINDS) if number_of(bag, kind)},
    )
    values: dict[str, Any] = msgspec.to_builtins(position)
    return values


def _name(kind: int) -> str | None:
    return None if kind == NONE else NAMES[kind]


def _number(least: int) -> int | None:
    return least if is_number(least) else None


def _card(state: State, seat: int, at: int) -> Card:
    known, source, past = int(state.known[seat, at]), int(state.source[seat, at]), int(state.past[seat, at])
    mover = moved_by(past)
    return Card(
        NAMES[state.card[seat, at]],
        known=[] if known == EVERYBODY else [other for other in range(MOST_SEATS) if known >> other & 1],
        public=known == EVERYBODY,
        filling=source >> 1,
        kept=bool(source & 1),
        instead=_name(gave_for(past)),
        mover=None if mover == NONE else mover,
        since=lies_since(past),
    )


def from_position(values: Any, options: int) -> State:
    """The state of a position; BadPosition says why it cannot be."""
    try:
        position = msgspec.convert(values, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"This is not a Beaver Gang position: {error}.") from None
    state = new(State)
    state.seats = _seats(position)
    state.refused[:] = state.declined[:] = NUMBERS
    state.memory_aid = 1 if options & MEMORY_AID else 0
    state.dealer = _seat(position, position.dealer)
    state.round = position.round - 1
    state.turns = position.turns
    state.phase = _phase(position)
    state.to_move = (position.dealer + 1 + (0 if position.phase == "turned-up" else position.turns)) % int(state.seats)
    state.looking = sum(1 << _seat(position, seat) for seat in set(position.looking))
    state.peeked = NONE if position.peeked is None else position.peeked - 1
    state.top = _kind(position.top)
    state.held = _kind(position.held)
    state.first = int(position.first)
    state.twice = position.twice
    state.knocker = NONE if position.knocker is None else _seat(position, position.knocker)
    state.filling = position.filling
    for seat, player in enumerate(position.players):
        for at, card in enumerate(player.cards):
            _lay(state, position, seat, at, card)
        state.refused[seat] = NUMBERS if player.refused is None else player.refused
        state.declined[seat] = NUMBERS if player.declined is None else player.declined
    _fill_pad(state, position)
    _fill_stack(state, position)
    _check_phase(state)
    _check_knock(state)
    _open_eyes(state)
    return state


def _seats(position: Position) -> int:
    seats = len(position.players)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise BadPosition(f"Beaver Gang is for {SEATS[0]} to {SEATS[1]} players, the position has {seats}.")
    for seat, player in enumerate(position.players):
        if len(player.cards) != ROW:
            raise BadPosition(f"Seat {seat} has {len(player.cards)} cards, everybody has {ROW} (B1).")
    return seats


def _seat(position: Position, seat: int) -> int:
    if seat >= len(position.players):
        raise BadPosition(f"There is no seat {seat}: the seats are 0 to {len(position.players) - 1}.")
    return seat


def _phase(position: Position) -> int:
    if position.phase not in PHASES:
        raise BadPosition(f"There is no phase {position.phase!r}; the phases are {', '.join(PHASES)}.")
    return PHASES.index(position.phase)


def _kind(name: str | None) -> int:
    if name is not None and name not in NAMES:
        raise BadPosition(f"There is no card {name!r}; the cards are {', '.join(NAMES)}.")
    return NONE if name is None else NAMES.index(name)


def _lay(state: State, position: Position, seat: int, at: int, card: Card) -> None:
    kind = _kind(card.card)
    if card.kept and not is_number(kind):
        raise BadPosition(f"Card {at + 1} of seat {seat} is {card.card}: only numbers can be kept (B6).")
    if card.filling > position.filling:
        raise BadPosition(
            f"Card {at + 1} of seat {seat} has filling {card.filling}, but the stack only {position.filling}."
        )
    state.card[seat, at] = kind
    known = sum(1 << _seat(position, other) for other in set(card.known))
    state.known[seat, at] = EVERYBODY if card.public else known
    state.source[seat, at] = 2 * card.filling + (1 if card.kept else 0)
    mover = 0 if card.mover is None else _seat(position, card.mover) + 1
    state.past[seat, at] = past_of(_kind(card.instead) + 1, mover, card.since)


def _fill_pad(state: State, position: Position) -> None:
    """The sums so far; after the cards were turned up, this round's must be right (B13, B14)."""
    if position.round > rounds(state):
        raise BadPosition(f"This is round {position.round}, the game has {rounds(state)} (B15).")
    finished = int(state.round) + (1 if int(state.phase) == TURNED_UP else 0)
    for seat, player in enumerate(position.players):
        if len(player.pad) != finished:
            raise BadPosition(f"The pad of seat {seat} has {len(player.pad)} sums, {finished} rounds are finished.")
        for number, total in enumerate(player.pad):
            state.pad[number, seat] = total
    if len(position.replacements) > SPECIALS:
        raise BadPosition(f"There are {len(position.replacements)} replacements, but only {SPECIALS} special cards.")
    state.drawn = len(position.replacements)
    for i, name in enumerate(position.replacements):
        state.replacement[i] = _kind(name)
    if int(state.phase) == TURNED_UP:
        _check_sums(state)
    elif position.replacements:
        raise BadPosition("Special cards are replaced only when all cards are turned up (B13).")


def _check_sums(state: State) -> None:
    if int(state.knocker) == NONE:
        raise BadPosition("All cards are turned up, but the knocker is missing (B12).")
    drawn = [int(state.replacement[i]) for i in range(int(state.drawn))]
    seat = int(state.knocker)
    for _ in range(int(state.seats)):
        total = 0
        for at in range(ROW):
            kind = int(state.card[seat, at])
            while not is_number(kind):
                if not drawn:
                    raise BadPosition(f"Card {at + 1} of seat {seat} is special and has no replacement (B13).")
                kind = drawn.pop(0)
            total += kind
        if total != int(state.pad[int(state.round), seat]):
            raise BadPosition(
                f"The cards of seat {seat} count {total}, not {int(state.pad[int(state.round), seat])} (B14)."
            )
        seat = after(state, seat)
    if drawn:
        raise BadPosition(f"{len(drawn)} replacements are left over: no special card needs them (B13).")


def _fill_stack(state: State, position: Position) -> None:
    """All cards that lie nowhere else are the stack (B2); every card is somewhere exactly once."""
    discard = {position.top: 1} if position.discard is None and position.top else position.discard or {}
    if position.top is not None and not discard.get(position.top):
        raise BadPosition(f"The top discard is {position.top}, but there is none in the discard pile.")
    if position.top is None and any(discard.values()):
        raise BadPosition("The discard pile has cards, but no top card.")
    bag = FULL
    used = [*(card.card for player in position.players for card in player.cards), *position.replacements]
    used += ["twice"] * position.twice + [position.held] * (position.held is not None)  # type: ignore[list-item]
    used += [name for name, count in discard.items() for _ in range(count)]
    for name in used:
        kind = _kind(name)
        if number_of(bag, kind) == 0:
            raise BadPosition(f"There are {used.count(name)} {name} cards in the position, only {COUNTS[kind]} exist.")
        bag -= one(kind)
    state.stack = bag
    state.stack_size = CARDS - len(used)


def _check_phase(state: State) -> None:
    """What must be there, and what must not, in each phase."""
    phase = int(state.phase)
    must = {
        "a held card": (int(state.held) != NONE, phase == HOLD),
        "a peeked card": (int(state.peeked) != NONE, phase == PEEKING),
        "somebody looking": (int(state.looking) != 0, phase == LOOK),
    }
    for what, (is_so, must_be) in must.items():
        if is_so != must_be:
            raise BadPosition(f"In phase {PHASES[phase]} there must {'' if must_be else 'not '}be {what}.")
    if phase not in (HOLD, TURNED_UP) and int(state.top) == NONE:
        raise BadPosition("The discard pile is empty only while a drawn card is held (B10): name its top card.")
    if int(state.twice) and phase not in (HOLD, PEEKING):
        raise BadPosition("Draw-twice cards are in use only while a card is held or looked at (B9).")
    if int(state.first) and (phase != HOLD or not int(state.twice)):
        raise BadPosition("A card is the first of two only while it is held and a draw-twice card is in use (B9).")
    if phase == LOOK and int(state.turns):
        raise BadPosition("Everybody looks at their outer cards before the first turn (B3).")
    if phase == KNOCK and not may_knock(state):
        raise BadPosition("Nobody may knock now (B11).")


def _check_knock(state: State) -> None:
    """B11, B12: who has knocked could do so then, and the round is not over yet."""
    if int(state.phase) == TURNED_UP:
        return
    turns, seats, knocker = int(state.turns), int(state.seats), int(state.knocker)
    if knocker != NONE:
        since = (int(state.to_move) - knocker) % seats
        turns -= since - 1
        if since == 0 or turns < seats:
            raise BadPosition(f"Seat {knocker} cannot have knocked: not everybody has had a turn (B11, B12).")
    if turns >= PATIENCE * seats:
        raise BadPosition(f"After {PATIENCE} turns a player the round is over (B11).")


def _open_eyes(state: State) -> None:
    """Who looks at a card knows it (B3, B8); what is turned up, everybody knows (B13)."""
    for seat in range(int(state.seats)):
        for at in range(ROW):
            if looked_at(state, seat) >> at & 1:
                state.known[seat, at] |= 1 << seat
        if int(state.phase) == TURNED_UP:
            state.known[seat] = EVERYBODY
