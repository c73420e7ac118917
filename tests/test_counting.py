"""An oracle without formulas: literal loops that count multiply-adds and the values they touch."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from model import Attention, AttentionDecode, Decode, Elementwise, Gemm
from tests.strategies import sizes

small = st.integers(1, 4)


class Counter:
    """Counts FLOPs, and every value that crosses the memory boundary once in each direction."""

    def __init__(self):
        self.flops = Fraction(0)
        self.read = set()
        self.written = set()

    def multiply_add(self, *operands, into=None, share=1):
        self.flops += 2 * share
        self.read.update(operands)
        if into is not None:
            self.written.add(into)

    def moved(self, b, *names):
        values = [v for v in (*self.read, *self.written) if not names or v[0] in names]
        return Fraction(b) * len(values)


def counts_of(workload):
    return Fraction(workload.flops), Fraction(workload.bytes_moved)


@given(small, small, small, sizes)
def test_gemm_is_a_triple_loop(M, N, K, b):
    count = Counter()
    for m, n, k in product(range(M), range(N), range(K)):
        count.multiply_add(("A", m, k), ("B", k, n), into=("C", m, n))
    assert counts_of(Gemm(M, N, K, b)) == (count.flops, count.moved(b))


@given(small, small, small, sizes)
def test_gemm_with_beta_reads_c_as_well(M, N, K, b):
    count = Counter()
    for m, n, k in product(range(M), range(N), range(K)):
        count.multiply_add(("A", m, k), ("B", k, n), ("C", m, n), into=("C'", m, n))
    assert counts_of(Gemm(M, N, K, b, beta=True)) == (count.flops, count.moved(b))


def prefill(S, h, g, width, B, causal):
    """Loop over scores; on the diagonal of a causal mask each half of the square has a half."""
    count, scores = Counter(), set()
    for s, head, i, j in product(range(B), range(h), range(S), range(S)):
        scores.add((s, head, i, j))
        weight = Fraction((j < i) + (j <= i), 2) if causal else 1
        shared = (s, head * g // h, j)
        for d in range(width):
            count.multiply_add(("Q", s, head, i, d), ("K", *shared, d), share=weight)
            count.multiply_add(("V", *shared, d), into=("O", s, head, i, d), share=weight)
    return count, scores


@given(small, st.integers(1, 2), st.integers(1, 2), small, st.integers(1, 2), st.booleans(), sizes)
def test_fused_prefill_is_a_loop_over_the_scores(S, g, share, width, B, causal, b):
    h = g * share
    count, _ = prefill(S, h, g, width, B, causal)
    found = Attention(S=S, D=h * width, h=h, g=g, causal=causal, B=B, b=b)
    assert counts_of(found) == (count.flops, count.moved(b))
    for name in ("Q", "K", "V", "O"):
        assert found.streams[name] == count.moved(b, name)


@given(small, st.integers(1, 2), st.integers(1, 2), small, st.integers(1, 2), st.booleans(), sizes)
def test_unfused_prefill_writes_and_reads_two_squares_more(S, g, share, width, B, causal, b):
    h = g * share
    count, scores = prefill(S, h, g, width, B, causal)
    found = Attention(S=S, D=h * width, h=h, g=g, causal=causal, fused=False, B=B, b=b)
    squares = 2 * 2 * len(scores) * Fraction(b)
    assert counts_of(found) == (count.flops, count.moved(b) + squares)


@given(
    small, small, st.integers(1, 2), st.integers(1, 3), small, small, small, st.booleans(), sizes
)
def test_attention_decode_is_a_loop_over_the_cache(B, S, g, share, d, dv, q, kv_only, b):
    count, h = Counter(), g * share
    for s, t, head, j in product(range(B), range(q), range(h), range(S)):
        shared = (s, head // share, j)
        for i in range(d):
            count.multiply_add(("q", s, t, head, i), ("K", *shared, i))
        for i in range(dv):
            count.multiply_add(("V", *shared, i), into=("o", s, t, head, i))
    found = AttentionDecode(B=B, S=S, h=h, g=g, d=d, dv=dv, q=q, kv_only=kv_only, b=b)
    moved = count.moved(b, "K", "V") if kv_only else count.moved(b)
    assert counts_of(found) == (count.flops, moved)


@given(small, small, st.integers(1, 3), small, small, sizes)
def test_a_latent_cache_is_touched_once(B, S, h, d, extra, b):
    count = Counter()
    for s, head, j in product(range(B), range(h), range(S)):
        for i in range(d + extra):
            count.multiply_add(("q", s, head, i), ("KV", s, j, i))
        for i in range(d):
            count.multiply_add(("KV", s, j, i), into=("o", s, head, i))
    found = AttentionDecode(B=B, S=S, h=h, g=1, d=d + extra, dv=d, latent=True, b=b)
    assert counts_of(found) == (count.flops, count.moved(b))


@given(st.integers(1, 3), small, st.integers(1, 2), st.integers(1, 2), st.integers(1, 2), sizes)
def test_decode_multiplies_by_every_weight_and_every_cached_value(B, S, L, g, share, b):
    h, D, count = g * share, g * share, Counter()  # heads one value wide keep the loop short
    for s, layer in product(range(B), range(L)):
        for weight in range(12 * D**2):  # Q, K, V, O: D² each; two of the MLP: 4D² each
            count.multiply_add(("W", layer, weight))
        for head, j in product(range(h), range(S)):
            count.multiply_add(("K", s, layer, head // share, j))
            count.multiply_add(("V", s, layer, head // share, j))
    found = Decode(B=B, S=S, L=L, D=D, h=h, g=g, b=b)
    assert counts_of(found) == (count.flops, count.moved(b))


@given(st.integers(1, 20), st.integers(1, 2), st.integers(0, 5), sizes)
def test_elementwise_is_one_loop(n, inputs, flops_per_value, b):
    flops, touched = 0, set()
    for i in range(n):
        flops += flops_per_value
        touched |= {("x", k, i) for k in range(inputs)} | {("y", i)}
    found = Elementwise(n, inputs, flops_per_value, b)
    assert counts_of(found) == (flops, Fraction(b) * len(touched))
