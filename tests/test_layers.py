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
    {"bots"},
    {"lab"},
    {"server"},
    {"terminal"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def test_every_module_has_a_layer() -> None:
    names = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert names - {"__init__", "__main__"} == set(LEVEL)


def test_imports_point_downwards() -> None:
    for path in SOURCE.rglob("*.py"):
        top = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if top == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lodge."):
                target = str(node.module).split(".")[1]
                assert LEVEL[target] <= LEVEL[top], f"{path.name} imports {node.module}"


def test_modules_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 500, f"{path} is long: is it still one concept?"
