"""What every workload shares: named terms of work and traffic that add up exactly."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from model.checks import added_up, any_array

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Self

    from model.checks import Number

__all__ = ("SIZES", "Term", "Workload", "exact_space")

T = TypeVar("T")

SIZES = ("b_w", "b_a", "b_kv")
"""Bytes per value of weights, activations and cache; they follow `b` unless set."""

_EXACT = 2**53
"""Up to here `int64` and doubles hold every count, and the quotient of two is correctly rounded."""


class Term(NamedTuple):
    """One named part of the work (FLOP) or of the traffic (byte).

    Parameters
    ----------
    name : str
        Short name; a key of `Workload.work` or `Workload.streams`.
    formula : str
        The formula in the field's symbols, e.g. ``b·M·K``. A test evaluates it and compares it
        with `value`, so the text a reader sees is the computation.
    value : callable
        Takes an object with the workload's dimensions as attributes, returns the count.
    """

    name: str
    formula: str
    value: Callable[[Any], Number]


class _kept(Generic[T]):  # noqa: N801
    """A `functools.cached_property` without the lock that makes it slow before Python 3.12."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        if instance is None:  # asked of the class, by tools that look for docstrings
            return self  # type: ignore[return-value]
        value = instance.__dict__[self.compute.__name__] = self.compute(instance)
        return value


class Workload:
    """A shape whose FLOPs and bytes are known in closed form; subclasses are frozen dataclasses.

    Each dimension may be a scalar or an array; arrays broadcast against each other, so that a
    sweep is one call. Counts are exact: Python integers for scalars, `int64` for arrays where
    every total is at most 2^53, Python integers in an object array where one may not be. So an
    array gives the very numbers that a scalar call gives for each of its elements.

    Parameters
    ----------
    b : int or float
        Bytes per value; b_w (weights), b_a (activations) and b_kv (cache), where a workload has
        them, default to it.
    """

    # Not a dataclass itself: an inherited field would come before the subclass's own dimensions.
    __dataclass_fields__: ClassVar[dict[str, Any]]
    __match_args__: ClassVar[tuple[str, ...]]  # the names of the dimensions, in order
    kind: ClassVar[str]
    b: Number

    def work_terms(self) -> tuple[Term, ...]:
        """Terms of work, FLOP."""
        raise NotImplementedError

    def stream_terms(self) -> tuple[Term, ...]:
        """Terms of traffic across the memory boundary, byte."""
        raise NotImplementedError

    def warnings(self) -> list[str]:
        """Say where the formula is right but the reader should look twice."""
        return []

    def changed(self, name: str, value: Number) -> Self:
        """Return this workload with one dimension changed; the same object for the same value.

        One question asks of the neighbours that another has asked of, and to make one costs more
        than to count it.
        """
        known: dict[tuple[str, Number, type], Self] = self._neighbours
        key = name, value, type(value)
        if key not in known:
            known[key] = type(self)(**{**self._given, name: value})
        return known[key]

    @_kept
    def _neighbours(self) -> dict[tuple[str, Number, type], Self]:
        return {}

    @_kept
    def _given(self) -> dict[str, Number]:
        return {name: getattr(self, name) for name in self.__match_args__}

    @_kept
    def dimensions(self) -> dict[str, Number]:
        """Every dimension by name, with what was left open filled in."""
        return {
            name: self._default(name) if (value := getattr(self, name)) is None else value
            for name in self.__match_args__
        }

    @_kept
    def symbols(self) -> dict[str, Number]:
        """Every name that a term's formula may use: the dimensions, and what follows from them."""
        return {**self.dimensions, **self._derived()}

    def _derived(self) -> dict[str, Number]:
        """Return quantities that are no dimensions but stand in formulas, by name."""
        return {}

    def _default(self, name: str) -> Number:
        """Value of a dimension that was left open (None)."""
        if name in SIZES:
            return self.b
        raise NotImplementedError(name)

    @_kept
    def work(self) -> dict[str, Number]:
        """FLOPs by term; they add up to `flops`."""
        return self._evaluate(self.work_terms())

    @_kept
    def streams(self) -> dict[str, Number]:
        """Bytes by term; they add up to `bytes_moved`."""
        return self._evaluate(self.stream_terms())

    @_kept
    def flops(self) -> Number:
        """Work F, FLOP; a multiply-add is 2."""
        return added_up(self.work.values())

    @_kept
    def bytes_moved(self) -> Number:
        """Traffic Q across the memory boundary, byte."""
        return added_up(self.streams.values())

    @_kept
    def intensity(self) -> Number:
        """Arithmetic intensity I = F/Q, FLOP/byte (equation 1 of model.md)."""
        ratio = self.flops / self.bytes_moved
        return ratio.astype(np.float64, copy=False) if isinstance(ratio, np.ndarray) else ratio

    @_kept
    def _space(self) -> SimpleNamespace:
        """Return the dimensions as attributes, in a form in which no count loses a digit."""
        makers = (self.work_terms, self.stream_terms)
        return exact_space(self.symbols, (term for make in makers for term in make()))

    def _evaluate(self, terms: tuple[Term, ...]) -> dict[str, Number]:
        return {term.name: term.value(self._space) for term in terms}


def exact_space(dimensions: Mapping[str, Number], terms: Iterable[Term]) -> SimpleNamespace:
    """Switch arrays to Python numbers where the terms may be too large for `int64`.

    Every term grows with every dimension, but for h, which also divides, and for the edge T of a
    tile: the smaller, the more is read again. So the ends of each dimension bound every term.
    """
    if not any_array(dimensions.values()):
        return SimpleNamespace(**dimensions)
    top = {name: _largest(value) for name, value in dimensions.items()} | {"T": 1}
    ends = [SimpleNamespace(**top)]
    if isinstance(dimensions.get("h"), np.ndarray):
        ends.append(SimpleNamespace(**{**top, "h": int(dimensions["h"].min())}))
    if sum(max(term.value(end) for end in ends) for term in terms) > _EXACT:
        dimensions = {name: _as_exact(value) for name, value in dimensions.items()}
    return SimpleNamespace(**dimensions)


def _largest(value: Number) -> Number:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, np.ndarray):
        value = value.max()
        value = int(value) if isinstance(value, int | np.integer) else float(value)
    return max(value, 1)  # a fraction of a byte must not hide an overflow before it


def _as_exact(value: Number) -> Number:
    """Turn an array into one of the Python numbers that a scalar call would see."""
    if not isinstance(value, np.ndarray) or value.dtype == object:
        return value
    if value.dtype.kind == "i":
        return value.astype(object)
    whole = [int(v) if v.is_integer() else v for v in value.ravel().tolist()]
    return np.array(whole, dtype=object).reshape(value.shape)
