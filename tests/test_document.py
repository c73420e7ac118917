"""`model/model.md` says what the code does."""

import re
from pathlib import Path

import pytest

import model
from model.vocabulary import CHROME, SHAPE, STATE
from model.workloads import KINDS

FOLDER = Path(model.__file__).parent
DOCUMENT = (FOLDER / "model.md").read_text("utf-8")
VOCABULARY = DOCUMENT.split("## Vocabulary")[1]
DEFINED = {int(n) for n in re.findall(r"^\*\*\((\d+)\)\*\*", DOCUMENT, re.MULTILINE)}


def cited():
    """Equation numbers in the sources, with the file that cites them."""
    for path in FOLDER.rglob("*.py"):
        for match in re.finditer(r"[Ee]quations? ([^.;:]*)", path.read_text("utf-8")):
            numbers = [int(n) for n in re.findall(r"\d+", match[1])]
            last = numbers[-1] if "to" in match[1] else 0
            for number in range(numbers[0], last + 1) if last else numbers:
                yield path.name, number


def test_equations_are_numbered_from_one_without_gaps():
    assert sorted(DEFINED) == list(range(1, len(DEFINED) + 1))


def test_every_equation_that_the_code_cites_is_there_and_the_other_way_round():
    assert {number for _, number in cited()} == DEFINED


@pytest.mark.parametrize("key", [*STATE, *SHAPE, *CHROME])
def test_every_key_of_the_vocabulary_is_named(key):
    assert f"`{key}`" in VOCABULARY


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_kind_is_described_with_its_keys_and_its_terms(kind):
    (row,) = re.findall(rf"(?m)^\| `{kind.kind}` \|(.*)\|$", VOCABULARY)
    assert set(re.findall(r"`(\w+)`", row)) == set(kind().dimensions) - {"b"}
    assert f"`{kind.__name__}` in `workloads/" in DOCUMENT


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_term_is_in_a_table_with_its_formula(kind):
    flags = {name: not value for name, value in vars(kind()).items() if isinstance(value, bool)}
    rare = {"T": 1, "d": 1, "lowering": "im2col"}
    rare = {name: value for name, value in rare.items() if name in vars(kind())}
    unmasked = {**flags, **({"causal": True} if "causal" in flags else {})}
    for shape in (kind(), *(kind(**f, **r) for f in ({}, flags, unmasked) for r in ({}, rare))):
        for term in (*shape.work_terms(), *shape.stream_terms()):
            rows = [row for row in DOCUMENT.splitlines() if row.startswith("| `")]
            assert any(f"`{term.name}`" in row and f"`{term.formula}`" in row for row in rows), term


def test_what_the_document_names_in_the_code_exists():
    for owner, name in re.findall(r"`(Workload|Decode|Roofline)\.(\w+)`", DOCUMENT):
        assert hasattr(getattr(model, owner), name)
    for path in re.findall(r"`([\w/]+\.py)`", DOCUMENT):
        assert (FOLDER / path).is_file()
