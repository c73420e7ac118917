"""What a scenario asks for beyond one point under one roof: a crossing, levels, other chips."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from model.crossover import crossover
from model.evaluate import Result, evaluate
from model.levels import at_levels
from model.precision import LINKED
from model.tiles import tile
from model.workloads import Training

if TYPE_CHECKING:
    from model.crossover import Crossover
    from model.levels import LevelResult
    from model.presets import Presets
    from model.scenario import Scenario

__all__ = ("crossing", "further", "levels", "others")


def crossing(scenario: Scenario, presets: Presets, dimension: str) -> Crossover | None:
    """Solve the selected workload for a dimension; None where it has none or no solution form."""
    shape = scenario.shaped(presets)
    if dimension not in shape.dimensions:
        return None
    return crossover(shape, scenario.roofline(presets), dimension)


def levels(scenario: Scenario, presets: Presets) -> list[LevelResult]:
    """Place the selected workload under the roofs of its chip's on-chip memory."""
    shape, roof = scenario.shaped(presets), scenario.roofline(presets)
    return at_levels(shape, roof, presets.chips[scenario.chip].levels)


def others(scenario: Scenario, presets: Presets) -> list[Result]:
    """Evaluate the selected workload on the other chips, without the reader's own figures."""
    bare = replace(scenario, peak=None, bw=None)
    roof = LINKED if bare.roof == LINKED else ""
    return [evaluate(replace(bare, chip=chip, roof=roof), presets) for chip in scenario.vs]


def further(scenario: Scenario, presets: Presets) -> dict[str, Any]:
    """Return what was asked for, under the keys of the query that asked."""
    asked: dict[str, Any] = {}
    if scenario.path and (found := crossing(scenario, presets, scenario.path)) is not None:
        asked["path"] = asdict(found)
    shape = scenario.shaped(presets)
    if (held := tile(shape, scenario.roofline(presets))) is not None:
        asked["tile"] = held._asdict()
    if isinstance(shape, Training):
        for name in ("state_bytes", "attention_share", "context_crossover"):
            asked[name] = getattr(shape, name)
    if scenario.levels:
        asked["levels"] = [level._asdict() for level in levels(scenario, presets)]
    if scenario.vs:
        asked["vs"] = [result.as_dict() for result in others(scenario, presets)]
    return asked
