"""The query: what is written can be read, and a bad value spoils nothing but itself."""

from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import Query, QueryError, Scenario, dump, evaluate, load_presets, parse
from model.literals import number_text, read_number
from model.vocabulary import CHROME, HIDEABLE, SHAPE, STATE
from model.workloads import KINDS
from tests.strategies import numbers, scenarios

PRESETS = load_presets()
GOOD = {
    "workload": "relu", "b": "1", "chip": "a10", "peak": "1e15", "bw": "2e12", "expert": "true",
    "x": "1,10", "y": "1e9,1e15", "v": "1", "embed": "1", "hide": "table", "theme": "dark",
    "locale": "zh_CN", "lite": "true", "lesson": "fusion-off", "model": "mixtral-8x7b",
    "model.phase": "prefill", "model.B": "64", "model.S": "8192", "model.b_w": "0.5625",
    "model.b_a": "1", "model.b_kv": "1", "model.activations": "false",
    "model.config": '{"model_type":"gpt2","n_embd":8,"n_head":2,"n_layer":1,"vocab_size":9,'
    '"n_positions":4}',
}  # fmt: skip
BAD = {
    "workload": ["no-such", "GEMM-BIG"],
    "chip": ["h100", "NVIDIA"],
    "b": ["0", "-2", "two", "nan", "inf", "1e999", "0x10", "1_0", "1,5", "", "1e31"],
    "peak": ["0", "-1", "fast", "NaN", "Infinity", "", "1e-31"],
    "bw": ["0", "-1", "3.35 TB/s", "1e31", "--1"],
    "expert": ["yes", "TRUE", "2", ""],
    "x": ["1", "1,1", "10,1", "0,1", "-1,1", "1,2,3", "a,b", "1,inf", ""],
    "y": ["1;2", "nan,1"],
    "v": ["2", "0", "one"],
    "embed": ["on"],
    "hide": ["everything", "table,nothing"],
    "theme": ["blue", "Dark"],
    "locale": ["", "e", "english please", "zh--CN"],
    "lite": ["no"],
    "lesson": ["fusion", "1"],
    "model": ["qwen", "QWEN2.5-7B", ""],
    "model.phase": ["train", "Decode", ""],
    "model.B": ["0", "-1", "0.5", "1e13", "x", ""],
    "model.S": ["0", "nan", "1e99"],
    "model.b_w": ["0", "-0.5", "half", "1e31", ""],
    "model.b_a": ["0"],
    "model.b_kv": ["-2"],
    "model.activations": ["maybe", ""],
}
NOT_COUNTS = ["0", "-1", "0.5", "1e13", "x", "", "nan", "inf", "true", "1e-3", "8,8"]
NOT_FLAGS = ["maybe", "", "2", "True"]
ALLOWED = {  # a real number from 0, none at all, and more than any dimension
    "flops_per_value": ("0", "0.5", "1e13", "1e-3"), "pad": ("0",), "tokens": ("1e13",),
}  # fmt: skip
NOT_SIZES = ["0", "-0.5", "half", "1e31", ""]


def home_of(key):
    """A workload that has this dimension."""
    return next(name for name in KINDS if key in PRESETS.workloads[name].keys)


def shape_cases():
    for key, entry in SHAPE.items():
        flag = entry.expected.startswith("true")
        size = key.startswith("b_")
        bad = NOT_FLAGS if flag else NOT_SIZES if size else NOT_COUNTS
        yield from ((key, text) for text in bad if text not in ALLOWED.get(key, ()))


@given(scenarios())
def test_reading_what_was_written_gives_the_same_state(state):
    read = parse(dump(state), PRESETS)
    assert (read.scenario, read.problems, read.unknown) == (state, (), ())
    assert dump(read) == dump(state)


@given(
    scenarios(),
    st.dictionaries(st.sampled_from(["utm", "a.b", "x y", "é", "&=", "gemm.Z"]), st.text()),
)
def test_unknown_keys_are_kept_as_they_are(state, extra):
    text = dump(Query(state, {}, tuple(extra.items())))
    read = parse(text, PRESETS)
    assert dict(read.unknown) == extra
    assert dump(read) == text


def test_an_unknown_key_may_be_repeated():
    assert parse("utm=1&utm=2", PRESETS).unknown == (("utm", "1"), ("utm", "2"))


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "embed": st.just(True),
            "hide": st.sets(st.sampled_from(HIDEABLE), min_size=1).map(
                lambda parts: tuple(part for part in HIDEABLE if part in parts)
            ),
            "theme": st.sampled_from(["light", "dark"]),
            "locale": st.sampled_from(["zh-CN", "de", "pt-BR"]),
            "lite": st.just(True),
        },
    )
)
def test_chrome_keys_are_read_as_written_and_are_no_state(chrome):
    read = parse(dump(Query(Scenario(), chrome)), PRESETS)
    assert (read.chrome, read.scenario) == (chrome, Scenario())


def test_the_default_state_is_the_empty_query():
    assert dump(Scenario()) == ""
    assert parse("", PRESETS) == parse("?", PRESETS) == Query()


@given(numbers)
def test_a_number_is_read_as_it_was_written(value):
    assert read_number(number_text(value)) == value
    assert read_number(number_text(-value)) == -value


@given(st.integers(-(10**39), 10**39))
def test_an_integer_keeps_every_digit(value):
    found = read_number(number_text(value))
    assert (type(found), found) == (int, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e3", 1000), ("1E+3", 1000), ("1e 3", 1000), ("+5", 5), (".5", 0.5), ("5.", 5), ("0.0", 0)],
)
def test_plain_and_scientific_numbers_are_read(text, value):
    assert read_number(text) == value


@given(st.text(max_size=50))
def test_no_text_breaks_the_reading_of_a_number(text):
    with suppress(ValueError):
        assert abs(read_number(text)) < 1e41


@pytest.mark.parametrize(("key", "text"), [(k, text) for k, bad in BAD.items() for text in bad])
def test_a_bad_value_is_named_and_its_neighbours_are_kept(key, text):
    neighbours = {k: v for k, v in GOOD.items() if k != key} | {"decode-64.S": "8192"}
    clean = "&".join(f"{k}={quote(v)}" for k, v in neighbours.items())
    read = parse(f"{key}={quote(text)}&{clean}", PRESETS)
    assert_named(read, key, text)
    expected = parse(clean, PRESETS)
    assert expected.problems == ()
    assert (read.scenario, read.chrome) == (expected.scenario, expected.chrome)


@pytest.mark.parametrize(("key", "text"), list(shape_cases()))
def test_a_bad_dimension_is_named_and_its_neighbours_are_kept(key, text):
    workload = home_of(key)
    other = next(
        k
        for k in ("N", "M", "B", "S", "inputs", "n")
        if k in PRESETS.workloads[workload].keys and k != key
    )
    for prefix in ("", f"{workload}."):
        read = parse(f"workload={workload}&{other}=2&{prefix}{key}={quote(text)}&b=1", PRESETS)
        assert_named(read, f"{prefix}{key}", text)
        assert read.scenario == Scenario(workload, {workload: {other: 2}}, b=1)


def assert_named(read, key, text):
    (problem,) = read.problems
    assert isinstance(problem, QueryError)
    assert problem.key == key
    assert problem.expected
    assert str(problem.value) in (text, str(_number(text)))
    assert str(problem).startswith(f"{key}: expected {problem.expected}, got ")


def _number(text):
    try:
        return read_number(text)
    except ValueError:
        return text


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ("workload=gemm-big&S=5", "S", "5"),
        ("relu.M=5", "relu.M", "5"),
        ("M=1&M=2", "M", "1 and 2"),
        ("M=5&gemm-big.M=6", "gemm-big.M", "6"),
        ("workload=attention-prefill&D=100", "D", 100),
        ("workload=attention-decode&h=28&g=5", "g", 5),
        ("workload=attention-decode&g=40&h=28", "g", 40),
        ("workload=attention-decode&latent=1&dv=200", "dv", 200),
        ("workload=elementwise&inputs=3", "inputs", 3),
    ],
)
def test_a_key_out_of_place_is_named(query, key, value):
    (problem,) = parse(query, PRESETS).problems
    assert (problem.key, problem.value) == (key, value)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*STATE, *SHAPE, *CHROME, "decode-64.S", "nothing.S", ".M", "other"]),
            st.one_of(
                st.text(max_size=12), st.sampled_from(["1", "0", "true", "32", "gemm", "relu"])
            ),
        ),
        max_size=8,
    )
)
def test_any_query_gives_a_state_that_can_be_evaluated(pairs):
    text = "&".join(f"{quote(k)}={quote(v)}" for k, v in pairs)
    read = parse(text, PRESETS)
    for workload in PRESETS.workloads:
        assert evaluate(read.scenario, PRESETS, workload).time_s > 0
    assert parse(dump(read), PRESETS).scenario == read.scenario


@given(st.text())
def test_any_text_is_read(text):
    read = parse(text, PRESETS)
    again = parse(dump(read), PRESETS)
    written = {k: v for k, v in read.chrome.items() if v != CHROME[k].default}
    assert (again.scenario, again.chrome, again.unknown) == (read.scenario, written, read.unknown)


def test_a_dimension_of_another_workload_is_kept_for_it():
    read = parse("workload=relu&decode-64.S=8192", PRESETS)
    assert read.scenario.shapes == {"decode-64": {"S": 8192}}
    assert evaluate(read.scenario, PRESETS, "decode-64").intensity == 256 / 67


def test_a_dimension_set_back_to_its_default_is_no_longer_written():
    assert dump(parse("workload=gemm-small&M=256&N=128&b=2&chip=h100-sxm", PRESETS)) == (
        "workload=gemm-small&N=128"
    )
