from pathlib import Path

import msgspec
import pytest

from lodge.server import typescript
from lodge.server.ws import protocol

ROOT = Path(__file__).parents[2]


def test_the_typescript_types_are_fresh() -> None:
    written = (ROOT / "web/src/lib/protocol.ts").read_text(encoding="utf-8")
    assert written == typescript.typescript(), "run: python -m lodge.server.typescript web/src/lib/protocol.ts"


def test_every_message_is_documented_and_tagged() -> None:
    for name, part in typescript.schema()["$defs"].items():
        assert part.get("description"), name
    decoded = msgspec.json.decode(b'{"type": "take_back", "seat": 1}', type=protocol.ClientMessage)
    assert decoded == protocol.TakeBack(seat=1)


def test_the_generator_writes_a_file_and_prints_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typescript.main([str(tmp_path / "protocol.ts")])
    assert "export type ServerMessage" in (tmp_path / "protocol.ts").read_text()
    typescript.main([])
    assert "$defs" in msgspec.json.decode(capsys.readouterr().out)
