"""The state of the simulator as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from model.roofline import Roofline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.checks import Number
    from model.presets import Presets
    from model.workloads import Workload

__all__ = ("Scenario",)


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
    peak, bw : int or float, optional
        Own peak (FLOP/s) and bandwidth (byte/s); None takes the chip's.
    expert : bool
        Expert view.
    x, y : tuple of float, optional
        Axis ranges; None is automatic.
    """

    workload: str = "gemm-big"
    shapes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    b: Number = 2
    chip: str = "h100-sxm"
    peak: Number = None
    bw: Number = None
    expert: bool = False
    x: tuple[float, float] | None = None
    y: tuple[float, float] | None = None

    def roofline(self, presets: Presets) -> Roofline:
        """Return the chip's roofline with the reader's own peak and bandwidth, where given.

        Raises
        ------
        DomainError
            If either is not positive and finite.
        """
        chip = presets.chips[self.chip].roofline
        return Roofline(
            chip.peak_flops_per_s if self.peak is None else self.peak,
            chip.bandwidth_bytes_per_s if self.bw is None else self.bw,
        )

    def shaped(self, presets: Presets, workload: str | None = None) -> Workload:
        """Return the selected workload, or another one, in its present shape.

        Raises
        ------
        DomainError
            If the shape is not one that can be.
        """
        name = self.workload if workload is None else workload
        return presets.workloads[name].workload(**{**self.shapes.get(name, {}), "b": self.b})

    def with_dimension(self, presets: Presets, workload: str, key: str, value: Any) -> Scenario:
        """Return this scenario with one dimension of one workload changed.

        A dimension set back to its preset's value is no longer a change.
        """
        shape = {**self.shapes.get(workload, {}), key: value}
        if value == getattr(presets.workloads[workload].unchanged, key):
            del shape[key]
        shapes = {**self.shapes, workload: shape}
        return replace(self, shapes={name: s for name, s in shapes.items() if s})
