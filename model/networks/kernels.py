"""Operators of whole models that no workload of the simulator is: windows, and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from model.checks import at_most, count
from model.workloads.base import Term, Workload
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Lookup", "PromptAttention")

_WORK = (
    Term("QK", "B·h·d·(S²-(S-W)²)", lambda w: w.B * w.h * w.d * (w.S**2 - (w.S - w.W) ** 2)),
    Term("PV", "B·h·dv·(S²-(S-W)²)", lambda w: w.B * w.h * w.dv * (w.S**2 - (w.S - w.W) ** 2)),
)
_STREAMS = (
    Term("Q", "b_a·B·S·h·d", lambda w: w.b_a * w.B * w.S * w.h * w.d),
    Term("K", "b_kv·B·S·g·d", lambda w: w.b_kv * w.B * w.S * w.g * w.d),
    Term("V", "b_kv·B·S·g·dv", lambda w: w.b_kv * w.B * w.S * w.g * w.dv),
    Term("O", "b_a·B·S·h·dv", lambda w: w.b_a * w.B * w.S * w.h * w.dv),
)


@dataclass(frozen=True)
class PromptAttention(Workload):
    """Causal, fused attention over a prompt, each token seeing the last W tokens.

    Parameters
    ----------
    B, S : int
        Sequences, and tokens of each.
    W : int
        Window, at most S; S is no window.
    h, g : int
        Query heads and key/value heads.
    d, dv : int
        Head dimension of Q and K, and of V.
    b, b_a, b_kv : int or float
        Bytes per value; of Q and O, and of K and V.

    Notes
    -----
    Equation (18) of model.md. At W = S and dv = d it is `Attention`, causal and fused.

    Examples
    --------
    >>> PromptAttention(B=1, S=4096, W=4096, h=32, g=32, d=128, dv=128).intensity
    1024.0
    """

    kind: ClassVar[str] = "prompt-attention"
    B: Number
    S: Number
    W: Number
    h: Number
    g: Number
    d: Number
    dv: Number
    b: Number = 2
    b_a: Number = None
    b_kv: Number = None

    def __post_init__(self) -> None:
        for name in ("B", "S", "W", "h", "g", "d", "dv"):
            count(name, getattr(self, name))
        at_most("W", self.W, "S", self.S)
        check_sizes(self, "b", "b_a", "b_kv")

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS


_TABLES = (
    Term("table", "b_w·n·D·tables", lambda w: w.b_w * w.n * w.D * w.tables),
    Term("out", "b_a·n·D", lambda w: w.b_a * w.n * w.D),
)


@dataclass(frozen=True)
class Lookup(Workload):
    """Take n rows of width D from an embedding table; no FLOPs.

    Parameters
    ----------
    n, D : int
        Tokens, and width.
    tables : int
        1, or 2 where learned positions are looked up too.
    b, b_w, b_a : int or float
        Bytes per value; of the table, and of the result.

    Examples
    --------
    >>> Lookup(n=64, D=4096).bytes_moved
    1048576
    """

    kind: ClassVar[str] = "lookup"
    n: Number
    D: Number
    tables: Number = 1
    b: Number = 2
    b_w: Number = None
    b_a: Number = None

    def __post_init__(self) -> None:
        for name in ("n", "D", "tables"):
            count(name, getattr(self, name))
        check_sizes(self, "b", "b_w", "b_a")

    def work_terms(self) -> tuple[Term, ...]:
        return ()

    def stream_terms(self) -> tuple[Term, ...]:
        return _TABLES
