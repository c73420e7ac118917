"""What a reader asks to see beside the one roof: other roofs, and the way of a dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from model.crossover import sweep
from model.quantities import rounded, si

if TYPE_CHECKING:
    from app.axes import Axes
    from app.language import Language
    from app.state import State
    from model import Result
    from model.levels import LevelResult

__all__ = ("EMPTY", "OVERLAYS", "Overlays", "level_name", "overlays", "peak_name")

OVERLAYS = ("ceilings", "levels", "no_overlap", "measured")
"""Keys of the switches."""

_DASHES = {
    "ceiling": [6, 4], "level": [2, 3], "sheet": [1, 4], "other": [], "no_overlap": [8, 3, 2, 3],
}  # fmt: skip
_ENDS = 48


class Overlays(NamedTuple):
    """Lines, marks and their names, in the chart's units.

    Parameters
    ----------
    lines : list of (kind, xs, ys)
        Kind is a key of the dash patterns.
    names : list of (x, y, text, where)
        What is written at a line: at its right ``end``, on its ``slope``, or ``under`` it.
    marks : list of (x, y, shape, text)
        Other places of the selected workload.
    way : list of (x, y)
        The path of one dimension.
    stops : list of (x, y, text)
        Its crossing, its ceiling.
    """

    lines: list[tuple[str, list[float], list[float]]]
    names: list[tuple[float, float, str, str]]
    marks: list[tuple[float, float, str, str]]
    way: list[tuple[float, float]]
    stops: list[tuple[float, float, str]]

    @property
    def dashes(self) -> list[list[int]]:
        """Dash pattern of each line."""
        return [_DASHES[kind] for kind, _, _ in self.lines]

    @property
    def empty(self) -> bool:
        """Whether there is nothing."""
        return not any(self)


EMPTY = Overlays([], [], [], [], [])


def overlays(text: Language, state: State, axes: Axes) -> Overlays:
    """Collect what is asked for; nothing in the Basic view unless a link asks."""
    scenario = state.scenario
    drawn = Overlays([], [], [], [], [])
    if scenario.ceilings:
        _ceilings(text, state, axes, drawn)
    if scenario.levels:
        _levels(text, state, axes, drawn)
    if scenario.no_overlap:
        _no_overlap(text, state.selected, axes, drawn)
    if state.roofline != (sheet := scenario.data_sheet(state.presets)):
        peak, bandwidth = float(sheet.peak_flops_per_s), float(sheet.bandwidth_bytes_per_s)
        drawn.lines.append(("sheet", *_roof(peak, bandwidth, axes)))
        drawn.names.append((axes.x[1], peak, text("overlay", "sheet"), "end"))
    _others(state, axes, drawn)
    if scenario.path:
        _way(text, state, drawn)
    return EMPTY if drawn.empty else drawn


def peak_name(text: Language, peak: Any) -> str:
    """Name a peak: format, unit and what it accumulates in."""
    unit = text("overlay", peak.unit)
    formats = {"precision": peak.precision.upper(), "sums": peak.accumulate.upper()}
    return text("overlay", "peak", unit=unit, **formats)


def level_name(text: Language, level: LevelResult) -> str:
    """Name a level of memory."""
    return text("level", level.id.replace("-", "_"))


def _roof(peak: float, bandwidth: float, axes: Axes) -> tuple[list[float], list[float]]:
    left, right = axes.x
    ridge = min(max(peak / bandwidth, left), right)
    return [left, ridge, right], [min(peak, left * bandwidth), min(peak, ridge * bandwidth), peak]


def _ceilings(text: Language, state: State, axes: Axes, drawn: Overlays) -> None:
    """Draw every lower peak of the chip, from the memory roof to the right."""
    roof = state.roofline
    bandwidth, top = float(roof.bandwidth_bytes_per_s), float(roof.peak_flops_per_s)
    rates: dict[float, list[str]] = {}
    for peak in state.presets.chips[state.scenario.chip].peaks:
        if peak.flops_per_s < top:
            name = peak.precision.upper()
            short = (
                text("overlay", "vector_peak", precision=name) if peak.unit == "vector" else name
            )
            rates.setdefault(float(peak.flops_per_s), []).append(short)
    for rate, names in rates.items():
        start = max(rate / bandwidth, axes.x[0])
        if start < axes.x[1]:
            drawn.lines.append(("ceiling", [start, axes.x[1]], [rate, rate]))
            label = f"{text.listed(*names)} {si(rate, 'FLOP/s')}"
            drawn.names.append((axes.x[1], rate, label, "end"))


def _levels(text: Language, state: State, axes: Axes, drawn: Overlays) -> None:
    peak = float(state.roofline.peak_flops_per_s)
    for place, found in enumerate(state.levels):
        bandwidth = found.bandwidth_bytes_per_s
        xs, ys = _roof(peak, bandwidth, axes)
        drawn.lines.append(("level", xs[:2], ys[:2]))
        name = level_name(text, found)
        start = max(axes.x[0], axes.y[0] / bandwidth)
        share = 0.7 - 0.15 * place
        along = start ** (1 - share) * (peak / bandwidth) ** share
        drawn.names.append((along, along * bandwidth, f"{name} {si(bandwidth, 'B/s')}", "slope"))
        if state.selected.flops > 0:
            at = found.intensity, found.attainable_flops_per_s
            drawn.marks.append((*at, "triangle", name))


def _no_overlap(text: Language, result: Result, axes: Axes, drawn: Overlays) -> None:
    """Draw F/(F/π + Q/β) = 1/(1/π + 1/(β·I)): half the roof at the ridge."""
    x = np.geomspace(*axes.x, _ENDS)
    y = result.no_overlap_flops_per_s(x)
    drawn.lines.append(("no_overlap", x.tolist(), y.tolist()))
    at = result.ridge_intensity
    rate = float(result.no_overlap_flops_per_s(at))
    drawn.names.append((float(at), rate, text("overlay", "no_overlap"), "under"))


def _others(state: State, axes: Axes, drawn: Overlays) -> None:
    for result in state.others:
        peak, bandwidth = float(result.peak_flops_per_s), float(result.bandwidth_bytes_per_s)
        name = state.presets.chips[result.chip].name
        drawn.lines.append(("other", *_roof(peak, bandwidth, axes)))
        drawn.names.append((axes.x[1], peak, name, "end"))
        if result.flops > 0:
            place = float(result.intensity), float(result.attainable_flops_per_s)
            drawn.marks.append((*place, "inverted_triangle", ""))


def _way(text: Language, state: State, drawn: Overlays) -> None:
    """Draw where the point goes as the dimension grows, its crossing and its ceiling."""
    name, roof = state.scenario.path, state.roofline
    found = state.crossing(name)
    if found is None or state.selected.flops == 0:
        return
    shape = state.scenario.shaped(state.presets)
    top = int(state.presets.controls[name].slider[1])
    _, result = sweep(shape, roof, name, (1, max(top, shape.dimensions[name])))
    # A dimension that nothing depends on has one place, and no array, for all its values.
    x, y = np.atleast_1d(*np.broadcast_arrays(result.intensity, result.attainable_flops_per_s))
    drawn.way.extend(zip(map(float, x), map(float, y), strict=True))
    if found.at is not None:
        label = text("overlay", "crossing", dimension=name, at=rounded(found.at, 4))
        drawn.stops.append((float(roof.ridge_intensity), float(roof.peak_flops_per_s), label))
    if found.ceiling:
        rate = float(roof.attainable_flops_per_s(found.ceiling))
        label = text("overlay", "ceiling", intensity=rounded(found.ceiling, 4))
        drawn.stops.append((found.ceiling, rate, label))
