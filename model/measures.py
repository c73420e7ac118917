"""Numbers that a lesson names: a result, a dimension, a ratio of two, or where a bound ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.crossover import crossover, first_not_below
from model.errors import RooflineError, refused
from model.evaluate import evaluate
from model.vocabulary import SHAPE, STATE

if TYPE_CHECKING:
    from model.presets import Presets
    from model.scenario import Scenario

__all__ = ("Measure", "check_key", "check_result", "key_value", "result_value")

_UNITS = {
    "flops": "FLOP", "bytes_moved": "B", "intensity": "FLOP/byte", "ridge_intensity": "FLOP/byte",
    "intensity_ceiling": "FLOP/byte", "peak_flops_per_s": "FLOP/s", "bandwidth_bytes_per_s": "B/s",
    "attainable_flops_per_s": "FLOP/s", "bound": "bound", "compute_time_s": "s",
    "memory_time_s": "s", "time_s": "s", "no_overlap_time_s": "s",
    "context_crossover": "count", "state_bytes": "B",
}  # fmt: skip
_OWN = ("intensity_ceiling", "context_crossover", "state_bytes")  # of some workloads only
_TERMS = {"streams": "B", "work": "FLOP", "peaks": "FLOP/s"}  # one of them: streams.weights


def check_result(name: str) -> None:
    """Require the name of a result, or one stream, term of work or peak after a dot."""
    group, dot, term = name.partition(".")
    if name not in _UNITS and not (dot and term and group in _TERMS):
        names = [*_UNITS, *(f"{group}.NAME" for group in _TERMS)]
        raise refused("result", f"one of {', '.join(names)}", name)


def check_key(name: str) -> None:
    """Require a key of the vocabulary of states."""
    if name not in STATE and name not in SHAPE:
        raise refused("key", "a key of the query", name)


def result_value(name: str, scenario: Scenario, presets: Presets) -> Any:
    """Evaluate a scenario and return one of its numbers.

    Raises
    ------
    RooflineError
        If the workload has no such number.
    """
    group, dot, term = name.partition(".")
    if group == "peaks":
        return presets.chips[scenario.chip].peak(term).flops_per_s
    if name in _OWN:
        return _own(name, scenario, presets)
    value = getattr(evaluate(scenario, presets), group)
    if dot and term not in value:
        raise refused("result", f"one of {', '.join(f'{group}.{t}' for t in value)}", name)
    return value[term] if dot else value


def _own(name: str, scenario: Scenario, presets: Presets) -> Any:
    shape = scenario.shaped(presets)
    if not hasattr(shape, name):
        raise RooflineError(f"result: {scenario.workload} has no {name}")
    return getattr(shape, name)


def key_value(name: str, scenario: Scenario, presets: Presets) -> Any:
    """Return what a key of the query stands at; None where the workload does not have it."""
    if name in ("peak", "bw"):
        roof = scenario.roofline(presets)
        return roof.peak_flops_per_s if name == "peak" else roof.bandwidth_bytes_per_s
    if name in STATE:
        return scenario.value(name)
    return scenario.shaped(presets).dimensions.get(name)


@dataclass(frozen=True)
class Measure:
    """One number, to be computed.

    Parameters
    ----------
    scenario : Scenario
        The state it is computed in.
    result, key, least, half : str
        Exactly one of: a result; a key of the query; a dimension, of which the least value is meant
        at which memory no longer limits; or one, of which the value at half of the ceiling is.
    over : Measure, optional
        Divide by this.
    percent : bool
        Whether the ratio is shown as a percentage.
    """

    scenario: Scenario
    result: str = ""
    key: str = ""
    least: str = ""
    half: str = ""
    over: Measure | None = None
    percent: bool = False

    def __post_init__(self) -> None:
        if sum(map(bool, (self.result, self.key, self.least, self.half))) != 1:
            raise RooflineError("expected exactly one of result, key, least, half")
        if self.percent and self.over is None:
            raise RooflineError("percent: expected with over only")
        if self.result:
            check_result(self.result)
        if named := self.key or self.least or self.half:
            check_key(named)

    @property
    def unit(self) -> str:
        """How it is shown: a base unit, or bound, chip, count, ratio, percent."""
        if self.over is not None:
            return "percent" if self.percent else "ratio"
        if self.result:
            return _UNITS.get(self.result) or _TERMS[self.result.partition(".")[0]]
        return {"chip": "chip", "peak": "FLOP/s", "bw": "B/s"}.get(self.key, "count")

    def value(self, presets: Presets) -> Any:
        """Compute it.

        Raises
        ------
        RooflineError
            If the state has no such number.
        """
        if self.over is not None:
            return self._plain(presets) / self.over.value(presets)
        return self._plain(presets)

    def _plain(self, presets: Presets) -> Any:
        if self.result:
            return result_value(self.result, self.scenario, presets)
        if self.least or self.half:
            return self._dimension(presets)
        return key_value(self.key, self.scenario, presets)

    def _dimension(self, presets: Presets) -> float:
        """Solve for a dimension."""
        shape, roof = self.scenario.shaped(presets), self.scenario.roofline(presets)
        name, workload = self.least or self.half, self.scenario.workload
        asked = "least" if self.least else "half"
        keys = presets.workloads[workload].keys
        if name not in keys:
            raise refused(asked, f"a dimension of {workload}: {', '.join(keys)}", name)
        if self.half:
            found = crossover(shape, roof, name)
            if found is None or found.half is None:
                raise RooflineError(f"half: {workload} has no ceiling in {name}")
            return found.half
        first = first_not_below(shape, roof, name)
        if first is None:
            raise RooflineError(f"least: memory limits {workload} for every {name}")
        return first
