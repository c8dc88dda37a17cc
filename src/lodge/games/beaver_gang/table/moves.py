"""Beaver Gang as people see it: moves and their texts, and why one is not possible."""

import re
from typing import Annotated

import msgspec

from lodge.errors import IllegalMove
from lodge.games.beaver_gang.rules.facts import MOST_SEATS, NAMES, NUMBERS, PEEK, ROW, SWAP, TWICE
from lodge.games.beaver_gang.rules.state import (
    ACTIONS,
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    LOOK,
    PASS,
    PEEK_AT,
    PEEKING,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    State,
    ends_round,
    is_number,
)
from lodge.games.beaver_gang.table.events import MOST_EVENTS, Event, happened, tell
from lodge.games.beaver_gang.table.position import from_position, to_position
from lodge.games.beaver_gang.table.show import show, tie
from lodge.games.beaver_gang.table.views import View, look
from lodge.games.contract import Contract
from lodge.kernel import rule

__all__ = ["from_position", "show", "tell", "tie", "to_position"]  # offered as they are

At = Annotated[int, msgspec.Meta(ge=1, le=ROW)]  # a card of a row, counted from its owner's left
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]


class _Move(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """In JSON, a move says what it does: `{"do": "take", "at": 2}`."""


class Close(_Move, frozen=True):
    """B3, B8: lay the cards looked at face down again."""


class Draw(_Move, frozen=True):
    """B6: draw from the stack."""


class Discard(_Move, frozen=True):
    """B6, B9: discard the card drawn; the first of two is followed by another."""


class Again(_Move, frozen=True):
    """B9: use the draw-twice card."""


class Knock(_Move, frozen=True):
    """B11: knock: everybody else has one more turn."""


class Pass(_Move, frozen=True):
    """B11: do not knock."""


class Deal(_Move, frozen=True):
    """B4: deal the next round."""


class Take(_Move, frozen=True):
    """B5: the top discard for one of my cards."""

    at: At


class Keep(_Move, frozen=True):
    """B6: the number drawn for one of my cards."""

    at: At


class Peek(_Move, frozen=True):
    """B8: look at one of my cards."""

    at: At


class Swap(_Move, frozen=True):
    """B7: exchange one of my cards for one of another player's."""

    at: At
    seat: Seat
    other: At


Move = Close | Draw | Discard | Again | Knock | Pass | Deal | Take | Keep | Peek | Swap
ALL_SEE = False
CONTRACT = Contract(
    Move,
    View,
    Event,
    look,
    happened,
    MOST_EVENTS,
    types={"Kind": NAMES, "Special": NAMES[NUMBERS:]},
    facts={"SPECIALS": NAMES[NUMBERS:], "KINDS": NAMES, "ROW": tuple(range(1, ROW + 1))},
    fades=("card",),  # that everybody saw, where it is to be remembered: a real table keeps no list of them
)

PLAIN: dict[int, Move] = {
    CLOSE: Close(),
    DRAW: Draw(),
    DISCARD: Discard(),
    AGAIN: Again(),
    KNOCKS: Knock(),
    PASS: Pass(),
    DEAL: Deal(),
}
WORDS = {type(move).__name__.lower(): action for action, move in PLAIN.items()}
ONES: dict[str, tuple[int, type[Take | Keep | Peek]]] = {
    "take": (TAKE, Take),
    "keep": (KEEP, Keep),
    "peek": (PEEK_AT, Peek),
}
_ONE = re.compile(rf"({'|'.join(ONES)}) ([1-{ROW}])")
_SWAP = re.compile(rf"swap ([1-{ROW}]) with ([1-{ROW}]) of seat ([0-{MOST_SEATS - 1}])")


def to_move(action: int) -> Move:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    if action >= SWAP_FOR:
        mine, rest = divmod(action - SWAP_FOR, SWAPS_EACH)
        return Swap(mine + 1, rest // ROW, rest % ROW + 1)
    for first, kind in ONES.values():
        if first <= action < first + ROW:
            return kind(action - first + 1)
    return PLAIN[action]


def to_action(move: Move) -> int:
    """The action number of a move."""
    if isinstance(move, Swap):
        _check_card(move.other)
        if not 0 <= move.seat < MOST_SEATS:
            raise IllegalMove(f"There is no seat {move.seat}: seats are 0 to {MOST_SEATS - 1}.")
        return SWAP_FOR + (_check_card(move.at) - 1) * SWAPS_EACH + move.seat * ROW + move.other - 1
    word = type(move).__name__.lower()
    if isinstance(move, Take | Keep | Peek):
        return ONES[word][0] + _check_card(move.at) - 1
    return WORDS[word]


def _check_card(at: int) -> int:
    if not 1 <= at <= ROW:
        raise IllegalMove(f"There is no card {at}: everybody has cards 1 to {ROW}, from left to right.")
    return at


def text(action: int) -> str:
    """An action as records hold it: `draw`, `keep 3`, `swap 2 with 4 of seat 1`."""
    move = to_move(action)
    word = type(move).__name__.lower()
    if isinstance(move, Swap):
        return f"swap {move.at} with {move.other} of seat {move.seat}"
    return f"{word} {move.at}" if isinstance(move, Take | Keep | Peek) else word


def parse(text: str) -> int:
    """The action that a text stands for."""
    words = " ".join(text.split()).lower()
    if words in WORDS:
        return WORDS[words]
    if match := _ONE.fullmatch(words):
        return ONES[match[1]][0] + int(match[2]) - 1
    if match := _SWAP.fullmatch(words):
        return to_action(Swap(int(match[1]), int(match[3]), int(match[2])))
    raise IllegalMove(
        f"{text!r} is not a move. Moves are 'draw', 'take 1' to 'take {ROW}', 'discard', 'keep 1', 'peek 1', "
        "'swap 1 with 2 of seat 1', 'again', 'knock', 'pass', 'close', 'deal'."
    )


# --- why not ---------------------------------------------------------------------------------------------

NOW = {
    LOOK: "Look at your outer cards, then close them (B3).",
    TURN: "Take the top discard, or draw from the stack (B5, B6).",
    PEEKING: "Close the card that you look at (B8).",
    KNOCK: "Knock, or pass (B11).",
}


def why_not(state: State, seat: int, action: int) -> str:
    """The reason why an action is not legal now."""
    phase = int(state.phase)
    if phase == HOLD:
        return _why_not_use(state, seat, action)
    if phase == TURN and TAKE <= action < KEEP:
        return f"The top discard is a special card, {NAMES[state.top]}: draw from the stack (B5)."
    return NOW.get(phase, "All cards are turned up: deal the next round (B4).")


def _why_not_use(state: State, seat: int, action: int) -> str:
    held = int(state.held)
    if action >= SWAP_FOR and held == SWAP:
        other = (action - SWAP_FOR) % SWAPS_EACH // ROW
        if other == seat:
            return "Swap one of your cards for one of another player's (B7)."
        return f"There is no seat {other} in this game: seats are 0 to {int(state.seats) - 1}."
    if is_number(held):
        return f"You hold a {NAMES[held]}: keep it for one of your cards, or discard it (B6)."
    use = {SWAP: "swap with it", PEEK: "peek with it", TWICE: "draw again with it"}[held]
    return f"You hold a special card, {NAMES[held]}: {use}, or discard it (B6)."


@rule
def reveals(state: State, seat: int, action: int) -> bool:
    """A blind exchange and a word about knocking show nothing, unless they end the round.

    Closing cannot be taken back either: it would show the cards a second time.
    """
    if action == KNOCKS:
        return False
    return ends_round(state) if action >= SWAP_FOR or action == PASS else True
