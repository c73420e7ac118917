"""Chips: peaks by precision and a memory bandwidth, each with its source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from model.checks import positive
from model.errors import DomainError
from model.reasons import Reason
from model.roofline import Roofline

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from model.levels import Level, Measured

__all__ = ("Chip", "Peak")

_PRECISION = r"(fp64|fp32|tf32|bf16|fp16|fp8|fp6|fp4|int8|int4)"
_PEAK_ID = re.compile(rf"{_PRECISION}(-vector)?(-{_PRECISION}acc)?")


check_flops_per_s = partial(positive, "flops_per_s", unit="FLOP/s")
check_bandwidth = partial(positive, "bandwidth_bytes_per_s", unit="byte/s")
check_capacity = partial(positive, "capacity_bytes", unit="byte")


def check_one_of(name: str, allowed: Iterable[str], value: str) -> None:
    """Require one of some words."""
    if value not in allowed:
        raise DomainError(name, Reason("one_of", {"allowed": tuple(allowed)}), value)


check_unit = partial(check_one_of, "unit", ("matrix", "vector"))


def check_accumulate(accumulate: str) -> None:
    """Require the name of a number format."""
    if not re.fullmatch(f"{_PRECISION}|int32", str(accumulate)):
        raise DomainError("accumulate", Reason("number_format"), accumulate)


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
            raise DomainError("peak id", Reason("peak_id"), self.id)
        check_flops_per_s(self.flops_per_s)
        check_unit(self.unit)
        check_accumulate(self.accumulate)

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
    levels : tuple of Level
        Memory on the chip, the outermost first, where figures are known.
    measured : Measured or None
        What matrix products have reached on it, where that is known.
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
    levels: tuple[Level, ...] = ()
    measured: Measured | None = None

    def __post_init__(self) -> None:
        check_bandwidth(self.bandwidth_bytes_per_s)
        if self.capacity_bytes is not None:
            check_capacity(self.capacity_bytes)
        self.peak(self.roof)

    def peak(self, peak_id: str) -> Peak:
        """Return the peak with this id.

        Raises
        ------
        DomainError
            If the chip has no such peak; the message lists those it has.
        """
        peaks = {peak.id: peak for peak in self.peaks}
        check_one_of("roof", peaks, peak_id)
        return peaks[peak_id]

    @cached_property
    def roofline(self) -> Roofline:
        """The chip's default roofline."""
        return Roofline(self.peak(self.roof).flops_per_s, self.bandwidth_bytes_per_s)
