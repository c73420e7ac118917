"""Operations that touch each value once: ReLU, add, scale; one, or a chain of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import count, flag, positive
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.base import Term, Workload
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Elementwise",)

_WORK = (
    Term(
        "operations",
        "n·ops·flops_per_value",
        lambda w: w.n * w.ops * w.flops_per_value,
    ),
)
_STREAMS = (
    Term("reads", "b·n·inputs", lambda w: w.b * w.n * w.inputs),
    Term("write", "b·n", lambda w: w.b * w.n),
)
_BETWEEN = Term("intermediates", "2·b·n·(ops-1)", lambda w: 2 * w.b * w.n * (w.ops - 1))


@dataclass(frozen=True)
class Elementwise(Workload):
    """Read n values of each input, do something to each, write n values.

    Parameters
    ----------
    n : int or ndarray
        Values.
    inputs : int
        Arrays read, 1 or 2.
    flops_per_value : int or float
        FLOPs of one operation on each value; 0 is a copy.
    ops : int or ndarray
        Operations in a row, e.g. 3 for bias, activation and scale.
    fused : bool
        Do all of them while the value is on chip; otherwise each is a kernel of its own, and what
        passes from one to the next is written and read again.
    b : int or float
        Bytes per value.

    Raises
    ------
    DomainError
        If n or ops is out of range, inputs is not 1 or 2, or flops_per_value is negative.

    Notes
    -----
    Equation (10) of model.md. No value is used twice, so the intensity does not depend on n.

    Examples
    --------
    >>> Elementwise().intensity
    0.25
    >>> Elementwise(ops=4).intensity, Elementwise(ops=4, fused=False).intensity
    (1.0, 0.25)
    """

    kind: ClassVar[str] = "elementwise"
    n: Number = 16_000_000
    inputs: Number = 1
    flops_per_value: Number = 1
    b: Number = 2
    ops: Number = 1
    fused: bool = True

    def __post_init__(self) -> None:
        for name in ("n", "inputs", "ops"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        if np.any(self.inputs > 2):
            raise DomainError("inputs", Reason("inputs"), np.max(self.inputs))
        rate = positive("flops_per_value", self.flops_per_value, "FLOP", zero=True)
        object.__setattr__(self, "flops_per_value", rate)
        object.__setattr__(self, "fused", flag("fused", self.fused))
        check_sizes(self, "b")

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS if self.fused else (*_STREAMS, _BETWEEN)

    def warnings(self) -> list[str]:
        if np.any(self.flops_per_value == 0):
            return ["no FLOPs: the intensity is 0, which has no place on a logarithmic axis"]
        return []
