"""Where a workload crosses the ridge as one dimension grows, exactly, and the way it takes.

Work and traffic are polynomials in each dimension, so the crossing is the root of one:
F(x)·β = Q(x)·π. Its coefficients are found from a few exact counts, not from formulas of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from model.checks import LARGEST_COUNT
from model.errors import DomainError
from model.evaluate import Result, place

if TYPE_CHECKING:
    from model.roofline import Roofline
    from model.workloads import Term, Workload

__all__ = ("Crossover", "crossover", "first_not_below", "sweep")

_Exact: TypeAlias = Fraction | int
_NEAR = (1, 2, 3)
_FAR = (14, 141, LARGEST_COUNT)  # beyond any tile
_ROOT_BITS = 2**160  # so that a square root is right beyond a double's last digit


@dataclass(frozen=True)
class Crossover:
    """How intensity meets the ridge as one dimension grows and all others stay.

    Parameters
    ----------
    dimension : str
        Name of the dimension, e.g. ``M``.
    at : float or None
        Where I equals the ridge, a real number from 1 to 10¹²; None if it never does.
    ceiling : float or None
        Intensity as the dimension grows without end, FLOP/byte; None if nothing bounds it.
    half : float or None
        Where half of the ceiling is reached, or None.
    least : float
        Intensity at 1, FLOP/byte.
    above : bool
        Whether intensity is at or above the ridge now.
    """

    dimension: str
    at: float | None
    ceiling: float | None
    half: float | None
    least: float
    above: bool


def crossover(shape: Workload, roof: Roofline, dimension: str) -> Crossover | None:
    """Solve for the value of a dimension at which the workload is exactly at the ridge.

    Parameters
    ----------
    shape : Workload
        Of scalars.
    roof : Roofline
        Of scalars.
    dimension : str
        A whole-number dimension, e.g. ``M``, ``S`` or ``B``.

    Returns
    -------
    Crossover or None
        None where work and traffic are no polynomials in this dimension of degree 2 or less, or
        where it can't be varied by itself (heads that must divide).

    Notes
    -----
    Equation (15) of model.md; for a GEMM it comes to 1/M* = 2/(b I*) - 1/N - 1/K.

    Examples
    --------
    >>> from model import Decode, Gemm, Roofline
    >>> roof = Roofline(165.2e12, 1.008e12)
    >>> round(crossover(Gemm(1, 3584, 3584), roof, "M").at, 2)
    180.39
    >>> never = crossover(Decode(), roof, "B")
    >>> never.at, never.ceiling, round(never.half, 1)
    (None, 25.0, 24.0)
    """
    try:
        work, traffic = _polynomials(shape.changed(dimension, _NEAR[0]), dimension)
    except DomainError:
        return None
    if work is None or traffic is None:
        return None
    ceiling = _limit(work, traffic)
    at_one = Fraction(sum(work), sum(traffic))
    half = None
    if ceiling is not None and at_one <= ceiling / 2:
        half = _meets(work, traffic, ceiling / 2)
    return Crossover(
        dimension=dimension,
        at=_meets(work, traffic, roof.exact_ridge),
        ceiling=None if ceiling is None else float(ceiling),
        half=half,
        least=float(at_one),
        above=roof.bound(shape.flops, shape.bytes_moved) != "memory",
    )


@lru_cache(64)
def _polynomials(shape: Workload, dimension: str) -> tuple[list[_Exact] | None, ...]:
    """Find the coefficients of 2F and 2Q, lowest power first, and see that they hold far off.

    Asked of the shape with the dimension at 1, so that a drag along it finds what is known.
    """
    try:
        shapes = {x: shape.changed(dimension, x) for x in (*_NEAR, *_FAR)}
    except DomainError:
        return None, None
    counts = {x: _counts(s) for x, s in shapes.items()}
    found = []
    for of in (0, 1):
        ys = [counts[x][of] for x in _NEAR]
        holds = all(_continues(ys, x - _NEAR[0], counts[x][of]) for x in _FAR)
        found.append(_through(_NEAR[0], ys) if holds else None)
    return tuple(found)


def _counts(shape: Workload) -> tuple[_Exact, _Exact]:
    """Count F and Q without rounding, a fraction of a byte too; in integers where it can."""
    exact = {k: Fraction(v) if isinstance(v, float) else v for k, v in shape.symbols.items()}
    space = SimpleNamespace(**exact)
    return _sum(shape.work_terms(), space), _sum(shape.stream_terms(), space)


def _sum(terms: tuple[Term, ...], space: SimpleNamespace) -> _Exact:
    values = (term.value(space) for term in terms)
    return sum(Fraction(v) if isinstance(v, float) else v for v in values)


def _continues(ys: list[_Exact], steps: int, y: _Exact) -> bool:
    """Whether the parabola through three consecutive points goes through another one (Newton)."""
    first, second = ys[1] - ys[0], ys[2] - 2 * ys[1] + ys[0]
    return 2 * y == 2 * ys[0] + 2 * steps * first + steps * (steps - 1) * second


def _through(x: int, ys: list[_Exact]) -> list[_Exact]:
    """Return twice the parabola through three points from x on (Newton): twice, to stay whole."""
    first, second = ys[1] - ys[0], ys[2] - 2 * ys[1] + ys[0]
    b = 2 * first - second * (2 * x + 1)
    return [2 * ys[0] - b * x - second * x * x, b, second]


def _limit(work: list[_Exact], traffic: list[_Exact]) -> Fraction | None:
    """Return F/Q for an endless dimension, None if it has no end."""
    for f, q in zip(reversed(work), reversed(traffic), strict=True):
        if q:
            return Fraction(f, q)
        if f:
            return None
    return None


def _meets(work: list[_Exact], traffic: list[_Exact], target: Fraction) -> float | None:
    """Return the least x from 1 to the largest count with F(x) = target·Q(x)."""
    up, down = target.numerator, target.denominator  # fractions are several times as slow
    c, b, a = (down * f - up * q for f, q in zip(work, traffic, strict=True))
    roots = _roots(a, b, c)
    allowed = [float(x) for x in roots if 1 <= x <= LARGEST_COUNT]
    return min(allowed, default=None)


def _roots(a: _Exact, b: _Exact, c: _Exact) -> list[Fraction]:
    if a == 0:
        return [] if b == 0 else [Fraction(-c, b)]
    square = b * b - 4 * a * c
    if square < 0:
        return []
    scaled = square * _ROOT_BITS**2
    root = Fraction(math.isqrt(scaled.numerator // scaled.denominator), _ROOT_BITS)
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def first_not_below(shape: Workload, roof: Roofline, dimension: str) -> int | None:
    """Find the least whole value of a dimension at which memory no longer limits.

    Parameters
    ----------
    shape, roof, dimension
        As for `crossover`; the intensity must not fall as the dimension grows.

    Returns
    -------
    int or None
        None if memory limits up to 10¹².
    """

    def limited(value: int) -> bool:
        moved = replace(shape, **{dimension: value})
        return bool(roof.bound(moved.flops, moved.bytes_moved) == "memory")

    low, high = 0, LARGEST_COUNT
    if limited(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if limited(middle) else (low, middle)
    return high


def sweep(
    shape: Workload, roof: Roofline, dimension: str, ends: tuple[int, int], most: int = 64
) -> tuple[np.ndarray, Result]:
    """Evaluate a workload at whole values of one dimension, evenly spread on a log scale.

    Parameters
    ----------
    shape, roof, dimension
        As for `crossover`.
    ends : tuple of int
        First and last value.
    most : int
        Most values.

    Returns
    -------
    values : ndarray of int64, shape (n,)
    result : Result
        Its numbers are arrays of shape (n,).

    Examples
    --------
    >>> from model import Gemm, Roofline
    >>> values, result = sweep(Gemm(1, 8192, 8192), Roofline(989e12, 3.35e12), "M", (1, 4096), 4)
    >>> values.tolist(), result.bound.tolist()
    ([1, 16, 256, 4096], ['memory', 'memory', 'memory', 'compute'])
    """
    spread = np.geomspace(*ends, most)
    values = np.unique(np.rint(spread).astype(np.int64))
    return values, place(replace(shape, **{dimension: values}), roof)
