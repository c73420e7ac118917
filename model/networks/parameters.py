"""Parameters of a whole model: how many there are, and how many work on one token."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from model.networks.network import Latent, Network

__all__ = ("Parameters", "attention_matrices", "parameters")


class Parameters(NamedTuple):
    """Parameters by part; each is stored once.

    A tied output projection is the embedding: it is in `embedding`, and `output` is 0.
    """

    embedding: int
    positions: int
    attention: int
    feed_forward: int
    experts: int
    router: int
    output: int
    vectors: int
    idle: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self) - self.idle

    @property
    def active(self) -> int:
        """Those that one token needs: all but the routed experts it does not go to."""
        return self.total - self.idle


def parameters(network: Network) -> Parameters:
    """Count the parameters of a model.

    Notes
    -----
    Equation (17) of model.md. Shared experts are in `feed_forward`.

    Examples
    --------
    >>> from model.networks import Network
    >>> parameters(Network(32, 4096, 32, 32, 128, 16384, gated=False)).total
    6442450944
    """
    D, sparse = network.hidden, network.sparse_layers
    table = network.vocab * D
    block = network.matrices * D * network.ffn * (network.layers - sparse)
    routed = idle = router = 0
    if network.experts:
        expert = network.matrices * D * network.experts.ffn * sparse
        block += network.experts.shared * expert
        expert += network.experts.vectors * sparse
        routed = network.experts.routed * expert
        idle = routed - network.experts.active * expert
        router = network.experts.routed * D * sparse
    return Parameters(
        embedding=table,
        positions=network.positions * D,
        attention=network.layers * sum(n * k for n, k in attention_matrices(network).values()),
        feed_forward=block,
        experts=routed,
        router=router,
        output=0 if network.tied else table,
        vectors=network.vectors,
        idle=idle,
    )


def attention_matrices(network: Network) -> dict[str, tuple[int, int]]:
    """Columns and rows (N, K) of each projection of one layer's attention, by name."""
    if network.latent:
        return _latent_matrices(network, network.latent)
    D = network.hidden
    q, kv = network.heads * network.head_dim, network.kv_heads * network.head_dim
    if network.fused_qkv:
        return {"qkv_proj": (q + 2 * kv, D), "o_proj": (D, q)}
    return {"q_proj": (q, D), "k_proj": (kv, D), "v_proj": (kv, D), "o_proj": (D, q)}


def _latent_matrices(network: Network, latent: Latent) -> dict[str, tuple[int, int]]:
    D, h = network.hidden, network.heads
    q = h * (latent.nope_dim + latent.rope_dim)
    down = {"q_a_proj": (latent.q_rank, D), "q_b_proj": (q, latent.q_rank)}
    return {
        **(down if latent.q_rank else {"q_proj": (q, D)}),
        "kv_a_proj": (latent.cached, D),
        "kv_b_proj": (h * (latent.nope_dim + latent.v_dim), latent.kv_rank),
        "o_proj": (D, h * latent.v_dim),
    }
