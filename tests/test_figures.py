"""Published figures, with their sources, against the model."""

import json
from collections import Counter

import pytest

from model import PresetError, load_presets
from model.__main__ import answer, main
from model.figures import check, load_figures
from model.figures.expressions import ExpressionError, evaluated
from model.figures.files import _FOLDER

FIGURES = load_figures()


def checked(figure):
    return check(figure, load_presets(), answer)


@pytest.mark.parametrize("figure", FIGURES, ids=[figure.id for figure in FIGURES])
def test_the_model_gives_the_published_figure_or_the_one_that_corrects_it(figure):
    row = checked(figure)
    assert row.verdict == ("misprint" if figure.misprint else "agrees"), row


@pytest.mark.parametrize("figure", [f for f in FIGURES if f.refused], ids=lambda f: f.id)
def test_what_can_not_be_is_refused_by_the_command_line(figure):
    assert set(answer(figure.query, load_presets())) == {"query", "error"}


def test_every_file_of_figures_is_read():
    assert {path.suffix for path in _FOLDER.iterdir()} == {".toml"}
    assert {figure.topic for figure in FIGURES} == {path.stem for path in _FOLDER.iterdir()}
    assert Counter(bool(figure.misprint) for figure in FIGURES)[True] >= 3


def test_the_command_line_prints_one_object_a_row(capsys):
    assert main(["--check"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in rows] == [figure.id for figure in FIGURES]
    for row in rows:
        assert row["source"]
        assert row["agrees"] == (row["verdict"] == "agrees")
        assert set(row["printed"]) == set(row["computed"])
        assert bool(row["why"]) == (not row["agrees"])
        assert set(row["corrected"]) <= set(row["printed"]) == set(row["difference"])
        for formula, off in row["difference"].items():
            if off is not None and formula not in row["corrected"]:
                assert abs(off) <= row["tolerance"]


GOOD = (
    '[[row]]\nid = "a"\nsource = "here"\nquery = "workload=relu"\nexpect = { intensity = 0.25 }\n'
)
BAD = {
    "no source": (GOOD.replace('source = "here"\n', ""), "row a.source: expected str"),
    "no form": (GOOD.replace('query = "workload=relu"\n', ""), "a: expected one of query"),
    "nothing expected": (GOOD.replace("expect", "against"), "row a.against: expected str"),
    "a stranger": (GOOD + "colour = 3\n", "row a.colour: expected no such key"),
    "a misprint without why": (GOOD + "misprint = { intensity = 9 }\n", "a.why: expected a reason"),
    "a tolerance of 3": (GOOD + "tolerance = 3\n", "a.tolerance: expected a number between"),
    "twice": (GOOD + GOOD, "row 2: expected a new id"),
    "another table": (GOOD + "[other]\n", "other: expected tables [[row]]"),
    "no table": ("row = 3\n", "row 1: expected a table, got 3"),
    "no TOML": ("][", "expected a TOML file in UTF-8"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_by_file_and_row(tmp_path, text, message):
    (tmp_path / "topic.toml").write_text(text, "utf-8")
    with pytest.raises(PresetError) as found:
        load_figures(tmp_path)
    assert message in str(found.value)
    assert "topic.toml: " in str(found.value)


def test_a_folder_without_figures_is_refused(tmp_path):
    with pytest.raises(PresetError, match="expected files"):
        load_figures(tmp_path)


@pytest.fixture
def one(tmp_path):
    def make(*replaced):
        (tmp_path / "topic.toml").write_text(GOOD.replace(*replaced), "utf-8")
        load_figures.cache_clear()
        (figure,) = load_figures(tmp_path)
        return checked(figure)

    yield make
    load_figures.cache_clear()


def test_a_figure_that_is_off_disagrees(one):
    row = one("0.25", "0.26")
    assert (row.agrees, row.verdict, row.computed) == (False, "disagrees", {"intensity": 0.25})


@pytest.mark.parametrize(
    ("replaced", "message"),
    [
        (("relu", "gemm&M=0"), "M: expected a whole number"),
        (("relu", "relu&utm=1"), "unknown key 'utm'"),
        (("intensity", "speed"), "'speed': expected one of workload, chip"),
        (("intensity", "'1 +'"), "invalid syntax"),
    ],
)
def test_a_figure_that_can_not_be_computed_disagrees_and_says_why(one, replaced, message):
    row = one(*replaced)
    assert (row.agrees, row.verdict, row.computed) == (False, "disagrees", {})
    assert message in row.why


def test_a_misprint_that_the_model_meets_is_a_disagreement(one):
    row = one("query", 'why = "no"\nmisprint = { intensity = 0.25 }\nquery')
    assert (row.agrees, row.verdict) == (False, "disagrees")


def test_formulas_are_arithmetic_over_names():
    names = {"a": {"b": [1, 2]}, "x": 3}
    assert evaluated("a.b[1] * x**2 - -1 // 2", names) == 19
    assert evaluated("1 < x <= 3 == x", names) is True
    assert evaluated("max(a.b) + log2(8) + round(0.4)", names) == 5


@pytest.mark.parametrize(
    "expression",
    ["__import__('os')", "x.__class__", "[x for x in a.b]", "lambda: x", "9**9**9", "y", "a.c",
     "a.b[7]", "x(2)", "f'{x}'", "", "1 / 0", "x @ x", "max(x, key=x)", "a.b.b", "sqrt(-1)"],
)  # fmt: skip
def test_anything_else_is_refused(expression):
    with pytest.raises(ExpressionError, match=r"^(['\"]).*\1: ."):
        evaluated(expression, {"a": {"b": [1, 2]}, "x": 3})
