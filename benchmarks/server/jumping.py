"""`python -m benchmarks.server.jumping`: the server on a machine whose clock somebody sets.

The file that LODGE_CLOCK names says by how many seconds the time of day is wrong. Workers import this, too.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

_real = time.time
_file = Path(os.environ["LODGE_CLOCK"])


def _wrong() -> float:
    with suppress(OSError, ValueError):
        return _real() + float(_file.read_text())
    return _real()


time.time = _wrong

from lodge.server.__main__ import main  # noqa: E402

if __name__ == "__main__":
    main()
