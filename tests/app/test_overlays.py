"""What is drawn beside the one roof is where the model says, and said in words too."""

import pytest

from app.axes import Axes
from app.further import facts
from app.language import load_language
from app.overlays import EMPTY, overlays
from app.simulator import Simulator
from app.state import State
from model import evaluate
from model.further import crossing, levels, others

TEXT = load_language("en")
ALL = "ceilings=1&levels=1&no_overlap=1&measured=1&vs=a10,t4&path=M&chip=a100-80gb-sxm&expert=1"


def drawn(query):
    state = State(query)
    return state, overlays(TEXT, state, state.axes)


def said(state, title):
    sections = {section["title"]: section["rows"] for section in facts(TEXT, state)}
    return " ".join(row["text"] for row in sections[title])


def test_nothing_is_drawn_that_was_not_asked_for():
    assert drawn("")[1] is EMPTY
    assert drawn("expert=true&workload=decode-64")[1] is EMPTY


def test_a_peak_of_ones_own_is_shown_beside_the_data_sheets():
    state, found = drawn("peak=5e14")
    assert [kind for kind, _, _ in found.lines] == ["sheet"]
    assert found.lines[0][2][-1] == state.presets.chips["h100-sxm"].roofline.peak_flops_per_s


@pytest.mark.parametrize("workload", ["gemm-big", "decode-64", "attention-prefill", "relu"])
def test_other_chips_and_levels_stand_where_the_model_places_them(workload):
    state, found = drawn(f"workload={workload}&vs=a10,t4&levels=1&chip=a100-80gb-sxm")
    placed = [(x, y) for x, y, _, _ in found.marks]
    wanted = [
        (v.intensity, v.attainable_flops_per_s) for v in levels(state.scenario, state.presets)
    ]
    wanted += [
        (r.intensity, r.attainable_flops_per_s) for r in others(state.scenario, state.presets)
    ]
    assert placed == wanted


def test_the_way_lies_on_the_roof_and_its_stops_are_the_crossing_and_the_ceiling():
    state, found = drawn("workload=gemm&N=512&K=3584&chip=rtx-4090&path=M")
    roof = state.roofline
    assert all(y == roof.attainable_flops_per_s(x) for x, y in found.way)
    solved = crossing(state.scenario, state.presets, "M")
    assert [x for x, _, _ in found.stops] == [roof.ridge_intensity, solved.ceiling]
    assert found.stops[0][2] == "M* = 258.4"


def test_without_overlap_the_ridge_reaches_half_of_the_peak():
    state, found = drawn("no_overlap=1")
    ((x, y, _, _),) = found.names
    assert x == state.selected.ridge_intensity
    assert y == pytest.approx(state.selected.peak_flops_per_s / 2)
    result = state.selected
    at = result.no_overlap_flops_per_s(result.intensity)
    assert at == pytest.approx(result.flops / result.no_overlap_time_s)


def test_the_way_of_a_dimension_that_moves_nothing_is_the_point():
    state, found = drawn("workload=training&path=S&expert=1")
    assert found.way == [(state.selected.intensity, state.selected.attainable_flops_per_s)]


def test_a_path_that_the_workload_does_not_have_is_not_drawn():
    assert drawn("workload=relu&path=M")[1] is EMPTY


def test_the_axes_hold_the_other_chips():
    state, _ = drawn("vs=b200&chip=t4")
    (other,) = others(state.scenario, state.presets)
    assert state.axes.y[1] > other.peak_flops_per_s
    assert State("chip=t4").axes.y[1] < state.axes.y[1]


def test_the_facts_say_crossing_ceiling_and_half():
    state = State("workload=decode-64")
    assert said(state, "Crossing the ridge").endswith(
        "Memory limits for every B. As B grows, intensity approaches 25.00 FLOP/byte. "
        "Half of that is reached at B = 24.00."
    )


def test_the_facts_name_the_peak_that_stands_in_for_a_missing_one():
    assert "no FP4 peak" in said(State("roof=linked&b=0.5"), "Peak in use")
    assert "no FP" not in said(State("roof=linked&b=1"), "Peak in use")


def test_choosing_a_peak_lets_go_of_ones_own_and_a_chip_without_it_says_so():
    state = State("peak=1e12&chip=rtx-4090")
    state.change({"roof": "fp16-fp16acc"})
    assert state.selected.peak_flops_per_s == 330.3e12
    state.change({"chip": "t4"})
    assert [problem.key for problem in state.problems] == ["roof"]
    assert state.selected.peak_flops_per_s == 65e12


def test_every_overlay_at_once_fills_every_source_with_columns_of_one_length():
    simulator = Simulator(State(ALL))
    for name in ("lines", "names", "marks", "way", "stops"):
        lengths = {len(column) for column in simulator._chart._sources[name].data.values()}
        assert len(lengths) == 1
        assert lengths != {0}, name


def test_labels_on_a_phone_are_there_too():
    state = State(ALL)
    assert overlays(TEXT, state, Axes((1, 10), (1e12, 1e13))).names
    assert evaluate(state.scenario, state.presets) == state.selected
