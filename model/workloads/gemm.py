"""Matrix multiplication."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from model.checks import broadcast, count, flag, positive
from model.workloads.base import Term, Workload

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Gemm",)

_WORK = (Term("multiply_adds", "2·M·N·K", lambda w: 2 * w.M * w.N * w.K),)
_STREAMS = (
    Term("A", "b_a·M·K", lambda w: w.b_a * w.M * w.K),
    Term("B", "b_w·K·N", lambda w: w.b_w * w.K * w.N),
    Term("C", "b_a·M·N", lambda w: w.b_a * w.M * w.N),
)
_C_READ = Term("C_read", "b_a·M·N", lambda w: w.b_a * w.M * w.N)


@dataclass(frozen=True)
class Gemm(Workload):
    """C[M×N] = A[M×K]·B[K×N], each operand read once and the result written once.

    Parameters
    ----------
    M, N, K : int or ndarray
        Rows of A and C, columns of B and C, inner dimension. M = 1 or N = 1 is a GEMV.
    b : int or float
        Bytes per value.
    b_w, b_a : int or float, optional
        Bytes per value of B (the weights) and of A and C (the activations); default `b`.
    beta : bool
        True for C = A·B + βC with β ≠ 0: C is read as well as written.

    Raises
    ------
    DomainError
        If a dimension is not a whole number from 1 to 10¹² or a size is not positive.

    Notes
    -----
    Equations (2) to (4) of model.md.

    References
    ----------
    .. [1] NVIDIA, "Matrix Multiplication Background User's Guide".

    Examples
    --------
    >>> big = Gemm(8192, 8192, 8192)
    >>> big.flops, big.bytes_moved, round(big.intensity, 1)
    (1099511627776, 402653184, 2730.7)
    """

    kind: ClassVar[str] = "gemm"
    M: Number = 8192
    N: Number = 8192
    K: Number = 8192
    b: Number = 2
    b_w: Number = None
    b_a: Number = None
    beta: bool = False

    def __post_init__(self) -> None:
        for name in ("M", "N", "K"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        check_sizes(self, "b", "b_w", "b_a")
        object.__setattr__(self, "beta", flag("beta", self.beta))

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return (*_STREAMS, _C_READ) if self.beta else _STREAMS


def check_sizes(workload: Workload, *names: str) -> None:
    """Check the bytes-per-value fields that are given, and that all arrays broadcast."""
    for name in names:
        value = getattr(workload, name)
        if value is not None or name == "b":
            object.__setattr__(workload, name, positive(name, value, "byte per value"))
    broadcast(vars(workload))
