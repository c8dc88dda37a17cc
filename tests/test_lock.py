"""The lock fits pyproject.toml: where it does not, `make lock` is what is missing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCKED = (ROOT / "requirements" / "constraints.txt").read_text().splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
INSIDES_USED = {"uvicorn", "websockets", "wasmtime", "numpy", "numba", "numba-cuda"}  # where: see pyproject.toml


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_every_dependency_is_locked_to_a_version_that_is_allowed(python: str) -> None:
    here = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux"}
    locked: dict[str, str] = {}
    for line in map(Requirement, LOCKED):
        if line.marker is None or line.marker.evaluate(here):
            (exact,) = line.specifier
            assert exact.operator == "=="
            assert locked.setdefault(canonicalize_name(line.name), exact.version) == exact.version
    for wanted in map(Requirement, [*PROJECT["dependencies"], *EXTRAS["server"], *EXTRAS["dev"], *EXTRAS["docs"]]):
        assert wanted.specifier.contains(locked.get(canonicalize_name(wanted.name), "0")), f"{wanted}: run make lock"


def test_no_place_to_get_packages_from_is_in_it() -> None:
    assert not [line for line in LOCKED if "://" in line or line.startswith("-") or "@" in line]


def test_libraries_whose_insides_are_used_have_an_upper_bound() -> None:
    wanted = [Requirement(one) for some in (PROJECT["dependencies"], *EXTRAS.values()) for one in some]
    inside = [one for one in wanted if one.name in INSIDES_USED]
    assert {one.name for one in inside} == INSIDES_USED
    assert [one.name for one in inside if not any(bound.operator == "<" for bound in one.specifier)] == []
