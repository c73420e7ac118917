"""Which convention counts, what the other would say, and what a tile costs: for the Expert view."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.describe import count_text
from model.crossover import crossover
from model.quantities import percent, rounded, si
from model.tiles import tile
from model.workloads import Attention, Decode, Gemm, Training

if TYPE_CHECKING:
    from app.language import Language
    from app.state import State
    from model import Roofline, Workload

__all__ = ("asides",)


def asides(text: Language, state: State) -> list[str]:
    """Return sentences about how the selected workload is counted.

    Parameters
    ----------
    text : Language
        Words.
    state : State
        Its selected workload does some work.

    Returns
    -------
    list of str
        None for a workload that is counted in one way only.
    """
    shape = state.scenario.shaped(state.presets)
    roof = state.roofline
    said = _tile(text, shape, roof)
    if isinstance(shape, Attention):
        said += _query_and_output(text, shape, roof)
    if isinstance(shape, Decode):
        said += [*_parameters(text, shape), _share(text, shape, "share_decode")]
    if isinstance(shape, Training):
        said += _training(text, shape)
    return said


def _tile(text: Language, shape: Workload, roof: Roofline) -> list[str]:
    held = tile(shape, roof)
    if held is None:
        return []
    sentence = text(
        "explain", "tile" if isinstance(shape, Gemm) else "block",
        edge=count_text(held.T),
        bytes=si(held.accumulator_bytes, "B"),
        intensity=rounded(held.inner_intensity, 4),
        least=count_text(held.least),
    )  # fmt: skip
    return [sentence]


def _query_and_output(text: Language, shape: Attention, roof: Roofline) -> list[str]:
    """Say whether Q and O count, and what the other convention gives."""
    other = replace(shape, kv_only=not shape.kv_only)
    key = "without_qo" if shape.kv_only else "with_qo"
    said = [text("explain", key, other=rounded(other.intensity, 4))]
    here, there = (crossover(each, roof, "S") for each in (shape, other))
    if here and there and here.at and there.at:
        both = {"here": rounded(here.at, 3), "there": rounded(there.at, 3)}
        said.append(text("explain", "crossings", **both))
    return said


def _parameters(text: Language, shape: Decode) -> list[str]:
    """Say whether P follows g, where that makes a difference."""
    sizes = shape.dimensions
    if shape.P is not None or sizes["g"] == sizes["h"]:
        return []
    other = replace(shape, shrink=not shape.shrink)
    key = "shrunk_parameters" if shape.shrink else "fixed_parameters"
    ceilings = (shape.intensity_ceiling, other.intensity_ceiling)
    here, there = (rounded(ceiling, 4) for ceiling in ceilings)
    return [text("explain", key, here=here, there=there)]


def _share(text: Language, shape: Decode | Training, key: str) -> str:
    """Say what share attention has, and where it would be half in either convention."""
    here = shape.context_crossover
    there = here / 2 if key == "share_masked" else here * 2
    return text(
        "explain", key,
        share=percent(shape.attention_share, 2),
        here=count_text(round(here)),
        there=count_text(round(there)),
    )  # fmt: skip


def _training(text: Language, shape: Training) -> list[str]:
    state = text(
        "explain", "training_state",
        bytes=si(shape.state_bytes, "B"), each=rounded(shape.bytes_per_parameter, 3),
    )  # fmt: skip
    if shape.attention:
        return [state, _share(text, shape, "share_masked" if shape.causal else "share_full")]
    left_out = text(
        "explain", "share_none",
        context=count_text(shape.S),
        share=percent(shape.attention_share, 2),
        here=count_text(round(shape.context_crossover)),
    )  # fmt: skip
    return [state, left_out]
