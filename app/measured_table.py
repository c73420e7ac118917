"""Measured points as rows: sorted, filtered, a page at a time, and as a file."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from app.problems import expected
from model.quantities import percent, rounded, si

if TYPE_CHECKING:
    from app.language import Language
    from model.measured import Measurements, Placed

__all__ = ("PAGE", "SORTS", "Choice", "as_csv", "aside_page", "point_page")

PAGE = 100
"""Rows of a page."""

SORTS = ("line", "name", "intensity", "rate", "share", "flops", "bytes", "time")
"""What a table can be sorted by."""


@dataclass(frozen=True)
class Choice:
    """What of the table is shown.

    Parameters
    ----------
    sort : str
        One of `SORTS`.
    falling : bool
        Largest first.
    search : str
        Part of the name.
    only : str
        ``impossible``, ``memory``, ``compute``, or empty for all.
    page : int
        From 0.
    """

    sort: str = "line"
    falling: bool = False
    search: str = ""
    only: str = ""
    page: int = 0


def point_page(
    text: Language, measured: Measurements, placed: Placed, choice: Choice
) -> dict[str, Any]:
    """Return one page of the points' table as texts."""
    order = _ordered(measured, placed, choice)
    page = min(choice.page, max(len(order) - 1, 0) // PAGE)
    shown = order[page * PAGE : (page + 1) * PAGE]
    return {
        "page": page,
        "pages": -(-len(order) // PAGE),
        "total": len(order),
        "rows": [_point(text, measured, placed, int(i)) for i in shown],
        "sort": choice.sort,
        "falling": choice.falling,
    }


def _ordered(measured: Measurements, placed: Placed, choice: Choice) -> np.ndarray:
    kept = {
        "impossible": placed.impossible, "memory": placed.memory, "compute": ~placed.memory,
    }.get(choice.only, np.ones(len(measured.names), dtype=bool))  # fmt: skip
    chosen = np.flatnonzero(kept)
    if wanted := choice.search.strip().lower():
        chosen = np.array([i for i in chosen if wanted in measured.names[i].lower()], dtype=int)
    if choice.sort == "name":
        order = np.array(sorted(chosen, key=lambda i: measured.names[i].lower()), dtype=int)
    else:
        order = chosen[np.argsort(_column(measured, placed, choice.sort)[chosen], kind="stable")]
    return order[::-1] if choice.falling else order


def _column(measured: Measurements, placed: Placed, name: str) -> np.ndarray:
    return {
        "line": measured.lines, "intensity": measured.intensity, "rate": measured.flops_per_s,
        "share": placed.share, "flops": measured.flops, "bytes": measured.bytes_moved,
        "time": measured.time_s,
    }[name]  # fmt: skip


def _point(text: Language, measured: Measurements, placed: Placed, i: int) -> dict[str, Any]:
    impossible = bool(placed.impossible[i])
    bound = "memory" if placed.memory[i] else "compute"
    return {
        **_still(measured, i),
        "share": percent(placed.share[i]),
        "said": text("points", "impossible" if impossible else bound),
        "impossible": impossible,
    }


@lru_cache(maxsize=4 * PAGE)
def _still(measured: Measurements, i: int) -> dict[str, str]:
    """Return what stays as it is when the roof moves."""
    return {
        "line": str(measured.lines[i]),
        "name": measured.names[i],
        "intensity": f"{rounded(measured.intensity[i], 4)}",
        "rate": si(measured.flops_per_s[i], "FLOP/s", 4),
        "flops": _counted(measured.flops[i], "FLOP"),
        "bytes": _counted(measured.bytes_moved[i], "B"),
        "time": _counted(measured.time_s[i], "s"),
    }


def _counted(value: float, unit: str) -> str:
    return si(value, unit, 4) if value else ""


def aside_page(text: Language, measured: Measurements, page: int) -> dict[str, Any]:
    """Return one page of the rows that are listed and not drawn."""
    total = len(measured.aside)
    page = min(page, max(total - 1, 0) // PAGE)
    return {
        "page": page,
        "pages": -(-total // PAGE),
        "total": total,
        "rows": [
            {
                "line": str(row.line), "name": row.name, "column": row.column,
                "value": row.value[:80], "expected": expected(text, row.reason),
            }
            for row in measured.aside[page * PAGE : (page + 1) * PAGE]
        ],
    }  # fmt: skip


def as_csv(measured: Measurements, placed: Placed) -> str:
    """Write every row in base SI units, those that are not drawn at the end with the reason."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(
        ("line", "name", "flops", "bytes", "intensity", "time_s", "flop/s", "attainable_flop/s",
         "share_of_roof", "bound", "note")
    )  # fmt: skip
    for i, name in enumerate(measured.names):
        counts = measured.flops[i], measured.bytes_moved[i]
        shown = [repr(float(n)) if n else "" for n in (*counts, measured.intensity[i])]
        rates = measured.flops_per_s[i], placed.attainable_flops_per_s[i], placed.share[i]
        time = repr(float(measured.time_s[i])) if measured.time_s[i] else ""
        bound = "memory" if placed.memory[i] else "compute"
        note = "impossible: check FLOPs, bytes or peak" if placed.impossible[i] else ""
        write((measured.lines[i], name, *shown, time, *map(repr, map(float, rates)), bound, note))
    for row in measured.aside:
        write((row.line, row.name, *[""] * 8, str(row)))
    return out.getvalue()
