"""Operations that touch each value once: ReLU, add, scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import count, positive
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.base import Term, Workload
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Elementwise",)

_WORK = (Term("operations", "n·flops_per_value", lambda w: w.n * w.flops_per_value),)
_STREAMS = (
    Term("reads", "b·n·inputs", lambda w: w.b * w.n * w.inputs),
    Term("write", "b·n", lambda w: w.b * w.n),
)


@dataclass(frozen=True)
class Elementwise(Workload):
    """Read n values of each input, write n values.

    Parameters
    ----------
    n : int or ndarray
        Values.
    inputs : int
        Arrays read, 1 or 2.
    flops_per_value : int or float
        FLOPs on each value; 0 is a copy.
    b : int or float
        Bytes per value.

    Raises
    ------
    DomainError
        If n is out of range, inputs is not 1 or 2, or flops_per_value is negative.

    Notes
    -----
    Equation (10) of model.md. No value is used twice, so the intensity does not depend on n.

    Examples
    --------
    >>> Elementwise().intensity
    0.25
    """

    kind: ClassVar[str] = "elementwise"
    n: Number = 16_000_000
    inputs: Number = 1
    flops_per_value: Number = 1
    b: Number = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", count("n", self.n))
        object.__setattr__(self, "inputs", count("inputs", self.inputs))
        if np.any(self.inputs > 2):
            raise DomainError("inputs", Reason("inputs"), np.max(self.inputs))
        rate = positive("flops_per_value", self.flops_per_value, "FLOP", zero=True)
        object.__setattr__(self, "flops_per_value", rate)
        check_sizes(self, "b")

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS

    def warnings(self) -> list[str]:
        if np.any(self.flops_per_value == 0):
            return ["no FLOPs: the intensity is 0, which has no place on a logarithmic axis"]
        return []
