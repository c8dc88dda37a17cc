"""The page's types of a game: moves, views and events, made from its contract.

`python -m lodge.games.typescript web/src/games` writes a file for each game into its folder there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import inspect

from lodge.games import Game, games
from lodge.games.contract import Contract
from lodge.kernel.view import (
    Counted,
    Each,
    Flag,
    Groups,
    Kind,
    Map,
    Mark,
    Named,
    Number,
    Optional,
    Several,
    Struct,
    Subset,
    Tally,
    Text,
    Union,
    kind_of,
)

HEAD = "// Made from the rules of the game: python -m lodge.games.typescript web/src/games\n"
MANY = 12  # names: a type that lists more of them helps nobody
FILE = "generated.ts"


class Writer:
    """Writes the types of one contract."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.types: dict[tuple[str, ...], str] = {tuple(names): name for name, names in contract.types.items()}
        self.interfaces: dict[str, str] = {}

    def text(self) -> str:
        """The whole file."""
        view, event = kind_of(self.contract.View), kind_of(self.contract.Event)
        self.of(view)
        facts = [f"export const {name} = {constant(value)};" for name, value in self.contract.facts.items()]
        types = [f"export type {name} = {choice(names)};" for names, name in self.types.items()]
        events = f"export type Event ={''.join(self.cases(event))};"
        moves = f"export type Move ={''.join(self.moves())};"
        return "\n".join([HEAD, *facts, "", *types, "", *self.interfaces.values(), events, "", moves, ""])

    def names(self, names: Sequence[str | int]) -> str:
        """One of some names."""
        if names and isinstance(names[0], int):
            return "number"
        return self.types.get(tuple(map(str, names))) or (choice(names) if len(names) <= MANY else "string")

    def of(self, kind: Kind) -> str:  # noqa: PLR0911 - one for each kind
        """The type of a kind."""
        match kind:
            case Number():
                return "number"
            case Flag():
                return "boolean"
            case Subset():
                return listed(self.names(kind.names))
            case Named():
                return self.names(kind.names)
            case Text():
                return "string"
            case Counted():
                counts = f"Record<{self.names(kind.names)}, number>"
                return counts if isinstance(kind, Tally) else f"Partial<{counts}>"
            case Each():
                return listed(self.of(kind.of))
            case Several():
                return self.several(kind)
            case Optional():
                return f"{self.of(kind.of)} | null"
            case Struct():
                return self.interface(kind)
        raise TypeError(f"there is no TypeScript for {kind!r}")

    def several(self, kind: Several) -> str:
        """The type of a list, of lists in it, or of a map."""
        of = [self.of(column) for column in kind.columns.values()]
        if isinstance(kind, Map):
            return f"Record<string, {of[1]}>" if of[0] == "string" else f"Partial<Record<{of[0]}, {of[1]}>>"
        return listed(listed(of[0])) if isinstance(kind, Groups) else listed(of[0])

    def interface(self, struct: Struct) -> str:
        """Write the interface of a struct, once; its name."""
        if struct.name not in self.interfaces:
            fields = "".join(f"  {field};\n" for field in self.fields(struct))
            self.interfaces[struct.name] = f"{comment(struct.doc)}\nexport interface {struct.name} {{\n{fields}}}\n"
        return struct.name

    def fields(self, struct: Struct) -> list[str]:
        """The fields of a struct."""
        return [f"{key}?: true" if isinstance(of, Mark) else f"{key}: {self.of(of)}" for key, _, of in struct.placed()]

    def cases(self, union: Kind) -> list[str]:
        """The cases of a union, each with its tag."""
        if not isinstance(union, Union):
            raise TypeError("events are a union")
        return [
            tagged(union.tag, name, self.fields(of) if isinstance(of, Struct) else []) for name, _, of in union.cases()
        ]

    def moves(self) -> list[str]:
        """The moves, from their structs."""
        return [
            tagged(str(move.tag_field), str(move.tag), [f"{one.name}: {self.value(one.type)}" for one in move.fields])
            for move in structs(self.contract.Move)
        ]

    def value(self, kind: inspect.Type) -> str:
        """The type of a move's field."""
        match kind:
            case inspect.IntType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.StrType():
                return "string"
            case inspect.LiteralType():
                ints = isinstance(kind.values[0], int)
                return choice(sorted(kind.values)) if ints else self.names(self.order(kind.values))
            case inspect.ListType() | inspect.VarTupleType():
                return listed(self.value(kind.item_type))
        raise TypeError(f"there is no TypeScript for {kind!r}")

    def order(self, names: Sequence[Any]) -> Sequence[Any]:
        """Names in the order of the table that has the same ones, for a struct's have none."""
        return next((table for table in self.types if set(table) == set(names)), tuple(sorted(names)))


def structs(move: Any) -> list[inspect.StructType]:
    """The structs that a move may be."""
    info = inspect.type_info(move)
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return [kind for kind in kinds if isinstance(kind, inspect.StructType)]


def tagged(tag: str, name: str, fields: Sequence[str]) -> str:
    """A case of a union."""
    return f"\n  | {{ {'; '.join([f'{tag}: {literal(name)}', *fields])} }}"


def listed(of: str) -> str:
    """A list of a type."""
    return f"({of})[]" if " " in of and not of.endswith(">") else f"{of}[]"


def comment(doc: str) -> str:
    """A docstring as a comment."""
    first, *more = [line.strip() for line in doc.strip().splitlines()]
    if not more:
        return f"/** {first} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in [first, *more]), " */"])


def choice(names: Sequence[Any]) -> str:
    """One of some literals."""
    return " | ".join(map(literal, names))


def constant(value: Any) -> str:
    """A value that nobody changes."""
    return literal(value) if isinstance(value, int) else f"{literal(value)} as const"


def literal(value: Any) -> str:
    """A value as the page writes it: strings (which contain no quotes) in single quotes."""
    return json.dumps(value, ensure_ascii=False).replace('"', "'")


def typescript(game: Game) -> str:
    """The types of a game."""
    return Writer(game.moves.CONTRACT).text()


def main(folder: str) -> None:
    """Write the types of all games that have a folder there."""
    for game in games():
        if (Path(folder) / game.id).is_dir():
            (Path(folder) / game.id / FILE).write_text(typescript(game), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
