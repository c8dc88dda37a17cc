"""What every game must do. A game is under test by being registered: nothing here names one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from lodge.bots import bot, decide
from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game, games
from lodge.games.api import SPECTATOR, Adviser, Horizon, RivalModel, Rules
from lodge.games.compiled import LUCK, compiled, compiled_contract, compiled_rules, signatures, state_of
from lodge.games.playout import first_seat
from lodge.games.tuning import Tuning
from lodge.games.worth import UNIT
from lodge.kernel import INT, NUMBERS, array, below, copy, differences, lucky, new, same
from lodge.kernel.compile import native
from lodge.lab.sim import simulate
from lodge.match import Match
from lodge.replaying import replay, verify
from lodge.terminal import preview
from tests.native import wholly_native
from tests.unmeasured import unmeasured

INTERPRETED = 4_000  # moves played without a compiler
MANY = 6  # numbers of players: then options are tried with the fewest and the most only
LONG = 70  # moves: of longer games not every position is looked at
ALL = [pytest.param(game, id=game.id) for game in games()]
TABLES = [
    pytest.param(game, seats, options, id=f"{game.id}-{seats}-{'+'.join(options) or 'plain'}")
    for game in games()
    for seats in range(game.seats[0], game.seats[1] + 1)
    for options in game.option_sets(seats)
    if not options or seats in game.seats or game.seats[1] - game.seats[0] < MANY
]
SECRET_TABLES = [table for table in TABLES if table.values[0].rules.SECRETS]  # type: ignore[union-attr]


def outs(rules: Rules) -> tuple[Any, Any]:
    return np.zeros(rules.ACTIONS, np.int16), np.zeros(rules.MOST_CANDIDATES, np.int16)


def random_moves(game: Game, seats: int, options: tuple[str, ...], seed: int) -> int:
    """How long the random game is of which `positions` tells."""
    rules = compiled_rules(game)
    luck = lucky(seed)
    state = new(rules.State)
    rules.deal(state, seats, game.option_bits(options), luck)
    _, out = outs(rules)
    moves = 0
    while waiting := rules.pending(state):
        seat = first_seat(waiting)
        rules.play(state, seat, int(out[below(luck, rules.candidates(state, seat, out))]), luck)
        moves += 1
    return moves


def positions(game: Game, seats: int, options: tuple[str, ...], seed: int, every: int = 1) -> Iterator[Any]:
    """The positions of a random game; the last one is over."""
    rules = compiled_rules(game)
    every *= 1 + random_moves(game, seats, options, seed) // LONG
    luck = lucky(seed)
    state = new(rules.State)
    rules.deal(state, seats, game.option_bits(options), luck)
    _, out = outs(rules)
    number = 0
    while waiting := rules.pending(state):
        if number % every == 0:
            yield copy(state)
        seat = first_seat(waiting)
        rules.play(state, seat, int(out[below(luck, rules.candidates(state, seat, out))]), luck)
        number += 1
    yield state


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def actions(call: Any, state: Any, seat: int, out: Any) -> list[int]:
    return [int(action) for action in out[: call(state, seat, out)]]


@pytest.mark.parametrize("game", ALL)
def test_the_list_and_the_rules_say_the_same(game: Game) -> None:
    assert game.seats == game.rules.SEATS
    assert 0 < game.rules.MOST_CANDIDATES <= game.rules.ACTIONS < 2**15
    assert game.rules.VERSION >= 1
    assert len(set(game.rules.OPTIONS)) == len(game.rules.OPTIONS)
    for name in signatures(game):
        assert getattr(game.rules, name).__doc__, f"{name} has no docstring"


@pytest.mark.parametrize("game", ALL)
def test_what_a_master_adds_is_whole(game: Game) -> None:
    """One that fits a protocol only by half would be taken for one that does not have it at all."""
    for names, protocol in ((("rival",), RivalModel), (("advise", "ADVICE"), Adviser), (("far", "DEEP"), Horizon)):
        assert isinstance(game.master, protocol) == any(hasattr(game.master, name) for name in names)


def test_a_game_that_was_not_measured_has_defaults() -> None:
    bare = Game("bare", "Bare", (2, 2), 1, "lodge.kernel")
    assert (bare.tuning, bare.paper) == (Tuning(), None)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@unmeasured()
def test_random_games_keep_the_promises(game: Game, seats: int, options: tuple[str, ...]) -> None:
    rules = compiled_rules(game)
    all_out, few_out = outs(rules)
    for seed in range(10):
        assert random_moves(game, seats, options, seed) <= rules.MOST_MOVES
        for state in positions(game, seats, options, seed):
            assert state.seats == seats
            waiting = rules.pending(state)
            assert (waiting == 0) == bool(rules.over(state))
            assert waiting < 1 << seats
            for seat in seats_of(waiting):
                legal = actions(rules.legal, state, seat, all_out)
                few = actions(rules.candidates, state, seat, few_out)
                assert few, "there is always something worth considering"
                assert len(set(legal)) == len(legal)
                assert len(set(few)) == len(few)
                assert set(few) <= set(legal) <= set(range(rules.ACTIONS))
            places = [rules.place(state, seat) for seat in range(seats)]
            ranks = [rules.standing(state, seat, rules.score(state, seat)) for seat in range(seats)]
            assert places == [1 + sum(other > rank for other in ranks) for rank in ranks]
            assert min(places) == 1
            for place in places:
                assert place == 1 + sum(other < place for other in places), "equals share, the next is left out"


@pytest.mark.parametrize("game", ALL)
def test_actions_moves_texts_and_json_go_round(game: Game) -> None:
    texts = set()
    for action in range(game.rules.ACTIONS):
        move = game.moves.to_move(action)
        assert game.moves.to_action(move) == action
        text = game.moves.text(action)
        assert game.moves.parse(text) == action
        assert game.moves.parse(f"  {text.upper().replace(' ', '  ')} ") == action
        texts.add(text)
        values = json.loads(msgspec.json.encode(move))
        assert game.moves.to_action(msgspec.convert(values, game.moves.Move)) == action
    assert len(texts) == game.rules.ACTIONS
    for wrong in (-1, game.rules.ACTIONS):
        with pytest.raises(IllegalMove):
            game.moves.to_move(wrong)


@pytest.mark.parametrize("game", ALL)
def test_interpreted_and_compiled_games_end_in_the_same_bits(game: Game) -> None:
    fewest, most = game.seats
    for seats in range(fewest, most + 1):
        moves = simulate(game.id, seats=seats, games=10, seed=seats).moves // 10
        count = max(1, INTERPRETED // moves // (most - fewest + 1))
        interpreted = simulate(game.id, seats=seats, games=count, seed=seats, backend="python")
        compiled = simulate(game.id, seats=seats, games=count, seed=seats, backend="native", threads=2)
        for name in ("digest", "moves", "mean_scores", "win_shares"):
            assert getattr(interpreted, name) == getattr(compiled, name)


@pytest.mark.parametrize("backend", ["native", "wasm"])
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_rule_gives_the_same_bits_interpreted_and_compiled(
    game: Game, seats: int, options: tuple[str, ...], backend: str
) -> None:
    if backend == "native" and not wholly_native(game):
        pytest.skip("LODGE_NATIVE=all compiles every rule of the large games, too")
    plain, fast = game.rules, compiled_rules(game.on(backend))
    for state in positions(game, seats, options, seed=99, every=7):
        for seat in range(seats):
            for name in ("score", "place"):
                assert getattr(plain, name)(state, seat) == getattr(fast, name)(state, seat)
            assert plain.standing(state, seat, 7) == fast.standing(state, seat, 7)
            seen = [np.zeros(plain.OBSERVATION, np.int16) for _ in range(2)]
            plain.observe(state, seat, seen[0])
            fast.observe(state, seat, seen[1])
            assert (seen[0] == seen[1]).all()
        for seat in range(-1, seats):
            twins, lucks = [copy(state), copy(state)], [lucky(5), lucky(5)]
            plain.imagine(twins[0], seat, lucks[0])
            fast.imagine(twins[1], seat, lucks[1])
            assert same(*twins), list(differences(*twins))
            assert same(*lucks)
        assert plain.pending(state) == fast.pending(state)
        for seat in seats_of(plain.pending(state))[:1]:
            for name, out in zip(("legal", "candidates"), outs(plain), strict=True):
                listed = actions(getattr(plain, name), state, seat, out)
                assert listed == actions(getattr(fast, name), state, seat, out)
            _, out = outs(plain)
            action = game.greedy.choose(state, seat, out, lucky(1))
            assert action == bot("greedy").choose(game.on(backend), copy(state), seat, lucky(1))
            twins = [copy(state), copy(state)]
            plain.play(twins[0], seat, action, lucky(2))
            fast.play(twins[1], seat, action, lucky(2))
            assert same(*twins), list(differences(*twins))


@pytest.mark.parametrize("game", ALL)
def test_dealing_overwrites_everything(game: Game) -> None:
    for seats in range(game.seats[0], game.seats[1] + 1):
        clean, dirty = array(game.rules.State, 1), array(game.rules.State, 1)
        for name in dirty.dtype.names:
            if name != "padding":
                dirty[name] = 1
        for states in (clean, dirty):
            game.rules.deal(states[0], seats, 0, lucky(seats))
        assert same(clean[0], dirty[0]), list(differences(clean[0], dirty[0]))


# --- knowledge --------------------------------------------------------------------------------------------


def everything_seen(game: Game, state: Any, seat: int) -> Any:
    """All that a seat is ever told of a position: view, observation, legal moves, candidates."""
    rules = compiled_rules(game)
    shown = compiled_contract(game)
    told: list[Any] = [shown.view(state, seat)]
    assert shown.views(state, [seat, SPECTATOR]) == [told[0], shown.view(state, SPECTATOR)]
    if seat != SPECTATOR:
        numbers = np.zeros(rules.OBSERVATION, np.int16)
        rules.observe(state, seat, numbers)
        told.append(numbers.tolist())
        if rules.pending(state) >> seat & 1:
            for name, out in zip(("legal", "candidates"), outs(rules), strict=True):
                told.append(actions(getattr(rules, name), state, seat, out))
    return told


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@unmeasured()  # what it runs of Python, test_positions_go_round runs, too
def test_imagining_keeps_what_the_seat_knows_and_uses_nothing_else(
    game: Game, seats: int, options: tuple[str, ...]
) -> None:
    rules = compiled_rules(game)
    changed = 0
    for seed in range(2):
        for state in positions(game, seats, options, seed, every=3):
            for seat in range(-1, seats if game.rules.SECRETS else 1):
                other = copy(state)
                rules.imagine(other, seat, lucky(7))
                changed += not same(other, state)
                assert everything_seen(game, other, seat) == everything_seen(game, state, seat)
                game.moves.from_position(game.moves.to_position(other), game.option_bits(options))
                twins = [copy(state), other]
                for twin in twins:
                    rules.imagine(twin, seat, lucky(8))
                assert same(*twins), "what is imagined depends on hidden things"
    if not options:
        assert bool(changed) == game.rules.SECRETS


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@unmeasured()  # what it runs of Python, test_positions_go_round runs, too
def test_believing_is_imagining_with_prejudice(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """What a bot believes fits all it knows, and comes from nothing else."""
    believe = native(game.greedy.believe, game.folder)
    for state in positions(game, seats, options, seed=12, every=5):
        for seat in range(seats):
            twins = [copy(state), copy(state)]
            compiled_rules(game).imagine(twins[1], seat, lucky(1))
            for twin in twins:
                believe(twin, seat, lucky(2))
            assert same(*twins), "what is believed depends on hidden things"
            assert everything_seen(game, twins[0], seat) == everything_seen(game, state, seat)
            game.moves.from_position(game.moves.to_position(twins[0]), game.option_bits(options))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_a_rest_is_worth(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """The end is a rest; there the winners stand best. Worths are in bounds."""
    for state in positions(game, seats, options, seed=13):
        if game.greedy.resting(state):
            assert all(0 <= game.greedy.worth(state, seat) <= UNIT for seat in range(seats))
    assert game.greedy.resting(state)
    best = max(range(seats), key=lambda seat: game.greedy.worth(state, seat))
    assert game.rules.place(state, best) == 1


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_preview_says_nothing_that_the_mover_does_not_know(game: Game, seats: int, options: tuple[str, ...]) -> None:
    rules = compiled_rules(game)
    out, _ = outs(rules)
    for state in positions(game, seats, options, seed=14, every=5):
        for seat in seats_of(rules.pending(state)):
            twin = copy(state)
            rules.imagine(twin, seat, lucky(3))
            for action in actions(rules.legal, state, seat, out)[:40]:
                assert preview(game, state, seat, action) == preview(game, twin, seat, action)


@pytest.mark.parametrize(("game", "seats", "options"), SECRET_TABLES)
@unmeasured()
def test_no_bot_depends_on_hidden_things(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Same luck, hidden part changed: same move. The hand-written rules are asked directly, without protection."""
    rules = compiled_rules(game)
    choose = compiled(game, "greedy.choose", game.greedy.choose, state_of(game), INT, NUMBERS, LUCK)
    hasty = native(game.greedy.hasty, game.folder)
    _, out = outs(rules)
    for state in positions(game, seats, options, seed=4, every=5):
        for seat in seats_of(rules.pending(state)):
            other = copy(state)
            rules.imagine(other, seat, lucky(11))
            assert choose(state, seat, out, lucky(1)) == choose(other, seat, out, lucky(1))
            assert hasty(state, seat, lucky(1)) == hasty(other, seat, lucky(1))
            for name in ("random", "greedy", "search:60"):
                player = bot(name)
                first = decide(player, game, state, seat, lucky(3))
                assert first == decide(player, game, other, seat, lucky(3)), name
                assert first in actions(rules.legal, state, seat, outs(rules)[0])


@pytest.mark.parametrize("game", ALL)
def test_deciding_leaves_the_state_alone(game: Game) -> None:
    for state in positions(game, game.seats[0], (), seed=1, every=20):
        for seat in seats_of(game.rules.pending(state)):
            before = copy(state)
            for name in ("random", "greedy", "search:20"):
                decide(bot(name), game, state, seat, lucky(0))
            assert same(before, state)


# --- matches ----------------------------------------------------------------------------------------------


def random_match(game: Game, seats: int, options: tuple[str, ...], seed: int, moves: int | None = None) -> Match:
    match = Match.new(game.id, seats, seed=seed, options=options)
    luck = lucky(seed, 1)
    while match.pending and (moves is None or match.number < moves):
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), game, match.state, seat, luck))
    return match


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_records_replay_and_verify(game: Game, seats: int, options: tuple[str, ...]) -> None:
    match = random_match(game, seats, options, seed=seats)
    record = match.record()
    again = replay(record.to_json())
    assert same(again.state, match.state)
    assert again.scores == match.scores == record.scores
    assert verify(record.to_json()).finished
    assert again.record() == record


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_illegal_actions_are_refused_and_change_nothing(game: Game, seats: int, options: tuple[str, ...]) -> None:
    match = random_match(game, seats, options, seed=3, moves=20)
    luck = lucky(17)
    for _ in range(6):
        seat = match.pending[0]
        before, legal = match.state, set(match.legal_actions(seat))
        for _ in range(25):
            action = below(luck, game.rules.ACTIONS)
            if action not in legal:
                with pytest.raises(IllegalMove) as refusal:
                    match.play(seat, action)
                reason = str(refusal.value)
                assert reason.startswith(repr(game.moves.text(action)))
                assert len(reason) > len(game.moves.text(action)) + 25
        nonsense: Any
        for nonsense in (-1, game.rules.ACTIONS, "", "nonsense", {"do": "nonsense"}, {}, None, [], 1.5, b"x"):
            with pytest.raises(IllegalMove):
                match.play(seat, nonsense)
        idle = next((s for s in range(seats) if s not in match.pending), None)
        if idle is not None:
            with pytest.raises(IllegalMove, match="not the turn"):
                match.play(idle, min(legal))
        with pytest.raises(LodgeError, match="no seat"):
            match.play(seats, min(legal))
        assert same(before, match.state)
        match.play(seat, decide(bot("greedy"), game, match.state, seat, luck))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_what_is_told_is_json_and_events_have_words(game: Game, seats: int, options: tuple[str, ...]) -> None:
    match = random_match(game, seats, options, seed=8)
    for viewer in (None, *range(seats if game.rules.SECRETS else 1)):
        json.dumps(match.view(viewer))
        for number in range(1, match.number + 1):
            events = match.events(number, viewer)
            json.dumps(events)
            assert events == match.events(number) or not game.moves.ALL_SEE
            assert any(game.moves.tell(event) for event in events)
            for event in events:
                faded = game.moves.fade(event)
                assert bool(game.moves.tell(faded)) == bool(game.moves.tell(event))
                assert game.moves.fade(faded) == faded


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_positions_go_round(game: Game, seats: int, options: tuple[str, ...]) -> None:
    bits = game.option_bits(options)
    for state in positions(game, seats, options, seed=6, every=4):
        values = json.loads(json.dumps(game.moves.to_position(state)))
        again = game.moves.from_position(values, bits)
        assert json.loads(json.dumps(game.moves.to_position(again))) == values
        for seat in range(-1, seats if game.rules.SECRETS else 1):
            assert everything_seen(game, again, seat) == everything_seen(game, state, seat)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_undo_takes_back_only_what_showed_nothing(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Whoever takes a move back knows no more than before: all views but the mover's choice are as they were."""
    match = Match.new(game.id, seats, seed=21, options=options)
    luck = lucky(5)
    while match.pending:
        seat = match.pending[0]
        before = match.state
        match.play(seat, decide(bot("random"), game, before, seat, luck))
        if match.can_undo():
            move = match.history[-1]
            match.undo(seat)
            assert same(before, match.state)
            match.play(*move)
        else:
            with pytest.raises(LodgeError, match="cannot be taken back"):
                match.undo(seat)
