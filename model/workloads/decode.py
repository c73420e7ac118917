"""One decode step of a whole decoder-only transformer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import count, divides
from model.workloads.attention import check_heads
from model.workloads.base import Term, Workload, exact_space
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Decode",)

_PARAMETERS = Term("P", "12·L·D²", lambda w: 12 * w.L * w.D**2)
_WORK = (
    Term("weights", "2·B·P", lambda w: 2 * w.B * w.P),
    Term("attention", "4·B·L·S·D", lambda w: 4 * w.B * w.L * w.S * w.D),
)
_STREAMS = (
    Term("weights", "b_w·P", lambda w: w.b_w * w.P),
    Term(
        "kv_cache",
        "2·b_kv·B·L·S·D·g/h",
        lambda w: 2 * w.b_kv * w.B * w.L * w.S * (w.D // w.h * w.g),
    ),
)


@dataclass(frozen=True)
class Decode(Workload):
    """One token for each of B sequences: every weight and every cached key and value is read.

    Parameters
    ----------
    B : int or ndarray
        Batch, sequences.
    S : int or ndarray
        Context, cached tokens per sequence.
    L, D : int or ndarray
        Layers, model width.
    h, g : int or ndarray
        Query heads and key/value heads; g defaults to h (MHA).
    P : int or ndarray, optional
        Parameters read each step; defaults to 12·L·D² and is then not changed by g.
    b : int or float
        Bytes per value.
    b_w, b_kv : int or float, optional
        Bytes per value of the weights and of the cache; default `b`.

    Raises
    ------
    DomainError
        If a dimension is out of range, h does not divide D, or g does not divide h.

    Notes
    -----
    Equations (7) and (8) of model.md. Activation traffic is ignored. At B = 1 and g = h the
    intensity is 2/b for every context and width.

    References
    ----------
    .. [1] R. Pope et al., "Efficiently Scaling Transformer Inference", 2022.

    Examples
    --------
    >>> Decode(B=1).intensity
    1.0
    >>> round(Decode(B=64).intensity, 2), Decode(B=64).intensity_ceiling
    (18.18, 25.0)
    """

    kind: ClassVar[str] = "decode"
    B: Number = 1
    S: Number = 1024
    L: Number = 32
    D: Number = 4096
    h: Number = 32
    g: Number = None
    P: Number = None
    b: Number = 2
    b_w: Number = None
    b_kv: Number = None

    def __post_init__(self) -> None:
        for name in ("B", "S", "L", "D", "h"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        if self.P is not None:
            object.__setattr__(self, "P", count("P", self.P))
        check_sizes(self, "b", "b_w", "b_kv")
        check_heads(self)
        divides("h", self.h, "D", self.D)

    def _default(self, name: str) -> Number:
        if name == "P":
            return _PARAMETERS.value(exact_space({"L": self.L, "D": self.D}, [_PARAMETERS]))
        return self.h if name == "g" else super()._default(name)

    @property
    def intensity_ceiling(self) -> Number:
        """Intensity as B → ∞, FLOP/byte: (2P + 4LSD) over the cache bytes of one sequence."""
        one = replace(self, B=1)
        ceiling = one.flops / one.streams["kv_cache"]
        return (
            ceiling.astype(np.float64, copy=False) if isinstance(ceiling, np.ndarray) else ceiling
        )

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS
