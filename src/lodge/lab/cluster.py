"""Clusters: long work done by many machines with Ray, with the same result as here, to the bit.

Parts of work are tasks of one thread each. Whatever a task is given is all that its result depends on, so it does not
matter which worker does it, or how often: when a worker is lost, another one does its task again.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import re
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import lodge
from lodge.errors import LodgeError
from lodge.lab.parallel import Parts, done_by

T = TypeVar("T")
AHEAD = 4  # tasks for each core that are on their way
RETRIES = 20  # of a task whose worker is lost
STORE = 1 << 28  # bytes of shared memory for parts and results, where a cluster is started here
PATIENCE = 10.0  # seconds until a cluster that does not answer is given up
_SPEC = re.compile(r"ray(:(?P<address>auto|(//)?(?P<host>\[[^]]+\]|[^:/]+):(?P<port>\d{1,5})))?")


@contextmanager
def cluster(spec: str, workers: int | None = None) -> Iterator[None]:
    """In this block all long work is done by a cluster: `ray`, `ray:auto`, `ray:HOST:PORT` or `ray://HOST:PORT`.

    `ray` alone is the one that this program is connected to; if there is none, one is started on this machine, with so
    many workers (or one for each core), and ended with the block.
    """
    with connected(spec, workers) as crew, done_by(crew):
        yield


@contextmanager
def connected(spec: str, workers: int | None = None) -> Iterator[RayCrew]:
    """A connection to a cluster, as `cluster` takes it."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise LodgeError(f"{spec!r} is no cluster: use ray, ray:auto, ray:HOST:PORT or ray://HOST:PORT.")
    address = spec if "//" in spec else match["address"]
    ray = _ray(alone=address is None)
    if address is None and ray.is_initialized():
        yield RayCrew(ray)
        return
    if match["host"]:
        _knock(match["host"].strip("[]"), int(match["port"]))
    try:
        if address is None:
            with _uninterrupted():
                _connect(ray, "local", num_cpus=workers, include_dashboard=False, object_store_memory=STORE)
        else:
            _connect(ray, address)
        yield RayCrew(ray)
    finally:
        ray.shutdown()


def _ray(*, alone: bool) -> Any:
    """Ray, which reports to nobody; where it works alone, it cannot be reached from other machines."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"  # else it warns
    if alone:
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # what makes it stay on the loopback device elsewhere
    try:
        import ray
    except ImportError:
        raise LodgeError("Clusters need Ray: pip install 'lodge-games[cluster]'.") from None
    return ray


def _connect(ray: Any, address: str, **settings: object) -> None:
    """Whatever may be wrong is said in one line."""
    try:
        ray.init(address, logging_level=logging.CRITICAL, log_to_driver=False, **settings)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise LodgeError(f"No Ray cluster at {address}: {' '.join(str(error).split())}") from None


def _knock(host: str, port: int) -> None:
    """Ray itself would go on trying for minutes."""
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        raise LodgeError(f"No Ray cluster answers at {host}:{port} ({error.strerror or error}).") from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is done: of half a cluster, some processes would stay."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where Ctrl-C never is
        return
    met: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: met.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if met:
        raise KeyboardInterrupt


@cache
def edition() -> str:
    """Which Lodge this is: its version, and a hash over its sources."""
    package = Path(lodge.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{lodge.__version__} ({digest.hexdigest()[:8]})"


def _task() -> Callable[[str, bytes, tuple[Any, ...]], tuple[str, Any]]:
    """What a worker does. It is sent as code, not by its name: so it can tell that Lodge is missing there."""

    def work_for_lodge(wanted: str, work: bytes, part: tuple[Any, ...]) -> tuple[str, Any]:
        import pickle

        try:
            from lodge.lab.cluster import edition
        except ImportError:
            return "none", None
        if edition() != wanted:
            return edition(), None
        return wanted, pickle.loads(work)(*part)  # noqa: S301

    return work_for_lodge


class RayCrew:
    """The workers of a cluster."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.task: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(_task())

    def in_order(self, work: Callable[..., T], parts: Parts) -> Iterator[T]:
        """The results of all parts, in their order, at most a few for each core waiting at a time."""
        parts = iter(parts)
        sent = self.ray.put(pickle.dumps(work))  # once for all parts
        cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        send = partial(self.task.remote, edition(), sent)
        waiting = deque(send(tuple(part)) for part in islice(parts, AHEAD * cores))
        while waiting:  # where work breaks off, what was sent is done in vain: cancelling it may crash Ray (2.60)
            yield self._result(waiting.popleft())
            waiting.extend(send(tuple(part)) for part in islice(parts, 1))

    def _result(self, task: Any) -> Any:
        errors = self.ray.exceptions
        try:
            found, result = self.ray.get(task)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RayError as error:
            raise LodgeError(f"The cluster could not do the work: {str(error).partition(chr(10))[0]}") from None
        if found != edition():
            raise LodgeError(f"Lodge here is {edition()}, on a worker {found}: install the same on all machines.")
        return result
