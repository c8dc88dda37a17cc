"""WebAssembly: the entries of a game compiled to one module, which needs nothing from outside.

Numba makes LLVM code of the rules, as it does for this machine, only not yet optimised. Its own LLVM (llvmlite) can
make WebAssembly of that as well; lld, from the wheel `ziglang`, puts the module together. Around each entry stands a
thin function that takes plain numbers: 32-bit addresses and lengths, and 64 bits only where the entry says so.

The same sources and the same versions give the same bytes. So a module is made in a process of its own, in which
nothing else was compiled before: Numba numbers what it compiles.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lodge.errors import LodgeError
from lodge.kernel.entry import Entry, Number, One, Rows
from lodge.kernel.rule import teach

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"  # in every browser since 2023
STACK = 1 << 20
SETTINGS = {  # read by Numba when it is imported
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
}
WITHIN: Any = {"no_cfunc_wrapper": True, "_nrt": False}  # nothing is allocated, so nothing need be counted
RESULTS = {  # by Numba's type: LLVM's, and how it becomes an i32
    "none": ("ptr", ""),
    "bool": ("i8", "zext"),
    "int8": ("i8", "sext"),
    "int16": ("i16", "sext"),
    "int32": ("i32", "bitcast"),
    "int64": ("i64", "trunc"),
}
SMALL = "minsize optsize"  # what LLVM is told of functions that should rather be small than fast
_DEFINED = re.compile(r"^(define .*) \{$", re.MULTILINE)
_TARGET = re.compile(r"^target (datalayout|triple) = .*$", re.MULTILINE)


def build(entries: Sequence[Entry]) -> bytes:
    """The module."""
    if "numba" in sys.modules:
        raise LodgeError("A module is made in a process of its own: lodge wasm does that.")
    os.environ |= SETTINGS
    try:
        llvm: Any = importlib.import_module("llvmlite.binding")
        numba: Any = importlib.import_module("numba")
        extending: Any = importlib.import_module("numba.extending")
    except ImportError:
        raise LodgeError("To make modules, Numba and ziglang are needed: pip install 'lodge-games[wasm]'.") from None
    overload, inlined = extending.overload, {"_nrt": True}  # what is inlined may return an array that nobody handed it
    teach(
        "wasm",
        extending.register_jitable(**WITHIN),
        partial(overload, jit_options=WITHIN),
        partial(overload, jit_options=inlined),
    )
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    whole = None
    for entry in sorted(entries, key=lambda entry: entry.seldom):
        made = numba.njit(no_cpython_wrapper=True, **WITHIN)(entry.function)
        types = tuple(numba.typeof(one) for one in entry.sample())
        made.compile(types)
        compiled = made.overloads[types]
        code = compiled.library.get_llvm_str()
        if entry.seldom:  # of what other entries use as well, theirs is taken
            code = _DEFINED.sub(rf"\1 {SMALL} {{", code)
        text = code + shim(entry, compiled.fndesc.llvm_func_name, compiled.signature)
        module = llvm.parse_assembly(retarget(text, str(machine.target_data)))
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    inside = re.sub(r"\b(linkonce_odr|common)\b", "internal", str(whole))
    # Nobody asks where a table lies, so those that are equal can be one.
    linked = llvm.parse_assembly(inside.replace(" = internal constant ", " = internal unnamed_addr constant "))
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    passes = builder.getModulePassManager()
    passes.add_merge_functions_pass()  # Numba compiles a rule anew for every width of numbers that it is handed
    passes.run(linked, builder)
    return link(machine.emit_object(linked), [entry.name for entry in entries])


def static(count: int, dtype: np.dtype[Any]) -> Callable[[], Any]:
    """What gives an array that lies in the module itself, one for each place where it is asked for."""
    ir: Any = importlib.import_module("llvmlite.ir")
    numba: Any = importlib.import_module("numba")
    populate_array: Any = importlib.import_module("numba.np.arrayobj").populate_array
    intrinsic: Any = importlib.import_module("numba.extending").intrinsic
    types = numba.types

    @intrinsic  # type: ignore[untyped-decorator]
    def place(typing: Any) -> Any:  # noqa: ARG001 - what Numba hands it
        kind = types.Array(numba.from_dtype(dtype), 1, "C")

        def made(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            room = ir.ArrayType(ir.IntType(64), -(-count * dtype.itemsize // 8))
            memory = ir.GlobalVariable(builder.module, room, builder.module.get_unique_name("scratch"))
            memory.linkage, memory.initializer = "internal", ir.Constant(room, None)
            found = context.make_array(kind)(context, builder)
            number = partial(context.get_constant, types.intp)
            populate_array(
                found,
                data=builder.bitcast(memory, found.data.type),
                shape=(number(count),),
                strides=(number(dtype.itemsize),),
                itemsize=number(dtype.itemsize),
                meminfo=None,
            )
            return found._getvalue()

        return kind(), made

    return lambda: place()  # noqa: PLW0108 - Numba wants a function of Python's


def retarget(text: str, layout: str) -> str:
    """LLVM code for another machine."""
    values = {"datalayout": layout, "triple": TRIPLE}
    return _TARGET.sub(lambda found: f'target {found[1]} = "{values[found[1]]}"', text)


def shim(entry: Entry, name: str, signature: Any) -> str:
    """The function that the module offers: it calls the one that Numba made, as Numba wants to be called.

    Its arguments are a place for the result, one for an exception, then all numbers and addresses in a row; an array is
    its owner twice (none here), its items, their size, its address, its lengths and its strides. An exception ends it
    all: rules raise none.
    """
    takes: list[str] = []
    body: list[str] = []
    hands: list[str] = ["ptr %result", "ptr %failure"]
    for at, (_, kind) in enumerate(entry.leaves()):
        _leaf(at, kind, takes, body, hands)
    returned = str(signature.return_type)
    if returned not in RESULTS:
        raise LodgeError(f"{entry.name} must return a whole number or nothing, not {returned}.")
    result, change = RESULTS[returned]
    gives = f"%gives = {change} {result} %found to i32" if change else "%gives = add i32 0, 0"
    return f"""
define i32 @"{entry.name}"({", ".join(takes)}) {{
  %result = alloca {result}
  %failure = alloca ptr
{"".join(f"  {line}{chr(10)}" for line in body)}  %status = call i32 @"{name}"({", ".join(hands)})
  %failed = icmp sgt i32 %status, 0
  br i1 %failed, label %stop, label %done
stop:
  call void @llvm.trap()
  unreachable
done:
  %found = load {result}, ptr %result
  {gives}
  ret i32 %gives
}}
declare void @llvm.trap()
"""


def _leaf(at: int, kind: Rows | One | Number, takes: list[str], body: list[str], hands: list[str]) -> None:
    """One argument: what is taken, what is done with it, what is handed on."""
    if isinstance(kind, Number):
        takes.append(f"i{kind.bits} %a{at}")
        if kind.bits < 64:
            body.append(f"%w{at} = sext i{kind.bits} %a{at} to i64")
        hands.append(f"i64 %{'w' if kind.bits < 64 else 'a'}{at}")
        return
    takes.append(f"i32 %a{at}")
    body.append(f"%p{at} = inttoptr i32 %a{at} to ptr")
    if isinstance(kind, One):
        hands.append(f"ptr %p{at}")
        return
    takes += [f"i32 %n{at}x{axis}" for axis in range(kind.ndim)]
    body += [f"%l{at}x{axis} = zext i32 %n{at}x{axis} to i64" for axis in range(kind.ndim)]
    stride = str(kind.dtype.itemsize)
    strides: list[str] = []
    for axis in reversed(range(kind.ndim)):
        strides.insert(0, f"i64 {stride}")
        body.append(f"%s{at}x{axis} = mul i64 {stride}, %l{at}x{axis}")
        stride = f"%s{at}x{axis}"
    body.append(f"%c{at} = udiv exact i64 {stride}, {kind.dtype.itemsize}")
    lengths = [f"i64 %l{at}x{axis}" for axis in range(kind.ndim)]
    hands += ["ptr null", "ptr null", f"i64 %c{at}", f"i64 {kind.dtype.itemsize}", f"ptr %p{at}", *lengths, *strides]


def link(code: bytes, names: Iterable[str]) -> bytes:
    """A module of compiled code; what it offers are the functions with these names, and its memory."""
    with tempfile.TemporaryDirectory(prefix="lodge-wasm-") as folder:
        source, target = Path(folder) / "rules.o", Path(folder) / "rules.wasm"
        source.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "-O3"]
        command += ["--stack-first", "-z", f"stack-size={STACK}", "--export=__heap_base"]
        command += [f"--export={name}" for name in names]
        done = subprocess.run([*command, "-o", target, source], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise LodgeError(f"The module could not be put together: {done.stderr.strip()}")
        return target.read_bytes()
