"""When a module is old: whenever something changed that compiled code can be made from, and only then."""

from __future__ import annotations

from pathlib import Path

from lodge.kernel.sources import source_hash


def test_what_is_printed_makes_no_module_old(tmp_path: Path) -> None:
    def hashed(name: str, text: str) -> str:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return source_hash(tmp_path, ["errors.py"])

    before = hashed("rules/__init__.py", "ONE = 1")
    assert hashed("table/paper/cards.py", "A card.") == before
    assert hashed("table/paper.py", "A sheet.") == before
    assert hashed("table/moves.py", "A move.") != before
    assert hashed("rules/paper.py", "A rule.") != hashed("rules/paper.py", "Another rule.")
