"""A reader's measured points under the roof: one source for all of them, whatever their number."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from bokeh.models import CDSView, HoverTool, IndexFilter, LinearColorMapper

from app.axes import Axes, fit
from app.labels import fitting
from app.roof_chart import RoofChart
from app.roof_columns import ROOF_COLUMNS, axis_labels, note_columns, roof_columns
from model.quantities import rounded, si

if TYPE_CHECKING:
    from app.labels import Frame
    from app.language import Language
    from model import Roofline
    from model.measured import Measurements, Placed

__all__ = ("CLASSES", "MeasuredChart", "classes")

PREFIX = "measured-"
EDGES = (0.2, 0.4, 0.6, 0.8)
"""Shares of the roof at which the colour changes."""
CLASSES = len(EDGES) + 2
"""Colours: one for each step between the edges, and one for points above the roof."""
_MANY, _SMALL, _LARGE = 1000, 5, 8  # points, and px of each
_EMPTY = np.array([1e-3, 1])
_POINTS = ("x", "y", "share", "colour", "name", "intensity", "rate")


def classes(placed: Placed) -> np.ndarray:
    """Return the colour of each point, 0 to `CLASSES` - 1."""
    return np.where(
        placed.impossible, CLASSES - 1, np.searchsorted(EDGES, placed.share, side="right")
    )


class MeasuredChart(RoofChart):
    """The chart of measured points."""

    def __init__(self) -> None:
        super().__init__({**ROOF_COLUMNS, "points": _POINTS}, PREFIX)
        self._axes: Axes | None = None
        self._points: Measurements | None = None
        self._above = IndexFilter(indices=[])
        points, plot = self._sources["points"], self.figure
        colours = LinearColorMapper(
            palette=["#888888"] * CLASSES, low=-0.5, high=CLASSES - 0.5, name=f"{PREFIX}colours"
        )
        self._dots = plot.scatter(
            "x", "y", source=points, name=f"{PREFIX}dots", size=_LARGE, line_color=None,
            fill_color={"field": "colour", "transform": colours}, fill_alpha=0.85,
            level="underlay",  # thousands must not hide the roof
        )  # fmt: skip
        plot.scatter(
            "x", "y", source=points, name=f"{PREFIX}crosses", marker="x", size=13,
            line_width=2, fill_color=None, view=CDSView(filter=self._above),
        )  # fmt: skip
        self._hover = HoverTool(renderers=[self._dots], attachment="above", limit=3)
        plot.add_tools(self._hover)

    def speak(self, text: Language) -> None:
        """Use another language."""
        self._hover.tooltips = [
            ("", "@name"),
            (text("points", "intensity"), "@intensity"),
            (text("points", "rate"), "@rate"),
            (text("points", "share"), "@share{0.0 %}"),
        ]

    def update(
        self, measured: Measurements, placed: Placed, roof: Roofline, frame: Frame, text: Language
    ) -> None:
        """Show points under a roof; those that stay where they are are not sent again."""
        fresh = measured is not self._points
        axes = self._fitted(measured, roof, None if fresh else self._axes)
        self._axes = axes
        under = SimpleNamespace(ridge_intensity=roof.ridge_intensity, **vars(roof))
        self._set_ranges(axes)
        along, _ = axis_labels(frame, text)
        up = fitting(frame.height, text("points", "y"), text("points", "y_short"))
        self._set_labels((along, up))
        notes = note_columns(under, axes, frame, text)
        self._set_data({"roof": roof_columns(under, axes), "notes": notes})
        self._set_points(measured, placed, fresh)

    def _set_points(self, measured: Measurements, placed: Placed, fresh: bool) -> None:
        source = self._sources["points"]
        moved: dict[str, Any] = {
            "share": placed.share.astype(np.float32),
            "colour": classes(placed).astype(np.uint8),
        }
        if fresh:
            self._points = measured
            self._dots.glyph.size = _SMALL if len(measured.names) > _MANY else _LARGE
            source.data = {
                "x": measured.intensity, "y": measured.flops_per_s, **moved,
                "name": list(measured.names),
                "intensity": [f"{rounded(value, 4)} FLOP/B" for value in measured.intensity],
                "rate": [si(value, "FLOP/s", 4) for value in measured.flops_per_s],
            }  # fmt: skip
        elif not np.array_equal(moved["share"], source.data["share"]):
            source.data.update(moved)
        above = np.flatnonzero(placed.impossible).tolist()
        if above != self._above.indices:
            self._above.indices = above

    def _fitted(self, measured: Measurements, roof: Roofline, present: Axes | None) -> Axes:
        """Find ranges that hold the roof and every point; some decades before there are any."""
        x, y = measured.intensity, measured.flops_per_s
        x = x if len(x) else roof.ridge_intensity * _EMPTY
        y = y if len(y) else roof.peak_flops_per_s * _EMPTY
        corners = [
            SimpleNamespace(
                flops=1,
                intensity=float(end(x)),
                attainable_flops_per_s=float(end(y)),
                ridge_intensity=float(roof.ridge_intensity),
                peak_flops_per_s=float(roof.peak_flops_per_s),
            )
            for end in (np.min, np.max)
        ]
        return fit(corners, present)  # type: ignore[arg-type]
