"""Peaks, paths, levels and other chips by their controls, with the model's numbers."""

import pytest

from tests.ui.sim import command_line

pytestmark = pytest.mark.ui


def choose(sim, key, value):
    sim.control(key).locator("select").select_option(value)
    sim.settle()


def test_the_controls_draw_and_the_numbers_are_the_command_lines(sim):
    sim.open("workload=gemm&N=512&K=3584&M=256&expert=true&chip=rtx-4090")
    choose(sim, "path", "M")
    choose(sim, "vs", "a10")
    choose(sim, "vs", "mi300x")
    for key in ("ceilings", "levels", "no_overlap", "measured"):
        sim.control(key).locator("label").click()
    sim.settle()
    assert sim.json == command_line(sim.query)
    assert len(sim.source("way")["x"]) > 20
    assert sim.source("stops")["text"][0] == "M* = 258.4"
    assert sim.result["path"]["at"] > 258
    assert [other["chip"] for other in sim.result["vs"]] == ["a10", "mi300x"]
    sim.page.get_by_role("button", name="Remove NVIDIA A10").click()
    sim.settle()
    assert [other["chip"] for other in sim.result["vs"]] == ["mi300x"]
    assert sim.page.locator(".facts").first.is_visible()


def test_the_peak_follows_the_bytes_per_value_when_linked(sim):
    sim.open("expert=true")
    before = sim.result["peak_flops_per_s"]
    choose(sim, "roof", "linked")
    sim.control("b").get_by_label("8-bit").check()
    sim.settle()
    assert sim.result["peak_flops_per_s"] == pytest.approx(2 * before, rel=1e-3)
    assert sim.json == command_line(sim.query)
    choose(sim, "roof", "fp32-vector")
    assert sim.result["peak_flops_per_s"] < before
    choose(sim, "roof", "")
    assert sim.result["peak_flops_per_s"] == before
