"""Training a dense model with Adam in mixed precision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import MOST_TOKENS, count, flag
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.base import Term, Workload, exact_space
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("Training",)

_GRADIENTS = ("2", "4")
_PARAMETERS = Term("P", "12·L·D²", lambda w: 12 * w.L * w.D**2)
_LARGEST_BATCH = 10**8  # tokens a step; published batches are of some 10^7 at the most
_OPTIMIZER = 12  # weights, momentum and variance in 32 bits
_STATE = Term("state", "(b_w+grad_bytes+12)·P", lambda w: (w.b_w + w.grad_bytes + _OPTIMIZER) * w.P)
_WORK = (
    Term("forward", "2·P·tokens", lambda w: 2 * w.P * w.tokens),
    Term("backward", "4·P·tokens", lambda w: 4 * w.P * w.tokens),
)
_CAUSAL = Term("attention", "6·L·S·D·tokens", lambda w: 6 * w.L * w.S * w.D * w.tokens)
_FULL = Term("attention", "12·L·S·D·tokens", lambda w: 12 * w.L * w.S * w.D * w.tokens)
# Weights are read forward and backward and written; all else is read and written once a step.
_STREAMS = (
    Term("weights", "3·b_w·P·steps", lambda w: 3 * w.b_w * w.P * w.steps),
    Term(
        "gradients",
        "2·grad_bytes·P·steps",
        lambda w: 2 * w.grad_bytes * w.P * w.steps,
    ),
    *(
        Term(name, "8·P·steps", lambda w: 8 * w.P * w.steps)
        for name in ("master", "momentum", "variance")
    ),
)


@dataclass(frozen=True)
class Training(Workload):
    """Forward, backward and Adam over so many tokens, in so many steps.

    Parameters
    ----------
    P : int or ndarray, optional
        Parameters; defaults to 12·L·D².
    tokens : int or ndarray
        Tokens in all, up to 10¹⁵.
    steps : int or ndarray
        Steps of the optimizer: each moves the whole state once.
    L, D : int or ndarray
        Layers and width of the model.
    S : int or ndarray
        Length of a sequence, for `attention`.
    attention : bool
        Add the work of QKᵀ and PV to 6·P a token.
    causal : bool
        Whether half of that is masked: 2·L·S·D FLOP a token forward, as Kaplan et al. count;
        otherwise 4·L·S·D.
    grad_bytes : int
        Bytes of a gradient, 2 or 4.
    b : int or float
        Bytes per value.
    b_w : int or float, optional
        Bytes per value of the weights; default `b`.

    Raises
    ------
    DomainError
        If a dimension is out of range or grad_bytes is neither 2 nor 4.

    Notes
    -----
    Equations (23) to (25) of model.md. Activations are not counted as traffic.

    References
    ----------
    .. [1] J. Kaplan et al., "Scaling Laws for Neural Language Models", 2020.
    .. [2] S. Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter
       Models", 2020 (2 + 2 + 12 bytes a parameter).

    Examples
    --------
    >>> gpt3 = Training(P=175_000_000_000, tokens=300_000_000_000)
    >>> float(gpt3.flops), gpt3.state_bytes // gpt3.P
    (3.15e+23, 16)
    >>> Training().context_crossover, Training(causal=False).context_crossover
    (49152.0, 24576.0)
    """

    kind: ClassVar[str] = "training"
    P: Number = None
    tokens: Number = 524_288
    steps: Number = 1
    L: Number = 32
    D: Number = 4096
    S: Number = 2048
    attention: bool = False
    causal: bool = True
    grad_bytes: Number = 2
    b: Number = 2
    b_w: Number = None

    def __post_init__(self) -> None:
        for name in ("steps", "L", "D", "S", "grad_bytes"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        object.__setattr__(self, "tokens", count("tokens", self.tokens, most=MOST_TOKENS))
        if self.P is not None:
            object.__setattr__(self, "P", count("P", self.P))
        for name in ("attention", "causal"):
            object.__setattr__(self, name, flag(name, getattr(self, name)))
        check_sizes(self, "b", "b_w")
        odd = ~np.isin(self.grad_bytes, (2, 4))
        if np.any(odd):
            refused = int(np.extract(odd, self.grad_bytes)[0])
            raise DomainError("grad_bytes", Reason("one_of", {"allowed": _GRADIENTS}), refused)

    def _default(self, name: str) -> Number:
        if name == "P":
            return _PARAMETERS.value(exact_space({"L": self.L, "D": self.D}, [_PARAMETERS]))
        return super()._default(name)

    @property
    def state_bytes(self) -> Number:
        """Bytes of weights, gradients, 32-bit weights, momentum and variance: 16 or 18 each."""
        return _STATE.value(exact_space(self.symbols, [_STATE]))

    @property
    def bytes_per_parameter(self) -> Number:
        """Bytes of state for each parameter."""
        return self.dimensions["b_w"] + self.grad_bytes + _OPTIMIZER

    @property
    def attention_share(self) -> Number:
        """Share that attention has of the work, or would have if it were counted, from 0 to 1."""
        whole = self if self.attention else replace(self, attention=True)
        return whole.work["attention"] / whole.flops

    @property
    def context_crossover(self) -> Number:
        """Length of a sequence at which attention is as much work as the parameters, tokens.

        P/(L·D) when `causal`, which is 12·D (Kaplan et al.), else half of that.
        """
        shape = self.dimensions
        return shape["P"] / ((1 if self.causal else 2) * shape["L"] * shape["D"])

    def warnings(self) -> list[str]:
        if np.any(self.tokens > _LARGEST_BATCH * self.steps):
            return ["more than 10^8 tokens a step: give steps, each moves the whole state once"]
        return []

    def work_terms(self) -> tuple[Term, ...]:
        if not self.attention:
            return _WORK
        return (*_WORK, _CAUSAL if self.causal else _FULL)

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS
