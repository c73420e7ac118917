"""What every workload shares: named terms of work and traffic that add up exactly."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from model.checks import Number

__all__ = ("Term", "Workload")

_LARGEST_INT64 = 2**63 - 1


@dataclass(frozen=True)
class Term:
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


class Workload:
    """A shape whose FLOPs and bytes are known in closed form; subclasses are frozen dataclasses.

    Each dimension may be a scalar or an array; arrays broadcast against each other, so that a
    sweep is one call. Counts are exact: Python integers for scalars, `int64` for arrays where
    every total fits, Python integers in an object array where one does not.

    Parameters
    ----------
    b : int or float
        Bytes per value; b_w (weights), b_a (activations) and b_kv (cache), where a workload has
        them, default to it.
    """

    # Not a dataclass itself: an inherited field would come before the subclass's own dimensions.
    __dataclass_fields__: ClassVar[dict[str, Any]]
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

    @cached_property
    def dimensions(self) -> dict[str, Number]:
        """Every dimension by name, with what was left open filled in."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: self._default(name) if v is None else v for name, v in given.items()}

    def _default(self, name: str) -> Number:
        """Value of a dimension that was left open (None)."""
        if name in ("b_w", "b_a", "b_kv"):
            return self.b
        raise NotImplementedError(name)

    @cached_property
    def work(self) -> dict[str, Number]:
        """FLOPs by term; they add up to `flops`."""
        return self._evaluate(self.work_terms())

    @cached_property
    def streams(self) -> dict[str, Number]:
        """Bytes by term; they add up to `bytes_moved`."""
        return self._evaluate(self.stream_terms())

    @cached_property
    def flops(self) -> Number:
        """Work F, FLOP; a multiply-add is 2."""
        return sum(self.work.values())

    @cached_property
    def bytes_moved(self) -> Number:
        """Traffic Q across the memory boundary, byte."""
        return sum(self.streams.values())

    @cached_property
    def intensity(self) -> Number:
        """Arithmetic intensity I = F/Q, FLOP/byte (equation 1 of model.md)."""
        ratio = self.flops / self.bytes_moved
        return ratio.astype(np.float64) if isinstance(ratio, np.ndarray) else ratio

    def _evaluate(self, terms: tuple[Term, ...]) -> dict[str, Number]:
        dimensions = self.dimensions
        if any(isinstance(v, np.ndarray) for v in dimensions.values()):
            dimensions = self._widened(terms)
        space = SimpleNamespace(**dimensions)
        return {term.name: term.value(space) for term in terms}

    def _widened(self, terms: tuple[Term, ...]) -> dict[str, Number]:
        """Switch integer arrays to Python integers where `int64` would overflow.

        Every term grows with every dimension (but for a divisor, which is never the larger part),
        so the largest value of each dimension bounds all of them.
        """
        top = {name: _largest(value) for name, value in self.dimensions.items()}
        space = SimpleNamespace(**top)
        if sum(term.value(space) for term in terms) <= _LARGEST_INT64:
            return self.dimensions
        return {name: _as_exact(value) for name, value in self.dimensions.items()}


def _largest(value: Number) -> Number:
    if isinstance(value, bool):
        return value
    if isinstance(value, np.ndarray):
        value = value.max()
        value = int(value) if isinstance(value, np.integer) else float(value)
    return max(value, 1)  # a fraction of a byte must not hide an overflow before it


def _as_exact(value: Number) -> Number:
    if isinstance(value, np.ndarray) and value.dtype.kind == "i":
        return value.astype(object)
    return value
