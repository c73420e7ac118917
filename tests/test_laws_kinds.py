"""Laws of tiles, head dimensions, convolutions, chains and training."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import Attention, Conv, Decode, Elementwise, Gemm, Roofline, Training, load_presets
from model.__main__ import answer
from model.crossover import crossover, first_not_below
from model.levels import level_bytes
from model.tiles import tile
from tests import strategies
from tests.strategies import counts, whole_sizes

H100 = Roofline(989e12, 3.35e12)


def exact_intensity(workload):
    return Fraction(workload.flops) / Fraction(workload.bytes_moved)


@given(strategies.gemm(), st.booleans(), counts(), counts())
def test_a_larger_tile_never_moves_more_and_the_largest_is_ideal_reuse(shape, beta, first, second):
    ideal = Gemm(**shape, beta=beta)
    small, large = (replace(ideal, T=T) for T in sorted((first, second)))
    assert small.work == large.work == ideal.work
    assert small.bytes_moved >= large.bytes_moved >= ideal.bytes_moved
    assert replace(ideal, T=max(ideal.M, ideal.N)).streams == ideal.streams
    assert ideal.dimensions["T"] == max(ideal.M, ideal.N)


@given(counts(1000), counts(1000), counts(), counts(1000), whole_sizes)
def test_a_tile_that_divides_reads_two_panels_for_every_tile(m, n, K, T, b):
    shape = Gemm(m * T, n * T, K, b, T=T)
    M, N = shape.M, shape.N
    assert shape.bytes_moved == b * (Fraction(2 * M * N * K, T) + M * N)


@given(counts(10**6), whole_sizes, strategies.rooflines)
def test_the_least_tile_is_the_first_whose_inner_loop_reaches_the_ridge(T, b, roof):
    found = tile(Gemm(T=T, b=b), roof)
    assert found.inner_intensity == T / b
    assert found.accumulator_bytes == 4 * T * T
    ridge = Fraction(roof.peak_flops_per_s) / Fraction(roof.bandwidth_bytes_per_s)
    assert Fraction(found.least, b) >= ridge > Fraction(found.least - 1, b)


def test_the_tile_of_the_chapter():
    found = tile(Gemm(T=400), Roofline(200e12, 1e12))
    assert (found.least, found.accumulator_bytes) == (400, 640_000)
    assert tile(Gemm(), H100) is None
    assert tile(Decode(), H100) is None
    heads = tile(Attention(S=4096, h=28, g=4, d=128, T=64), H100)
    assert (heads.inner_intensity, heads.accumulator_bytes) == (64 * 7, 4 * 64 * 128 * 7)
    assert answer("workload=gemm-big&T=128", load_presets())["tile"]["inner_intensity"] == 64


def test_a_level_of_memory_reads_as_a_tile_of_its_size_does():
    level = load_presets().chips["a100-80gb-sxm"].levels[0]
    shape = Gemm(8192, 4096, 2048)
    assert level_bytes(shape, level) == replace(shape, T=level.tile).bytes_moved
    assert level_bytes(replace(shape, T=1), level) == replace(shape, T=1).bytes_moved
    alone = replace(shape, weights_only=True)
    assert level_bytes(alone, level) == level_bytes(shape, level)


def test_a_dimension_that_tiles_cut_has_no_crossing_of_its_own():
    assert crossover(Gemm(1, 8192, 8192, T=16384), H100, "M") is None
    assert crossover(Gemm(1, 8192, 8192, T=128), H100, "K") is not None
    assert first_not_below(Gemm(8192, 8192, 8192, T=1), H100, "T") is not None


@given(strategies.gemm(size=whole_sizes))
def test_operations_per_weight_byte_are_twice_the_batch(shape):
    found = Gemm(**{**shape, "b": 1}, weights_only=True)
    assert exact_intensity(found) == 2 * found.M
    assert Gemm(200, 2000, 2000, b=1, weights_only=True).intensity == 400


@given(strategies.attention(10**6, whole_sizes), st.booleans(), st.booleans(), counts(), counts())
def test_blocks_of_queries_only_add_readings_of_k_and_v(shape, causal, fused, first, second):
    ideal = Attention(**shape, causal=causal, fused=fused)
    assert replace(ideal, T=ideal.S).streams == ideal.streams
    few = replace(ideal, T=max(first, second))
    assert few.work == ideal.work
    assert few.bytes_moved >= ideal.bytes_moved
    assert {k: v for k, v in few.streams.items() if k not in "KV"} == {
        k: v for k, v in ideal.streams.items() if k not in "KV"
    }
    unmasked = replace(few, causal=False)
    assert few.streams["K"] <= unmasked.streams["K"]


@given(strategies.heads(10**6), counts(10**6), st.booleans(), st.booleans(), whole_sizes)
def test_a_head_dimension_of_d_over_h_is_the_one_that_was_there(shape, S, causal, kv_only, b):
    open_ = Attention(**shape, S=S, causal=causal, kv_only=kv_only, b=b)
    given_ = replace(open_, d=shape["D"] // shape["h"])
    assert (given_.work, given_.streams) == (open_.work, open_.streams)
    step = Decode(**shape, S=S, b=b)
    own = replace(step, d=shape["D"] // shape["h"])
    assert (own.work, own.streams, own.dimensions) == (step.work, step.streams, own.dimensions)
    assert step.dimensions["P"] == 12 * 32 * shape["D"] ** 2


@given(strategies.blocked(10**6), counts())
def test_with_heads_of_their_own_the_width_of_the_model_does_not_matter(shape, D):
    assert Attention(**{**shape, "D": D}).streams == Attention(**shape).streams


@given(strategies.attention(10**6, whole_sizes), st.booleans(), st.booleans())
def test_leaving_out_q_and_o_takes_their_bytes_and_no_work(shape, causal, fused):
    whole = Attention(**shape, causal=causal, fused=fused)
    alone = replace(whole, kv_only=True)
    assert alone.work == whole.work
    assert whole.bytes_moved - alone.bytes_moved == whole.streams["Q"] + whole.streams["O"]


def test_the_two_conventions_of_prefill_and_where_they_cross():
    heads = {"h": 28, "g": 4, "d": 128}
    a30 = Roofline(165e12, 1e12)
    found = {}
    for kv_only in (False, True):
        for causal in (False, True):
            shape = Attention(S=1, **heads, causal=causal, kv_only=kv_only)
            found[kv_only, causal] = (shape.intensity, round(crossover(shape, a30, "S").at))
    assert found == {
        (False, False): (0.875, 189), (False, True): (0.4375, 377),
        (True, False): (7.0, 24), (True, True): (3.5, 47),
    }  # fmt: skip


@given(strategies.decode(10**6, whole_sizes))
def test_shrinking_takes_the_k_and_v_projections_down_with_g(shape):
    L, D, h, g = (shape[name] for name in "LDhg")
    step = Decode(**shape, shrink=True)
    assert step.dimensions["P"] == L * (10 * D**2 + Fraction(2 * D**2 * g, h))
    assert (step.dimensions["P"] == Decode(**shape).dimensions["P"]) == (g == h)


def test_the_ceiling_of_decode_in_both_conventions():
    assert Decode(S=1024, h=32, g=8).intensity_ceiling == 100
    assert Decode(S=1024, h=32, g=8, shrink=True).intensity_ceiling == 88


@given(counts(), counts(10**6), counts(), st.integers(0, 100), whole_sizes)
def test_a_fused_chain_has_the_intensity_of_one_operation_times_its_length(n, ops, more, rate, b):
    one, chain = (Elementwise(n, 1, rate, b, ops=k) for k in (1, ops))
    assert chain.flops == ops * one.flops
    assert chain.bytes_moved == one.bytes_moved
    apart = replace(chain, fused=False)
    assert exact_intensity(apart) == exact_intensity(one)
    assert apart.work == chain.work


@given(strategies.conv(10**4, whole_sizes))
def test_lowering_adds_a_matrix_and_no_work(shape):
    implicit, lowered = Conv(**shape), Conv(**shape, lowering="im2col")
    assert lowered.work == implicit.work
    P, Q = implicit.symbols["P"], implicit.symbols["Q"]
    product = Gemm(shape["K"], shape["N"] * P * Q, shape["C"] * shape["R"] * shape["S"])
    assert lowered.flops == product.flops
    assert lowered.streams["columns"] == 2 * shape["b"] * product.K * product.N


@given(counts(10**4), counts(10**4), counts(10**4), counts(1000), whole_sizes)
def test_a_one_by_one_convolution_is_a_matrix_product(N, C, K, edge, b):
    conv = Conv(N=N, C=C, K=K, H=edge, W=edge, R=1, S=1, pad=0, b=b)
    product = Gemm(N * edge * edge, K, C, b)
    assert (conv.flops, conv.bytes_moved) == (product.flops, product.bytes_moved)


@given(strategies.conv(10**4))
def test_the_output_is_as_large_as_the_places_of_the_filter(shape):
    found = Conv(**shape).symbols
    for out, edge, across in (("P", "R", "H"), ("Q", "S", "W")):
        last = (found[out] - 1) * shape["stride"] + shape[edge]
        room = shape[across] + 2 * shape["pad"]
        assert last <= room < last + shape["stride"]


@given(strategies.training())
def test_training_is_six_flops_a_parameter_and_token(shape):
    run = Training(**shape)
    assert run.flops == 6 * shape["P"] * shape["tokens"]
    assert run.work["backward"] == 2 * run.work["forward"]
    assert replace(run, steps=2 * run.steps).streams == {k: 2 * v for k, v in run.streams.items()}


@given(strategies.training(), st.booleans())
def test_attention_is_as_much_work_as_the_parameters_at_the_crossover(shape, causal):
    run = Training(**shape, attention=True, causal=causal)
    ratio = Fraction(run.work["attention"], run.work["forward"] + run.work["backward"])
    assert float(ratio) == pytest.approx(shape["S"] / run.context_crossover, rel=1e-14)


@given(strategies.decode())
def test_decode_attention_is_as_much_work_as_the_weights_at_its_crossover(shape):
    step = Decode(**shape)
    ratio = Fraction(step.work["attention"], step.work["weights"])
    assert float(ratio) == pytest.approx(shape["S"] / step.context_crossover, rel=1e-14)


def test_the_crossovers_in_print():
    assert Training(D=4096).context_crossover == 49152
    assert Training(D=4096, causal=False).context_crossover == 24576
    assert Decode(D=4096).context_crossover == 24576


def test_the_state_of_training_is_sixteen_bytes_a_parameter_or_eighteen():
    presets = load_presets()
    for width, each in ((2, 16), (4, 18)):
        found = answer(f"workload=training&P=7500000000&grad_bytes={width}", presets)
        assert found["state_bytes"] == each * 7_500_000_000
    found = answer("workload=training&P=175e9&tokens=300e9", presets)
    assert float(found["flops"]) == 3.15e23
    assert found["compute_time_s"] == pytest.approx(3.15e23 / 989e12, rel=1e-3)


def test_a_whole_run_in_one_step_is_worth_a_second_look():
    assert Training(tokens=10**8).warnings() == []
    assert "give steps" in Training(tokens=10**8 + 1).warnings()[0]
    assert Training(tokens=300 * 10**9, steps=93_750).warnings() == []
