"""What every game must do: the conformance suite. Nothing here names a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from lodge.bots import bot, decide
from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game
from lodge.games.api import EVERYTHING, Adviser, Horizon, RivalModel
from lodge.games.compiled import LUCK, compiled, compiled_contract, compiled_rules, signatures, state_of
from lodge.games.worth import UNIT
from lodge.kernel import INT, NUMBERS, array, below, copy, differences, lucky, new, same
from lodge.kernel.compile import have_native, native
from lodge.lab.sim import simulate
from lodge.match import Match
from lodge.replaying import replay, verify
from lodge.terminal import preview
from lodge.testing.imagining import compare_imagined
from lodge.testing.playing import (
    Broken,
    actions,
    everything_seen,
    outs,
    positions,
    promise,
    random_match,
    random_moves,
    seats_of,
)
from lodge.testing.suite import Case, Failure, cases, check
from lodge.testing.telling import differing, who

__all__ = ["Case", "Failure", "cases"]  # what tests of a game ask for

INTERPRETED = 4_000  # moves played without a compiler
TRIED = 20  # actions of a position


# --- the rules --------------------------------------------------------------------------------------------


@check
def the_list_and_the_rules_say_the_same(game: Game) -> None:
    """The list of games and the rules say the same, and every rule has a docstring."""
    promise(game.seats == game.rules.SEATS, f"the list says {game.seats} players, the rules {game.rules.SEATS}")
    promise(0 < game.rules.MOST_CANDIDATES <= game.rules.ACTIONS < 2**15, "ACTIONS or MOST_CANDIDATES is out of range")
    promise(game.rules.VERSION >= 1, "VERSION begins with 1")
    promise(len(set(game.rules.OPTIONS)) == len(game.rules.OPTIONS), "an option is named twice")
    for name in signatures(game):
        promise(getattr(game.rules, name).__doc__, f"{name} has no docstring")


@check
def what_a_master_adds_is_whole(game: Game) -> None:
    """A master fits a protocol, or has nothing of it: by half it would be taken for one that does not have it."""
    for names, protocol in ((("rival",), RivalModel), (("advise", "ADVICE"), Adviser), (("far", "DEEP"), Horizon)):
        has = any(hasattr(game.master, name) for name in names)
        promise(isinstance(game.master, protocol) == has, f"players.master has only a part of {protocol.__name__}")


@check
def random_games_keep_the_promises(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Random games end in time; actions are legal, none twice; places follow from standing."""
    rules = compiled_rules(game)
    all_out, few_out = outs(rules)
    for seed in range(10):
        promise(random_moves(game, seats, options, seed) <= rules.MOST_MOVES, "a game took more than MOST_MOVES")
        for state in positions(game, seats, options, seed):
            promise(state.seats == seats, f"state.seats is {state.seats} with {seats} players: deal sets it")
            waiting = rules.pending(state)
            promise((waiting == 0) == bool(rules.over(state)), "pending is 0 exactly when the game is over")
            promise(waiting < 1 << seats, f"pending names a seat that is not there: {waiting:b}")
            for seat in seats_of(waiting):
                legal = actions(rules.legal, state, seat, all_out)
                few = actions(rules.candidates, state, seat, few_out)
                promise(few, f"seat {seat} is to act but candidates gives it nothing to do")
                promise(len(set(legal)) == len(legal), f"legal writes an action twice: {legal}")
                promise(len(set(few)) == len(few), f"candidates writes an action twice: {few}")
                promise(set(few) <= set(legal), f"candidates that are not legal: {sorted(set(few) - set(legal))}")
                promise(set(legal) <= set(range(rules.ACTIONS)), f"legal writes what is no action: {legal}")
            places = [rules.place(state, seat) for seat in range(seats)]
            ranks = [rules.standing(state, seat, rules.score(state, seat)) for seat in range(seats)]
            ranked = [1 + sum(other > rank for other in ranks) for rank in ranks]
            promise(places == ranked, f"places are {places}, by standing they are {ranked}")


@check
def actions_moves_texts_and_json_go_round(game: Game) -> None:
    """Every action has a move, a text and a JSON form of its own, and each leads back to it."""
    texts = set()
    for action in range(game.rules.ACTIONS):
        move = game.moves.to_move(action)
        promise(game.moves.to_action(move) == action, f"to_action({move!r}) is not {action}")
        text = game.moves.text(action)
        promise(game.moves.parse(text) == action, f"parse({text!r}) is not {action}")
        written = f"  {text.upper().replace(' ', '  ')} "
        promise(game.moves.parse(written) == action, f"parse does not take {written!r}, in capitals and with spaces")
        texts.add(text)
        values = json.loads(msgspec.json.encode(move))
        again = game.moves.to_action(msgspec.convert(values, game.moves.Move))
        promise(again == action, f"{values} does not lead back to action {action}")
    promise(len(texts) == game.rules.ACTIONS, "two actions have the same text")
    for wrong in (-1, game.rules.ACTIONS):
        _refused(partial(game.moves.to_move, wrong), IllegalMove, f"to_move({wrong})")


def _refused(call: Callable[[], Any], error: type[Exception], what: str) -> str:
    """What is said of something that cannot be."""
    try:
        call()
    except error as refusal:
        return str(refusal)
    except Exception as other:
        raise AssertionError(f"{what} must raise {error.__name__}, not {type(other).__name__}: {other}") from other
    raise AssertionError(f"{what} must be refused with {error.__name__}")


@check
def interpreted_and_compiled_games_end_in_the_same_bits(game: Game) -> None:
    """Random games end in the same bits interpreted and compiled."""
    if not have_native():
        return
    fewest, most = game.seats
    for seats in range(fewest, most + 1):
        moves = max(1, simulate(game.id, seats=seats, games=10, seed=seats).moves // 10)
        count = max(1, INTERPRETED // moves // (most - fewest + 1))
        interpreted = simulate(game.id, seats=seats, games=count, seed=seats, backend="python")
        fast = simulate(game.id, seats=seats, games=count, seed=seats, backend="native", threads=2)
        for name in ("digest", "moves", "mean_scores", "win_shares"):
            promise(getattr(interpreted, name) == getattr(fast, name), f"{name} differs with {seats} players")


@check
def every_rule_gives_the_same_bits_interpreted_and_compiled(
    game: Game, seats: int, options: tuple[str, ...], backend: str
) -> None:
    """Every rule gives the same bits interpreted and compiled."""
    plain, fast = game.rules, compiled_rules(game.on(backend))
    for state in positions(game, seats, options, seed=99, every=7):
        for seat in range(seats):
            for name in ("score", "place"):
                promise(getattr(plain, name)(state, seat) == getattr(fast, name)(state, seat), f"{name} differs")
            promise(plain.standing(state, seat, 7) == fast.standing(state, seat, 7), "standing differs")
            seen = [np.zeros(plain.OBSERVATION, np.int16) for _ in range(2)]
            plain.observe(state, seat, seen[0])
            fast.observe(state, seat, seen[1])
            promise((seen[0] == seen[1]).all(), f"observe differs at {np.flatnonzero(seen[0] != seen[1]).tolist()}")
        for seat in range(-1, seats):
            twins, lucks = [copy(state), copy(state)], [lucky(5), lucky(5)]
            plain.imagine(twins[0], seat, lucks[0])
            fast.imagine(twins[1], seat, lucks[1])
            promise(same(*twins), f"imagine differs: {list(differences(*twins))}")
            promise(same(*lucks), "imagine draws luck differently")
        promise(plain.pending(state) == fast.pending(state), "pending differs")
        for seat in seats_of(plain.pending(state))[:1]:
            _same_moves(game, state, seat, backend)


def _same_moves(game: Game, state: Any, seat: int, backend: str) -> None:
    plain, fast = game.rules, compiled_rules(game.on(backend))
    for name, out in zip(("legal", "candidates"), outs(plain), strict=True):
        listed = actions(getattr(plain, name), state, seat, out)
        promise(listed == actions(getattr(fast, name), state, seat, out), f"{name} differs")
    _, out = outs(plain)
    action = game.greedy.choose(state, seat, out, lucky(1))
    quick = bot("greedy").choose(game.on(backend), copy(state), seat, lucky(1))
    promise(action == quick, "greedy.choose differs")
    twins = [copy(state), copy(state)]
    plain.play(twins[0], seat, action, lucky(2))
    fast.play(twins[1], seat, action, lucky(2))
    promise(same(*twins), f"play differs: {list(differences(*twins))}")


@check
def dealing_overwrites_everything(game: Game) -> None:
    """`deal` overwrites all of the state, whatever was in it."""
    for seats in range(game.seats[0], game.seats[1] + 1):
        clean, dirty = array(game.rules.State, 1), array(game.rules.State, 1)
        for name in dirty.dtype.names:
            if name != "padding":
                dirty[name] = 1
        for states in (clean, dirty):
            game.rules.deal(states[0], seats, 0, lucky(seats))
        promise(same(clean[0], dirty[0]), f"deal leaves something: {list(differences(clean[0], dirty[0]))}")


# --- knowledge --------------------------------------------------------------------------------------------


@check
def imagining_keeps_what_the_seat_knows_and_uses_nothing_else(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """What a seat imagines looks to it as before, and comes from what it knows and luck alone."""
    rules = compiled_rules(game)
    changed = 0
    for seed in range(2):
        for state in positions(game, seats, options, seed, every=3):
            for seat in range(-1, seats if game.rules.SECRETS else 1):
                other = copy(state)
                rules.imagine(other, seat, lucky(7))
                changed += not same(other, state)
                seen = everything_seen(game, other, seat), everything_seen(game, state, seat)
                if seen[0] != seen[1]:
                    raise Broken(_told(seat, seen[1], seen[0], "imagine"))
                game.moves.from_position(game.moves.to_position(other), game.option_bits(options))
                twins = [copy(state), other]
                for twin in twins:
                    rules.imagine(twin, seat, lucky(8))
                promise(same(*twins), _lets_through(seat, *twins))
    if not options:
        says = (
            "imagine changes nothing, but SECRETS says so"
            if not changed
            else "SECRETS is False, but imagine deals anew"
        )
        promise(bool(changed) == game.rules.SECRETS, says)


def _lets_through(seat: int, one: Any, other: Any) -> str:
    """What is wrong with an `imagine` that makes different things of positions that look alike."""
    return (
        f"imagine depends on what {who(seat)} cannot know: of two positions that look alike to it, the same luck "
        f"makes {', '.join(islice(differences(one, other), 4))}. All that is hidden must go back before any of it is "
        "dealt anew"
    )


def _told(seat: int, before: list[Any], after: list[Any], dealer: str) -> str:
    """What a seat is told that `imagine`, or `believe`, deals anew."""
    name, path, one, other = _unlike(before, after)
    return (
        f"{name} shows {who(seat)} {f'{path}: ' if path else ''}{one}, which {dealer} makes {other}. "
        f"Either {name} tells what that seat must not know, or {dealer} changes what it does know"
    )


def _unlike(before: list[Any], after: list[Any]) -> tuple[str, str, Any, Any]:
    """Which rule tells a seat something else than before: where in what it tells, and what."""
    names = ("look", "observe", "legal", "candidates")
    which = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    return names[which], *differing(before[which], after[which])


@check
def imagine_deals_as_the_game_does(game: Game) -> str:
    """`imagine` gives what is hidden as often as dealing does: a chi-square test where few enough things can be."""
    return compare_imagined(game)


@check
def believing_is_imagining_with_prejudice(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """What a bot believes fits all it knows, and comes from nothing else."""
    if game.greedy.believe is game.rules.imagine:
        return  # that is checked already
    believe = native(game.greedy.believe, game.folder)
    for state in positions(game, seats, options, seed=12, every=5):
        for seat in range(seats):
            twins = [copy(state), copy(state)]
            compiled_rules(game).imagine(twins[1], seat, lucky(1))
            for twin in twins:
                believe(twin, seat, lucky(2))
            promise(same(*twins), f"what is believed depends on hidden things: {list(differences(*twins))}")
            seen = everything_seen(game, state, seat), everything_seen(game, twins[0], seat)
            if seen[0] != seen[1]:
                raise Broken(_told(seat, *seen, "believe"))
            game.moves.from_position(game.moves.to_position(twins[0]), game.option_bits(options))


@check
def what_a_rest_is_worth(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """The end is a rest; there the winners stand best. Worths are in bounds."""
    for state in positions(game, seats, options, seed=13):
        if game.greedy.resting(state):
            worths = [game.greedy.worth(state, seat) for seat in range(seats)]
            promise(all(0 <= one <= UNIT for one in worths), f"worth must be from 0 to {UNIT}: {worths}")
    promise(game.greedy.resting(state), "a game that is over must be at rest")
    best = max(range(seats), key=lambda seat: game.greedy.worth(state, seat))
    promise(game.rules.place(state, best) == 1, "at the end worth is highest for a seat that did not win")


@check
def a_preview_says_nothing_that_the_mover_does_not_know(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """The first event of a move says nothing that the mover did not know before."""
    rules = compiled_rules(game)
    out, _ = outs(rules)
    for state in positions(game, seats, options, seed=14, every=5):
        for seat in seats_of(rules.pending(state)):
            twin = copy(state)
            rules.imagine(twin, seat, lucky(3))
            for action in actions(rules.legal, state, seat, out)[:40]:
                told = preview(game, state, seat, action), preview(game, twin, seat, action)
                promise(
                    told[0] == told[1], f"{game.moves.text(action)!r} previews hidden things: {told[0]} / {told[1]}"
                )


@check
def no_bot_depends_on_hidden_things(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Same luck, hidden part changed: same move. The hand-written rules are asked directly, without protection."""
    if not game.rules.SECRETS:
        return
    rules = compiled_rules(game)
    choose = compiled(game, "greedy.choose", game.greedy.choose, state_of(game), INT, NUMBERS, LUCK)
    hasty = native(game.greedy.hasty, game.folder)
    _, out = outs(rules)
    for state in positions(game, seats, options, seed=4, every=5):
        for seat in seats_of(rules.pending(state)):
            other = copy(state)
            rules.imagine(other, seat, lucky(11))
            chosen = choose(state, seat, out, lucky(1)), choose(other, seat, out, lucky(1))
            promise(chosen[0] == chosen[1], "players.greedy.choose looks at hidden things")
            quick = hasty(state, seat, lucky(1)), hasty(other, seat, lucky(1))
            promise(quick[0] == quick[1], "players.greedy.hasty looks at hidden things")
            for name in ("random", "greedy", "search:60"):
                player = bot(name)
                first = decide(player, game, state, seat, lucky(3))
                unlike = first != decide(player, game, other, seat, lucky(3))
                promise(not unlike, f"{name} depends on hidden things{_by_imagine(rules, state, other, seat)}")
                promise(first in actions(rules.legal, state, seat, outs(rules)[0]), f"{name} plays what is not legal")


def _by_imagine(rules: Any, state: Any, other: Any, seat: int) -> str:
    """That it is not the bot's fault, where `imagine` lets them through."""
    twins = [copy(state), copy(other)]
    for twin in twins:
        rules.imagine(twin, seat, lucky(3))
    return "" if same(*twins) else ", because imagine lets them through"


@check
def deciding_leaves_the_state_alone(game: Game) -> None:
    """A bot that thinks changes nothing."""
    for state in positions(game, game.seats[0], (), seed=1, every=20):
        for seat in seats_of(game.rules.pending(state)):
            before = copy(state)
            for name in ("random", "greedy", "search:20"):
                decide(bot(name), game, state, seat, lucky(0))
            promise(same(before, state), f"a bot changed the state: {list(differences(before, state))}")


# --- matches ----------------------------------------------------------------------------------------------


@check
def records_replay_and_verify(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """A record, replayed, ends in the same bits, and is good."""
    match = random_match(game, seats, options, seed=seats)
    record = match.record()
    again = replay(record.to_json())
    promise(
        same(again.state, match.state), f"replayed, it ends otherwise: {list(differences(again.state, match.state))}"
    )
    promise(again.scores == match.scores == record.scores, "replayed, the scores are others")
    promise(verify(record.to_json()).finished, "its record is not good")
    promise(again.record() == record, "the record of a replay is another")


@check
def illegal_actions_are_refused_and_change_nothing(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """What is not legal is refused with a reason, and changes nothing."""
    match = random_match(game, seats, options, seed=3, moves=min(20, random_moves(game, seats, options, 3) // 2))
    luck = lucky(17)
    for _ in range(6):
        if not match.pending:
            return
        seat = match.pending[0]
        before, legal = match.state, set(match.legal_actions(seat))
        for _ in range(25):
            action = below(luck, game.rules.ACTIONS)
            if action not in legal:
                text = game.moves.text(action)
                reason = _refused(partial(match.play, seat, action), IllegalMove, text)
                promise(reason.startswith(repr(text)), f"the reason must begin with the move: {reason}")
                promise(len(reason) > len(text) + 25, f"why_not says too little: {reason}")
        nonsense: Any
        for nonsense in (-1, game.rules.ACTIONS, "", "nonsense", {"do": "nonsense"}, {}, None, [], 1.5, b"x"):
            _refused(partial(match.play, seat, nonsense), IllegalMove, repr(nonsense))
        idle = next((one for one in range(seats) if one not in match.pending), None)
        if idle is not None:
            reason = _refused(partial(match.play, idle, min(legal)), IllegalMove, "a move out of turn")
            promise("not the turn" in reason, reason)
        _refused(partial(match.play, seats, min(legal)), LodgeError, "a seat that is not there")
        promise(
            same(before, match.state), f"a refused move changed something: {list(differences(before, match.state))}"
        )
        match.play(seat, decide(bot("greedy"), game, match.state, seat, luck))


@check
def what_is_told_is_json_and_events_have_words(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Views and events are JSON; every move has an event with words, faded or not."""
    match = random_match(game, seats, options, seed=8)
    for viewer in (None, *range(seats if game.rules.SECRETS else 1)):
        json.dumps(match.view(viewer))
        for number in range(1, match.number + 1):
            events = match.events(number, viewer)
            json.dumps(events)
            alike = events == match.events(number) or not game.moves.ALL_SEE
            promise(alike, f"ALL_SEE, but seat {viewer} sees otherwise what happened in move {number}")
            promise(any(game.moves.tell(event) for event in events), f"no event of move {number} has words: {events}")
            for event in events:
                faded = game.moves.fade(event)
                words = bool(game.moves.tell(faded)) == bool(game.moves.tell(event))
                promise(words and game.moves.fade(faded) == faded, f"{event} fades to {faded}")


@check
def positions_go_round(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """A position written down and read again is seen as before by everybody."""
    bits = game.option_bits(options)
    for state in positions(game, seats, options, seed=6, every=4):
        values = json.loads(json.dumps(game.moves.to_position(state)))
        again = game.moves.from_position(values, bits)
        promise(json.loads(json.dumps(game.moves.to_position(again))) == values, "a position does not go round")
        for seat in range(-1, seats if game.rules.SECRETS else 1):
            seen = everything_seen(game, again, seat), everything_seen(game, state, seat)
            if seen[0] != seen[1]:
                name, path, one, other = _unlike(seen[1], seen[0])
                raise Broken(f"read again, a position looks different: {name} shows {path} {one}, then {other}")


@check
def undo_takes_back_only_what_showed_nothing(game: Game, seats: int, options: tuple[str, ...]) -> None:
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
            promise(same(before, match.state), f"a move taken back leaves {list(differences(before, match.state))}")
            match.play(*move)
        else:
            reason = _refused(partial(match.undo, seat), LodgeError, "a move that cannot be taken back")
            promise("cannot be taken back" in reason, reason)


# --- what it comes to -------------------------------------------------------------------------------------


@check
def lines_add_up_to_the_score(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """The lines of the score add up to the score, and a view shows no other."""
    out = np.zeros(len(game.lines.LINES), np.int16)
    show = compiled_contract(game)
    for state in positions(game, seats, options, seed=15, every=2):
        seen = show.view(state, EVERYTHING).get("players") or [{}] * seats
        for seat in range(seats):
            score = game.rules.score(state, seat)
            game.lines.lines(state, seat, out)
            told = dict(zip(game.lines.LINES, out.tolist(), strict=True))
            promise(sum(told.values()) == score, f"seat {seat} has {score} points, its lines are {told}")
            shown = seen[seat].get("score") if isinstance(seen[seat], dict) else None
            agrees = not isinstance(shown, int) or shown == score
            promise(agrees, f"the view gives seat {seat} {shown} points, the rules {score}")
    state = new(game.rules.State)
    game.rules.deal(state, seats, game.option_bits(options), lucky(0))
    more = game.rules.standing(state, 0, 1) > game.rules.standing(state, 0, 0)
    promise(more == game.lines.MORE_IS_BETTER, "MORE_IS_BETTER and standing do not say the same")


@check
def views_show_all_at_the_end(game: Game, seats: int, options: tuple[str, ...]) -> None:
    """Of a finished match everything is shown that any player saw; what nobody ever saw need not be."""
    rules, show = compiled_rules(game), compiled_contract(game)
    state = list(positions(game, seats, options, seed=16))[-1]
    seen = show.view(state, EVERYTHING)
    with suppress(KeyError):
        promise(seen["over"] is True, "the view's `over` is not true at the end")
    for seat in range(-1, seats):
        for seed in range(3):
            other = copy(state)
            rules.imagine(other, seat, lucky(seed))
            known = [show.view(other, eye) != show.view(state, eye) for eye in range(seats)]
            hidden = list(differences(other, state))
            told = not any(known) or show.view(other, EVERYTHING) != seen
            promise(told, f"what seat {known.index(True) if any(known) else 0} sees, the end does not show: {hidden}")
