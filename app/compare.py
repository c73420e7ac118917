"""A pinned state beside the present one: A, B, and what lies between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.describe import mark
from model.quantities import rounded

if TYPE_CHECKING:
    from app.language import Language
    from app.state import State
    from model import Result

__all__ = ("comparison",)


def comparison(text: Language, state: State) -> str:
    """Say how far it is from the pinned state A to the present one, as factors; empty without A."""
    pinned, before, now = state.pinned, state.pinned_result, state.selected
    if pinned is None or before is None or not (before.flops and now.flops):
        return ""
    return text(
        "compare",
        "ratio",
        before=text.listed(mark(text, pinned.shaped(state.presets)), _chip(state, before)),
        now=text.listed(mark(text, state.scenario.shaped(state.presets)), _chip(state, now)),
        intensity=_factor(now.intensity / before.intensity),
        attainable=_factor(now.attainable_flops_per_s / before.attainable_flops_per_s),
        time=_factor(now.time_s / before.time_s),
    )


def _chip(state: State, result: Result) -> str:
    return state.presets.chips[result.chip].name


def _factor(value: float) -> str:
    return f"×{rounded(value, 3)}"
