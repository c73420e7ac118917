"""What the reader of a whole model can set, in order, for the page to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.controls import chips, precision_options, slider
from model.networks import load_networks
from model.run import PHASES
from model.vocabulary import STATE

if TYPE_CHECKING:
    from app.language import Language
    from app.state import State

__all__ = ("network_controls", "network_values")

_BYTES = ("2", "1", "0.5")
_SIZES = ("model.b_w", "model.b_a", "model.b_kv")


def network_controls(text: Language, state: State) -> list[dict[str, Any]]:
    """Describe the controls; there is one more model while a config.json is in use."""
    models = [{"value": n.id, "label": n.name} for n in load_networks().values()]
    own = [{"value": "", "label": text("network", "own")}] if state.scenario.run.config else []
    phases = [{"value": phase, "label": text("network", phase)} for phase in PHASES]
    return [
        {"key": "model", "type": "select", "label": text("network", "model"),
         "options": own + models},
        {"key": "model.phase", "type": "radio", "label": text("network", "phase"),
         "options": phases},
        _slider(text, state, "B"),
        _slider(text, state, "S"),
        *(_size(text, key) for key in _SIZES),
        {"key": "model.activations", "type": "switch", "label": text("network", "activations"),
         "hint": text("network", "activations_hint")},
        chips(text, state),
    ]  # fmt: skip


def network_values(state: State) -> dict[str, str]:
    """Return the text of every control's value, exact, as a query would write it."""
    scenario = state.scenario
    keys = [key for key in STATE if key.startswith("model.") and key != "model.config"]
    model = "" if scenario.run.config else scenario.model
    shown = {key: STATE[key].write(scenario.value(key)) for key in keys}
    return {"model": model, "chip": scenario.chip, **shown}


def _slider(text: Language, state: State, key: str) -> dict[str, Any]:
    decode = state.scenario.run.phase == "decode"
    label = text("network", "S_prompt" if key == "S" and not decode else key)
    named = label, text("unit", key)
    return slider(text, state.presets.controls[key], f"model.{key}", named)


def _size(text: Language, key: str) -> dict[str, Any]:
    label = text("network", key.partition(".")[2])
    return {
        "key": key, "type": "choice", "label": label, "options": precision_options(text, _BYTES),
        "unit": text("unit", "b"), "exact": text("control", "exact", label=label),
    }  # fmt: skip
