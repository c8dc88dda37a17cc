"""A disk of its own that can be filled to the last block: a file system in a file, mounted (by root, on Linux)."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = 8 << 30  # bytes; the file takes no more room than what is written
BLOCK = 4096


class Disk:
    """A mounted file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Take all the room there is: large pieces first, then blocks."""
        at, piece = 0, SIZE
        with self._filler.open("wb") as filler:
            while piece >= BLOCK:
                try:
                    os.posix_fallocate(filler.fileno(), at, piece)
                    at += piece
                except OSError:
                    piece //= 2

    def free(self) -> None:
        """Give it back."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def own_disk() -> Iterator[Disk | None]:
    """A disk for a while; None where nothing may be mounted."""
    with tempfile.TemporaryDirectory(prefix="lodge-disk-") as folder:
        image, mounted = Path(folder, "image"), Path(folder, "mounted")
        mounted.mkdir()
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user
        with image.open("wb") as file:
            file.truncate(SIZE)
        try:
            _do("mkfs.ext4", "-q", "-m", "0", str(image))  # -m 0: root, too, has no room left
            _do("mount", "-o", "loop", str(image), str(mounted))
        except (OSError, subprocess.CalledProcessError):
            yield None
            return
        try:
            yield Disk(mounted)
        finally:
            with suppress(OSError, subprocess.CalledProcessError):
                _do("umount", "--lazy", str(mounted))


def _do(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
