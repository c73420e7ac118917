"""What a plain table's headers stand for, with the factor to the base unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from model.errors import DomainError
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Set

__all__ = ("Column", "find_columns")

_PREFIX = {"": 1, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15, "e": 1e18}
_BINARY = {"ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_SECONDS = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "ms": 1e-3, "msec": 1e-3, "us": 1e-6,
    "usec": 1e-6, "ns": 1e-9, "nsec": 1e-9,
}  # fmt: skip
_UNITS_ALONE = _SECONDS.keys() - {"s"}  # S is a length of context too
_TIMES = {"time", "duration", "latency", "runtime", "elapsed"}
_INTENSITIES = {"intensity", "ai", "oi"}
_NAMES = {"name", "kernel", "operator", "op", "label", "workload"}
_RATE = re.compile(r"([kmgtpe]?)flops?/(?:s|sec|second)")
_COUNT = re.compile(r"([kmgtpe]?)flops?")
_PER_BYTE = re.compile(r"flops?/(?:b|bytes?)")
_BYTES = re.compile(r"([kmgtp]?)bytes?|([kmgtp]|[kmgt]i)b")
_AMBIGUOUS = re.compile(r"([kmgtpe])flops")
KNOWN = ("name", "flops", "bytes", "intensity", "time_s", "flop/s")
_DATA = ("flops", "bytes", "intensity", "time", "rate")


class Column(NamedTuple):
    """A column: where it is, its header, and the factor to the base unit."""

    place: int
    header: str
    factor: float


def find_columns(header: list[str]) -> dict[str, Column]:
    """Find the columns of a plain table by their headers.

    Parameters
    ----------
    header : list of str
        E.g. ``Name``, ``FLOPs``, ``bytes (MB)``, ``time_ms``, ``GFLOP/s``.

    Returns
    -------
    dict of str to Column
        Under ``name``, ``flops``, ``bytes``, ``intensity``, ``time`` and ``rate``, as far as there
        are such columns; enough of them for an intensity and a FLOP/s.

    Raises
    ------
    DomainError
        If there are not enough, two for one purpose, or ``GFLOPS`` where it may be a count or a
        rate.

    Examples
    --------
    >>> found = find_columns(["kernel", "GFLOP", "MB", "t [us]", "time (us)"])
    >>> {role: column.factor for role, column in found.items()}
    {'name': 1, 'flops': 1000000000.0, 'bytes': 1000000.0, 'time': 1e-06}
    """
    found: dict[str, Column] = {}
    unclear = []
    for index, text in enumerate(header):
        tokens = _tokens(text)
        if either := [match for match in map(_AMBIGUOUS.fullmatch, tokens) if match]:
            unclear.append(Column(index, text, _PREFIX[either[0][1]]))
            continue
        role, factor = _meaning(tokens)
        if role in found and role == "name":
            continue
        if role in found:
            pair = {"first": found[role].header, "second": text}
            raise DomainError("header", Reason("one_column", pair), text)
        if role:
            found[role] = Column(index, text, factor)
    if _enough(found.keys()):
        return found
    if unclear:
        # Where only one meaning makes points of the table, it is that one.
        meant = [role for role in ("flops", "rate") if _enough({*found, role})]
        if len(meant) != 1:
            raise DomainError("header", Reason("count_or_rate"), unclear[0].header)
        return {**found, meant[0]: unclear[0]}
    raise DomainError("header", Reason("table_columns", {"known": KNOWN}), ", ".join(header))


def _enough(has: Set[str]) -> bool:
    """Whether there are columns for an intensity and a FLOP/s."""
    intensity = "intensity" in has or {"flops", "bytes"} <= has or {"rate", "time", "bytes"} <= has
    work = "flops" in has or {"intensity", "bytes"} <= has
    return intensity and ("rate" in has or ("time" in has and work))


def _tokens(header: str) -> list[str]:
    text = header.lower().replace("µ", "u").replace("μ", "u")
    text = re.sub(r"[\s_]*(?:\bper\b|_per_|/)[\s_]*", "/", text)
    return [token for token in re.split(r"[^\w/]+|_", text) if token]


def _meaning(tokens: list[str]) -> tuple[str, float]:
    if _INTENSITIES & {*tokens} or any(_PER_BYTE.fullmatch(token) for token in tokens):
        return "intensity", 1
    for role, pattern in (("rate", _RATE), ("flops", _COUNT)):
        if factors := [_PREFIX[found[1]] for found in map(pattern.fullmatch, tokens) if found]:
            return role, max(factors)  # "FLOPs (GFLOP)": the one with a prefix
    if _TIMES & {*tokens} or (len(tokens) == 1 and tokens[0] in _UNITS_ALONE):
        return "time", next((_SECONDS[token] for token in tokens if token in _SECONDS), 1)
    if sizes := [found[1] or found[2] or "" for found in map(_BYTES.fullmatch, tokens) if found]:
        return "bytes", max({**_PREFIX, **_BINARY}[prefix] for prefix in sizes)
    return ("name", 1) if _NAMES & {*tokens} else ("", 1)
