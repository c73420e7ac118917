"""The state of the simulator as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from model.precision import LINKED, linked
from model.roofline import Roofline
from model.run import Run
from model.workloads.base import SIZES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.checks import Number
    from model.chips import Peak
    from model.presets import Presets
    from model.workloads import Workload

__all__ = ("Scenario",)

_AS_PRESET: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Scenario:
    """What is selected, the shapes that were changed, the chip, and the view.

    Parameters
    ----------
    workload : str
        Id of the selected workload.
    shapes : mapping of str to mapping
        For each workload that was changed, the dimensions that differ from its preset.
    b : int or float
        Bytes per value, of every workload.
    chip : str
        Id of the chip.
    roof : str
        Id of the peak that draws the roof; empty for the chip's usual one, ``linked`` for the one
        that goes with the selected workload's bytes per value.
    peak, bw : int or float, optional
        Own peak (FLOP/s) and bandwidth (byte/s); None takes the chip's.
    model : str
        Id of the whole model.
    run : Run
        How the whole model is run; its `config`, if any, is the model.
    expert : bool
        Expert view.
    path : str
        Dimension of the selected workload whose way is drawn, or empty.
    vs : tuple of str
        Ids of other chips to draw.
    ceilings, levels, no_overlap, measured : bool
        What else to draw: lower compute ceilings, the roofs of on-chip memory, the curve without
        overlap; `measured` takes measured roofs in place of the data sheet's, where there are any.
    x, y : tuple of float, optional
        Axis ranges; None is automatic.
    """

    workload: str = "gemm-big"
    shapes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    b: Number = 2
    chip: str = "h100-sxm"
    roof: str = ""
    peak: Number = None
    bw: Number = None
    model: str = "qwen2.5-7b"
    run: Run = field(default_factory=Run)
    expert: bool = False
    path: str = ""
    vs: tuple[str, ...] = ()
    ceilings: bool = False
    levels: bool = False
    no_overlap: bool = False
    measured: bool = False
    x: tuple[float, float] | None = None
    y: tuple[float, float] | None = None

    def value(self, key: str) -> Any:
        """Return what a key of `vocabulary.STATE` stands at; None for one that is not kept."""
        owner, _, name = key.rpartition(".")
        return getattr(self.run if owner else self, name, None)

    def roofline(self, presets: Presets) -> Roofline:
        """Return the roofline: the reader's own figures, or measured, or the data sheet's.

        Raises
        ------
        DomainError
            If either is not positive and finite.
        """
        sheet = self.data_sheet(presets)
        peak = self._measured_peak(presets) if self.peak is None else self.peak
        return Roofline(
            sheet.peak_flops_per_s if peak is None else peak,
            sheet.bandwidth_bytes_per_s if self.bw is None else self.bw,
        )

    def _measured_peak(self, presets: Presets) -> Number:
        """Return what has been measured, where that was asked for, is known and is of this peak."""
        chip = presets.chips[self.chip]
        if not self.measured or chip.measured is None or self.peak_used(presets).id != chip.roof:
            return None
        return chip.measured.flops_per_s

    def data_sheet(self, presets: Presets) -> Roofline:
        """Return the roofline as the chip's maker states it."""
        chip = presets.chips[self.chip]
        return Roofline(self.peak_used(presets).flops_per_s, chip.bandwidth_bytes_per_s)

    def peak_used(self, presets: Presets) -> Peak:
        """Return the chip's peak that draws the roof, where the reader has not set one.

        Linked, the selected workload's bytes per value choose it.
        """
        chip = presets.chips[self.chip]
        if self.roof == LINKED:
            return linked(chip, self.shaped(presets)).peak
        return chip.peak(self.roof or chip.roof)

    def shaped(self, presets: Presets, workload: str | None = None) -> Workload:
        """Return the selected workload, or another one, in its present shape.

        Raises
        ------
        DomainError
            If the shape is not one that can be.
        """
        name = self.workload if workload is None else workload
        return presets.workloads[name].shaped(self.shapes.get(name, _AS_PRESET), self.b)

    def with_dimension(self, presets: Presets, workload: str, key: str, value: Any) -> Scenario:
        """Return this scenario with one dimension of one workload changed.

        A dimension set back to its preset's value is no longer a change, and neither are bytes per
        value of weights, activations or cache that are those of all values.
        """
        shape = {**self.shapes.get(workload, {}), key: value}
        usual = getattr(presets.workloads[workload].unchanged, key)
        if value == (self.b if key in SIZES and usual is None else usual):
            del shape[key]
        shapes = {**self.shapes, workload: shape}
        return replace(self, shapes={name: s for name, s in shapes.items() if s})
