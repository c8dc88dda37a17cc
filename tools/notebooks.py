"""Run the notebooks in docs/notebooks and keep what they print and draw: `python tools/notebooks.py`, some minutes."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"


def main() -> None:
    """Each in its folder, so that links and files are as a reader has them; without dates and versions."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        place = {"metadata": {"path": FOLDER}}
        NotebookClient(notebook, timeout=None, record_timing=False, coalesce_streams=True, resources=place).execute()
        notebook.metadata.language_info = {"name": "python"}
        nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
        print(path.name)


if __name__ == "__main__":
    main()
