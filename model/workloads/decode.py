"""One decode step of a whole decoder-only transformer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import count, flag
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.attention import check_heads, check_width, head_width
from model.workloads.base import Term, Workload, exact_space
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Decode",)

# Q and O, K and V, and the two matrices of an MLP four times as wide as the model.
_PARAMETERS = Term(
    "P",
    "L·(2·D·h·d+2·D·h·d+8·D²)",
    lambda w: w.L * (4 * w.D * w.h * w.d + 8 * w.D**2),
)
_SHRUNK = Term(
    "P",
    "L·(2·D·h·d+2·D·g·d+8·D²)",
    lambda w: w.L * (2 * w.D * (w.h + w.g) * w.d + 8 * w.D**2),
)
_WEIGHTS = Term("weights", "2·B·P", lambda w: 2 * w.B * w.P)
_WORK = (
    _WEIGHTS,
    Term("attention", "4·B·L·S·D", lambda w: 4 * w.B * w.L * w.S * w.D),
)
_OWN_WORK = (
    _WEIGHTS,
    Term("attention", "4·B·L·S·h·d", lambda w: 4 * w.B * w.L * w.S * w.h * w.d),
)
_READ = Term("weights", "b_w·P", lambda w: w.b_w * w.P)
_STREAMS = (
    _READ,
    Term(
        "kv_cache",
        "2·b_kv·B·L·S·D·g/h",
        lambda w: 2 * w.b_kv * w.B * w.L * w.S * (w.D // w.h * w.g),
    ),
)
_OWN_STREAMS = (
    _READ,
    Term(
        "kv_cache",
        "2·b_kv·B·L·S·g·d",
        lambda w: 2 * w.b_kv * w.B * w.L * w.S * w.g * w.d,
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
        Parameters read each step; defaults to L·(4·D·h·d + 8·D²), which is 12·L·D² where d is D/h,
        and is then not changed by g.
    d : int or ndarray, optional
        Dimension of a head; defaults to D/h. Where it is given, h need not divide D.
    shrink : bool
        Let K and V projections shrink with g: P is L·(2·D·(h + g)·d + 8·D²).
    b : int or float
        Bytes per value.
    b_w, b_kv : int or float, optional
        Bytes per value of the weights and of the cache; default `b`.

    Raises
    ------
    DomainError
        If a dimension is out of range, h does not divide D and d is left open, g does not divide
        h, or `shrink` is asked of parameters that are given.

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
    >>> Decode(g=8).intensity_ceiling, Decode(g=8, shrink=True).intensity_ceiling
    (100.0, 88.0)
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
    d: Number = None
    shrink: bool = False

    def __post_init__(self) -> None:
        for name in ("B", "S", "L", "D", "h"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        if self.P is not None:
            object.__setattr__(self, "P", count("P", self.P))
        check_sizes(self, "b", "b_w", "b_kv")
        object.__setattr__(self, "shrink", flag("shrink", self.shrink))
        check_heads(self)
        check_width(self)
        if self.shrink and self.P is not None:
            raise DomainError("shrink", Reason("unset", {"name": "P"}), self.shrink, ["P"])

    def _default(self, name: str) -> Number:
        if name == "P":
            return self._parameters()
        if name == "d":
            return head_width(self)
        return self.h if name == "g" else super()._default(name)

    def _parameters(self) -> Number:
        """Count the parameters of L layers, exactly."""
        names = ("L", "D", "h", "g", "d")
        known = {name: getattr(self, name) for name in names}
        known = {k: self._default(k) if v is None else v for k, v in known.items()}
        term = _SHRUNK if self.shrink else _PARAMETERS
        return term.value(exact_space(known, [term]))

    @property
    def intensity_ceiling(self) -> Number:
        """Intensity as B → ∞, FLOP/byte: (2P + 4LSD) over the cache bytes of one sequence."""
        one = replace(self, B=1)
        ceiling = one.flops / one.streams["kv_cache"]
        return (
            ceiling.astype(np.float64, copy=False) if isinstance(ceiling, np.ndarray) else ceiling
        )

    @property
    def context_crossover(self) -> Number:
        """Context at which attention is as much work as the parameters, tokens: P/(2·L·h·d)."""
        shape = self.dimensions
        return shape["P"] / (2 * shape["L"] * shape["h"] * shape["d"])

    @property
    def attention_share(self) -> Number:
        """Share of attention in the work, from 0 to 1."""
        return self.work["attention"] / self.flops

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK if self.d is None else _OWN_WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS if self.d is None else _OWN_STREAMS
