"""What the reader can set: a description of every control, in order, for the page to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.overlays import OVERLAYS, peak_name
from model.precision import LINKED
from model.quantities import si
from model.vocabulary import MOST_OTHERS, PATHS, SHAPE, STATE
from model.workloads.base import SIZES
from model.workloads.conv import LOWERINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.language import Language
    from app.state import State
    from model.presets import Control

__all__ = (
    "chips", "controls", "offered", "own_roof", "precision_options", "roof_controls", "slider",
    "values",
)  # fmt: skip

_BYTES = ("4", "2", "1", "0.5")
_SIZES = (*_BYTES, "0.75", "0.5625", "0.53125")
_TERA = 12
_EXPONENTS = {"P": 9, "tokens": 9}  # powers of ten that large counts are typed in
_CHART_KEYS = ("roof", "path", "vs", *OVERLAYS)
_FLAGS = (
    "attention", "beta", "causal", "fused", "kv_only", "latent", "shrink", "weights_only",
)  # fmt: skip
_BASIC = {"attention": ("fused",)}  # what the Basic view offers of a shape, by kind


def controls(text: Language, state: State) -> list[dict[str, Any]]:
    """Describe the controls of the present view; they change with workload and view only."""
    scenario, presets = state.scenario, state.presets
    described = [
        {
            "key": "workload", "type": "radio", "label": text("control", "workload"),
            "options": [{"value": n, "label": text("workload", n)} for n in _workloads(state)],
        },
        *roof_controls(text, state),
    ]  # fmt: skip
    described += [_shape_control(text, state, key) for key in offered(state)]
    if scenario.expert:
        options = precision_options(text, _BYTES)
        described.append(
            {
                "key": "b", "type": "choice", "label": text("control", "b"), "options": options,
                "unit": text("unit", "b"), "exact": _exact(text, text("control", "b")),
            }
        )  # fmt: skip
        keys = presets.workloads[scenario.workload].keys
        described += [_size(text, state, key) for key in SIZES if key in keys]
        described += [_roofs(text, state), _paths(text, state), _others(text, state)]
        described += [_overlay(text, key) for key in OVERLAYS]
    return described


def roof_controls(text: Language, state: State) -> list[dict[str, Any]]:
    """Describe the controls of the roofs: chip, peak and bandwidth."""
    sliders = (_slider(text, state, key, exponent=_TERA) for key in ("peak", "bw"))
    return [chips(text, state), *sliders]


def _size(text: Language, state: State, key: str) -> dict[str, Any]:
    """Offer bytes per value of some of the values, and the present number whatever it is."""
    now = SHAPE[key].write(state.scenario.shaped(state.presets).dimensions[key])
    sizes = sorted({*_SIZES, now}, key=float, reverse=True)
    options = [{"value": v, "label": _size_name(text, v)} for v in sizes]
    return {"key": key, "type": "select", "label": text("control", key), "options": options}


def _size_name(text: Language, value: str) -> str:
    key = value.replace(".", "_")
    if text.has("precision", key):
        return text("control", "size", value=value, name=text("precision", key))
    return value


def _roofs(text: Language, state: State) -> dict[str, Any]:
    chip = state.presets.chips[state.scenario.chip]
    usual = peak_name(text, chip.peak(chip.roof))
    options = [
        {"value": "", "label": text("roof", "usual", peak=usual)},
        {"value": LINKED, "label": text("roof", "linked")},
    ]
    options += [
        {"value": p.id, "label": f"{peak_name(text, p)}, {si(p.flops_per_s, 'FLOP/s')}"}
        for p in chip.peaks
    ]
    return {"key": "roof", "type": "select", "label": text("control", "roof"), "options": options}


def _paths(text: Language, state: State) -> dict[str, Any]:
    offered = state.presets.workloads[state.scenario.workload].controls
    names = [name for name in PATHS if name in offered]
    options = [{"value": "", "label": text("control", "no_path")}]
    options += [{"value": name, "label": name} for name in names]
    return {"key": "path", "type": "select", "label": text("control", "path"), "options": options}


def _others(text: Language, state: State) -> dict[str, Any]:
    chips = state.presets.chips.values()
    return {
        "key": "vs", "type": "several", "label": text("control", "vs"), "most": MOST_OTHERS,
        "add": text("control", "add_chip"), "remove": text("control", "remove_chip"),
        "options": [{"value": chip.id, "label": chip.name} for chip in chips],
    }  # fmt: skip


def _overlay(text: Language, key: str) -> dict[str, Any]:
    return {
        "key": key, "type": "switch", "label": text("control", key),
        "hint": text("control", f"{key}_hint"),
    }  # fmt: skip


def offered(state: State) -> tuple[str, ...]:
    """Name the dimensions of the selected workload that have a control in this view."""
    preset = state.presets.workloads[state.scenario.workload]
    return preset.controls if state.scenario.expert else _BASIC.get(preset.kind, ())


def values(state: State) -> dict[str, str]:
    """Return the text of every control's value, exact, as a query would write it."""
    scenario = state.scenario
    shape = state.scenario.shaped(state.presets)
    roof = state.roofline
    shown = {
        "workload": scenario.workload,
        "chip": scenario.chip,
        "peak": repr(roof.peak_flops_per_s),
        "bw": repr(roof.bandwidth_bytes_per_s),
        "b": f"{scenario.b}",
        "expert": "true" if scenario.expert else "false",
        **{key: STATE[key].write(getattr(scenario, key)) for key in _CHART_KEYS},
    }
    preset = state.presets.workloads[scenario.workload]
    dimensions = [*preset.controls, *(key for key in SIZES if key in preset.keys)]
    return shown | {key: SHAPE[key].write(shape.dimensions[key]) for key in dimensions}


def _workloads(state: State) -> list[str]:
    """Name the workloads to pick from: all in the Expert view, but for kinds that have presets."""
    if not state.scenario.expert:
        return list(state.drawn)
    every = state.presets.workloads
    bare = {p.kind for p in every.values() if p.id != p.kind}
    return [name for name in every if name in state.drawn or name not in bare]


def _shape_control(text: Language, state: State, key: str) -> dict[str, Any]:
    kind = state.presets.workloads[state.scenario.workload].kind
    label = text("control", _own(text, "control", key, kind) or key)
    if key in _FLAGS:
        hint = _own(text, "control", key, kind, "_hint")
        shown = text("control", hint) if hint else ""
        return {"key": key, "type": "switch", "label": label, "hint": shown}
    if key == "lowering":
        options = [{"value": v, "label": text("control", f"lowering_{v}")} for v in LOWERINGS]
        return {"key": key, "type": "radio", "label": label, "options": options}
    if key == "grad_bytes":
        options = precision_options(text, ("2", "4"))
        return {"key": key, "type": "radio", "label": label, "options": options}
    choices = state.presets.control(kind, key).choices
    if choices:
        options = [{"value": str(v), "label": str(v)} for v in choices]
        return {
            "key": key, "type": "choice", "label": label, "options": options,
            "unit": _unit(text, key, kind), "exact": _exact(text, label),
        }  # fmt: skip
    return _slider(text, state, key, _EXPONENTS.get(key, 0))


def _own(text: Language, section: str, key: str, kind: str, ending: str = "") -> str:
    """Return the key of a text for this kind of workload, or for all; empty if there is none."""
    found = (f"{key}_{kind}{ending}", f"{key}{ending}")
    return next((name for name in found if text.has(section, name)), "")


def _unit(text: Language, key: str, kind: str) -> str:
    return text("unit", _own(text, "unit", key, kind) or key)


def _slider(text: Language, state: State, key: str, exponent: int = 0) -> dict[str, Any]:
    """Describe a slider; `exponent` is the power of ten its number box is written in."""
    kind = state.presets.workloads[state.scenario.workload].kind
    control = state.presets.control(kind, key)
    label = text("control", _own(text, "control", key, kind) or key)
    return slider(text, control, key, (label, _unit(text, key, kind)), exponent)


def slider(
    text: Language, control: Control, key: str, named: tuple[str, str], exponent: int = 0
) -> dict[str, Any]:
    """Describe a slider over the range of a control, `named` by label and unit."""
    label, unit = named
    return {
        "key": key, "type": "slider", "label": label, "unit": unit,
        "low": control.slider[0], "high": control.slider[1], "page": control.page,
        "whole": not exponent, "exponent": exponent, "exact": _exact(text, label),
    }  # fmt: skip


def chips(text: Language, state: State) -> dict[str, Any]:
    """Describe the list of chips."""
    options = [{"value": c.id, "label": c.name} for c in state.presets.chips.values()]
    return {"key": "chip", "type": "select", "label": text("control", "chip"), "options": options}


def precision_options(text: Language, sizes: Sequence[str]) -> list[dict[str, str]]:
    """Name the usual numbers of bytes per value."""
    names = {size: text("precision", f"{size.replace('.', '_')}") for size in sizes}
    return [{"value": size, "label": name} for size, name in names.items()]


def _exact(text: Language, label: str) -> str:
    return text("control", "exact", label=label)


def own_roof(text: Language, state: State) -> dict[str, str]:
    """Say, beside a roof the reader has set, what the chip itself has."""
    chip = state.presets.chips[state.scenario.chip].roofline
    notes = {}
    if state.scenario.peak is not None:
        notes["peak"] = text("control", "own", value=si(chip.peak_flops_per_s, "FLOP/s"))
    if state.scenario.bw is not None:
        notes["bw"] = text("control", "own", value=si(chip.bandwidth_bytes_per_s, "B/s"))
    return notes
