"""Donnant Donnant: what a stall would promise with a card more, or with one completed; the position stays as it is."""

from lodge.games.donnant_donnant.players.appraisal import promise
from lodge.games.donnant_donnant.players.weights import Weights
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import CIRCLES, STALL
from lodge.games.donnant_donnant.rules.state import CIRCLED, NINTH_LAID, State
from lodge.games.donnant_donnant.rules.tables import KIND
from lodge.kernel import rule


@rule
def with_card(state: State, seat: int, card: int, spot: int, weights: Weights) -> int:
    """What the stall promises with one more card."""
    which, ending = int(state.cards[seat]), int(state.ending)
    state.card[seat, which] = card
    state.spot[seat, which] = spot
    state.cards[seat] = which + 1
    state.unfinished[seat] = int(state.unfinished[seat]) | 1 << which
    ends = which + 1 == STALL and ending == 0
    brings = best_other(state, seat, weights) if ends else 0
    state.ending = NINTH_LAID if ends else ending
    brings += promise(state, seat, weights) - (best_other(state, seat, weights) if ends else 0)
    state.card[seat, which] = 0
    state.spot[seat, which] = 0
    state.cards[seat] = which
    state.unfinished[seat] = int(state.unfinished[seat]) & ~(1 << which)
    state.ending = ending
    return brings


@rule
def best_other(state: State, seat: int, weights: Weights) -> int:
    """What the best stall of the others promises; alone 0."""
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, promise(state, other, weights))
    return most


@rule
def completed_brings(state: State, seat: int, which: int, weights: Weights) -> int:
    """What the stall promises with a card completed."""
    card = int(state.card[seat, which])
    gets = card >= EVALUATION_COUNT and int(KIND[card]) < CIRCLED
    kind = int(KIND[card]) if gets else 0
    state.unfinished[seat] = int(state.unfinished[seat]) ^ 1 << which
    state.circles[seat, kind] = int(state.circles[seat, kind]) + (CIRCLES if gets else 0)
    brings = promise(state, seat, weights)
    state.unfinished[seat] = int(state.unfinished[seat]) ^ 1 << which
    state.circles[seat, kind] = int(state.circles[seat, kind]) - (CIRCLES if gets else 0)
    return brings
