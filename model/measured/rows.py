"""From what one row says to an intensity and a FLOP/s, or to why it has no place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from model.measured.measurements import Aside
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ("Measured", "resolve")

_NONE = {
    "flops": Reason("some_flops"), "rate": Reason("some_flops"), "intensity": Reason("some_flops"),
    "bytes": Reason("some_bytes"), "time": Reason("some_time"),
}  # fmt: skip
_NEAR = 0.05  # two ways to the same quantity may differ by the rounding of a table
_LARGEST, _SMALLEST = 1e30, 1e-30  # as for everything under a roof


class Measured(NamedTuple):
    """One row with a place: FLOP/byte, FLOP/s, FLOP, byte, second; 0 where it is not known."""

    line: int
    name: str
    intensity: float
    flops_per_s: float
    flops: float
    bytes_moved: float
    time_s: float


def resolve(
    line: int, name: str, given: Mapping[str, float], headers: Mapping[str, str]
) -> Measured | Aside:
    """Find a row's place.

    Parameters
    ----------
    line, name
        The row.
    given : mapping of str to float
        Base units, under ``flops``, ``bytes``, ``intensity``, ``time``, ``rate``.
    headers : mapping of str to str
        What the table calls them.

    Returns
    -------
    Measured or Aside
        The latter for a value that is not finite, negative or 0, and where two columns give
        values of the same quantity that differ by more than 5 %.
    """
    for role, value in given.items():
        reason = _refusal(role, value)
        if reason is not None:
            return Aside(line, name, headers.get(role, role), f"{value:g}", reason)
    time, rate = given.get("time", 0.0), given.get("rate", 0.0)
    flops = given.get("flops") or rate * time or given.get("intensity", 0) * given.get("bytes", 0)
    intensity = given.get("intensity") or flops / given["bytes"]
    rate = rate or flops / time
    for role, derived in (
        ("intensity", flops / given["bytes"] if "bytes" in given and flops else intensity),
        ("rate", flops / time if time and flops else rate),
    ):
        if role in given and not math.isclose(given[role], derived, rel_tol=_NEAR):
            reason = Reason("same_quantity", {"of": f"{derived:.4g}"})
            return Aside(line, name, headers.get(role, role), f"{given[role]:g}", reason)
    for role, value, unit in (("intensity", intensity, "FLOP/byte"), ("rate", rate, "FLOP/s")):
        if not _SMALLEST <= value <= _LARGEST:
            reason = Reason("positive", {"unit": unit})
            return Aside(line, name, headers.get(role, role), f"{value:g}", reason)
    return Measured(line, name, intensity, rate, flops, flops / intensity, flops / rate)


def _refusal(role: str, value: float) -> Reason | None:
    if not math.isfinite(value):
        return Reason("finite")
    if value == 0:
        return _NONE[role]
    if value < 0:
        return Reason("above_zero")
    return None
