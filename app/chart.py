"""The simulator's chart: a figure built once, whose data is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bokeh.models import HoverTool, LinearColorMapper
from bokeh.models.annotations.arrows import Arrow, VeeHead

from app.roof_chart import RoofChart
from app.roof_columns import axis_labels
from app.scene import COLUMNS, HOVER_TEXTS, Scene, columns

if TYPE_CHECKING:
    from app.language import Language

__all__ = ("Chart",)


class Chart(RoofChart):
    """The chart.

    Parameters
    ----------
    text : Language
        Texts of axes and notes.
    """

    def __init__(self, text: Language) -> None:
        super().__init__(COLUMNS)
        self._text = text
        self._draw_overlays()
        self._draw_points()
        self.speak(text)

    def speak(self, text: Language) -> None:
        """Use another language; axes and notes change with the next scene."""
        self._text = text
        self._hover.tooltips = _tooltips(text)

    def update(self, scene: Scene) -> None:
        """Show a scene: replace the data of those sources whose data changed."""
        self._set_ranges(scene.axes)
        self._set_labels(axis_labels(scene.frame, self._text))
        self._set_data(columns(scene, self._text))

    def _draw_overlays(self) -> None:
        """Draw other roofs and the way of a dimension, below the points."""
        plot = self.figure
        plot.multi_line(
            "xs", "ys", source=self._sources["lines"], name="overlay-lines", line_dash="dash",
            line_width=1.5,
        )  # fmt: skip
        plot.line(
            "x", "y", source=self._sources["way"], name="way-line", line_width=9, line_alpha=0.35,
            line_cap="round",
        )  # fmt: skip
        plot.scatter(
            "x", "y", source=self._sources["marks"], name="overlay-marks", marker="shape", size=12,
            fill_color=None, line_width=2,
        )  # fmt: skip
        plot.scatter(
            "x", "y", source=self._sources["stops"], name="stop-marks", marker="dash", angle=1.5708,
            size=20, line_width=3,
        )  # fmt: skip
        for name in ("names", "marks", "stops"):
            self._labels(name, "text", "12px")

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


def _tooltips(text: Language) -> list[tuple[str, str]]:
    return [("", "@name"), *((text("table", key), f"@{key}") for key in HOVER_TEXTS)]
