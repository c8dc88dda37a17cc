"""Dam It!: what a seat believes of the dam piles of the others.

That every way to lay unseen dams and garbage into their piles is as likely would be a poor guess with three players or
four: one of the others would seem far ahead, and everybody would seem to lose. They build nearly as well as each other.
"""

from lodge.games.dam_it.rules.facts import DAMS
from lodge.games.dam_it.rules.knowledge import imagine, imagine_dam_piles, sees_all
from lodge.games.dam_it.rules.state import State, dam_pile_size, dams_built, score
from lodge.kernel import Luck, rule

# Ways to lay the piles, of which the evenest is believed: with more of them it is truer of equals, and less of others.
WITH_THREE, WITH_FOUR = 2, 8


@rule
def believe_even(state: State, seat: int, luck: Luck) -> None:
    """As `imagine`, but of some ways to lay the dam piles of the others, the one in which their points are closest."""
    imagine(state, seat, luck)
    if int(state.seats) == 2 or sees_all(state):
        return
    least = gap(state, seat)
    evenest = packed(state)
    for _ in range((WITH_THREE if int(state.seats) == 3 else WITH_FOUR) - 1):
        imagine_dam_piles(state, seat, luck)
        width = gap(state, seat)
        if width < least:
            least = width
            evenest = packed(state)
    for other in range(int(state.seats)):
        size = dam_pile_size(state, other)
        state.dams[other] = evenest >> other * DAMS & (1 << DAMS) - 1
        state.garbage[other] = size - dams_built(state, other)


@rule
def gap(state: State, seat: int) -> int:
    """How many points lie between the best and the worst of the others."""
    most = -1_000
    fewest = 1_000
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, score(state, other))
            fewest = min(fewest, score(state, other))
    return most - fewest


@rule
def packed(state: State) -> int:
    """The dams of all seats in one number."""
    dams = 0
    for each in range(int(state.seats)):
        dams |= int(state.dams[each]) << each * DAMS
    return dams
