"""No layer imports one above it."""

from __future__ import annotations

import ast
from pathlib import Path

import lodge
from lodge.games import games

SOURCE = Path(lodge.__file__).parent
LAYERS = [
    {"errors"},
    {"kernel"},
    {"games"},
    {"fairness", "record", "match", "replaying"},
    {"bots", "paper"},
    {"lab"},
    {"adapters", "analysis", "modules", "study"},
    {"server"},
    {"terminal"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def test_every_module_has_a_layer() -> None:
    names = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert names - {"__init__", "__main__"} == set(LEVEL)


def layer(parts: tuple[str, ...]) -> str:
    """Where a module belongs: what a game prints lies in its folder, but on the layer of paper."""
    return "paper" if "paper" in parts else parts[0].removesuffix(".py")


def imported(node: ast.AST) -> list[str]:
    """The parts of this package that a statement imports."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        return []
    layers = [layer(tuple(name.split(".")[1:])) for name in names if name.startswith("lodge.")]
    return [name for name in layers if name in LEVEL]


def test_imports_point_downwards() -> None:
    for path in SOURCE.rglob("*.py"):
        top = layer(path.relative_to(SOURCE).parts)
        if top == "__init__":
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


def test_modules_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 500, f"{path} is long: is it still one concept?"
