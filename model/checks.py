"""Checks of arguments: each returns the value in the form the formulas use, or raises DomainError.

Everything takes a scalar or an array. A whole number comes back as a Python `int` or an `int64`
array, so that counts stay exact.
"""

from __future__ import annotations

import functools
import math
import operator
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from model.errors import DomainError
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = (
    "LARGEST_COUNT",
    "MOST_TOKENS",
    "Number",
    "added_up",
    "any_array",
    "at_most",
    "broadcast",
    "count",
    "divides",
    "flag",
    "positive",
)

# int | float | numpy.ndarray; Any, because NumPy's own scalar and array types do not share a base.
Number: TypeAlias = Any

LARGEST_COUNT = 10**12
"""No dimension is larger: beyond it a product of five would leave the range of a double."""

MOST_TOKENS = 10**15
"""A training run may read more tokens than any dimension is large."""

_LARGEST_SIZE = 1e30
_SMALLEST_SIZE = 1e-30


def added_up(values: Iterable[Number]) -> Number:
    """Add up from left to right, element by element.

    `sum` does the same for integers, but adds doubles with a correction since Python 3.12: then a
    browser's Python and an older one would differ in the last digit, and so would an array and its
    elements.

    Examples
    --------
    >>> added_up([0.1] * 10), added_up([2**60, 1])
    (0.9999999999999999, 1152921504606846977)
    """
    return functools.reduce(operator.add, values, 0)


def count(name: str, value: Number, least: int = 1, most: int = LARGEST_COUNT) -> Number:
    """Check a whole number from `least` to `most`.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : int, float or ndarray
        Whole number(s); 4096.0 is one, 0.5 is not.
    least, most : int
        Smallest and largest value allowed; the largest is a power of ten, 10¹² as a rule.

    Returns
    -------
    int or ndarray of int64
        The same number(s).

    Raises
    ------
    DomainError
        If a value is not a whole number, not finite or out of range.

    Examples
    --------
    >>> count("M", 4096.0)
    4096
    >>> count("M", 0)
    Traceback (most recent call last):
    model.errors.DomainError: M: expected a whole number from 1 to 10^12, got 0
    """
    if type(value) is int and least <= value <= most:  # the common case, made cheap
        return value
    reason = Reason("count", {"least": least, "most": f"10^{len(str(most)) - 1}"})
    value = _unwrapped(value)
    if isinstance(value, np.ndarray):
        return _count_array(name, np.asarray(value), (least, most), reason)
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise DomainError(name, reason, value)
    if not isinstance(value, Integral) and not float(value).is_integer():
        raise DomainError(name, reason, value)
    whole = int(float(value)) if not isinstance(value, Integral) else int(value)
    if not least <= whole <= most:
        raise DomainError(name, reason, value)
    return whole


def _count_array(name: str, value: Number, ends: tuple[int, int], reason: Reason) -> Number:
    if value.size == 0 or value.dtype.kind not in "iuf":
        raise DomainError(name, reason, value)
    if value.dtype.kind == "f":
        value = value.astype(np.float64, copy=False)  # 10^12 has no half-precision form
    low, high = value.min(), value.max()
    least, most = ends
    if not (low >= least and high <= most):  # NaN fails both comparisons
        raise DomainError(name, reason, high if low >= least else low)
    whole = value.astype(np.int64, copy=False)
    if value.dtype.kind == "f" and np.any(whole != value):
        raise DomainError(name, reason, value[whole != value][0])
    return whole


def positive(name: str, value: Number, unit: str, *, zero: bool = False) -> Number:
    """Check a positive, finite number of a size that can't overflow.

    Parameters
    ----------
    name : str
        The argument's name, for the message.
    value : int, float or ndarray
        The number(s), any real kind.
    unit : str
        Unit, for the message.
    zero : bool
        Whether 0 is allowed too.

    Returns
    -------
    int, float or ndarray of float64
        The same number(s); whole scalars come back as `int`, which keeps byte counts exact.

    Raises
    ------
    DomainError
        If a value is not positive, not finite or beyond 10^±30.

    Examples
    --------
    >>> positive("b", 2.0, "byte per value"), positive("b", 0.5625, "byte per value")
    (2, 0.5625)
    """
    if type(value) in (int, float) and _SMALLEST_SIZE <= value <= _LARGEST_SIZE:
        return int(value) if value == int(value) else value  # the common case, made cheap
    reason = Reason("not_negative" if zero else "positive", {"unit": unit})
    value = _unwrapped(value)
    if isinstance(value, np.ndarray):
        return _positive_array(name, np.asarray(value), reason, zero)
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise DomainError(name, reason, value)
    if isinstance(value, Integral):
        value = int(value)
    elif not math.isfinite(value):
        raise DomainError(name, reason, value)
    if not (_SMALLEST_SIZE <= value <= _LARGEST_SIZE or (zero and value == 0)):
        raise DomainError(name, reason, value)
    return int(value) if float(value).is_integer() else float(value)


def _positive_array(name: str, value: Number, reason: Reason, zero: bool) -> Number:
    if value.size == 0 or value.dtype.kind not in "iuf":
        raise DomainError(name, reason, value)
    value = value.astype(np.float64, copy=False)
    good = (value >= _SMALLEST_SIZE) & (value <= _LARGEST_SIZE) | (zero & (value == 0))
    if not np.all(good):
        raise DomainError(name, reason, value[~good][0])
    return value


def flag(name: str, value: object) -> bool:
    """Check a true-or-false value.

    Examples
    --------
    >>> flag("causal", True)
    True
    """
    if not isinstance(value, bool | np.bool_):
        raise DomainError(name, Reason("flag"), value)
    return bool(value)


def divides(name: str, part: Number, whole_name: str, whole: Number) -> None:
    """Require `part` to divide `whole`, for scalars and arrays.

    Raises
    ------
    DomainError
        Naming `name`, with `whole_name` as the related argument.

    Examples
    --------
    >>> divides("g", 5, "h", 32)
    Traceback (most recent call last):
    model.errors.DomainError: g: expected a divisor of h = 32, got 5
    """
    _refuse_where(whole % part != 0, "divisor", (name, part), (whole_name, whole))


def at_most(name: str, part: Number, whole_name: str, whole: Number) -> None:
    """Require `part` ≤ `whole`, for scalars and arrays.

    Raises
    ------
    DomainError
        Naming `name`, with `whole_name` as the related argument.

    Examples
    --------
    >>> at_most("g", 40, "h", 28)
    Traceback (most recent call last):
    model.errors.DomainError: g: expected at most h = 28, got 40
    """
    _refuse_where(part > whole, "at_most", (name, part), (whole_name, whole))


def _refuse_where(
    bad: Number, code: str, part: tuple[str, Number], whole: tuple[str, Number]
) -> None:
    """Raise for the first element where `bad` is true, naming both arguments."""
    if np.any(bad) if isinstance(bad, np.ndarray) else bad:
        shown, of = _first(bad, part[1], whole[1])
        raise DomainError(part[0], Reason(code, {"name": whole[0], "of": of}), shown, [whole[0]])


def any_array(values: Iterable[Number]) -> bool:
    """Say whether any of some checked values is an array.

    Examples
    --------
    >>> any_array([1, 2.0, np.ones(3)])
    True
    """
    return np.ndarray in map(type, values)


def broadcast(values: Mapping[str, Number]) -> None:
    """Require the arrays among `values` to broadcast against each other.

    Raises
    ------
    DomainError
        Naming the arrays and their shapes.

    Examples
    --------
    >>> broadcast({"M": np.ones(2), "N": 1, "K": np.ones(3)})
    Traceback (most recent call last):
    model.errors.DomainError: M, K: expected shapes that broadcast, got ((2,), (3,))
    """
    if not any_array(values.values()):
        return
    arrays = {k: v.shape for k, v in values.items() if isinstance(v, np.ndarray)}
    try:
        np.broadcast_shapes(*arrays.values())
    except ValueError:
        shapes = tuple(arrays.values())
        raise DomainError(", ".join(arrays), Reason("array_shapes"), shapes, arrays) from None


def _unwrapped(value: Number) -> Number:
    """Take the scalar out of an array without dimensions."""
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


def _first(bad: Number, *values: Number) -> tuple[int, ...]:
    """Return the elements of `values` at the first place where `bad` is true."""
    return tuple(int(np.broadcast_to(v, np.shape(bad))[bad].flat[0]) for v in values)
