"""The roof and the notes beside it, as columns of their data sources; places on a chart."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from app.labels import Frame, fitting, text_width
from model.quantities import rounded, si

if TYPE_CHECKING:
    from app.axes import Axes
    from app.language import Language

__all__ = (
    "MARKERS",
    "ROOF_COLUMNS",
    "WIDE",
    "Roofed",
    "axis_labels",
    "floats",
    "note_columns",
    "roof_columns",
    "share",
    "slope",
)

_ASIDE = 8  # px between the ridge and what is written beside it
_ALONG = 0.38  # of the slope, to where the bandwidth is written
_BEFORE = 9  # px between the slope and the bandwidth
_ARROWS = {"memory": "◂", "compute": "▸"}
_EXACT = 2**53
WIDE = 460
"""Width of the plotting area, px, from which it is not crowded."""
MARKERS = {"memory": "circle", "compute": "square", "ridge": "diamond"}
"""Shape of a point by what bounds it: colour is never the only cue."""
ROOF_COLUMNS: dict[str, tuple[str, ...]] = {
    "roof": (
        "memory_x", "memory_y", "compute_x", "compute_y", "memory_top_x", "memory_top_y",
        "compute_top_x", "compute_top_y", "ridge_x", "ridge_y",
    ),
    "notes": ("x", "y", "text", "dx", "dy", "align"),
}  # fmt: skip


class Roofed(Protocol):
    """Anything that was evaluated under a roofline."""

    @property
    def ridge_intensity(self) -> Any:
        """Ridge, FLOP/byte."""

    @property
    def peak_flops_per_s(self) -> Any:
        """Peak, FLOP/s."""

    @property
    def bandwidth_bytes_per_s(self) -> Any:
        """Bandwidth, byte/s."""


def axis_labels(frame: Frame, text: Language) -> tuple[str, str]:
    """Return what is written along both axes, in as many words as there is room for."""
    x = fitting(frame.width, text("chart", "x"), text("chart", "x_short"))
    y = fitting(frame.height, text("chart", "y"), text("chart", "y_short"))
    return x, y


def floats(values: list[Any]) -> list[Any]:
    """Turn integers that a double can't hold exactly into doubles: a chart needs no more."""
    return [float(v) if isinstance(v, int) and abs(v) > _EXACT else v for v in values]


class _Roofs(NamedTuple):
    """What the roof is drawn from: the same for every place of a point under it."""

    ridge: Any
    peak: Any
    bandwidth: Any


def _roofs(result: Roofed) -> _Roofs:
    return _Roofs(result.ridge_intensity, result.peak_flops_per_s, result.bandwidth_bytes_per_s)


def note_columns(
    result: Roofed, axes: Axes, frame: Frame, language: Language
) -> dict[str, list[Any]]:
    """Return the notes beside the roof: peak, bandwidth, ridge, and the name of each side.

    As `roof_columns` does, it returns the same object as long as nothing has changed.
    """
    return _note_columns(_roofs(result), axes, frame, language)


@lru_cache(8)
def _note_columns(
    roofs: _Roofs, axes: Axes, frame: Frame, language: Language
) -> dict[str, list[Any]]:
    ridge, peak, bandwidth = roofs
    width = frame.width
    left = share(ridge, axes.x) * width - _ASIDE
    right = width - _ASIDE - left
    text, rate = partial(language, "chart"), si(bandwidth, "B/s")
    along = _along(rate, min(ridge, axes.x[1]), axes, width)
    rows = [
        (ridge, peak, text("peak", peak=si(peak, "FLOP/s")), -_ASIDE, 13, "right"),
        (along, along * bandwidth, rate, -_BEFORE, 9, "right"),
        (ridge, axes.y[0], text("ridge", intensity=rounded(ridge, 4)), -_ASIDE, 30, "right"),
        (ridge, axes.y[0], _side(language, "memory", left, width), -_ASIDE, 12, "right"),
        (ridge, axes.y[0], _side(language, "compute", right, width), _ASIDE, 12, "left"),
    ]
    columns = (floats(list(column)) for column in zip(*rows, strict=True))
    return dict(zip(ROOF_COLUMNS["notes"], columns, strict=True))


def _along(rate: str, end: float, axes: Axes, width: float) -> float:
    """Place the bandwidth on the slope, as far up as it needs to be to begin inside the chart."""
    length = share(end, axes.x) * width
    needed = (text_width(rate) + _BEFORE) / length if length > 0 else 0
    part = max(_ALONG, min(needed, 1))
    return math.exp((1 - part) * math.log(axes.x[0]) + part * math.log(end))


def _side(text: Language, side: str, room: float, width: float) -> str:
    """Name a side of the ridge, in as many words as it has room for, and be it none."""
    long = [text("chart", side)] if width >= WIDE else []
    return fitting(room, *long, text("chart", f"{side}_short"), _ARROWS[side])


def roof_columns(result: Roofed, axes: Axes) -> dict[str, list[float]]:
    """Return the corners of both sides; columns of one length, so that one source holds them."""
    return _roof_columns(_roofs(result), axes)


@lru_cache(8)
def _roof_columns(roofs: _Roofs, axes: Axes) -> dict[str, list[float]]:
    ridge, peak, bandwidth = roofs
    left, bottom = axes.x[0], axes.y[0]
    start = left * bandwidth
    columns = {
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
    return {name: floats(column) for name, column in columns.items()}


def slope(result: Roofed, axes: Axes) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return both ends of the memory roof, as shares of the frame."""
    left = axes.x[0] * result.bandwidth_bytes_per_s
    corner = share(result.ridge_intensity, axes.x), share(result.peak_flops_per_s, axes.y)
    return (0.0, share(left, axes.y)), corner


def share(value: float, ends: tuple[float, float]) -> float:
    """Return where a value lies between both ends of a logarithmic axis."""
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])
