"""A release, ready to be published: `make release`.

It builds the source distribution, the wheel from that, tries the wheel in empty environments with each Python that
Lodge is for, and writes what is new, from the changelog. All of it lies in dist/ afterwards; nothing is sent anywhere.

What could not be published as it is, is refused: addresses that nobody can reach, a version without a part of its own
in the changelog, a Python that is not on this machine. `make rehearsal` does all the same and only says so.
"""

from __future__ import annotations

import argparse
import email
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lodge import __version__

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
RESERVED = re.compile(r"https?://([\w-]+\.)*(example(\.\w+)?|invalid|test|localhost)(/|$)")  # nobody's, by RFC 2606
SERVER = ("starlette", "uvicorn", "sqlalchemy")  # what nobody gets who asked only for the library
COMPILER = ("numba", "llvmlite", "ziglang")
PLAIN = """
import importlib.util, json, subprocess, sys, threading, urllib.request
unwanted = [name for name in sys.argv[1:] if importlib.util.find_spec(name)]
assert not unwanted, f"a library needs none of these: {unwanted}"
import lodge
from lodge.bots import bot, decide
from lodge.games import games
from lodge.games.compiled import is_interpreted
from lodge.kernel import lucky
from lodge.offline import page_server
for game in games():
    assert not is_interpreted(game), f"{game.id} has no module that fits its sources"
    match = lodge.Match.new(game.id, seats=game.seats[0], seed=1)
    while match.pending:
        seat = match.pending[0]
        match.play(seat, decide(bot("greedy"), match.game, match.state, seat, lucky(match.number)))
    assert lodge.verify(match.record()).finished
with page_server(0) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = urllib.request.urlopen(f"http://localhost:{server.server_address[1]}/", timeout=60).read()
    assert b"lodge-site" in page, page[:200]
    server.shutdown()
refused = subprocess.run([sys.executable, "-m", "lodge", "serve"], capture_output=True, text=True)
assert refused.returncode == 2 and "lodge-games[server]" in refused.stderr, refused.stderr
for command in ("games", "--version"):
    subprocess.run([sys.executable, "-m", "lodge", command], check=True, stdout=subprocess.DEVNULL)
"""
SERVED = """
import os, subprocess, sys, tempfile, urllib.request
with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-m", "lodge", "serve", "--port", "0", "--database", os.path.join(folder, "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[3]
            assert urllib.request.urlopen(f"{address}/healthz", timeout=60).read().startswith(b"ok")
            assert b"<html" in urllib.request.urlopen(f"{address}/", timeout=60).read()
        finally:
            server.terminate()
"""


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command prints; its words and its failure where it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=cwd)  # noqa: S603
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:4]))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def python(version: str) -> Path | None:
    """An interpreter of a version, with all that an environment needs; None where there is none."""
    asked = f"import ensurepip, sys; assert sys.version_info[:2] == {tuple(map(int, version.split('.')))}"
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))  # pyenv's command may stand for another
    for name in (f"python{version}", f"/usr/bin/python{version}", *map(str, reversed(kept)), sys.executable):
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", asked], capture_output=True, check=False).returncode == 0:  # noqa: S603
            return Path(found)
    return None


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is made from it: whoever packages Lodge has no more than that."""
    with tempfile.TemporaryDirectory() as place:
        run(sys.executable, "-m", "venv", place)
        run(Path(place, "bin", "python"), "-m", "pip", "install", "--quiet", "build")
        run(Path(place, "bin", "python"), "-m", "build", "--outdir", folder, ROOT)
    (source,), (wheel,) = folder.glob(f"*-{__version__}.tar.gz"), folder.glob(f"*-{__version__}-*.whl")
    return source, wheel


def check_page(wheel: Path) -> None:
    """What a list of packages shows of it: no link of the README leads nowhere there."""
    with zipfile.ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        text = str(email.message_from_bytes(files.read(name)).get_payload())
    if broken := re.findall(r"\]\((?!https?://|#)[^)]+\)", text):
        raise SystemExit(f"The README of the package has relative links: {', '.join(broken)}")


def try_out(interpreter: Path, wheel: Path) -> None:
    """Install it where nothing else is and play; then with the server, and start that."""
    with tempfile.TemporaryDirectory() as place:
        inside = Path(place, "bin", "python")
        run(interpreter, "-m", "venv", place)
        run(inside, "-m", "pip", "install", "--quiet", wheel)
        run(inside, "-W", "error", "-c", PLAIN, *SERVER, *COMPILER, cwd=Path(place))
        run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[server]")
        run(inside, "-c", SERVED, cwd=Path(place))


def unready(project: dict[str, Any], changelog: str, version: str, absent: Sequence[str]) -> list[str]:
    """What stands in the way of publishing, with what to do about it."""
    found = []
    if names := [name for name, address in project["urls"].items() if RESERVED.match(address)]:
        found.append(
            f"project.urls in pyproject.toml stands for an address yet to be named ({', '.join(names)}: "
            f"{project['urls'][names[0]]}): say there, and in CITATION.cff, where the source lies."
        )
    if f"## [{version}]" not in changelog:
        found.append(f"CHANGELOG.md has no part [{version}]: give what is unreleased that name and the day.")
    if absent:
        found.append(f"It was not tried on Python {', '.join(absent)}, which this machine does not have: install it.")
    return found


def notes(changelog: str, version: str) -> str:
    """What the changelog says of a version; of one that it does not name yet, what is unreleased."""
    parts: dict[str, str] = dict(re.findall(r"^## \[(.+?)\].*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL))
    text = parts.get(version, parts.get("Unreleased", "")).strip()
    if not text:
        raise SystemExit(f"CHANGELOG.md says nothing of {version}.")
    return f"# Lodge {version}\n\n{text}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="an empty folder")
    parser.add_argument("--rehearsal", action="store_true", help="say what stands in the way of publishing, but go on")
    given = parser.parse_args()
    to, interpreters = given.to, {version: python(version) for version in PYTHONS}
    absent = [version for version, found in interpreters.items() if found is None]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for words in (reasons := unready(project, changelog, __version__, absent)):
        print(f"Not ready to be published: {words}")
    if reasons and not given.rehearsal:
        raise SystemExit("Nothing was built. To try everything all the same: make rehearsal")
    if to.exists() and any(to.iterdir()):
        raise SystemExit(f"{to} is not empty: what is in there may be another release.")
    to.mkdir(parents=True, exist_ok=True)
    written = to / f"notes-{__version__}.md"
    written.write_text(notes(changelog, __version__), encoding="utf-8")
    source, wheel = build(to)
    check_page(wheel)
    for version, interpreter in interpreters.items():
        if interpreter:
            try_out(interpreter, wheel)
            print(f"Python {version}: plays, serves ({interpreter})")
    for path in (source, wheel, written):
        print(f"Written: {path} ({path.stat().st_size / 1e6:.1f} MB)")
    if len(absent) == len(PYTHONS):
        raise SystemExit("No Python was found to try it with.")


if __name__ == "__main__":
    main()
