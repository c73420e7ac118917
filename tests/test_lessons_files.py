"""Files of lessons of one's own: read beside those that ship, and every mistake is named."""

import pytest

from model import PresetError, load_presets
from model.presets import LESSONS_VARIABLE

LESSONS = load_presets().lessons
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
