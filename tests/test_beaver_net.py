"""How Beaver Gang's net learns, as far as that needs no PyTorch: the lanes, watching search, and what a folder holds.

Interpreted: that is done sooner than compiling.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.beaver_net import __main__ as command
from tools.beaver_net import watching
from tools.beaver_net.curve import Curve, Point, Settings, resume
from tools.beaver_net.lanes import GAME, GREEDY, LEARNER, NOTHING, ROUND, SCORES, Lanes

from lodge.errors import LodgeError
from lodge.games.beaver_gang import rules
from lodge.games.beaver_gang.players.master import features, features_more, net, slots
from lodge.games.beaver_gang.rules.facts import MOST_SEATS
from lodge.games.beaver_gang.rules.state import NONE, TURNED_UP, rounds, score
from lodge.games.playout import first_seat
from lodge.kernel import copy
from tests.simulated import simulated

ROOT = Path(__file__).parent.parent


def slots_of(there: int) -> list[int]:
    return [slot for slot in range(slots.SLOTS) if int(there) >> slot & 1]


def fits(seen: Any) -> bool:
    """Whether every feature has one of its own rows in the net's table."""
    starts = np.array([*features.STARTS, *features_more.STARTS])
    rows = np.array([*features.ROWS_OF, *features_more.ROWS_OF])
    starts, rows = starts[: seen.shape[-1]], rows[: seen.shape[-1]]
    return bool(((seen >= starts) & (seen < starts + rows)).all())


def company(*players: int, greedy: dict[int, int] | None = None) -> tuple[Any, Any]:
    """Lanes with so many players; in some of them one seat is greedy."""
    roles = np.full((len(players), MOST_SEATS), LEARNER)
    for lane, seat in (greedy or {}).items():
        roles[lane, seat] = GREEDY
    return players, roles


def open_slots(lanes: Lanes, random: np.random.Generator) -> Any:
    """A slot in each lane; rounds are to end, so somebody knocks whenever it is possible."""
    found = [slots_of(there) for there in lanes.sheet.open]
    return np.array([slots.KNOCK_SLOT if slots.KNOCK_SLOT in few else random.choice(few) for few in found], np.int8)


def round_end(before: Any, luck: Any, seat: int, action: int) -> Any:
    """The state at the end of the round, if what is chosen leads there without another choice."""
    state, luck = copy(before), copy(luck)
    while action != NONE:
        rules.play(state, seat, action, luck)
        if int(state.phase) == TURNED_UP:
            return state
        seat = first_seat(rules.pending(state))
        action = slots.forced(state, seat)
    return None


@pytest.mark.parametrize("players", [2, 3])
def test_lanes_offer_what_is_legal_and_tell_how_rounds_end(players: int) -> None:
    lanes, random = Lanes(*company(players), 3, interpreted=True), np.random.default_rng(1)
    out, seen = np.zeros(rules.ACTIONS, np.int16), np.zeros(net.size_for(players).features, np.int16)
    ended: list[int] = []
    sheet, state = lanes.sheet, lanes.states[0]
    while GAME not in ended:
        seat, orders = int(sheet.seats[0]), int(sheet.orders[0])
        assert rules.pending(state) == 1 << seat
        legal = set(out[: rules.legal(state, seat, out)].tolist())
        actions = [slots.action_of(state, seat, orders, slot) for slot in slots_of(sheet.open[0])]
        assert len(set(actions)) == len(actions) > 1
        assert set(actions) <= legal
        assert features_more.see(state, seat, seen) == orders
        assert np.array_equal(sheet.seen[0], seen)
        assert fits(seen)
        chosen = open_slots(lanes, random)
        end = round_end(state, lanes.lucks[0], seat, slots.action_of(state, seat, orders, int(chosen[0])))
        lanes.step(chosen)
        what, left, *scores = sheet.ends[: SCORES + players, 0].tolist()
        assert (what == NOTHING) == (end is None)
        if end is not None:
            assert scores == [score(end, each) for each in range(players)]
            assert left == rounds(end) - int(end.round) - 1
            ended.append(what)
    assert ended == [ROUND] * (len(ended) - 1) + [GAME]
    assert len(ended) == {2: 4, 3: 3}[players]


def digest(*parts: Any) -> str:
    return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()


def played(seed: int, first: int = 0) -> str:
    """All that is told in three lanes, in the last two of which greedy has a seat."""
    lanes = Lanes(*company(2, 2, 2, greedy={1: 0, 2: 1}), seed, first, interpreted=True)
    random, told = np.random.default_rng(2), []
    for _ in range(12):
        told.append(digest(*lanes.sheet))
        assert (lanes.sheet.seats[1:] == [1, 0]).all(), "greedy is not asked"
        lanes.step(open_slots(lanes, random))
    return "".join(told)


def test_the_same_seed_gives_the_same_games() -> None:
    assert played(3) == played(3)
    assert len({played(3), played(4), played(3, first=3)}) == 3


def watched(seed: int, *, more: bool = False) -> Any:
    return watching.watch(more, 2, seed, 20, 2, interpreted=True)


@pytest.mark.parametrize("more", [False, True])
def test_search_is_watched(more: bool) -> None:
    seen, there, values = watched(1, more=more)
    assert len(seen) == len(there) == len(values) == 4
    for row in range(len(there)):
        found = slots_of(there[row])
        assert ((values[row, found] > 0) & (values[row, found] < 1)).all()
        assert np.ptp(values[row, found]) > 0
        assert not np.delete(values[row], found).any()
    assert fits(seen)


CUDA = """
import hashlib, sys
import numpy as np
sys.path.append(sys.argv[1])
from tools.beaver_net import gpu
gpu.BLOCK = 2
def digest(*parts):
    return hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()
lanes = gpu.Lanes([2, 2, 3], [[0] * 6, [0] * 6, [2] + [0] * 5], 3)
for _ in range(3):
    there = lanes.sheet.open.copy_to_host()
    lanes.step(np.array([int(each).bit_length() - 1 for each in there], np.int8))
print(digest(*(part.copy_to_host() for part in lanes.sheet)), digest(*gpu.watch(True, 2, 1, 20, 2)))
"""


def test_the_cuda_kernels_do_the_same_in_the_simulator() -> None:
    lanes = Lanes(*company(2, 2, 3, greedy={2: 0}), 3, interpreted=True)
    for _ in range(3):
        lanes.step([int(there).bit_length() - 1 for there in lanes.sheet.open])
    assert simulated(CUDA, str(ROOT)).split() == [digest(*lanes.sheet), digest(*watched(1, more=True))]


def test_a_folder_goes_on_with_its_own_run_alone(tmp_path: Path) -> None:
    settings = Settings(games=4, lanes=8, seconds=1.0)
    curve = resume(tmp_path / "new", settings)
    curve.points.append(Point(0.5, 3, 700, 1.2, 0.05, 0.4, 0.3))
    curve.save(tmp_path / "new")
    assert resume(tmp_path / "new", settings) == curve
    with pytest.raises(LodgeError, match="other settings"):
        resume(tmp_path / "new", Settings(games=4, lanes=8, seconds=2.0))
    (tmp_path / "curve.json").write_text("{")
    with pytest.raises(LodgeError, match="cannot be read"):
        resume(tmp_path, settings)
    assert resume(tmp_path / "other", settings) == Curve(settings)


@pytest.mark.parametrize(
    "words", ["--lanes -1", "--games 0", "--games 9999999", "--seconds 0", "--seed -1", "--seconds nan"]
)
def test_what_cannot_be_is_refused(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["beaver_net", "--to", "nowhere", *words.split()])
    with pytest.raises(LodgeError, match=r"from \d|more than 0"):
        command.settings_of(command.asked(), 60, 256)


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["beaver_net", "--to", "nowhere"])
    monkeypatch.setattr(command, "find_spec", {"torch": None}.get)
    with pytest.raises(SystemExit, match="pip install torch"):
        command.main()
