"""Lessons: they work, they can be done, and every number in them is the command line's."""

import datetime
import json
import re

import pytest

from model import PresetError, dump, evaluate, load_presets, parse
from model.__main__ import answer
from model.presets import LESSONS_VARIABLE

PRESETS = load_presets()
LESSONS = PRESETS.lessons

# For each lesson the queries that reach its steps, one after the other, on top of its own.
WAYS = {
    "shrink-one-dimension": ("N=128", "N=8192&K=128"),
    "fusion-off": ("fused=false",),
    "batch-and-context": ("B=512", "B=512&S=8192"),
    "eight-bit": ("b=1", "workload=decode-1&b=1", "b=1&peak=2e15"),
    "bigger-chip": ("peak=2e15", "bw=6.7e12"),
    "ridge-moves": ("chip=opteron-x4", "chip=opteron-x4&workload=gemm-small"),
    "gemv-everywhere": ("M=16384&K=16384", "chip=opteron-x2"),
    "dead-slider": ("S=32768", "B=8"),
    "projection-crosses": ("M=181", "M=256"),
    "k-proj-crosses-late": ("N=512", "N=512&M=259"),
    "gqa-moves": ("g=4", "g=1"),
    "gqa-lifts-the-ceiling": ("g=8", "g=8&B=1024"),
    "prefill-flips": ("S=375", "S=375&fused=false"),
    "half-way-batch": ("B=24", "B=512"),
    "accumulate-width": ("roof=fp16-fp16acc", "roof=fp16-fp16acc&M=512"),
    "vector-unit": ("roof=fp32-vector", "ceilings=true"),
    "two-conventions": ("kv_only=true", "S=189"),
    "tile-size": ("T=1024",),
    "lowered-convolution": ("lowering=im2col", "lowering=im2col&R=1&S=1"),
    "fuse-a-chain": ("fused=true", "fused=true&ops=48"),
    "attention-in-training": ("S=49152", "causal=false"),
    "multiply-adds": ("M=1353",),
    "four-bit-weights": ("b_w=0.5", "b_w=0.5&b_kv=1"),
}

# What the chapter and the question-and-answer lesson print, read there on 2026-11-29.
PRINTED = {
    ("shrink-one-dimension", "before"): (2730.7, 0.1),
    ("shrink-one-dimension", "thin"): (124.1, 0.1),
    ("fusion-off", "fused"): (1024, 0),
    ("two-conventions", "alone"): (7 * 128, 0),
    ("two-conventions", "early"): (24, 0),
    ("two-conventions", "both"): (189, 0),
    ("attention-in-training", "crossing"): (49_000, 200),
    ("multiply-adds", "ridge"): (2 * 1350, 10),
    ("multiply-adds", "bound_rate"): (13.6e12, 0),
    ("fusion-off", "unfused"): (31.03, 0.01),
    ("batch-and-context", "ceiling_short"): (25, 0),
    ("ridge-moves", "ridge_old"): (1.0, 0.1),
    ("ridge-moves", "ridge_new"): (4.4, 0.1),
    ("dead-slider", "value"): (1, 0),
    ("projection-crosses", "there"): (224.0, 0.05),
    ("k-proj-crosses-late", "intensity"): (163, 0.5),
    ("gqa-moves", "before"): (1, 0),
    ("half-way-batch", "ceiling"): (25, 0),
    ("vector-unit", "vector"): (163.4e12, 0),
    ("vector-unit", "matrix"): (1307.4e12, 0),
    ("gqa-moves", "intensity"): (7, 0),
    ("gqa-moves", "bytes"): (7, 0),
}

GOOD = """
[mine]
query = "workload=decode-1&chip=l4"
answer = "ratio"
options.less = [{ number = "ratio", below = 0.9 }]
options.same = [{ number = "ratio", at_least = 0.9 }]
goal = [[{ key = "S", at_least = "long" }]]
source = "my course, week 3"
accessed = 2026-01-31
[mine.numbers]
long = { query = "S=2048", key = "S" }
ratio = { query = "S=2048", result = "intensity", over = { result = "intensity" } }
[mine.text.en]
title = "Mine"
prompt = "What at {long} tokens?"
options = { less = "Less", same = "The same" }
do = ["Set S to {long}."]
why = "It is ×{ratio}."
"""

BAD = """
[half]
query = "workload=relu&M=3&colour=red"
answer = "nothing"
options.one = [{ number = "none", is = 1 }]
options.two = []
options.three = [{ number = "fine", is = [] }]
options.four = [{ key = "B", result = "flops", is = 1 }]
options.five = [{ key = "n" }]
goal = [[{ key = "colour", is = 1 }], [{ result = "speed", is = 1 }], 3]
controls = { n = 7, M = [1, 2] }
source = " "
accessed = "yesterday"
mark = 3
[half.numbers]
fine = { result = "intensity" }
empty = {}
both = { result = "intensity", key = "n" }
odd = { result = "streams.nothing" }
share = { result = "flops", percent = true }
[half.text.en]
title = "Of {fine}"
prompt = "{unknown}"
options = { one = "1", six = "6" }
do = []
why = 3

[fusion-off]

[unsure]
answer = "a"
options.x = [{ number = "a", above = 0 }]
options.y = [{ number = "a", above = 1 }]
goal = [[{ key = "M", at_most = 5 }]]
source = "here"
accessed = 2026-01-31
numbers = { a = { result = "intensity" } }
text.en = { title = "t", prompt = "p", why = "w", do = ["d"], options = { x = "x", y = "y" } }

[over]
answer = "a"
guess = { low = 1, high = 100, within = 2 }
goal = [[{ key = "M", at_least = 5 }]]
source = "here"
accessed = 2026-01-31
numbers = { a = { result = "intensity" } }
text.en = { title = "t", prompt = "p", why = "w", do = ["d"] }
"""
PROBLEMS = {
    "half.query: M": "expected a dimension of relu",
    "half.query: colour": "expected a key of the query",
    "half.answer": "expected one of fine, got 'nothing'",
    "half.options.one.1": "number: expected one of the lesson's numbers (fine), got 'none'",
    "half.options.two": "expected a list of conditions, got []",
    "half.options.three.1": "is: expected a number, or the name of one",
    "half.options.four.1": "expected exactly one of key, result, number",
    "half.options.five.1": "expected at least one of is, is_not",
    "half.goal.1.1": "key: expected a key of the query, got 'colour'",
    "half.goal.2.1": "result: expected one of flops,",
    "half.goal.3": "expected a list of conditions, got 3",
    "half.controls.n": "expected a list of values, got 7",
    "half.controls.M: M": "expected a dimension of relu",
    "half.source": "expected some text",
    "half.accessed": "got 'yesterday'",
    "half.mark": "expected no such key",
    "half.numbers.empty": "expected exactly one of result, key, least, half",
    "half.numbers.both": "expected exactly one of result, key, least, half",
    "half.numbers.odd": "result: expected one of streams.reads, streams.write, got",
    "half.numbers.share": "percent: expected with over only",
    "half.text.en.title": "expected no number in braces, got 'fine'",
    "half.text.en.prompt": "expected one of the lesson's numbers (fine) in braces, got 'unknown'",
    "half.text.en.options.six": "expected no such option",
    "half.text.en.do": "expected 3 lines",
    "half.text.en.why": "expected str, got 3",
    "fusion-off": "expected a new id",
    "fusion-off.numbers": "missing",
    "unsure": "options: expected exactly one that is right, got x, y",
    "over": "goal.1: expected a step still to take, it holds at once",
}


def stated(query):
    read = parse(query, PRESETS)
    assert not read.problems
    return read.scenario


def printed(measure):
    """What `python -m model` prints for the state of a measure, where that has the number."""
    group, _, term = measure.result.partition(".")
    value = answer(dump(measure.scenario), PRESETS)[group]
    return value[term] if term else value


def test_there_are_at_least_ten_and_each_has_a_plain_id_a_source_and_a_date():
    assert len(LESSONS) >= 10
    for lesson in LESSONS.values():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", lesson.id)
        assert lesson.source.strip()
        assert datetime.date(2024, 1, 1) <= lesson.accessed


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_link_sets_it_up(lesson):
    read = parse(f"lesson={lesson.id}&theme=dark", PRESETS)
    assert not read.problems
    assert read.scenario == lesson.scenario
    assert answer(f"lesson={lesson.id}", PRESETS) == answer(dump(lesson.scenario), PRESETS)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_its_goal_is_not_reached_at_the_start_and_every_step_can_be(lesson):
    assert not any(lesson.reached(lesson.scenario, PRESETS))
    assert not any(lesson.reached(stated("workload=relu"), PRESETS))
    assert len(WAYS[lesson.id]) == len(lesson.goal)
    for place, change in enumerate(WAYS[lesson.id]):
        read = parse(change, PRESETS, lesson.scenario)
        assert not read.problems
        assert lesson.reached(read.scenario, PRESETS)[place], change


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_exactly_one_prediction_is_right_and_the_model_decides_which(lesson):
    if lesson.guess is None:
        right = [o.id for o in lesson.options if lesson.is_right(o.id, PRESETS)]
        assert len(right) == 1
        return
    value, within = lesson.numbers[lesson.answer], lesson.guess.within
    assert lesson.is_right(value, PRESETS)
    assert lesson.is_right(value * within * 0.999, PRESETS)
    assert not lesson.is_right(value * within * 1.001, PRESETS)
    assert not lesson.is_right(value / within / 1.001, PRESETS)
    assert not lesson.is_right(lesson.guess.middle, PRESETS)
    assert lesson.guess.low < value < lesson.guess.high


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_number_is_the_command_lines(lesson):
    for name, measure in lesson.measures.items():
        plain = measure.result and not measure.result.startswith(("peaks", "intensity_ceiling"))
        if plain and measure.over is None:
            assert json.dumps(lesson.numbers[name]) == json.dumps(printed(measure))
        elif plain:
            assert lesson.numbers[name] == printed(measure) / printed(measure.over)


def test_where_a_bound_ends_is_the_least_value_at_which_memory_no_longer_limits():
    found = 0
    for lesson in LESSONS.values():
        for name, measure in lesson.measures.items():
            if measure.least:
                at = lesson.numbers[name]
                for value, bound in ((at - 1, "memory"), (at, "compute")):
                    state = parse(f"{measure.least}={value}", PRESETS, measure.scenario).scenario
                    assert evaluate(state, PRESETS).bound == bound
                found += 1
    assert found >= 3


@pytest.mark.parametrize(("where", "figure"), PRINTED.items(), ids=lambda v: "-".join(map(str, v)))
def test_numbers_are_those_in_print(where, figure):
    lesson, name = where
    assert LESSONS[lesson].numbers[name] == pytest.approx(figure[0], abs=figure[1])


def test_an_unknown_lesson_is_a_named_problem_and_costs_only_its_key():
    read = parse("lesson=nope&workload=relu", PRESETS)
    (problem,) = read.problems
    assert str(problem).startswith("lesson: expected one of shrink-one-dimension, ")
    assert read.scenario.workload == "relu"
    assert read.chrome == {}


def test_a_state_beside_a_lesson_is_kept_and_an_address_always_reads_back():
    kept = parse("lesson=fusion-off&workload=relu", PRESETS)
    assert kept.scenario.workload == "relu"
    default = parse("lesson=fusion-off&v=1", PRESETS)
    assert dump(default) == "v=1&lesson=fusion-off"
    for read in (kept, default, parse("lesson=gqa-moves", PRESETS)):
        assert parse(dump(read), PRESETS) == read


@pytest.fixture
def own_files(tmp_path, monkeypatch):
    """Load the presets with lessons of one's own."""

    def load(*texts):
        paths = [tmp_path / f"{i}.toml" for i in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        monkeypatch.setenv(LESSONS_VARIABLE, ":".join(map(str, paths)))
        load_presets.cache_clear()
        return load_presets()

    yield load
    load_presets.cache_clear()


def test_a_file_of_ones_own_is_read_beside_those_that_ship(own_files):
    found = own_files(GOOD)
    assert list(found.lessons) == [*LESSONS, "mine"]
    mine = found.lessons["mine"]
    assert mine.right_options(found) == ("same",)
    assert mine.wordings["en"].do == ("Set S to {long}.",)


def test_every_problem_is_reported_at_once_with_file_and_key(own_files, tmp_path):
    with pytest.raises(PresetError) as caught:
        own_files(GOOD, BAD)
    problems = caught.value.problems
    for key, text in PROBLEMS.items():
        start = f"{tmp_path / '1.toml'}: {key}: "
        assert any(p.startswith(start) and text in p for p in problems), (key, text, problems)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("[mine.text.en]", "[mine.numbers.en]", "mine.text: expected a table for at least one"),
        ('result = "intensity", over', 'result = "bound", over', "mine.numbers.ratio: "),
        ('key = "S" }', 'least = "M" }', "least: expected a dimension of decode-1"),
        ('key = "S" }', 'least = "S" }', "least: memory limits decode-1 for every S"),
        ('key = "S" }', 'half = "L" }', "half: decode-1 has no ceiling in L"),
        ('{ key = "S", at_least', '{ key = "chip", at_least', "mine: '>=' not supported"),
        ("options.less", "guess.less", "mine.guess.less: expected no such key"),
        (
            "goal",
            "guess = { low = 1, high = 9, within = 2 }\ngoal",
            "mine: expected either options",
        ),
        ("goal", "guess = { low = 9, high = 1, within = 2 }\ngoal", "expected 0 < low < high"),
        ("goal", "guess = { low = 1, high = 9, within = 1 }\ngoal", "expected within > 1"),
        ("below = 0.9", "below = true", "below: expected a number, or the name"),
        ("below = 0.9", 'below = "most"', "below: expected one of the lesson's numbers"),
        ("{long}", "{long", "mine.text.en.prompt: expected a text, got"),
    ],
)
def test_a_mistake_is_named(own_files, old, new, text):
    assert old in GOOD
    with pytest.raises(PresetError) as caught:
        own_files(GOOD.replace(old, new))
    assert any(text in problem for problem in caught.value.problems), caught.value.problems
