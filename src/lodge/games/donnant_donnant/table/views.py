"""Donnant Donnant: what a seat may see of a position."""

from lodge.games.api import EVERYTHING, sees
from lodge.games.donnant_donnant.rules.arrays import BITS, CELLS, KIND, LEVEL_POINTS, POINTS, PRICE, ROUNDS, SPOTS, TINT
from lodge.games.donnant_donnant.rules.completing import NO_WRITE, cheapest_write, wrong_colour
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT, NAMES
from lodge.games.donnant_donnant.rules.facts import (
    BONUSES,
    CIRCLES,
    COLOURS,
    COLUMNS,
    DICE,
    ENDINGS,
    FACES,
    MOST_CELLS,
    MOST_SEATS,
    PATIENCE,
    PHASES,
    ROLLS,
    ROWS,
    SEAT_NUMBERS,
    STALL,
)
from lodge.games.donnant_donnant.rules.knowledge import knows_held, pile_of_card
from lodge.games.donnant_donnant.rules.objectives import completed
from lodge.games.donnant_donnant.rules.piles import pile_size
from lodge.games.donnant_donnant.rules.scoring import best_way, card_times, colour_of, place, score_in
from lodge.games.donnant_donnant.rules.state import (
    CIRCLED,
    HAND,
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
    to_complete,
)
from lodge.games.donnant_donnant.table.names import SPOT_NAMES
from lodge.kernel import i16, rule, wide
from lodge.kernel.view import Each, Map, Named, Optional, Pairs, Subset, Tally, UpTo, add, flag, view

Colour = Named[COLOURS]
Row = Named[ROWS]
CardName = Named[NAMES]
Spot = Named[SPOT_NAMES]
Seats = Subset[SEAT_NUMBERS]
CIRCLED_BONUSES = BONUSES[:CIRCLED]


@view
class Level:
    """N33, N34: the solo level: what it allows and needs."""

    number: i16
    rounds: i16
    points: i16


@view
class Die:
    """A die."""

    colour: Colour
    number: Optional[i16]
    free: flag
    rolled: flag


@view
class Market:
    """The two rows of the market."""

    evaluation: Each[COLUMNS, Optional[CardName]]
    bonus: Each[COLUMNS, Optional[CardName]]


@view
class Piles:
    """How many cards are left."""

    evaluation: i16
    bonus: i16


@view
class Part:
    """A die written, counted as a number, into a cell."""

    die: Colour
    number: i16
    cell: i16


@view
class Offer:
    """N8: a card that the dice can complete, and a way that ticks the fewest circles."""

    card: i16
    writes: UpTo[DICE, Part]


@view
class Held:
    """The card to be laid: everybody sees from which row, who knows it also which.

    For its owner, where it is an evaluation: what it would be worth at each spot, if it were completed now (N26).
    """

    seat: i16
    row: Row
    card: Optional[CardName]
    worths: Optional[Map[SPOTS, Spot, i16]]


@view
class Laid:
    """A card of a stall: what it is worth, or would be if it were completed now; null: it is no evaluation.

    Circles of a kind are ticked on the card that was laid first (N19-N22).
    """

    card: CardName
    at: Spot
    written: UpTo[MOST_CELLS, i16]
    completed: flag
    colour: Optional[Colour]
    worth: Optional[i16]
    ticked: i16


@view
class Dealt:
    """N2: a card dealt: everybody sees the back, only its owner the card."""

    row: Row
    card: Optional[CardName]


@view
class Player:
    """A player."""

    cards: UpTo[STALL, Laid]
    circles: Tally[CIRCLED_BONUSES]
    wrote: Subset[COLOURS]
    score: i16
    empty: i16
    place: Optional[i16]
    hand: Each[HAND, Optional[Dealt]]
    back: Optional[Dealt]


@view
class View:
    """A position as a seat sees it."""

    phase: Named[PHASES]
    active: Optional[i16]
    starter: i16
    round: i16
    rounds_left: i16  # N33, N41: at most, this one included
    level: Optional[Level]
    waiting: Seats
    dice: Each[DICE, Die]
    rolls_left: i16
    working: Optional[i16]
    left: i16
    market: Market
    prices: i16[COLUMNS]
    piles: Piles
    ending: Optional[Named[ENDINGS]]
    offers: UpTo[STALL, Offer]
    over: flag
    held: Optional[Held]
    players: UpTo[MOST_SEATS, Player]


@rule
def look(state: State, seat: int, seen: View) -> None:
    """The middle of the table, and each player."""
    look_at_turn(state, seen)
    look_at_market(state, seen)
    for die in range(DICE):
        seen.dice[die].colour = die
        if die_shows(state, die):
            seen.dice[die].number = die_shows(state, die)
        seen.dice[die].free = int(state.free) >> die & 1
        seen.dice[die].rolled = int(state.rolled) >> die & 1
    if int(state.phase) == TURN:
        look_for_offers(state, int(state.active), seen)
    if int(state.held) != NONE:
        look_at_held(state, seat, seen.held)
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        look_at_player(state, owner, seen.players.items[owner])
        look_at_hand(state, owner, sees(seat, owner), seen.players.items[owner])


@rule
def look_at_turn(state: State, seen: View) -> None:
    """Whose turn it is, and how far the game has come."""
    phase = int(state.phase)
    seen.phase = phase
    if over(state):
        seen.over = 1
    else:
        seen.active = state.active
    seen.starter = state.starter
    seen.round = int(state.round) + 1
    if not over(state):
        seen.rounds_left = (int(ROUNDS[int(state.level)]) if int(state.level) > 0 else PATIENCE) - int(state.round)
    if int(state.level) > 0:
        seen.level.number = state.level
        seen.level.rounds = ROUNDS[int(state.level)]
        seen.level.points = LEVEL_POINTS[int(state.level)]
    seen.waiting = int(state.waiting) if phase <= PASSIVE else 0
    seen.rolls_left = ROLLS - int(state.rolls) if PASSIVE <= phase <= TURN else 0
    if int(state.working) != NONE:
        seen.working = int(state.working) + 1
    seen.left = state.left
    if int(state.ending) > 0:
        seen.ending = int(state.ending) - 1


@rule
def look_at_market(state: State, seen: View) -> None:
    """Cards, prices, piles."""
    for column in range(COLUMNS):
        if int(state.market[0, column]) != NONE:
            seen.market.evaluation[column] = state.market[0, column]
        if int(state.market[1, column]) != NONE:
            seen.market.bonus[column] = state.market[1, column]
        seen.prices[column] = PRICE[column]
    seen.piles.evaluation = pile_size(state, 0)
    seen.piles.bonus = pile_size(state, 1)


@rule
def look_at_held(state: State, seat: int, seen: Held) -> None:
    """The card to be laid."""
    held, active = int(state.held), int(state.active)
    seen.seat = active
    seen.row = pile_of_card(held)
    if seat == EVERYTHING or knows_held(state, seat):
        seen.card = held
    if seat == active and held < EVALUATION_COUNT:
        look_at_worths(state, active, held, seen.worths)


@rule
def look_at_worths(state: State, seat: int, held: int, seen: Pairs) -> None:
    """N26: what an evaluation card would be worth at each spot. It is laid on trial; the position stays as it is."""
    spots = spots_for(state, seat)
    which = int(state.cards[seat])
    seen.count = 0
    state.card[seat, which] = held
    state.cards[seat] = which + 1
    for spot in range(SPOTS):
        if spots >> spot & 1:
            state.spot[seat, which] = spot
            seen.keys[int(seen.count)] = spot
            seen.values[int(seen.count)] = int(POINTS[held]) * card_times(state, seat, which, best_way(state, seat))
            seen.count = int(seen.count) + 1
    state.card[seat, which] = 0
    state.spot[seat, which] = 0
    state.cards[seat] = which


@rule
def look_at_player(state: State, seat: int, seen: Player) -> None:
    """What everybody sees of one player: each card with what it is worth, or would be if it were completed now."""
    way = best_way(state, seat)
    seen.cards.count = state.cards[seat]
    for which in range(int(state.cards[seat])):
        look_at_card(state, seat, which, way, seen.cards.items[which])
    for kind in range(CIRCLED):
        seen.circles[kind] = state.circles[seat, kind]
    seen.wrote = state.wrote[seat]
    seen.score = score_in(state, seat, way)
    seen.empty = empty_cells(state, seat)
    if over(state):
        seen.place = place(state, seat)


@rule
def look_at_card(state: State, seat: int, which: int, way: int, seen: Laid) -> None:
    """A card of a stall."""
    card = int(state.card[seat, which])
    seen.card = card
    seen.at = state.spot[seat, which]
    for at in range(int(CELLS[card])):
        add(seen.written, wide(state.written[seat, which]) >> BITS * at & 7)
    seen.completed = 1 if is_completed(state, seat, which) else 0
    colour = colour_of(state, seat, which, way)
    if colour != NONE:
        seen.colour = colour
    if card < EVALUATION_COUNT:
        seen.worth = int(POINTS[card]) * card_times(state, seat, which, way)
    elif int(KIND[card]) < CIRCLED and is_completed(state, seat, which):
        seen.ticked = ticked_on(state, seat, which)


@rule
def ticked_on(state: State, seat: int, which: int) -> int:
    """N19-N22: how many circles of a completed bonus card are ticked; they are counted for all of a kind together."""
    kind = int(KIND[state.card[seat, which]])
    ticked = -int(state.circles[seat, kind])
    for other in range(int(state.cards[seat])):
        card = int(state.card[seat, other])
        if card >= EVALUATION_COUNT and int(KIND[card]) == kind and is_completed(state, seat, other):
            ticked += CIRCLES if other >= which else 0
    return max(0, min(CIRCLES, ticked))


@rule
def look_at_hand(state: State, owner: int, mine: bool, seen: Player) -> None:
    """N2: the cards dealt."""
    for at in range(HAND):
        if int(state.hand[owner, at]) != NONE:
            look_at_dealt(int(state.hand[owner, at]), mine, seen.hand[at])
    if int(state.back[owner]) != NONE:
        look_at_dealt(int(state.back[owner]), mine, seen.back)


@rule
def look_at_dealt(card: int, mine: bool, seen: Dealt) -> None:
    """A card dealt."""
    seen.row = pile_of_card(card)
    if mine:
        seen.card = card


@rule
def look_for_offers(state: State, seat: int, seen: View) -> None:
    """N8: the active player's cards that the dice can complete, each with a way that ticks the fewest circles."""
    for which in range(int(state.cards[seat])):
        if to_complete(state, seat) >> which & 1:
            offer = seen.offers.items[int(seen.offers.count)]
            if whole_way(state, seat, which, offer):
                offer.card = which + 1
                seen.offers.count = int(seen.offers.count) + 1


@rule
def whole_way(state: State, seat: int, which: int, seen: Offer) -> bool:
    """Write all writes that complete a card, or none; whether there are any."""
    card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
    dice, free = wide(state.dice), wide(state.free)
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    while not completed(card, written):
        code = cheapest_write(card, written, dice, free, plus, other)
        if code == NO_WRITE:
            seen.writes.count = 0
            return False
        die, at = code // MOST_CELLS // FACES, code % MOST_CELLS
        number = code // MOST_CELLS % FACES + 1
        part = seen.writes.items[int(seen.writes.count)]
        seen.writes.count = int(seen.writes.count) + 1
        part.die = die
        part.number = number
        part.cell = at + 1
        plus -= abs(number - die_shows(state, die))
        other -= wrong_colour(int(TINT[card, at]), die)
        written |= number << BITS * at
        free &= ~(1 << die)
    return True
