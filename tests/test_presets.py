"""The preset files: complete, sourced, and every mistake reported at once."""

import datetime
import re
from itertools import pairwise

import pytest

from model import DomainError, PresetError, load_presets
from model.presets import CHIPS_VARIABLE
from model.vocabulary import SHAPE
from model.workloads import KINDS

PRESETS = load_presets()
CHIPS = PRESETS.chips.values()
PEAKS = [peak for chip in CHIPS for peak in chip.peaks]

GOOD = """
[mine]
name = "My accelerator"
bandwidth_bytes_per_s = 2e12
capacity_bytes = 64e9
roof = "bf16"
source = "my measurement"
accessed = 2026-01-31
[mine.peaks]
bf16 = { flops_per_s = 500e12, unit = "matrix", accumulate = "fp32" }
fp32-vector = { flops_per_s = 50e12, unit = "vector", accumulate = "fp32", source = "another" }
"""

BAD = """
[half]
name = " "
bandwidth_bytes_per_s = -1
capacity_bytes = nan
roof = "tf32"
colour = "red"
source = "here"
accessed = "yesterday"
[half.peaks]
bf16 = { flops_per_s = 0.0, unit = "tensor", accumulate = "fp31", source = "", clock = 3 }
fp8 = { unit = "matrix", accumulate = "fp32" }
fp99 = { flops_per_s = 1e12, unit = "matrix", accumulate = "fp32" }

[h100-sxm]
name = "taken"

[bare]
peaks = 3
"""
PROBLEMS = {
    "half.name": "expected some text",
    "half.bandwidth_bytes_per_s": "expected a number > 0 byte/s, up to 10^30, got -1",
    "half.capacity_bytes": "got nan",
    "half.roof": "expected one of bf16, fp8, fp99, got 'tf32'",
    "half.accessed": "got 'yesterday'",
    "half.colour": "expected no such key",
    "half.peaks.bf16.flops_per_s": "expected a number > 0 FLOP/s",
    "half.peaks.bf16.unit": "expected one of matrix, vector, got 'tensor'",
    "half.peaks.bf16.accumulate": "got 'fp31'",
    "half.peaks.bf16.source": "expected some text",
    "half.peaks.bf16.clock": "expected no such key",
    "half.peaks.fp8.flops_per_s": "missing",
    "half.peaks.fp99": "peak id: expected PRECISION",
    "h100-sxm": "expected a new id",
    **{f"h100-sxm.{key}": "missing" for key in ("source", "accessed", "roof", "peaks")},
    "h100-sxm.bandwidth_bytes_per_s": "missing",
    **{f"bare.{key}": "missing" for key in ("source", "accessed", "name", "roof")},
    "bare.bandwidth_bytes_per_s": "missing",
    "bare.peaks": "got 3",
}


def written(folder, text, name="mine.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def problems_of(*paths):
    with pytest.raises(PresetError) as caught:
        load_presets(paths)
    assert str(caught.value) == "\n".join(caught.value.problems)
    return caught.value.problems


@pytest.mark.parametrize("record", [*CHIPS, *PEAKS], ids=lambda record: record.id)
def test_every_figure_that_ships_has_a_source_and_a_date(record):
    assert record.source.strip()
    assert datetime.date(2024, 1, 1) <= record.accessed


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.id)
def test_a_chip_has_a_plain_id_a_name_and_a_roof_among_its_peaks(chip):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", chip.id)
    assert chip.name.strip()
    assert chip.roof in {peak.id for peak in chip.peaks}


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.id)
def test_a_ridge_is_computed_from_the_two_roofs(chip):
    peak = chip.peak(chip.roof).flops_per_s
    assert chip.roofline.ridge_intensity == peak / chip.bandwidth_bytes_per_s
    assert 0.5 < chip.roofline.ridge_intensity < 3000


@pytest.mark.parametrize("peak", PEAKS, ids=lambda peak: peak.id)
def test_a_peak_says_what_computes_it_and_what_it_sums_in(peak):
    assert ("-vector" in peak.id) == (peak.unit == "vector")
    named = re.search(r"-(\w+)acc$", peak.id)
    assert named is None or named[1] == peak.accumulate


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.id)
def test_fewer_bits_never_lower_a_matrix_peak_nor_raise_it_as_sparsity_would(chip):
    found = {peak.id: peak.flops_per_s for peak in chip.peaks}
    for wide, narrow in pairwise(name for name in ("tf32", "bf16", "fp8", "fp4") if name in found):
        assert found[wide] <= found[narrow] < 4.5 * found[wide]


def test_an_unknown_peak_is_refused_with_those_there_are():
    with pytest.raises(DomainError, match=r"roof: expected one of bf16, .*, got 'fp128'"):
        PRESETS.chips["h100-sxm"].peak("fp128")


@pytest.mark.parametrize("preset", PRESETS.workloads.values(), ids=lambda preset: preset.id)
def test_a_workload_has_a_source_and_keys_of_the_vocabulary(preset):
    assert preset.source.strip()
    assert set(preset.keys) <= set(SHAPE)
    assert set(preset.controls) <= set(preset.keys)
    assert preset.workload() == KINDS[preset.kind](**preset.shape)


def test_the_six_workloads_of_the_chart_have_the_intensities_of_the_chapter():
    found = {name: PRESETS.workloads[name].workload().intensity for name in PRESETS.on_chart}
    assert found == {
        "gemm-big": pytest.approx(2730.667, abs=0.001),
        "gemm-small": pytest.approx(85.333, abs=0.001),
        "attention-prefill": 1024,
        "decode-1": 1,
        "decode-64": pytest.approx(18.182, abs=0.001),
        "relu": 0.25,
    }


def test_every_kind_is_a_workload_under_its_own_name():
    for kind, made in KINDS.items():
        assert PRESETS.workloads[kind].workload() == made()


def test_a_file_of_ones_own_is_read_beside_those_that_ship(tmp_path):
    found = load_presets((written(tmp_path, GOOD),))
    assert set(found.chips) == {*PRESETS.chips, "mine"}
    mine = found.chips["mine"]
    assert mine.roofline.ridge_intensity == 250
    assert [peak.source for peak in mine.peaks] == ["my measurement", "another"]


def test_every_problem_is_reported_at_once_with_file_and_key(tmp_path):
    path = written(tmp_path, BAD)
    problems = problems_of(path)
    for key, text in PROBLEMS.items():
        start = f"{path}: {key}: "
        assert any(p.startswith(start) and text in p for p in problems), (key, text, problems)
    assert len(problems) == len(PROBLEMS)


def test_problems_of_several_files_are_reported_together(tmp_path):
    broken, missing = written(tmp_path, "[a", "broken.toml"), str(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    flat = written(tmp_path, "a = 1", "flat.toml")
    found = problems_of(broken, missing, str(binary), flat)
    for path, problem in zip((broken, missing, binary, f"{flat}: a"), found, strict=True):
        assert problem.startswith(f"{path}: expected ")


def test_a_chip_that_is_there_already_is_refused(tmp_path):
    twice = GOOD.replace("[mine", "[h100-sxm")
    (problem,) = problems_of(written(tmp_path, twice))
    assert "h100-sxm: expected a new id" in problem


@pytest.mark.parametrize("key", ["name", "bandwidth_bytes_per_s", "roof", "source", "accessed"])
def test_a_chip_without_one_of_its_keys_is_refused(tmp_path, key):
    text = re.sub(rf"(?m)^{key} = .*\n", "", GOOD)
    assert text != GOOD
    (problem,) = problems_of(written(tmp_path, text))
    assert f"mine.{key}: expected " in problem
    assert problem.endswith("it is missing")


def test_a_capacity_nobody_states_may_be_left_out(tmp_path):
    text = re.sub(r"(?m)^capacity_bytes = .*\n", "", GOOD)
    assert load_presets((written(tmp_path, text),)).chips["mine"].capacity_bytes is None


def test_files_can_be_named_by_the_environment(tmp_path, monkeypatch):
    ours = written(tmp_path, GOOD.replace("mine", "ours"), "ours.toml")
    monkeypatch.setenv(CHIPS_VARIABLE, f"{written(tmp_path, GOOD)}:{ours}")
    load_presets.cache_clear()
    try:
        assert {"mine", "ours"} <= set(load_presets().chips)
    finally:
        load_presets.cache_clear()
