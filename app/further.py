"""The Expert view's facts: the peak in use, crossings, levels, other chips. Formats only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.explain import BUILT
from app.overlays import level_name, peak_name
from model.precision import LINKED, linked
from model.quantities import rounded, si
from model.vocabulary import PATHS

if TYPE_CHECKING:
    from app.language import Language
    from app.state import State
    from model.crossover import Crossover

__all__ = ("facts",)


def facts(text: Language, state: State) -> list[dict[str, Any]]:
    """Write sections of rows: a term, what there is to say of it, and where it is printed."""
    sections: list[tuple[str, list[tuple[str, ...]]]] = [
        ("peak", _peak(text, state)),
        ("crossings", _crossings(text, state)),
        ("levels", _levels(text, state) if state.scenario.levels else []),
        ("others", _others(text, state)),
    ]
    return [
        {
            "title": text("facts", name),
            "rows": [dict(zip(("term", "text", "source"), row, strict=False)) for row in rows],
        }
        for name, rows in sections
        if rows
    ]


def _peak(text: Language, state: State) -> list[tuple[str, ...]]:
    scenario, chip = state.scenario, state.presets.chips[state.scenario.chip]
    peak = scenario.peak_used(state.presets)
    said = [
        text("facts", "peak_rate", peak=peak_name(text, peak), rate=si(peak.flops_per_s, "FLOP/s"))
    ]
    if scenario.roof == LINKED:
        link = linked(chip, scenario.shaped(state.presets))
        if not link.exact:
            formats = {"wanted": link.wanted.upper(), "used": link.peak.precision.upper()}
            said.append(text("facts", "widened", **formats))
    if scenario.measured:
        measured = chip.measured
        said.append(
            text("facts", "unmeasured")
            if measured is None
            else text("facts", "measured", rate=si(measured.flops_per_s, "FLOP/s"))
        )
    return [(chip.name, text.sentences(*said), peak.source)]


def _crossings(text: Language, state: State) -> list[tuple[str, ...]]:
    if state.selected.flops == 0:
        return []
    offered = state.presets.workloads[state.scenario.workload].controls
    names = [name for name in PATHS if name in offered and name not in BUILT]
    found = [state.crossing(name) for name in names]
    return [(one.dimension, _crossing(text, one)) for one in found if one is not None]


def _crossing(text: Language, found: Crossover) -> str:
    name = found.dimension
    if found.at is not None:
        said = [text("facts", "crosses", dimension=name, at=rounded(found.at, 6))]
    else:
        said = [text("facts", "always" if found.above else "never", dimension=name)]
    if found.ceiling is not None and found.ceiling != found.least:
        said.append(text("facts", "ceiling", intensity=rounded(found.ceiling, 4), dimension=name))
    if found.half is not None:
        said.append(text("facts", "half", at=rounded(found.half, 4), dimension=name))
    return text.sentences(*said)


def _levels(text: Language, state: State) -> list[tuple[str, ...]]:
    found = state.levels
    if not found:
        return [(state.presets.chips[state.scenario.chip].name, text("facts", "no_levels"))]
    rows: list[tuple[str, ...]] = [
        (
            level_name(text, level),
            text(
                "facts", "level",
                intensity=rounded(level.intensity, 4), bytes=si(level.bytes_moved, "B", 4),
                bandwidth=si(level.bandwidth_bytes_per_s, "B/s"),
                rate=si(level.attainable_flops_per_s, "FLOP/s", 4),
            ),
        )
        for level in found
    ]  # fmt: skip
    main = float(state.selected.attainable_flops_per_s)
    least = min(found, key=lambda level: level.attainable_flops_per_s)
    if least.attainable_flops_per_s < main:
        name = level_name(text, least)
        rows.append((text("facts", "binds"), text("facts", "level_binds", name=name)))
    return rows


def _others(text: Language, state: State) -> list[tuple[str, ...]]:
    return [
        (
            state.presets.chips[result.chip].name,
            text(
                "facts", "other",
                bound=text("bound", result.bound), ridge=rounded(result.ridge_intensity, 4),
                rate=si(result.attainable_flops_per_s, "FLOP/s", 4), time=si(result.time_s, "s", 4),
                ratio=rounded(result.time_s / state.selected.time_s, 3),
            ),
        )
        for result in state.others
    ]  # fmt: skip
