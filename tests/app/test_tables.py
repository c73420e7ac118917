"""The tables of text: complete, in their own language, every text used and every use there."""

import re
import string
import tomllib
from pathlib import Path

import pytest

import model
from app.language import LANGUAGES, find_language, load_language
from app.measured_table import SORTS
from app.overlays import OVERLAYS
from app.pseudo import disguised
from model import Conv, load_presets
from model.figures import load_figures
from model.reasons import ENGLISH
from model.vocabulary import HIDEABLE, SHAPE, STRING_TESTS
from model.workloads import KINDS
from tests.app.foreign import foreign_words
from tests.app.text_use import APP, matches, uses

PRESETS = load_presets()
TABLES = {tag: load_language(tag).table for tag in LANGUAGES}
EN = TABLES["en"]
BOUNDS = {"memory", "compute", "ridge"}
FLAGS = {key for key, entry in SHAPE.items() if entry.expected.startswith("true")}
OWN = {*SHAPE, *(f"{key}_{kind}" for key in SHAPE for kind in KINDS)}
OFFERED = {key for preset in PRESETS.workloads.values() for key in preset.controls}
MODEL = "\n".join(p.read_text("utf-8") for p in Path(model.__file__).parent.rglob("*.py"))


UNITS = set(re.findall(r'positive\(?[^()]*[ =]"(\w[^"]*)"(?:, zero=True)?\)', MODEL))


def flipped():
    """Every kind in its default shape, and with each flag the other way round."""
    for kind in KINDS.values():
        shape = kind()
        yield shape
        flags = {name: not value for name, value in vars(shape).items() if isinstance(value, bool)}
        yield from (kind(**{name: value}) for name, value in flags.items())
    yield Conv(lowering="im2col")


STREAMS = {term.name for shape in flipped() for term in shape.stream_terms()}
WORK = {term.name for shape in flipped() for term in shape.work_terms()}
LEVELS = {level.id.replace("-", "_") for c in PRESETS.chips.values() for level in c.levels}
# Keys that only running tells: (those that must be there, others that may).
DRIVEN: dict[str, tuple[set[str], set[str]]] = {
    "workload": (set(PRESETS.workloads), set()),
    "mark": (
        {*KINDS, "gemm_cube", "attention_unfused", "elementwise_chain", "conv_im2col"}, set()
    ),
    "control": (
        {"peak", "bw", *OFFERED, *OVERLAYS, *(f"{key}_hint" for key in OVERLAYS)},
        {*OWN, *(f"{key}_hint" for key in OWN), "lowering_implicit", "lowering_im2col"},
    ),
    "unit": ({"peak", "bw", *OFFERED} - {*FLAGS, "lowering", "grad_bytes"}, OWN),
    "bound": (BOUNDS, set()),
    "level": (LEVELS, set()),
    "overlay": ({"matrix", "vector"}, set()),
    "facts": ({"peak", "crossings", "levels", "others", "always", "never"}, set()),
    "verdict": ({*BOUNDS, *(f"{bound}_why" for bound in BOUNDS)}, set()),
    "explain": (
        {*BOUNDS, "tile", "block", "with_qo", "without_qo", "fixed_parameters",
         "shrunk_parameters", "share_decode", "share_masked", "share_full"},
        set(),
    ),
    "dead": (
        {"other", "neither", "T", "fused_elementwise", "shrink", "attention_only"}, set(KINDS)
    ),
    "stream": (STREAMS, set()),
    "term": (STREAMS | WORK, set()),
    "stats": (
        {"flops", "bytes_moved", "intensity", "attainable", "compute_time", "memory_time", "time",
         "no_overlap_time"},
        set(),
    ),
    "ledger": ({"work", "traffic", "term", "value", "share", "total"}, set()),
    "precision": ({"4", "2", "1", "0_5"}, set()),
    "problem": (set(ENGLISH), set()),
    "measure": (UNITS, set()),
    "points": (
        {"text", "header", "form_plain", "form_nsight", "form_rocm", "impossible", "memory",
         "compute", *SORTS, "name", "clock", "tensor", "column", "value", "expected",
         *(f"only_{key}" for key in ("all", "impossible", "memory", "compute"))},
        set(),
    ),
    "check": (
        {"agrees", "misprint", "disagrees", *(f"topic_{f.topic}" for f in load_figures())}, set(),
    ),
    "share": (
        {*(f"hide_{part}" for part in HIDEABLE), "form_html", "form_myst", "form_sphinx",
         "form_markdown", "width", "height", "language", "theme", "svg", "png", "csv", "json"},
        set(),
    ),
}  # fmt: skip
CHINESE = r"[\u2e80-\u9fff\uff00-\uffef]"
LANGUAGE_KEYS = {"name", "direction", "switch", "load"}


def texts(table):
    for section, entries in table.items():
        for key, value in entries.items():
            for text in value if isinstance(value, list) else [value]:
                yield section, key, text


def shape_of(value):
    """How many texts, and the placeholders of each."""
    listed = value if isinstance(value, list) else [value]
    return [{name for _, name, _, _ in string.Formatter().parse(t) if name} for t in listed]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(tag):
    table = TABLES[tag]
    assert {s: set(entries) for s, entries in table.items()} == {s: set(e) for s, e in EN.items()}
    for section, entries in table.items():
        for key, value in entries.items():
            assert shape_of(value) == shape_of(EN[section][key]), f"{section}.{key}"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_text_is_blank_but_the_gap_that_chinese_has_not(tag):
    blank = {f"{s}.{k}" for s, k, text in texts(TABLES[tag]) if not text.strip()}
    assert blank <= {"punctuation.gap"}


def test_every_text_that_the_code_asks_for_is_there():
    for section, pattern, file in uses(EN):
        assert section in EN, f"{file}: {section}"
        wanted = DRIVEN.get(section, (set(), set()))[0] if pattern == "*" else {pattern}
        for key in wanted:
            assert any(matches(key, own) for own in EN[section]), f"{file}: {section}.{key}"


def test_every_text_is_used():
    used = list(uses(EN))
    for section, key, _ in texts({k: v for k, v in EN.items() if k != "language"}):
        patterns = {pattern for own, pattern, _ in used if own == section}
        if "*" in patterns and section in DRIVEN:
            patterns = patterns - {"*"} | set().union(*DRIVEN[section])
        assert any(matches(pattern, key) for pattern in patterns), f"{section}.{key}"
    assert set(EN["language"]) == LANGUAGE_KEYS


def test_english_is_in_english():
    for section, key, text in texts(EN):
        assert not re.search(CHINESE, text), f"{section}.{key}"


def test_chinese_is_in_chinese():
    literal = {  # what is typed as it stands, and names
        "language_tag": ("en", "zh-CN"), "theme": ("light", "dark", "system"),
        "flag": ("true", "false"), "flag_text": ("true", "false"), "range": ("lo,hi",),
        "number_format": ("fp32",), "peak_id": ("PRECISION[-vector][-XXXacc]",),
        "fits": ("pad",), "unset": ("false",),
        "config_head_dim": ("head_dim",), "config_inner": ("config.json",),
        "config_json": ("config.json", "JSON"),
    }  # fmt: skip
    shared = {
        "copy_by_hand": ("Ctrl", "Mac"), "form_myst": ("Jupyter Book",),
        "offline": ("python -m http.server",),
    }  # fmt: skip
    points = {
        "about": ("Nsight Compute", "ncu --csv --page raw", "ms", "ROCm"),
        "form_nsight": ("Nsight Compute",), "form_rocm": ("ROCm",),
    }  # fmt: skip
    file = ("config.json", "Hugging Face")
    network = dict.fromkeys(("own", "config", "config_hint", "config_box", "too_large"), file)
    literals = {"problem": literal, "share": shared, "points": points, "network": network}
    for section, key, text in texts(TABLES["zh-CN"]):
        allowed = literals.get(section, {}).get(key, ())
        bare = re.sub(r"\{\w+\}", " ", text)
        if section != "language":
            assert foreign_words(bare, *allowed) == [], f"{section}.{key}: {text}"


def leaves(value):
    """Every text in a nest of tables and lists."""
    if isinstance(value, dict | list):
        nested = value.values() if isinstance(value, dict) else value
        return [text for part in nested for text in leaves(part)]
    return [value]


def test_lessons_are_in_their_own_language():
    for path in (APP / "text").glob("*/*.toml"):
        for text in leaves(tomllib.loads(path.read_text("utf-8"))):
            bare = re.sub(r"\{\w+\}", " ", text)
            if path.stem == "en":
                assert not re.search(CHINESE, bare), text
            else:
                assert foreign_words(bare) == [], text


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        *((tag, "zh-CN") for tag in ("zh-CN", "zh_CN", "zh", "zh-Hans", "zh_Hans_CN", "ZH-cn")),
        *((tag, "en") for tag in ("en", "en-GB", "EN_us")),
        *((tag, None) for tag in ("fr", "zz-ZZ", "eng", "zho")),
    ],
)
def test_a_language_is_found_by_any_of_its_tags(tag, found):
    assert find_language(tag) == found


@pytest.mark.parametrize("kind", STRING_TESTS)
@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_disguised_table_keeps_its_keys_and_placeholders(tag, kind):
    table = disguised(TABLES[tag], kind)
    assert {s: set(entries) for s, entries in table.items()} == {s: set(e) for s, e in EN.items()}
    for section, key, text in texts(table):
        own = TABLES[tag][section][key]
        if kind != "X":
            assert shape_of(table[section][key]) == shape_of(own)
        elif section not in ("language", "punctuation"):
            assert text == "X"
    assert table["language"]["direction"] == ("rtl" if kind == "rtl" else "ltr")


@pytest.mark.parametrize("kind", ["long", "double"])
def test_longer_texts_are_about_twice_as_long(kind):
    title = EN["page"]["title"]
    assert len(disguised(EN, kind)["page"]["title"]) >= 1.9 * len(title)
