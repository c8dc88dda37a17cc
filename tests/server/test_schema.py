from pathlib import Path

import msgspec
import pytest

from lodge.server import protocol, schema

ROOT = Path(__file__).parents[2]


def test_the_typescript_types_are_fresh() -> None:
    written = (ROOT / "web/src/lib/protocol.ts").read_text(encoding="utf-8")
    assert written == schema.typescript(), "run: python -m lodge.server.schema web/src/lib/protocol.ts"


def test_every_message_is_documented_and_tagged() -> None:
    for name, part in schema.schema()["$defs"].items():
        assert part.get("description"), name
    decoded = msgspec.json.decode(b'{"type": "take_back", "seat": 1}', type=protocol.ClientMessage)
    assert decoded == protocol.TakeBack(seat=1)


def test_the_generator_writes_a_file_and_prints_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema.main([str(tmp_path / "protocol.ts")])
    assert "export type ServerMessage" in (tmp_path / "protocol.ts").read_text()
    schema.main([])
    assert "$defs" in msgspec.json.decode(capsys.readouterr().out)
