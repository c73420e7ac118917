"""An oracle without formulas: literal loops that count multiply-adds and the values they touch."""

from fractions import Fraction
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from model import Attention, AttentionDecode, Conv, Decode, Elementwise, Gemm, Training
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


@given(st.integers(1, 9), st.integers(0, 3), st.integers(1, 6), st.booleans(), sizes)
def test_a_chain_of_kernels_writes_what_the_next_one_reads(n, rate, ops, fused, b):
    flops = moved = 0
    for step in range(ops):
        for _ in range(n):
            flops += rate
            moved += (not fused or step == 0) + (not fused or step == ops - 1)
    found = Elementwise(n, 1, rate, b, ops=ops, fused=fused)
    assert counts_of(found) == (flops, Fraction(b) * moved)


tiny = st.integers(1, 7)


@given(tiny, tiny, tiny, tiny, st.booleans(), sizes)
def test_a_tiled_gemm_loads_its_panels_for_every_tile(M, N, K, T, weights_only, b):
    """Tile by tile, step by step: the rows of A and columns of B that one tile of C needs."""
    flops, moved = 0, {"A": 0, "B": 0, "C": 0}
    for top, left in product(range(0, M, T), range(0, N, T)):
        rows, columns = range(top, min(top + T, M)), range(left, min(left + T, N))
        for _ in range(K):
            moved["A"] += len(rows)
            moved["B"] += len(columns)
            flops += 2 * len(rows) * len(columns)
        moved["C"] += len(rows) * len(columns)
    found = Gemm(M, N, K, b, T=T, weights_only=weights_only)
    kept = moved["B"] if weights_only else sum(moved.values())
    assert counts_of(found) == (flops, Fraction(b) * kept)


@given(tiny, st.integers(1, 2), st.integers(1, 2), small, tiny, st.booleans(), st.booleans(), sizes)
def test_attention_in_blocks_loads_the_keys_that_its_rows_may_see(
    S, g, share, d, T, causal, kv_only, b
):
    loaded = 0
    for _ in range(g):
        for top in range(0, S, T):
            rows = range(top, min(top + T, S))
            seen = {j for i in rows for j in range(S) if j <= i or not causal}
            loaded += len(seen) * 2 * d
    queries = 0 if kv_only else 2 * S * g * share * d
    found = Attention(
        S=S, D=1, h=g * share, g=g, d=d, T=T, causal=causal, kv_only=kv_only, b=b
    )  # fmt: skip
    assert Fraction(found.bytes_moved) == Fraction(b) * (loaded + queries)
    count, _ = prefill(S, g * share, g, d, 1, causal)
    assert found.flops == count.flops


@given(
    st.integers(1, 2), st.integers(1, 2), st.integers(1, 2), st.integers(1, 6), st.integers(1, 6),
    st.integers(1, 3), st.integers(1, 3), st.integers(1, 2), st.integers(0, 2), sizes,
)  # fmt: skip
def test_a_convolution_slides_every_filter_over_every_image(N, C, K, H, W, R, S, stride, pad, b):
    assume(H + 2 * pad >= R and W + 2 * pad >= S)
    flops, written, columns = 0, set(), set()
    places = [range(0, edge + 2 * pad - f + 1, stride) for edge, f in ((H, R), (W, S))]
    for n, k, y, x in product(range(N), range(K), *places):
        for c, r, s in product(range(C), range(R), range(S)):
            flops += 2
            columns.add((n, y, x, c, r, s))
        written.add((n, k, y, x))
    moved = N * C * H * W + K * C * R * S + len(written)
    shape = {"N": N, "C": C, "K": K, "H": H, "W": W, "R": R, "S": S, "stride": stride, "pad": pad}
    assert counts_of(Conv(**shape, b=b)) == (flops, Fraction(b) * moved)
    lowered = Conv(**shape, b=b, lowering="im2col")
    assert counts_of(lowered) == (flops, Fraction(b) * (moved + 2 * len(columns)))


@given(small, small, st.sampled_from([2, 4]), sizes)
def test_training_touches_each_parameter_and_its_state(P, steps, grad_bytes, b):
    """Forward, backward, and Adam, parameter by parameter; one token a step."""
    flops, moved, resident = 0, Fraction(0), Fraction(0)
    for step, _ in product(range(steps), range(P)):
        flops += 2  # forward
        moved += Fraction(b)
        flops += 4  # backward: gradient of the input and of the weight
        moved += Fraction(b) + grad_bytes
        moved += grad_bytes + 3 * 4 + 3 * 4 + Fraction(b)  # Adam reads, and writes
        resident += (Fraction(b) + grad_bytes + 12) * (step == 0)
    found = Training(P=P, tokens=steps, steps=steps, grad_bytes=grad_bytes, b=b)
    assert counts_of(found) == (flops, moved)
    assert found.state_bytes == resident


@given(small, small, st.integers(1, 6))
def test_masked_training_attention_sees_half_of_the_square(L, D, S):
    """Forward once and backward twice; on the diagonal each half of the square has a half."""
    flops = Fraction(0)
    for _, i, j in product(range(L), range(S), range(S)):
        flops += 3 * 2 * 2 * D * Fraction((j < i) + (j <= i), 2)
    assert Training(P=1, tokens=S, S=S, L=L, D=D, attention=True).work["attention"] == flops


@given(st.integers(1, 2), st.integers(1, 2), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_parameters_are_those_of_the_projections_and_the_mlp(L, g, share, d, shrink):
    h, count = g * share, 0
    D = 4
    for _ in range(L):
        for heads in (h, h, g if shrink else h, g if shrink else h):  # Q, O, K, V
            count += D * heads * d
        count += 2 * D * 4 * D
    assert Decode(L=L, D=D, h=h, g=g, d=d, shrink=shrink).dimensions["P"] == count
