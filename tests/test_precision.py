"""The peak that goes with a number of bytes per value, and levels of memory on the chip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import DomainError, Elementwise, Gemm, Roofline, load_presets, parse, place
from model.__main__ import answer
from model.levels import Level, at_levels, level_bytes
from model.precision import linked
from tests import strategies

CHIPS = load_presets().chips


@pytest.mark.parametrize(
    ("chip", "size", "peak"),
    [
        ("h100-sxm", 2, "bf16"), ("h100-sxm", 1, "fp8"), ("h100-sxm", 4, "tf32"),
        ("b200", 0.5, "fp4"), ("b200", 0.5625, "fp4"), ("t4", 0.5, "int4"), ("t4", 1, "int8"),
        ("v100-sxm2", 1, "fp16"), ("v100-sxm2", 0.5, "fp16"), ("h100-sxm", 0.53125, "fp8"),
        ("rtx-4090", 2, "bf16"), ("tpu-v1", 2, "int8"), ("h100-sxm", 8, "fp64"),
    ],
)  # fmt: skip
def test_bytes_per_value_choose_the_peak(chip, size, peak):
    assert linked(CHIPS[chip], Gemm(b=size)).peak.id == peak


def test_a_precision_that_the_chip_has_not_is_said():
    assert linked(CHIPS["h100-sxm"], Gemm(b=1)).exact
    missing = linked(CHIPS["v100-sxm2"], Gemm(b=1))
    assert (missing.exact, missing.wanted) == (False, "fp8")


def test_small_weights_beside_wide_activations_are_widened():
    assert linked(CHIPS["b200"], Gemm(b=2, b_w=0.5)).peak.precision in ("bf16", "fp16")


def test_elementwise_work_runs_on_the_vector_unit():
    assert linked(CHIPS["h100-sxm"], Elementwise(b=4)).peak.id == "fp32-vector"


@given(st.sampled_from(list(CHIPS)), strategies.sizes)
def test_every_chip_has_a_peak_for_every_size(chip, size):
    assert linked(CHIPS[chip], Gemm(b=size)).peak in CHIPS[chip].peaks


def test_the_accumulate_width_decides_on_a_4090():
    shape = "workload=gemm&chip=rtx-4090&M=256&N=3584&K=3584"
    wide, narrow = (answer(f"{shape}&roof={r}", load_presets()) for r in ("fp16", "fp16-fp16acc"))
    assert (wide["bound"], narrow["bound"]) == ("compute", "memory")
    assert narrow["peak_flops_per_s"] == pytest.approx(2 * wide["peak_flops_per_s"], rel=1e-3)


def test_a_roof_that_the_chip_does_not_have_is_named_and_left_out():
    read = parse("chip=h100-sxm&roof=fp4&N=64", load_presets())
    assert [p.key for p in read.problems] == ["roof"]
    assert "fp8" in str(read.problems[0])
    assert (read.scenario.roof, read.scenario.shapes) == ("", {"gemm-big": {"N": 64}})


def test_a_measured_peak_is_taken_where_it_is_known_and_of_that_peak():
    def peak(query):
        return answer(query, load_presets())["peak_flops_per_s"]

    assert peak("measured=true") == 792.1e12
    assert peak("measured=true&roof=fp8") == peak("roof=fp8")
    assert peak("measured=true&chip=t4") == peak("chip=t4")
    assert peak("measured=true&peak=1e12") == 1e12


def level(tile):
    return Level("x", 1e12, 4 * tile * tile, "a test", None)


@given(st.integers(1, 40), *[st.integers(1, 120)] * 3)
def test_a_tile_reads_operands_as_often_as_a_loop_over_tiles_does(tile, M, N, K):
    read = 0
    for row in range(0, M, tile):
        for column in range(0, N, tile):
            read += K * (min(tile, M - row) + min(tile, N - column))
    assert level_bytes(Gemm(M, N, K, b=2), level(tile)) == 2 * (read + M * N)


def test_a_tile_that_holds_everything_is_the_ideal():
    shape = Gemm(100, 50, 70)
    assert level_bytes(shape, level(100)) == shape.bytes_moved


def test_a_level_bounds_by_its_own_traffic():
    roof = Roofline(1e15, 1e12)
    (found,) = at_levels(Gemm(1024, 1024, 1024), roof, (level(64),))
    assert found.attainable_flops_per_s == 1e12 * found.intensity
    assert found.intensity < place(Gemm(1024, 1024, 1024), roof).intensity
    (other,) = at_levels(Elementwise(), roof, (level(64),))
    assert other.bytes_moved == Elementwise().bytes_moved


@pytest.mark.parametrize("values", [(0, 64), (1e12, -1), (float("nan"), 64)])
def test_a_level_without_bandwidth_or_tile_is_refused(values):
    with pytest.raises(DomainError):
        Level("x", *values, "a test", None)
