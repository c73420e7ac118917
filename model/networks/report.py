"""A whole model under a roofline: operators, their sum, the one aggregate point, storage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from model.checks import added_up
from model.networks.operators import experts_touched, operators
from model.networks.parameters import parameters
from model.networks.presets import selected

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.checks import Number
    from model.networks.network import Network
    from model.networks.operators import Operator
    from model.presets import Presets
    from model.roofline import Roofline
    from model.run import Run
    from model.scenario import Scenario

__all__ = ("Report", "Row", "report", "run_network")


class Row(NamedTuple):
    """One operator of the model: all its instances in one step, base SI units."""

    name: str
    kind: str
    times: int
    flops: Number
    bytes_moved: Number
    intensity: float
    attainable_flops_per_s: Number
    bound: str
    time_s: float
    share: float
    streams: dict[str, Number]


class Report(NamedTuple):
    """One step of a whole model under one roofline, in base SI units.

    `time_s` is of the aggregate point, as if all operators overlapped; `sum_time_s` adds up the
    operators' own times, and `sum_over_aggregate` compares the two.
    """

    model: str
    name: str
    chip: str
    phase: str
    B: int
    S: int
    b_w: Number
    b_a: Number
    b_kv: Number
    activations: bool
    peak_flops_per_s: Number
    bandwidth_bytes_per_s: Number
    ridge_intensity: float
    parameters: dict[str, int]
    weights_bytes: Number
    kv_bytes_per_token: Number
    kv_bytes_per_sequence: Number
    kv_bytes: Number
    storage_bytes: Number
    capacity_bytes: Number
    fits: bool | None
    experts_touched: Number
    flops: Number
    bytes_moved: Number
    streams: dict[str, Number]
    intensity: float
    attainable_flops_per_s: Number
    bound: str
    compute_time_s: float
    memory_time_s: float
    time_s: float
    sum_time_s: float
    sum_over_aggregate: float
    tokens: int
    tokens_per_s: float
    aggregate_tokens_per_s: float
    operators: tuple[Row, ...]
    warnings: list[str]

    def as_dict(self) -> dict[str, Any]:
        """Return the keys and values that the command line prints."""
        return {**self._asdict(), "operators": [row._asdict() for row in self.operators]}


def report(scenario: Scenario, presets: Presets) -> Report:
    """Evaluate the whole model that a scenario selects.

    Raises
    ------
    RooflineError
        If a product of dimensions is beyond what an operator can have.

    Examples
    --------
    >>> from model import Scenario, load_presets
    >>> report(Scenario(model="llama-3.1-8b"), load_presets()).parameters["total"]
    8030261248
    """
    preset = selected(scenario)
    return run_network(
        preset.network, scenario.run, scenario.roofline(presets), model=preset.id,
        name=preset.name, chip=scenario.chip,
        capacity_bytes=presets.chips[scenario.chip].capacity_bytes,
    )  # fmt: skip


def run_network(
    network: Network, run: Run, roof: Roofline, *, capacity_bytes: Number = None, **labels: Any
) -> Report:
    """Run one step of a model under a roofline.

    Parameters
    ----------
    network, run, roof
        What runs, how, and on what.
    capacity_bytes : int or float, optional
        Memory of the chip, byte; None if it is not known.
    **labels : str
        `model`, `name` and `chip`, to carry into the report.

    Returns
    -------
    Report
        Counts are exact integers where sizes and experts touched are whole.

    Notes
    -----
    Equation (20) of model.md: the sum of the operators' times is at least the aggregate's.
    """
    listed = operators(network, run)
    flops, moved = added_up(o.flops for o in listed), added_up(o.bytes_moved for o in listed)
    streams = {k: added_up(o.streams[k] for o in listed) for k in listed[0].streams}
    total, tokens = roof.time_s(flops, moved), run.tokens
    added = max(total, _added(listed, roof))  # rounding must not put the sum below its bound
    return Report(
        **{"model": "", "name": "", "chip": ""} | labels,
        phase=run.phase, B=run.B, S=run.S, activations=run.activations,
        **_roofs(roof), **_storage(network, run, capacity_bytes),
        experts_touched=experts_touched(network.experts, run.tokens) if network.experts else None,
        flops=flops, bytes_moved=moved, streams=streams, intensity=flops / moved,
        attainable_flops_per_s=roof.attainable_flops_per_s(flops / moved),
        bound=str(roof.bound(flops, moved)),
        compute_time_s=roof.compute_time_s(flops), memory_time_s=roof.memory_time_s(moved),
        time_s=total, sum_time_s=added, sum_over_aggregate=added / total, tokens=tokens,
        tokens_per_s=tokens / added, aggregate_tokens_per_s=tokens / total,
        operators=tuple(_rows(listed, added, roof)), warnings=_warnings(network, run),
    )  # fmt: skip


def _added(listed: Iterable[Operator], roof: Roofline) -> float:
    """Add up the operators' times: counts first, so that one bound for all gives the aggregate."""
    flops = moved = 0
    for operator in listed:
        F, Q = operator.flops, operator.bytes_moved
        if roof.bound(F, Q) == "compute":
            flops += F
        else:
            moved += Q
    return float(roof.compute_time_s(flops) + roof.memory_time_s(moved))


def _rows(listed: Iterable[Operator], added: float, roof: Roofline) -> Iterable[Row]:
    for operator in listed:
        F, Q = operator.flops, operator.bytes_moved
        time = roof.time_s(F, Q)
        yield Row(
            operator.name, operator.workload.kind, operator.times, F, Q, F / Q,
            roof.attainable_flops_per_s(F / Q), str(roof.bound(F, Q)), time, time / added,
            operator.streams,
        )  # fmt: skip


def _roofs(roof: Roofline) -> dict[str, Any]:
    return {
        "peak_flops_per_s": roof.peak_flops_per_s,
        "bandwidth_bytes_per_s": roof.bandwidth_bytes_per_s,
        "ridge_intensity": roof.ridge_intensity,
    }


def _storage(network: Network, run: Run, capacity: Number) -> dict[str, Any]:
    counted = parameters(network)
    weights = counted.total * run.b_w
    sequence = network.kv_values(run.S) * run.b_kv
    stored = weights + run.B * sequence
    return {
        "b_w": run.b_w, "b_a": run.b_a, "b_kv": run.b_kv,
        "parameters": {"total": counted.total, "active": counted.active, **counted._asdict()},
        "weights_bytes": weights,
        "kv_bytes_per_token": network.kv_values(1) * run.b_kv,
        "kv_bytes_per_sequence": sequence,
        "kv_bytes": run.B * sequence,
        "storage_bytes": stored,
        "capacity_bytes": capacity,
        "fits": None if capacity is None else stored <= capacity,
    }  # fmt: skip


def _warnings(network: Network, run: Run) -> list[str]:
    if 0 < network.context < run.S:
        return [f"S = {run.S} is beyond the {network.context} tokens the model is made for"]
    return []
