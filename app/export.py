"""Every point of the chart as data: the model's own numbers, in full, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from model import Scenario, dump, evaluate
from model.vocabulary import SHAPE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.state import State

__all__ = ("as_csv", "as_json", "points")

_UNITS = {
    "flops": "FLOP",
    "bytes_moved": "byte",
    "intensity": "FLOP/byte",
    "attainable_flops_per_s": "FLOP/s",
    "compute_time_s": "s",
    "memory_time_s": "s",
    "time_s": "s",
    "no_overlap_time_s": "s",
    "peak_flops_per_s": "FLOP/s",
    "bandwidth_bytes_per_s": "byte/s",
    "ridge_intensity": "FLOP/byte",
}
_COLUMNS = (
    "workload", "kind", "shape", "role", "flops", "bytes_moved", "intensity", "bound",
    "attainable_flops_per_s", "compute_time_s", "memory_time_s", "time_s", "no_overlap_time_s",
    "chip", "peak_flops_per_s", "bandwidth_bytes_per_s", "ridge_intensity", "query",
)  # fmt: skip


def points(state: State) -> list[dict[str, Any]]:
    """Return one record for each point of the chart.

    Parameters
    ----------
    state : State
        What is shown.

    Returns
    -------
    list of dict
        What ``python -m model QUERY`` prints for the point, and with it `kind`, `shape`,
        `role` (``"selected"``, ``"other"`` or ``"pinned"``) and that `query`.
    """
    scenario = state.scenario
    records = [
        _record(state, scenario, name, "selected" if name == scenario.workload else "other")
        for name in state.drawn
    ]
    if state.pinned is not None:
        records.append(_record(state, state.pinned, state.pinned.workload, "pinned"))
    return records


def as_csv(state: State) -> str:
    """Write the points as CSV (RFC 4180): a header with units, every number with every digit."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(_headings())
    for record in points(state):
        shape = _shape_text(record["shape"])
        table.writerow([{**record, "shape": shape}[column] for column in _COLUMNS])
    return out.getvalue()


def as_json(state: State) -> str:
    """Write the points as JSON, in base SI units."""
    return json.dumps({"query": state.query, "points": points(state)}, indent=1) + "\n"


def _shape_text(shape: dict[str, Any]) -> str:
    """Write dimensions as a query does, so that one cell of a table holds them."""
    return "&".join(f"{name}={SHAPE[name].write(value)}" for name, value in shape.items())


def _headings() -> Iterator[str]:
    for column in _COLUMNS:
        yield f"{column} [{_UNITS[column]}]" if column in _UNITS else column


def _record(state: State, scenario: Scenario, name: str, role: str) -> dict[str, Any]:
    workload = scenario.shaped(state.presets, name)
    sizes = {key: value for key, value in workload.dimensions.items() if key in SHAPE}
    return {
        **evaluate(scenario, state.presets, name).as_dict(),
        "kind": workload.kind,
        "shape": sizes,
        "role": role,
        "query": dump(_alone(scenario, name)),
    }


def _alone(scenario: Scenario, name: str) -> Scenario:
    """Keep of a scenario what the numbers of one workload depend on."""
    return Scenario(
        workload=name,
        shapes={name: scenario.shapes[name]} if name in scenario.shapes else {},
        b=scenario.b,
        chip=scenario.chip,
        peak=scenario.peak,
        bw=scenario.bw,
    )
