"""Results in words: labels, verdict, counts and times, ledger. Formats, computes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from model.quantities import grouped, percent, rounded, si
from model.workloads.base import SIZES

if TYPE_CHECKING:
    from app.language import Language
    from model import Result, Workload
    from model.workloads import Term

__all__ = ("count_text", "ledger", "mark", "numbers", "row", "stats", "verdict")

_FAR = 2  # from twice the ridge on a factor reads better than a percentage
_SYMBOL = re.compile(r"[A-Za-z_]+")


def count_text(value: float) -> str:
    """Write a dimension: in full to 99,999, then with a prefix."""
    return grouped(value) if value < 100_000 else si(value, "")


def mark(text: Language, shape: Workload) -> str:
    """Label a workload by what it is now, short enough for the chart."""
    sizes = {k: v for k, v in shape.dimensions.items() if not isinstance(v, bool | str)}
    values = {k: count_text(v) for k, v in sizes.items()}
    key = shape.kind
    if key == "gemm" and values["M"] == values["N"] == values["K"]:
        key = "gemm_cube"
    if key == "attention" and not shape.dimensions["fused"]:
        key = "attention_unfused"
    if key == "elementwise" and sizes["ops"] > 1:
        key = "elementwise_chain"
    if key == "conv" and shape.dimensions["lowering"] == "im2col":
        key = "conv_im2col"
    shown = {k: v.replace(",", "").replace("\xa0", "\u202f") for k, v in values.items()}
    return text("mark", key, **shown)


def row(text: Language, result: Result, label: str) -> dict[str, str]:
    """Write one workload's numbers, for hovering and for the table."""
    return {
        "label": label,
        "name": text("workload", result.workload),
        "flops": si(result.flops, "FLOP", 4),
        "bytes": si(result.bytes_moved, "B", 4),
        "intensity": rounded(result.intensity, 4),
        "bound": text("bound", result.bound),
        "attainable": si(result.attainable_flops_per_s, "FLOP/s", 4),
        "time": si(result.time_s, "s", 4),
    }


def verdict(text: Language, result: Result) -> dict[str, str]:
    """Say what moves, what limits, and how far the ridge is.

    Returns
    -------
    dict of str to str
        `bound`, `head` (the verdict), `why` and `moves` (sentences).
    """
    name, bound = text("workload", result.workload), result.bound
    if result.flops == 0:
        why = text(
            "verdict", "no_flops", name=name,
            bytes=si(result.bytes_moved, "B"), time=si(result.time_s, "s"),
        )  # fmt: skip
        return {"bound": bound, "head": text("verdict", bound, name=name), "why": why, "moves": ""}
    return {
        "bound": bound,
        "head": text("verdict", bound, name=name),
        "why": text(
            "verdict", f"{bound}_why",
            intensity=rounded(result.intensity, 4),
            ridge=rounded(result.ridge_intensity, 4),
            distance=_distance(text, result),
            bandwidth=si(result.bandwidth_bytes_per_s, "B/s"),
            attainable=si(result.attainable_flops_per_s, "FLOP/s"),
            share=percent(result.attainable_flops_per_s / result.peak_flops_per_s),
            memory_share=percent(result.memory_time_s / result.time_s),
        ),
        "moves": _moves(text, result),
    }  # fmt: skip


def _moves(text: Language, result: Result) -> str:
    """Name the stream that is most of the traffic, or the large ones where none is."""
    shares = {text("stream", k): v / result.bytes_moved for k, v in result.streams.items()}
    stream, most = max(shares.items(), key=lambda item: item[1])
    if most > 0.5:
        return text("verdict", "moves", share=percent(most, 2), stream=stream)
    large = {name: share for name, share in shares.items() if share > most / 2}
    listed = text.listed(*(f"{name} {percent(share, 2)}" for name, share in large.items()))
    return text("verdict", "moves_all", streams=listed)


def _distance(text: Language, result: Result) -> str:
    above = result.bound == "compute"
    ratio = result.intensity / result.ridge_intensity
    factor = ratio if above else 1 / ratio
    side = "above" if above else "below"
    if factor >= _FAR:
        return text("verdict", f"times_{side}", factor=rounded(factor, 3))
    share = factor - 1 if above else 1 - ratio
    return text("verdict", f"percent_{side}", percent=percent(share, 2))


def stats(text: Language, result: Result) -> list[dict[str, str]]:
    """Write counts, rates and times, each rounded and in full."""
    per_byte = text("stats", "intensity_unit")
    shown = (
        ("flops", si(result.flops, "FLOP", 4), f"{grouped(result.flops)} FLOP"),
        ("bytes_moved", si(result.bytes_moved, "B", 4), f"{grouped(result.bytes_moved)} B"),
        ("intensity", f"{rounded(result.intensity, 4)} {per_byte}", repr(result.intensity)),
        ("attainable", si(result.attainable_flops_per_s, "FLOP/s", 4), ""),
        ("compute_time", si(result.compute_time_s, "s", 4), repr(result.compute_time_s)),
        ("memory_time", si(result.memory_time_s, "s", 4), repr(result.memory_time_s)),
        ("time", si(result.time_s, "s", 4), repr(result.time_s)),
        ("no_overlap_time", si(result.no_overlap_time_s, "s", 4), repr(result.no_overlap_time_s)),
    )
    return [
        {"key": key, "label": text("stats", key), "value": value, "exact": exact}
        for key, value, exact in shown
    ]


def ledger(text: Language, shape: Workload) -> list[dict[str, Any]]:
    """Write every term of work and of traffic: formula, formula with numbers, value, share."""
    return [
        _section(text, "work", shape, shape.work_terms(), shape.work),
        _section(text, "traffic", shape, shape.stream_terms(), shape.streams),
    ]


def _section(
    text: Language, title: str, shape: Workload, terms: tuple[Term, ...], values: dict[str, Any]
) -> dict[str, Any]:
    total = sum(values.values())
    rows = [
        {
            "term": text("term", term.name),
            "formula": _shown(term, shape),
            "numbers": numbers(term.formula, shape),
            "value": grouped(values[term.name]),
            "share": percent(values[term.name] / total, 3) if total else "",
        }
        for term in terms
    ]
    return {"title": text("ledger", title), "rows": rows, "total": grouped(total)}


def _shown(term: Term, shape: Workload) -> str:
    """Write b where a size of its own was not given; the term's formula otherwise."""
    own = {name for name in SIZES if getattr(shape, name, None) is not None}
    return _SYMBOL.sub(
        lambda m: m[0] if m[0] in own or not m[0].startswith("b_") else "b", term.formula
    )


def numbers(formula: str, shape: Workload) -> str:
    """Put the live numbers into a formula."""
    return _SYMBOL.sub(lambda m: grouped(shape.symbols[m[0]]).replace(",", "\u202f"), formula)
