"""Donnant Donnant: the names by which people, records and views call things."""

from lodge.games.donnant_donnant.rules.arrays import BITS, GRID, SPOTS
from lodge.games.donnant_donnant.rules.deck import CARDS, DECK, EVALUATION_COUNT, NAMES
from lodge.games.donnant_donnant.rules.facts import BONUSES, COLOURS, DICE, EVALUATIONS, ROWS
from lodge.games.donnant_donnant.rules.state import NONE

SPOT_NAMES = tuple(f"{'abcde'[spot % GRID]}{spot // GRID + 1}" for spot in range(SPOTS))  # the first card lies on c3


def card_name(card: int) -> str | None:
    """A card's name, or None for no card."""
    return None if card == NONE else NAMES[card]


def called(name: str) -> str:
    """A card in words: `Completed lines 4 (e17)`. Several may bring the same, so that its short name is told, too."""
    card = DECK[NAMES.index(name)]
    if card.bonus:
        return f"{_capital(BONUSES[card.kind])} ({name})"
    aim = f" {COLOURS[card.aim]}" if card.aim >= 0 else ""
    return f"{_capital(EVALUATIONS[card.kind])}{aim} {card.points} ({name})"


def _capital(kind: str) -> str:
    return kind.replace("-", " ").capitalize()


def row_of(card: int) -> str:
    """The row of the market, and the pile, that a card belongs to."""
    return ROWS[EVALUATION_COUNT <= card < CARDS]


def spot_name(spot: int) -> str:
    """A spot of the stall: columns a to e, rows 1 to 5 from above."""
    return SPOT_NAMES[spot]


def spot_number(name: str) -> int:
    """The spot that a name stands for."""
    return (int(name[1]) - 1) * GRID + "abcde".index(name[0])


def colours_in(dice: int) -> list[str]:
    """The colours of dice given as bits."""
    return [COLOURS[die] for die in range(DICE) if dice >> die & 1]


def dice_of(colours: list[str]) -> int:
    """Dice as bits."""
    return sum(1 << COLOURS.index(colour) for colour in set(colours))


def seats_in(mask: int) -> list[int]:
    """Seats given as bits."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def numbers_in(written: int, cells: int) -> list[int]:
    """What is written in a card's cells; 0 where nothing is."""
    return [written >> BITS * at & 7 for at in range(cells)]
