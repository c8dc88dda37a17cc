"""Donnant Donnant as people see it: moves and their texts, and what cannot be taken back."""

import re
from typing import Annotated, Literal

import msgspec

from lodge.errors import IllegalMove
from lodge.games.contract import Contract
from lodge.games.donnant_donnant.rules.arrays import SPOTS
from lodge.games.donnant_donnant.rules.facts import (
    BONUSES,
    CIRCLES,
    COLOURS,
    COLUMNS,
    DICE,
    EVALUATIONS,
    FACES,
    MOST_CELLS,
    ROWS,
    SIDE,
    STALL,
)
from lodge.games.donnant_donnant.rules.state import (
    ACTIONS,
    BLIND,
    BUY,
    COUNTS,
    DONE,
    HAND,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAYS,
    PUT_AWAY,
    PUT_BACK,
    REROLL,
    START,
    WRITE,
    WRITES_EACH,
    State,
)
from lodge.games.donnant_donnant.table.events import MOST_EVENTS, Event, happened, tell
from lodge.games.donnant_donnant.table.names import colours_in, dice_of, spot_name, spot_number
from lodge.games.donnant_donnant.table.position import from_position, to_position
from lodge.games.donnant_donnant.table.reasons import why_not
from lodge.games.donnant_donnant.table.show import show, tie
from lodge.games.donnant_donnant.table.views import CIRCLED_BONUSES, View, look
from lodge.kernel import rule

__all__ = ["from_position", "show", "tell", "tie", "to_position", "why_not"]  # offered as they are

Die = Literal["yellow", "orange", "green", "blue", "purple"]
Row = Literal["evaluation", "bonus"]
Spot = Annotated[str, msgspec.Meta(pattern="^[a-e][1-5]$")]
HandCard = Annotated[int, msgspec.Meta(ge=1, le=HAND)]


class _Move(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """In JSON, a move says what it does: `{"do": "reroll", "dice": ["yellow", "blue"]}`."""


class Done(_Move, frozen=True, tag="done"):
    """N6, N11, N17, N31: use no more dice."""


class Joker(_Move, frozen=True, tag="joker"):
    """N10: use two dice like a passive player, or take a card of a pile unseen."""

    take: Literal["dice", "evaluation", "bonus"]


class PutAway(_Move, frozen=True, tag="put-away"):
    """N10b: put the card taken unseen under its pile."""


class Count(_Move, frozen=True, tag="count"):
    """N32: the rightmost card of a row onto the round counter."""

    row: Row


class PutBack(_Move, frozen=True, tag="put-back"):
    """N2: put one of the four cards dealt back."""

    card: HandCard


class LayOut(_Move, frozen=True, tag="lay-out"):
    """N2, N3: lay out one of the cards dealt."""

    card: HandCard
    at: Spot


class Lay(_Move, frozen=True, tag="lay"):
    """N9, N10b: lay the card bought or taken."""

    at: Spot


class Reroll(_Move, frozen=True, tag="reroll"):
    """N5: roll some dice again, and set the others aside."""

    dice: list[Die]


class Buy(_Move, frozen=True, tag="buy"):
    """N9: buy the card in a column of a row with some dice; circles that it takes are ticked (N19, N22)."""

    row: Row
    column: Annotated[int, msgspec.Meta(ge=1, le=COLUMNS)]
    dice: list[Die]


class Write(_Move, frozen=True, tag="write"):
    """N7, N17: write a die, counted as a number, into a cell of a card; circles are ticked (N19, N20).

    Cards are counted from 1 in the order in which they were laid, cells from the left.
    """

    die: Die
    number: Annotated[int, msgspec.Meta(ge=1, le=FACES)]
    card: Annotated[int, msgspec.Meta(ge=1, le=STALL)]
    cell: Annotated[int, msgspec.Meta(ge=1, le=MOST_CELLS)]


Move = Done | Joker | PutAway | Count | PutBack | LayOut | Lay | Reroll | Buy | Write
ALL_SEE = False
CONTRACT = Contract(
    Move,
    View,
    Event,
    look,
    happened,
    MOST_EVENTS,
    types={"Colour": COLOURS, "Row": ROWS, "Circled": CIRCLED_BONUSES, "Evaluation": EVALUATIONS, "Bonus": BONUSES},
    facts={
        "COLOURS": COLOURS,
        "ROWS": ROWS,
        "EVALUATIONS": EVALUATIONS,
        "CIRCLED": CIRCLED_BONUSES,
        "CIRCLES": CIRCLES,
        "SIDE": SIDE,
    },
)

PLAIN: dict[int, Move] = {
    DONE: Done(),
    JOKER_WRITES: Joker("dice"),
    JOKER_DRAWS: Joker("evaluation"),
    JOKER_DRAWS + 1: Joker("bonus"),
    PUT_AWAY: PutAway(),
    COUNTS: Count("evaluation"),
    COUNTS + 1: Count("bonus"),
}
PLAIN_NUMBERS = {move: action for action, move in PLAIN.items()}
_COLOUR = f"(?:{'|'.join(COLOURS)})"
_DICE = rf"({_COLOUR}(?: {_COLOUR})*)"
_BACK = re.compile(rf"put back ([1-{HAND}])")
_OUT = re.compile(rf"lay out ([1-{HAND}]) at ([a-e][1-5])")
_LAY = re.compile(r"lay at ([a-e][1-5])")
_REROLL = re.compile(rf"reroll {_DICE}")
_BUY = re.compile(rf"buy ({'|'.join(ROWS)}) ([1-{COLUMNS}]) with (?:nothing|{_DICE})")
_WRITE = re.compile(rf"write ({_COLOUR}) as ([1-{FACES}]) on card ([1-{STALL}]) cell ([1-{MOST_CELLS}])")


def to_move(action: int) -> Move:
    """The move that an action number stands for."""
    if not 0 <= action < ACTIONS:
        raise IllegalMove(f"Action {action} does not exist: actions are 0 to {ACTIONS - 1}.")
    if action >= WRITE:
        which, code = divmod(action - WRITE, WRITES_EACH)
        tried, at = divmod(code, MOST_CELLS)
        return Write(COLOURS[tried // FACES], tried % FACES + 1, which + 1, at + 1)  # type: ignore[arg-type]
    if action >= BUY:
        place, which = divmod(action - BUY, 1 << DICE)
        return Buy(ROWS[place // COLUMNS], place % COLUMNS + 1, colours_in(which))  # type: ignore[arg-type]
    if action >= START:
        which, spot = divmod(action - START, SPOTS)
        return LayOut(which + 1, spot_name(spot))
    if action >= LAYS:
        return Lay(spot_name(action - LAYS))
    if action > REROLL:
        return Reroll(colours_in(action - REROLL))  # type: ignore[arg-type]
    return PutBack(action - PUT_BACK + 1) if action >= PUT_BACK else PLAIN[action]


def to_action(move: Move) -> int:  # noqa: PLR0911 - one for each kind of move
    """The action number of a move."""
    if isinstance(move, Write):
        tried = COLOURS.index(move.die) * FACES + _within(move.number, FACES, "number") - 1
        cell = _within(move.cell, MOST_CELLS, "cell") - 1
        return WRITE + (_within(move.card, STALL, "card") - 1) * WRITES_EACH + tried * MOST_CELLS + cell
    if isinstance(move, Buy):
        place = ROWS.index(move.row) * COLUMNS + _within(move.column, COLUMNS, "column") - 1
        return BUY + (place << DICE) + dice_of(list(move.dice))
    if isinstance(move, Reroll):
        if not move.dice:
            raise IllegalMove("Name at least one die to roll again (N5).")
        return REROLL + dice_of(list(move.dice))
    if isinstance(move, LayOut):
        return START + (_within(move.card, HAND, "card") - 1) * SPOTS + spot_number(move.at)
    if isinstance(move, Lay):
        return LAYS + spot_number(move.at)
    if isinstance(move, PutBack):
        return PUT_BACK + _within(move.card, HAND, "card") - 1
    return PLAIN_NUMBERS[move]


def _within(number: int, most: int, what: str) -> int:
    if not 1 <= number <= most:
        raise IllegalMove(f"There is no {what} {number}: they are 1 to {most}.")
    return number


def text(action: int) -> str:  # noqa: PLR0911 - one for each kind of move
    """An action as records hold it: `reroll yellow blue`, `write green as 4 on card 2 cell 1`."""
    move = to_move(action)
    if isinstance(move, Write):
        return f"write {move.die} as {move.number} on card {move.card} cell {move.cell}"
    if isinstance(move, Buy):
        return f"buy {move.row} {move.column} with {' '.join(move.dice) or 'nothing'}"
    if isinstance(move, Reroll):
        return f"reroll {' '.join(move.dice)}"
    if isinstance(move, LayOut):
        return f"lay out {move.card} at {move.at}"
    if isinstance(move, Lay):
        return f"lay at {move.at}"
    if isinstance(move, PutBack):
        return f"put back {move.card}"
    return PLAIN_TEXTS[move]


PLAIN_TEXTS: dict[Move, str] = {
    Done(): "done",
    Joker("dice"): "joker dice",
    Joker("evaluation"): "joker evaluation",
    Joker("bonus"): "joker bonus",
    PutAway(): "put away",
    Count("evaluation"): "count evaluation",
    Count("bonus"): "count bonus",
}
WORDS = {words: PLAIN_NUMBERS[move] for move, words in PLAIN_TEXTS.items()}


def parse(text: str) -> int:  # noqa: PLR0911 - one for each kind of move
    """The action that a text stands for."""
    words = " ".join(text.split()).lower()
    if words in WORDS:
        return WORDS[words]
    if match := _WRITE.fullmatch(words):
        return to_action(Write(match[1], int(match[2]), int(match[3]), int(match[4])))  # type: ignore[arg-type]
    if match := _BUY.fullmatch(words):
        return to_action(Buy(match[1], int(match[2]), (match[3] or "").split()))  # type: ignore[arg-type]
    if match := _REROLL.fullmatch(words):
        return to_action(Reroll(match[1].split()))  # type: ignore[arg-type]
    if match := _OUT.fullmatch(words):
        return to_action(LayOut(int(match[1]), match[2]))
    if match := _LAY.fullmatch(words):
        return to_action(Lay(match[1]))
    if match := _BACK.fullmatch(words):
        return to_action(PutBack(int(match[1])))
    raise IllegalMove(
        f"{text!r} is not a move. Moves are 'reroll yellow blue', 'write green as 4 on card 2 cell 1', "
        "'buy bonus 3 with yellow green blue', 'lay at b3', 'joker dice', 'joker evaluation', 'joker bonus', "
        "'put away', 'done', 'count bonus', 'put back 2', 'lay out 1 at c3'."
    )


@rule
def reveals(state: State, seat: int, action: int) -> bool:
    """Cards dealt or taken unseen show when they are laid; all else that shows something new is luck."""
    return START <= action < BUY or (LAYS <= action < START and int(state.phase) == BLIND)
