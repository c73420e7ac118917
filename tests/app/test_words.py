"""Labels, verdicts, ledger: words about numbers that the model computed."""

import pytest

from app.controls import controls, values
from app.describe import ledger, mark, stats, verdict
from app.language import load_language
from app.state import State

TEXT = load_language("en")


def _state(query: str) -> State:
    state = State(query)
    assert state.problems == []
    return state


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("workload=gemm-big", "GEMM 8192³"),
        ("workload=gemm-big&N=128", "GEMM 8192×128×8192"),
        ("workload=attention-prefill", "Prefill S=4096"),
        ("workload=attention-prefill&fused=0", "Unfused S=4096"),
        ("workload=decode-64&B=512", "Decode B=512"),
        ("workload=relu", "ReLU n=16.0\u202fM"),
        ("workload=relu&ops=3", "3 operations n=16.0\u202fM"),
        ("workload=conv-resnet", "Convolution 3×3, 64→64"),
        ("workload=conv-resnet&lowering=im2col", "im2col 3×3, 64→64"),
        ("workload=train-gpt3", "Training P=175\u202fG"),
    ],
)
def test_a_mark_says_what_the_workload_is_now(query: str, label: str) -> None:
    state = _state(query)
    assert mark(TEXT, state.scenario.shaped(state.presets)) == label


@pytest.mark.parametrize(
    ("query", "head", "distance"),
    [
        ("", "Big GEMM is compute-bound", "9.25× above the ridge (295.2)"),
        ("workload=decode-1", "Single-stream decode is memory-bound", "295× below the ridge"),
        (
            "workload=gemm&M=256&K=3584&N=512&chip=rtx-4090",
            "GEMM is memory-bound",
            "0.60\u00a0% below the ridge (163.9)",
        ),
        ("workload=attention-prefill&peak=1024e12&bw=1e12", "sits exactly at the ridge", "equally"),
    ],
)
def test_the_verdict_says_what_limits_and_how_far_the_ridge_is(
    query: str, head: str, distance: str
) -> None:
    said = verdict(TEXT, _state(query).selected)
    assert head in said["head"]
    assert distance in said["why"]


def test_the_verdict_names_the_stream_that_moves_most() -> None:
    assert verdict(TEXT, _state("workload=decode-64").selected)["moves"] == (
        "73\u00a0% of the traffic is the KV cache."
    )
    assert "the scores 48" in verdict(TEXT, _state("workload=attention&fused=0").selected)["moves"]


def test_a_workload_without_flops_is_explained_and_not_drawn() -> None:
    state = _state("workload=elementwise&flops_per_value=0")
    assert "no FLOPs" in verdict(TEXT, state.selected)["why"]


def test_the_ledger_shows_formula_numbers_and_shares_that_add_up() -> None:
    state = _state("workload=gemm-big&N=128&b_w=0.5")
    work, traffic = ledger(TEXT, state.scenario.shaped(state.presets))
    assert work["rows"][0]["formula"] == "2·M·N·K"
    assert work["rows"][0]["numbers"] == "2·8\u202f192·128·8\u202f192"
    assert [row["formula"] for row in traffic["rows"]] == ["b·M·K", "b_w·K·N", "b·M·N"]
    shown = [float(row["value"].replace(",", "")) for row in traffic["rows"]]
    assert sum(shown) == float(traffic["total"].replace(",", "")) == state.selected.bytes_moved


def test_counts_are_decimal_and_shown_in_full_too() -> None:
    by_key = {item["key"]: item for item in stats(TEXT, _state("").selected)}
    assert by_key["bytes_moved"]["value"] == "402.7\u00a0MB"
    assert by_key["bytes_moved"]["exact"] == "402,653,184 B"


@pytest.mark.parametrize("workload", State().presets.workloads)
@pytest.mark.parametrize("expert", ["true", "false"])
def test_every_control_has_a_value_and_all_its_texts(workload: str, expert: str) -> None:
    state = _state(f"workload={workload}&expert={expert}")
    shown = values(state)
    described = controls(TEXT, state)
    optional = {"roof", "path", "vs"}  # empty: the usual one, or none
    assert all(shown[spec["key"]] for spec in described if spec["key"] not in optional)
    assert {spec["key"] for spec in described} <= set(shown)
    assert len({spec["key"] for spec in described}) == len(described)


def test_the_basic_view_offers_fusion_for_prefill_and_no_other_shape() -> None:
    keys = [spec["key"] for spec in controls(TEXT, _state("workload=attention-prefill"))]
    assert keys == ["workload", "chip", "peak", "bw", "fused"]
    assert [s["key"] for s in controls(TEXT, _state(""))] == ["workload", "chip", "peak", "bw"]
