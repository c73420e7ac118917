"""The language of the page: it follows the state, and every message comes in it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.labels import Frame, text_width
from app.language import LANGUAGES, load_language
from app.problems import problem
from app.roof_columns import axis_labels
from app.scene import Scene, columns
from app.simulator import Simulator
from app.state import State
from model import load_presets, parse
from model.networks import load_networks
from model.networks.architectures import ARCHITECTURES
from model.vocabulary import CHROME, SHAPE, STATE, STRING_TESTS
from model.workloads.conv import LOWERINGS
from tests.app.foreign import foreign_words
from tests.test_query import BAD, home_of, shape_cases

PRESETS = load_presets()
EN, ZH = load_language("en"), load_language("zh-CN")
BAD_QUERIES = [
    *(f"{key}={text}" for key, texts in BAD.items() for text in texts),
    *(f"workload={home_of(key)}&{key}={text}" for key, text in shape_cases()),
    "workload=gemm-big&S=5", "M=1&M=2", "M=5&gemm-big.M=6", "workload=attention-prefill&D=100",
    "workload=attention-decode&h=28&g=5", "workload=attention-decode&g=40&h=28",
    "workload=attention-decode&latent=1&dv=200", "workload=elementwise&inputs=3",
    "workload=elementwise&flops_per_value=-1", "stringTest=nothing",
    'model.config={"model_type":"mixtral","head_dim":0,"num_local_experts":8,"mystery":1}',
    'model.config={"model_type":"qwen2","sliding_window":8,"hidden_size":10}',
    'model.config={"text_config":{}}', "model.config=[]", 'model.config={"a":1,"a":2}',
    'model.config={"model_type":"phi3","attention_bias":true,"layer_types":["x"]}',
]  # fmt: skip
FIELDS = (
    "hidden_size", "head_dim", "num_attention_heads", "num_key_value_heads", "num_hidden_layers",
    "intermediate_size", "vocab_size", "num_experts_per_tok", "num_local_experts", "mystery",
    "use_sliding_window", "sliding_window", "text_config", "model_type", "attention_bias",
    "layer_types", "full_attention", "sliding_attention",
)  # fmt: skip
LITERAL = (
    *STATE, *SHAPE, *CHROME,
    *PRESETS.workloads, *PRESETS.chips, *PRESETS.lessons, *load_networks(), *STRING_TESTS,
    *LANGUAGES,
    "controls,header,table,export,theme", *LOWERINGS, "true", "false", "light",
    *ARCHITECTURES, "config.json", "JSON", *FIELDS, "dark", "system", "lo,hi",
)  # fmt: skip


def _change(simulator: Simulator, **changes: str) -> None:
    sequence = simulator.live["sequence"] + 1
    simulator._handle_msg({"sequence": sequence, "changes": changes})


@pytest.mark.parametrize("query", BAD_QUERIES)
def test_every_problem_is_told_in_the_pages_language(query: str) -> None:
    problems = parse(query, PRESETS).problems
    for error in problems:
        assert problem(EN, error) == str(error)
        told = problem(ZH, error)
        assert error.key in told
        assert foreign_words(told.replace(repr(error.value), ""), *LITERAL) == []


@given(st.sampled_from([*STATE, *SHAPE, *CHROME, "decode-64.S"]), st.text(max_size=99))
def test_no_value_is_too_odd_to_be_told(key: str, text: str) -> None:
    for error in State(f"{key}={text}").problems:
        assert [problem(load_language(tag), error) for tag in LANGUAGES]


def test_the_language_follows_the_state_and_the_figure_stays() -> None:
    simulator = Simulator()
    figure = simulator._chart.figure
    _change(simulator, locale="zh_Hans", M="17")
    assert simulator._chart.figure is figure
    assert simulator.frame["language"]["tag"] == "zh-CN"
    assert simulator.frame["texts"] == ZH.table
    assert simulator.live["verdict"]["head"].startswith("大 GEMM")
    assert figure.xaxis[0].axis_label == ZH("chart", "x")
    assert ("受限于", "@bound") in figure.hover[0].tooltips
    assert simulator.live["query"] == "M=17"
    assert simulator.live["address"] == "M=17&locale=zh-Hans"
    _change(simulator, locale="en")
    assert simulator.frame["texts"] == EN.table
    assert simulator.live["address"] == "M=17"


def test_a_query_and_the_first_state_bring_their_language() -> None:
    assert Simulator(State("locale=zh")).frame["language"]["tag"] == "zh-CN"
    simulator = Simulator()
    simulator._handle_msg({"sequence": 1, "query": "?locale=zh&M=5", "author": True})
    assert simulator.frame["language"]["tag"] == "zh-CN"


def test_the_language_survives_reset_and_undo() -> None:
    state = State("M=5")
    state.change({"locale": "zh-CN", "M": "6"})
    for step in (state.undo, state.redo, state.reset, state.reset):
        step()
        assert state.chrome["locale"] == "zh-CN"


@pytest.mark.parametrize("before", ["", "locale=zh-CN"])
def test_a_language_that_is_not_there_is_named_with_those_that_are(before: str) -> None:
    simulator = Simulator(State(before))
    tag = simulator.frame["language"]["tag"]
    _change(simulator, locale="pt_BR", M="5")
    (told,) = simulator.live["problems"]
    assert told["key"] == "locale"
    assert all(name in told["message"] for name in ("pt-BR", *LANGUAGES))
    assert simulator.frame["language"]["tag"] == tag
    assert simulator.live["query"] == "M=5"
    _change(simulator, M="6")
    assert simulator.live["problems"] == []


def test_the_page_is_told_the_names_of_the_languages_in_themselves() -> None:
    shown = {own["tag"]: (own["name"], own["switch"]) for own in EN.described["all"]}
    assert shown == {"en": ("English", "Switch to English"), "zh-CN": ("中文", "切换到中文")}


@pytest.mark.parametrize("workload", PRESETS.workloads)
@pytest.mark.parametrize(
    "more",
    [
        "", "&peak=1e9", "&bw=1e9&b=0.5", "&M=3&S=7&n=1&fused=0&B=9",
        "&ceilings=1&levels=1&no_overlap=1&measured=1&vs=a10,t4&roof=linked&b=0.5&path=B",
        "&levels=1&chip=a100-80gb-sxm&path=M",
    ],
)  # fmt: skip
def test_no_english_is_left_in_what_a_chinese_page_shows(workload: str, more: str) -> None:
    state = State(f"locale=zh&expert=true&workload={workload}{more}")
    state.problems = []
    simulator = Simulator(state)
    state.pin()
    simulator._refresh()
    ids = {
        "query",
        "address",
        "result",
        "key",
        "id",
        "values",
        "selected",
        "page",
        "type",
        "bound",
        "source",
    }
    for text in _told(simulator.live, ids):
        assert foreign_words(text, *_names()) == [], text
    for text in _told(simulator.frame["controls"], {*ids, "value"}):
        assert foreign_words(text, *_names()) == [], text
    for label in _chart_texts(simulator):
        assert foreign_words(label, *_names()) == [], label


def _names() -> list[str]:
    """Chips' names, and the symbols in formulas."""
    return [*(chip.name for chip in PRESETS.chips.values()), *SHAPE, "causal"]


def _told(value: object, ids: set[str]) -> list[str]:
    """Every text in a nest of lists and mappings, but for ids."""
    if isinstance(value, dict):
        return [text for k, v in value.items() if k not in ids for text in _told(v, ids)]
    if isinstance(value, list | tuple):
        return [text for v in value for text in _told(v, ids)]
    return [value] if isinstance(value, str) else []


def _chart_texts(simulator: Simulator) -> list[str]:
    figure = simulator._chart.figure
    sources = [simulator._chart._sources[name] for name in ("notes", "names", "marks", "stops")]
    notes = [text for source in sources for text in source.data["text"]]
    tooltips = [label for label, _ in figure.hover[0].tooltips]
    return [figure.xaxis[0].axis_label, figure.yaxis[0].axis_label, *notes, *tooltips]


@pytest.mark.parametrize("frame", [Frame(760, 440), Frame(265, 216)], ids=["wide", "phone"])
@pytest.mark.parametrize("test", ["", *STRING_TESTS])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_what_is_written_on_the_chart_is_not_cut_off(tag: str, test: str, frame: Frame) -> None:
    text, state = load_language(tag, test), State(f"chip=l4&locale={tag}&stringTest={test}")
    simulator = Simulator(state)
    simulator._size = frame
    scene = Scene(state.results, "gemm-big", state.axes, simulator._rows(), frame=frame)
    labels = axis_labels(scene.frame, text)
    assert text_width(labels[0]) <= frame.width
    assert text_width(labels[1]) <= frame.height
    points = columns(scene, text)["points"]
    low, high = (state.axes.x[i] for i in (0, 1))
    for x, dx, align, label in zip(
        points["x"], points["dx"], points["align"], points["label"], strict=True
    ):
        start = frame.width * _share(x, low, high) + dx
        left = start - {"left": 0, "center": 0.5, "right": 1}[align] * text_width(label)
        assert left >= -1, label
        assert left + text_width(label) <= frame.width + 1, label


def _share(value: float, low: float, high: float) -> float:
    return math.log(value / low) / math.log(high / low)
