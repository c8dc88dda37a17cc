"""Modules: up to date, self-sufficient, the same bytes every time; and how Python calls them."""

from __future__ import annotations

import gc
import runpy
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from lodge.bots import bot, decide
from lodge.bots.search import Search
from lodge.errors import LodgeError, UnknownName
from lodge.games import Game, game, games
from lodge.games.compiled import compiled_rules
from lodge.kernel import Luck, array, copy, dtype_of, lucky, new, same
from lodge.kernel.backend import Compiled
from lodge.kernel.entry import Entry, One
from lodge.kernel.module import SPARE, Caller, Workspace, described, module, once
from lodge.kernel.sources import DESCRIPTION, MODULE, PACKAGE, description
from lodge.match import Match
from lodge.modules import describe, entries, tools
from tests.unmeasured import environment

DAM_IT = game("dam-it")
ALL = pytest.mark.parametrize("which", games(), ids=lambda which: which.id)


# --- what is shipped --------------------------------------------------------------------------------------


@ALL
def test_the_module_is_as_new_as_its_sources(which: Game) -> None:
    assert description(which.folder) is not None, f"lodge wasm {which.id} makes it anew"


@ALL
def test_the_module_needs_nothing_from_outside_and_offers_what_it_says(which: Game) -> None:
    found = described(which.folder)
    assert found is not None
    compiled = module(which.folder).compiled
    assert list(compiled.imports) == []
    assert {one.name for one in compiled.exports} == {*found["entries"], "memory", "__heap_base"}
    offered = [one.entry for one in entries(which)]
    assert found["entries"].keys() == {one.name for one in offered}
    assert len({one.name for one in offered}) == len(offered)
    made = msgspec.json.decode(msgspec.json.encode(describe(which, offered)))
    for part in ("game", "rules", "entries", "constants", "records", "shows"):
        assert made[part] == found[part]


@ALL
def test_only_seeds_and_sets_of_hexes_are_wider_than_32_bits(which: Game) -> None:
    found = described(which.folder)
    assert found is not None
    wide = {name for takes in found["entries"].values() for name, kind in takes if kind == "i64"}
    assert wide <= {"seed", "stream", "first", *("wet", "wet_high", "pond", "pond_high", "animal", "animal_high")}


def test_a_module_older_than_its_sources_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "dam_it"
    shutil.copytree(DAM_IT.folder, folder)
    assert description(folder) is not None
    with (folder / "rules" / "state.py").open("a") as file:
        file.write("\n")
    assert description(folder) is None
    with pytest.raises(LodgeError, match=r"dam_it has no module, or an old one: lodge wasm"):
        Compiled(Entry(folder, "pending", DAM_IT.rules.pending, (One(dtype_of(DAM_IT.rules.State)),)), "wasm")(0)
    (folder / DESCRIPTION).write_text("[]")
    assert description(folder) is None
    (folder / DESCRIPTION).unlink()
    assert description(folder) is None


def test_a_package_knows_which_modules_are_old(tmp_path: Path) -> None:
    """The build asks, in the package's own words, before anything of it is installed."""
    package = tmp_path / "lodge"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("page", "__pycache__"))
    assert asked(package) == []
    with (package / "games" / "amik" / "rules" / "facts.py").open("a") as file:
        file.write("\n")
    assert asked(package) == ["amik"]
    with (package / "kernel" / "luck.py").open("a") as file:
        file.write("\n")
    assert asked(package) == ["amik", "beaver_gang", "dam_it", "donnant_donnant"]


def asked(package: Path) -> list[str]:
    found: list[str] = runpy.run_path(str(package / "kernel" / "sources.py"))["outdated"](package)
    return found


def test_the_same_sources_and_versions_give_the_same_bytes(tmp_path: Path) -> None:
    """Made in a process of its own, as `lodge wasm` does it, but into another folder."""
    found = described(DAM_IT.folder)
    assert found is not None
    if found["made_with"] != tools():
        pytest.skip(f"the module was made with {found['made_with']}, here are {tools()}")
    code = "import sys, lodge.modules as m; m.make_in(m.game('dam-it'), m.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, env=environment())
    assert (tmp_path / MODULE).read_bytes() == (DAM_IT.folder / MODULE).read_bytes()
    assert (tmp_path / DESCRIPTION).read_bytes() == (DAM_IT.folder / DESCRIPTION).read_bytes()


# --- calling ----------------------------------------------------------------------------------------------

TOY = '''
"""A module of small functions, to see that all kinds of arguments arrive."""
import sys
from pathlib import Path
import numpy as np
from lodge.kernel import INT, LONG, Luck, One, Rows, bits, dtype_of, i64, rule, scratch
from lodge.kernel.entry import Entry
from lodge.kernel.wasm import build
from typing import NamedTuple

class Pair(NamedTuple):
    left: object
    right: object

room = scratch(i64, 4)

@rule
def twice(number: int) -> int:
    inner = room()
    inner[0] = 2 * number
    return int(inner[0])

def mixed(luck, pair, grid, count, seed):
    place = room()
    place[0] = count
    total = twice(count) + int(place[0])  # each has memory of its own
    for i in range(grid.shape[0]):
        for k in range(grid.shape[1]):
            grid[i, k] += 10 * i + k
            total += grid[i, k]
    pair.left[0] = seed >> 32
    pair.right[1] = bits(luck) & 255
    return total

def positive(number):
    return number > 0

def nothing(numbers):
    numbers[0] = 7

def divided(one, other):
    return one // other

def entries(folder):
    wide = Rows(np.dtype(np.int64))
    kinds = (One(dtype_of(Luck)), Pair(wide, Rows(np.dtype(np.int32))), Rows(np.dtype(np.int16), 2), INT, LONG)
    yield Entry(folder, "mixed", mixed, kinds)
    yield Entry(folder, "positive", positive, (INT,))
    yield Entry(folder, "nothing", nothing, (wide,))
    yield Entry(folder, "divided", divided, (INT, INT))

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "module.wasm").write_bytes(build(list(entries(folder))))
'''


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Entry]:
    """The entries of a small module."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy_module.py").write_text(textwrap.dedent(TOY))
    subprocess.run([sys.executable, str(folder / "toy_module.py"), str(folder)], check=True)
    sys.path.insert(0, str(folder))
    try:
        import toy_module  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(folder))
    return {entry.name: entry for entry in toy_module.entries(folder)}


def mixed_arguments(seed: int) -> tuple[Any, ...]:
    return (
        lucky(seed),
        (np.zeros(1, np.int64), np.zeros(2, np.int32)),
        np.arange(6, dtype=np.int16).reshape(2, 3),
        -5,
        (seed << 40) + 1,
    )


@pytest.mark.parametrize("within", [False, True], ids=["copied", "in a workspace"])
def test_every_kind_of_argument_arrives_and_comes_back(toy: dict[str, Entry], within: bool) -> None:
    entry = toy["mixed"]
    pair: Any = entry.takes[1].__class__
    for seed in (1, 2):
        luck, (left, right), grid, *numbers = mixed_arguments(seed)
        plain, returned = mixed_arguments(seed), []
        returned.append(entry.function(plain[0], pair(*plain[1]), *plain[2:]))
        run: Any = Caller(entry)
        if within:
            run = Workspace(run)
            record = run.zeros(1, dtype_of(Luck))
            record[0] = luck
            luck = record[0]
            left, right, grid = run.keep(left), run.keep(right), run.keep(grid)
        returned.append(run(luck, pair(left, right), grid, *numbers))
        assert returned[0] == returned[1]
        assert same(luck, plain[0])
        for one, other in ((left, plain[1][0]), (right, plain[1][1]), (grid, plain[2])):
            assert one.tolist() == other.tolist()


def test_results_are_numbers_or_nothing(toy: dict[str, Entry]) -> None:
    positive, numbers = Caller(toy["positive"]), np.zeros(1, np.int64)
    assert [positive(number) for number in (-1, 0, 2**31 - 1)] == [0, 0, 1]
    assert Caller(toy["nothing"])(numbers) == 0
    assert numbers.tolist() == [7]


def test_what_goes_wrong_within_is_told_and_the_next_call_works(toy: dict[str, Entry]) -> None:
    divided = Caller(toy["divided"])
    assert divided(7, 2) == 3
    with pytest.raises(LodgeError, match="divided failed"):
        divided(7, 0)
    assert divided(-7, 2) == -4


# --- memory -----------------------------------------------------------------------------------------------


def test_a_workspace_is_clean_however_often_its_memory_was_used() -> None:
    gc.collect()
    module(DAM_IT.folder)._spare.clear()  # what other tests gave back
    caller = Compiled(next(iter(entries(DAM_IT))).entry, "wasm").workspace()
    assert isinstance(caller, Workspace)
    first = caller.zeros((100, 1000), np.int64)
    assert not first.any()
    first[...] = -1
    instance = caller._lease.instance
    del caller, first
    gc.collect()
    assert instance in module(DAM_IT.folder)._spare
    again = Workspace(Caller(next(iter(entries(DAM_IT))).entry))
    assert again._lease.instance is instance
    assert not again.zeros((200, 1000), np.int64).any()


def test_arrays_outlive_their_workspace() -> None:
    workspace = Workspace(Caller(next(iter(entries(DAM_IT))).entry))
    instance, rows = workspace._lease.instance, workspace.zeros(10, np.int64)
    del workspace
    gc.collect()
    assert instance not in module(DAM_IT.folder)._spare
    rows[:] = 5
    others = [Workspace(Caller(next(iter(entries(DAM_IT))).entry)).zeros(10, np.int64) for _ in range(SPARE + 2)]
    assert rows.tolist() == [5] * 10
    assert not any(one.any() for one in others)


def test_threads_do_not_disturb_each_other() -> None:
    state = Match.new("dam-it", 3, seed=4).state
    rules = compiled_rules(DAM_IT.on("wasm"))
    wanted = [decide(bot("search:200"), DAM_IT.on("wasm"), state, 0, lucky(9, i)) for i in range(4)]
    found: list[int | None] = [None] * 4

    def think(number: int) -> None:
        found[number] = decide(bot("search:200"), DAM_IT.on("wasm"), state, 0, lucky(9, number))
        for _ in range(200):
            twin, luck = copy(state), lucky(number)
            rules.imagine(twin, 0, luck)
            plain, other = copy(state), lucky(number)
            DAM_IT.rules.imagine(plain, 0, other)
            assert same(twin, plain)

    threads = [threading.Thread(target=think, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == wanted


def test_threads_that_ask_at_once_get_the_same() -> None:
    made: list[int] = []
    meet = threading.Barrier(8)

    @once
    def slowly(number: int) -> int:
        made.append(number)
        time.sleep(0.01)  # others come meanwhile
        return number

    def ask() -> None:
        meet.wait(10)
        assert slowly(7) == 7

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [7]


def test_records_anywhere_in_an_array_are_found() -> None:
    rules, states = compiled_rules(DAM_IT.on("wasm")), array(DAM_IT.rules.State, 5)
    rules.deal(states[3], 4, 0, lucky(1))
    one = new(DAM_IT.rules.State)
    DAM_IT.rules.deal(one, 4, 0, lucky(1))
    assert same(states[3], one)
    assert not any(states[i].tobytes().strip(b"\0") for i in (0, 1, 2, 4))


# --- choosing ---------------------------------------------------------------------------------------------


def test_a_backend_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownName, match="auto, python, native, wasm"):
        compiled_rules(DAM_IT.on("abacus"))


def test_bots_without_a_module_or_a_compiler_do_what_they_can_in_their_time(tmp_path: Path) -> None:
    """A game that is being written: interpreted, at once."""
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(WITHOUT), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    first, slowest = map(float, result.stdout.split())
    assert first > 0
    assert slowest < 20


WITHOUT = """
    import shutil, sys, time
    from pathlib import Path
    sys.modules["numba"] = None
    import lodge.games.dam_it
    from lodge.bots import bot, decide
    from lodge.games import Game, game
    from lodge.games.compiled import is_interpreted
    from lodge.kernel import lucky
    from lodge.match import Match
    folder = Path(sys.argv[1]) / "mine"
    shutil.copytree(game("dam-it").folder, folder, ignore=shutil.ignore_patterns("module.*"))
    sys.path.insert(0, sys.argv[1])
    mine = Game("mine", "Mine", (2, 4), 1, "mine")
    assert is_interpreted(mine)
    match, times = Match.new("dam-it", 2, seed=1), []
    for level in ("greedy", "gentle", "steady", "sharp", "search:50ms", "master:50ms"):
        start = time.monotonic()
        action = decide(bot(level), mine, match.state, match.pending[0], lucky(1))
        times.append(time.monotonic() - start)
        match.play(match.pending[0], action)
    print(times[0], max(times))
"""


def test_search_says_the_same_on_module_and_interpreter() -> None:
    state = Match.new("dam-it", 2, seed=3).state
    found = [Search(playouts=6).weigh(DAM_IT.on(backend), copy(state), 0, lucky(2)) for backend in ("python", "wasm")]
    assert found[0] == found[1]


def test_programs_that_used_modules_end_without_a_word() -> None:
    """wasmtime's objects complain when Python takes its library apart before them."""
    code = """
        from lodge.bots import bot, decide
        from lodge.games import game
        from lodge.kernel import lucky
        from lodge.match import Match
        match = Match.new("dam-it", 2, seed=1)
        decide(bot("search:20x2"), game("dam-it").on("wasm"), match.state, match.pending[0], lucky(1))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
