"""Rules as a GPU likes them: three changes to the code that Numba makes, before NVIDIA's compiler gets it.

Tables. Numba lays every array that a rule reads into constant memory, once for each function that reads it. That memory
serves one address at a time, and a warp's 32 threads look up 32 places. So tables go into global memory, which the
cache serves all at once, and equal ones become one.

Loops. The compiler unrolls loops over five dice or eight cells, one within the other, until a game is half a megabyte
of code. Threads at different points of it then wait for instructions more than for anything else. So loops stay loops.

Large rules. For the same reason a large rule that is called at several places is called there, not copied.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator

OURS = '@"_ZN5lodge'  # how the names of this package's functions begin, as Numba writes them
_TABLE = re.compile(r'^@"([^"]*_cudapy_cmem[^"]*)" = internal addrspace\(4\) constant (.*)$', re.MULTILINE)
_LABEL = re.compile(r'^"?([\w.$]+)"?:')
_TARGET = re.compile(r'label %"?([\w.$]+)"?')
_RULE = re.compile(r'^define linkonce_odr i32 @"([^"]+)"\([^\n]*\)(.*?)^}', re.MULTILINE | re.DOTALL)
_CALL = re.compile(r'call i32 @"([^"]+)"')
LARGE = 950  # lines
_KEEP_LOOP = 1 << 20  # metadata from this number on is ours


def lean(modules: str | Iterable[str]) -> list[str]:
    """The modules of a kernel (LLVM's text form), changed; those of other packages' kernels as they are."""
    given = [modules] if isinstance(modules, str) else list(modules)
    if not any(OURS in one for one in given):
        return given
    return [keep_loops(share_tables(one)) for one in keep_apart(given)]


def keep_apart(modules: list[str]) -> list[str]:
    """Tell the compiler not to copy large rules to where they are called, unless that is one place only."""
    bodies = {rule[1]: rule[2] for module in modules for rule in _RULE.finditer(module)}  # many come more than once
    calls = Counter(called for body in bodies.values() for called in _CALL.findall(body))
    large = {name for name, body in bodies.items() if body.count("\n") > LARGE and calls[name] > 1}

    def apart(rule: re.Match[str]) -> str:
        head, line, body = rule[0].partition("\n")
        return f"{head} noinline{line}{body}" if rule[1] in large else rule[0]

    return [_RULE.sub(apart, module) for module in modules]


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
