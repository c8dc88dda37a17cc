"""Rules as a GPU likes them: two changes to the code that Numba makes, before NVIDIA's compiler gets it.

Tables. Numba lays every array that a rule reads into constant memory, once for each function that reads it. That memory
serves one address at a time, and a warp's 32 threads look up 32 places. So tables go into global memory, which the
cache serves all at once, and equal ones become one.

Loops. The compiler unrolls loops over five dice or eight cells, one within the other, until a game is half a megabyte
of code. Threads at different points of it then wait for instructions more than for anything else. So loops stay loops.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

OURS = '@"_ZN5lodge'  # how the names of this package's functions begin, as Numba writes them
_TABLE = re.compile(r'^@"([^"]*_cudapy_cmem[^"]*)" = internal addrspace\(4\) constant (.*)$', re.MULTILINE)
_LABEL = re.compile(r'^"?([\w.$]+)"?:')
_TARGET = re.compile(r'label %"?([\w.$]+)"?')
_KEEP_LOOP = 1 << 20  # metadata from this number on is ours


def lean(modules: str | Iterable[str]) -> list[str]:
    """The modules of a kernel (LLVM's text form), changed; those of other packages' kernels as they are."""
    given = [modules] if isinstance(modules, str) else list(modules)
    return [keep_loops(share_tables(one)) for one in given] if any(OURS in one for one in given) else given


def share_tables(module: str) -> str:
    """Move every table into global memory, named after what is in it, so that the linker sees which are the same."""
    names: dict[str, str] = {}
    made: set[str] = set()

    def moved(table: re.Match[str]) -> str:
        name = "lodge_table_" + hashlib.sha256(table[2].encode()).hexdigest()[:16]
        names[table[1]] = name
        if name in made:
            return ""
        made.add(name)
        return f'@"{name}" = linkonce_odr addrspace(1) constant {table[2]}'

    module = _TABLE.sub(moved, module)
    for old, new in names.items():
        module = module.replace(f'@"{old}"', f'@"{new}"')
    return module.replace("addrspace(4)", "addrspace(1)") if names else module


def keep_loops(module: str) -> str:
    """Tell the compiler, wherever a loop goes back to its start, not to unroll it."""
    lines: list[str] = []
    marks: list[str] = []
    for line, goes_back in _back_edges(module.splitlines()):
        if goes_back:
            mark = f"!{_KEEP_LOOP + 1 + len(marks)}"
            marks.append(f"{mark} = distinct !{{ {mark}, !{_KEEP_LOOP} }}")
            line += f", !llvm.loop {mark}"  # noqa: PLW2901 - the line with its mark
        lines.append(line)
    if marks:
        lines += [f'!{_KEEP_LOOP} = !{{ !"llvm.loop.unroll.disable" }}', *marks]
    return "\n".join(lines) + "\n"


def _back_edges(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is a jump to a label that came before it."""
    passed: set[str] = set()
    for line in lines:
        if line.startswith("define"):
            passed = set()
        elif label := _LABEL.match(line):
            passed.add(label[1])
        jump = line.lstrip().startswith("br ") and "!" not in line
        yield line, jump and any(target in passed for target in _TARGET.findall(line))
