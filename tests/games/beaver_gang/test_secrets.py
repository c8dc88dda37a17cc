"""Beaver Gang keeps its secrets: what anybody is told hangs on what they know, and a look lasts as long as it lasts.

Twins are states that a viewer cannot tell apart. They are made here by exchanging hidden cards one pair at a time, by
what the slow rules of `book` say about who has seen what: not by `imagine`, which is itself under test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from lodge import Match
from lodge.bots import bot, decide
from lodge.errors import LodgeError
from lodge.games.api import EVERYTHING
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky, same
from lodge.kernel.compile import native
from tests.unmeasured import unmeasured

from . import book
from .book import SPECTATOR, card_words, row
from .test_book import NAMES, PHASES, dealt
from .walks import FAST, GANG, STYLES, TEXTS, Plan, Step, actions, start, waiting, walk

SPECIAL = range(10, 13)


# --- a random game beside a real table --------------------------------------------------------------------


def side_by_side(plan: Plan) -> Iterator[tuple[Step, book.Table]]:
    """Every move of a random game, and the same game on a real table."""
    state = start(plan)
    table = book.Table(plan.seats, int(state.dealer))
    table.deal(*dealt(state))
    for step in walk(plan):
        if step.move == "deal":
            table.next_round(*dealt(step.after))
        else:
            drawn = [NAMES[int(step.after.held)]] if step.after.held >= 0 else []
            drawn += [NAMES[kind] for kind in step.after.replacement.tolist()[: int(step.after.drawn)]]
            table.play(step.seat, step.move, book.told(drawn))
        yield step, table


def held_up(table: book.Table, owner: int) -> list[int]:
    """The places of the cards that a player holds up to look at."""
    if table.phase == "look" and owner in table.looking:
        return [1, 4]
    return [table.peeked] if table.peeked is not None and table.to_move == owner else []


# --- views ------------------------------------------------------------------------------------------------

SHOWN = {".top", ".held.card", ".players.cards", ".turned_up.cards", ".turned_up.replaced.drawn"}


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("style", STYLES)
def test_memory_a_card_is_in_the_view_exactly_while_it_is_looked_at(seats: int, style: str) -> None:
    """B3, B6, B8, B13: the viewer's own cards while they are held up, the card drawn while it is held; no other."""
    for step, table in side_by_side(Plan(seats, seats, style)):
        for viewer in (SPECTATOR, *range(seats)):
            view = GANG.moves.view(step.after, viewer)
            for owner, cards in enumerate(table.rows):
                up = [1, 2, 3, 4] if table.phase == "turned-up" else held_up(table, owner) if owner == viewer else []
                shown = [card.face if at in up else None for at, card in enumerate(cards, 1)]
                assert view["players"][owner]["cards"] == shown
                assert view["players"][owner]["looking"] == held_up(table, owner)
            mine = table.held is not None and viewer == table.to_move
            assert (view["held"] or {}).get("card") == (table.held.face if table.held and mine else None)
            assert {path for path, _ in card_words(view) if path != ".phase"} <= SHOWN


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("style", STYLES)
def test_memory_aid_what_a_viewer_knows_stays_in_its_view_and_in_no_other(seats: int, style: str) -> None:
    """By what was seen on the real table; a card taken from the discard pile, everybody has seen."""
    for step, table in side_by_side(Plan(seats, seats, style, ("memory-aid",))):
        for viewer in (SPECTATOR, *range(seats)):
            view = GANG.moves.view(step.after, viewer)
            for owner, cards in enumerate(table.rows):
                up = table.phase == "turned-up"
                assert view["players"][owner]["cards"] == [
                    card.face if up or viewer in card.seen_by else None for card in cards
                ]
            assert {path for path, _ in card_words(view) if path != ".phase"} <= SHOWN


def test_the_replay_sees_everything() -> None:
    """`EVERYTHING`: only of a match that is over."""
    for step, table in side_by_side(Plan(3, 8, "user")):
        view = GANG.moves.view(step.after, EVERYTHING)
        assert [player["cards"] for player in view["players"]] == [[c.face for c in cards] for cards in table.rows]
        assert (view["held"] or {}).get("card") == (table.held.face if table.held else None)


# --- events -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("memory-aid",)])
@pytest.mark.parametrize("style", STYLES)
def test_events_are_the_same_for_all_and_name_only_cards_that_lie_open(style: str, options: tuple[str, ...]) -> None:
    """A card drawn or looked at is in no event: so it is in no log, and nobody can look it up later."""
    for step in walk(Plan(4, 9, style, options)):
        action = GANG.moves.parse(step.move)
        events = [
            GANG.moves.events(step.before, step.seat, action, step.after, viewer) for viewer in (SPECTATOR, *range(4))
        ]
        assert all(seen == events[0] for seen in events)
        for event in events[0]:
            words = {word for path, word in card_words(event) if path != ".event"}
            if event["event"] == "discard":
                thrown = step.before.held if event["at"] is None else step.before.card[step.seat, event["at"] - 1]
                assert words == {NAMES[int(thrown)]}
            elif event["event"] == "take":
                assert words == {NAMES[int(step.before.top)]}
            elif event["event"] != "turn-up":
                assert not words, event


@pytest.mark.parametrize("options", [(), ("memory-aid",)])
def test_once_the_next_move_is_made_no_card_is_told_that_is_to_be_remembered(options: tuple[str, ...]) -> None:
    match = Match.new("beaver-gang", 2, seed="fading", options=options)
    while match.pending:
        match.play(match.pending[0], match.legal_actions(match.pending[0])[-1])
        for event in match.events(match.number):
            if event["event"] in ("take", "discard"):
                assert event["card"] is not None
                assert (GANG.moves.fade(event)["card"] is None) == (not options)
    for number in range(1, match.number + 1):
        assert match.replay_events(number) == [GANG.moves.fade(event) for event in match.replay_events(number)]


def test_what_a_finished_match_tells_of_a_draw() -> None:
    """`EVERYTHING` is told what was drawn; nobody else ever is."""
    match = book.match(row("9 9 9 9"), row("1 2 3 4"), dealer=1, stack="7")
    before = match.state
    match.play(0, "draw")
    told = GANG.moves.events(before, 0, GANG.moves.parse("draw"), match.state, EVERYTHING)
    assert told == [{"event": "draw", "seat": 0, "card": "7"}]
    assert match.events(1, 0) == [{"event": "draw", "seat": 0, "card": None}]


# --- twins ------------------------------------------------------------------------------------------------


def twin_of(state: Any, table: book.Table, viewer: int, random: Random) -> Any:
    """A state that the viewer cannot tell from this one: hidden cards exchanged, pair by pair.

    Places that came from the same filling may exchange what lies there, and those of the last one with the stack; where
    a card was kept, a number must lie afterwards.
    """
    twin = copy(state)
    lying = twin.card
    spots = [
        ((owner, at), card.filling, card.kept)
        for owner, cards in enumerate(table.rows)
        for at, card in enumerate(cards)
        if viewer not in card.seen_by and table.phase != "turned-up"
    ]
    hides_held = table.held is not None and viewer != table.to_move
    for _ in range(40 if spots else 0):
        here, filling, kept = random.choice(spots)
        mine = int(lying[here])
        way = random.choice(("stack", "held", "row")) if filling == table.filling else "row"
        if way == "stack":
            _with_stack(twin, here, kept, random)
        elif way == "held" and hides_held and not (kept and int(twin.held) in SPECIAL):
            lying[here], twin.held = int(twin.held), mine
        else:
            there, _, other_kept = random.choice([other for other in spots if other[1] == filling])
            theirs = int(lying[there])
            if not (kept and theirs in SPECIAL) and not (other_kept and mine in SPECIAL):
                lying[here], lying[there] = theirs, mine
    return twin


def _with_stack(twin: Any, here: tuple[int, int], kept: bool, random: Random) -> None:
    stack = int(twin.stack)
    kinds = [kind for kind in range(13) if stack >> 4 * kind & 15 and not (kept and kind in SPECIAL)]
    if kinds:
        kind = random.choice(kinds)
        twin.stack = stack - (1 << 4 * kind) + (1 << 4 * int(twin.card[here]))
        twin.card[here] = kind


def twins(plan: Plan, every: int) -> Iterator[tuple[int, Any, Any]]:
    """Pairs of states that a viewer cannot tell apart."""
    random = Random(plan.seed)  # noqa: S311
    for number, (step, table) in enumerate(side_by_side(plan)):
        if number % every == 0:
            for viewer in (SPECTATOR, *range(plan.seats)):
                yield viewer, step.after, twin_of(step.after, table, viewer, random)


OPTIONS = [(), ("memory-aid",)]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", range(2, 7))
@unmeasured()
def test_nothing_told_hangs_on_what_the_viewer_does_not_know(seats: int, options: tuple[str, ...]) -> None:
    """Views, observations, legal moves, candidates, reasons; what is imagined with the same luck."""
    different = 0
    for style in STYLES:
        for viewer, state, twin in twins(Plan(seats, 3, style, options), every=5):
            different += not same(state, twin)
            assert GANG.moves.view(state, viewer) == GANG.moves.view(twin, viewer)
            GANG.moves.from_position(GANG.moves.to_position(twin), len(options))
            dreams = [copy(state), copy(twin)]
            for dream in dreams:
                FAST.imagine(dream, viewer, lucky(4))
            assert same(*dreams)
            assert FAST.pending(state) == FAST.pending(twin)
            if viewer == SPECTATOR:
                continue
            seen = [np.zeros(GANG.rules.OBSERVATION, np.int16) for _ in range(2)]
            for which, numbers in zip((state, twin), seen, strict=True):
                FAST.observe(which, viewer, numbers)
            assert (seen[0] == seen[1]).all()
            if viewer in waiting(state):
                for name in ("legal", "candidates"):
                    assert actions(state, viewer, name) == actions(twin, viewer, name)
                for action in (0, 1, 8, 12, 15, 30):
                    if action not in actions(state, viewer):
                        assert GANG.moves.why_not(state, viewer, action) == GANG.moves.why_not(twin, viewer, action)
    assert different > 50


@pytest.mark.parametrize("seats", [2, 4])
def test_no_bot_and_no_hint_hangs_on_what_its_seat_does_not_know(seats: int) -> None:
    """Same luck, hidden cards changed: same move; the hand-written player is asked without protection."""
    choose, hasty = native(GANG.greedy.choose, GANG.folder), native(GANG.greedy.hasty, GANG.folder)
    out = np.zeros(GANG.rules.ACTIONS, np.int16)
    search: Any = bot("search:60")
    asked = 0
    for style in ("user", "seldom"):
        for viewer, state, twin in twins(Plan(seats, 6, style), every=6):
            if viewer not in waiting(state) or same(state, twin):
                continue
            asked += 1
            assert choose(state, viewer, out, lucky(1)) == choose(twin, viewer, out, lucky(1))
            assert hasty(state, viewer, lucky(1)) == hasty(twin, viewer, lucky(1))
            for name in ("random", "greedy", "search:60", "master:60"):
                chosen = [decide(bot(name), GANG, which, viewer, lucky(3)) for which in (state, twin)]
                assert chosen[0] == chosen[1], name
            hints = []
            for which in (state, twin):  # as the server does
                known, luck = copy(which), lucky(8)
                compiled_rules(GANG).imagine(known, viewer, luck)
                hints.append(search.weigh(GANG, known, viewer, luck))
            assert hints[0] == hints[1]
    assert asked > 15


@pytest.mark.parametrize("style", STYLES)
def test_what_happens_and_whether_it_can_be_taken_back_hang_on_nothing_hidden(style: str) -> None:
    """The same move in both twins looks the same to all who cannot tell them apart, unless it turns a card up."""
    compared = 0
    for viewer, state, twin in twins(Plan(3, 12, style), every=2):
        for seat in waiting(state):
            both = sorted(set(actions(state, seat)) & set(actions(twin, seat)))
            for action in both[:: max(1, len(both) // 4)]:
                ends, told = [], []
                for before in (state, twin):
                    after, luck = copy(before), lucky(2)
                    FAST.play(after, seat, action, luck)
                    free = not GANG.moves.reveals(before, seat, action) and int(luck.drawn) == 0
                    ends.append((free, int(after.phase), FAST.pending(after)))
                    told.append(GANG.moves.events(before, seat, action, after, viewer))
                assert ends[0] == ends[1]
                if PHASES[ends[0][1]] == "turned-up" or TEXTS[action] == "discard":
                    continue
                compared += 1
                for events in told:
                    for event in events:
                        if event["event"] == "discard":
                            del event["card"]  # turned up by this move
                assert told[0] == told[1]
    assert compared > 100


# --- matches ----------------------------------------------------------------------------------------------


def played(options: tuple[str, ...] = (), moves: int = 400, seats: int = 3) -> Match:
    match = Match.new("beaver-gang", seats, seed=31, options=options)
    random = Random(1)  # noqa: S311
    while match.pending and match.number < moves:
        seat = match.pending[-1]
        match.play(seat, random.choice(match.legal_actions(seat)))
    return match


def test_the_record_of_a_running_match_names_no_card_and_holds_no_seed() -> None:
    match = played(moves=25)
    values = json.loads(match.record().to_json())
    assert not match.over
    assert set(values) == {"lodge", "game", "rules", "seats", "commitment", "moves", "chain"}
    for number, entry in enumerate(values["moves"]):
        seat, _, text = entry.partition(" ")
        assert (int(seat), text) == match.history[number]
        assert text in TEXTS


@pytest.mark.parametrize("options", OPTIONS)
def test_a_replay_is_refused_before_the_end_and_shows_everything_after_it(options: tuple[str, ...]) -> None:
    match = played(options, moves=40)
    for ask in (match.replay_view, match.replay_events):
        with pytest.raises(LodgeError, match="shown only when the match is over"):
            ask(1)
    match = played(options)
    assert match.over
    drawn = 0
    for number in range(match.number + 1):
        view = match.replay_view(number)
        state = match.state_at(number)
        assert [player["cards"] for player in view["players"]] == [
            [NAMES[kind] for kind in cards] for cards in state.card[:3].tolist()
        ]
        assert (view["held"] or {}).get("card") == (NAMES[int(state.held)] if state.held >= 0 else None)
        for event in match.replay_events(number) if number else ():
            if event["event"] == "draw":
                assert event["card"] == NAMES[int(state.held)]
                drawn += 1
    assert drawn > 10


@pytest.mark.parametrize("options", OPTIONS)
def test_taking_back_shows_nobody_anything(options: tuple[str, ...]) -> None:
    """Undo cannot reopen a card: only a swap card that lies on the pile is in its maker's hand again."""
    taken_back = 0
    for seed in range(12):
        match = Match.new("beaver-gang", 3, seed=seed, options=options)
        random = Random(seed)  # noqa: S311
        while match.pending and match.number < 120:
            seat = random.choice(match.pending)
            match.play(seat, random.choice(match.legal_actions(seat)))
            if not match.can_undo(seat):
                continue
            move = match.history[-1]
            now = [match.view(viewer) for viewer in (None, 0, 1, 2)]
            match.undo(seat)
            taken_back += 1
            for viewer, view in zip((None, 0, 1, 2), now, strict=True):
                back = match.view(viewer)
                assert (back["held"] or {}).get("card") in (None, "swap")
                if not options:
                    assert back["players"] == view["players"]
                else:  # a swapped card lies where it lay
                    cards = [sorted(str(c) for p in v["players"] for c in p["cards"]) for v in (view, back)]
                    assert cards[0] == cards[1]
            match.play(*move)
    assert taken_back > 50
