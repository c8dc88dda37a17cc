"""Clusters: what a real Ray with two workers finds is what is found here, to the bit, whatever happens to a worker."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from lodge.bots import bot
from lodge.bots.net import quantise, save
from lodge.bots.search import Master
from lodge.cli import app
from lodge.errors import LodgeError
from lodge.games import game
from lodge.lab import cluster as clusters
from lodge.lab.arena import arena
from lodge.lab.cluster import cluster, connected
from lodge.lab.fit import fresh
from lodge.lab.sim import simulate

DAM_IT = game("dam-it")
TIMES = {"seconds", "moves_per_second"}


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # Ray's own processes are not what is tested
        with connected("ray", workers=2):
            yield


@pytest.fixture
def net(tmp_path: Path) -> Path:
    """A net of one's own, at a place that only this program knows."""
    save(quantise(fresh(DAM_IT.rules.OBSERVATION, 1)), tmp_path / "net.npz", DAM_IT)
    return tmp_path / "net.npz"


def timeless(value: Any) -> Any:
    """A result without the times that are in it."""
    if isinstance(value, dict):
        return {name: timeless(one) for name, one in value.items() if name not in TIMES}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def printed(*arguments: str) -> Any:
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, f"{done.output}{done.exception!r}"
    return timeless(json.loads(done.stdout))


def workers(parent: int) -> dict[int, str]:
    """The workers of a Ray that a process has started, by their number: what each does."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text().split("\0")
            above = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            older = int(Path(f"/proc/{above}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # ended meanwhile
        if older == parent and words[0].startswith("ray::"):
            found[int(folder.name)] = words[0]
    return found


# --- the same results -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "sim dam-it --seats 3 --games 40000 --seed 5",
        "sim dam-it --games 100 --backend python --option open-hands",
        "arena dam-it --bots master=NET:30,search:30 --games 6 --seed 2",
        "ladder dam-it --bots random,greedy,search:20 --games 4",
    ],
)
def test_commands_find_the_same(command: str, net: Path) -> None:
    arguments = command.replace("NET", str(net)).split()
    expected = printed(*arguments)  # compiles, if need be, for the workers too
    assert printed(*arguments, "--cluster", "ray") == expected


def test_a_study_finds_the_same(tmp_path: Path, net: Path) -> None:
    asked = ["--bots", f"greedy,master={net}:20", "--games", "6", "--deals", "2"]
    here = printed("study", "dam-it", "--to", str(tmp_path / "here"), *asked)
    assert printed("study", "dam-it", "--to", str(tmp_path / "there"), *asked, "--cluster", "ray") == here
    for name in ("report.html", "games.csv", "games.jsonl", "ladder.parquet"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes(), name


def test_training_comes_to_the_same_net(tmp_path: Path) -> None:
    curves, nets = [], []
    for name, where in (("here", ()), ("there", ("--cluster", "ray"))):
        settings = ["--games", "30", "--passes", "1", "--generations", "2", "--rivals", "2", "--seats", "2"]
        curves.append(printed("train", "dam-it", "--out", str(tmp_path / name), *settings, *where))
        nets.append((tmp_path / name / "net-1.npz").read_bytes())
    assert curves[0] == curves[1]
    assert nets[0] == nets[1]


def test_a_worker_that_is_killed_in_the_middle_changes_nothing() -> None:
    expected = arena("dam-it", ["search:200", "greedy"], games=16, seed=4)
    killed: list[int] = []
    ticks: list[int] = []

    def kill(games: int) -> None:
        ticks.append(games)
        busy = [worker for worker, what in workers(os.getpid()).items() if "lodge" in what]
        if len(ticks) >= 3 and busy and not killed:
            killed.append(busy[0])
            os.kill(busy[0], signal.SIGKILL)

    with cluster("ray"):
        found = arena("dam-it", ["search:200", "greedy"], games=16, seed=4, progress=kill)
    assert found.bots == expected.bots
    assert killed
    assert len(ticks) == 16


def test_a_net_of_one_s_own_travels_with_its_bot(net: Path) -> None:
    here = bot(f"master={net}:30")
    assert isinstance(here, Master)
    packed = pickle.dumps(here)
    net.unlink()
    there = pickle.loads(pickle.dumps(pickle.loads(packed)))  # noqa: S301
    known = quantise(fresh(DAM_IT.rules.OBSERVATION, 1))
    assert all(np.array_equal(one, other) for one, other in zip(there.net(DAM_IT), known, strict=True))


# --- what can be wrong ------------------------------------------------------------------------------------


def test_what_goes_wrong_in_a_worker_is_told_as_here(tmp_path: Path) -> None:
    with cluster("ray"), pytest.raises(LodgeError, match="There is no net at"):
        arena("dam-it", [f"master={tmp_path / 'none.npz'}:9", "greedy"])
    with cluster("ray"), pytest.raises(LodgeError, match="cuda without a cluster"):
        simulate("dam-it", backend="cuda")


def test_a_worker_with_another_lodge_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "edition", lambda: "9.9 (00000000)")
    with cluster("ray"), pytest.raises(LodgeError, match=r"here is 9\.9 .*on a worker 0.*install the same"):
        simulate("dam-it", games=100)


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for spec, words in (
        ("dask", "use ray, ray:auto"),
        ("ray:", "use ray, ray:auto"),
        (f"ray:127.0.0.1:{port}", f"No Ray cluster answers at 127.0.0.1:{port}"),
        (f"ray://127.0.0.1:{port}", f"No Ray cluster answers at 127.0.0.1:{port}"),
    ):
        with pytest.raises(LodgeError, match=words), cluster(spec):
            pass
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LodgeError, match=r"pip install 'lodge-games\[cluster\]'"), cluster("ray"):
        pass


@pytest.mark.usefixtures("hears_ctrl_c")
def test_an_interrupted_command_leaves_nobody_behind() -> None:
    """And it says nothing but that: what Ray has to tell is not for its user."""
    command = [
        str(Path(sys.executable).with_name("lodge")),
        "sim",
        "dam-it",
        "--games",
        "9000000000",
        "--cluster",
        "ray",
    ]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("RAY_", "COVERAGE_"))}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, process_group=0) as process:
        busy: dict[int, str] = {}
        until = time.monotonic() + 60
        while not any("lodge" in what for what in busy.values()) and time.monotonic() < until:
            time.sleep(0.1)
            busy = workers(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.stderr is not None
        said = process.stderr.read()
    assert busy
    assert process.returncode == 130
    assert said.strip() in {"", "Aborted!", "Aborted."}
    until = time.monotonic() + 20  # the last of them may need a moment to end
    while left := [worker for worker in busy if Path(f"/proc/{worker}").exists()]:
        assert time.monotonic() < until, f"{left} are still there"
        time.sleep(0.1)
