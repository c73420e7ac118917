"""Load `presets/figures/*.toml`, when they are asked for: a start of the page needs none of it."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from model.errors import PresetError
from model.figures.figure import read_figure
from model.reader import PRESETS_FOLDER, Reader, Table

if TYPE_CHECKING:
    from pathlib import Path

    from model.figures.figure import Figure

__all__ = ("load_figures",)

_FOLDER = PRESETS_FOLDER / "figures"


@cache
def load_figures(folder: Path = _FOLDER) -> tuple[Figure, ...]:
    """Load the published figures.

    Parameters
    ----------
    folder : Path, optional
        Where the files are; each holds tables ``[[row]]`` and is a topic.

    Returns
    -------
    tuple of Figure
        In the order of the files' names, and of each file.

    Raises
    ------
    PresetError
        Listing every problem in every file, each with file and row.
    """
    reader = Reader()
    figures: dict[str, Figure] = {}
    for path in sorted(folder.glob("*.toml")):
        for number, raw in enumerate(_rows(reader, path), start=1):
            for figure in _figure(reader, path, number, raw):
                if figure.id in figures:
                    reader.problems.append(f"{path}: row {number}: expected a new id: {figure.id}")
                figures[figure.id] = figure
    if not figures:
        reader.problems.append(f"{folder}: expected files with tables [[row]]")
    if reader.problems:
        raise PresetError(reader.problems)
    return tuple(figures.values())


def _rows(reader: Reader, path: Path) -> list[Any]:
    tables = reader.tables(path)
    rows = tables.pop("row", [])
    reader.problems += [f"{path}: {key}: expected tables [[row]]" for key in tables]
    return rows if isinstance(rows, list) else [rows]


def _figure(reader: Reader, path: Path, number: int, raw: Any) -> list[Figure]:
    name = raw.get("id", number) if isinstance(raw, dict) else number
    table = Table(f"{path}: row {name}", raw, reader.problems)
    return table.made(partial(read_figure, path.stem))
