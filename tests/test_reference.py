"""Published figures, with their sources, against the model."""

import pytest

from model import load_presets, parse
from model.__main__ import answer
from tests import rows

ROWS = rows.load()
COMPUTED = [row for row in ROWS if "refused" not in row]
MISPRINTS = [row for row in ROWS if "misprint" in row]
REFUSED = [row for row in ROWS if "refused" in row]


def by_id(chosen):
    return pytest.mark.parametrize("row", chosen, ids=[row["id"] for row in chosen])


@by_id(COMPUTED)
def test_the_model_gives_the_published_figure(row):
    for expression, printed in row["expect"].items():
        assert rows.agrees(row, expression, printed), (expression, printed)


@by_id(MISPRINTS)
def test_a_figure_known_to_be_wrong_in_print_is_not_met(row):
    for expression, printed in row["misprint"].items():
        assert not rows.agrees(row, expression, printed), (expression, printed)


@by_id(REFUSED)
def test_what_can_not_be_is_refused_by_name_and_value(row):
    problem = parse(row["query"], load_presets()).problems[0]
    assert problem.key == row["refused"]["key"]
    assert problem.value == row["refused"]["value"]
    assert set(answer(row["query"], load_presets())) == {"query", "error"}


@by_id(ROWS)
def test_a_row_has_a_source_and_nothing_that_no_test_reads(row):
    assert rows.REQUIRED <= set(row) <= rows.KEYS
    assert all(row[key].strip() for key in rows.REQUIRED)
    assert sum(form in row for form in rows.FORMS) == 1
    assert row.get("refused") or row.get("expect")


def test_every_file_of_figures_is_read_and_no_id_is_used_twice():
    assert {path.suffix for path in rows.FOLDER.iterdir()} == {".toml"}
    per_file = [rows.load(path.stem) for path in rows.FOLDER.iterdir()]
    assert all(per_file)
    assert sum(map(len, per_file)) == len(ROWS) == len({row["id"] for row in ROWS})
