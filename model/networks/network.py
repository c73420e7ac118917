"""The dimensions of a decoder-only transformer, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass

from model.checks import at_most, count, divides, flag
from model.errors import DomainError
from model.reasons import Reason

__all__ = ("Experts", "Latent", "Network")


@dataclass(frozen=True)
class Latent:
    """Multi-head latent attention (MLA): keys and values from one cached vector.

    Parameters
    ----------
    kv_rank : int
        Width of the cached latent vector.
    rope_dim : int
        Width of the key that carries the position, cached beside it and shared by all heads.
    nope_dim, v_dim : int
        Width a head has without position (Q and K), and width of its V.
    q_rank : int
        Width that Q is brought down to first; 0 projects it directly.
    """

    kv_rank: int
    rope_dim: int
    nope_dim: int
    v_dim: int
    q_rank: int = 0

    def __post_init__(self) -> None:
        for name in ("kv_rank", "rope_dim", "nope_dim", "v_dim"):
            count(name, getattr(self, name))
        count("q_rank", self.q_rank, 0)

    @property
    def cached(self) -> int:
        """Values in the cache for each token and layer."""
        return self.kv_rank + self.rope_dim


@dataclass(frozen=True)
class Experts:
    """A mixture of experts in the place of the feed-forward block.

    Parameters
    ----------
    routed, active : int
        Experts of a layer, and how many of them work on one token.
    ffn : int
        Inner width of one expert.
    shared : int
        Experts that work on every token, beside the routed ones.
    dense_layers : int
        First layers that have an ordinary feed-forward block instead.
    vectors : int
        Parameters of one expert that are in no matrix: biases.
    """

    routed: int
    active: int
    ffn: int
    shared: int = 0
    dense_layers: int = 0
    vectors: int = 0

    def __post_init__(self) -> None:
        for name in ("routed", "active", "ffn"):
            count(name, getattr(self, name))
        for name in ("shared", "dense_layers", "vectors"):
            count(name, getattr(self, name), 0)
        at_most("active", self.active, "routed", self.routed)


@dataclass(frozen=True)
class Network:
    """A decoder-only transformer.

    Parameters
    ----------
    layers, hidden : int
        Layers, and width D of the model.
    heads, kv_heads, head_dim : int
        Query heads, key/value heads and their width; heads times head_dim need not be `hidden`.
    ffn : int
        Inner width of the feed-forward block.
    vocab : int
        Tokens of the vocabulary; 0 leaves embedding and output projection out.
    gated : bool
        Whether the feed-forward block has a gate: three matrices instead of two.
    tied : bool
        Whether the output projection is the embedding table.
    fused_qkv, fused_gate_up : bool
        Whether these projections are one matrix.
    window, windowed : int
        Tokens that attention with a sliding window sees, and how many layers have one.
    positions : int
        Rows of a learned table of positions; 0 for rotary or none.
    context : int
        Longest context the model is made for; 0 if it is not stated.
    vectors : int
        Parameters that are in no matrix: norms, biases, sinks.
    latent : Latent, optional
        MLA, in the place of `kv_heads` and `head_dim`.
    experts : Experts, optional
        A mixture of experts.

    Raises
    ------
    DomainError
        If a dimension is out of range, or two contradict each other.

    Examples
    --------
    >>> Network(32, 4096, 32, 5, 128, 14336)
    Traceback (most recent call last):
    model.errors.DomainError: kv_heads: expected a divisor of heads = 32, got 5
    """

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int
    vocab: int = 0
    gated: bool = True
    tied: bool = False
    fused_qkv: bool = False
    fused_gate_up: bool = False
    window: int = 0
    windowed: int = 0
    positions: int = 0
    context: int = 0
    vectors: int = 0
    latent: Latent | None = None
    experts: Experts | None = None

    def __post_init__(self) -> None:
        for name in ("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn"):
            count(name, getattr(self, name))
        for name in ("vocab", "window", "windowed", "positions", "context", "vectors"):
            count(name, getattr(self, name), 0)
        for name in ("gated", "tied", "fused_qkv", "fused_gate_up"):
            flag(name, getattr(self, name))
        at_most("kv_heads", self.kv_heads, "heads", self.heads)
        divides("kv_heads", self.kv_heads, "heads", self.heads)
        at_most("windowed", self.windowed, "layers", self.layers)
        if bool(self.window) != bool(self.windowed):
            raise DomainError("window", Reason("both_or_none", {"name": "windowed"}), self.window)
        if self.experts:
            at_most("dense_layers", self.experts.dense_layers, "layers", self.layers)

    @property
    def sparse_layers(self) -> int:
        """Layers with a mixture of experts."""
        return self.layers - self.experts.dense_layers if self.experts else 0

    @property
    def matrices(self) -> int:
        """Matrices of a feed-forward block."""
        return 3 if self.gated else 2

    @property
    def cached(self) -> int:
        """Values in the cache for each token and layer."""
        return self.latent.cached if self.latent else 2 * self.kv_heads * self.head_dim

    def kv_values(self, tokens: int) -> int:
        """Values in the cache of one sequence, windows included.

        Examples
        --------
        >>> half = Network(24, 2880, 64, 8, 64, 2880, window=128, windowed=12)
        >>> 32 * 2 * half.kv_values(8192) / 2**30
        6.09375
        """
        seen = min(tokens, self.window)
        return self.cached * ((self.layers - self.windowed) * tokens + self.windowed * seen)
