"""The log-log roofline: a figure built once, whose data is replaced.

Colours of lines, axes and fills come from the page's style sheet where Bokeh reads it (custom
properties that begin with ``--bk-``), the rest is set by the page's script from the same sheet.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, LinearColorMapper, Range1d
from bokeh.models.annotations.arrows import Arrow, VeeHead
from bokeh.models.annotations.labels import LabelSet
from bokeh.plotting import figure

from app.scene import COLUMNS, HOVER_TEXTS, Scene, axis_labels, columns
from model.quantities import decade_label, decades

if TYPE_CHECKING:
    from app.axes import Axes
    from app.language import Language

__all__ = ("Chart",)

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"
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
        self._sources = {
            name: ColumnDataSource({column: [] for column in names}, name=name)
            for name, names in COLUMNS.items()
        }
        self._x, self._y = Range1d(start=0.1, end=1e4), Range1d(start=1e11, end=1e16)
        self.figure = self._figure()
        self._draw_roof()
        self._draw_points()
        self.speak(text)

    def speak(self, text: Language) -> None:
        """Use another language; axes and notes change with the next scene."""
        self._text = text
        self._hover.tooltips = _tooltips(text)

    def update(self, scene: Scene) -> None:
        """Show a scene: replace the data of those sources whose data changed."""
        self._set_ranges(scene.axes)
        axes = self.figure.xaxis[0], self.figure.yaxis[0]
        for axis, label in zip(axes, axis_labels(scene, self._text), strict=True):
            axis.axis_label = label
        for name, data in columns(scene, self._text).items():
            if self._sources[name].data != data:
                self._sources[name].data = data

    def _figure(self) -> Any:
        plot = figure(
            name="roofline", x_axis_type="log", y_axis_type="log", x_range=self._x, y_range=self._y,
            sizing_mode="stretch_both", min_height=240, toolbar_location=None, tools="",
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
        self._hover = HoverTool(renderers=[markers], attachment="above")
        plot.add_tools(self._hover)
        self._labels("points", "label", "12px")
        self._draw_pin()

    def _draw_pin(self) -> None:
        pin = self._sources["pin"]
        self.figure.scatter(
            "x", "y", source=pin, name="pin-mark", size=13, fill_color=None, line_width=2
        )
        head = VeeHead(size=10, name="pin-head")
        arrow = Arrow(source=pin, x_start="x", y_start="y", x_end="x1", y_end="y1", end=head)
        arrow.update(line_width=1.5, line_dash=[6, 3], name="pin-arrow")
        self.figure.add_layout(arrow)
        self._labels("pin", "text", "13px")

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


def _tooltips(text: Language) -> list[tuple[str, str]]:
    return [("", "@name"), *((text("table", key), f"@{key}") for key in HOVER_TEXTS)]
