"""The GPU: the same rules as CUDA device functions, where numba-cuda and a GPU are present."""

from __future__ import annotations

from typing import Any

from lodge.errors import LodgeError
from lodge.kernel.rule import teach


def cuda() -> Any:
    """Numba's CUDA module with every rule registered; LodgeError says what is missing."""
    try:
        from numba import cuda as module
        from numba.cuda.extending import register_jitable
    except ImportError as error:
        raise LodgeError("The CUDA backend needs numba-cuda: pip install 'lodge[gpu]'.") from error
    if not module.is_available():
        raise LodgeError("No CUDA GPU was found. Use --backend native (or python) instead.")
    teach("cuda", register_jitable)
    return module
