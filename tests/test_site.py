"""The page as a folder for any static host, and the list that its service worker goes by."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from lodge import site
from lodge.analysis.puzzles import FILE as PUZZLES
from lodge.cli import app
from lodge.errors import LodgeError
from lodge.games import games
from lodge.modules import page_files
from lodge.server.http import catalogue

ROOT = Path(__file__).parent.parent


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """What the web build makes, as small as can be."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<head></head><script src="./assets/app.js"></script>')
    (folder / "assets" / "app.js").write_text("1")
    (folder / "assets" / "engine.json").write_text("{}")
    (folder / "sw.js").write_text("run(self.LODGE);\n")
    (folder / ".sources").write_text("not for others")
    return folder


def listed(code: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(code.split(b"\n")[0].removeprefix(b"self.LODGE = ").removesuffix(b";"))
    return found


def test_everything_is_in_the_list(page: Path) -> None:
    files = site.site_files(page)
    told = listed(files["sw.js"])
    assert told["site"] is True
    hashes = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in files.items() if name != "sw.js"}
    assert told["files"] == hashes
    assert ".sources" not in files
    assert files["sw.js"].endswith(b"run(self.LODGE);\n")
    for game in games():
        assert {f"modules/{game.id}/{name}" for name in page_files(game)} <= files.keys()


def test_the_page_is_marked_and_keeps_to_itself(page: Path) -> None:
    text = site.site_files(page)["index.html"].decode()
    assert '<meta name="lodge-site"' in text
    assert "connect-src 'self'" in text
    assert '"./assets/app.js"' in text
    assert '"/assets/app.js"' in site.served_index(text)


def test_nothing_is_lost_by_packing(page: Path) -> None:
    files = site.site_files(page)
    assert gzip.decompress(files["assets/engine.json"]) == b"{}"
    nets = 0
    told: Any
    for game in games():
        for name, path in page_files(game).items():
            data = files[f"modules/{game.id}/{name}"]
            if name == PUZZLES:
                assert data == path.read_bytes(), "packed already"
                continue
            assert len(data) < path.stat().st_size
            if path.suffix != ".npz":
                assert gzip.decompress(data) == path.read_bytes()
                continue
            nets += 1
            with np.load(path) as before, np.load(io.BytesIO(gzip.decompress(data))) as after:
                for part in before.files:
                    told = after[part]
                    if f"{part}.shift" in after.files:
                        shift = after[f"{part}.shift"]
                        bits = np.unpackbits(after[f"{part}.below"])
                        rows = told.reshape(len(shift), -1).astype(np.int64)
                        for row, count in zip(rows, shift, strict=True):
                            below, bits = np.split(bits, [row.size * count])
                            row[:] = (row << count) + below.reshape(row.size, count) @ (1 << np.arange(count)[::-1])
                        told = rows.astype(shift.dtype).reshape(told.shape)
                    assert (told == before[part]).all()
                    assert told.dtype == before[part].dtype
    assert nets


def test_a_site_is_brought_up_to_date(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "site"
    site.write_site(folder, page)
    (page / "assets" / "app.js").rename(page / "assets" / "other.js")
    sizes = site.write_site(folder, page)
    there = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    assert there == sizes
    assert "assets/app.js" not in there


def test_other_things_are_left_alone(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    site.write_site(folder, page)
    (folder / "diary.txt").write_text("mine")
    with pytest.raises(LodgeError, match=r"holds other things \(diary.txt\)"):
        site.write_site(folder, page)
    assert (folder / "diary.txt").read_text() == "mine"
    with pytest.raises(LodgeError, match="is a file"):
        site.write_site(folder / "diary.txt", page)
    with pytest.raises(LodgeError, match="make setup"):
        site.write_site(tmp_path / "none", tmp_path / "nowhere")


def test_a_folder_that_cannot_be_written(page: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LodgeError, match="cannot be written"):
        site.write_site(tmp_path / "file" / "site", page)


def test_the_command(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.write_site, "__defaults__", (page,))
    result = CliRunner().invoke(app, ["site", str(tmp_path / "site")])
    assert result.exit_code == 0, result.output
    assert "Written" in result.output
    assert "MB" in result.output
    assert (tmp_path / "site" / "index.html").exists()


def test_the_page_knows_the_games_itself() -> None:
    written = (ROOT / "web/src/lib/catalogue.json").read_text(encoding="utf-8")
    assert written == catalogue.text(), "run: python -m lodge.server.http.catalogue web/src/lib/catalogue.json"
