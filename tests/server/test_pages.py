"""The page's files, the command, the settings."""

from __future__ import annotations

import hashlib
import http.client
import json
from pathlib import Path

import pytest

from lodge.paper import sheets, written
from lodge.server import settings

from .conftest import Start
from .player import http as ask


def status(base: str, path: str, method: str = "GET") -> tuple[int, str, str | None]:
    """As asked: no client tidies up the path."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    connection.request(method, path)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode(), answer.headers["cache-control"]
    connection.close()
    return found


def test_the_page_and_its_files(start: Start, sqlite: str, tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>")
    (page / "assets" / "app-1234.js").write_text("1")
    (page / ".sources").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    base = start(sqlite, page=page).base
    for path in ("/", "/t/abcdefg", "/how/dam-it", "/t/abcdefg?x=1"):
        assert status(base, path) == (200, "<!doctype html>", "no-cache")
    assert status(base, "/assets/app-1234.js") == (200, "1", "public, max-age=31536000, immutable")
    for path in ("/assets/none.js", "/favicon.ico", "/api/none", "/../secret.txt", "/..%2fsecret.txt", "/%00"):
        found = status(base, path)
        assert found[0] in (200, 404)
        assert "secret" not in found[1]
    for path in ("/.sources", "/%2esources", "/assets/../.sources", "//.sources"):
        assert status(base, path)[0] == 404
    assert status(base, "/assets/none.js")[0] == 404
    assert status(base, "/api/none")[0] == 404
    assert status(base, "/", "DELETE")[0] == 405


def test_an_installed_page_gets_what_it_needs(start: Start, sqlite: str, tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<script src="./assets/app.js"></script>')
    (page / "manifest.webmanifest").write_text("{}")
    base = start(sqlite, page=page).base
    assert status(base, "/sw.js")[0] == 404
    (page / "sw.js").write_text("run();")
    _, code, kept = status(base, "/sw.js")
    told = json.loads(code.split("\n")[0].removeprefix("self.LODGE = ").removesuffix(";"))
    assert kept == "no-cache"
    assert code.endswith("run();")
    assert told["site"] is False
    assert {"index.html", "manifest.webmanifest", "modules/dam-it/module.wasm"} <= told["files"].keys()
    for path in ("/", "/index.html", "/t/abc"):
        _, text, _ = status(base, path)
        assert text == '<script src="/assets/app.js"></script>'
        assert told["files"]["index.html"] == hashlib.sha256(text.encode()).hexdigest()[:16]
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    connection.request("GET", "/manifest.webmanifest")
    assert connection.getresponse().headers["content-type"].startswith("application/manifest+json")
    connection.close()


async def test_without_a_page_it_says_so(start: Start, sqlite: str, tmp_path: Path) -> None:
    base = start(sqlite, page=tmp_path / "none").base
    assert "not built" in status(base, "/")[1]
    assert "make setup" in status(base, "/")[1]
    assert (await ask(base, "/healthz"))[1].startswith("ok")
    _, catalogue = await ask(base, "/api/games")
    assert catalogue["games"][0]["id"] == "dam-it"
    assert [bot["level"] for bot in catalogue["bots"]] == ["random", "greedy", "search"]


def test_database_urls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert settings.database_url("/a/b.db") == "sqlite+aiosqlite:////a/b.db"
    assert settings.database_url("sqlite:///b.db") == "sqlite+aiosqlite:///b.db"
    assert settings.database_url("postgres://u@h/d") == "postgresql+asyncpg://u@h/d"
    assert settings.database_url("postgresql+asyncpg://u@h/d") == "postgresql+asyncpg://u@h/d"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert settings.default_database() == f"sqlite+aiosqlite:///{tmp_path}/lodge/tables.db"


async def test_sheets_to_print(base: str) -> None:
    status, svg = await ask(base, "/api/print/amik?language=de&paper=letter&format=svg")
    assert status == 200
    assert svg == written(sheets("amik", "de", "letter"), "svg").decode()
    status, told = await ask(base, "/api/print/amik?language=la")
    assert (status, told["code"]) == (400, "bad_message")
    assert "en, de" in told["message"]
    assert (await ask(base, "/api/print/chess"))[0] == 400
    assert (await ask(base, "/api/print/amik?format=gif"))[0] == 400
