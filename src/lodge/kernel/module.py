"""Modules: a game's entries as WebAssembly, run at once by wasmtime. No compiler is needed, and there is no waiting.

A module lies in its game's folder (`module.wasm`), and beside it what it offers and from which sources it was made
(`module.json`); one that is older than its sources is not used. An instance of a module has a memory of its own, which
one thread uses at a time. Arguments are copied into it and back, unless they lie there already (`Workspace`).
"""

from __future__ import annotations

import atexit
import ctypes
import math
import struct
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakSet, finalize

import numpy as np

from lodge.errors import LodgeError
from lodge.kernel.entry import Entry, Number, One, Rows
from lodge.kernel.sources import MODULE, description

if TYPE_CHECKING:
    import wasmtime

PAGE = 1 << 16
ALIGNED = 16
SPARE = 8  # instances of a module that wait to be used again,
LARGE = 1 << 25  # none of them larger than this
F = TypeVar("F", bound=Callable[..., Any])
RAW = 16  # bytes of a number that is handed to wasmtime


@cache
def described(folder: Path) -> dict[str, Any] | None:
    """What the module in a folder says of itself, if it can be used: not everywhere is there a wasmtime."""
    return description(folder) if find_spec("wasmtime") else None


def once(function: F) -> F:
    """Call a function once for the same arguments, also where threads ask at the same time."""
    kept: dict[Any, Any] = {}
    lock = threading.RLock()

    def call(*arguments: Any) -> Any:
        if arguments not in kept:
            with lock:
                if arguments not in kept:
                    kept[arguments] = function(*arguments)
        return kept[arguments]

    return cast("F", call)


@once
def module(folder: Path) -> Module:
    """The module in a folder."""
    return Module((folder / MODULE).read_bytes())


_RESULT = struct.Struct("=i")

# --- running ---------------------------------------------------------------------------------------------


@once
def _engine() -> Any:
    """What compiles and runs modules: one for all, because they work with no other."""
    import wasmtime

    return wasmtime.Engine()


_alive: WeakSet[Module | Instance] = WeakSet()


@atexit.register
def _leave_all() -> None:
    """At the end nothing of wasmtime's is given back: Python takes its library apart first, and it would complain."""
    for held in (*(one.held for one in _alive), *([_engine()] if _alive else [])):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(held))


@cache
def _call() -> Any:
    """Wasmtime's call without checks: its own `Func` looks up every type every time, which takes 20 times as long."""
    import wasmtime

    function = wasmtime._ffi.dll.wasmtime_func_call_unchecked
    pointer = ctypes.c_void_p
    made = ctypes.CFUNCTYPE(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
    return made(ctypes.cast(function, pointer).value or 0)


class Module:
    """Compiled code, shared by all its instances."""

    def __init__(self, code: bytes) -> None:
        import wasmtime

        self.compiled: wasmtime.Module = wasmtime.Module(_engine(), code)
        self.held: wasmtime.Module = self.compiled
        _alive.add(self)
        self._spare: list[Instance] = []
        self._mine = threading.local()

    def mine(self) -> Instance:
        """This thread's instance."""
        found: Instance | None = getattr(self._mine, "instance", None)
        if found is None:
            found = self._mine.instance = Instance(self)
        return found

    def lend(self) -> Instance:
        """An instance for one who gives it back."""
        try:
            return self._spare.pop()
        except IndexError:
            return Instance(self)

    def take(self, instance: Instance) -> None:
        """It is no longer needed."""
        if len(self._spare) < SPARE and instance.size <= LARGE:
            self._spare.append(instance)


class Instance:
    """A memory, and the module's functions that work in it."""

    def __init__(self, module: Module) -> None:
        import wasmtime

        self.held: wasmtime.Store = wasmtime.Store(_engine())
        self._store = self.held
        _alive.add(self)
        offers: Any = wasmtime.Instance(self._store, module.compiled, []).exports(self._store)
        self._offers = offers
        self._memory = offers["memory"]
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._calls: dict[str, Callable[..., int]] = {}
        self._failure = ctypes.c_void_p()
        self.start: int = _up(int(offers["__heap_base"].value(self._store)))
        self.dirty: int = self.start  # from here on nobody has written
        self._measure()

    def _measure(self) -> None:
        self.base: int = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self.size: int = self._memory.data_len(self._store)

    def reserve(self, end: int) -> None:
        """See to it that the memory reaches to `end`."""
        if end > self.size:
            self._memory.grow(self._store, -(-(end - self.size) // PAGE))
            before = self.base
            self._measure()
            if self.base != before:
                raise LodgeError("The memory of a module has moved: this machine has too little address space.")
        self.dirty = max(self.dirty, end)

    def call(self, name: str, pack: Callable[..., None], count: int, numbers: Sequence[int]) -> int:
        """Call a function with these numbers, which `pack` writes as wasmtime takes them, so many in all."""
        if name not in self._calls:
            self._calls[name] = self.prepared(name, pack, count)
        return self._calls[name](*numbers)

    def prepared(
        self, name: str, pack: Callable[..., None], count: int, before: Sequence[int] = (), after: Sequence[int] = ()
    ) -> Callable[..., int]:
        """A function that takes some of the numbers; those before and after them are always the same."""
        call, failure, result = _call(), self._failure, _RESULT.unpack_from
        room = ctypes.create_string_buffer(RAW * count)
        function = ctypes.addressof(self._offers[name]._func)  # what wasmtime knows it by
        given = self._context, function, ctypes.addressof(room), count, ctypes.addressof(failure)

        def run(*numbers: int) -> int:
            pack(room, 0, *before, *numbers, *after)
            if call(*given) or failure.value:
                failure.value = None
                raise LodgeError(f"The module's function {name} failed: please report this, and what you did.")
            told: int = result(room)[0]
            return told

        return run


def _up(address: int) -> int:
    return -(-address // ALIGNED) * ALIGNED


# --- calling ---------------------------------------------------------------------------------------------


def _data_at(offset: int) -> Callable[[Any], int]:
    """How to find where the numbers of an array or a struct lie: NumPy's own ways take longer than a call."""
    return lambda thing: ctypes.c_void_p.from_address(id(thing) + offset).value or 0


_array_data, _record_data = _data_at(16), _data_at(24)


@cache
def check_layout() -> None:
    """See that NumPy's objects are laid out as `_data_at` takes them to be."""
    rows = np.zeros(3, [("a", np.int8), ("b", np.int64)])
    told = rows.__array_interface__["data"][0], rows[1].__array_interface__["data"][0]
    if told != (_array_data(rows), _record_data(rows[1])):
        raise LodgeError("This version of NumPy lays out its arrays differently: use one from 2.0 to 2.x.")


class Caller:
    """Calls an entry of a module with arrays, structs and numbers."""

    def __init__(self, entry: Entry) -> None:
        check_layout()
        self.name: str = entry.name
        self.module: Module = module(entry.folder)
        self._takes = entry.takes
        self._leaves = [kind for _, kind in entry.leaves()]
        code = "".join(_code(kind) for kind in self._leaves)
        self._pack = struct.Struct("=" + code).pack_into
        self._count = max(1, code.count("x"))

    def __call__(self, *arguments: Any) -> int:
        """Call it in this thread's instance."""
        instance = self.module.mine()
        return self.within(instance, instance.start, arguments)

    def within(self, instance: Instance, top: int, arguments: tuple[Any, ...]) -> int:
        """Call it in an instance; what does not lie in its memory is copied there, from `top` on, and back."""
        base, size = instance.base, instance.size
        numbers: list[int] = []
        copies: dict[int, tuple[int, int]] = {}  # by where it lies: where its copy does, and how long it is
        for kind, thing in zip(self._leaves, _flat(self._takes, arguments), strict=True):
            if isinstance(kind, Number):
                numbers.append(thing)
                continue
            one = isinstance(kind, One)
            place = _record_data(thing) if one else _array_data(thing)
            at = place - base
            if not 0 <= at < size:
                if place not in copies:  # the same memory may be handed over twice, as structs and as words
                    copies[place] = top, kind.dtype.itemsize if one else thing.nbytes
                    top = _up(top + copies[place][1])
                at = copies[place][0]
            numbers.append(at)
            if not one:
                numbers += thing.shape
        if copies:
            instance.reserve(top)
            for place, (at, length) in copies.items():
                ctypes.memmove(base + at, place, length)
        result = instance.call(self.name, self._pack, self._count, numbers)
        for place, (at, length) in copies.items():
            ctypes.memmove(place, base + at, length)
        return result

    def bound(self, lease: Lease, things: tuple[Any, ...]) -> Callable[..., int]:
        """It with arrays that lie in an instance's memory; whoever calls gives the numbers, which are None here."""
        instance = lease.instance
        numbers: list[int] = []
        given: list[int] = []
        for kind, thing in zip(self._leaves, _flat(self._takes, things), strict=True):
            if isinstance(kind, Number):
                given.append(len(numbers))
                numbers.append(0)
            elif isinstance(kind, One):
                numbers.append(_record_data(thing) - instance.base)
            else:
                numbers.append(_array_data(thing) - instance.base)
                numbers += thing.shape
        first, end = (given[0], given[-1] + 1) if given else (0, 0)
        if len(given) == end - first:  # side by side, as nearly always: quicker
            run = instance.prepared(self.name, self._pack, self._count, numbers[:first], numbers[end:])
        else:
            run = self._scattered(instance, numbers, given)
        run.lease = lease  # type: ignore[attr-defined]  # as long as it can be called
        return run

    def _scattered(self, instance: Instance, numbers: list[int], given: list[int]) -> Callable[..., int]:
        run = instance.prepared(self.name, self._pack, self._count)

        def call(*values: int) -> int:
            for place, value in zip(given, values, strict=True):
                numbers[place] = value
            return run(*numbers)

        return call


def _code(kind: Rows | One | Number) -> str:
    """Numbers as wasmtime takes them, for `struct`."""
    if isinstance(kind, Number):
        return "i12x" if kind.bits == 32 else "q8x"
    return "i12x" * (1 + (kind.ndim if isinstance(kind, Rows) else 0))


def _flat(takes: Any, arguments: Any) -> list[Any]:
    """Arguments without their structure."""
    found: list[Any] = []
    for kind, thing in zip(takes, arguments, strict=True):
        if isinstance(kind, Rows | One | Number):
            found.append(thing)
        else:
            found += _flat(kind, thing)
    return found


class Lease:
    """An instance that goes back when the last array in it is gone."""

    def __init__(self, module: Module) -> None:
        self.instance: Instance = module.lend()
        finalize(self, module.take, self.instance)


class Workspace:
    """An instance of one's own for an entry that is called again and again with the same arrays: they stay in it."""

    interpreted = False

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._lease = Lease(caller.module)
        self._top = self._lease.instance.start

    def __call__(self, *arguments: Any) -> int:
        """Call the entry."""
        return self._caller.within(self._lease.instance, self._top, arguments)

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array in its memory."""
        instance, at, kind = self._lease.instance, self._top, np.dtype(dtype)
        length = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
        self._top, used = _up(at + length), instance.dirty
        instance.reserve(self._top)
        if at < used:
            ctypes.memset(instance.base + at, 0, min(used, self._top) - at)
        memory = (ctypes.c_char * length).from_address(instance.base + at)
        memory.lease = self._lease
        return np.frombuffer(memory, kind).reshape(shape)

    def bind(self, run: Any, *things: Any) -> Callable[..., Any]:
        """An entry with arrays of this workspace; whoever calls gives the numbers, which are None here."""
        return run.bound(self._lease, things) if isinstance(run, Caller) else bound(run, things)

    def keep(self, thing: Any) -> Any:
        """A copy in its memory of an array, or of a named tuple of such."""
        if isinstance(thing, tuple):
            return type(thing)(*map(self.keep, thing)) if thing else thing
        copy = self.zeros(thing.shape, thing.dtype)
        copy[...] = thing
        return copy


def bound(function: Callable[..., Any], things: tuple[Any, ...]) -> Callable[..., Any]:
    """A function with these arguments; whoever calls gives those that are None."""
    arguments = list(things)
    given = [place for place, thing in enumerate(things) if thing is None]

    def call(*values: int) -> Any:
        for place, value in zip(given, values, strict=True):
            arguments[place] = value
        return function(*arguments)

    return call
