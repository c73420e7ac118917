"""What the chart shows, as the columns of its data sources."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from app.labels import Frame, Spot, fitting, spots
from model.quantities import rounded, si

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.axes import Axes
    from app.language import Language
    from model import Result

__all__ = ("COLUMNS", "HOVER_TEXTS", "Scene", "axis_labels", "columns")

_ASIDE = 8  # px between the ridge and what is written beside it
_WIDE = 460  # px, from which the chart is not crowded
_ARROWS = {"memory": "◂", "compute": "▸"}
_EXACT = 2**53
_SHAPES = {"memory": "circle", "compute": "square", "ridge": "diamond"}
_TEXTS = ("label", "name", "flops", "bytes", "intensity", "bound", "attainable", "time")
HOVER_TEXTS = _TEXTS[2:]
COLUMNS: dict[str, tuple[str, ...]] = {
    "roof": (
        "memory_x", "memory_y", "compute_x", "compute_y", "memory_top_x", "memory_top_y",
        "compute_top_x", "compute_top_y", "ridge_x", "ridge_y",
    ),
    "notes": ("x", "y", "text", "dx", "dy", "align"),
    "points": ("id", "x", "y", "shape", "size", "chosen", "dx", "dy", "align", *_TEXTS),
    "drop": ("x0", "y0", "x1", "y1"),
    "trail": ("x", "y", "alpha"),
    "pin": ("x", "y", "x1", "y1", "text", "dx", "dy", "align"),
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """What the chart shows.

    Parameters
    ----------
    results : mapping of str to Result
        What is drawn, by workload id.
    selected : str
        Id of the workload to emphasise.
    axes : Axes
        Ranges.
    marks : mapping of str to mapping
        For each id the `label` on the chart and the texts that hovering shows.
    trail : sequence of (float, float)
        Intensity and throughput of places passed, oldest first.
    pinned : Result, optional
        Where an arrow to the selected workload starts.
    frame : Frame
        Size of the plotting area, px.
    """

    results: Mapping[str, Result]
    selected: str
    axes: Axes
    marks: Mapping[str, Mapping[str, str]]
    trail: Sequence[tuple[float, float]] = ()
    pinned: Result | None = None
    frame: Frame = field(default_factory=Frame)

    @property
    def now(self) -> Result:
        """Result of the selected workload."""
        return self.results[self.selected]


def axis_labels(scene: Scene, text: Language) -> tuple[str, str]:
    """Return what is written along both axes, in as many words as there is room for."""
    x = fitting(scene.frame.width, text("chart", "x"), text("chart", "x_short"))
    y = fitting(scene.frame.height, text("chart", "y"), text("chart", "y_short"))
    return x, y


def columns(scene: Scene, language: Language) -> dict[str, dict[str, list[Any]]]:
    """Return the data of every source of the chart, by name; a workload without FLOPs has none."""
    notes = _notes(scene, language)
    made = {
        "roof": _roof(scene),
        "notes": notes,
        "points": _points(scene, notes),
        "drop": _drop(scene),
        "trail": _trail(scene),
        "pin": _pin(scene),
    }
    return {name: {k: _floats(v) for k, v in data.items()} for name, data in made.items()}


def _floats(values: list[Any]) -> list[Any]:
    """Turn integers that a double can't hold exactly into doubles: a chart needs no more."""
    return [float(v) if isinstance(v, int) and abs(v) > _EXACT else v for v in values]


def _notes(scene: Scene, language: Language) -> dict[str, list[Any]]:
    result, axes = scene.now, scene.axes
    ridge, peak = result.ridge_intensity, result.peak_flops_per_s
    bandwidth = result.bandwidth_bytes_per_s
    along = axes.x[0] ** 0.62 * min(ridge, axes.x[1]) ** 0.38
    width = scene.frame.width
    left = _share(ridge, axes.x) * width - _ASIDE
    right = width - _ASIDE - left
    text = partial(language, "chart")
    rows = [
        (ridge, peak, text("peak", peak=si(peak, "FLOP/s")), -_ASIDE, 13, "right"),
        (along, along * bandwidth, si(bandwidth, "B/s"), -9, 9, "right"),
        (ridge, axes.y[0], text("ridge", intensity=rounded(ridge, 4)), -_ASIDE, 30, "right"),
        (ridge, axes.y[0], _side(language, "memory", left, width), -_ASIDE, 12, "right"),
        (ridge, axes.y[0], _side(language, "compute", right, width), _ASIDE, 12, "left"),
    ]
    return dict(zip(COLUMNS["notes"], map(list, zip(*rows, strict=True)), strict=True))


def _side(text: Language, side: str, room: float, width: float) -> str:
    """Name a side of the ridge, in as many words as it has room for, and be it none."""
    long = [text("chart", side)] if width >= _WIDE else []
    return fitting(room, *long, text("chart", f"{side}_short"), _ARROWS[side])


def _points(scene: Scene, notes: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    axes, marks, selected = scene.axes, scene.marks, scene.selected
    placed = {name: r for name, r in scene.results.items() if r.flops > 0}
    names = list(placed)
    places = [
        (
            _share(r.intensity, axes.x), _share(r.attainable_flops_per_s, axes.y),
            marks[name]["label"], r.bound != "memory",
        )
        for name, r in placed.items()
    ]  # fmt: skip
    moving = names.index(selected) if selected in names else None
    found = spots(places, _slope(scene.now, axes), scene.frame, moving, _fixed(notes, axes))
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


def _fixed(notes: Mapping[str, list[Any]], axes: Axes) -> list[tuple[float, float, str, Spot]]:
    """Return the notes that lie inside the frame, with their places."""
    rows = zip(*(notes[column] for column in COLUMNS["notes"]), strict=True)
    return [
        (_share(x, axes.x), _share(y, axes.y), text, Spot(dx, dy, align))
        for x, y, text, dx, dy, align in rows
    ]


def _roof(scene: Scene) -> dict[str, list[float]]:
    """Return the corners of both sides; columns of one length, so that one source holds them."""
    result, axes = scene.now, scene.axes
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


def _drop(scene: Scene) -> dict[str, list[float]]:
    """Return the lines from the selected point to both axes."""
    result, axes = scene.now, scene.axes
    if result.flops == 0:
        return {column: [] for column in COLUMNS["drop"]}
    x, y = result.intensity, result.attainable_flops_per_s
    return {"x0": [x, x], "y0": [y, y], "x1": [x, axes.x[0]], "y1": [axes.y[0], y]}


def _pin(scene: Scene) -> dict[str, list[Any]]:
    """Return the arrow from the pinned point to the present one, and the pinned point's name."""
    pinned, now = scene.pinned, scene.now
    if pinned is None or pinned.flops == 0 or now.flops == 0:
        return {column: [] for column in COLUMNS["pin"]}
    return {
        "x": [pinned.intensity], "y": [pinned.attainable_flops_per_s],
        "x1": [now.intensity], "y1": [now.attainable_flops_per_s],
        "text": ["A"], "dx": [0], "dy": [16], "align": ["center"],
    }  # fmt: skip


def _trail(scene: Scene) -> dict[str, list[float]]:
    trail = scene.trail
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
