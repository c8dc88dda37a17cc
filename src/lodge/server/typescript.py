"""TypeScript types of the protocol, made from the JSON Schema of its structs.

`python -m lodge.server.typescript web/src/lib/protocol.ts` writes them; without a path, prints the JSON Schema.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from lodge.server.http import schemas
from lodge.server.ws import protocol

HEAD = "// Made from src/lodge/server/ws/protocol.py: python -m lodge.server.typescript web/src/lib/protocol.ts\n"
FROM_CLIENT = """/** What a client sends; an answer to it, or its failure, has the same `ref`. */
export interface FromClient {
  ref?: number | null;
}
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def schema() -> dict[str, Any]:
    """The JSON Schema of every message and body: definitions by name."""
    types = [*get_args(protocol.ClientMessage), *get_args(protocol.ServerMessage), *schemas.BODIES]
    _, parts = msgspec.json.schema_components(types)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(sorted(parts.items()))}


def typescript() -> str:
    """The TypeScript module."""
    return HEAD + "\n" + "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield f"export type FailureCode ={_union(protocol.Code)};\n"
    yield FROM_CLIENT
    parts = schema()["$defs"]
    for name, part in parts.items():
        struct = getattr(protocol, name, None) or getattr(schemas, name)
        sent = issubclass(struct, protocol.FromClient | schemas.Wish)
        base = struct.__base__
        extends = base is protocol.FromClient or base.__name__ in parts
        heading = f"{name} extends {base.__name__}" if extends else name
        yield _comment(part.get("description", "")) + f"export interface {heading} {{"
        for field, kind in part["properties"].items():
            if extends and field in base.__struct_fields__:
                continue
            mark = "?" if sent and field not in part["required"] else ""
            told = "FailureCode" if (name, field) == ("Failure", "code") else _type(kind)
            yield f"  {field}{mark}: {told};"
        yield "}\n"
    yield _names("ClientMessage", protocol.ClientMessage)
    yield _names("ServerMessage", protocol.ServerMessage)


def _names(name: str, union: Any) -> str:
    return f"export type {name} =\n  | " + "\n  | ".join(part.__name__ for part in get_args(union)) + ";\n"


def _union(literal: Any) -> str:
    return "\n  | " + "\n  | ".join(json.dumps(value) for value in get_args(literal))


def _comment(text: str) -> str:
    return "/** " + " ".join(text.split()) + " */\n" if text else ""


def _type(kind: dict[str, Any]) -> str:
    """A JSON Schema type in TypeScript."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "enum" in kind:
        return " | ".join(json.dumps(value) for value in kind["enum"])
    if "anyOf" in kind:
        return " | ".join(_type(one) for one in kind["anyOf"])
    if kind.get("type") == "array":
        inner = _type(kind["items"])
        return f"({inner})[]" if " " in inner and not inner.startswith("Record<") else f"{inner}[]"
    if kind.get("type") == "object":
        return "Record<string, unknown>"
    return SIMPLE[kind["type"]] if "type" in kind else "unknown"


def main(arguments: list[str]) -> None:
    """Write the TypeScript module to a path, or print the JSON Schema."""
    if arguments:
        Path(arguments[0]).write_text(typescript(), encoding="utf-8")
    else:
        sys.stdout.write(json.dumps(schema(), indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
