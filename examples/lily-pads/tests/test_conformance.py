"""What every game of Lodge must do."""

import pytest
from lily_pads import GAME

from lodge.games import register
from lodge.testing.conformance import Case, cases

register(GAME)  # known without being installed


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_conformance(case: Case) -> None:
    case.run()
