"""How a whole model is run: the part of the state with the keys `model.…`."""

from __future__ import annotations

from dataclasses import dataclass

from model.checks import Number, count, flag, positive
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.base import SIZES

__all__ = ("PHASES", "Run")

PHASES = ("decode", "prefill")
"""One token for each sequence against a cache, or a whole prompt."""


@dataclass(frozen=True)
class Run:
    """One step of a whole model.

    Parameters
    ----------
    phase : str
        ``decode`` or ``prefill``.
    B : int
        Sequences.
    S : int
        Cached tokens of each sequence (decode), or prompt length (prefill).
    b_w, b_a, b_kv : int or float
        Bytes per value of weights, activations and KV cache.
    activations : bool
        Count what operators read from and write for each other as traffic.
    config : str
        Fields of a `config.json` as `networks.huggingface.compact` writes them; if not empty, they
        are the model.

    Raises
    ------
    DomainError
        If a value is out of range.

    Examples
    --------
    >>> Run(phase="prefill", S=8192).tokens
    8192
    """

    phase: str = "decode"
    B: int = 1
    S: int = 2048
    b_w: Number = 2
    b_a: Number = 2
    b_kv: Number = 2
    activations: bool = True
    config: str = ""

    def __post_init__(self) -> None:
        if self.phase not in PHASES:
            raise DomainError("phase", Reason("one_of", {"allowed": PHASES}), self.phase)
        for name in ("B", "S"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        for name in SIZES:
            size = positive(name, getattr(self, name), "byte per value")
            object.__setattr__(self, name, size)
        object.__setattr__(self, "activations", flag("activations", self.activations))

    @property
    def tokens(self) -> int:
        """Tokens that pass through the layers in one step."""
        return self.B * self.S if self.phase == "prefill" else self.B
