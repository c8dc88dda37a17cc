"""Views and events are records that rules write: what every game's must be like. Nothing here names a game."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lodge.games import Game, games
from lodge.games.api import EVERYTHING, SPECTATOR
from lodge.games.bound import bound
from lodge.games.compiled import compiled_contract, compiled_rules
from lodge.kernel import copy, lucky
from tests.games import seen
from tests.unmeasured import unmeasured

TABLES = [
    pytest.param(game, seats, options, id=f"{game.id}-{seats}-{'+'.join(options) or 'plain'}")
    for game in games()
    for seats, options in seen.tables(game)
]
SEVERAL = 40  # positions of a game that are looked at without a compiler


def some(game: Game, seats: int, options: tuple[str, ...]) -> Any:
    played = seen.steps(game, seats, options)
    return [*played[:: 1 + len(played) // SEVERAL], played[-1]]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@unmeasured()
def test_random_games_are_seen_as_ever(game: Game, seats: int, options: tuple[str, ...]) -> None:
    before = json.loads(seen.FILE.read_text())[game.id][seen.name_of(seats, options)]
    assert seen.digest(game, seats, options) == before


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@unmeasured()
def test_interpreted_and_compiled_rules_write_the_same_bytes(game: Game, seats: int, options: tuple[str, ...]) -> None:
    plain, fast, eyes = game.moves.CONTRACT, compiled_contract(game), [EVERYTHING, SPECTATOR, *range(seats)]
    for before, seat, action, after in some(game, seats, options):
        assert plain.seen(after, eyes).tobytes() == fast.seen(after, eyes).tobytes()
        for eye in eyes:
            told = [contract.told(before, seat, action, after, eye) for contract in (plain, fast)]
            assert told[0].tobytes() == told[1].tobytes()
        assert plain.views(after, eyes) == fast.views(after, eyes)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_views_have_no_byte_that_depends_on_hidden_things(game: Game, seats: int, options: tuple[str, ...]) -> None:
    for before, *_ in seen.steps(game, seats, options):
        for eye in (SPECTATOR, *range(seats)):
            twin = copy(before)
            compiled_rules(game).imagine(twin, eye, lucky(7))
            assert (
                compiled_contract(game).seen(twin, [eye]).tobytes()
                == compiled_contract(game).seen(before, [eye]).tobytes()
            )


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_a_seat_knows_is_a_position_without_secrets(game: Game, seats: int, options: tuple[str, ...]) -> None:
    rules, work, eyes = compiled_rules(game), bound(game), [SPECTATOR, *range(seats)]
    out, twin_out = (np.zeros(game.rules.ACTIONS, np.int16) for _ in range(2))
    for before, *_ in some(game, seats, options):
        data = before.tobytes()
        for eye, known in zip(eyes, work.known(data, eyes), strict=True):
            assert work.views(known, [eye]) == work.views(data, [eye])
            twin = copy(before)
            rules.imagine(twin, eye, lucky(7))
            assert work.known(twin.tobytes(), [eye]) == [known]
            if eye >= 0 and rules.pending(before) >> eye & 1:
                state = np.frombuffer(bytearray(known), before.dtype)[0]
                count = rules.legal(before, eye, out)
                assert rules.legal(state, eye, twin_out) == count
                assert (out[:count] == twin_out[:count]).all()


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games()])
def test_a_contract_describes_itself_in_json(game: Game) -> None:
    described = game.moves.CONTRACT.schema()
    assert json.loads(json.dumps(described)) == described
    assert described["view"]["fields"].keys() == game.moves.view(seen.steps(game, game.seats[0], ())[0][0], 0).keys()
