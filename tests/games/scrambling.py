"""Positions as somebody might write them who does not know the rules."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import strategies as st

from lodge import Match
from lodge.errors import BadPosition


def overwrite(data: st.DataObject, position: Any, values: st.SearchStrategy[Any]) -> None:
    """Put any of the values in any place of a position."""
    spot = position
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if not isinstance(spot[key], dict | list) or not data.draw(st.booleans()):
            spot[key] = data.draw(values)
            return
        spot = spot[key]


def play_or_refuse(game: str, position: Any) -> None:
    """A position is refused with BadPosition and nothing else, or it can be kept and played on."""
    try:
        match = Match.from_position(game, position)
    except BadPosition:
        return
    assert Match.from_position(game, match.position()).position() == match.position()
    for seat in match.pending:
        match.play(seat, match.legal_actions(seat)[-1])


def refused_in(game: str, position: Any) -> str:
    """The reason why a position cannot be; it is left as it was."""
    kept = deepcopy(position)
    with pytest.raises(BadPosition) as caught:
        Match.from_position(game, position)
    assert position == kept
    return str(caught.value)
