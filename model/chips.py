"""Chips: peaks by precision and a memory bandwidth, each with its source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.checks import positive
from model.errors import DomainError
from model.roofline import Roofline

if TYPE_CHECKING:
    import datetime

__all__ = ("Chip", "Peak")

_PRECISION = r"(fp64|fp32|tf32|bf16|fp16|fp8|fp6|fp4|int8|int4)"
_PEAK_ID = re.compile(rf"{_PRECISION}(-vector)?(-{_PRECISION}acc)?")


@dataclass(frozen=True)
class Peak:
    """One dense compute peak.

    Parameters
    ----------
    id : str
        ``PRECISION[-vector][-XXXacc]``, e.g. ``bf16``, ``fp32-vector``, ``fp16-fp16acc``.
    flops_per_s : float
        Dense peak, FLOP/s (operations a second for integers); a multiply-add is 2.
    unit : str
        ``matrix`` or ``vector``.
    accumulate : str
        Format of the running sum.
    source : str
        Where the figure is printed.
    accessed : datetime.date
        When it was read there.
    note : str
        Anything a reader should know, or empty.
    """

    id: str
    flops_per_s: float
    unit: str
    accumulate: str
    source: str
    accessed: datetime.date
    note: str = ""

    def __post_init__(self) -> None:
        if not _PEAK_ID.fullmatch(self.id):
            raise DomainError("peak id", "PRECISION[-vector][-XXXacc]", self.id)
        positive("flops_per_s", self.flops_per_s, "FLOP/s")
        if self.unit not in ("matrix", "vector"):
            raise DomainError("unit", "'matrix' or 'vector'", self.unit)
        if not re.fullmatch(f"{_PRECISION}|int32", self.accumulate):
            raise DomainError("accumulate", "a number format such as 'fp32'", self.accumulate)

    @property
    def precision(self) -> str:
        """Number format of the operands."""
        return self.id.split("-", 1)[0]


@dataclass(frozen=True)
class Chip:
    """One device as its maker rates it.

    Parameters
    ----------
    id, name : str
        Stable short id, and the name shown.
    peaks : tuple of Peak
        Dense peaks.
    roof : str
        Id of the peak that sets the roof by default.
    bandwidth_bytes_per_s : float
        Off-chip memory bandwidth, byte/s.
    capacity_bytes : float or None
        Off-chip memory, byte; None where no source states it.
    source : str
        Where the figures are printed.
    accessed : datetime.date
        When they were read there.
    note, bandwidth_source : str
        What a reader should know; source of the bandwidth where it differs.
    """

    id: str
    name: str
    peaks: tuple[Peak, ...]
    roof: str
    bandwidth_bytes_per_s: float
    capacity_bytes: float | None
    source: str
    accessed: datetime.date
    note: str = ""
    bandwidth_source: str = ""

    def __post_init__(self) -> None:
        positive("bandwidth_bytes_per_s", self.bandwidth_bytes_per_s, "byte/s")
        if self.capacity_bytes is not None:
            positive("capacity_bytes", self.capacity_bytes, "byte")
        self.peak(self.roof)

    def peak(self, peak_id: str) -> Peak:
        """Return the peak with this id.

        Raises
        ------
        DomainError
            If the chip has no such peak; the message lists those it has.
        """
        for peak in self.peaks:
            if peak.id == peak_id:
                return peak
        raise DomainError("roof", f"one of {', '.join(p.id for p in self.peaks)}", peak_id)

    @property
    def roofline(self) -> Roofline:
        """The chip's default roofline."""
        return Roofline(self.peak(self.roof).flops_per_s, self.bandwidth_bytes_per_s)
