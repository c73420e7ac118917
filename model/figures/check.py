"""Recompute a published figure, and say whether print and model agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from model.errors import RooflineError
from model.figures.expressions import evaluated
from model.query import parse
from model.roofline import Roofline

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from model.figures.figure import Figure
    from model.presets import Presets

    Answer = Callable[[str, Presets], dict[str, Any]]

__all__ = ("Checked", "check")

_UNKNOWN = "unknown key"


class Checked(NamedTuple):
    """A published figure beside the model's.

    `printed`, `computed` and `corrected` map each expression to its value; `corrected` holds those
    that are wrong in print. `difference` is that of a computed number from the printed one, as a
    share of it, and None where there is none. `verdict` is ``agrees``, ``misprint`` (explained by
    `why`) or ``disagrees``.
    """

    id: str
    topic: str
    printed: dict[str, Any]
    computed: dict[str, Any]
    corrected: dict[str, Any]
    difference: dict[str, float | None]
    tolerance: float
    agrees: bool
    verdict: str
    source: str
    about: str
    why: str


def check(figure: Figure, presets: Presets, answer: Answer) -> Checked:
    """Recompute one figure.

    Parameters
    ----------
    figure : Figure
        What is printed and how it is computed.
    presets : Presets
        What the ids of its query mean.
    answer : callable
        Answers a query as the command line does.

    Returns
    -------
    Checked
        A figure that can't be computed disagrees, and `why` says what is in the way.
    """
    expected, why = dict(figure.expect or {}), figure.why
    computed: dict[str, Any] = {}
    try:
        if figure.refused:
            expected, computed = _refusal(figure, presets)
        else:
            names = _names(figure, presets, answer)
            computed = {formula: evaluated(formula, names) for formula in expected}
    except RooflineError as error:
        why = str(error)
    misprint = dict(figure.misprint or {})
    right = all(_agrees(figure, computed.get(k), v) for k, v in expected.items())
    met = any(_agrees(figure, computed.get(k), v) for k, v in misprint.items())
    verdict = "disagrees" if met or not right else "misprint" if misprint else "agrees"
    return Checked(
        id=figure.id,
        topic=figure.topic,
        printed=expected | misprint,
        computed=computed,
        corrected={k: expected[k] for k in misprint},
        difference={k: _difference(computed.get(k), v) for k, v in (expected | misprint).items()},
        tolerance=figure.tolerance,
        agrees=verdict == "agrees",
        verdict=verdict,
        source=figure.source,
        about=figure.about,
        why=why,
    )


def _agrees(figure: Figure, value: Any, printed: Any) -> bool:
    if value is None or isinstance(printed, bool | str) or isinstance(value, bool | str):
        return type(value) is type(printed) and bool(value == printed)
    return bool(abs(value - printed) <= figure.tolerance * abs(printed))


def _difference(value: Any, printed: Any) -> float | None:
    numbers = all(isinstance(n, int | float) and not isinstance(n, bool) for n in (value, printed))
    return (value - printed) / abs(printed) if numbers and printed else None


def _refusal(figure: Figure, presets: Presets) -> tuple[dict[str, Any], dict[str, Any]]:
    wanted = dict(figure.refused or {})
    problems = parse(figure.query, presets).problems
    found = {p.key: p.value for p in problems[:1]}
    return {wanted["key"]: wanted["value"]}, found


def _names(figure: Figure, presets: Presets, answer: Answer) -> Mapping[str, Any]:
    """Return everything that the figure's expressions may name."""
    if figure.values:
        return figure.values
    if figure.roofline:
        return _under_roof(presets, figure.roofline)
    names = _answered(figure.query, presets, answer)
    if figure.against:
        names["other"] = _answered(figure.against, presets, answer)
    return names


def _answered(query: str, presets: Presets, answer: Answer) -> dict[str, Any]:
    found = answer(query, presets)
    ignored = [text for text in found.get("warnings", ()) if text.startswith(_UNKNOWN)]
    if "error" in found or ignored:
        raise RooflineError(found.get("error") or "; ".join(ignored))
    return found


def _under_roof(presets: Presets, given: Mapping[str, Any]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    peak, bandwidth = given.get("peak"), given.get("bw")
    if "chip" in given:
        chip = presets.chips[given["chip"]]
        peak = chip.peak(given.get("peak_id", chip.roof)).flops_per_s
        bandwidth = chip.bandwidth_bytes_per_s
        names["peaks"] = {p.id: p.flops_per_s for p in chip.peaks}
        if chip.measured is not None:
            names["measured_flops_per_s"] = chip.measured.flops_per_s
    roof = Roofline(peak, bandwidth)
    names |= {**vars(roof), "ridge_intensity": roof.ridge_intensity}
    if "intensity" in given:
        names["attainable_flops_per_s"] = roof.attainable_flops_per_s(given["intensity"])
        names["bound"] = roof.bound(given["intensity"], 1)
    if "flops" in given:
        counts = given["flops"], given["bytes_moved"]
        names["bound"] = roof.bound(*counts)
        names["compute_time_s"] = roof.compute_time_s(given["flops"])
        names["time_s"] = roof.time_s(*counts)
        names["no_overlap_time_s"] = roof.no_overlap_time_s(*counts)
    return names
