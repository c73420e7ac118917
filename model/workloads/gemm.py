"""Matrix multiplication."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import any_array, broadcast, count, flag, positive
from model.workloads.base import Term, Workload

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Gemm",)

_WORK = (Term("multiply_adds", "2·M·N·K", lambda w: 2 * w.M * w.N * w.K),)
_A = Term("A", "b_a·M·K", lambda w: w.b_a * w.M * w.K)
_B = Term("B", "b_w·K·N", lambda w: w.b_w * w.K * w.N)
_C = Term("C", "b_a·M·N", lambda w: w.b_a * w.M * w.N)
_C_READ = _C._replace(name="C_read")
# With tiles of T×T, A is read once for each column of tiles and B once for each row of them.
_A_AGAIN = Term("A", "b_a·M·K·⌈N/T⌉", lambda w: w.b_a * w.M * w.K * -(-w.N // w.T))
_B_AGAIN = Term("B", "b_w·K·N·⌈M/T⌉", lambda w: w.b_w * w.K * w.N * -(-w.M // w.T))


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
    T : int or ndarray, optional
        Edge of the square tile of C that is summed on chip, so that A is read ⌈N/T⌉ times and B
        ⌈M/T⌉ times; the larger of M and N by default, which is ideal reuse.
    weights_only : bool
        Count the weights alone as traffic, as for a chip that holds all activations (TPU v1).

    Raises
    ------
    DomainError
        If a dimension is not a whole number from 1 to 10¹² or a size is not positive.

    Notes
    -----
    Equations (2) to (4) and (16) of model.md.

    References
    ----------
    .. [1] NVIDIA, "Matrix Multiplication Background User's Guide".

    Examples
    --------
    >>> big = Gemm(8192, 8192, 8192)
    >>> big.flops, big.bytes_moved, round(big.intensity, 1)
    (1099511627776, 402653184, 2730.7)
    >>> round(Gemm(T=128).intensity, 1)
    63.5
    """

    kind: ClassVar[str] = "gemm"
    M: Number = 8192
    N: Number = 8192
    K: Number = 8192
    b: Number = 2
    b_w: Number = None
    b_a: Number = None
    beta: bool = False
    T: Number = None
    weights_only: bool = False

    def __post_init__(self) -> None:
        for name in ("M", "N", "K"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        check_tile(self)
        check_sizes(self, "b", "b_w", "b_a")
        for name in ("beta", "weights_only"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))

    def _default(self, name: str) -> Number:
        if name == "T":
            larger = np.maximum if any_array((self.M, self.N)) else max
            return larger(self.M, self.N)
        return super()._default(name)

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        a, b = (_A, _B) if self.T is None else (_A_AGAIN, _B_AGAIN)
        if self.weights_only:
            return (b,)
        return (a, b, _C, _C_READ) if self.beta else (a, b, _C)


def check_sizes(workload: Workload, *names: str) -> None:
    """Check the bytes-per-value fields that are given, and that all arrays broadcast."""
    for name in names:
        value = getattr(workload, name)
        if value is not None or name == "b":
            object.__setattr__(workload, name, positive(name, value, "byte per value"))
    broadcast(vars(workload))


def check_tile(workload: Workload) -> None:
    """Check the edge of a tile where one is given."""
    if workload.T is not None:  # type: ignore[attr-defined]
        object.__setattr__(workload, "T", count("T", workload.T))  # type: ignore[attr-defined]
