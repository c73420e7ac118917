"""What the chart shows, as the columns of its data sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.labels import Frame, Spot, spots
from app.roof_columns import ROOF_COLUMNS, floats, note_columns, roof_columns, share, slope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.axes import Axes
    from app.language import Language
    from model import Result

__all__ = ("COLUMNS", "HOVER_TEXTS", "Scene", "columns")

_SHAPES = {"memory": "circle", "compute": "square", "ridge": "diamond"}
_TEXTS = ("label", "name", "flops", "bytes", "intensity", "bound", "attainable", "time")
HOVER_TEXTS = _TEXTS[2:]
COLUMNS: dict[str, tuple[str, ...]] = {
    **ROOF_COLUMNS,
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


def columns(scene: Scene, language: Language) -> dict[str, dict[str, list[Any]]]:
    """Return the data of every source of the chart, by name; a workload without FLOPs has none."""
    notes = note_columns(scene.now, scene.axes, scene.frame, language)
    made = {
        "roof": roof_columns(scene.now, scene.axes),
        "notes": notes,
        "points": _points(scene, notes),
        "drop": _drop(scene),
        "trail": _trail(scene),
        "pin": _pin(scene),
    }
    return {name: {k: floats(v) for k, v in data.items()} for name, data in made.items()}


def _points(scene: Scene, notes: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    axes, marks, selected = scene.axes, scene.marks, scene.selected
    placed = {name: r for name, r in scene.results.items() if r.flops > 0}
    names = list(placed)
    places = [
        (
            share(r.intensity, axes.x), share(r.attainable_flops_per_s, axes.y),
            marks[name]["label"], r.bound != "memory",
        )
        for name, r in placed.items()
    ]  # fmt: skip
    moving = names.index(selected) if selected in names else None
    found = spots(places, slope(scene.now, axes), scene.frame, moving, _fixed(notes, axes))
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
        (share(x, axes.x), share(y, axes.y), text, Spot(dx, dy, align))
        for x, y, text, dx, dy, align in rows
    ]


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
