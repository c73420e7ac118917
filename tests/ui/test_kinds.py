"""The Expert view's controls of attention, convolution, chains and training."""

import pytest

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui


def why(sim: Sim) -> str:
    return sim.page.locator(".why p").first.inner_text()


def note(sim: Sim, key: str) -> str:
    return sim.control(key).locator(".note").inner_text()


def test_key_value_heads_are_dragged_along_the_divisors_and_it_says_so(sim: Sim) -> None:
    sim.open("workload=attention-prefill&expert=true&h=28&D=3584")
    assert "divisors of h = 28: 1, 2, 4, 7, 14, 28" in note(sim, "g")
    seen = set()
    sim.grip("g", 0.999)
    for share in range(99, -1, -3):
        sim.pull("g", share / 100)
        seen.add(sim.value("g"))
    sim.page.mouse.up()
    sim.settle()
    assert seen == {"1", "2", "4", "7", "14", "28"}
    assert sim.json == command_line("workload=attention-prefill&h=28&D=3584&g=1")
    sim.press("g", "ArrowRight", "ArrowRight", "ArrowRight")
    assert sim.value("g") == "7"
    sim.press("g", "ArrowLeft")
    assert sim.json == command_line("workload=attention-prefill&h=28&D=3584&g=4")


def test_heads_that_do_not_divide_are_refused_by_name_and_what_is_kept_is_said(sim: Sim) -> None:
    sim.open("workload=attention-prefill&expert=true&h=28&D=3584&g=7")
    before = sim.json
    sim.type("g", "5")
    message = sim.page.locator(".problems p").inner_text()
    assert "g: expected a divisor of h = 28, got 5. g stays at 7." in message
    sim.type("h", "32")
    message = sim.page.locator(".problems p").inner_text()
    assert "h" in message
    assert "h stays at 28." in message
    assert sim.json == before
    sim.press("h", "End", "PageDown")
    assert int(sim.value("h")) % 7 == 0
    assert sim.page.locator(".problems p").count() == 0


def test_a_head_dimension_of_its_own_frees_the_heads_from_the_width(sim: Sim) -> None:
    sim.open("workload=attention-prefill&expert=true&D=5120&h=32")
    sim.type("d", "128")
    sim.type("h", "33")
    assert sim.json == command_line("workload=attention-prefill&D=5120&d=128&h=33")
    assert "neither work nor traffic" in note(sim, "D")


def test_both_conventions_of_attention_are_in_view(sim: Sim) -> None:
    query = "workload=attention-prefill&expert=true&h=28&D=3584&g=4&S=100&peak=165e12&bw=1e12"
    sim.open(f"{query}&causal=false")
    assert "counting K and V alone would give 700.0 FLOP/byte" in why(sim)
    assert "crossed at S ≈ 189; in the other convention it would be at S ≈ 23.6" in why(sim)
    sim.control("kv_only").locator("label").click()
    sim.settle()
    assert sim.result["intensity"] == 700
    assert "with Q and O it would be 87.50 FLOP/byte" in why(sim)
    sim.control("causal").locator("label").click()
    sim.settle()
    assert sim.json == command_line(f"{query}&kv_only=true")


def test_a_tile_shows_its_sums_its_inner_loop_and_the_least_that_clears_the_ridge(
    sim: Sim,
) -> None:
    sim.open("workload=gemm-big&expert=true&peak=200e12&bw=1e12")
    assert "Everything fits into one tile" in note(sim, "T")
    sim.type("T", "128")
    assert "give 64.00 FLOP/byte in the inner loop; 400×400 is the least" in why(sim)
    assert sim.json == command_line("workload=gemm-big&peak=200e12&bw=1e12&T=128")


def test_a_convolution_is_lowered_and_shaped(sim: Sim) -> None:
    sim.open("expert=true")
    sim.control("workload").get_by_text("ResNet-50").click()
    sim.settle()
    before = sim.result
    sim.control("lowering").get_by_text("im2col").click()
    sim.settle()
    assert sim.json == command_line("workload=conv-resnet&lowering=im2col")
    assert sim.result["flops"] == before["flops"]
    assert sim.result["intensity"] < before["intensity"] / 9
    sim.control("stride").get_by_label("2", exact=True).check()
    sim.settle()
    sim.type("pad", "0")
    sim.type("R", "2")
    assert sim.json == command_line("workload=conv-resnet&lowering=im2col&stride=2&pad=0&R=2")
    sim.type("R", "57")
    assert "R: expected at most H + 2·pad = 56, got 57" in (
        sim.page.locator(".problems p").inner_text()
    )


def test_a_chain_is_fused_and_taken_apart(sim: Sim) -> None:
    sim.open("workload=relu&expert=true")
    assert "nothing to fuse" in note(sim, "fused")
    sim.type("ops", "4")
    assert sim.result["intensity"] == 1
    sim.control("fused").locator("label").click()
    sim.settle()
    assert sim.json == command_line("workload=relu&ops=4&fused=false")


def test_training_shows_its_state_and_the_share_of_attention(sim: Sim) -> None:
    sim.open("workload=train-gpt3&expert=true")
    assert "2.80\u00a0TB: 16.0 bytes a parameter" in why(sim)
    sim.control("grad_bytes").get_by_text("32-bit").click()
    sim.control("attention").locator("label").click()
    sim.settle()
    assert "18.0 bytes a parameter" in why(sim)
    assert "as Kaplan et al. do" in why(sim)
    assert sim.json == command_line("workload=train-gpt3&grad_bytes=4&attention=true")
