"""Why the point is where it is, what would move it, and why a slider may rightly not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.controls import offered
from model.explain import doubled, unmoved
from model.quantities import rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.language import Language
    from app.state import State
    from model import Result, Workload

__all__ = ("BUILT", "dead_controls", "explanation", "factors")

_HALF = 0.5  # of the intensity is left at twice the bytes, unless some have sizes of their own
BUILT = ("L", "D", "h", "g", "d")
"""Dimensions that a model has, and a run can not change."""

# Why a dimension changes nothing at all, by kind.
_STILL = {
    ("gemm", "T"): "T",
    ("attention", "T"): "T",
    ("decode", "shrink"): "shrink",
    ("elementwise", "fused"): "fused_elementwise",
}


def factors(state: State) -> dict[str, float]:
    """Return what doubling each dimension of a run would do to the intensity."""
    if state.selected.flops == 0:
        return {}
    preset = state.presets.workloads[state.scenario.workload]
    tried = ["b", *(name for name in preset.controls if name not in BUILT)]
    return doubled(state.scenario.shaped(state.presets), tried)


def explanation(text: Language, result: Result, found: Mapping[str, float]) -> str:
    """Say which dimension sets the intensity now, and what would raise the bound."""
    if result.flops == 0:
        return ""
    name, factor = max(found.items(), key=lambda item: item[1], default=("", 1.0))
    sentences = [
        text("explain", "sets", dimension=name, factor=rounded(factor, 3))
        if factor > 1
        else text("explain", "fixed"),
        text("explain", "bytes") if found.get("b") == _HALF else "",
        text("explain", result.bound),
    ]
    return text.sentences(*sentences)


def dead_controls(text: Language, state: State) -> dict[str, str]:
    """Say, for each control that does not move the point, why it rightly does not."""
    if state.selected.flops == 0:
        return {}
    shape = state.scenario.shaped(state.presets)
    return {
        name: text("dead", _why(shape, name, alike), dimension=_called(text, shape, name))
        for name, alike in unmoved(shape, offered(state)).items()
    }


def _called(text: Language, shape: Workload, name: str) -> str:
    """Name a dimension by its symbol, and a switch by what stands beside it."""
    return text("control", name) if isinstance(shape.dimensions[name], bool) else name


def _why(shape: Workload, name: str, alike: bool) -> str:
    """Return the key of the text that says why a dimension does not move the point."""
    if not alike:
        attention = shape.kind == "training" and name in ("causal", "S")
        return "attention_only" if attention else _STILL.get((shape.kind, name), "neither")
    alone = shape.kind == "decode" and shape.dimensions["B"] == 1
    full = alone and shape.dimensions["g"] == shape.dimensions["h"]
    return shape.kind if full or shape.kind == "elementwise" else "other"
