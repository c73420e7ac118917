"""From a scenario to its numbers: the one call behind the command line, the page and the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from model.checks import broadcast
from model.roofline import longer

if TYPE_CHECKING:
    from model.checks import Number
    from model.presets import Presets
    from model.roofline import Roofline
    from model.scenario import Scenario
    from model.workloads import Workload

__all__ = ("Result", "evaluate", "place")


class Result(NamedTuple):
    """One workload under one roofline, in base SI units.

    Every number is a scalar, or an array where a dimension of the workload is one.
    """

    workload: str
    chip: str
    flops: Number
    bytes_moved: Number
    intensity: Number
    peak_flops_per_s: Number
    bandwidth_bytes_per_s: Number
    ridge_intensity: Number
    attainable_flops_per_s: Number
    bound: Any
    compute_time_s: Number
    memory_time_s: Number
    time_s: Number
    no_overlap_time_s: Number
    streams: dict[str, Number]
    work: dict[str, Number]
    warnings: list[str]

    def no_overlap_flops_per_s(self, intensity: Number) -> Number:
        """Rate at an intensity where compute and traffic take turns, FLOP/s: F/(F/π + Q/β)."""
        return 1 / (1 / self.peak_flops_per_s + 1 / (self.bandwidth_bytes_per_s * intensity))

    def as_dict(self) -> dict[str, Any]:
        """Return the keys and values that the command line prints."""
        return {
            **self._asdict(),
            "streams": dict(self.streams),
            "work": dict(self.work),
            "warnings": list(self.warnings),
        }


def evaluate(scenario: Scenario, presets: Presets, workload: str | None = None) -> Result:
    """Evaluate the selected workload of a scenario, or another one of its workloads.

    Parameters
    ----------
    scenario : Scenario
        The state.
    presets : Presets
        What its ids mean.
    workload : str, optional
        Id of the workload; default the selected one.

    Returns
    -------
    Result
        Counts (FLOP, byte), intensity (FLOP/byte), rates (FLOP/s) and times (second).

    Raises
    ------
    DomainError
        If the shape or the roofline is not one that can be.

    Examples
    --------
    >>> from model.presets import load_presets
    >>> from model.scenario import Scenario
    >>> evaluate(Scenario(), load_presets()).bound
    'compute'
    """
    name = scenario.workload if workload is None else workload
    shape, roof = scenario.shaped(presets, name), scenario.roofline(presets)
    return place(shape, roof, workload=name, chip=scenario.chip)


def place(shape: Workload, roof: Roofline, *, workload: str = "", chip: str = "") -> Result:
    """Place a workload on a roofline.

    Parameters
    ----------
    shape : Workload
        Its dimensions may be arrays.
    roof : Roofline
        The roofs.
    workload, chip : str
        Ids to carry into the result.

    Returns
    -------
    Result
        See `evaluate`.

    Raises
    ------
    DomainError
        If arrays of the workload and of the roofline do not broadcast against each other.

    Examples
    --------
    >>> from model import Gemm, Roofline
    >>> place(Gemm(256, 3584, 512), Roofline(165.2e12, 1.008e12)).bound
    'memory'
    """
    F, Q = shape.flops, shape.bytes_moved
    broadcast({"workload": shape.intensity, **vars(roof)})
    compute, memory = roof.compute_time_s(F), roof.memory_time_s(Q)
    return Result(
        workload=workload,
        chip=chip,
        flops=F,
        bytes_moved=Q,
        intensity=shape.intensity,
        peak_flops_per_s=roof.peak_flops_per_s,
        bandwidth_bytes_per_s=roof.bandwidth_bytes_per_s,
        ridge_intensity=roof.ridge_intensity,
        attainable_flops_per_s=roof.attainable_flops_per_s(shape.intensity),
        bound=roof.bound(F, Q),
        compute_time_s=compute,
        memory_time_s=memory,
        time_s=longer(compute, memory),
        no_overlap_time_s=compute + memory,
        streams=shape.streams,
        work=shape.work,
        warnings=shape.warnings(),
    )
