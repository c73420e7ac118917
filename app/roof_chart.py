"""A log-log chart with the roof on it, for every page that needs one.

Colours of lines, axes and fills come from the page's style sheet where Bokeh reads it (custom
properties that begin with ``--bk-``), the rest is set by the page's script from the same sheet.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, Range1d
from bokeh.models.annotations.labels import LabelSet
from bokeh.plotting import figure

from model.quantities import decade_label, decades

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.axes import Axes

__all__ = ("RoofChart",)

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"
_MOST_TICKS = 8


class RoofChart:
    """Axes, the roof and the notes beside it; what else is drawn is a subclass's.

    Parameters
    ----------
    columns : mapping of str to sequence of str
        Names of the columns of each data source; `roof` and `notes` are among them.
    prefix : str
        Begins the name of every model that a page's script finds by name: names are unique in a
        document.
    """

    def __init__(self, columns: Mapping[str, Sequence[str]], prefix: str = "") -> None:
        self.prefix = prefix
        self._sources = {
            name: ColumnDataSource({column: [] for column in names}, name=f"{prefix}{name}")
            for name, names in columns.items()
        }
        self._given: dict[str, dict[str, list[Any]]] = {}
        self._x, self._y = Range1d(start=0.1, end=1e4), Range1d(start=1e11, end=1e16)
        self.figure = self._figure()
        self._draw_roof()

    def _figure(self) -> Any:
        plot = figure(
            name=f"{self.prefix}roofline", x_axis_type="log", y_axis_type="log", x_range=self._x,
            y_range=self._y, sizing_mode="stretch_both", min_height=240, toolbar_location=None,
            tools="", min_border_left=8, min_border_right=12, min_border_top=6,
            output_backend="canvas",
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
        plot, roof, prefix = self.figure, self._sources["roof"], self.prefix
        for side in ("memory", "compute"):
            plot.patch(
                f"{side}_x", f"{side}_y", source=roof, name=f"{prefix}{side}-side", line_color=None
            )
            plot.line(
                f"{side}_top_x", f"{side}_top_y", source=roof, name=f"{prefix}{side}-roof",
                line_width=2.5,
            )  # fmt: skip
        plot.line(
            "ridge_x", "ridge_y", source=roof, name=f"{prefix}ridge", line_dash=[4, 4],
            line_width=1,
        )  # fmt: skip
        self._labels("notes", "text", "12px")

    def _labels(self, name: str, text: str, size: str) -> None:
        """Write a text beside each row of a source."""
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
                name=f"{self.prefix}{name}-labels",
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

    def _set_labels(self, labels: Sequence[str]) -> None:
        """Write along both axes."""
        axes = self.figure.xaxis[0], self.figure.yaxis[0]
        for axis, label in zip(axes, labels, strict=True):
            axis.axis_label = label

    def forget(self) -> None:
        """Send all columns with the next scene: a page may have started with others."""
        self._given.clear()

    def _set_data(self, columns: Mapping[str, dict[str, list[Any]]]) -> None:
        """Replace the columns that changed; all of a source if their length did: it has one."""
        for name, data in columns.items():
            given = self._given.get(name)
            if data is given:
                continue
            self._given[name] = data
            source = self._sources[name]
            shown = source.data
            changed = {
                key: column for key, column in data.items() if given is None or shown[key] != column
            }
            if any(len(shown[key]) != len(column) for key, column in changed.items()):
                source.data = data
            elif changed:
                shown.update(changed)
