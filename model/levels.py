"""Roofs below the main one: memory on the chip, each level with its own traffic."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from model.checks import positive
from model.tiles import ACCUMULATOR_BYTES
from model.workloads import Gemm

if TYPE_CHECKING:
    import datetime

    from model.roofline import Roofline
    from model.workloads import Workload

__all__ = ("Level", "LevelResult", "Measured", "at_levels", "level_bytes")


@dataclass(frozen=True)
class Level:
    """One level of memory on the chip.

    Parameters
    ----------
    id : str
        E.g. ``l2`` or ``shared``.
    bandwidth_bytes_per_s : float
        Of all of it together, byte/s.
    tile_bytes : float
        What one core holds nearer to its arithmetic than this level, byte: the size of the square
        tile of sums of 32 bits that decides how often an operand is read from this level.
    source : str
        Where the figures are printed.
    accessed : datetime.date
        When they were read there.
    """

    id: str
    bandwidth_bytes_per_s: float
    tile_bytes: float
    source: str
    accessed: datetime.date

    def __post_init__(self) -> None:
        positive("bandwidth_bytes_per_s", self.bandwidth_bytes_per_s, "byte/s")
        positive("tile_bytes", self.tile_bytes, "byte")

    @property
    def tile(self) -> int:
        """Edge T of that tile: 4·T² bytes."""
        return max(1, math.isqrt(int(self.tile_bytes) // ACCUMULATOR_BYTES))


@dataclass(frozen=True)
class Measured:
    """A rate that was reached, beside the one the data sheet prints.

    Parameters
    ----------
    flops_per_s : float
        Best of many matrix products, FLOP/s, on the peak that draws the chip's roof.
    source : str
        Where it is printed.
    accessed : datetime.date
        When it was read there.
    """

    flops_per_s: float
    source: str
    accessed: datetime.date

    def __post_init__(self) -> None:
        positive("flops_per_s", self.flops_per_s, "FLOP/s")


class LevelResult(NamedTuple):
    """A workload at one level of memory."""

    id: str
    bytes_moved: float
    intensity: float
    bandwidth_bytes_per_s: float
    attainable_flops_per_s: float


def level_bytes(shape: Workload, level: Level) -> float:
    """Count what crosses a level's boundary, byte.

    Parameters
    ----------
    shape : Workload
        Of scalars.
    level : Level
        Its tile decides how often a GEMM's operands are read anew.

    Returns
    -------
    float
        b(M·K·⌈N/T⌉ + K·N·⌈M/T⌉ + M·N) for a GEMM, each operand with its own bytes per value. For
        other workloads what crosses the chip's boundary: it crosses every level at least once.

    Notes
    -----
    Equation (16) of model.md.
    """
    if not isinstance(shape, Gemm):
        return float(shape.bytes_moved)
    tile = min(level.tile, shape.dimensions["T"])  # nothing nearer holds more than what is farther
    return float(replace(shape, T=tile, weights_only=False).bytes_moved)


def at_levels(shape: Workload, roof: Roofline, levels: tuple[Level, ...]) -> list[LevelResult]:
    """Place a workload under the roof of every level.

    Returns
    -------
    list of LevelResult
        The least `attainable_flops_per_s` of them and of the memory off the chip binds.

    Examples
    --------
    >>> from model import Gemm, load_presets
    >>> chip = load_presets().chips["a100-80gb-sxm"]
    >>> [(r.id, r.intensity) for r in at_levels(Gemm(8192, 8192, 8192), chip.roofline, chip.levels)]
    [('l2', 126.03076923076924), ('shared', 63.50387596899225)]
    """
    found = []
    for level in levels:
        moved = level_bytes(shape, level)
        intensity = float(shape.flops) / moved
        rate = min(float(roof.peak_flops_per_s), level.bandwidth_bytes_per_s * intensity)
        found.append(LevelResult(level.id, moved, intensity, level.bandwidth_bytes_per_s, rate))
    return found
