"""Where a dimension crosses the ridge, against evaluation on both sides and the formulas."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import (
    Attention,
    Decode,
    Elementwise,
    Gemm,
    Roofline,
    evaluate,
    load_presets,
    parse,
    place,
)
from model.__main__ import answer
from model.crossover import crossover, first_not_below, sweep
from tests import strategies

RTX_4090 = Roofline(165.2e12, 1.008e12)


@given(strategies.gemm(), strategies.rooflines)
def test_a_gemm_crosses_where_the_formula_says(shape, roof):
    shape = Gemm(**shape)
    ridge = Fraction(roof.peak_flops_per_s) / Fraction(roof.bandwidth_bytes_per_s)
    inverse = 2 / (Fraction(shape.b) * ridge) - Fraction(1, shape.N) - Fraction(1, shape.K)
    found = crossover(shape, roof, "M")
    if inverse > 0 and 1 <= 1 / inverse <= 10**12:
        assert found.at == float(1 / inverse)
    else:
        assert found.at is None
    assert found.ceiling == pytest.approx(2 / (shape.b * (1 / shape.N + 1 / shape.K)))


@given(st.data(), strategies.rooflines)
def test_the_verdict_changes_at_the_crossing_and_nowhere_else(data, roof):
    kind = data.draw(st.sampled_from([Gemm, Attention, Decode]))
    made = {Gemm: strategies.gemm, Attention: strategies.attention, Decode: strategies.decode}
    shape = kind(**data.draw(made[kind](largest=10**6)))
    name = data.draw(st.sampled_from({Gemm: "MNK", Attention: "SB", Decode: "BSL"}[kind]))
    found = crossover(shape, roof, name)

    def bound(value):
        moved = replace(shape, **{name: value})
        return roof.bound(moved.flops, moved.bytes_moved)

    if found.at is None:
        verdicts = {bound(10**k) for k in range(0, 13, 2)} - {"ridge"}
        assert len(verdicts) <= 1
    else:
        below, above = math.floor(found.at * (1 - 1e-12)), math.ceil(found.at * (1 + 1e-12)) + 1
        assert bound(max(below, 1)) != bound(min(above, 10**12)) or below < 1 or above > 10**12


@given(strategies.gemm(largest=10**6), strategies.rooflines)
def test_the_first_whole_value_is_the_crossing_rounded_up(shape, roof):
    found, first = crossover(Gemm(**shape), roof, "K"), first_not_below(Gemm(**shape), roof, "K")
    if found.at is not None:
        assert first == math.ceil(found.at)
    elif first is not None:
        assert first == 1


def test_decode_never_crosses_and_says_its_ceiling_and_where_half_of_it_is():
    found = crossover(Decode(S=1024), Roofline(989e12, 3.35e12), "B")
    assert (found.at, found.ceiling, found.half) == (None, 25.0, 24.0)
    grouped = crossover(Decode(S=1024, h=32, g=8), Roofline(989e12, 3.35e12), "B")
    assert (grouped.ceiling, grouped.half) == (100.0, 96.0)


def test_prefill_crosses_where_the_lesson_says():
    ridge = Roofline(165e12, 1e12)
    full = Attention(S=1, D=3584, h=28, g=4, causal=False)
    assert crossover(full, ridge, "S").at == pytest.approx(165 / 0.875)
    assert crossover(replace(full, causal=True), ridge, "S").at == pytest.approx(2 * 165 / 0.875)


def test_intensity_that_nothing_bounds_has_no_ceiling_and_one_that_stays_has_no_crossing():
    assert crossover(Attention(), RTX_4090, "S").ceiling is None
    relu = crossover(Elementwise(), RTX_4090, "n")
    assert (relu.at, relu.ceiling, relu.least) == (None, 0.25, 0.25)


def test_heads_that_must_divide_have_no_crossing_of_their_own():
    assert crossover(Decode(h=32, g=8), RTX_4090, "g") is None


def test_the_crossing_does_not_depend_on_where_the_point_is_now():
    found = [crossover(Gemm(M, 8192, 4096), RTX_4090, "M").at for M in (1, 7, 10**6, 10**12)]
    assert len(set(found)) == 1
    assert found[0] is not None


@pytest.mark.parametrize("edge", [2, 128, 10**6])
def test_steps_of_a_tile_are_no_polynomial_wherever_the_point_is(edge):
    shapes = [Gemm(edge, 10**7, 10**7, T=edge), Gemm(10**7, 10**7, 10**7, T=edge)]
    assert [crossover(shape, RTX_4090, name) for shape in shapes for name in "MT"] == [None] * 4


def test_a_sweep_is_what_single_calls_give():
    values, result = sweep(Decode(), RTX_4090, "B", (1, 4096))
    assert values[0] == 1
    assert values[-1] == 4096
    assert list(values) == sorted(set(values.tolist()))
    for value, intensity in zip(values.tolist(), result.intensity, strict=True):
        assert intensity == place(Decode(B=value), RTX_4090).intensity


def test_the_command_line_gives_the_crossing_that_the_path_asks_for():
    found = answer("workload=gemm&chip=rtx-4090&M=256&N=512&K=3584&path=M", load_presets())
    assert found["bound"] == "memory"
    assert 256 < found["path"]["at"] < 259
    assert "path" not in answer("workload=gemm&path=S", load_presets())


@pytest.mark.parametrize("text", ["path=g", "path=Q", "vs=a10,t4,l4,a40", "vs=no-such-chip"])
def test_what_can_not_be_drawn_is_refused_by_name(text):
    read = parse(text, load_presets())
    assert [p.key for p in read.problems] == [text.partition("=")[0]]
    assert (read.scenario.path, read.scenario.vs) == ("", ())


def test_other_chips_are_without_the_readers_own_figures():
    read = parse("vs=a10,t4&peak=1e12&bw=1e10", load_presets())
    alone = evaluate(parse("chip=a10", load_presets()).scenario, load_presets())
    assert answer("vs=a10,t4&peak=1e12&bw=1e10", load_presets())["vs"][0] == alone.as_dict()
    assert read.scenario.vs == ("a10", "t4")
