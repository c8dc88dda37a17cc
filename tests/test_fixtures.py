"""The page's tests look at what the server really sends."""

from __future__ import annotations

import pytest
from web.tools import fixtures

from tests.unmeasured import unmeasured


@pytest.fixture(scope="module")
@unmeasured()
def made() -> dict[str, str]:
    return {name: fixtures.written(values) for name, values in fixtures.fixtures().items()}


def test_the_pages_fixtures_are_up_to_date(made: dict[str, str]) -> None:
    for name, text in made.items():
        assert (fixtures.FOLDER / name).read_text() == text, f"{name} is old: run python web/tools/fixtures.py"
    assert {path.name for path in fixtures.FOLDER.iterdir()} == made.keys()
