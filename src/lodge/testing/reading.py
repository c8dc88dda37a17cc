"""Rules read before they are compiled: what a compiler would refuse, said in a line that names the line.

Numba tells of a misspelt field or a generator expression in hundreds of lines that end elsewhere. Both can be seen in
the source; whatever cannot, compiling each rule alone finds (lodge.testing.compiling).
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from lodge.games.validate import Problem

MARKS = {"rule", "heavy"}
REFUSED: dict[type[ast.AST], str] = {
    ast.GeneratorExp: "a generator expression: write a loop",
    ast.ListComp: "a list is made: write a loop (what a rule needs room for, scratch gives it)",
    ast.SetComp: "a set is made: use the bits of a number",
    ast.DictComp: "a dictionary is made: use an array",
    ast.Dict: "a dictionary is made: use an array",
    ast.Set: "a set is made: use the bits of a number",
    ast.List: "a list is made: use a field of the state, a table beside the rule, or scratch",
    ast.Lambda: "a function in a function: make it a rule of its own",
    ast.Yield: "a generator: write a loop",
    ast.YieldFrom: "a generator: write a loop",
    ast.Try: "an exception is caught: rules raise none",
    ast.Raise: "an exception is raised: rules trust their arguments, whoever calls them checks",
    ast.JoinedStr: "a text is made: rules work with numbers",
    ast.With: "`with` cannot be compiled",
    ast.Global: "`global` cannot be compiled: a rule changes the state and nothing else",
    ast.Import: "an import: put it at the top of the file",
    ast.ImportFrom: "an import: put it at the top of the file",
}
ALLOCATES = {"zeros", "empty", "ones", "full", "array", "copy"}


def read(folder: Path, package: str) -> list[Problem]:
    """What is wrong with the rules in a game's folder."""
    found: list[Problem] = []
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join([package, *(part for part in parts if part != "__init__")])
        module = sys.modules.get(name) or _imported(name)
        for function in _rules(ast.parse(path.read_text(encoding="utf-8"))):
            found += [Problem(text, path, line) for text, line in _Reader(function, vars(module) if module else {})]
    return found


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except Exception:  # noqa: BLE001 - lodge.games.validate tells of it
        return None


def _rules(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(_mark(one) in MARKS for one in node.decorator_list):
            yield node


def _mark(decorator: ast.expr) -> str:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


class _Reader:
    """Goes through one rule."""

    def __init__(self, function: ast.FunctionDef, names: dict[str, Any]) -> None:
        self.function = function
        self.names = names
        self.kinds: dict[str, np.dtype[Any]] = {}
        self.owners: dict[str, str] = {}

    def __iter__(self) -> Iterator[tuple[str, int]]:
        for argument in self.function.args.args:
            self._know(argument.arg, self._annotated(argument.annotation))
        for node in self._in_order(self.function.body):
            if type(node) in REFUSED:
                yield f"{self.function.name} cannot be compiled: {REFUSED[type(node)]}.", node.lineno  # type: ignore[attr-defined]
            elif isinstance(node, ast.FunctionDef):
                yield f"{self.function.name} cannot be compiled: {REFUSED[ast.Lambda]}.", node.lineno
            elif isinstance(node, ast.Call):
                yield from self._call(node)
            elif isinstance(node, ast.Attribute):
                yield from self._field(node)
            elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._know(node.targets[0].id, self._kind(node.value))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield from self._name(node)

    def _in_order(self, body: list[ast.stmt]) -> Iterator[ast.AST]:
        """Every node, in the order of the source; not the types, and nothing within what is refused."""
        for statement in body:
            stack: list[ast.AST] = [statement]
            while stack:
                node = stack.pop()
                yield node
                if type(node) in REFUSED or isinstance(node, ast.FunctionDef):
                    continue
                inside = [child for name, child in _children(node) if name != "annotation"]
                stack += reversed(inside)

    def _know(self, name: str, kind: np.dtype[Any] | None) -> None:
        self.kinds.pop(name, None)
        if kind is not None:
            self.kinds[name] = kind

    def _annotated(self, annotation: ast.expr | None) -> np.dtype[Any] | None:
        name = annotation.id if isinstance(annotation, ast.Name) else getattr(annotation, "value", "")
        found = getattr(self.names.get(name if isinstance(name, str) else ""), "dtype", None)
        return found if isinstance(found, np.dtype) else None

    def _kind(self, node: ast.expr) -> np.dtype[Any] | None:
        """What an expression is, as far as structs and their fields go."""
        if isinstance(node, ast.Name):
            return self.kinds.get(node.id)
        if isinstance(node, ast.Subscript):
            block = self._kind(node.value)
            return block.base if block is not None and block.shape else None
        if isinstance(node, ast.Attribute):
            owner = self._kind(node.value)
            if owner is not None and owner.names and node.attr in owner.names:
                return owner[node.attr]
        return None

    def _field(self, node: ast.Attribute) -> Iterator[tuple[str, int]]:
        owner = self._kind(node.value)
        if owner is None or owner.shape or not owner.names or node.attr in (*owner.names, "dtype"):
            return
        fields = [name for name in owner.names if name != "padding"]
        close = [name for name in fields if _like(name, node.attr)]
        meant = f" Did you mean {close[0]}?" if close else f" It has {', '.join(fields)}."
        yield f"{owner.type.__name__} has no field {node.attr!r}.{meant}", node.lineno

    def _call(self, node: ast.Call) -> Iterator[tuple[str, int]]:
        """Memory is taken from NumPy, or a function is called that is not a rule."""
        if isinstance(node.func, ast.Attribute):
            if node.func.attr in ALLOCATES and getattr(node.func.value, "id", "") in ("np", "numpy"):
                yield (
                    f"{self.function.name}: np.{node.func.attr} asks for memory, which a GPU has not: use scratch.",
                    node.lineno,
                )
            return
        called = self.names.get(getattr(node.func, "id", ""))
        if isinstance(called, FunctionType) and not is_rule(called):
            where = f" ({Path(called.__code__.co_filename).name}:{called.__code__.co_firstlineno})"
            yield (
                f"{self.function.name} calls {called.__name__}, which is no rule: write @rule above it{where}.",
                node.lineno,
            )

    def _name(self, node: ast.Name) -> Iterator[tuple[str, int]]:
        import builtins

        known = node.id in self.names or hasattr(builtins, node.id) or not self.names
        if not known and node.id not in _own_names(self.function):
            yield f"{self.function.name}: {node.id} is not defined.", node.lineno


def _own_names(function: ast.FunctionDef) -> set[str]:
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {argument.arg for argument in function.args.args}


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name, child


def _like(name: str, other: str) -> bool:
    from difflib import get_close_matches

    return bool(get_close_matches(other, [name], cutoff=0.7))


def is_rule(function: Any) -> bool:
    """Whether compiled code may call a function."""
    rules: Any = importlib.import_module("lodge.kernel.rule")
    return (
        function in rules._rules
        or any(function in (call, one) for call, one, _ in rules._heavy)
        or any(function is room for room, _ in rules._scratch)
        or inspect.isbuiltin(function)
    )
