"""The chart of a whole model: its operators on the roof, the one point for all, and their sum."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bokeh.models import HoverTool

from app.axes import Axes, fit
from app.labels import Frame, Spot, spots
from app.roof_chart import RoofChart
from app.roof_columns import (
    MARKERS,
    ROOF_COLUMNS,
    WIDE,
    axis_labels,
    floats,
    note_columns,
    roof_columns,
    share,
    slope,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.language import Language
    from model.networks import Report, Row

    Texts = Mapping[str, Mapping[str, str]]
    _Mark = tuple[float, float, str, Spot]

__all__ = ("NetworkChart",)

_LABELLED = 0.04  # share of the time from which an operator is named on the chart
_APART = 22  # px between places with a text each
_SPELT = 2  # names in the text of one place; one where the chart is narrow
_LARGEST, _SMALLEST = 56, 6  # px across, for all of the time and for next to none
_BELOW = Spot(12, -12, "left")  # the sum, under the one point
_TEXTS = ("name", "flops", "bytes", "intensity", "bound", "time", "share")
_PLACED = ("x", "y", "text", "dx", "dy", "align")
_COLUMNS: dict[str, tuple[str, ...]] = {
    **ROOF_COLUMNS,
    "operators": ("size", "shape", *_PLACED, *_TEXTS),
    "whole": (*_PLACED, "shape", *_TEXTS),
    "gap": ("x0", "y0", "x1", "y1"),
}


class NetworkChart(RoofChart):
    """The chart; the area of a marker is the operator's share of the time."""

    def __init__(self) -> None:
        super().__init__(_COLUMNS, prefix="model-")
        self._axes: tuple[object, Axes | None] = (None, None)
        self._draw()

    def show(self, told: Report, texts: Texts, text: Language, frame: Frame, place: object) -> None:
        """Show a report.

        Parameters
        ----------
        told : Report
            What to show.
        texts : mapping of str to mapping
            What hovering shows, by name of the operator; `whole` and `sum` too.
        text : Language
            Texts of axes, notes and hovering.
        frame : Frame
            Size of the plotting area, px.
        place : object
            Axes only grow while this stays equal.
        """
        tooltips = [("", "@name"), *((text("network", key), f"@{key}") for key in _TEXTS[1:])]
        if self._hover.tooltips != tooltips:
            self._hover.tooltips = tooltips
        before, present = self._axes
        drawn: list[Any] = [told, *told.operators]
        axes = fit(drawn, present if before == place else None)
        self._axes = place, axes
        self._set_ranges(axes)
        self._set_labels(axis_labels(frame, text))
        notes = note_columns(told, axes, frame, text)
        made = {
            "roof": roof_columns(told, axes),
            "notes": notes,
            **_points(told, texts, axes, frame, notes),
        }
        self._set_data({k: {c: floats(v) for c, v in data.items()} for k, data in made.items()})

    def _draw(self) -> None:
        plot, source = self.figure, self._sources
        operators = plot.scatter(
            "x", "y", source=source["operators"], name="model-markers", size="size",
            marker="shape", fill_alpha=0.35, line_width=1.5,
        )  # fmt: skip
        plot.segment(
            "x0", "y0", "x1", "y1", source=source["gap"], name="model-gap-line", line_width=1.5,
            line_dash=[2, 3],
        )  # fmt: skip
        whole = plot.scatter(
            "x", "y", source=source["whole"], name="model-whole-marks", size=15, marker="shape",
            line_width=2.5, fill_color=None,
        )  # fmt: skip
        self._hover = HoverTool(renderers=[operators, whole], attachment="above")
        plot.add_tools(self._hover)
        self._labels("operators", "text", "12px")
        self._labels("whole", "text", "13px")


def _points(
    told: Report,
    texts: Texts,
    axes: Axes,
    frame: Frame,
    notes: Mapping[str, list[Any]],
) -> dict[str, dict[str, list[Any]]]:
    """Return the data of operators, the one point and the sum; no place for what has no FLOPs."""
    rows = sorted((row for row in told.operators if row.flops), key=lambda row: -row.share)
    rate = told.flops / told.sum_time_s
    names = _names(rows, texts, axes, frame)
    named = [row for row in rows if names[row.name]]
    label = texts["whole"]["label"]
    summed = (told.intensity, rate, texts["sum"]["label"], _BELOW)
    marks = [
        *((*_shares(row, axes), names[row.name], row.bound != "memory") for row in named),
        (*_shares(told, axes), label, told.bound != "memory"),
    ]
    taken = [
        (share(x, axes.x), share(y, axes.y), said, at)
        for x, y, said, at in [*_notes(notes), summed]
    ]
    *found, beside = spots(marks, slope(told, axes), frame, len(named), taken)
    at = dict(zip((row.name for row in named), found, strict=True))
    places = [at.get(row.name, Spot(0, 0, "left")) for row in rows]
    both = [(told.intensity, told.attainable_flops_per_s, label, beside), summed]
    return {
        "operators": _operators(rows, texts, names, places),
        "whole": _whole(both, texts),
        "gap": {
            "x0": [told.intensity], "y0": [told.attainable_flops_per_s],
            "x1": [told.intensity], "y1": [rate],
        },
    }  # fmt: skip


def _shares(found: Report | Row, axes: Axes) -> tuple[float, float]:
    return share(found.intensity, axes.x), share(found.attainable_flops_per_s, axes.y)


def _names(rows: list[Row], texts: Texts, axes: Axes, frame: Frame) -> dict[str, str]:
    """Name the operators that take long; those in one place by one text, beside the first."""
    spelt = _SPELT if frame.width >= WIDE else 1
    names = dict.fromkeys((row.name for row in rows), "")
    groups: list[tuple[float, list[str]]] = []
    for row in rows:
        x = share(row.intensity, axes.x) * frame.width
        near = [group for at, group in groups if abs(at - x) < _APART]
        if near:
            near[0].append(row.name)
        elif row.share >= _LABELLED:
            groups.append((x, [row.name]))
    for _, group in groups:
        more = f" +{len(group) - spelt}" if len(group) > spelt else ""
        names[group[0]] = ", ".join(texts[name]["name"] for name in group[:spelt]) + more
    return names


def _notes(notes: Mapping[str, list[Any]]) -> list[_Mark]:
    rows = zip(*(notes[column] for column in _PLACED), strict=True)
    return [(x, y, label, Spot(dx, dy, align)) for x, y, label, dx, dy, align in rows]


def _operators(
    rows: list[Row], texts: Texts, names: Mapping[str, str], placed: list[Spot]
) -> dict[str, list[Any]]:
    return {
        "x": [row.intensity for row in rows],
        "y": [row.attainable_flops_per_s for row in rows],
        "size": [max(_LARGEST * math.sqrt(row.share), _SMALLEST) for row in rows],
        "shape": [MARKERS[row.bound] for row in rows],
        "text": [names[row.name] for row in rows],
        "dx": [place.dx for place in placed],
        "dy": [place.dy for place in placed],
        "align": [place.align for place in placed],
        **{key: [texts[row.name][key] for row in rows] for key in _TEXTS},
    }


def _whole(both: list[_Mark], texts: Texts) -> dict[str, list[Any]]:
    return {
        "x": [x for x, _, _, _ in both],
        "y": [y for _, y, _, _ in both],
        "shape": ["diamond", "x"],
        "text": [label for _, _, label, _ in both],
        "dx": [place.dx for _, _, _, place in both],
        "dy": [place.dy for _, _, _, place in both],
        "align": [place.align for _, _, _, place in both],
        **{key: [texts[name][key] for name in ("whole", "sum")] for key in _TEXTS},
    }
