"""The chart: built once, its data replaced; names that do not lie on each other."""

import itertools

import numpy as np
import pytest
from bokeh.document import Document
from bokeh.document.events import ColumnDataChangedEvent, DocumentChangedEvent

from app.labels import Frame, spots, text_width
from app.language import load_language
from app.roof_columns import note_columns, share
from app.simulator import Simulator
from app.state import State
from model.quantities import si
from tests.app.places import overlap, text_boxes

WIDE, PHONE = Frame(760, 440), Frame(265, 216)


def _document(simulator: Simulator) -> Document:
    document = Document()
    document.add_root(simulator.get_root(document))
    return document


def _change(simulator: Simulator, sequence: int, **changes: str) -> None:
    simulator._handle_msg({"sequence": sequence, "changes": changes})


def _data(document: Document, name: str) -> dict:
    return dict(document.get_model_by_name(name).data)


def test_a_change_replaces_data_and_no_model() -> None:
    simulator = Simulator()
    document = _document(simulator)
    ids = {model.id for model in document.models}
    figure = document.get_model_by_name("roofline")
    before = _data(document, "points")
    _change(simulator, 1, M="17")
    _change(simulator, 2, workload="decode-64")
    _change(simulator, 3, B="7", chip="l4")
    assert document.get_model_by_name("roofline") is figure
    styles = {m.id for m in document.models if "StyleSheet" in type(m).__name__}
    assert {model.id for model in document.models} - ids <= styles
    assert _data(document, "points") != before


def test_points_are_the_models_results_and_the_selected_one_stands_out() -> None:
    state = State("workload=decode-64&B=9")
    document = _document(Simulator(state))
    points = _data(document, "points")
    assert points["x"] == [r.intensity for r in state.results.values()]
    assert points["y"] == [r.attainable_flops_per_s for r in state.results.values()]
    chosen = points["id"].index("decode-64")
    assert points["chosen"][chosen] == 1
    assert points["size"][chosen] > max(np.delete(points["size"], chosen))


def test_the_shape_of_a_marker_tells_the_bound() -> None:
    points = _data(_document(Simulator()), "points")
    shapes = dict(zip(points["id"], points["shape"], strict=True))
    assert shapes["gemm-big"] == "square"
    assert shapes["relu"] == "circle"


def test_a_workload_without_flops_has_no_point() -> None:
    state = State("workload=elementwise&flops_per_value=0")
    document = _document(Simulator(state))
    assert "elementwise" not in _data(document, "points")["id"]
    assert _data(document, "drop")["x0"] == []


@pytest.mark.parametrize("query", ["", "workload=training&P=70e9", "xmin=1e-3&xmax=1e6", "bw=1e9"])
@pytest.mark.parametrize("frame", [WIDE, PHONE])
def test_the_bandwidth_is_written_inside_the_chart(query: str, frame: Frame) -> None:
    state, language = State(query), load_language("en", "")
    result = state.results[state.scenario.workload]
    x, _, rate, dx, _, align = note_columns(result, state.axes, frame, language).values()
    assert (rate[1], align[1]) == (si(state.roofline.bandwidth_bytes_per_s, "B/s"), "right")
    assert share(x[1], state.axes.x) * frame.width + dx[1] >= text_width(rate[1]) - 1e-6
    assert x[1] <= state.roofline.ridge_intensity


def test_both_roofs_meet_at_the_ridge() -> None:
    state = State("chip=a100-80gb-sxm")
    roof = _data(_document(Simulator(state)), "roof")
    ridge = state.selected.ridge_intensity
    assert roof["memory_top_x"][-1] == roof["compute_top_x"][0] == ridge
    assert roof["memory_top_y"][-1] == roof["compute_top_y"][0] == 312e12
    start = roof["memory_top_x"][0], roof["memory_top_y"][0]
    assert start[1] == pytest.approx(start[0] * 2.039e12)


def test_ticks_are_powers_of_ten_with_si_labels() -> None:
    figure = _document(Simulator()).get_model_by_name("roofline")
    labels = figure.yaxis[0].major_label_overrides
    assert list(figure.xaxis[0].ticker.ticks) == [0.1, 1, 10, 100, 1000]
    assert [labels[t].replace("\u202f", " ") for t in (1e12, 1e13, 1e15)] == ["1 T", "10 T", "1 P"]


def test_a_repeated_message_is_answered_but_not_applied_again() -> None:
    simulator = Simulator()
    _document(simulator)
    _change(simulator, 1, M="17")
    first = simulator.live
    simulator._handle_msg({"sequence": 1, "changes": {"M": "18"}})
    assert simulator.live["values"]["M"] == first["values"]["M"] if "M" in first["values"] else True
    assert simulator.live["query"] == "M=17"
    assert simulator.live["answers"] == first["answers"] + 1


@pytest.mark.parametrize("frame", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize(
    "query",
    [
        "",
        "workload=attention-prefill",
        "workload=attention-prefill&fused=0",
        "workload=decode-64",
        "workload=relu",
        "chip=l4",
    ],
)
def test_no_name_lies_on_another_or_leaves_the_frame(query: str, frame: Frame) -> None:
    simulator = Simulator(State(query))
    simulator._size = frame
    simulator._refresh()
    points = _data(_document(simulator), "points")
    axes = simulator._state.axes
    boxes = text_boxes(points | {"text": points["label"]}, axes.x, axes.y, frame)
    for a, b in itertools.combinations(boxes, 2):
        assert not overlap(a, b)
    for left, bottom, right, top in boxes:
        assert left >= -2
        assert right <= frame.width + 2
        assert bottom >= -2
        assert top <= frame.height + 2


def test_a_page_that_tells_its_size_is_sent_every_column() -> None:
    """It may have started with others, so that what is new to it is not known here."""
    simulator = Simulator()
    document = _document(simulator)
    sent: dict[str, set[str]] = {}

    def note(event: DocumentChangedEvent) -> None:
        if isinstance(event, ColumnDataChangedEvent):
            sent[event.model.name] = set(event.cols)

    document.on_change(note)
    default = Frame()
    size = [default.width + 86, default.height + 62]
    simulator._handle_msg({"sequence": 1, "size": size})
    assert sent["points"] == set(_data(document, "points"))
    assert sent["notes"] == set(_data(document, "notes"))


def test_the_label_that_moves_does_not_push_the_others() -> None:
    fixed = [(0.2, 0.2, "one", False), (0.8, 0.9, "two", True)]
    slope = ((0.0, 0.0), (0.7, 0.9))
    places = [
        spots([*fixed, (x, x, "moving", False)], slope, WIDE, last=2)[:2]
        for x in np.linspace(0.05, 0.7, 30)
    ]
    assert all(place == places[0] for place in places)
