"""Ranges of the chart's axes: still while a point moves inside them, wider when it would leave."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from model import Result

__all__ = ("Axes", "fit")

# Room around the outermost points, as a factor: for a marker, and in height for its label.
_MARGIN_X, _MARGIN_Y = 1.6, 2.2
_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Axes:
    """Ranges of both axes.

    Parameters
    ----------
    x : tuple of float
        Intensity, FLOP/byte.
    y : tuple of float
        Throughput, FLOP/s.
    """

    x: tuple[float, float] = (0.1, 1e4)
    y: tuple[float, float] = (1e11, 1e16)

    def override(self, x: tuple[float, float] | None, y: tuple[float, float] | None) -> Axes:
        """Take the ranges a reader or an author asked for, where given."""
        return replace(self, x=x or self.x, y=y or self.y)


def fit(
    results: Sequence[Result], present: Axes | None = None, others: Sequence[Result] = ()
) -> Axes:
    """Find ranges, ending at 1, 2 or 5 times a power of ten, that hold every point and the ridge.

    Parameters
    ----------
    results : sequence of Result
        What is drawn; a workload without FLOPs has no place and is passed over.
    present : Axes, optional
        Ranges to keep; they only grow.
    others : sequence of Result
        On other chips, each with a ridge of its own.

    Returns
    -------
    Axes
    """
    placed = [r for r in (*results, *others) if r.flops > 0]
    roofs = [results[0], *others]
    ridges, peaks = [r.ridge_intensity for r in roofs], [r.peak_flops_per_s for r in roofs]
    x = _round([*(r.intensity for r in placed), *ridges], _MARGIN_X)
    y = _round([*(r.attainable_flops_per_s for r in placed), *peaks], _MARGIN_Y)
    if present is None:
        return Axes(x, y)
    return Axes(_union(present.x, x), _union(present.y, y))


def _round(values: Iterable[float], margin: float) -> tuple[float, float]:
    values = list(values)
    low, high = min(values) / margin, max(values) * margin
    return max(s for s in _steps(low) if s <= low), min(s for s in _steps(high) if s >= high)


def _steps(value: float) -> list[float]:
    power = math.floor(math.log10(value))
    return [float(f"{step}e{power}") for step in _STEPS]


def _union(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return min(a[0], b[0]), max(a[1], b[1])
