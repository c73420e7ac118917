"""What the chart shows, as the columns of its data sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app import overlay_columns
from app.labels import Frame, Spot, spots
from app.overlays import EMPTY, Overlays, overlays
from app.roof_columns import MARKERS, ROOF_COLUMNS, floats, note_columns, roof_columns, share, slope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.axes import Axes
    from app.language import Language
    from app.state import State
    from model import Result

__all__ = ("COLUMNS", "HOVER_TEXTS", "Scene", "columns")

_TEXTS = ("label", "name", "flops", "bytes", "intensity", "bound", "attainable", "time")
HOVER_TEXTS = _TEXTS[2:]
COLUMNS: dict[str, tuple[str, ...]] = {
    **ROOF_COLUMNS,
    "points": ("id", "x", "y", "shape", "size", "chosen", "dx", "dy", "align", *_TEXTS),
    "drop": ("x0", "y0", "x1", "y1"),
    "trail": ("x", "y", "alpha"),
    "pin": ("x", "y", "x1", "y1", "text", "dx", "dy", "align"),
    **overlay_columns.COLUMNS,
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
    overlays : Overlays
        What else was asked for.
    """

    results: Mapping[str, Result]
    selected: str
    axes: Axes
    marks: Mapping[str, Mapping[str, str]]
    trail: Sequence[tuple[float, float]] = ()
    pinned: Result | None = None
    frame: Frame = field(default_factory=Frame)
    overlays: Overlays = EMPTY

    @classmethod
    def of(
        cls,
        text: Language,
        state: State,
        marks: Mapping[str, Mapping[str, str]],
        frame: Frame,
    ) -> Scene:
        """Show a state, with these texts beside its points."""
        return cls(
            results=state.results,
            selected=state.scenario.workload,
            axes=state.axes,
            marks=marks,
            trail=state.trail,
            pinned=state.pinned_result,
            frame=frame,
            overlays=overlays(text, state, state.axes),
        )

    @property
    def now(self) -> Result:
        """Result of the selected workload."""
        return self.results[self.selected]


def columns(scene: Scene, language: Language) -> dict[str, dict[str, list[Any]]]:
    """Return the data of every source of the chart, by name; a workload without FLOPs has none."""
    notes = note_columns(scene.now, scene.axes, scene.frame, language)
    drawn, peak = scene.overlays, float(scene.now.peak_flops_per_s)
    named = overlay_columns.names(drawn, scene.axes, scene.frame, peak)
    fixed = _fixed([*_rows(notes, "notes"), *named], scene.axes)
    points = _points(scene, fixed)
    if drawn is not EMPTY:
        fixed += _fixed(_rows(points | {"text": points["label"]}, "notes"), scene.axes)
    made = {
        "points": points,
        "drop": _drop(scene),
        "trail": _trail(scene),
        "pin": _pin(scene),
        **overlay_columns.columns(drawn, scene.axes, scene.frame, fixed, named),
    }
    as_drawn = {name: {k: floats(v) for k, v in data.items()} for name, data in made.items()}
    return {"roof": roof_columns(scene.now, scene.axes), "notes": notes, **as_drawn}


def _points(scene: Scene, fixed: list[overlay_columns.Fixed]) -> dict[str, list[Any]]:
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
    found = spots(places, slope(scene.now, axes), scene.frame, moving, fixed)
    return {
        "id": names,
        "x": [r.intensity for r in placed.values()],
        "y": [r.attainable_flops_per_s for r in placed.values()],
        "shape": [MARKERS[r.bound] for r in placed.values()],
        "size": [17 if name == selected else 11 for name in names],
        "chosen": [int(name == selected) for name in names],
        "dx": [spot.dx for spot in found],
        "dy": [spot.dy for spot in found],
        "align": [spot.align for spot in found],
        **{key: [marks[name][key] for name in names] for key in _TEXTS},
    }


def _rows(data: Mapping[str, list[Any]], source: str) -> list[tuple[Any, ...]]:
    return list(zip(*(data[column] for column in COLUMNS[source]), strict=True))


def _fixed(rows: Sequence[tuple[Any, ...]], axes: Axes) -> list[overlay_columns.Fixed]:
    """Return the texts that have their places, as shares of the frame."""
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
