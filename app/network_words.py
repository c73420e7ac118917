"""A whole model in words: operators as rows, storage, rates, and what the sum adds to one point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from model.quantities import binary, grouped, percent, rounded, si

if TYPE_CHECKING:
    from app.language import Language
    from model.networks import Report, Row

__all__ = ("model_name", "operator_rows", "sentences", "summary", "totals")

_EQUAL = 1.0005  # closer than this both are written the same
_SPACE = "\u00a0"
_TOGETHER = 1.05  # closer than this both marks lie on one another


def model_name(text: Language, told: Report) -> str:
    """Name the model: a preset's own name, or that it is the reader's file."""
    return told.name if told.model != "config" else text("network", "own")


def operator_rows(text: Language, told: Report) -> list[dict[str, Any]]:
    """Write the operators in the order in which they run; `sort` has the numbers behind them."""
    return [
        {"id": row.name, **_texts(text, row), "sort": _numbers(place, row)}
        for place, row in enumerate(told.operators)
    ]


def _texts(text: Language, row: Row) -> dict[str, str]:
    known = text.has("operator", row.name)
    return {
        "name": text("operator", row.name) if known else row.name,
        "times": f"×{grouped(row.times)}",
        "flops": si(row.flops, "FLOP", 4),
        "bytes": si(row.bytes_moved, "B", 4),
        "intensity": rounded(row.intensity, 4),
        "bound": text("bound", row.bound),
        "time": si(row.time_s, "s", 3),
        "share": percent(row.share, 3),
    }


def _numbers(place: int, row: Row) -> dict[str, Any]:
    return {
        "name": place, "flops": float(row.flops), "bytes": float(row.bytes_moved),
        "intensity": row.intensity, "bound": row.bound, "time": row.time_s, "share": row.share,
    }  # fmt: skip


def totals(text: Language, told: Report) -> dict[str, dict[str, str]]:
    """Write the sum of all operators, and the one point that stands for them."""
    equal = told.sum_over_aggregate < _TOGETHER
    common = {
        "flops": si(told.flops, "FLOP", 4),
        "bytes": si(told.bytes_moved, "B", 4),
        "intensity": rounded(told.intensity, 4),
        "times": "",
    }
    return {
        "sum": {
            **common, "name": text("network", "sum"),
            "label": "" if equal else text("network", "sum_label"),
            "bound": "", "time": si(told.sum_time_s, "s", 3), "share": percent(1.0),
        },
        "whole": {
            **common, "name": text("network", "whole"),
            "label": text("network", "both_label" if equal else "whole_label"),
            "bound": text("bound", told.bound), "time": si(told.time_s, "s", 3),
            "share": percent(told.time_s / told.sum_time_s),
        },
    }  # fmt: skip


def sentences(text: Language, told: Report, chip: str) -> dict[str, str]:
    """Say how fast it can be, and what adding up the operators changes.

    Returns
    -------
    dict of str to str
        `bound`, `head` and `why`.
    """
    ratio = told.sum_over_aggregate
    most = max(told.operators, key=lambda row: row.time_s)
    name = text("operator", most.name) if text.has("operator", most.name) else most.name
    return {
        "bound": told.bound,
        "head": text(
            "network", f"{told.phase}_head", name=model_name(text, told), chip=chip,
            rate=_rate(text, told, 3),
            time=si(told.sum_time_s, "s"),
        ),
        "why": text.sentences(
            text("network", "most", operator=name, share=percent(most.share, 2)),
            text("network", "same", time=si(told.time_s, "s"))
            if ratio < _EQUAL
            else text(
                "network", "longer", more=percent(ratio - 1, 2), sum=si(told.sum_time_s, "s"),
                whole=si(told.time_s, "s"),
            ),
        ),
    }  # fmt: skip


def summary(text: Language, told: Report, capacity: float | None) -> list[dict[str, str]]:
    """Write parameters, storage and rates, each rounded and in full."""
    total, active = told.parameters["total"], told.parameters["active"]
    shown = [("parameters", _billions(total), grouped(total))]
    if active != total:
        shown.append(("active", _billions(active), grouped(active)))
    if told.experts_touched is not None:
        shown.append(("touched", rounded(told.experts_touched, 3), repr(told.experts_touched)))
    shown += [
        ("weights", *_both(told.weights_bytes)),
        ("kv_token", *_both(told.kv_bytes_per_token)),
        ("kv", *_both(told.kv_bytes)),
        ("storage", *_both(told.storage_bytes)),
        ("capacity", _capacity(text, told, capacity), ""),
        ("time_sum", si(told.sum_time_s, "s", 4), repr(told.sum_time_s)),
        ("time_whole", si(told.time_s, "s", 4), repr(told.time_s)),
        ("rate", _rate(text, told, 4), repr(told.tokens_per_s)),
    ]
    return [
        {"key": key, "label": text("network", key), "value": value, "exact": exact}
        for key, value, exact in shown
    ]


def _rate(text: Language, told: Report, digits: int) -> str:
    return f"{rounded(told.tokens_per_s, digits)}{_SPACE}{text('network', 'rate_unit')}"


def _billions(count: int) -> str:
    return f"{rounded(count / 1e9, 3)}{_SPACE}×{_SPACE}10⁹"


def _both(value: float) -> tuple[str, str]:
    """Write bytes in powers of ten and of two, and in full."""
    decimal, other = si(value, "B", 4), binary(value, 4)
    return f"{decimal} = {other}" if other else decimal, f"{grouped(value)} B"


def _capacity(text: Language, told: Report, capacity: float | None) -> str:
    if capacity is None:
        return text("network", "no_capacity")
    has = si(capacity, "B")
    if told.fits:
        return text("network", "fits", capacity=has, share=percent(told.storage_bytes / capacity))
    return text(
        "network", "does_not_fit", capacity=has, factor=rounded(told.storage_bytes / capacity)
    )
