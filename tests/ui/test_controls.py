"""Every control by mouse, keys and typing."""

import pytest

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui


@pytest.mark.kept
def test_arrow_keys_reach_every_whole_number_at_the_low_end(sim: Sim) -> None:
    sim.open("expert=true&M=1")
    for value in range(2, 7):
        sim.press("M", "ArrowRight")
        assert sim.value("M") == str(value)
    sim.press("M", "ArrowDown")
    assert sim.value("M") == "5"


@pytest.mark.kept
def test_page_keys_move_by_a_power_of_two_and_home_and_end_to_the_ends(sim: Sim) -> None:
    sim.open("expert=true&M=128")
    sim.press("M", "PageUp", "PageUp")
    assert sim.value("M") == "512"
    sim.press("M", "PageDown")
    assert sim.value("M") == "256"
    sim.press("M", "Home")
    assert sim.value("M") == "1"
    sim.press("M", "End")
    assert sim.value("M") == "16384"


@pytest.mark.kept
def test_page_keys_move_a_roof_by_a_decade(sim: Sim) -> None:
    sim.open("peak=2e14")
    sim.press("peak", "PageDown")
    assert sim.result["peak_flops_per_s"] == 2e13
    sim.press("bw", "PageUp")
    assert sim.result["bandwidth_bytes_per_s"] == 33.5e12


@pytest.mark.kept
def test_a_typed_number_may_go_past_the_slider(sim: Sim) -> None:
    sim.open("expert=true")
    sim.type("M", "1000000007")
    assert sim.json == command_line("M=1000000007")
    assert sim.box("M").input_value() == "1000000007"


@pytest.mark.kept
def test_a_roof_is_typed_in_its_shown_unit_exactly(sim: Sim) -> None:
    sim.open()
    sim.type("peak", "165.2")
    sim.type("bw", "1.008e0")
    assert sim.json == command_line("peak=165.2e12&bw=1.008e12")
    assert "989" in sim.control("peak").locator(".note").inner_text()


@pytest.mark.kept
@pytest.mark.parametrize("text", ["abc", "0", "-5", "1.5", "1e13", ""])
def test_a_bad_number_is_named_marked_and_changes_nothing(sim: Sim, text: str) -> None:
    sim.open("expert=true&M=77")
    before = sim.json
    sim.type("M", text)
    assert sim.json == before
    assert sim.box("M").input_value() == text
    assert sim.box("M").get_attribute("aria-invalid") == "true"
    message = sim.page.locator(".problems p").inner_text()
    assert message.startswith("M: expected a whole number")
    sim.page.locator(".problems button").click()
    assert sim.page.locator(".problems p").count() == 0
    sim.type("M", "78")
    assert sim.value("M") == "78"
    assert sim.box("M").get_attribute("aria-invalid") is None


@pytest.mark.kept
def test_picking_a_workload_shows_its_controls_and_keeps_the_others_shapes(sim: Sim) -> None:
    sim.open("expert=true")
    sim.type("M", "64")
    sim.control("workload").get_by_text("Batched decode").click()
    sim.settle()
    assert sim.result["workload"] == "decode-64"
    assert sim.control("B").is_visible()
    assert sim.control("S").is_visible()
    assert sim.control("M").count() == 0
    assert sim.query == "workload=decode-64&gemm-big.M=64&expert=true"


@pytest.mark.kept
def test_the_basic_view_has_the_fusion_toggle_for_prefill_and_no_shapes(sim: Sim) -> None:
    sim.open("workload=attention-prefill")
    assert sim.control("S").count() == 0
    sim.control("fused").locator("label").click()
    sim.settle()
    assert sim.json == command_line("workload=attention-prefill&fused=false")
    assert sim.page.locator(".details").is_hidden()


@pytest.mark.kept
def test_picking_a_chip_brings_its_own_roofs(sim: Sim) -> None:
    sim.open("peak=1e14&bw=1e12")
    sim.control("chip").locator("select").select_option("rtx-4090")
    sim.settle()
    assert sim.json == command_line("chip=rtx-4090")
    assert sim.value("peak") == "165200000000000"


@pytest.mark.kept
def test_bytes_per_value_are_picked_or_typed(sim: Sim) -> None:
    sim.open("expert=true&workload=decode-1")
    sim.control("b").get_by_label("8-bit").check()
    sim.settle()
    assert sim.json == command_line("workload=decode-1&b=1")
    sim.type("b", "0.5625")
    assert sim.json == command_line("workload=decode-1&b=0.5625")
    assert sim.box("b").input_value() == "0.5625"


def test_bad_values_in_a_url_are_named_and_cost_only_their_keys(sim: Sim) -> None:
    sim.open("workload=gemm-small&M=zero&N=64&bw=0&chip=nope")
    messages = sim.page.locator(".problems p").all_inner_texts()
    assert len(messages) == 3
    for key, value in (("M", "zero"), ("bw", "0"), ("chip", "nope")):
        assert any(m.startswith(f"{key}: expected") and value in m for m in messages)
    assert sim.json == command_line("workload=gemm-small&N=64")


def test_a_bad_value_in_a_url_leaves_a_control_that_shows_what_is_used(sim: Sim) -> None:
    sim.open("expert=true&M=zero")
    assert sim.box("M").input_value() == "8192"
    assert sim.box("M").get_attribute("aria-invalid") is None
