"""Dam It!: what a seat may see of a position."""

from lodge.games.api import EVERYTHING
from lodge.games.dam_it.rules.arrays import COSTS, DAM_POINTS, PILE_SIZES, PILE_STARTS
from lodge.games.dam_it.rules.facts import (
    DAM_NAMES,
    HAND_KINDS,
    HIGHEST_PILE,
    KINDS,
    MOST_SEATS,
    NAMES,
    PILES,
    RIVER_LENGTH,
)
from lodge.games.dam_it.rules.knowledge import sees_all
from lodge.games.dam_it.rules.state import (
    NONE,
    TOP,
    State,
    dam_pile_size,
    dam_points,
    discard_size,
    discarded,
    hand_size,
    over,
    pile_size,
    place,
    points,
    score,
    wood,
)
from lodge.kernel import i16, rule
from lodge.kernel.view import Counted, Each, Named, Optional, Subset, UpTo, add, flag, view

Kind = Named[NAMES]
Cards = Counted[NAMES]


@view
class RiverCard:
    """A card of the river and the cubes on it."""

    card: Kind
    cubes: i16


@view
class DamPile:
    """A pile of dams: what each costs, and the points of those left, from the top."""

    cost: i16
    points: UpTo[HIGHEST_PILE, i16]


@view
class Points:
    """D16: the score line by line."""

    dams: i16
    cubes: i16
    garbage: i16


@view
class Player:
    """A player; who is not meant to see everything sees sizes only. `wood` breaks ties (D17)."""

    cubes: i16
    hand_size: i16
    dam_pile_size: i16
    hand: Optional[Cards]
    dams: Optional[Subset[DAM_NAMES]]
    garbage: Optional[i16]
    score: Optional[i16]
    place: Optional[i16]
    points: Optional[Points]
    wood: Optional[i16]


@view
class View:
    """A position as a seat sees it."""

    river: Each[RIVER_LENGTH, RiverCard]
    top: Optional[Kind]
    pile: i16
    discard: i16
    dams: Each[PILES, DamPile]
    to_move: Optional[i16]
    over: flag
    players: UpTo[MOST_SEATS, Player]
    pile_cards: Optional[Cards]
    discard_cards: Optional[Cards]


@rule
def look(state: State, seat: int, seen: View) -> None:
    """The middle of the table, and each player."""
    known = sees_all(state) or seat == EVERYTHING
    ended = over(state)
    look_at_river(state, seen)
    seen.pile = pile_size(state)
    seen.discard = discard_size(state)
    for pile in range(PILES):
        look_at_dams(state, pile, seen.dams[pile])
    if ended:
        seen.over = 1
    else:
        seen.to_move = state.to_move
    seen.players.count = state.seats
    for owner in range(int(state.seats)):
        player = seen.players.items[owner]
        look_at_player(state, owner, player)
        if known or owner == seat:
            look_at_own(state, owner, player)
        if ended:
            player.place = place(state, owner)
    if known:
        for kind in range(KINDS):
            seen.pile_cards[kind] = state.pile[kind]
            seen.discard_cards[kind] = discarded(state, kind)


@rule
def look_at_river(state: State, seen: View) -> None:
    """The river, and the top of the pile."""
    for at in range(RIVER_LENGTH):
        seen.river[at].card = state.river[at]
        seen.river[at].cubes = state.stones[at]
    if int(state.river[TOP]) != NONE:
        seen.top = state.river[TOP]


@rule
def look_at_dams(state: State, pile: int, seen: DamPile) -> None:
    """A pile of dams without those built."""
    seen.cost = COSTS[pile]
    for dam in range(int(state.built[pile]), int(PILE_SIZES[pile])):
        add(seen.points, int(DAM_POINTS[int(PILE_STARTS[pile]) + dam]))


@rule
def look_at_player(state: State, seat: int, seen: Player) -> None:
    """What everybody sees of a player."""
    seen.cubes = state.cubes[seat]
    seen.hand_size = hand_size(state, seat)
    seen.dam_pile_size = dam_pile_size(state, seat)


@rule
def look_at_own(state: State, seat: int, seen: Player) -> None:
    """What a player sees of itself; everybody, where nothing is hidden."""
    for kind in range(HAND_KINDS):
        seen.hand[kind] = state.hand[seat, kind]
    seen.dams = state.dams[seat]
    seen.garbage = state.garbage[seat]
    seen.score = score(state, seat)
    seen.points.dams = dam_points(int(state.dams[seat]))
    seen.points.cubes = points(0, int(state.cubes[seat]), 0)
    seen.points.garbage = points(0, 0, int(state.garbage[seat]))
    seen.wood = wood(state, seat)
