"""What a game is tested with: the conformance suite, and what `lodge check` looks at besides.

In the tests of a game of your own::

    import pytest
    from lodge.games import game
    from lodge.testing.conformance import Case, cases

    @pytest.mark.parametrize("case", cases(game("pebbles")), ids=str)
    def test_conformance(case: Case) -> None:
        case.run()
"""
