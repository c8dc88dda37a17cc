"""Numba's CUDA simulator, which has to be chosen before Numba is imported: so in a program of its own."""

from __future__ import annotations

import subprocess
import sys

from tests.unmeasured import environment


def simulated(code: str, *arguments: str) -> str:
    """What a program prints in the simulator."""
    result = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment(NUMBA_ENABLE_CUDASIM="1"),
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()
