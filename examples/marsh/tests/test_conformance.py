"""What every game of Lodge must do."""

import pytest

from lodge.games import register
from lodge.testing.conformance import Case, cases
from marsh import GAME

register(GAME)  # known without being installed


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_conformance(case: Case) -> None:
    case.run()
