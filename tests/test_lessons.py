"""Lessons: they work, they can be done, and every number in them is the command line's."""

import datetime
import json
import re

import pytest

from model import dump, evaluate, load_presets, parse
from model.__main__ import answer

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
