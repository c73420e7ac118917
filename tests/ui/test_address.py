"""The address: read at the start, written after a change, and back and forward respected."""

import pytest

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui


def _becomes(sim: Sim, search: str) -> None:
    """Wait for the page to write its address, which it does a little after the last change."""
    sim.page.wait_for_function("search => location.search === search", arg=search)


def test_the_address_says_only_what_differs_and_keeps_unknown_keys(sim: Sim) -> None:
    sim.open("utm_source=mail&M=64")
    sim.page.evaluate("window.roofline.set({N: 128})")
    _becomes(sim, "?M=64&N=128&utm_source=mail")
    sim.page.evaluate("window.roofline.set({M: 8192, N: 8192})")
    _becomes(sim, "?utm_source=mail")


def test_a_reload_gives_the_same_numbers(sim: Sim) -> None:
    sim.open("workload=decode-64&expert=true")
    sim.type("S", "777")
    sim.type("b", "0.5625")
    before = sim.json
    _becomes(sim, f"?{sim.query}")
    sim.page.reload()
    sim.page.wait_for_function("window.roofline !== undefined")
    sim.page.evaluate("window.roofline.ready")
    assert sim.json == before


def test_a_drag_leaves_no_steps_in_the_browsers_history(sim: Sim) -> None:
    sim.open("expert=true")
    length = sim.page.evaluate("history.length")
    sim.press("M", *["ArrowLeft"] * 8)
    _becomes(sim, f"?{sim.query}")
    assert "M=" in sim.query
    assert sim.page.evaluate("history.length") == length


def test_back_and_forward_show_the_state_of_their_addresses(sim: Sim) -> None:
    sim.open("M=64")
    sim.page.evaluate("history.pushState(null, '', '?workload=relu')")
    sim.page.evaluate("history.pushState(null, '', '?workload=decode-1')")
    sim.page.go_back()
    sim.page.wait_for_function("window.roofline.get().workload === 'relu'")
    sim.page.go_back()
    sim.page.wait_for_function("window.roofline.get().state === 'M=64'")
    sim.page.go_forward()
    sim.page.wait_for_function("window.roofline.get().workload === 'relu'")


def test_a_bad_value_stays_in_the_address_until_something_changes(sim: Sim) -> None:
    sim.open("M=zero&N=64")
    sim.page.wait_for_timeout(600)  # the page would have written by then
    assert sim.page.evaluate("location.search") == "?M=zero&N=64"
    sim.page.evaluate("window.roofline.set({K: 5})")
    _becomes(sim, "?N=64&K=5")


def test_the_default_state_does_not_flash_before_the_addresss(sim: Sim) -> None:
    sim.page.add_init_script(
        """window.seen = []
        const look = () => {
          const root = window.Bokeh?.index?.roots?.[0]?.shadow_el
          const verdict = root?.querySelector(".verdict strong")
          if (verdict && getComputedStyle(verdict).visibility === "visible") {
            window.seen.push(verdict.textContent)
          }
          requestAnimationFrame(look)
        }
        look()"""
    )
    sim.open("workload=relu")
    sim.page.wait_for_timeout(300)
    assert set(sim.page.evaluate("window.seen")) == {"ReLU is memory-bound."}


def test_undo_redo_and_reset_by_button_and_by_key(sim: Sim) -> None:
    sim.open("workload=gemm-small&expert=true")
    steps = sim.page.locator(".steps")
    sim.type("M", "64")
    sim.type("M", "32")
    sim.slider("M").press("Control+z")
    sim.settle()
    assert sim.value("M") == "64"
    sim.slider("M").press("Control+Shift+Z")
    sim.settle()
    assert sim.value("M") == "32"
    steps.get_by_text("Undo").click()
    sim.settle()
    assert sim.value("M") == "64"
    steps.get_by_text("Redo").click()
    steps.get_by_text("Reset").click()
    sim.settle()
    assert sim.query == "workload=gemm-small&expert=true"
    steps.get_by_text("Reset").click()
    sim.settle()
    assert sim.query == ""


@pytest.mark.kept
def test_one_drag_is_one_step(sim: Sim) -> None:
    sim.open("expert=true")
    sim.grip("M", 0.9)
    for step in range(8):
        sim.pull("M", 0.9 - step * 0.05)
    sim.page.mouse.up()
    sim.settle()
    assert sim.value("M") != "8192"
    sim.page.locator(".steps").get_by_text("Undo").click()
    sim.settle()
    assert sim.value("M") == "8192"


@pytest.mark.kept
def test_a_pinned_state_stays_on_the_chart_with_the_ratio_to_the_present_one(sim: Sim) -> None:
    sim.open("workload=decode-1&expert=true")
    sim.page.locator(".steps").get_by_text("Pin as A").click()
    sim.type("B", "64")
    pin = sim.source("pin")
    assert pin["x"] == [1.0]
    assert pin["x1"] == [sim.result["intensity"]]
    said = sim.page.locator(".comparison").inner_text()
    assert "intensity ×18.2" in said
    sim.page.locator(".steps").get_by_text("Unpin A").click()
    sim.settle()
    assert sim.source("pin")["x"] == []
    assert sim.page.locator(".comparison").inner_text() == ""


@pytest.mark.kept
def test_a_slider_that_rightly_does_nothing_says_why(sim: Sim) -> None:
    sim.open("workload=decode-1&expert=true")
    note = sim.control("S").locator(".note")
    assert "does not move the point" in note.inner_text()
    before = sim.result["intensity"]
    sim.press("S", "PageUp")
    assert sim.result["intensity"] == before
    sim.type("B", "2")
    assert note.inner_text() == ""
    assert sim.json == command_line("workload=decode-1&B=2&S=2048")


@pytest.mark.kept
def test_the_explanation_names_the_dimension_that_sets_the_intensity(sim: Sim) -> None:
    sim.open("M=128&expert=true")
    why = sim.page.locator(".why")
    assert "M sets the intensity: doubling it would give ×1.94" in why.inner_text()
    sim.type("M", "8192")
    sim.type("K", "16")
    assert "K sets the intensity" in why.inner_text()
