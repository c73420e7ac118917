"""The notebook runs from a fresh kernel, and shows the simulator in it."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def outputs() -> dict[str, list]:
    """Outputs by cell id; an error in any cell fails."""
    notebook = nbformat.read(ROOT / "examples" / "notebook.ipynb", as_version=4)
    nbformat.validate(notebook)
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}})
    client.execute()
    return {cell["id"]: cell["outputs"] for cell in notebook.cells if cell["cell_type"] == "code"}


def test_the_sweep_shows_the_models_numbers(outputs: dict) -> None:
    text = outputs["sweep"][0]["text"]
    assert "B =   1     1.00 FLOP/byte" in text
    assert "B =  64    18.18 FLOP/byte" in text


def test_the_simulator_is_in_the_notebook(outputs: dict) -> None:
    pages = [o["data"].get("text/html", "") for o in outputs["app"] if "data" in o]
    assert any("Simulator" in page and "decode-64" in page for page in pages)
    assert not any("cdn" in page for page in pages if "decode-64" in page)


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = nbformat.read(ROOT / "examples" / "notebook.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
