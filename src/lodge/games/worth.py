"""How well a seat stands, as one number: what search adds up."""

from lodge.kernel import rule

UNIT = 10_000  # whole numbers, 0 to this: sums are exact in every world


@rule
def lead_worth(halves: int, half_won: int) -> int:
    """0 to UNIT for a lead in half points; `half_won` points are half of all there is to win: the first matter most."""
    return UNIT // 2 + UNIT * halves // (2 * (abs(halves) + 2 * half_won))
