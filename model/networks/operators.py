"""The operators of one step of a whole model, each a workload that is done some number of times."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.checks import added_up
from model.networks.kernels import Lookup, PromptAttention
from model.networks.parameters import attention_matrices
from model.workloads import AttentionDecode, Gemm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from model.checks import Number
    from model.networks.network import Experts, Latent, Network
    from model.run import Run
    from model.workloads import Workload

__all__ = ("Operator", "experts_touched", "operators")

_WEIGHTS = ("B", "table")
_CACHE = ("K", "V", "KV")


@dataclass(frozen=True)
class Operator:
    """One operator of a model.

    Parameters
    ----------
    name : str
        As the field names it; unique in a model.
    workload : Workload
        One instance of it.
    times : int
        Instances in one step: layers, and for MLA's absorbed products heads of all layers.
    copies : int or float
        How many sets of weights an instance reads: the experts touched; 1 for anything else.
    activations : bool
        Whether what it reads from and writes for other operators is counted.
    """

    name: str
    workload: Workload
    times: int = 1
    copies: Number = 1
    activations: bool = True

    @property
    def flops(self) -> Number:
        """Work of all instances, FLOP."""
        return self.times * self.workload.flops

    @property
    def streams(self) -> dict[str, Number]:
        """Bytes of all instances: `weights`, `kv_cache`, `activations`."""
        found: dict[str, Number] = dict.fromkeys(("weights", "kv_cache", "activations"), 0)
        for name, value in self.workload.streams.items():
            if name in _WEIGHTS:
                found["weights"] += whole(self.times * self.copies * value)
            elif name in _CACHE:
                found["kv_cache"] += self.times * value
            elif self.activations:
                found["activations"] += self.times * value
        return found

    @property
    def bytes_moved(self) -> Number:
        """Traffic of all instances, byte."""
        return added_up(self.streams.values())


def whole(value: Number) -> Number:
    """Bring a float without a fraction back to an exact integer."""
    return int(value) if float(value).is_integer() else value


def experts_touched(experts: Experts, tokens: int) -> Number:
    """Experts of a layer that at least one of some tokens goes to, as expected.

    Parameters
    ----------
    experts : Experts
        N routed experts, k of them active.
    tokens : int
        Tokens, each going to k experts of its own, all sets of k equally likely.

    Returns
    -------
    int or float
        N·(1 − (1 − k/N)^tokens): at most N, and at most k·tokens.

    Notes
    -----
    Equation (19) of model.md.

    Examples
    --------
    >>> from model.networks import Experts
    >>> experts_touched(Experts(routed=8, active=2, ffn=14336), 3)
    4.625
    """
    N, k = experts.routed, experts.active
    if k == N or tokens == 1:
        return k
    return whole(min(-N * math.expm1(tokens * math.log1p(-k / N)), N, k * tokens))


def operators(network: Network, run: Run) -> tuple[Operator, ...]:
    """List the operators of one step, in the order in which they run.

    Parameters
    ----------
    network : Network
        The model.
    run : Run
        Phase, batch, context, bytes per value.

    Returns
    -------
    tuple of Operator
        Softmax, norms, activation functions and positions are left out, as everywhere.

    Raises
    ------
    DomainError
        If a product of dimensions is beyond what an operator can have.
    """
    return tuple(_Lister(network, run).all())


class _Lister:
    def __init__(self, network: Network, run: Run) -> None:
        self.network, self.run = network, run

    def all(self) -> Iterator[Operator]:
        network = self.network
        if network.vocab:
            tables = 2 if network.positions else 1
            lookup = Lookup(self.run.tokens, network.hidden, tables, **self._sizes("b_w", "b_a"))
            yield self._operator("embedding", lookup)
        yield from self._attention()
        yield from self._feed_forward()
        if network.vocab:  # only the last position of a prompt is needed to go on
            yield self._gemm("lm_head", (self.run.B, network.vocab, network.hidden))

    def _attention(self) -> Iterator[Operator]:
        matrices = attention_matrices(self.network)
        rows, output = self.run.tokens, matrices.pop("o_proj")
        absorbed = self.network.latent and self.run.phase == "decode"
        if absorbed:
            del matrices["kv_b_proj"]
        for name, (columns, inner) in matrices.items():
            yield self._gemm(name, (rows, columns, inner), self.network.layers)
        if absorbed:
            yield from self._absorbed(self.network.latent)
        else:
            yield from self._scores()
        yield self._gemm("o_proj", (rows, *output), self.network.layers)

    def _absorbed(self, latent: Latent | None) -> Iterator[Operator]:
        """Decode with MLA: heads meet the latent vector itself, not keys made from it."""
        assert latent
        network, run = self.network, self.run
        times = network.layers * network.heads
        yield self._gemm("k_absorb", (run.tokens, latent.kv_rank, latent.nope_dim), times)
        step = AttentionDecode(
            run.B, run.S, network.heads, 1, latent.cached, latent.kv_rank, latent=True,
            **self._sizes("b_a", "b_kv"),
        )  # fmt: skip
        yield self._operator("attention", step, network.layers)
        yield self._gemm("v_absorb", (run.tokens, latent.v_dim, latent.kv_rank), times)

    def _scores(self) -> Iterator[Operator]:
        """Attention itself, full and with a window where the model has both."""
        network, S = self.network, self.run.S
        full = network.layers - network.windowed
        if full:
            yield self._operator("attention", self._kernel(S), full)
        if network.windowed:
            seen = min(S, network.window)
            yield self._operator("attention_window", self._kernel(seen), network.windowed)

    def _kernel(self, seen: int) -> Workload:
        network, run, latent = self.network, self.run, self.network.latent
        h, g, d = network.heads, network.kv_heads, network.head_dim
        dv, sizes = d, self._sizes("b_a", "b_kv")
        if latent:  # a prompt: keys and values are made for every head
            g, d, dv = h, latent.nope_dim + latent.rope_dim, latent.v_dim
        if run.phase == "prefill":
            return PromptAttention(run.B, run.S, seen, h, g, d, dv, **sizes)
        return AttentionDecode(run.B, seen, h, g, d, **sizes)

    def _feed_forward(self) -> Iterator[Operator]:
        network = self.network
        dense = network.layers - network.sparse_layers
        if dense:
            yield from self._block("", self.run.tokens, network.ffn, dense)
        if network.sparse_layers and network.experts:
            yield from self._sparse(network.experts, network.sparse_layers)

    def _sparse(self, experts: Experts, times: int) -> Iterator[Operator]:
        tokens = self.run.tokens
        yield self._gemm("router", (tokens, experts.routed, self.network.hidden), times)
        touched = experts_touched(experts, tokens)
        yield from self._block("expert_", tokens * experts.active, experts.ffn, times, touched)
        if experts.shared:
            yield from self._block("shared_", tokens, experts.shared * experts.ffn, times)

    def _block(
        self, prefix: str, rows: int, ffn: int, times: int, copies: Number = 1
    ) -> Iterator[Operator]:
        network, D = self.network, self.network.hidden
        if network.gated and network.fused_gate_up:
            yield self._gemm(f"{prefix}gate_up_proj", (rows, 2 * ffn, D), times, copies)
        else:
            for name in ("gate_proj", "up_proj") if network.gated else ("up_proj",):
                yield self._gemm(prefix + name, (rows, ffn, D), times, copies)
        yield self._gemm(f"{prefix}down_proj", (rows, D, ffn), times, copies)

    def _gemm(
        self, name: str, shape: tuple[int, int, int], times: int = 1, copies: Number = 1
    ) -> Operator:
        """Make a product of M tokens with a matrix of N columns and K rows."""
        product = Gemm(*shape, **self._sizes("b_w", "b_a"))
        return self._operator(name, product, times, copies)

    def _operator(
        self, name: str, workload: Workload, times: int = 1, copies: Number = 1
    ) -> Operator:
        return Operator(name, workload, times, copies, self.run.activations)

    def _sizes(self, *names: str) -> dict[str, Number]:
        return {name: getattr(self.run, name) for name in names}
