"""Values that a slider may take where dimensions must divide each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.language import Language
    from app.state import State

__all__ = ("allowed", "why_allowed")


def allowed(state: State) -> dict[str, list[int]]:
    """List, for each dimension on a slider that must divide or be divided, what it may be.

    Parameters
    ----------
    state : State
        Its selected workload decides.

    Returns
    -------
    dict of str to list of int
        Ascending; empty where every value will do, and in the Basic view.
    """
    if not state.scenario.expert:
        return {}
    preset = state.presets.workloads[state.scenario.workload]
    rules = _rules(state)
    return {
        key: [n for n in _reach(state, preset.kind, key) if rules[key](n)]
        for key in preset.controls
        if key in rules
    }


def _rules(state: State) -> dict[str, Callable[[int], bool]]:
    """Say, by dimension, what makes a value one that can be."""
    shape: Any = state.scenario.shaped(state.presets)
    sizes = shape.dimensions
    if "g" not in sizes:
        return {}
    h, D, share = sizes["h"], sizes.get("D"), shape.g or 1
    rules: dict[str, Callable[[int], bool]] = {"g": lambda g: h % g == 0}
    if D is not None and shape.d is None:
        rules["D"] = lambda D: D % h == 0
        rules["h"] = lambda h: h % share == 0 and D % h == 0
    elif share > 1:
        rules["h"] = lambda h: h % share == 0
    return rules


def _reach(state: State, kind: str, key: str) -> list[int]:
    """Return what a slider reaches: any number of heads, 16 steps to the octave of a width."""
    low, high = map(int, state.presets.control(kind, key).slider)
    values = [low]
    while values[-1] < high:
        step = 1 << max(0, values[-1].bit_length() - 5) if key == "D" else 1
        values.append(values[-1] + step)
    return values


def why_allowed(text: Language, state: State) -> dict[str, str]:
    """Say, beside each such slider, what it moves along."""
    found = allowed(state)
    if not found:
        return {}
    shape: Any = state.scenario.shaped(state.presets)
    sizes = shape.dimensions
    notes = {}
    if "g" in found:
        listed = text.listed(*map(str, found["g"]))
        notes["g"] = text("control", "g_allowed", h=str(sizes["h"]), values=listed)
    if "h" in found:
        share = str(shape.g or 1)
        if "D" in found:
            notes["h"] = text("control", "h_allowed", D=str(sizes["D"]), g=share)
        else:
            notes["h"] = text("control", "h_multiple", g=share)
    if "D" in found:
        notes["D"] = text("control", "D_allowed", h=str(sizes["h"]))
    return notes
