"""The log-log roofline: a figure built once, whose data is replaced.

Colours of lines, axes and fills come from the page's style sheet where Bokeh reads it (custom
properties that begin with ``--bk-``), the rest is set by the page's script from the same sheet.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, LinearColorMapper, Range1d
from bokeh.models.annotations.labels import LabelSet
from bokeh.plotting import figure

from app.labels import Frame, spots
from model.quantities import decade_label, decades, rounded, si

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.axes import Axes
    from app.language import Language
    from model import Result

__all__ = ("Chart",)

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"
_SHAPES = {"memory": "circle", "compute": "square", "ridge": "diamond"}
_MOST_TICKS = 8


class Chart:
    """The chart.

    Parameters
    ----------
    text : Language
        Texts of axes and notes.
    """

    def __init__(self, text: Language) -> None:
        self._text = text
        self.frame = Frame()
        self._sources = {name: ColumnDataSource(name=name) for name in _COLUMNS}
        for name, source in self._sources.items():
            source.data = {column: [] for column in _COLUMNS[name]}
        self._x, self._y = Range1d(start=0.1, end=1e4), Range1d(start=1e11, end=1e16)
        self.figure = self._figure()
        self._draw_roof()
        self._draw_points()

    def update(
        self,
        results: Mapping[str, Result],
        selected: str,
        axes: Axes,
        trail: Sequence[tuple[float, float]],
        marks: Mapping[str, Mapping[str, str]],
    ) -> None:
        """Replace the data.

        Parameters
        ----------
        results : mapping of str to Result
            What is drawn, by workload id.
        selected : str
            Id of the workload to emphasise.
        axes : Axes
            Ranges.
        trail : sequence of (float, float)
            Intensity and throughput of places passed, oldest first.
        marks : mapping of str to mapping
            For each id the `label` on the chart and the texts that hovering shows.
        """
        self._set_ranges(axes)
        self._put("roof", _roof(results[selected], axes))
        self._put("notes", self._notes(results[selected], axes))
        self._put("points", self._points(results, selected, axes, marks))
        self._put("drop", _drop(results[selected], axes))
        self._put("trail", _trail(trail))

    def _put(self, name: str, data: dict[str, Any]) -> None:
        if self._sources[name].data != data:
            self._sources[name].data = data

    def _figure(self) -> Any:
        plot = figure(
            name="roofline", x_axis_type="log", y_axis_type="log", x_range=self._x, y_range=self._y,
            sizing_mode="stretch_both", min_height=240, toolbar_location=None, tools="",
            x_axis_label=self._text("chart", "x"), y_axis_label=self._text("chart", "y"),
            min_border_left=8, min_border_right=12, min_border_top=6, output_backend="canvas",
        )  # fmt: skip
        for axis in (*plot.xaxis, *plot.yaxis):
            axis.ticker = FixedTicker()
            axis.axis_label_text_font = axis.major_label_text_font = _FONT
            axis.axis_label_text_font_style = "normal"
            axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
            axis.axis_label_standoff = 6
            axis.minor_tick_line_color = None
            axis.major_tick_in, axis.major_tick_out = 0, 4
        return plot

    def _draw_roof(self) -> None:
        plot, roof = self.figure, self._sources["roof"]
        for side in ("memory", "compute"):
            plot.patch(f"{side}_x", f"{side}_y", source=roof, name=f"{side}-side", line_color=None)
            plot.line(
                f"{side}_top_x", f"{side}_top_y", source=roof, name=f"{side}-roof", line_width=2.5
            )
        plot.line("ridge_x", "ridge_y", source=roof, name="ridge", line_dash=[4, 4], line_width=1)
        self._labels("notes", "text", "12px")

    def _draw_points(self) -> None:
        plot, points = self.figure, self._sources["points"]
        plot.segment(
            "x0", "y0", "x1", "y1", source=self._sources["drop"], name="drop-lines",
            line_dash=[2, 4], line_width=1.5,
        )  # fmt: skip
        plot.scatter(
            "x", "y", source=self._sources["trail"], name="trail-dots", size=7, alpha="alpha",
            line_color=None,
        )  # fmt: skip
        colours = LinearColorMapper(
            palette=["#868e96", "#e8590c"], low=0, high=1, name="marker-colours"
        )
        markers = plot.scatter(
            "x", "y", source=points, name="markers", marker="shape", size="size",
            line_width=2,
            fill_color={"field": "chosen", "transform": colours},
        )  # fmt: skip
        plot.add_tools(HoverTool(renderers=[markers], tooltips=_HOVER, attachment="above"))
        self._labels("points", "label", "12px")

    def _labels(self, name: str, text: str, size: str) -> None:
        self.figure.add_layout(
            LabelSet(
                x="x",
                y="y",
                text=text,
                x_offset="dx",
                y_offset="dy",
                text_align="align",
                text_baseline="middle",
                text_font=value(_FONT),
                text_font_size=value(size),
                name=f"{name}-labels",
                source=self._sources[name],
            )
        )

    def _set_ranges(self, axes: Axes) -> None:
        for span, (low, high), axis in (
            (self._x, axes.x, self.figure.xaxis[0]),
            (self._y, axes.y, self.figure.yaxis[0]),
        ):
            if (span.start, span.end) == (low, high) and axis.ticker.ticks:
                continue
            span.update(start=low, end=high)
            ticks = decades(low, high)
            ticks = ticks[:: math.ceil(len(ticks) / _MOST_TICKS)]
            axis.major_label_overrides = {tick: decade_label(tick) for tick in ticks}
            axis.ticker.ticks = ticks

    def _notes(self, result: Result, axes: Axes) -> dict[str, list[Any]]:
        ridge, peak = result.ridge_intensity, result.peak_flops_per_s
        bandwidth = result.bandwidth_bytes_per_s
        along = axes.x[0] ** 0.62 * min(ridge, axes.x[1]) ** 0.38
        narrow = "_short" if self.frame.width < 460 else ""
        text = partial(self._text, "chart")
        rows = [
            (ridge, peak, text("peak", peak=si(peak, "FLOP/s")), -8, 13, "right"),
            (along, along * bandwidth, si(bandwidth, "B/s"), -9, 9, "right"),
            (ridge, axes.y[0], text("ridge", intensity=rounded(ridge, 4)), -8, 30, "right"),
            (ridge, axes.y[0], text(f"memory{narrow}"), -8, 12, "right"),
            (ridge, axes.y[0], text(f"compute{narrow}"), 8, 12, "left"),
        ]
        return dict(zip(_COLUMNS["notes"], map(list, zip(*rows, strict=True)), strict=True))

    def _points(
        self, results: Mapping[str, Result], selected: str, axes: Axes, marks: Mapping[str, Any]
    ) -> dict[str, list[Any]]:
        placed = {name: r for name, r in results.items() if r.flops > 0}
        names = list(placed)
        places = [
            (
                _share(r.intensity, axes.x), _share(r.attainable_flops_per_s, axes.y),
                marks[name]["label"], r.bound != "memory",
            )
            for name, r in placed.items()
        ]  # fmt: skip
        moving = names.index(selected) if selected in names else None
        found = spots(places, _slope(results[selected], axes), self.frame, moving)
        return {
            "id": names,
            "x": [r.intensity for r in placed.values()],
            "y": [r.attainable_flops_per_s for r in placed.values()],
            "shape": [_SHAPES[r.bound] for r in placed.values()],
            "size": [17 if name == selected else 11 for name in names],
            "chosen": [int(name == selected) for name in names],
            "dx": [spot.dx for spot in found],
            "dy": [spot.dy for spot in found],
            "align": [spot.align for spot in found],
            **{key: [marks[name][key] for name in names] for key in _TEXTS},
        }


_TEXTS = ("label", "name", "flops", "bytes", "intensity", "bound", "attainable", "time")
_COLUMNS: dict[str, tuple[str, ...]] = {
    "roof": (
        "memory_x", "memory_y", "compute_x", "compute_y", "memory_top_x", "memory_top_y",
        "compute_top_x", "compute_top_y", "ridge_x", "ridge_y",
    ),
    "notes": ("x", "y", "text", "dx", "dy", "align"),
    "points": ("id", "x", "y", "shape", "size", "chosen", "dx", "dy", "align", *_TEXTS),
    "drop": ("x0", "y0", "x1", "y1"),
    "trail": ("x", "y", "alpha"),
}  # fmt: skip
_HOVER = [("", "@name"), *((key, f"@{key}") for key in _TEXTS[2:])]


def _roof(result: Result, axes: Axes) -> dict[str, list[float]]:
    """Corners of both sides; columns of one length, so that one source holds them."""
    ridge, peak = result.ridge_intensity, result.peak_flops_per_s
    left, bottom = axes.x[0], axes.y[0]
    start = left * result.bandwidth_bytes_per_s
    return {
        "memory_x": [left, left, ridge, ridge],
        "memory_y": [bottom, start, peak, bottom],
        "compute_x": [ridge, ridge, axes.x[1], axes.x[1]],
        "compute_y": [bottom, peak, peak, bottom],
        "memory_top_x": [left, left, ridge, ridge],
        "memory_top_y": [start, start, peak, peak],
        "compute_top_x": [ridge, ridge, axes.x[1], axes.x[1]],
        "compute_top_y": [peak, peak, peak, peak],
        "ridge_x": [ridge, ridge, ridge, ridge],
        "ridge_y": [bottom, bottom, peak, peak],
    }


def _drop(result: Result, axes: Axes) -> dict[str, list[float]]:
    """Lines from the selected point down to the intensity axis and across to the other."""
    if result.flops == 0:
        return {column: [] for column in _COLUMNS["drop"]}
    x, y = result.intensity, result.attainable_flops_per_s
    return {"x0": [x, x], "y0": [y, y], "x1": [x, axes.x[0]], "y1": [axes.y[0], y]}


def _trail(trail: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    count = len(trail)
    return {
        "x": [x for x, _ in trail],
        "y": [y for _, y in trail],
        "alpha": [0.5 * (i + 1) / count for i in range(count)],
    }


def _slope(result: Result, axes: Axes) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return both ends of the memory roof, as shares of the frame."""
    left = axes.x[0] * result.bandwidth_bytes_per_s
    corner = _share(result.ridge_intensity, axes.x), _share(result.peak_flops_per_s, axes.y)
    return (0.0, _share(left, axes.y)), corner


def _share(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])
