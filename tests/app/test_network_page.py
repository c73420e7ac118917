"""The page of a whole model without a browser: numbers of the model, words in both languages."""

import itertools
import json

import pytest

from app.labels import Frame
from app.language import load_language
from app.network_words import operator_rows, sentences, summary, totals
from app.simulator import Simulator
from app.views.model import Page
from model import load_presets, parse
from model.__main__ import answer
from model.networks import load_networks, report
from model.networks.huggingface import LONGEST
from tests.app.places import overlap, text_boxes

PRESETS = load_presets()
LLAMA = json.dumps({
    "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
    "intermediate_size": 96, "vocab_size": 100, "rope_theta": 1e4,
})  # fmt: skip


class Reader:
    """A simulator on the page of whole models, and what its page would send."""

    def __init__(self, query: str = "") -> None:
        self.simulator = Simulator()
        self.sent = 0
        self.send(query=f"view=model&{query}", author=True)

    def send(self, **message: object) -> None:
        self.sent += 1
        self.simulator._handle_msg({"sequence": self.sent, **message})

    def paste(self, text: str) -> None:
        command = ["view", ["model", "pasted", [text]]]
        self.send(changes={"model.config": text}, start=True, commands=[command])

    @property
    def page(self) -> Page:
        return self.simulator._views["model"]

    @property
    def live(self) -> dict:
        return json.loads(self.page.view.live["told"])

    @property
    def result(self) -> dict:
        return json.loads(self.simulator.live["result"])


@pytest.mark.parametrize("name", load_networks())
@pytest.mark.parametrize("phase", ["decode", "prefill"])
@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_the_page_says_what_the_command_line_prints(name, phase, locale):
    query = f"model={name}&model.phase={phase}&model.B=8"
    reader = Reader(f"{query}&locale={locale}")
    assert reader.result == json.loads(json.dumps(answer(f"view=model&{query}", PRESETS)))
    assert {row["id"] for row in reader.live["rows"]} == {
        row["name"] for row in reader.result["operators"]
    }
    assert load_networks()[name].name in reader.live["verdict"]["head"]
    assert "nan" not in json.dumps(reader.live).lower()


def test_every_operator_with_flops_is_on_the_chart_and_the_area_is_its_share_of_the_time():
    reader = Reader("model=llama-3.1-8b&model.B=64&model.S=8192")
    drawn = reader.page._chart._sources["operators"].data
    rows = {row["name"]: row for row in reader.result["operators"]}
    assert set(drawn["name"]) == set(rows) - {"embedding"}  # it has none
    areas = {n: (s / 56) ** 2 for n, s in zip(drawn["name"], drawn["size"], strict=True)}
    for name, area in areas.items():
        assert area == pytest.approx(max(rows[name]["share"], (6 / 56) ** 2))
    whole = reader.page._chart._sources["whole"].data
    assert whole["x"] == [reader.result["intensity"]] * 2
    seconds = [reader.result["time_s"], reader.result["sum_time_s"]]
    assert whole["y"] == pytest.approx([reader.result["flops"] / time for time in seconds])


@pytest.mark.parametrize("query", ["model.B=1", "model.B=8", "model.phase=prefill&model.S=64"])
@pytest.mark.parametrize(
    ("size", "sources"),
    [((840, 520), ["operators", "whole", "notes"]), ((342, 288), ["operators", "whole"])],
    ids=["wide", "phone"],
)
def test_what_is_written_on_the_chart_can_be_read(query, size, sources):
    """On a phone notes may be crossed by a name, since nothing else is left."""
    frame = Frame.inside(*size)
    for name in load_networks():
        reader = Reader(f"model={name}&{query}")
        reader.send(commands=[["view", ["model", "size", list(size)]]])
        chart = reader.page._chart
        ends = [(span.start, span.end) for span in (chart.figure.x_range, chart.figure.y_range)]
        boxes = []
        for columns in (chart._sources[source].data for source in sources):
            placed = zip(columns["text"], text_boxes(columns, *ends, frame), strict=True)
            boxes += [(text, box) for text, box in placed if text]
        for (one, a), (other, b) in itertools.combinations(boxes, 2):
            assert not overlap(a, b), (name, one, other)
        for text, (left, _, right, _) in boxes:
            assert -2 <= left <= right <= frame.width + 2, (name, text)


def test_a_config_is_used_named_kept_by_undo_and_let_go_by_another_model():
    reader = Reader()
    reader.paste(LLAMA)
    assert reader.result["model"] == "config"
    assert "rope_theta" in reader.live["config"]["used"]
    assert reader.live["values"]["model"] == ""
    address = reader.simulator.live["address"]
    assert len(address) < 500
    assert Reader(address).result == reader.result
    reader.send(commands=[["undo", []]])
    assert reader.result["model"] == "qwen2.5-7b"
    reader.send(commands=[["redo", []]])
    assert reader.result["model"] == "config"
    reader.send(changes={"model": "qwen2.5-7b"}, start=True)
    assert reader.result["model"] == "qwen2.5-7b"
    assert "config" not in reader.simulator.live["address"]


def test_a_config_that_is_wrong_changes_nothing_and_is_said_in_one_message():
    reader = Reader("model.B=3")
    before = reader.result
    reader.paste(LLAMA.replace("64", "0").replace("4,", "-4,"))
    told = reader.simulator.live["problems"]
    assert len(told) == 1
    assert "hidden_size" in told[0]["message"]
    assert "num_attention_heads" in told[0]["message"]
    assert len(reader.live["config"]["problems"]) == 2
    assert reader.result == before
    reader.paste("x" * (LONGEST + 1))
    assert "JSON" in reader.simulator.live["problems"][0]["message"]


def test_axes_stay_while_a_slider_moves_and_fit_another_model():
    reader = Reader("model=llama-3.1-8b")
    chart = reader.page._chart
    reader.send(changes={"model.B": "1024"})
    wide = chart._x.start, chart._x.end
    reader.send(changes={"model.B": "64"})
    assert (chart._x.start, chart._x.end) == wide
    reader.send(changes={"model": "opt-6.7b"})
    assert (chart._x.start, chart._x.end) != wide


def told(query):
    return report(parse(f"view=model&{query}", PRESETS).scenario, PRESETS)


def test_the_difference_between_sum_and_one_point_is_said_or_that_there_is_none():
    text = load_language("en")
    query = "model=chapter-6.4b&model.B=512&model.S=128&model.activations=0"
    assert "20\u00a0% more than the 14.1\u00a0ms" in sentences(text, told(query), "H100")["why"]
    assert "4.26\u00a0ms too" in sentences(text, told(""), "H100")["why"]


def test_bytes_are_written_in_powers_of_ten_and_of_two():
    text = load_language("en")
    shown = {s["key"]: s["value"] for s in summary(text, told("model=deepseek-v3"), 80e9)}
    assert shown["kv_token"] == "70.27\u00a0kB = 68.63\u00a0KiB"
    assert "fits" not in shown["capacity"]
    assert summary(text, told(""), None)[-4]["value"] == "not known"


def test_shares_of_rows_and_totals():
    text, found = load_language("en"), told("model=mixtral-8x7b&model.B=3")
    rows = operator_rows(text, found)
    assert rows[0]["name"] == "embedding"
    assert sum(row["sort"]["share"] for row in rows) == pytest.approx(1)
    assert totals(text, found)["sum"]["share"] == "100\u00a0%"
