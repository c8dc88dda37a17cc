"""The package as others get it: what it needs, what it says where something is missing, how it is released."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import threading
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import release

from lodge import __version__, offline, site
from lodge.cli import main
from lodge.errors import LodgeError
from lodge.extras import EXTRAS, PROJECT, missing_extra
from tests.unmeasured import environment

ROOT = Path(__file__).parent.parent
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DOCS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/notebooks/*.ipynb"), *ROOT.glob("src/**/*.py")]
)


def test_nobody_is_told_to_install_another_package() -> None:
    """`lodge` is somebody else's where packages are found."""
    for path in DOCS:
        if path.name == "wasm.py":
            continue  # modules.py says it before: a word changed there would make every module old
        told = re.findall(r"pip install [^`\n]*", path.read_text())
        wrong = [words for words in told if re.search(r"""install '?"?lodge(?!-games)\b""", words)]
        assert not wrong, f"{path}: {wrong}"
    assert DECLARED["name"] == PROJECT


def test_every_package_of_an_extra_is_known_to_the_messages() -> None:
    imported = {"open-spiel": "open_spiel", "prometheus-client": "prometheus_client", "numba-cuda": "numba_cuda"}
    for extra, (_, packages) in EXTRAS.items():
        needed = {canonicalize_name(Requirement(one).name) for one in DECLARED["optional-dependencies"][extra]}
        needed -= {PROJECT} | ({"reportlab"} if extra == "server" else set())
        needed -= {"numba"} if extra in ("gpu", "wasm") else set()
        assert {imported.get(name, name) for name in needed} <= set(packages), extra


def test_what_the_library_needs_is_no_server_and_no_compiler() -> None:
    needed = {canonicalize_name(Requirement(one).name) for one in DECLARED["dependencies"]}
    heavy = {name.replace("_", "-") for extra in EXTRAS for name in EXTRAS[extra][1]}
    assert not needed & heavy


def test_a_missing_package_is_told_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["lodge", "serve"])
    for name in [name for name in sys.modules if name.startswith(("lodge.server.run", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "pip install 'lodge-games[server]'" in " ".join(capsys.readouterr().err.split())
    assert missing_extra(ModuleNotFoundError("no", name="reportlab.lib")) is not None
    assert missing_extra(ModuleNotFoundError("no", name="elsewhere")) is None


def test_without_a_server_the_command_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(sys, "argv", ["lodge"])
    monkeypatch.setattr("lodge.cli.find_spec", lambda _: None)
    monkeypatch.setattr(offline, "play_here", lambda: begun.append(True))
    with pytest.raises(SystemExit) as end:
        main()
    assert (begun, end.value.code) == ([True], 0)


def test_python_m_lodge_is_the_command() -> None:
    command = [sys.executable, "-m", "lodge", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert done.stdout.strip() == f"lodge {__version__}"


# --- the page without a server ------------------------------------------------------------------------------


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"index.html": b"<html>", "assets/app.js": b"1", "modules/x/module.wasm": b"\0asm", "fonts/odd.xyz": b"?"}
    monkeypatch.setattr(offline, "site_files", lambda: files)


def ask(address: str, method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
    request = urllib.request.Request(address, method=method, headers=headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


@pytest.mark.usefixtures("page")
def test_the_page_is_sent_to_this_machine_alone() -> None:
    with offline.page_server(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = str(server.server_address[0]), int(server.server_address[1])
        here = f"http://localhost:{port}"
        assert host == "127.0.0.1"
        status, body, headers = ask(f"{here}/?x=1")
        assert (status, body, headers["Content-Type"]) == (200, b"<html>", "text/html; charset=utf-8")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert ask(f"{here}/modules/x/module.wasm")[2]["Content-Type"] == "application/wasm"
        assert ask(f"{here}/fonts/odd.xyz")[2]["Content-Type"] == "application/octet-stream"
        assert ask(f"{here}/assets/app.js", "HEAD")[:2] == (200, b"")
        for wrong in ("/../pyproject.toml", "/%2e%2e/pyproject.toml", "/api/games", "/assets/"):
            assert ask(f"{here}{wrong}")[0] == 404
        assert ask(f"{here}/", Host="evil.example")[0] == 404, "a name that somebody made point here"
        assert ask(f"{here}/", "POST")[0] == 501
        server.shutdown()


@pytest.mark.usefixtures("page")
def test_a_second_page_takes_another_port_and_a_port_may_be_named() -> None:
    with offline.page_server() as one, offline.page_server() as other:
        ports = {int(one.server_address[1]), int(other.server_address[1])}
        assert len(ports) == 2
        with pytest.raises(LodgeError, match="in use"):
            offline.page_server(min(ports))


@pytest.mark.usefixtures("page")
def test_it_says_where_it_is_and_opens_the_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    seen = threading.Event()

    def look(address: str) -> None:
        opened.append(address)
        seen.set()

    def serve(_: object) -> None:
        assert seen.wait(20)
        raise KeyboardInterrupt

    monkeypatch.setattr("lodge.offline.ThreadingHTTPServer.serve_forever", serve)
    offline.play_here(0, open_browser=look)
    told = capsys.readouterr().out
    assert f"Lodge is at {opened[0]}" in told
    assert "lodge-games[server]" in told


def test_the_page_of_the_package_names_no_other_host() -> None:
    if (site.PAGE / site.INDEX).is_file():
        assert b"connect-src 'self'" in site.site_files()["index.html"]


# --- a release ----------------------------------------------------------------------------------------------


def test_links_of_the_readme_are_whole_in_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, base in (("builders.hooks", "BuildHookInterface"), ("metadata", "MetadataHookInterface")):
        stand_in = SimpleNamespace(**{base: object})  # it is installed where the package is built, and only there
        monkeypatch.setitem(sys.modules, f"hatchling.{name}.plugin.interface", stand_in)
    absolute = runpy.run_path(str(ROOT / "hatch_build.py"))["absolute"]
    text = absolute((ROOT / "README.md").read_text(), DECLARED["urls"]["Source"])
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []
    there = [link.partition("/main/")[2] for link in links if "/main/" in link]
    assert [path for path in there if not (ROOT / path).exists()] == []
    assert absolute("![a](b.png) [c](#d) [e](https://f)", "https://g") == (
        "![a](https://g/raw/main/b.png) [c](#d) [e](https://f)"
    )


def test_what_is_new_comes_from_the_changelog() -> None:
    text = "# Changelog\n\n## [Unreleased]\n\n- coming\n\n## [0.2.0] - 2030-01-01\n\n- new\n\n## [0.1.0]\n\n- old\n"
    assert release.notes(text, "0.2.0") == "# Lodge 0.2.0\n\n- new\n"
    assert "coming" in release.notes(text, "0.3.0")
    with pytest.raises(SystemExit, match="says nothing"):
        release.notes("# Changelog\n", "0.3.0")
    assert len(release.notes((ROOT / "CHANGELOG.md").read_text(), __version__)) > 1000


def test_nothing_is_published_with_an_address_that_nobody_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = {"urls": {"Source": "https://forge.example/lodge", "Issues": "https://forge.dev/issues"}}
    told = release.unready(at, "## [0.2.0] - 2030-01-01", "0.3.0", ["3.12"])
    assert [len(told), "(Source: https://forge.example/lodge)" in told[0]] == [3, True]
    assert ["[0.3.0]" in told[1], "3.12" in told[2]] == [True, True]
    assert release.unready({"urls": {"Source": "https://forge.dev/examples"}}, "## [0.3.0]", "0.3.0", []) == []
    monkeypatch.setattr(sys, "argv", ["release", "--to", str(tmp_path / "dist")])
    if release.unready(DECLARED, (ROOT / "CHANGELOG.md").read_text(), __version__, []):
        with pytest.raises(SystemExit, match="Nothing was built"):
            release.main()
        assert "Not ready to be published" in capsys.readouterr().out
        assert not (tmp_path / "dist").exists()


def test_a_python_is_found_by_its_version() -> None:
    found = release.python(f"{sys.version_info.major}.{sys.version_info.minor}")
    assert found is not None
    assert release.python("3.1") is None


def test_what_to_cite_is_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text()
    assert f"version: {__version__}\n" in text
    assert f"repository-code: {DECLARED['urls']['Source']}\n" in text


def test_it_is_said_where_to_run_what_is_not_in_the_package() -> None:
    """Folders of scripts that pages name: where they are, one page says for all."""
    pages = "".join(path.read_text() for path in (ROOT / "docs").glob("*.md"))
    named = set(re.findall(r"`?python (?:-m )?([a-z]+)[./]\w", pages)) - {"lodge", "web", "tests"}
    told = (ROOT / "docs" / "installing.md").read_text()
    assert {"tools", "benchmarks", "examples"} <= named
    assert [folder for folder in named if f"python {folder}/" not in told and (ROOT / folder).is_dir()] == []
    assert "not part of the package" in told
