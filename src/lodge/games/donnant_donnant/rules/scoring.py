"""Donnant Donnant: the score (N23, N26, N27)."""

from lodge.games.donnant_donnant.rules.arrays import AIM, BESIDE, COLOUR, KIND, LINES, POINTS
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import CHOICE, COLOURS, SIDE
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.state import NONE, State, empty_cells, is_completed
from lodge.kernel import rule

NEXT_TO_COMPLETED, PER_COLOUR, NEXT_TO_COLOUR, COMPLETED_LINES, FIVE_COLOURS, ONE_COLOUR_LINES, DIFFERENT_BONUSES = (
    range(7)
)
ALL_KINDS = (1 << 7) - 1
MORE_THAN_EMPTY = 1 << 7  # no stall has so many cells
COLOURFUL = (
    1 << PER_COLOUR | 1 << NEXT_TO_COLOUR | 1 << FIVE_COLOURS | 1 << ONE_COLOUR_LINES
)  # kinds that count colours


@rule
def completed_spots(state: State, seat: int) -> int:
    """Where a player's completed cards lie, as bits."""
    mask = 0
    for which in range(int(state.cards[seat])):
        if is_completed(state, seat, which):
            mask |= 1 << int(state.spot[seat, which])
    return mask


@rule
def free_choices(state: State, seat: int) -> int:
    """N23: in how many ways a player can choose colours."""
    ways = 1
    for which in range(int(state.cards[seat])):
        if has_choice(state, seat, which):
            ways *= len(COLOURS)
    return ways


@rule
def has_choice(state: State, seat: int, which: int) -> bool:
    """N23: whether a card is a completed choose-a-colour."""
    card = int(state.card[seat, which])
    return card >= EVALUATION_COUNT and int(KIND[card]) == CHOICE and is_completed(state, seat, which)


@rule
def colour_of(state: State, seat: int, which: int, way: int) -> int:
    """The colour of a card, or NONE; `way` has a digit for each card whose colour is chosen (N23)."""
    if not has_choice(state, seat, which):
        return int(COLOUR[state.card[seat, which]])
    for before in range(which):
        if has_choice(state, seat, before):
            way //= len(COLOURS)
    return way % len(COLOURS)


@rule
def spots_of_colour(state: State, seat: int, colour: int, way: int) -> int:
    """Where a player's cards of a colour lie, as bits."""
    mask = 0
    for which in range(int(state.cards[seat])):
        if colour_of(state, seat, which, way) == colour:
            mask |= 1 << int(state.spot[seat, which])
    return mask


@rule
def lines_in(spots: int) -> int:
    """Rows and columns of three."""
    found = 0
    for line in range(len(LINES)):
        found += 1 if ones(spots & int(LINES[line])) == SIDE else 0
    return found


@rule
def card_times(state: State, seat: int, which: int, way: int) -> int:
    """N26: how often the points of an evaluation card count, as if it were completed and the rest as it is."""
    card = int(state.card[seat, which])
    kind, aim = int(KIND[card]), int(AIM[card])
    spot = int(state.spot[seat, which])
    if kind == NEXT_TO_COMPLETED:
        return ones(completed_spots(state, seat) & int(BESIDE[spot]))
    if kind == PER_COLOUR:
        return ones(spots_of_colour(state, seat, aim, way))
    if kind == NEXT_TO_COLOUR:
        return ones(spots_of_colour(state, seat, aim, way) & int(BESIDE[spot]))
    if kind == COMPLETED_LINES:
        return lines_in(completed_spots(state, seat) | 1 << spot)
    if kind == DIFFERENT_BONUSES:
        return different_bonuses(state, seat)
    return colour_times(state, seat, kind, way)


@rule
def colour_times(state: State, seat: int, kind: int, way: int) -> int:
    """N26: five-colours and one-colour-lines."""
    lines = 0
    colours = 0
    for colour in range(len(COLOURS)):
        spots = spots_of_colour(state, seat, colour, way)
        colours += 1 if spots else 0
        lines += lines_in(spots)
    if kind == FIVE_COLOURS:
        return 1 if colours == len(COLOURS) else 0
    return lines


@rule
def different_bonuses(state: State, seat: int) -> int:
    """N26: how many kinds of bonus a player has completed."""
    kinds = 0
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        if card >= EVALUATION_COUNT and is_completed(state, seat, which):
            kinds |= 1 << int(KIND[card])
    return ones(kinds)


@rule
def score_of(state: State, seat: int, kinds: int, way: int) -> int:
    """N26: completed evaluation cards of some kinds, given as bits, with colours chosen in a way."""
    total = 0
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        if card < EVALUATION_COUNT and kinds >> int(KIND[card]) & 1 and is_completed(state, seat, which):
            total += int(POINTS[card]) * card_times(state, seat, which, way)
    return total


@rule
def counts_colours(state: State, seat: int) -> bool:
    """Whether any completed evaluation card depends on colours."""
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        if card < EVALUATION_COUNT and COLOURFUL >> int(KIND[card]) & 1 and is_completed(state, seat, which):
            return True
    return False


@rule
def score_in(state: State, seat: int, way: int) -> int:
    """N26: all completed evaluation cards, with colours chosen in a way."""
    return score_of(state, seat, ALL_KINDS, way)


@rule
def best_way(state: State, seat: int) -> int:
    """N23: the colours whose choice scores most, all cards together; of equal ones the first."""
    best = 0
    most = NONE
    ways = free_choices(state, seat)
    for way in range(ways if ways > 1 and counts_colours(state, seat) else 0):
        total = score_of(state, seat, COLOURFUL, way)
        if total > most:
            most = total
            best = way
    return best


@rule
def score(state: State, seat: int) -> int:
    """N23, N26: the points as they would count now."""
    return score_in(state, seat, best_way(state, seat))


@rule
def place(state: State, seat: int) -> int:
    """N27: the rank from 1: most points, then fewer empty cells; equals share a place and the next is left out."""
    mine = standing(state, seat, score(state, seat))
    rank = 1
    for other in range(int(state.seats)):
        rank += 1 if other != seat and standing(state, other, score(state, other)) > mine else 0
    return rank


@rule
def standing(state: State, seat: int, points: int) -> int:
    """N27: what ranks players: points first, then empty cells."""
    return MORE_THAN_EMPTY * points - empty_cells(state, seat)
