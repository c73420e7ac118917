"""Attention: over a whole prompt (prefill), and one step against a cache."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from model.checks import at_most, count, divides, flag
from model.workloads.base import Term, Workload
from model.workloads.gemm import check_sizes, check_tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from model.checks import Number

__all__ = ("Attention", "AttentionDecode", "check_heads", "check_width", "head_width")

Terms: TypeAlias = tuple[Term, ...]


def _twice(first: str, second: str, formula: str, value: Callable[[Any], Number]) -> Terms:
    """Make two terms of one size."""
    return Term(first, formula, value), Term(second, formula, value)


# Written with D where heads share the model's width, with h·d where they have one of their own.
_WORK: dict[tuple[bool, bool], Terms] = {
    (False, True): _twice("QK", "PV", "B·S²·D", lambda w: w.B * w.S**2 * w.D),
    (False, False): _twice("QK", "PV", "2·B·S²·D", lambda w: 2 * w.B * w.S**2 * w.D),
    (True, True): _twice("QK", "PV", "B·S²·h·d", lambda w: w.B * w.S**2 * w.h * w.d),
    (True, False): _twice("QK", "PV", "2·B·S²·h·d", lambda w: 2 * w.B * w.S**2 * w.h * w.d),
}
"""Terms of work by (own head dimension, causal)."""

_QUERY: dict[bool, Terms] = {
    False: _twice("Q", "O", "b_a·B·S·D", lambda w: w.b_a * w.B * w.S * w.D),
    True: _twice("Q", "O", "b_a·B·S·h·d", lambda w: w.b_a * w.B * w.S * w.h * w.d),
}
"""Q and O by own head dimension."""

_KEYS: dict[bool, Terms] = {
    False: _twice("K", "V", "b_kv·B·S·D·g/h", lambda w: w.b_kv * w.B * w.S * (w.D // w.h * w.g)),
    True: _twice("K", "V", "b_kv·B·S·g·d", lambda w: w.b_kv * w.B * w.S * w.g * w.d),
}
"""K and V by own head dimension, read once."""


def _below_diagonal(w: Any) -> Number:
    """Count the keys that blocks of T queries read, each up to the end of its own rows."""
    blocks = -(-w.S // w.T)
    return w.S + w.T * blocks * (blocks - 1) // 2


_KEYS_AGAIN: dict[bool, Terms] = {
    False: _twice(
        "K", "V", "b_kv·B·g·d·S·⌈S/T⌉",
        lambda w: w.b_kv * w.B * w.g * w.d * w.S * -(-w.S // w.T),
    ),
    True: _twice(
        "K", "V", "b_kv·B·g·d·(S+T·⌈S/T⌉·(⌈S/T⌉-1)/2)",
        lambda w: w.b_kv * w.B * w.g * w.d * _below_diagonal(w),
    ),
}  # fmt: skip
"""K and V read anew for every block of T queries, by causal."""

_SQUARES = (
    Term("scores", "2·b_a·B·h·S²", lambda w: 2 * w.b_a * w.B * w.h * w.S**2),
    Term("probabilities", "2·b_a·B·h·S²", lambda w: 2 * w.b_a * w.B * w.h * w.S**2),
)

_STEP = (
    Term("QK", "2·B·q·h·S·d", lambda w: 2 * w.B * w.q * w.h * w.S * w.d),
    Term("PV", "2·B·q·h·S·dv", lambda w: 2 * w.B * w.q * w.h * w.S * w.dv),
)
_CACHE = (
    Term("K", "b_kv·B·g·S·d", lambda w: w.b_kv * w.B * w.g * w.S * w.d),
    Term("V", "b_kv·B·g·S·dv", lambda w: w.b_kv * w.B * w.g * w.S * w.dv),
)
_LATENT = (_CACHE[0]._replace(name="KV"),)
_QUERY_OUTPUT = (
    Term("q", "b_a·B·q·h·d", lambda w: w.b_a * w.B * w.q * w.h * w.d),
    Term("o", "b_a·B·q·h·dv", lambda w: w.b_a * w.B * w.q * w.h * w.dv),
)


@dataclass(frozen=True)
class Attention(Workload):
    """QKᵀ and PV of one layer over a prompt of S tokens (prefill).

    Parameters
    ----------
    S : int or ndarray
        Prompt length, tokens.
    D : int or ndarray
        Model width, h heads of D/h each unless they have a `d` of their own.
    h, g : int or ndarray
        Query heads and key/value heads; g = h is MHA (the default), g = 1 is MQA.
    causal : bool
        Skip the masked half of the scores.
    fused : bool
        Keep scores and probabilities on chip; otherwise each is written and read once.
    B : int or ndarray
        Sequences.
    b : int or float
        Bytes per value.
    b_a, b_kv : int or float, optional
        Bytes per value of Q, O and the scores, and of K and V; default `b`.
    d : int or ndarray, optional
        Dimension of a head; defaults to D/h. Where it is given, h need not divide D.
    kv_only : bool
        Leave Q and O out of the traffic.
    T : int or ndarray, optional
        Queries in a block that stays on chip: K and V are read anew for each block, and with a
        causal mask up to its own rows only. S by default, which is ideal reuse.

    Raises
    ------
    DomainError
        If a dimension is out of range, h does not divide D and d is left open, or g does not
        divide h.

    Notes
    -----
    Equations (5), (6) and (26) of model.md. Softmax, scaling and masking FLOPs are not counted.
    Fusing changes traffic only, never work. A block holds its queries of all heads that share K
    and V.

    References
    ----------
    .. [1] T. Dao et al., "FlashAttention", NeurIPS 2022.

    Examples
    --------
    >>> Attention().intensity
    1024.0
    >>> round(Attention(fused=False).intensity, 2)
    31.03
    >>> heads = {"h": 28, "g": 4, "d": 128, "causal": False}
    >>> Attention(S=1, **heads).intensity, Attention(S=1, **heads, kv_only=True).intensity
    (0.875, 7.0)
    """

    kind: ClassVar[str] = "attention"
    S: Number = 4096
    D: Number = 4096
    h: Number = 32
    g: Number = None
    causal: bool = True
    fused: bool = True
    B: Number = 1
    b: Number = 2
    b_a: Number = None
    b_kv: Number = None
    d: Number = None
    kv_only: bool = False
    T: Number = None

    def __post_init__(self) -> None:
        for name in ("S", "D", "h", "B"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        for name in ("causal", "fused", "kv_only"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))
        check_tile(self)
        check_sizes(self, "b", "b_a", "b_kv")
        check_heads(self)
        check_width(self)

    def _default(self, name: str) -> Number:
        if name == "d":
            return head_width(self)
        return {"g": self.h, "T": self.S}[name] if name in ("g", "T") else super()._default(name)

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK[self.d is not None, self.causal]

    def stream_terms(self) -> tuple[Term, ...]:
        own = self.d is not None
        query, output = _QUERY[own]
        keys = _KEYS[own] if self.T is None else _KEYS_AGAIN[self.causal]
        moved = keys if self.kv_only else (query, *keys, output)
        return moved if self.fused else moved + _SQUARES


@dataclass(frozen=True)
class AttentionDecode(Workload):
    """The attention operator of one decode step, one layer, against S cached tokens.

    Parameters
    ----------
    B : int or ndarray
        Sequences.
    S : int or ndarray
        Cached tokens per sequence.
    h, g : int or ndarray
        Query heads and key/value heads; g defaults to h.
    d : int or ndarray
        Head dimension of Q and K.
    dv : int or ndarray, optional
        Head dimension of V; defaults to d.
    q : int or ndarray
        Query tokens per sequence and step (more than 1 when drafts are verified).
    kv_only : bool
        Leave the query and the output out of the traffic.
    latent : bool
        K and V are one cached vector of width d, V its first dv values (MLA): read once.
    b : int or float
        Bytes per value.
    b_a, b_kv : int or float, optional
        Bytes per value of query and output, and of the cache; default `b`.

    Raises
    ------
    DomainError
        If a dimension is out of range or g does not divide h.

    Notes
    -----
    Equation (9) of model.md. With `kv_only` the intensity is 2h/(b·g), whatever S.

    References
    ----------
    .. [1] N. Shazeer, "Fast Transformer Decoding", 2019.

    Examples
    --------
    >>> AttentionDecode(h=28, g=4, kv_only=True).intensity
    7.0
    """

    kind: ClassVar[str] = "attention-decode"
    B: Number = 1
    S: Number = 1024
    h: Number = 32
    g: Number = None
    d: Number = 128
    dv: Number = None
    q: Number = 1
    kv_only: bool = False
    latent: bool = False
    b: Number = 2
    b_a: Number = None
    b_kv: Number = None

    def __post_init__(self) -> None:
        for name in ("B", "S", "h", "d", "q"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        for name in ("kv_only", "latent"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))
        check_sizes(self, "b", "b_a", "b_kv")
        if self.dv is not None:
            object.__setattr__(self, "dv", count("dv", self.dv))
            if self.latent:
                at_most("dv", self.dv, "d", self.d)
        check_heads(self)

    def _default(self, name: str) -> Number:
        return {"g": self.h, "dv": self.d}[name] if name in ("g", "dv") else super()._default(name)

    def work_terms(self) -> tuple[Term, ...]:
        return _STEP

    def stream_terms(self) -> tuple[Term, ...]:
        cache = _LATENT if self.latent else _CACHE
        return cache if self.kv_only else cache + _QUERY_OUTPUT


def check_heads(workload: Attention | AttentionDecode | Workload) -> None:
    """Check that g key/value heads share h query heads evenly; an open g is left open."""
    h, g = workload.h, workload.g  # type: ignore[union-attr]
    if g is None:
        return
    object.__setattr__(workload, "g", count("g", g))
    at_most("g", g, "h", h)
    divides("g", g, "h", h)


def check_width(workload: Workload) -> None:
    """Check that h heads share the width D evenly, or the dimension of their own."""
    d, h, D = (getattr(workload, name) for name in ("d", "h", "D"))
    if d is None:
        divides("h", h, "D", D)
    else:
        object.__setattr__(workload, "d", count("d", d))
        check_sizes(workload)


def head_width(workload: Workload) -> Number:
    """Return D/h, the dimension of a head that was left open."""
    return workload.D // workload.h  # type: ignore[attr-defined]
