"""Batches of tables stepped with observations and masks, beside PGX's sparrow_mahjong in the same run.

    python -m benchmarks.batch [GAME ...] [--seconds S] [--json FILE]

On a machine with a CUDA GPU (`lodge-games[gpu]`) it also compares the GPU with the CPU, to the bit, and measures it.
PGX is measured where jax and pgx are installed, on what jax runs on; arrays are lent to torch, jax and cupy where
those are. Both sides choose uniformly among the legal actions and begin a new game where one has ended; a step is one
action at one table, with the observation and the mask of the next seat. Compiling is not timed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.gpu import pgx_rate

from lodge.errors import LodgeError
from lodge.games import game, games
from lodge.kernel.cuda import cuda
from lodge.lab import Batch

TABLES = {"cpu": (1 << 10, 1 << 14), "cuda": (1 << 17, 1 << 19, 1 << 20)}
CHECKED = (1 << 10, 1000)  # tables and steps of which the digests are compared
PGX = {"cpu": (1 << 8, 1 << 10), "cuda": (1 << 14, 1 << 16, 1 << 18)}


def have_gpu() -> bool:
    """Whether batches can be on a GPU here."""
    try:
        cuda()
    except LodgeError:
        return False
    return True


def play(batch: Batch, steps: int) -> float:
    """Play at random; the seconds it took."""
    np.asarray(batch.seat)  # waits for what was begun before
    start = time.perf_counter()
    for _ in range(steps):
        batch.step(batch.sample())
    np.asarray(batch.seat)
    return time.perf_counter() - start


def rate(name: str, device: str, tables: int, seconds: float) -> float:
    """Steps a second: the median of three runs."""
    batch = Batch(name, tables, min(4, game(name).seats[1]), seed=7, device=device)
    play(batch, 2)  # compiles
    steps = max(1, int(2 * seconds / play(batch, 2)))
    return tables * steps / sorted(play(batch, steps) for _ in range(3))[1]


def digests_equal(name: str) -> bool:
    """Whether the CPU and the GPU play the same games, to the bit, with the fewest and the most players."""
    tables, steps = CHECKED
    equal = True
    for seats in sorted(set(game(name).seats)):
        batches = [Batch(name, tables, seats, seed=5, device=device) for device in ("cpu", "cuda")]
        for _ in range(2):
            for batch in batches:
                play(batch, steps // 2)
            equal &= batches[0].digest() == batches[1].digest()
    return equal


def stands_still(name: str) -> bool:
    """Whether a table on the GPU does nothing for an illegal action, and says so."""
    batch = Batch(name, 64, 2, device="cuda")
    actions = np.asarray(batch.sample()).copy()
    actions[[3, 5]] = -1, 1 << 40
    before = batch.state(3).tobytes() + batch.state(5).tobytes()
    batch.step(actions)
    refused = np.flatnonzero(np.asarray(batch.refused)).tolist()
    return refused == [3, 5] and batch.state(3).tobytes() + batch.state(5).tobytes() == before


def address(array: Any) -> int:
    """Where an array of a batch lies."""
    if isinstance(array, np.ndarray):
        return array.ctypes.data
    where: int = array.__cuda_array_interface__["data"][0]
    return where


def torch_shares(batch: Batch) -> bool:
    """Whether PyTorch reads a batch's memory, and a batch takes its actions."""
    torch: Any = importlib.import_module("torch")
    shared = all(
        torch.from_dlpack(each).data_ptr() == address(each) for each in (batch.observe(), batch.mask, batch.rewards)
    )
    for _ in range(3):
        batch.step(torch.argmax(torch.from_dlpack(batch.mask).to(torch.int8), dim=1))
    return shared and not np.asarray(batch.refused).any()


def jax_shares(batch: Batch) -> bool:
    jax: Any = importlib.import_module("jax")
    arrays = (batch.observe(), batch.mask, batch.rewards)
    shared = all(jax.dlpack.from_dlpack(each).unsafe_buffer_pointer() == address(each) for each in arrays)
    for _ in range(3):
        batch.step(jax.numpy.argmax(jax.dlpack.from_dlpack(batch.mask), axis=1))
    return shared and not np.asarray(batch.refused).any()


def cupy_shares(batch: Batch) -> bool:
    """The same for CuPy, which is for GPUs only."""
    cupy: Any = importlib.import_module("cupy")
    shared = all(cupy.from_dlpack(each).data.ptr == address(each) for each in (batch.observe(), batch.mask))
    for _ in range(3):
        batch.step(cupy.argmax(cupy.from_dlpack(batch.mask), axis=1))
    return shared and not np.asarray(batch.refused).any()


SHARING: dict[str, Callable[[Batch], bool]] = {"torch": torch_shares, "jax": jax_shares, "cupy": cupy_shares}


def attempt(work: Callable[..., Any], *arguments: Any) -> Any:
    """What came out, or what went wrong: one failure must not cost everything else that is measured."""
    try:
        return work(*arguments)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"


def sharing(devices: list[str]) -> dict[str, Any]:
    """For each library that is here and each device, whether it reads a batch's memory without copying."""

    def check(library: str, device: str) -> bool:
        return SHARING[library](Batch("dam-it", 1 << 10, 4, device=device))

    here = [library for library in SHARING if importlib.util.find_spec(library)]
    pairs = [(library, device) for library in here for device in devices if (library, device) != ("cupy", "cpu")]
    return {f"{library} on {device}": attempt(check, library, device) for library, device in pairs}


def pgx_rates() -> dict[str, Any]:
    """Steps a second of sparrow_mahjong by batch size, on the GPU if jax has one."""
    if not (importlib.util.find_spec("pgx") and importlib.util.find_spec("jax")):
        return {}
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # it would take most of the GPU's memory for good
    jax: Any = importlib.import_module("jax")
    kind = "cpu" if jax.default_backend() == "cpu" else "cuda"
    return {f"{kind} {batch}": attempt(pgx_rate, batch, 200) for batch in PGX[kind]}


def measure(name: str, devices: list[str], seconds: float, pgx: float) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if "cuda" in devices:
        result |= {"digests_equal": attempt(digests_equal, name), "stands_still": attempt(stands_still, name)}
    for device in devices:
        rates = {tables: attempt(rate, name, device, tables, seconds) for tables in TABLES[device]}
        result[device] = rates
        if pgx:
            result[f"{device} to PGX"] = (
                max((each for each in rates.values() if isinstance(each, float)), default=0) / pgx
            )
    return result


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[one.id for one in games()])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    devices = ["cpu", "cuda"] if have_gpu() else ["cpu"]
    result: dict[str, Any] = {"pgx": pgx_rates(), "shared": sharing(devices)}
    print(json.dumps(result), flush=True)
    pgx = max((rate for rate in result["pgx"].values() if isinstance(rate, float)), default=0.0)
    for name in arguments.games:
        result[name] = measure(name, devices, arguments.seconds, pgx)
        print(json.dumps({name: result[name]}), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
