"""Laws of each workload: what moves the work, the traffic and the intensity, and what does not."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model import Attention, AttentionDecode, Decode, Elementwise, Gemm, Training
from model.workloads import KINDS
from tests.strategies import counts, decode, heads, sizes, whole_sizes, workloads

groups = st.tuples(st.integers(1, 64), st.integers(1, 16), st.integers(1, 16))


def exact_intensity(workload):
    return Fraction(workload.flops) / Fraction(workload.bytes_moved)


@given(counts(), counts(), counts(), whole_sizes)
def test_gemm_intensity_does_not_depend_on_which_dimension_is_which(M, N, K, b):
    assert len({exact_intensity(Gemm(*order, b)) for order in permutations((M, N, K))}) == 1


@given(counts(), counts(), counts(), sizes)
def test_gemm_intensity_is_harmonic_in_its_dimensions(M, N, K, b):
    inverse = Fraction(b) / 2 * (Fraction(1, M) + Fraction(1, N) + Fraction(1, K))
    assert Gemm(M, N, K, b).intensity == pytest.approx(float(1 / inverse), rel=1e-15)


@given(counts(), counts(), counts(), whole_sizes)
def test_gemm_intensity_is_bounded_by_its_smallest_dimension(M, N, K, b):
    least = Fraction(2 * min(M, N, K), b)
    assert least / 3 <= exact_intensity(Gemm(M, N, K, b)) < least


@given(counts(), whole_sizes)
def test_square_gemm_intensity_is_two_thirds_of_n_over_b(n, b):
    assert exact_intensity(Gemm(n, n, n, b)) == Fraction(2 * n, 3 * b)


@given(counts(), counts(), counts(), sizes)
def test_reading_c_too_adds_its_bytes_and_no_work(M, N, K, b):
    once, twice = Gemm(M, N, K, b), Gemm(M, N, K, b, beta=True)
    assert twice.flops == once.flops
    assert twice.streams == {**once.streams, "C_read": once.streams["C"]}


@given(heads(), counts(10**6), counts(), st.booleans(), whole_sizes)
def test_fusing_saves_the_scores_to_the_byte_and_no_work(shape, S, B, causal, b):
    fused = Attention(**shape, S=S, B=B, causal=causal, b=b)
    unfused = replace(fused, fused=False)
    assert unfused.work == fused.work
    assert unfused.bytes_moved - fused.bytes_moved == 4 * b * B * shape["h"] * S**2


@given(heads(), counts(), st.booleans(), sizes)
def test_the_mask_halves_the_work_exactly_and_leaves_the_traffic(shape, S, fused, b):
    causal = Attention(**shape, S=S, fused=fused, b=b)
    full = replace(causal, causal=False)
    assert full.flops == 2 * causal.flops
    assert full.streams == causal.streams


@given(groups, counts(), whole_sizes)
def test_fused_prefill_intensity_is_the_prompt_times_h_over_h_plus_g(group, S, b):
    g, share, width = group
    h = g * share
    found = exact_intensity(Attention(S=S, D=h * width, h=h, g=g, causal=False, b=b))
    assert found == Fraction(2 * h * S, b * (h + g))


@given(decode(size=whole_sizes), counts(), counts())
def test_decode_intensity_rises_with_the_batch_below_its_ceiling(shape, first, second):
    low, high = sorted((first, second))
    assume(low < high)
    few, many = Decode(**{**shape, "B": low}), Decode(**{**shape, "B": high})
    ceiling = Fraction(few.flops) / few.streams["kv_cache"]
    assert exact_intensity(few) < exact_intensity(many) < ceiling
    assert many.intensity_ceiling == pytest.approx(float(ceiling), rel=1e-15)


@given(decode(), whole_sizes)
def test_one_sequence_with_a_full_cache_has_intensity_two_over_b(shape, b):
    alone = Decode(**{**shape, "B": 1, "g": shape["h"], "b": b})
    assert exact_intensity(alone) == Fraction(2, b)
    assert alone.intensity == 2 / b


@given(groups, counts(), counts(), whole_sizes)
def test_the_decode_ceiling_at_twelve_l_d_squared_is_its_closed_form(group, S, L, b):
    g, share, width = group
    h, D = g * share, g * share * width
    closed = (Fraction(12 * D, S) + 2) / b * share
    assert Decode(S=S, L=L, D=D, h=h, g=g, b=b).intensity_ceiling == float(closed)


@given(decode(), counts())
def test_the_cache_grows_with_context_and_batch_alone(shape, S):
    one = Decode(**{**shape, "B": 1, "S": 1}).streams["kv_cache"]
    assert Decode(**{**shape, "S": S}).streams["kv_cache"] == pytest.approx(
        one * shape["B"] * S, rel=1e-14
    )


@given(heads(), counts(), counts(), st.sampled_from([Attention, Decode, AttentionDecode]))
def test_moving_the_kv_heads_moves_bytes_and_never_work(shape, S, B, kind):
    h = shape["h"]
    shape = {"S": S, "B": B, "h": h, **({"D": shape["D"]} if kind is not AttentionDecode else {})}
    divisors = [g for g in range(1, h + 1) if h % g == 0]
    steps = [kind(**shape, g=g) for g in divisors]
    assert len({step.flops for step in steps}) == 1
    traffic = [step.bytes_moved for step in steps]
    assert traffic == sorted(set(traffic))


@given(groups, counts(), counts(), counts(), whole_sizes)
def test_attention_decode_on_the_cache_alone_is_independent_of_context(group, S, B, d, b):
    g, share, _ = group
    step = AttentionDecode(B=B, S=S, h=g * share, g=g, d=d, kv_only=True, b=b)
    assert exact_intensity(step) == Fraction(2 * share, b)
    assert replace(step, kv_only=False).intensity < step.intensity


@given(counts(), counts(), counts(1000))
def test_a_latent_cache_is_read_once_for_keys_and_values(S, d, q):
    latent = AttentionDecode(S=S, h=128, g=1, d=d, dv=d, q=q, latent=True)
    apart = replace(latent, latent=False)
    assert latent.flops == apart.flops
    assert 2 * latent.streams["KV"] == apart.streams["K"] + apart.streams["V"]


@given(counts(), st.integers(1, 2), st.integers(0, 100), whole_sizes)
def test_elementwise_intensity_does_not_depend_on_the_number_of_values(n, inputs, rate, b):
    found = exact_intensity(Elementwise(n, inputs, rate, b))
    assert found == Fraction(rate, b * (inputs + 1))


SCALING = tuple(kind for kind in KINDS.values() if kind is not Training)  # has state of 32 bits


@given(workloads(SCALING, size=whole_sizes), st.sampled_from([2, 4]))
def test_bytes_per_value_scale_the_traffic_and_never_the_work(workload, k):
    wider = replace(workload, b=k * workload.b)
    assert wider.flops == workload.flops
    assert wider.bytes_moved == k * workload.bytes_moved


@pytest.mark.parametrize("b", [0.5, 0.53125, 0.5625, 0.75, 1.5])
def test_a_fraction_of_a_byte_is_kept(b):
    assert Gemm(16, 16, 16, b=b).bytes_moved == 3 * 256 * b
    assert Decode(b_w=b).streams["weights"] == 12 * 32 * 4096**2 * b


@given(sizes, sizes)
def test_weights_activations_and_cache_have_bytes_of_their_own(b, other):
    assert Gemm(b=b, b_w=other).streams["A"] == Gemm(b=b).streams["A"]
    assert Gemm(b=b, b_w=other).streams["B"] == Gemm(b=other).streams["B"]
    assert Decode(b=b, b_kv=other).streams["weights"] == Decode(b=b).streams["weights"]
    assert Decode(b=b, b_kv=other).streams["kv_cache"] == Decode(b=other).streams["kv_cache"]
    assert Attention(b=b, b_kv=other).streams["O"] == Attention(b=b).streams["O"]
    assert Attention(b=b, b_kv=other).streams["K"] == Attention(b=other).streams["K"]
