"""Chips as TOML files have them; presets/chips.toml says what each key means."""

from __future__ import annotations

import datetime
from functools import partial
from typing import TYPE_CHECKING

from model.chips import (
    Chip,
    Peak,
    check_accumulate,
    check_bandwidth,
    check_capacity,
    check_flops_per_s,
    check_one_of,
    check_unit,
)
from model.levels import Level, Measured

if TYPE_CHECKING:
    from model.reader import Table

__all__ = ("read_chip",)

_REAL = (int, float)


def read_chip(key: str, table: Table) -> Chip:
    """Make the chip of one table."""
    source, accessed = table.take("source", str), table.take("accessed", datetime.date)
    name, raw_peaks = table.take("name", str), table.take("peaks", dict) or {}
    roof = table.take("roof", str, check=partial(check_one_of, "roof", raw_peaks))
    bandwidth = table.take("bandwidth_bytes_per_s", _REAL, check=check_bandwidth)
    capacity = table.take("capacity_bytes", _REAL, None, check_capacity)
    note, bandwidth_source = table.take("note", str, ""), table.take("bandwidth_source", str, "")
    peaks: list[Peak] = []
    for peak_id, raw in raw_peaks.items():
        peak_table = table.below(f"peaks.{peak_id}", raw)
        peaks += peak_table.made(partial(_peak, peak_id, source, accessed))
    levels: list[Level] = []
    for level_id, raw in table.take("levels", dict, {}).items():
        levels += table.below(f"levels.{level_id}", raw).made(partial(_level, level_id))
    measured: list[Measured] = []
    if (raw := table.take("measured", dict, None)) is not None:
        measured = table.below("measured", raw).made(_measured)
    return Chip(
        key, name, tuple(peaks), roof, bandwidth, capacity, source, accessed, note,
        bandwidth_source, tuple(levels), measured[0] if measured else None,
    )  # fmt: skip


def _peak(peak_id: str, source: str, accessed: datetime.date, table: Table) -> Peak:
    return Peak(
        peak_id,
        table.take("flops_per_s", _REAL, check=check_flops_per_s),
        table.take("unit", str, check=check_unit),
        table.take("accumulate", str, check=check_accumulate),
        table.take("source", str, source),
        table.take("accessed", datetime.date, accessed),
        table.take("note", str, ""),
    )


def _level(level_id: str, table: Table) -> Level:
    return Level(
        level_id,
        table.take("bandwidth_bytes_per_s", _REAL, check=check_bandwidth),
        table.take("tile_bytes", _REAL, check=check_capacity),
        table.take("source", str),
        table.take("accessed", datetime.date),
    )


def _measured(table: Table) -> Measured:
    return Measured(
        table.take("flops_per_s", _REAL, check=check_flops_per_s),
        table.take("source", str),
        table.take("accessed", datetime.date),
    )
