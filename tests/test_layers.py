"""No layer imports one above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import lodge
from lodge.games import Game, games

SOURCE = Path(lodge.__file__).parent
LAYERS = [
    {"characters", "errors", "extras", "typing"},
    {"kernel"},
    {"games"},
    {"paper"},
    {"course", "daily", "fairness", "history", "record", "match", "observations", "replaying", "signing"},
    {"bots"},
    {"lab"},
    {"adapters", "analysis", "modules", "site", "study"},
    {"server"},
    {"offline", "terminal"},
    {"scaffold", "testing"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def test_every_module_has_a_layer() -> None:
    names = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert names - {"__init__", "__main__"} == set(LEVEL)


def names(node: ast.AST) -> list[str]:
    """What a statement imports, with all dots."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def layer(parts: tuple[str, ...]) -> str:
    """Where a module belongs: what a game prints lies in its folder, but on the layer of paper."""
    return "paper" if "paper" in parts else parts[0].removesuffix(".py")


def imported(node: ast.AST) -> list[str]:
    """The parts of this package that a statement imports."""
    layers = [layer(tuple(name.split(".")[1:])) for name in names(node) if name.startswith("lodge.")]
    return [name for name in layers if name in LEVEL]


def test_imports_point_downwards() -> None:
    for path in SOURCE.rglob("*.py"):
        top = layer(path.relative_to(SOURCE).parts)
        if top in ("__init__", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            for target in imported(node):
                assert LEVEL[target] <= LEVEL[top], f"{path.name} imports {target}"


def test_generic_modules_name_no_game() -> None:
    """Only the list of games and commands do; whatever is special about a game lies in its folder."""
    ids, packages = {game.id for game in games()}, tuple(game.package for game in games())
    folders = [game.folder for game in games()]
    for path in SOURCE.rglob("*.py"):
        top = layer(path.relative_to(SOURCE).parts)
        if top == "cli" or path == SOURCE / "games" / "__init__.py" or any(map(path.is_relative_to, folders)):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and node.value in ids), f"{path} names {node.value}"
            assert not (isinstance(node, ast.ImportFrom) and str(node.module).startswith(packages)), (
                f"{path} knows a game"
            )


def test_what_makes_and_tests_all_games_names_none() -> None:
    """Golden playthroughs, lists of what is compiled, the suite, the page's shell: a new game is in them by itself."""
    root = SOURCE.parents[1]
    generic = [root / name for name in ("Makefile", "hatch_build.py", "tests/compile.py", "tests/native.py")]
    generic += [root / "tests" / name for name in ("games/test_conformance.py", "games/test_contract.py")]
    generic += [*root.glob("tests/playthroughs/*.py"), *SOURCE.glob("testing/*.py"), *SOURCE.glob("adapters/*.py")]
    own = root / "web" / "src" / "games"
    generic += [path for path in root.glob("web/src/**/*.ts") if not path.is_relative_to(own)]
    generic += [path for path in root.glob("web/src/**/*.svelte") if not path.is_relative_to(own)]
    assert len(generic) > 100
    quoted = tuple(f"{quote}{game.id}{quote}" for game in games() for quote in "'\"")
    for path in generic:
        code = "\n".join(
            line for line in path.read_text().splitlines() if not line.lstrip().startswith((">>>", "*", "//"))
        )
        assert not [name for name in quoted if name in code], f"{path} names a game"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_rules_know_no_table_and_neither_knows_players(game: Game) -> None:
    unknown = {"rules": ("table", "players"), "table": ("players",), "players": ("table",)}
    for folder, others in unknown.items():
        strangers = tuple(f"{game.package}.{other}." for other in others)
        for path in (game.folder / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                assert not any(f"{name}.".startswith(strangers) for name in names(node)), f"{path} looks up"


def test_tables_know_of_connections_only_what_they_say() -> None:
    """The server's http and ws stand above its other folders, which use nothing but the types of what is sent."""
    types = ("lodge.server.http.schemas", "lodge.server.ws.protocol")
    for path in (path for folder in ("tables", "storage", "workers") for path in SOURCE.glob(f"server/{folder}/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for name in names(node):
                above = name.startswith(("lodge.server.http", "lodge.server.ws"))
                assert not above or name.startswith(types), f"{path.name} imports {name}"


def test_modules_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 500, f"{path} is long: is it still one concept?"
