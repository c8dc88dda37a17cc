"""What is public says its type: `make types` asks pyright, which is not among the development tools; this is quick."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import lodge

ROOT = Path(lodge.__file__).parent
GUESSED = (ast.Call, ast.Await, ast.ListComp, ast.DictComp, ast.SetComp, ast.Tuple, ast.List, ast.Dict, ast.Set)
OWN = {"Enum", "NamedTuple", "Protocol", "TypedDict"}  # their members are declared by being there


def public(name: str) -> bool:
    return not name.startswith("_")


def names(target: ast.expr) -> Iterator[str]:
    """The attributes of `self` that something is assigned to."""
    if isinstance(target, ast.Tuple):
        for each in target.elts:
            yield from names(each)
    elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        yield target.attr


def guessed(tree: ast.Module) -> Iterator[str]:
    """Public attributes whose type a checker must guess: made by a call, and declared nowhere in their class."""
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and public(node.name)):
        inside = list(ast.walk(kind))
        declared = {
            node.target.id if isinstance(node.target, ast.Name) else "".join(names(node.target))
            for node in inside
            if isinstance(node, ast.AnnAssign)
        }
        for node in inside:
            if isinstance(node, ast.Assign) and isinstance(node.value, GUESSED) and not inherits(kind):
                for target in node.targets:
                    yield from (
                        f"{kind.name}.{name}" for name in names(target) if public(name) and name not in declared
                    )


def inherits(kind: ast.ClassDef) -> bool:
    """Whether a class of this package or another may declare what this one assigns."""
    return any(ast.unparse(base) not in OWN for base in kind.bases)


def test_public_attributes_say_their_types() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in ROOT.rglob("*.py")
        if all(map(public, path.relative_to(ROOT).with_suffix("").parts)) and "project" not in path.parts
        for name in guessed(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "declare them, as in `self.name: str = ...`, and run `make types`: " + ", ".join(found)


def test_a_guess_is_found() -> None:
    written = "class Table:\n    def __init__(self):\n        self.seats = make()\n        self.name: str = make()\n"
    assert list(guessed(ast.parse(written))) == ["Table.seats"]
