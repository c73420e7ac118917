"""Why the point is where it is, what would move it, and why a slider may rightly not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.explain import doubled
from model.quantities import rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.language import Language
    from app.state import State
    from model import Result

__all__ = ("dead_controls", "explanation", "factors")


def factors(state: State) -> dict[str, float]:
    """Return what doubling each control of the selected workload would do to the intensity."""
    if state.selected.flops == 0:
        return {}
    preset = state.presets.workloads[state.scenario.workload]
    return doubled(state.scenario.shaped(state.presets), preset.controls)


def explanation(text: Language, result: Result, found: Mapping[str, float]) -> str:
    """Say which dimension sets the intensity now, and what would raise the bound."""
    if result.flops == 0:
        return ""
    name, factor = max(found.items(), key=lambda item: item[1], default=("", 1.0))
    sentences = [
        text("explain", "sets", dimension=name, factor=rounded(factor, 3))
        if factor > 1
        else text("explain", "fixed"),
        text("explain", "bytes"),
        text("explain", result.bound),
    ]
    return text.sentences(*sentences)


def dead_controls(text: Language, state: State, found: Mapping[str, float]) -> dict[str, str]:
    """Say, for each control that does not move the point, why it rightly does not."""
    kind = state.presets.workloads[state.scenario.workload].kind
    return {
        name: text("dead", kind if text.has("dead", kind) else "other", dimension=name)
        for name, factor in found.items()
        if factor == 1
    }
