"""What is changed in the code for a GPU: LLVM must still understand it, and it must say what is meant."""

import llvmlite.binding as llvm
import pytest

from lodge.kernel import lean
from lodge.kernel.lean import keep_loops, share_tables

OURS = "_ZN5lodge4game"
MODULE = f"""
target triple = "nvptx64-nvidia-cuda"
@"_cudapy_cmem" = internal addrspace(4) constant [2 x i8] c"\\01\\02", align 1
@"_cudapy_cmem.1" = internal addrspace(4) constant [2 x i8] c"\\03\\04", align 1
@"_cudapy_cmem.2" = internal addrspace(4) constant [2 x i8] c"\\01\\02", align 1

define linkonce_odr i32 @"{OURS}"(i64* %".ret", i64 %"n")
{{
B0:
  %".a" = addrspacecast [2 x i8] addrspace(4)* @"_cudapy_cmem" to [2 x i8]*
  %".b" = addrspacecast [2 x i8] addrspace(4)* @"_cudapy_cmem.1" to [2 x i8]*
  %".c" = addrspacecast [2 x i8] addrspace(4)* @"_cudapy_cmem.2" to [2 x i8]*
  br label %"B10"
B10:
  %".i" = phi i64 [ 0, %"B0" ], [ %".next", %"B10" ]
  %".next" = add i64 %".i", 1
  %".more" = icmp slt i64 %".next", %"n"
  br i1 %".more", label %"B10", label %"B20"
B20:
  ret i32 0
}}
"""


def large(name: str, lines: int = lean.LARGE) -> str:
    """A rule of so many lines and a few."""
    body = "\n".join(f'  %".{i}" = add i64 %"n", {i}' for i in range(lines))
    return f'define linkonce_odr i32 @"{OURS}{name}"(i64 %"n")\n{{\nB0:\n{body}\n  ret i32 0\n}}\n'


def caller(name: str, called: str, times: int) -> str:
    """A rule that calls another."""
    declared = f'declare i32 @"{OURS}{called}"(i64)\n'
    calls = "\n".join(f'  %".{i}" = call i32 @"{OURS}{called}"(i64 {i})' for i in range(times))
    return f'{declared}define linkonce_odr i32 @"{OURS}{name}"(i64 %"n")\n{{\nB0:\n{calls}\n  ret i32 0\n}}\n'


def understood(module: str) -> str:
    """What LLVM reads, written by LLVM."""
    parsed = llvm.parse_assembly(module)
    parsed.verify()
    return str(parsed)


def test_equal_tables_become_one_in_global_memory() -> None:
    told = understood(share_tables(MODULE))
    assert "addrspace(4)" not in told
    assert told.count("linkonce_odr addrspace(1) constant [2 x i8]") == 2
    first, second = (line.split(" = ")[0] for line in told.splitlines() if " constant [2 x i8]" in line)
    assert (told.count(first), told.count(second)) == (3, 2)


def test_a_loop_is_marked_where_it_goes_back_and_nothing_else_is() -> None:
    told = understood(keep_loops(MODULE))
    marked = [line for line in told.splitlines() if line.lstrip().startswith("br ") and "!llvm.loop" in line]
    assert len(marked) == 1
    assert "icmp" in told.splitlines()[told.splitlines().index(marked[0]) - 1]
    assert "llvm.loop.unroll.disable" in told


@pytest.mark.parametrize(
    ("lines", "times", "apart"), [(lean.LARGE, 2, True), (lean.LARGE, 1, False), (lean.LARGE // 2, 2, False)]
)
def test_a_large_rule_that_is_called_twice_stays_apart(lines: int, times: int, apart: bool) -> None:
    """A module comes once for each rule that needs it: that is not a second call."""
    modules = [large("big", lines), caller("one", "big", times), caller("one", "big", times)]
    told = [understood(module) for module in lean.lean(modules)]
    assert ["noinline" in module for module in told] == [apart, False, False]


def test_other_packages_kernels_are_left_alone() -> None:
    others = MODULE.replace("5lodge", "5other")
    assert lean.lean(others) == [others]
    assert lean.lean([others, MODULE]) != [others, MODULE]
