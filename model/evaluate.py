"""From a scenario to its numbers: the one call behind the command line, the page and the tests."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from model.checks import Number
    from model.presets import Presets
    from model.roofline import Roofline
    from model.scenario import Scenario
    from model.workloads import Workload

__all__ = ("Result", "evaluate", "place")


@dataclass(frozen=True)
class Result:
    """One workload under one roofline; base SI units, the names of `product` keys.

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

    def as_dict(self) -> dict[str, Any]:
        """Return the keys and values that the command line prints."""
        return asdict(self)


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

    Examples
    --------
    >>> from model import Gemm, Roofline
    >>> place(Gemm(256, 3584, 512), Roofline(165.2e12, 1.008e12)).bound
    'memory'
    """
    F, Q = shape.flops, shape.bytes_moved
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
        compute_time_s=roof.compute_time_s(F),
        memory_time_s=roof.memory_time_s(Q),
        time_s=roof.time_s(F, Q),
        no_overlap_time_s=roof.no_overlap_time_s(F, Q),
        streams=shape.streams,
        work=shape.work,
        warnings=shape.warnings(),
    )
