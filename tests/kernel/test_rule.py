"""Rules: plain Python that compiles, with a cache that notices changes, and works without a compiler."""

from __future__ import annotations

import ast
import inspect
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lodge.games import games
from lodge.games.playout import play_on
from lodge.kernel import INT, compile, heavy, i32, rule, scratch, wide  # noqa: A004
from lodge.kernel.compile import KEPT_CACHES, cache_folder, cache_root, native, source_hash
from lodge.kernel.rule import _rules, teach
from lodge.lab.playouts import random_game


@rule
def double(x: int) -> int:
    return 2 * x


def double_twice(x: int) -> int:
    return double(double(x))


def test_a_rule_is_the_function_itself_and_compiles_where_called() -> None:
    assert double(3) == 6
    compiled = native(double_twice)
    assert compiled(3) == double_twice(3) == 12
    assert compiled is not double_twice


def nothing(*_: object, **__: object) -> Callable[..., object]:
    """No overload."""
    return lambda _: None


def test_every_rule_is_taught_once_to_each_compiler() -> None:
    met: list[str] = []
    teach("a test", lambda function: met.append(function.__name__), nothing, nothing)
    assert "double" in met
    again: list[str] = []
    teach("a test", lambda function: again.append(function.__name__), nothing, nothing)
    assert again == []


@heavy(INT)
def triple(number: int) -> int:
    """A rule that Python calls compiled."""
    return 3 * number


def ninefold(number: int) -> int:
    return triple(triple(number))


def test_a_heavy_rule_is_compiled_for_plain_callers_too() -> None:
    assert triple(3) == 9
    assert native(ninefold)(2) == ninefold(2) == 18
    assert triple.__name__ == "triple"
    assert triple.__doc__


room = scratch(i32, 12, 4)


@rule
def added(number: int) -> int:
    """The numbers below another, added up in borrowed memory."""
    sums = room()
    sums[0] = 0
    for i in range(1, number):
        sums[i] = int(sums[i - 1]) + i
    return int(sums[number - 1])


def added_twice(number: int) -> int:
    return added(number) + added(number)


def test_scratch_memory_is_there_interpreted_and_compiled() -> None:
    assert room().shape == (12,)
    assert room().dtype == "int32"
    assert added(12) == 66
    assert native(added_twice)(12) == added_twice(12) == 132


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


def test_numbers_are_as_wide_as_they_were_in_a_record_unless_widened() -> None:
    def narrow(number: int) -> int:
        return int(number)

    made: list[Any] = [native(narrow), native(wide)]
    small: Any = np.int8(-7)
    assert [function(small) for function in (narrow, wide, *made)] == [-7] * 4
    assert type(wide(small)) is int
    assert [str(function.nopython_signatures[0].return_type) for function in made] == ["int8", "int64"]


def test_the_cache_notices_a_change_in_a_called_file(tmp_path: Path) -> None:
    """The trap: Numba's own cache looks only at the caller's file."""
    (tmp_path / "caller.py").write_text(
        "from pathlib import Path\nfrom callee import answer\nfrom lodge.kernel.compile import native\n"
        "def ask(x):\n    return answer(x)\n"
        "print(native(ask, Path(__file__).parent)(1))\n"
    )
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.dont_write_bytecode = True; import caller"
    outputs = []
    for number in (10, 20):
        (tmp_path / "callee.py").write_text(
            f"from lodge.kernel import rule\n@rule\ndef answer(x):\n    return x + {number}\n"
        )
        result = run(program, LODGE_CACHE=str(tmp_path / "cache"))
        outputs.append(result.stdout.strip() or result.stderr)
    assert outputs == ["11", "21"]
    assert len(list((tmp_path / "cache" / "lodge-compiled").iterdir())) == 2


def times(factor: int) -> Callable[[int], int]:
    def multiply(number: int) -> int:
        return factor * number

    return multiply


def test_programs_that_compile_at_the_same_time_write_different_files(tmp_path: Path) -> None:
    """The trap: both look for a free number before either has taken one, and one gets the code of the other."""
    for factor in (2, 3):
        compiled: Any = native(times(factor), tmp_path)
        compiled._cache._cache_file._load_index = dict  # what it finds who looks too early
        assert compiled(7) == 7 * factor
    assert len(list(cache_folder(tmp_path).rglob("*multiply*.nbc"))) == 2
    compiled = native(times(3), tmp_path)
    assert compiled(5) == 15
    assert compiled.stats.cache_hits


def test_what_is_kept_is_found_once_python_has_kept_its_bytecode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trap: a function has its module's own string for the file's name, or one that is like it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "asking.py"
    path.write_text(
        "from lodge.kernel import rule\n"
        "def asking(number):\n"
        "    @rule\n    def answer(x):\n        return x + number\n"
        "    def ask(x):\n        return answer(x)\n"
        "    return ask\n"
    )
    hits = []
    for number in (10, 10, 20, 20):
        spec = spec_from_file_location("asking", path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        compiled: Any = native(module.asking(number), tmp_path)
        assert compiled(1) == 1 + number
        hits.append(len(compiled.stats.cache_hits))
    assert hits == [0, 1, 0, 1]


def test_the_source_hash_sees_every_file(tmp_path: Path) -> None:
    before = source_hash(tmp_path)
    (tmp_path / "more.py").write_text("x = 1\n")
    assert source_hash(tmp_path) != before


def test_a_change_in_one_game_compiles_that_game_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lodge"
    shutil.copytree(Path(compile.__file__).parent.parent, package, ignore=shutil.ignore_patterns("page", "*.wasm"))
    monkeypatch.setattr(compile, "__file__", str(package / "kernel" / "compile.py"))
    one, other = (package / "games" / game.folder.name for game in games()[:2])
    before = [source_hash(one), source_hash(other), source_hash()]
    (one / "rules" / "more.py").write_text("x = 1\n")
    after = [source_hash(one), source_hash(other), source_hash()]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, False]
    (package / "games" / "playout.py").write_text("x = 1\n")
    assert source_hash(other) != after[1], "what all games share is in every hash"


def test_old_caches_are_removed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LODGE_CACHE", str(tmp_path / "cache"))
    root = cache_root()
    for age in range(KEPT_CACHES + 3):
        old = root / f"sources-{age:016x}"
        old.mkdir(parents=True)
        os.utime(old, (age, age))
    bystanders = [tmp_path / "cache" / "photos", root / "photos", root / f"another-{0:016x}"]
    for bystander in bystanders:
        bystander.mkdir()
        os.utime(bystander, (0, 0))
    sources = tmp_path / "sources"
    sources.mkdir()
    mine = cache_folder(sources)
    left = {path.name for path in root.iterdir()}
    assert len(left) == KEPT_CACHES + 2
    assert mine.name in left
    assert f"sources-{0:016x}" not in left
    assert all(bystander.exists() for bystander in bystanders)


def test_without_a_place_for_a_cache_compiling_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LODGE_CACHE", str(tmp_path / "file"))
    sources = tmp_path / "sources"
    sources.mkdir()
    folder = cache_folder(sources)
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)


def test_the_cache_has_a_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LODGE_CACHE", raising=False)
    assert "lodge" in str(cache_root())


def test_everything_works_without_numba() -> None:
    result = run(
        """
        import sys
        sys.modules["numba"] = None
        import lodge
        from lodge.bots import bot, decide
        from lodge.games import game
        from lodge.kernel import lucky
        from lodge.lab.sim import simulate
        match = lodge.Match.new("dam-it", seats=2, seed=1)
        for k in range(6):
            seat = match.pending[0]
            name = ("random", "greedy", "search:3")[k % 3]
            match.play(seat, decide(bot(name), game("dam-it"), match.state, seat, lucky(k)))
        print(simulate("dam-it", games=3, backend="python").digest)
        try:
            simulate("dam-it", games=3, backend="native")
        except lodge.LodgeError as error:
            print(error)
        """
    )
    assert result.returncode == 0, result.stderr
    digest, error = result.stdout.splitlines()
    from lodge.lab.sim import simulate

    assert digest == simulate("dam-it", games=3, backend="native").digest
    assert "needs Numba" in error


def test_playing_does_not_import_the_compiler() -> None:
    result = run("import sys, lodge; lodge.Match.new('dam-it'); assert 'numba' not in sys.modules")
    assert result.returncode == 0, result.stderr


FORBIDDEN = (
    *(ast.Raise, ast.Try, ast.Assert, ast.With, ast.Lambda, ast.Yield, ast.Await),
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.JoinedStr),
)


def test_rules_allocate_nothing_raise_nothing_and_do_not_recurse() -> None:
    """The GPU can do none of these. What a rule may not do is seen in its source."""
    for game in games():
        game.greedy  # noqa: B018  (imports it)
        play_on(game)
        random_game(game)
    rules = [f for f in _rules if f.__module__.startswith(("lodge.games", "lodge.lab"))]
    own = [f for f in rules if f.__module__ != "lodge.lab.fit"]  # no GPU fits a net
    assert len(own) > 30
    for function in own:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        for node in ast.walk(tree):
            assert not isinstance(node, FORBIDDEN), f"{function.__qualname__}: {type(node).__name__}"
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called != function.__name__, f"{called} calls itself"
                assert not called.startswith("np."), f"{function.__qualname__} calls {called}"
