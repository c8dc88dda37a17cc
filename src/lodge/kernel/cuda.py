"""The GPU: the same rules as CUDA device functions, where numba-cuda and a GPU are present."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

import numpy as np

from lodge.errors import LodgeError
from lodge.kernel.compile import have_native
from lodge.kernel.lean import lean
from lodge.kernel.rule import teach


def cuda() -> Any:
    """Numba's CUDA module with every rule made so far registered; LodgeError says what is missing.

    Under Numba's CUDA simulator (`NUMBA_ENABLE_CUDASIM=1`) kernels are plain Python, and so are rules.
    """
    if not have_native():
        raise LodgeError("The CUDA backend needs Numba and numba-cuda: pip install 'lodge-games[gpu]'.")
    module: Any = importlib.import_module("numba.cuda")
    if importlib.import_module("numba").config.ENABLE_CUDASIM:
        return module
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped this old name, numba-cuda 0.30 still asks for it
    try:
        extending = importlib.import_module("numba.cuda.extending")
        register, overload = extending.register_jitable, extending.overload
    except (ImportError, AttributeError):
        raise LodgeError("The CUDA backend needs numba-cuda: pip install 'lodge-games[gpu]'.") from None
    if not module.is_available():
        raise LodgeError("No CUDA GPU was found. Use --backend native (or python) instead.")
    _make_lean()
    teach("cuda", register, overload, overload)
    return module


@cache
def _make_lean() -> None:
    """From now on, kernels of this package are made lean."""
    compiler: Any = importlib.import_module("numba.cuda.cudadrv.nvvm")
    compile_all = compiler.compile_ir
    compiler.compile_ir = lambda modules, **options: compile_all(lean(modules), **options)
