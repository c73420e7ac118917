"""The state: changes go through the vocabulary, one by one, and never spoil each other."""

import param
import pytest

from app.state import State
from model import evaluate, load_presets, parse

PRESETS = load_presets()


def test_every_parameter_is_documented() -> None:
    own = set(State.param) - set(param.Parameterized.param)
    assert own
    assert all(State.param[name].doc for name in own)


def test_a_state_opened_from_its_own_query_is_the_same() -> None:
    state = State("workload=decode-64&S=8192&gemm-big.M=7&b=0.5&peak=1e14&x=1,1000&expert=true")
    assert State(state.query).scenario == state.scenario


def test_results_are_those_of_the_model() -> None:
    state = State("workload=decode-64&B=3&chip=l4")
    scenario = parse("workload=decode-64&B=3&chip=l4", PRESETS).scenario
    for name, result in state.results.items():
        assert result == evaluate(scenario, PRESETS, name)


def test_a_change_keeps_everything_else() -> None:
    state = State("M=64&b=1")
    state.change({"workload": "decode-1"})
    state.change({"S": "99"})
    state.change({"workload": "gemm-big"})
    assert state.query == "M=64&decode-1.S=99&b=1"


def test_a_dimension_set_back_to_its_preset_is_no_change() -> None:
    state = State("M=64")
    state.change({"M": "8192"})
    assert state.query == ""


def test_a_bad_value_is_refused_and_costs_only_its_key() -> None:
    state = State("M=64")
    state.change({"M": "0", "N": "128", "chip": "nope"})
    assert state.query == "M=64&N=128"
    assert {problem.key for problem in state.problems} == {"M", "chip"}
    state.change({"K": "5"})
    assert state.problems == []


def test_a_value_at_odds_with_another_is_refused() -> None:
    state = State("workload=attention&h=28&D=3584")
    state.change({"g": "5"})
    assert "g: expected a divisor of h = 28, got 5" in str(state.problems[0])
    state.change({"g": "7"})
    state.change({"h": "32"})
    assert state.scenario.shapes["attention"] == {"h": 28, "D": 3584, "g": 7}
    assert state.problems[0].key == "h"


def test_another_chip_brings_its_own_roofs() -> None:
    state = State("peak=1e14&bw=1e12")
    state.change({"chip": "nope"})
    assert state.query == "peak=1e14&bw=1e12"
    state.change({"chip": "l4"})
    assert state.query == "chip=l4"
    state.change({"chip": "t4", "peak": "5e13"})
    assert state.query == "chip=t4&peak=5e13"


def test_the_selected_workload_is_always_drawn() -> None:
    assert "attention-decode" not in State().drawn
    assert State("workload=attention-decode").drawn[-1] == "attention-decode"


def test_the_trail_follows_one_drag_and_starts_anew_with_the_next() -> None:
    state = State()
    passed = []
    for i, value in enumerate(("4096", "2048", "1024")):
        passed.append(state.selected.intensity)
        state.change({"M": value}, start=i == 0)
    assert [x for x, _ in state.trail] == passed
    state.change({"M": "512"}, start=True)
    assert len(state.trail) == 1
    state.change({"workload": "relu"})
    assert state.trail == []


def test_a_long_drag_keeps_a_bounded_trail() -> None:
    state = State()
    for value in range(1, 200):
        state.change({"M": str(value)}, start=False)
    assert len(state.trail) <= 48


@pytest.mark.parametrize(
    "query",
    ["peak=1", "workload=elementwise&flops_per_value=0", "M=1&N=1&K=1&b=1000", "bw=1e30&peak=1e-5"],
)
def test_the_axes_hold_every_point_and_the_ridge(query: str) -> None:
    state = State(query)
    for result in state.results.values():
        if result.flops:
            assert state.axes.x[0] <= result.intensity <= state.axes.x[1]
            assert state.axes.y[0] <= result.attainable_flops_per_s <= state.axes.y[1]
    assert state.axes.x[0] <= state.selected.ridge_intensity <= state.axes.x[1]


def test_the_axes_stay_while_points_move_inside_and_never_shrink_in_a_drag() -> None:
    state = State()
    before = state.axes
    state.change({"M": "1024"})
    assert state.axes == before
    state.change({"M": "1", "b": "64"})
    grown = state.axes
    assert grown.x[0] < before.x[0]
    state.change({"M": "8192", "b": "2"})
    assert state.axes == grown
    state.change({"workload": "relu"})
    assert state.axes == before


def test_given_axis_ranges_are_kept() -> None:
    assert State("x=1,1000&y=1e12,1e15").axes.x == (1.0, 1000.0)


def test_undo_and_redo_go_step_by_step_and_a_drag_is_one_step() -> None:
    state = State()
    for i, value in enumerate(("4096", "2048", "1024")):
        state.change({"M": value}, start=i == 0)
    state.change({"chip": "l4"})
    state.undo()
    assert state.query == "M=1024"
    state.undo()
    assert state.query == ""
    assert not state.history.can_undo
    state.redo()
    state.redo()
    assert state.query == "M=1024&chip=l4"
    assert not state.history.can_redo


def test_a_new_step_forgets_what_was_undone() -> None:
    state = State()
    state.change({"M": "1"})
    state.undo()
    state.change({"M": "2"})
    assert not state.history.can_redo
    state.redo()
    assert state.query == "M=2"


def test_a_refused_change_is_no_step() -> None:
    state = State()
    state.change({"M": "0"})
    assert not state.history.can_undo


def test_reset_returns_to_the_authors_state_then_to_the_default_and_can_be_undone() -> None:
    state = State("workload=relu&theme=dark&utm=1")
    state.change({"n": "5"})
    state.reset()
    assert state.query == "workload=relu"
    state.reset()
    assert state.query == ""
    assert state.address == "theme=dark&utm=1"
    state.undo()
    state.undo()
    assert state.query == "workload=relu&n=5"


def test_the_address_keeps_the_pages_own_keys_and_the_unknown_ones() -> None:
    state = State("utm_source=x&embed=true&hide=table,controls&M=5")
    state.change({"M": "6"})
    assert state.address == "M=6&embed=true&hide=controls,table&utm_source=x"
    assert state.chrome == {
        "embed": True, "hide": ("controls", "table"), "theme": "system", "locale": "en",
        "lite": False, "stringTest": "", "lesson": "", "view": "simulator",
    }  # fmt: skip


def test_a_host_pages_query_keeps_the_pages_own_keys_and_an_address_does_not() -> None:
    state = State("M=5&embed=true&theme=dark&utm=1")
    state.open("N=7&theme=light", keep=True)
    assert state.address == "N=7&embed=true&theme=light&utm=1"
    state.open("K=9")
    assert state.address == "K=9"
