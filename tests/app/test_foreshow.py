"""What a site shows of an address before Python is there."""

import json

import pytest
from bokeh.document import Document
from bokeh.models import ColumnDataSource

from app.foreshow import addresses
from app.labels import Frame
from app.simulator import Simulator
from app.state import State
from model import load_presets

ADDRESSES = addresses(load_presets())


def shown(simulator: Simulator) -> tuple[dict, dict]:
    document = Document()
    document.add_root(simulator.get_root(document))
    found = document.select({"type": ColumnDataSource})
    columns = {source.name: dict(source.data) for source in found}
    return json.loads(simulator.told), columns


def test_every_workload_and_lesson_is_there_in_both_languages() -> None:
    presets = load_presets()
    each = len(presets.workloads) + len(presets.lessons)
    assert len(set(ADDRESSES)) == len(ADDRESSES) == 2 * each + 1


def test_a_state_is_that_of_a_simulator_that_has_shown_no_other() -> None:
    simulator = Simulator()
    for query in ADDRESSES[::5]:
        assert simulator.foreshow(query) == []
        fresh = Simulator(State(query))
        assert simulator.asked == query
        assert shown(simulator) == shown(fresh)
        assert simulator.frame == fresh.frame
        assert simulator.lesson == fresh.lesson


def test_what_is_refused_is_told() -> None:
    problems = Simulator().foreshow("workload=decode-1&B=many")
    assert [problem.key for problem in problems] == ["B"]


@pytest.mark.parametrize("query", ["", "workload=gemv", "lesson=half-way-batch&locale=zh-CN"])
def test_texts_lie_where_python_has_them_on_a_chart_of_each_size(query: str) -> None:
    simulator = Simulator()
    simulator.foreshow(query)
    _, usual = shown(simulator)
    assert simulator.layouts[0] == {"size": Frame().outside, "sources": {}}
    for sequence, layout in enumerate(simulator.layouts[1:], 1):
        simulator._handle_msg({"sequence": sequence, "size": layout["size"]})
        _, fitted = shown(simulator)
        assert layout["sources"]
        assert fitted != usual
        for name, columns in usual.items():
            assert {**columns, **layout["sources"].get(name, {})} == fitted[name]
