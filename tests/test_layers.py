"""No layer imports one above it."""

from __future__ import annotations

import ast
from pathlib import Path

import lodge

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


def imported(node: ast.AST) -> list[str]:
    """The parts of this package that a statement imports."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        return []
    parts = [name.split(".") for name in names]
    return [part[1] for part in parts if part[0] == "lodge" and len(part) > 1 and part[1] in LEVEL]


def test_imports_point_downwards() -> None:
    for path in SOURCE.rglob("*.py"):
        top = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if top == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            for target in imported(node):
                assert LEVEL[target] <= LEVEL[top], f"{path.name} imports {target}"


def test_modules_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 500, f"{path} is long: is it still one concept?"
