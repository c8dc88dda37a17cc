"""The notebooks run, each in a kernel of its own, with few games."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.unmeasured import environment

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"
FEW = 500  # times fewer games than a reader sees


def fewer(source: str) -> str:
    """The cell of parameters, with small numbers."""
    return re.sub(r"(?<== )[\d_]+", lambda number: str(max(2, int(number[0]) // FEW)), source)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in NOTEBOOKS.glob("*.ipynb")])
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    shown = [cell for cell in notebook.cells if cell.get("outputs")]
    assert len(shown) > 4, "what it prints and draws is kept: python tools/notebooks.py"
    assert not any(output.output_type == "error" for cell in shown for output in cell.outputs)
    (parameters,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    parameters.source = fewer(parameters.source)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": NOTEBOOKS}}).execute(env=environment())
