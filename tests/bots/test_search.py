"""The search bot: finds what is obvious, keeps to its budget, never looks at what its seat cannot know."""

from __future__ import annotations

import math
import time
from collections import Counter
from typing import Any

import pytest

from lodge import Match
from lodge.bots import search as search_module
from lodge.bots.growth import Kind, growth
from lodge.bots.search import Search, Weight, settled
from lodge.bots.tree import FEW, Tree
from lodge.games import Game, game
from lodge.games.dam_it.rules.facts import COUNTS, NAMES
from lodge.kernel import copy, lucky, new, same
from lodge.kernel.backend import Plain

DAM_IT = game("dam-it")
Players = list[dict[str, Any]]


def last_cards(players: Players, river: list[str], top: str, pile: Counter[str] | None = None) -> Any:
    """A position at the end of the draw pile: what is not given was thrown away; cubes left over lie at the end."""
    pile = Counter() if pile is None else pile
    left = Counter(dict(zip(NAMES, COUNTS, strict=True))) - Counter(river) - Counter([top]) - pile
    for player in players:
        left -= Counter(player.get("hand", {})) + Counter(garbage=player.get("garbage", 0))
    stones = 4 * len(players) - sum(player["cubes"] for player in players)
    cards = [{"card": card, "cubes": stones if place == 3 else 0} for place, card in enumerate(river)]
    position = {"players": players, "river": cards, "top": top, "discard": dict(left), "pile": dict(pile)}
    return Match.from_position("dam-it", position).state


def choice(state: Any, playouts: int = 300) -> str:
    return DAM_IT.moves.text(Search(playouts=playouts).choose(DAM_IT, state, 0, lucky(1)))


def midgame(seats: int = 2, moves: int = 24) -> Any:
    match = Match.new("dam-it", seats, seed="midgame")
    for number in range(moves):
        seat = match.pending[0]
        legal = match.legal_actions(seat)
        match.play(seat, legal[number % len(legal)])
    return match.state


def late() -> Any:
    """Eight cards before the end."""
    return last_cards(
        [
            {"cubes": 3, "hand": {"oak": 2, "acacia": 1, "pine": 1, "disposal": 1}},
            {"cubes": 2, "hand": {"oak": 1, "maple": 2, "birch": 1}, "garbage": 1},
        ],
        ["birch", "garbage", "alder", "oak"],
        "pine",
        Counter(["birch", "willow", "garbage", "acacia", "maple", "disposal", "alder"]),
    )


# --- what is obvious --------------------------------------------------------------------------------------


def test_builds_the_dearest_dam_before_the_game_ends() -> None:
    hand = {"oak": 1, "acacia": 1, "pine": 1, "alder": 1, "disposal": 1}
    state = last_cards([{"cubes": 4, "hand": hand}, {"cubes": 4}], ["birch", "birch", "pine", "maple"], "willow")
    assert choice(state) == "build 11 with pine+alder+oak+acacia+disposal"


def test_gives_a_cube_to_leave_the_garbage_that_would_cost_most() -> None:
    """The fourth garbage costs seven points, and one cube of three none."""
    players = [{"cubes": 3, "garbage": 3}, {"cubes": 3}]
    state = last_cards(players, ["garbage", "oak", "garbage", "garbage"], "garbage")
    assert choice(state) == "take 2"


def test_disposes_of_garbage_when_the_card_is_of_no_other_use() -> None:
    players: Players = [{"cubes": 0, "garbage": 2, "hand": {"disposal": 1}}, {"cubes": 4}]
    state = last_cards(players, ["garbage", "oak", "birch", "birch"], "pine")
    assert choice(state) == "take 1 dispose"


def test_the_only_move_gets_the_whole_budget() -> None:
    state = last_cards([{"cubes": 0}, {"cubes": 4}], ["garbage", "oak", "birch", "birch"], "pine")
    assert [(w.action, w.visits) for w in Search(playouts=50).weigh(DAM_IT, state, 0, lucky(1))] == [(0, 50)]


def test_where_there_is_no_choice_no_time_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    state = last_cards([{"cubes": 0}, {"cubes": 4}], ["garbage", "oak", "birch", "birch"], "pine")
    monkeypatch.delattr(Search, "grown")
    assert Search(playouts=10**8).choose(DAM_IT, state, 0, lucky(1)) == 0


def test_the_first_play_out_goes_to_the_greedy_move() -> None:
    state = midgame()
    seat = int(state.to_move)
    out = [0] * DAM_IT.rules.ACTIONS
    greedy = DAM_IT.greedy.choose(state, seat, out, lucky(1))  # type: ignore[arg-type]
    assert Search(playouts=1).choose(DAM_IT, state, seat, lucky(1)) == greedy


# --- budgets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_play_outs_are_counted_and_the_same_every_time(threads: int) -> None:
    state = midgame()
    bot = Search(playouts=1000, threads=threads)
    weights = bot.weigh(DAM_IT, state, int(state.to_move), lucky(5))
    assert sum(weight.visits for weight in weights) == 1000
    assert all(0 <= weight.value <= 1 for weight in weights)
    assert weights == bot.weigh(DAM_IT, state, int(state.to_move), lucky(5))
    assert weights != bot.weigh(DAM_IT, state, int(state.to_move), lucky(6))


def test_more_threads_than_play_outs() -> None:
    state = midgame()
    weights = Search(playouts=2, threads=4).weigh(DAM_IT, state, int(state.to_move), lucky(5))
    assert sum(weight.visits for weight in weights) == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_time_ends(threads: int) -> None:
    state = midgame()
    Search(playouts=1).choose(DAM_IT, state, int(state.to_move), lucky(5))  # compiles
    start = time.monotonic()
    weights = Search(playouts=None, milliseconds=50, threads=threads).weigh(DAM_IT, state, 0, lucky(5))
    assert 0.05 <= time.monotonic() - start < 5
    assert sum(weight.visits for weight in weights) >= FEW


def test_the_clock_is_looked_at_often_where_play_outs_take_long() -> None:
    """A few play-outs of ten milliseconds each, not as many as are usual between two looks."""
    match, done = Match.new("dam-it", 2, seed=5), []
    tree = Search(playouts=60, milliseconds=50).tree(DAM_IT, match.state, match.pending[0], 1, 0, ())
    assert isinstance(tree, Tree)

    def slow(*desk_and_count: Any) -> None:
        done.append(desk_and_count[-1])
        time.sleep(0.01 * done[-1])

    tree.run = Plain(slow)
    tree.grow(time.monotonic() + 0.05)
    assert sum(done) <= 8


def test_a_choice_is_settled_when_the_next_best_cannot_catch_up() -> None:
    state = midgame()
    trees = Search(playouts=600).grown(DAM_IT, state, int(state.to_move), lucky(5))
    first, second = search_module.weights(trees)[:2]
    left = (first.visits - second.visits) / 600  # 600 play-outs a second: in this time the next draws level
    assert not settled(trees, 1.0, left)
    assert settled(trees, 1.0, left - 1e-6)
    assert settled(trees, 1.0, -0.1), "where the time is over, whoever leads"


@pytest.mark.parametrize("threads", [1, 2])
def test_who_only_wants_the_best_stops_when_it_is_settled(threads: int) -> None:
    hand = {"oak": 1, "acacia": 1, "pine": 1, "alder": 1, "disposal": 1}
    state = last_cards([{"cubes": 4, "hand": hand}, {"cubes": 4}], ["birch", "birch", "pine", "maple"], "willow")
    choice(state, 1)  # compiles
    start = time.monotonic()
    action = Search(playouts=None, milliseconds=2000, threads=threads).choose(DAM_IT, state, 0, lucky(5))
    assert 1 <= time.monotonic() - start < 2
    assert DAM_IT.moves.text(action) == "build 11 with pine+alder+oak+acacia+disposal"


def test_a_full_tree_goes_on_without_growing() -> None:
    state = midgame()
    tree = Tree(
        DAM_IT, growth(Kind(DAM_IT, DAM_IT.greedy)).workspace(), None, state, int(state.to_move), 1, 0, (2000, 4)
    )
    tree.grow(math.inf)
    assert int(tree.memory.notes.used) == 4
    assert sum(visits for _, visits, _ in tree.answers()) == 2000


def test_the_tree_grows_below_the_root() -> None:
    state = midgame()
    tree = Tree(
        DAM_IT, growth(Kind(DAM_IT, DAM_IT.greedy)).workspace(), None, state, int(state.to_move), 1, 0, (2000, 2002)
    )
    tree.grow(math.inf)
    assert int(tree.memory.notes.used) > 1 + len(list(tree.answers()))


# --- knowledge --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_what_the_seat_cannot_know_changes_nothing(seats: int) -> None:
    state = midgame(seats)
    seat = int(state.to_move)
    bot = Search(playouts=500)
    weights = bot.weigh(DAM_IT, state, seat, lucky(7))
    for index in range(3):
        other = copy(state)
        DAM_IT.rules.imagine(other, seat, lucky(8, index))
        assert not same(state, other)
        assert bot.weigh(DAM_IT, other, seat, lucky(7)) == weights


def test_the_state_is_left_alone() -> None:
    state = midgame()
    before = copy(state)
    Search(playouts=100).choose(DAM_IT, state, int(state.to_move), lucky(1))
    assert same(state, before)


# --- every world, every number of seats -------------------------------------------------------------------


def test_interpreted_and_compiled_agree() -> None:
    assert weigh_late(DAM_IT) == weigh_late(DAM_IT.on("python"))


def weigh_late(which: Game) -> list[Weight]:
    return Search(playouts=150).weigh(which, late(), 0, lucky(9))


@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats(seats: int) -> None:
    match = Match.new("dam-it", seats, seed="seats")
    seat = match.pending[0]
    assert Search(playouts=200).choose(DAM_IT, match.state, seat, lucky(1)) in match.legal_actions(seat)


def test_alone() -> None:
    """No game for one is here yet, but these rules do not mind."""
    state = new(DAM_IT.rules.State)
    DAM_IT.rules.deal(state, 1, 0, lucky(3))
    weights = Search(playouts=500).weigh(DAM_IT, state, 0, lucky(1))
    assert sum(weight.visits for weight in weights) == 500
    assert all(0 < weight.value < 1 for weight in weights)
