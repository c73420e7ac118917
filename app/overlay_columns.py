"""Overlays as columns of the chart's sources, their names placed so that none lies on another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.labels import Frame, Spot, spots
from app.roof_columns import share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.axes import Axes
    from app.overlays import Overlays

__all__ = ("COLUMNS", "Fixed", "columns", "names")

Fixed = tuple[float, float, str, Spot]

COLUMNS: dict[str, tuple[str, ...]] = {
    "lines": ("xs", "ys", "dash"),
    "names": ("x", "y", "text", "dx", "dy", "align"),
    "marks": ("x", "y", "shape", "text", "dx", "dy", "align"),
    "way": ("x", "y"),
    "stops": ("x", "y", "text", "dx", "dy", "align"),
}
_LINE = 15  # px that a line of text is high
_ON_SLOPE = Spot(-9, 9, "right")
_UNDER = Spot(10, -8, "left")


def names(drawn: Overlays, axes: Axes, frame: Frame, peak: float) -> list[tuple[Any, ...]]:
    """Return the rows of `names`: at the right end one above the other, elsewhere at the line."""
    taken = [share(peak, axes.y) * frame.height + _LINE / 2]
    rows = []
    for x, y, text, where in sorted(drawn.names, key=lambda name: name[1]):
        spot = {"slope": _ON_SLOPE, "under": _UNDER}.get(where) or _at_end(y, taken, axes, frame)
        rows.append((x, y, text, spot.dx, spot.dy, spot.align))
    return rows


def _at_end(y: float, taken: list[float], axes: Axes, frame: Frame) -> Spot:
    line = share(y, axes.y) * frame.height
    level = line + 9
    while any(abs(level - other) < _LINE for other in taken):
        level -= 3
    taken.append(level)
    return Spot(-4, level - line, "right")


def columns(
    drawn: Overlays, axes: Axes, frame: Frame, fixed: Sequence[Fixed], named: list[tuple[Any, ...]]
) -> dict[str, dict[str, list[Any]]]:
    """Return the data of every overlay's source; `fixed` are the texts that have their places."""
    labelled = [(x, y, text) for x, y, _, text in drawn.marks] + drawn.stops
    places = [(share(x, axes.x), share(y, axes.y), text, True) for x, y, text in labelled]
    found = [(s.dx, s.dy, s.align) for s in spots(places, _NO_SLOPE, frame, notes=fixed)]
    marks, stops = found[: len(drawn.marks)], found[len(drawn.marks) :]
    lines = zip(drawn.lines, drawn.dashes, strict=True)
    return {
        "lines": _table("lines", [(xs, ys, dash) for (_, xs, ys), dash in lines]),
        "names": _table("names", named),
        "marks": _table("marks", [(*m, *s) for m, s in zip(drawn.marks, marks, strict=True)]),
        "way": _table("way", drawn.way),
        "stops": _table("stops", [(*m, *s) for m, s in zip(drawn.stops, stops, strict=True)]),
    }


_NO_SLOPE = ((0.0, 0.0), (0.0, 0.0))


def _table(name: str, rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    found = zip(*rows, strict=True) if rows else ([] for _ in COLUMNS[name])
    return dict(zip(COLUMNS[name], map(list, found), strict=True))
